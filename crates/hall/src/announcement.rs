//! What an entry of the log says: the sentences of the game, and one of the house where a game cannot know what
//! happened: that time ran out, or that a match was called off.

use crate::LeaveReason;
use engine::{Narration, Seat, Viewer};

/// What an entry says.
pub(crate) struct Announcement {
    server: Option<(Seat, LeaveReason)>,
    game: Narration,
}

impl Announcement {
    /// What the game says, and nothing else.
    pub(crate) fn of(game: Narration) -> Announcement {
        Announcement { server: None, game }
    }

    /// A seat has left. To the game whoever leaves loses; that is not so when the match is called off, and then it is
    /// not asked. It is said once, however many have to leave.
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

    /// What this viewer is told.
    pub(crate) fn to(&self, viewer: Viewer) -> impl Iterator<Item = String> {
        let house = self.server.map(|(seat, why)| {
            let own = viewer.seat() == Some(seat);
            match (why, own) {
                (LeaveReason::Aborted, true) => {
                    "You call the match off; nobody has won.".to_owned()
                }
                (LeaveReason::Aborted, false) => {
                    format!("Player {} calls the match off; nobody has won.", seat.0 + 1)
                }
                (_, true) => "Your time has run out.".to_owned(),
                (_, false) => format!("The time of Player {} has run out.", seat.0 + 1),
            }
        });
        house.into_iter().chain(self.game.for_viewer(viewer).map(str::to_owned))
    }
}
