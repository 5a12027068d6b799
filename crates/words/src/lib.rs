//! Word lists: is this a word, which words does a rack spell, which fit a pattern, which are common and fit to be
//! shown? The built-in list is packed into an automaton when the crate is built, and the binary contains it ready to
//! use. A player's list becomes the same kind of automaton when it is read, so the same code serves both. Deliberately
//! not here: files (a list arrives as bytes), random numbers, clocks, threads, scores, and anything for one game only.

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

/// The longest word that a list may contain, in letters. No game needs longer ones.
pub const MAX_LETTERS: usize = 64;
