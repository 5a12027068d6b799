//! Skins: how a game looks at its best, a file for each. Without one a game is drawn from its scene alone, by
//! `plain`, and can be played to its end.
//!
//! To give a game a skin: write `skin/GAME.rs` with a type that implements [`Skin`], add its module and its
//! line in [`of`] here, and add the game's screens to `tests/screens.rs`.
//!
//! A skin draws a [`Table`] and may add keys of its own; typing, choosing, clicking on cells and sending lines
//! are the table's work. What can be clicked is noted with `canvas.hit` while it is drawn.

mod hand;
pub(crate) mod plain;
mod rack;
mod wampus;
mod wizards;
mod wordle;

use crate::action::{Action, Bind, Effect};
use crate::app::Desk;
use crate::canvas::Canvas;
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

    /// How long after an update things move.
    fn moves_for(&self, _: &Table) -> Duration {
        Duration::ZERO
    }

    /// What can be shown to others when it is over.
    fn share(&self, _: &Table, _: &Desk) -> Option<String> {
        None
    }
}

/// The skin of a game.
pub(crate) fn of(game: &str) -> Box<dyn Skin> {
    match game {
        "hand" => Box::new(hand::Hand),
        "wampus" => Box::new(wampus::Wampus::default()),
        "wizards" => Box::new(wizards::Wizards),
        "wordle" => Box::new(wordle::Wordle),
        _ => Box::new(plain::Plain),
    }
}
