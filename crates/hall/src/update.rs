//! What a viewer receives: everything they may know, never a difference, so that a lost message does no harm.

use crate::{LeaveReason, Occupant};
use engine::{Json, Names, Scene, Seat, Seats, Settings, Unnamed, Viewer};
use serde::Serialize;
use std::time::Duration;

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
    /// How many times a seat has moved or left.
    #[serde(skip)]
    pub moves: u64,
    /// For how long the others have waited for the seats whose turn it is, as far as this process knows.
    #[serde(skip)]
    pub waited: Duration,
}

impl Update {
    pub fn has_bot(&self, seat: Seat) -> bool {
        matches!(self.sat.get(seat.index()), Some(Some(Occupant::Bot(_))))
    }

    /// Whether a person plays on this seat, and neither has left nor has a stand-in.
    pub fn is_played_by_person(&self, seat: Seat) -> bool {
        self.over.is_none()
            && matches!(self.sat.get(seat.index()), Some(Some(Occupant::Player(_))))
            && !self.left.iter().any(|(left, _)| *left == seat)
    }

    /// The seats that people play on.
    pub fn seats_of_people(&self) -> impl Iterator<Item = Seat> {
        let seats = (0..).map(Seat).take(self.sat.len());
        seats.filter(|seat| self.is_played_by_person(*seat))
    }
}

/// Where a match stands: enough to see whether it has changed, without its views.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchStatus {
    /// The last entry.
    pub seq: u64,
    /// Whether the match is over.
    pub over: bool,
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
            moves: self.moves,
            waited: self.waited,
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
