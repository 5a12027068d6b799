//! The view: what a viewer may know. It is filled in by `rules.rs`; nothing here has access to the state.

use super::rules::{GOLD, KILL};
use super::{Action, Fog, Heading, Shot, Spot, Thing};
use serde::{Deserialize, Serialize};

/// What a viewer may know of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    pub rows: u8,
    pub cols: u8,
    /// The things in each cell, row by row; `None` for a cell that the viewer doesn't know.
    pub cells: Vec<Vec<Option<Vec<Thing>>>>,
    pub agent: Spot,
    /// Does the agent still have the arrow?
    pub arrow: bool,
    pub alive: bool,
    pub has_gold: bool,
    pub score: i64,
    pub status: Status,
    /// The shot, once the arrow is gone.
    pub shot: Option<Shot>,
    /// Where the agent killed the wampus.
    pub killed: Option<Spot>,
    pub fog: Fog,
}

/// Whether the match is over, and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Playing,
    Won,
    /// The agent died or the player left.
    Lost,
}

impl View {
    /// The things in a cell; `None` if the viewer doesn't know the cell.
    pub fn cell(&self, spot: Spot) -> Option<&[Thing]> {
        self.cells.get(usize::from(spot.row()))?.get(usize::from(spot.col()))?.as_deref()
    }

    /// Does the viewer know that this thing is in that cell?
    pub fn shows(&self, thing: Thing, spot: Spot) -> bool {
        self.cell(spot).is_some_and(|cell| cell.contains(&thing))
    }

    /// Every action that is legal now.
    pub fn choices(&self) -> Vec<Action> {
        if self.status != Status::Playing {
            return Vec::new();
        }
        let mut choices = Heading::ALL.map(Action::Move).to_vec();
        if self.arrow {
            choices.extend(Heading::ALL.map(Action::Shoot));
        }
        if self.shows(Thing::Gold, self.agent) {
            choices.push(Action::Grab);
        }
        choices
    }

    /// The number of actions so far. It follows from the score, as every action costs a point.
    pub fn actions(&self) -> i64 {
        let gold = if self.has_gold { GOLD } else { 0 };
        let kill = if self.killed.is_some() { KILL } else { 0 };
        gold + kill - self.score
    }
}
