//! What a viewer receives: everything they may know, never a difference, so that a lost message does no harm.

use crate::{LeaveReason, Occupant};
use engine::{Json, Names, Scene, Seat, Seats, Settings, Unnamed, Viewer};
use serde::Serialize;

/// A match as a viewer may know it after entry `seq`. Its seats have no names yet: see [`Update::named`].
#[derive(Clone, Debug, Serialize)]
pub struct Update<S = Unnamed<Scene>, T = Unnamed<String>> {
    /// The last entry that it includes.
    pub seq: u64,
    /// The viewer it is for.
    pub viewer: Viewer,
    /// The seats whose turn it is.
    pub to_act: Seats,
    /// The game's view.
    pub view: Json,
    /// The view as panes, with the possible moves.
    pub scene: S,
    /// The sentences since the last update.
    pub said: Vec<T>,
    /// Whether anyone has asked for a hint in this match.
    pub hinted: bool,
    /// The result, once the match is over.
    pub over: Option<Over>,
    /// The occupant of each seat.
    #[serde(skip)]
    pub sat: Vec<Option<Occupant>>,
    /// The seats that have left, and why.
    #[serde(skip)]
    pub left: Vec<(Seat, LeaveReason)>,
    /// The entry since which the time for this move is counted.
    #[serde(skip)]
    pub clock: u64,
}

/// An update that can be shown.
pub type NamedUpdate = Update<Scene, String>;

impl Update {
    /// The update with these names in its scene and its sentences.
    pub fn named(self, names: &Names) -> NamedUpdate {
        Update {
            seq: self.seq,
            viewer: self.viewer,
            to_act: self.to_act,
            view: self.view,
            scene: names.scene(self.scene),
            said: self.said.iter().map(|text| names.text(text)).collect(),
            hinted: self.hinted,
            over: self.over,
            sat: self.sat,
            left: self.left,
            clock: self.clock,
        }
    }
}

/// How a match ended, and what everyone may know then.
#[derive(Clone, Debug, Serialize)]
pub struct Over {
    /// A score for each seat.
    pub scores: Vec<i64>,
    /// The winning seats.
    pub winners: Vec<Seat>,
    /// The seat that cancelled the match, if one did: then nobody wins.
    #[serde(skip)]
    pub cancelled_by: Option<Seat>,
    /// The ticket, to play the same puzzle again. `None` if the match was cancelled, because cancelling reveals
    /// nothing.
    pub ticket: Option<String>,
    /// The setup, with its secrets unless the match was cancelled.
    #[serde(skip)]
    pub setup: Settings,
}
