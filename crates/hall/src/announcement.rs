//! The sentences about a log entry: those of the game, and one of the server for what a game can't know: that time ran
//! out, or that the match was cancelled.

use crate::LeaveReason;
use engine::{Narration, Seat, Viewer};

/// The sentences about one log entry.
pub(crate) struct Announcement {
    server: Option<(Seat, LeaveReason)>,
    game: Narration,
}

impl Announcement {
    /// Only the sentences of the game.
    pub(crate) fn of(game: Narration) -> Announcement {
        Announcement { server: None, game }
    }

    /// A seat has left. When a match is cancelled, the game's sentences are dropped, since they name the player who
    /// leaves as the loser, and the cancellation is announced only once, though every seat leaves.
    pub(crate) fn of_leaving(
        seat: Seat,
        why: LeaveReason,
        is_first: bool,
        game: Narration,
    ) -> Announcement {
        match why {
            LeaveReason::Resigned => Announcement::of(game),
            LeaveReason::TimedOut => Announcement { server: Some((seat, why)), game },
            LeaveReason::Aborted => {
                Announcement { server: is_first.then_some((seat, why)), game: Narration::default() }
            }
        }
    }

    /// The sentences for this viewer.
    pub(crate) fn to(&self, viewer: Viewer) -> impl Iterator<Item = String> {
        let server = self.server.map(|(seat, why)| {
            let own = viewer.seat() == Some(seat);
            match (why, own) {
                (LeaveReason::Aborted, true) => "You cancelled the match. Nobody wins.".to_owned(),
                (LeaveReason::Aborted, false) => {
                    format!("Player {} cancelled the match. Nobody wins.", seat.0 + 1)
                }
                (_, true) => "You ran out of time.".to_owned(),
                (_, false) => format!("Player {} ran out of time.", seat.0 + 1),
            }
        });
        server.into_iter().chain(self.game.for_viewer(viewer).map(str::to_owned))
    }
}
