//! Hunt the Wampus: a dark cave of sixteen cells with a monster, a pit, a bar of gold and an exit; the player has one
//! arrow.
//!
//! The types are here, in `board.rs` (the positions of all objects) and in `view.rs` (the part of them that a viewer
//! may know). The rules are in `rules.rs`, what the player reads and types in `face.rs`, bots and hints in `minds.rs`.
//! `solver` finds the best play, and `analysis.rs` explains it for `lexicade solve`.

pub mod analysis;
mod board;
mod face;
mod minds;
mod rules;
pub mod solver;
mod view;

pub use board::{Heading, Layout, SIDE, Spot, Spots, Thing};
pub use view::{Status, View};

use engine::{Key, Keys, Takes};
use serde::{Deserialize, Serialize};

/// The game.
pub struct Wampus;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    pub cave: CaveKind,
    pub fog: Fog,
    /// The host's own cave; it overrides `cave`.
    pub layout: Option<String>,
}

/// Where the cave comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaveKind {
    /// [`Layout::CLASSIC`].
    Classic,
    /// A new one for each seed.
    #[default]
    Random,
}

/// What the player sees of cells that were not visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fog {
    /// Everything.
    Open,
    /// Only where the exit is.
    #[default]
    Exit,
    /// Nothing.
    Dark,
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("cave", Takes::OneOf(&["classic", "random"]), "which cave"),
        Key::open(
            "fog",
            Takes::OneOf(&["open", "exit", "dark"]),
            "what you see before you go there",
        ),
        Key::secret("layout", Takes::Text, "your own cave, such as ...E:WG..:....:A.P."),
    ];
}

/// Everything about a match, hidden or not.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    fog: Fog,
    /// The cave that the settings ask for; a random one is drawn if there is none.
    fixed: Option<Layout>,
    board: Layout,
    visited: Spots,
    shot: Option<Shot>,
    killed: Option<Spot>,
    has_gold: bool,
    alive: bool,
    score: i64,
    status: Status,
}

/// A shot with the arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shot {
    /// Where the agent stood.
    pub from: Spot,
    /// Where the arrow flew.
    pub dir: Heading,
}

/// An action of the agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Move(Heading),
    Shoot(Heading),
    Grab,
}

/// A change of the state. `points` is the change of the score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The objects were placed.
    Dealt { board: Layout },
    /// The agent moved to a neighbouring cell.
    Moved { to: Spot, points: i64 },
    /// The agent walked into a wall and stayed where it was.
    Bumped { dir: Heading, points: i64 },
    /// The agent shot the arrow.
    Shot {
        from: Spot,
        dir: Heading,
        /// Where the arrow hit the wampus, if it did.
        killed: Option<Spot>,
        points: i64,
    },
    /// The agent took the gold.
    Grabbed { points: i64 },
    /// The match ended.
    Ended { how: HuntEnd },
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HuntEnd {
    /// The agent reached the exit.
    Won,
    /// The wampus ate the agent.
    Eaten,
    /// The agent fell into the pit.
    Fell,
    /// The player left.
    Left,
}

#[cfg(test)]
mod tests;
