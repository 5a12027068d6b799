//! The games of the house, a folder each: the rules in `mod.rs`, what people see and type in
//! `face.rs`, bots and hints in `bots.rs`, the rules for players in `RULES.md`.
//!
//! To add a game, copy `null`, and add its two lines here.

use engine::{AnyGame, Erased};

pub mod null;
pub mod wizards;

/// Every game there is; [`null`] is the template and is not offered to players.
pub static GAMES: &[&dyn AnyGame] =
    &[&Erased::<null::Null>::new(), &Erased::<wizards::Wizards>::new()];

/// The game with this short name.
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == id)
}
