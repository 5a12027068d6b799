//! Wizards of Worderly Place: a crossword of anagrams. It hides 21 words, all spelt from the letters of the main word,
//! which is on the diagonal. Correct guesses uncover words, wrong guesses cost lives.
//!
//! The types are here, the rules in `rules.rs`, what the player reads and types in `face.rs`, bots and hints in
//! `minds.rs`. `turn.rs` has guesses and reveals, `deal.rs` the deal. `generate.rs` makes crosswords (`pool.rs`,
//! `grid.rs`, `grid_builder.rs`), `check.rs` checks them, `puzzle.rs` has puzzles to print. `solver.rs` finds words
//! that fit.

pub mod check;
mod deal;
mod face;
pub mod generate;
pub mod grid;
mod grid_builder;
mod letters;
mod level;
mod minds;
pub mod pool;
pub mod puzzle;
mod rules;
pub mod short;
mod solver;
mod turn;
mod words_left;

use engine::{Key, Keys, Takes};
use grid::{Cells, GridCell, Placed};
use serde::{Deserialize, Serialize};
use short::Short;

pub use level::Level;
pub use words_left::WordsLeft;

/// The game.
pub struct Wizards;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    /// The level, which sets the number of lives.
    pub level: Level,
    /// Whether words that are not in the grid are collected instead of costing a life.
    pub bonus: bool,
    /// A fixed main word; by default it is random.
    pub main: Option<String>,
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("level", Takes::OneOf(&Level::NAMES), "higher levels have fewer lives"),
        Key::open("bonus", Takes::Flag, "collect words that aren't in the grid"),
        Key::secret("main", Takes::Text, "the main word, which has six letters"),
    ];
}

/// The complete state of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    setup: Setup,
    words: Vec<Placed>,
    letters: Option<Short>,
    shown: Cells,
    lives: u32,
    points: u32,
    last: Option<String>,
    found: Vec<Short>,
    wrong: Vec<String>,
    bonus: Vec<Short>,
    end: Option<PuzzleEnd>,
}

/// A move of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Guess a word, which is lower case a-z.
    Guess(String),
    /// Put the letters in another order.
    Shuffle,
    /// Pay to reveal one cell.
    Reveal,
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The grid was generated.
    Dealt {
        /// The letters of the main word, jumbled.
        letters: Short,
        /// All words and their positions, the main word first.
        words: Vec<Placed>,
    },
    /// A guess was correct.
    Guessed {
        /// The word.
        word: Short,
        /// The points: the number of cells it uncovered.
        points: u32,
        /// The other words that it completed.
        also: Vec<Short>,
    },
    /// A guess was wrong and cost a life.
    Missed {
        /// The word.
        word: String,
        /// Why it was wrong.
        why: WrongGuess,
    },
    /// A guess was a word that is not in the grid, and it was collected.
    Bonus {
        /// The word.
        word: Short,
        /// The lives it gave, 0 or 1.
        lives: u32,
    },
    /// The letters were put in another order.
    Shuffled {
        /// The letters in their new order.
        letters: Short,
    },
    /// The player paid to reveal a cell.
    Revealed {
        /// The cell.
        cell: GridCell,
        /// The points it cost.
        points: u32,
        /// The lives it cost.
        lives: u32,
        /// The words that it completed.
        also: Vec<Short>,
    },
    /// The match ended.
    Ended {
        /// How it ended.
        end: PuzzleEnd,
    },
}

/// Why a guess is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WrongGuess {
    /// It was found by an earlier guess.
    Found,
    /// It needs a letter that the player does not have, or more copies of one.
    Letters,
    /// It has fewer than three letters.
    Short,
    /// It is not in the word list.
    Unknown,
    /// It is in the word list, but not in the grid.
    Absent,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PuzzleEnd {
    /// Every cell was uncovered.
    Won,
    /// The player ran out of lives.
    Spent,
    /// The player left.
    Left,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// One string for each row: `.` is empty, `#` is hidden; letters of the main word are in upper case.
    pub grid: Vec<String>,
    /// The letters in their current order.
    pub letters: String,
    /// The lives left.
    pub lives: u32,
    pub points: u32,
    /// The latest guess.
    pub last: Option<String>,
    /// The words found by guessing.
    pub found: Vec<Short>,
    /// The wrong guesses, each once.
    pub wrong: Vec<String>,
    /// How many words are not completely uncovered, by length.
    pub left: WordsLeft,
    /// The collected bonus words.
    pub bonus: Vec<Short>,
    pub level: Level,
    pub status: Status,
    /// All words and their positions, after the match.
    pub answers: Option<Vec<Placed>>,
}

/// Whether the match is over, and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The match isn't over.
    Playing,
    /// Every cell was uncovered.
    Won,
    /// The player ran out of lives, or left.
    Lost,
}

#[cfg(test)]
mod tests;
