//! Skins: how a game looks at its best, a file for each. Without one a game is drawn from its scene alone, by
//! `plain`, and can be played to its end.
//!
//! To give a game a skin: write `skin/GAME.rs` with a type that implements [`Skin`], add its module and its
//! line in [`of`] here, and add the game's screens to `tests/screens.rs`.
//!
//! A skin draws a [`Table`] and may add keys of its own; typing, choosing, clicking on cells and sending lines
//! are the table's work. What can be clicked is noted with `canvas.hit` while it is drawn.

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

/// How a game looks.
pub(crate) trait Skin {
    /// Draws the match.
    fn draw(&self, match_view: &MatchView, context: &PageContext, canvas: &mut Canvas);

    /// Keys besides those of the scene, or in their place.
    fn binds(&self, _: &MatchView) -> Vec<KeyBinding> {
        Vec::new()
    }

    /// Does something of its own. `None`: the table sees to it.
    fn update(
        &mut self,
        _: &UiAction,
        _: &mut MatchView,
        _: &mut PageContext,
    ) -> Option<Vec<Effect>> {
        None
    }

    /// The match has begun or gone on.
    fn on_update(&mut self, _: &mut MatchView, _: &PageContext) -> Vec<Effect> {
        Vec::new()
    }

    /// Hears what the hall says to nobody but this game.
    fn on_reply(&mut self, _: HallReply, _: &mut MatchView, _: &PageContext) -> Vec<Effect> {
        Vec::new()
    }

    /// May whoever sits here not see the table now? Then only the skin's own keys work.
    fn is_covered(&self, _: &MatchView) -> bool {
        false
    }

    /// How long after an update things move.
    fn animation_time(&self, _: &MatchView) -> Duration {
        Duration::ZERO
    }

    /// What can be shown to others when it is over.
    fn share(&self, _: &MatchView, _: &PageContext) -> Option<Share> {
        None
    }
}

/// What is shown to others, in two forms: not everybody sees squares.
pub(crate) struct Share {
    /// The form in which it is shown.
    pub(crate) text: String,
    /// The other one.
    pub(crate) other: String,
    /// What the key says that shows the other form, and what it says then.
    pub(crate) instead: (&'static str, &'static str),
}

/// The skin of a game.
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
