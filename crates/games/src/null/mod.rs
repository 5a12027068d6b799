//! Null: the smallest complete game, the template for all others. Players add to one count. The player who
//! completes it gets a point, and a player who steps on the hidden trap loses one.
//!
//! The types are here, the rules in `rules.rs`, what players read and type in `face.rs`, bots and hints in `minds.rs`.

mod face;
mod minds;
mod rules;

use engine::{Key, Keys, Seat, Seats, Takes};
use serde::{Deserialize, Serialize};

/// The game.
pub struct Null;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The number to reach.
    pub target: u8,
    /// The trap; a random one if there is none.
    pub trap: Option<u8>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { target: 21, trap: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("target", Takes::Number(10, 99), "the number to reach"),
        Key::secret("trap", Takes::Number(4, 98), "the number that costs a point"),
    ];
}

/// Everything about a match, hidden or not.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    target: u8,
    trap: Option<u8>,
    sprung: bool,
    count: u8,
    turn: Seat,
    here: Seats,
    scores: Vec<i64>,
    winners: Vec<Seat>,
    over: bool,
}

/// The only action: a seat adds 1, 2 or 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Add(pub u8);

/// A change of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The trap was laid.
    Dealt { trap: u8 },
    /// A seat added to the count, and `next` is to act.
    Added { seat: Seat, by: u8, next: Seat },
    /// A seat stepped on the trap.
    Sprung { seat: Seat },
    /// A seat left, and `next` is to act.
    Left { seat: Seat, next: Seat },
    /// The match ended.
    Ended { winner: Option<Seat> },
}

/// What a viewer may know of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The number to reach.
    pub target: u8,
    pub count: u8,
    /// The trap, once a player stepped on it or the match is over.
    pub trap: Option<u8>,
    /// The seat that is to act.
    pub turn: Seat,
    pub scores: Vec<i64>,
    pub status: Status,
}

/// Whether the match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Playing,
    Over,
}

#[cfg(test)]
mod tests;
