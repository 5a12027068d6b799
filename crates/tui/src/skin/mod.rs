//! Skins, one file each: how a game looks at its best. A game without a skin is drawn from its scene by
//! `plain`, and can be played to its end.
//!
//! To give a game a skin: write `skin/GAME.rs` with a type that implements [`Skin`], add its module and its
//! line in [`of`] here, and add the game's screens to `tests/screens.rs`.
//!
//! A skin draws a [`MatchView`] and may add keys; typing, choosing, clicking on cells and sending lines are
//! handled by the view. Clickable areas are recorded with `canvas.hit` while they are drawn.

mod board;
mod builder;
mod hand;
mod junior;
pub(crate) mod plain;
mod rack;
mod wampus;
mod wizards;
mod wordle;

use crate::action::{Effect, KeyBinding, UiAction};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::match_view::MatchView;
use crate::worker::HallReply;
use std::time::Duration;

pub(crate) trait Skin {
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas);

    /// Keys in addition to those of the scene, or in their place.
    fn binds(&self, _: &MatchView) -> Vec<KeyBinding> {
        Vec::new()
    }

    /// Handles the skin's own actions; `None` leaves the action to the match view.
    fn update(
        &mut self,
        _: &UiAction,
        _: &mut MatchView,
        _: &mut PageContext,
    ) -> Option<Vec<Effect>> {
        None
    }

    /// Called after the first update and after each later one.
    fn on_update(&mut self, _: &mut MatchView, _: &PageContext) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles replies that only this game asks for.
    fn on_reply(&mut self, _: HallReply, _: &mut MatchView, _: &PageContext) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether the match is hidden from the player at the keyboard. Then only the skin's own keys work.
    fn is_covered(&self, _: &MatchView) -> bool {
        false
    }

    /// How long things move after an update.
    fn animation_time(&self, _: &MatchView) -> Duration {
        Duration::ZERO
    }

    /// The text to share after the end.
    fn share(&self, _: &MatchView, _: &PageContext) -> Option<Share> {
        None
    }
}

/// A result to share, as squares and as letters, because some terminals can't show squares.
pub(crate) struct Share {
    /// The form that is shown.
    pub(crate) text: String,
    /// The other form.
    pub(crate) other: String,
    /// The labels of the key that switches: now, and after switching.
    pub(crate) instead: (&'static str, &'static str),
}

/// The skin of a game, by its id.
pub(crate) fn of(game: &str) -> Box<dyn Skin> {
    match game {
        "builder" => Box::new(builder::BuilderSkin::default()),
        "hand" => Box::new(hand::HandSkin),
        "junior" => Box::new(junior::JuniorSkin::default()),
        "wampus" => Box::new(wampus::WampusSkin::default()),
        "wizards" => Box::new(wizards::WizardsSkin),
        "wordle" => Box::new(wordle::WordleSkin),
        _ => Box::new(plain::PlainSkin),
    }
}
