//! A view: what one viewer may know, and what follows from it at a glance. It is made in `mod.rs`,
//! beside the truth; nothing here has seen that.

use super::{Action, Fog, GOLD, Heading, KILL, Shot, Spot, Thing};
use serde::{Deserialize, Serialize};

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// How many rows there are.
    pub rows: u8,
    /// How many columns there are.
    pub cols: u8,
    /// What each cell holds, row by row; nothing is said of a cell that is not known.
    pub cells: Vec<Vec<Option<Vec<Thing>>>>,
    /// Where the agent stands.
    pub agent: Spot,
    /// Is the arrow there?
    pub arrow: bool,
    /// Is the agent alive?
    pub alive: bool,
    /// Has the gold been grabbed?
    pub has_gold: bool,
    /// The score.
    pub score: i64,
    /// `playing`, `won` or `lost`.
    pub status: Status,
    /// How the arrow was spent.
    pub shot: Option<Shot>,
    /// Where the wampus was killed.
    pub killed: Option<Spot>,
    /// What can be seen before it is visited.
    pub fog: Fog,
}

/// Where the match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It goes on.
    Playing,
    /// The exit was reached.
    Won,
    /// The agent died or the player left.
    Lost,
}

impl View {
    /// What is known of a cell.
    pub fn cell(&self, spot: Spot) -> Option<&[Thing]> {
        self.cells.get(usize::from(spot.row()))?.get(usize::from(spot.col()))?.as_deref()
    }

    /// Is this known to be in that cell?
    pub fn shows(&self, thing: Thing, spot: Spot) -> bool {
        self.cell(spot).is_some_and(|cell| cell.contains(&thing))
    }

    /// Everything that would be accepted now.
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

    /// How many actions there were: each has cost a point, whatever else it brought.
    pub fn actions(&self) -> i64 {
        let gold = if self.has_gold { GOLD } else { 0 };
        let kill = if self.killed.is_some() { KILL } else { 0 };
        gold + kill - self.score
    }
}
