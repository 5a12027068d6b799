//! What a viewer receives: the whole of what they may know, never a difference, so that a lost
//! message cannot matter.

use crate::{LeaveReason, Occupant};
use engine::{Json, Scene, Seat, Seats, Settings, Viewer};
use serde::Serialize;

/// A match as a viewer may know it after entry `seq`.
#[derive(Clone, Debug, Serialize)]
pub struct Update {
    /// The last entry it stands for.
    pub seq: u64,
    /// Whose eyes it is for.
    pub viewer: Viewer,
    /// Who is to act.
    pub to_act: Seats,
    /// The game's view.
    pub view: Json,
    /// The same to look at, with what can be done.
    pub scene: Scene,
    /// What was said since the last update.
    pub said: Vec<String>,
    /// Has anybody asked for a hint in this match?
    pub hinted: bool,
    /// The result, once it is over.
    pub over: Option<Over>,
    /// Who sits where.
    #[serde(skip)]
    pub sat: Vec<Option<Occupant>>,
    /// Who has left, and why.
    #[serde(skip)]
    pub left: Vec<(Seat, LeaveReason)>,
    /// The entry since which the clock of this move runs.
    #[serde(skip)]
    pub clock: u64,
}

/// How it ended, and what may be known then.
#[derive(Clone, Debug, Serialize)]
pub struct Over {
    /// A score for each seat.
    pub scores: Vec<i64>,
    /// Who won.
    pub winners: Vec<Seat>,
    /// Who called it off, if somebody did: then nobody has won.
    #[serde(skip)]
    pub cancelled_by: Option<Seat>,
    /// The ticket, to play the same again. None, when the match was cancelled: that reveals nothing.
    pub ticket: Option<String>,
    /// The setup, with its secrets unless the match was cancelled.
    #[serde(skip)]
    pub setup: Settings,
}
