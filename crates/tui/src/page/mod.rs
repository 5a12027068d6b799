//! Pages: what fills the screen, a file each. A page says which keys work on it, takes actions and news, and
//! draws itself; it never waits, and everything that it wants of the world is an effect.

pub(crate) mod keys;
pub(crate) mod levels;
pub(crate) mod list;
pub(crate) mod lobby;
pub(crate) mod manual;
pub(crate) mod matches;
pub(crate) mod options;
pub(crate) mod play;
pub(crate) mod question;
pub(crate) mod review;
pub(crate) mod setup;
pub(crate) mod stats;
pub(crate) mod task;
pub(crate) mod welcome;

use crate::action::{Action, Bind, Effect};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::link::Said;
use engine::AnyGame;
use hall::MatchId;
use std::time::Duration;

/// The page before a match of this game.
pub(crate) fn before(game: &'static dyn AnyGame) -> Box<dyn Page> {
    match game.info().id {
        "wizards" => Box::new(levels::Levels::new(game)),
        _ => Box::new(setup::Setup::new(game)),
    }
}

/// A page.
pub(crate) trait Page {
    /// What stands above it.
    fn title(&self, desk: &Desk) -> String;

    /// The keys that work here. `?`, Esc and `q` need not be said.
    fn binds(&self, desk: &Desk) -> Vec<Bind>;

    /// Are letters text here? Then `q` does not quit.
    fn types(&self) -> bool {
        false
    }

    /// Does what is typed go into a field? Only there can something be pasted.
    fn has_field(&self) -> bool {
        self.types()
    }

    /// Is what is seen so new that no key can be meant for it? Then only what asks or goes back is heard.
    fn rests(&self, _: &Desk) -> bool {
        false
    }

    /// The game that is opened by it. Whoever has not met it reads first what it is about.
    fn opens(&self) -> Option<&'static dyn AnyGame> {
        None
    }

    /// Does something.
    fn update(&mut self, action: Action, desk: &mut Desk) -> Vec<Effect>;

    /// Hears what the hall says.
    fn hear(&mut self, _: Said, _: &mut Desk) -> Vec<Effect> {
        Vec::new()
    }

    /// Draws itself into the room between title and footer.
    fn draw(&self, desk: &Desk, canvas: &mut Canvas);

    /// When it wants to be drawn again though nothing happens.
    fn wake(&self, _: &Desk) -> Option<Duration> {
        None
    }

    /// Does it stand over the page below?
    fn is_dialog(&self) -> bool {
        false
    }

    /// It has come to the top: for the first time, or again.
    fn opened(&mut self, _: &mut Desk) -> Vec<Effect> {
        Vec::new()
    }

    /// It is taken away.
    fn closed(&mut self, _: &mut Desk) -> Vec<Effect> {
        Vec::new()
    }

    /// Is an answer waited for, without which no key has a meaning yet? Then keys and clicks wait too, so that
    /// none is lost.
    fn is_busy(&self) -> bool {
        false
    }

    /// The match that is played on it.
    fn in_match(&self) -> Option<MatchId> {
        None
    }
}
