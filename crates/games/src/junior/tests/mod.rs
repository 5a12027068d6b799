//! The rules as stories, recorded matches, twins, and many random matches.

mod bots_and_hints;
mod random;
mod recorded;
mod rules;
mod scenes;
mod strong;
mod twins;

use super::*;
use crate::board::PlacedWord;
use engine::{AnyGame, Bot, Cx, Erased, Face, Game, Match, Minds, Refusal, Scene, Unnamed, Viewer};
use words::Lexicon;

pub(super) static JUNIOR: &dyn AnyGame = &Erased::<Junior>::new();

/// ```text
///   a b c d e
/// A H O U S E
/// B O . . . .
/// C R I V E R
/// D S . . . .
/// E E A G L E
/// ```
pub(super) const RIVER: &str = "5x5 AaHHOUSE AaVHORSE CaHRIVER EaHEAGLE";

pub(super) fn words() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

pub(super) fn at(text: &str) -> At {
    text.parse().unwrap()
}

pub(super) fn setup(board: &str, draws: &str) -> Setup {
    Setup { board: board.into(), draws: Some(draws.into()), ..Setup::default() }
}

/// The sentence about an event, with the numbers of seats.
fn tell(after: &State, event: &Event, viewer: Viewer) -> Option<String> {
    Junior::tell(after, event, viewer).map(|text| Unnamed::new(text).by_seat())
}

/// The scene of a view, with the numbers of seats.
fn scene_of(view: &View) -> Scene {
    Unnamed::new(Junior::scene(view)).by_seat()
}

/// A match that is played with lines.
pub(super) struct Story(pub(super) Match<Junior>);

impl Story {
    pub(super) fn open(board: &str, draws: &str, seats: u8) -> Story {
        Story(Match::open(&setup(board, draws), seats, 1, words()).unwrap().0)
    }

    pub(super) fn view(&self) -> View {
        self.0.view(Viewer::Public)
    }

    fn turn(&self) -> Seat {
        self.0.to_act().iter().next().unwrap()
    }

    /// Plays lines for the acting seats, all of which are accepted; returns the events.
    pub(super) fn play(&mut self, lines: &[&str]) -> Vec<Event> {
        let mut events = Vec::new();
        for line in lines {
            let action = Junior::parse(&self.view(), line).unwrap();
            let result = self.0.act(self.turn(), action);
            events.extend(result.unwrap_or_else(|refusal| panic!("{line}: {refusal}")));
        }
        events
    }

    /// Plays a line that is refused and changes nothing.
    pub(super) fn refused(&mut self, line: &str) -> Refusal {
        let before = self.0.state().clone();
        let refusal = match Junior::parse(&self.view(), line) {
            Ok(action) => self.0.act(self.turn(), action).err(),
            Err(refusal) => Some(refusal),
        };
        assert_eq!(*self.0.state(), before);
        refusal.unwrap_or_else(|| panic!("{line} is accepted"))
    }

    pub(super) fn rack(&self, seat: u8) -> String {
        self.0.state().rack(Seat(seat)).to_owned()
    }
}

/// The view of a match as JSON.
pub(super) fn json(game: &dyn engine::AnyMatch, viewer: Viewer) -> serde_json::Value {
    serde_json::from_str(game.view(viewer).get()).unwrap()
}
