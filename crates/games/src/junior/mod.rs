//! Scrabble Junior: players cover the letters of a printed crossword with tiles, two in a turn, each word from its
//! first uncovered letter on. The player who covers the last letter of a word gets a point.
//!
//! The types are here and in `view.rs`, the rules in `rules.rs`, what players read and type in `face.rs`, bots and
//! hints in `minds.rs`. `cover.rs` says which letters may be covered, `turn.rs` has the turns, `result.rs` the result.
//! `solver` is the search of the strong bot.

mod cover;
mod face;
mod minds;
mod result;
mod rules;
mod solver;
mod turn;
mod view;

pub use view::{BoardWord, FinalPlace, Must, RackView, Status, View};

use crate::board::{At, EXAMPLE, ParsedBoard};
use cover::Cover;
use engine::{Key, Keys, Seat, Seats, Takes};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The game.
pub struct Junior;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The text of the board file.
    pub board: String,
    pub racks: Racks,
    /// A script of draws, the first seven for seat 0 and so on. Blanks are ignored. If the pool doesn't have
    /// a letter of the script, that draw is random.
    pub draws: Option<String>,
}

/// Who can see the racks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Racks {
    /// Everyone sees all racks.
    Open,
    /// Each player sees only their own rack.
    Hidden,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { board: EXAMPLE.into(), racks: Racks::Open, draws: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("board", Takes::Text, "the text of the board"),
        Key::open("racks", Takes::OneOf(&["open", "hidden"]), "who sees the racks"),
        Key::secret("draws", Takes::Text, "the tiles in the order they are drawn"),
    ];
}

/// Everything about a match, hidden or not.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    parsed: Arc<ParsedBoard>,
    hidden: bool,
    script: Arc<[char]>,
    /// The number of tiles drawn so far, which is the position in the script.
    drawn: usize,
    cover: Cover,
    /// In no particular order: draws are random.
    pool: String,
    racks: Vec<String>,
    /// For each word of the board, the seat that completed it.
    by: Vec<Option<Seat>>,
    scores: Vec<i64>,
    turn: Seat,
    moves_left: u8,
    /// The seat that placed, exchanged or left last.
    actor: Seat,
    here: Seats,
    over: bool,
}

/// An action of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Cover a letter.
    Place(At),
    /// Exchange these tiles.
    Swap(String),
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A remark about the board.
    Noted { text: String },
    /// The first racks, one for each seat.
    Dealt { racks: Vec<String> },
    /// The turn of this seat started.
    Turned { seat: Seat },
    /// A seat covered a letter.
    Placed {
        seat: Seat,
        at: At,
        /// The words that it completed, by their index in the list of the board.
        done: Vec<u16>,
    },
    /// A seat exchanged tiles.
    Swapped {
        seat: Seat,
        /// The tiles that went back to the pool.
        given: String,
        /// The new tiles, which were drawn first.
        drawn: String,
    },
    /// A seat could not do anything in its turn.
    Skipped { seat: Seat },
    /// A seat filled up its rack.
    Refilled { seat: Seat, drawn: String },
    /// A seat left, and its tiles went back to the pool.
    Left { seat: Seat },
    /// The match ended.
    Ended {},
}

#[cfg(test)]
mod tests;
