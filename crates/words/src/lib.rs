//! Word lists: what is a word, which words a rack spells, which fit a pattern, which are common and
//! fit to be shown. The built-in list is woven into an automaton when the crate is built and lies
//! in the binary ready to use; a player's list becomes the same automaton when it is read, and
//! every question is answered by the same code for both. Not here: files (a list arrives as bytes),
//! chance, clocks, threads, scores, and what any one game needs of a list.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod anagram;
mod dawg;
mod lexicon;
mod list;
mod node;
mod pattern;
pub mod plain;
mod rack;
mod sum;
mod tag;
mod walk;

pub use anagram::{Anagrams, MOST_TILES, Speller, Spelt};
pub use lexicon::Lexicon;
pub use list::{ListError, MAX_BYTES, ParsedList};
pub use pattern::{Pattern, PatternError};
pub use rack::{Rack, RackError};
pub use walk::Word;

/// The longest word a list may hold, in letters; no game has use for a longer one.
pub const MAX_LETTERS: usize = 64;
