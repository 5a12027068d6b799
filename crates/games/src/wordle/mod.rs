//! Wordle: a hidden word, a few attempts, and marks that show how close each guess is.
//!
//! The types are here, the rules in `rules.rs`, what the player reads and types in `face.rs`, bots and hints in
//! `minds.rs`. `mark.rs` marks guesses, `guess.rs` decides which guesses are allowed, `word.rs` packs words,
//! `answers.rs` has the words that may be hidden, `day.rs` the one of a day, `share.rs` the text to share. `solver`
//! finds the best guess.

pub mod answers;
pub mod day;
mod face;
mod guess;
mod mark;
mod minds;
mod rules;
mod share;
pub mod solver;
mod word;

pub use guess::hard_breach;
pub use mark::{LONGEST, Mark, Marking, Marks, NoMark};
pub use share::share;
pub use word::{MarkedGuess, PackedWord, TooLong};

use engine::{Key, Keys, Seat, Takes};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use word::{MOST_TRIES, MarkedGuesses};

/// The game.
pub struct Wordle;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// How repeated letters are marked.
    pub marking: Marking,
    /// Must revealed letters be used in later guesses?
    pub hard: bool,
    /// The length of the word, in letters.
    pub length: u8,
    /// The number of attempts.
    pub tries: u8,
    /// The hidden word, if the host chooses it: a challenge for a friend.
    pub word: Option<String>,
    /// The date of a daily.
    pub day: Option<String>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { marking: Marking::Lenient, hard: false, length: 5, tries: 6, word: None, day: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open(
            "marking",
            Takes::OneOf(&["lenient", "strict"]),
            "how repeated letters are marked",
        ),
        Key::open("hard", Takes::Flag, "hard mode: revealed letters must be used"),
        Key::open("length", Takes::Number(4, 8), "letters in the hidden word"),
        Key::open("tries", Takes::Number(1, MOST_TRIES as u64), "number of attempts"),
        Key::secret("word", Takes::Text, "the hidden word, for a challenge"),
        Key::open("day", Takes::Text, "a date such as 2026-11-15, to play that daily"),
    ];
}

/// The complete state.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    setup: Setup,
    /// `None` before the deal.
    hidden: Option<PackedWord>,
    guesses: MarkedGuesses,
    status: Status,
}

/// A move: a guess in lower case. Text that is too long for any word is refused when it is parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess(pub PackedWord);

impl Guess {
    /// A guess of this word. If it is too long for any hidden word, the guess is empty.
    pub fn of(word: &str) -> Guess {
        Guess(PackedWord::try_from(word).unwrap_or_default())
    }
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The hidden word was chosen.
    Dealt { word: String },
    /// A word was guessed and marked.
    Guessed { word: PackedWord, marks: Marks },
    /// The player gave up or ran out of time.
    Left { seat: Seat },
    /// The match is over.
    Ended {
        /// Was the word found?
        won: bool,
    },
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The length of the word, in letters.
    pub length: u8,
    /// The total number of attempts.
    pub tries: u8,
    /// The guesses so far.
    pub guesses: Vec<MarkedGuess>,
    /// The best mark so far of each letter that was guessed.
    pub keys: BTreeMap<char, Mark>,
    pub status: Status,
    /// The hidden word, once the match is over.
    pub answer: Option<String>,
    /// Must revealed letters be used in later guesses?
    pub hard: bool,
    /// How repeated letters are marked.
    pub marking: Marking,
    /// The date of a daily.
    pub day: Option<String>,
}

/// Whether a match is still being played, and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Playing,
    /// The word was found.
    Won,
    /// The attempts are used up, or the player left.
    Lost,
}

#[cfg(test)]
mod tests;
