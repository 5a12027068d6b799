//! The games of the house, a folder each: the rules in `mod.rs`, what people see and type in
//! `face.rs`, bots and hints in `bots.rs`, the rules for players in `RULES.md`.
//!
//! To add a game, copy `null`, and add its two lines here.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

use engine::{AnyGame, Erased};

pub mod board;
pub mod builder;
pub mod daily;
pub mod hand;
pub mod junior;
pub mod null;
pub mod wampus;
pub mod wizards;
pub mod wordle;

/// Every game there is; [`null`] is the template and is not offered to players.
#[rustfmt::skip] // A game is a line.
pub static GAMES: &[&dyn AnyGame] = &[
    &Erased::<wizards::Wizards>::new(),
    &Erased::<hand::Hand>::new(),
    &Erased::<wampus::Wampus>::new(),
    &Erased::<junior::Junior>::new(),
    &Erased::<builder::Builder>::new(),
    &Erased::<wordle::Wordle>::new(),
    &Erased::<null::Null>::new(),
];

/// The game with this short name.
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == id)
}

#[cfg(test)]
mod tests {
    /// What takes long to make is made before and built in, as long as that is small.
    #[test]
    fn what_is_built_in_takes_less_than_two_megabytes() {
        let all = [
            include_bytes!("wampus/solver/plans.table").len(),
            include_bytes!("wordle/strategies/lenient.txt").len(),
            include_bytes!("wordle/strategies/strict.txt").len(),
        ];
        assert!(all.iter().sum::<usize>() < 2_000_000, "{all:?}");
    }
}
