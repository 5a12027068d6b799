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

use crate::action::{Action, Bind, Effect};
use crate::app::Desk;
use crate::canvas::Canvas;
use crate::link::Said;
use crate::table::Table;
use std::time::Duration;

/// How a game looks.
pub(crate) trait Skin {
    /// Draws the match.
    fn draw(&self, table: &Table, desk: &Desk, canvas: &mut Canvas);

    /// Keys besides those of the scene, or in their place.
    fn binds(&self, _: &Table) -> Vec<Bind> {
        Vec::new()
    }

    /// Does something of its own. `None`: the table sees to it.
    fn update(&mut self, _: &Action, _: &mut Table, _: &mut Desk) -> Option<Vec<Effect>> {
        None
    }

    /// The match has begun or gone on.
    fn took(&mut self, _: &mut Table, _: &Desk) -> Vec<Effect> {
        Vec::new()
    }

    /// Hears what the hall says to nobody but this game.
    fn hear(&mut self, _: Said, _: &mut Table, _: &Desk) -> Vec<Effect> {
        Vec::new()
    }

    /// May whoever sits here not see the table now? Then only the skin's own keys work.
    fn is_covered(&self, _: &Table) -> bool {
        false
    }

    /// How long after an update things move.
    fn moves_for(&self, _: &Table) -> Duration {
        Duration::ZERO
    }

    /// What can be shown to others when it is over.
    fn share(&self, _: &Table, _: &Desk) -> Option<Share> {
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
        "builder" => Box::new(builder::Builder::default()),
        "hand" => Box::new(hand::Hand),
        "junior" => Box::new(junior::Junior::default()),
        "wampus" => Box::new(wampus::Wampus::default()),
        "wizards" => Box::new(wizards::Wizards),
        "wordle" => Box::new(wordle::Wordle),
        _ => Box::new(plain::Plain),
    }
}
