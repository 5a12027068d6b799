//! The games, one folder each: the types in `mod.rs`, the rules in `rules.rs`, what players read and type in `face.rs`,
//! bots and hints in `minds.rs`. What bots and hints compute with is in `solver`; the rules can be read without it. For
//! players: the rules in `RULES.md`, help for the terminal in `TERMINAL.md` and for the page in `PAGE.md`.
//!
//! To add a game, copy `null`, and add its two lines here.

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

/// All games. [`null`] is the template, and players don't see it.
#[rustfmt::skip] // One line per game.
pub static GAMES: &[&dyn AnyGame] = &[
    &Erased::<wizards::Wizards>::new(),
    &Erased::<hand::Hand>::new(),
    &Erased::<wampus::Wampus>::new(),
    &Erased::<junior::Junior>::new(),
    &Erased::<builder::Builder>::new(),
    &Erased::<wordle::Wordle>::new(),
    &Erased::<null::Null>::new(),
];

/// The game with this id.
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == id)
}

#[cfg(test)]
mod tests {
    use super::GAMES;

    /// The rules name nothing to type or to tap; each manual adds what its players do.
    #[test]
    fn the_terminal_and_the_page_have_their_own_manual() {
        for game in GAMES {
            let info = game.info();
            let (terminal, page) = (info.terminal_manual(), info.page_manual());
            for manual in [&terminal, &page] {
                assert!(manual.starts_with(info.manual), "{}", info.id);
            }
            assert!(terminal.contains("## In the terminal"), "{}", info.id);
            assert!(page.contains("## On the page"), "{}", info.id);
            assert!(!page.contains("--set"), "{}", info.id);
        }
    }

    /// These tables take long to compute, so the program contains them. They must not make it much larger.
    #[test]
    fn built_in_tables_take_less_than_two_megabytes() {
        let sizes = [
            include_bytes!("wampus/solver/plans.table").len(),
            include_bytes!("wordle/solver/strategies/lenient.txt").len(),
            include_bytes!("wordle/solver/strategies/strict.txt").len(),
        ];
        assert!(sizes.iter().sum::<usize>() < 2_000_000, "{sizes:?}");
    }
}
