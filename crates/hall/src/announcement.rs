//! The sentences about a log entry: those of the game, and one of the server for what a game can't know: that time ran
//! out, or that the match was cancelled.

use crate::LeaveReason;
use engine::{Narration, Seat, Unnamed, Viewer, mention};

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
    pub(crate) fn to(&self, viewer: Viewer) -> impl Iterator<Item = Unnamed<String>> {
        let server = self.server.map(|(seat, why)| {
            let own = viewer.seat() == Some(seat);
            let player = if own { "You".to_owned() } else { mention(seat).to_string() };
            Unnamed::new(match why {
                LeaveReason::Aborted => format!("{player} cancelled the match. Nobody wins."),
                _ => format!("{player} ran out of time."),
            })
        });
        server.into_iter().chain(self.game.for_viewer(viewer).cloned())
    }
}
