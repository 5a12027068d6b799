//! What an entry of the log says: the sentences of the game, and one of the house where a game cannot know what
//! happened: that time ran out, or that a match was called off.

use crate::Why;
use engine::{Narration, Seat, Viewer};

/// What an entry says.
pub(crate) struct Spoken {
    house: Option<(Seat, Why)>,
    game: Narration,
}

impl Spoken {
    /// What the game says, and nothing else.
    pub(crate) fn of(game: Narration) -> Spoken {
        Spoken { house: None, game }
    }

    /// A seat has left. To the game whoever leaves loses; that is not so when the match is called off, and then it is
    /// not asked. It is said once, however many have to leave.
    pub(crate) fn of_leaving(seat: Seat, why: Why, is_first: bool, game: Narration) -> Spoken {
        match why {
            Why::Resigned => Spoken::of(game),
            Why::TimedOut => Spoken { house: Some((seat, why)), game },
            Why::Aborted => {
                Spoken { house: is_first.then_some((seat, why)), game: Narration::default() }
            }
        }
    }

    /// What this viewer is told.
    pub(crate) fn to(&self, viewer: Viewer) -> impl Iterator<Item = String> {
        let house = self.house.map(|(seat, why)| {
            let own = viewer.seat() == Some(seat);
            match (why, own) {
                (Why::Aborted, true) => "You call the match off; nobody has won.".to_owned(),
                (Why::Aborted, false) => {
                    format!("Player {} calls the match off; nobody has won.", seat.0 + 1)
                }
                (_, true) => "Your time has run out.".to_owned(),
                (_, false) => format!("The time of Player {} has run out.", seat.0 + 1),
            }
        });
        house.into_iter().chain(self.game.for_viewer(viewer).map(str::to_owned))
    }
}
