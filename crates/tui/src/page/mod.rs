//! Pages, one file each. A page lists its keys, handles actions and replies, and draws itself; it never waits,
//! and asks for everything else by effects.

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

/// The page that sets up a match of this game.
pub(crate) fn setup_page(game: &'static dyn AnyGame) -> Box<dyn AppPage> {
    match game.info().id {
        "wizards" => Box::new(levels::LevelsPage::new(game)),
        _ => Box::new(setup::SetupPage::new(game)),
    }
}

/// A page of the full screen.
pub(crate) trait AppPage {
    fn title(&self, context: &PageContext) -> String;

    /// The keys that work here, besides `?`, Esc and `q`.
    fn binds(&self, context: &PageContext) -> Vec<KeyBinding>;

    /// Whether letters are text here, so that `q` doesn't quit.
    fn takes_text(&self) -> bool {
        false
    }

    /// Whether there is a text field to paste into.
    fn has_field(&self) -> bool {
        self.takes_text()
    }

    /// Whether the screen has just changed so much that no key can be meant for it. Only `?` and Esc work then.
    fn ignores_keys(&self, _: &PageContext) -> bool {
        false
    }

    /// The game that this page opens. The app shows its introduction first, if the player hasn't seen it.
    fn opens_game(&self) -> Option<&'static dyn AnyGame> {
        None
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect>;

    fn on_reply(&mut self, _: HallReply, _: &mut PageContext) -> Vec<Effect> {
        Vec::new()
    }

    /// Draws the page into the area between title and footer.
    fn draw(&self, context: &PageContext, canvas: &mut Canvas);

    /// When the page has to be redrawn without an event.
    fn wake(&self, _: &PageContext) -> Option<Duration> {
        None
    }

    /// Whether it is drawn over the page below.
    fn is_dialog(&self) -> bool {
        false
    }

    /// Called when the page comes to the top, for the first time or again.
    fn opened(&mut self, _: &mut PageContext) -> Vec<Effect> {
        Vec::new()
    }

    /// Called when the page is removed.
    fn closed(&mut self, _: &mut PageContext) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether the page waits for a reply without which keys make no sense yet. Keys and clicks are queued
    /// meanwhile.
    fn is_busy(&self) -> bool {
        false
    }

    /// The unfinished match on this page.
    fn in_match(&self) -> Option<MatchId> {
        None
    }
}
