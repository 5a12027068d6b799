//! Pages: what fills the screen, a file each. A page says which keys work on it, takes actions and news, and
//! draws itself; it never waits, and everything that it wants of the world is an effect.

pub(crate) mod keys;
pub(crate) mod levels;
pub(crate) mod list;
pub(crate) mod lobby;
pub(crate) mod manual;
pub(crate) mod matches;
pub(crate) mod play;
pub(crate) mod question;
pub(crate) mod review;
pub(crate) mod settings;
pub(crate) mod setup;
pub(crate) mod stats;
pub(crate) mod task;
pub(crate) mod welcome;

use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::worker::HallReply;
use engine::AnyGame;
use hall::MatchId;
use std::time::Duration;

/// The page before a match of this game.
pub(crate) fn before(game: &'static dyn AnyGame) -> Box<dyn AppPage> {
    match game.info().id {
        "wizards" => Box::new(levels::LevelsPage::new(game)),
        _ => Box::new(setup::SetupPage::new(game)),
    }
}

/// A page.
pub(crate) trait AppPage {
    /// What stands above it.
    fn title(&self, context: &PageContext) -> String;

    /// The keys that work here. `?`, Esc and `q` need not be said.
    fn binds(&self, context: &PageContext) -> Vec<KeyBinding>;

    /// Are letters text here? Then `q` does not quit.
    fn takes_text(&self) -> bool {
        false
    }

    /// Does what is typed go into a field? Only there can something be pasted.
    fn has_field(&self) -> bool {
        self.takes_text()
    }

    /// Is what is seen so new that no key can be meant for it? Then only what asks or goes back is heard.
    fn ignores_keys(&self, _: &PageContext) -> bool {
        false
    }

    /// The game that is opened by it. Whoever has not met it reads first what it is about.
    fn opens_game(&self) -> Option<&'static dyn AnyGame> {
        None
    }

    /// Does something.
    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect>;

    /// Hears what the hall says.
    fn on_reply(&mut self, _: HallReply, _: &mut PageContext) -> Vec<Effect> {
        Vec::new()
    }

    /// Draws itself into the room between title and footer.
    fn draw(&self, context: &PageContext, canvas: &mut Canvas);

    /// When it wants to be drawn again though nothing happens.
    fn wake(&self, _: &PageContext) -> Option<Duration> {
        None
    }

    /// Does it stand over the page below?
    fn is_dialog(&self) -> bool {
        false
    }

    /// It has come to the top: for the first time, or again.
    fn opened(&mut self, _: &mut PageContext) -> Vec<Effect> {
        Vec::new()
    }

    /// It is taken away.
    fn closed(&mut self, _: &mut PageContext) -> Vec<Effect> {
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
