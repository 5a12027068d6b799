//! The Builder: a board of 15 by 15 filled with a hundred letters.

use super::{Approach, Figure};
use engine::{Match, Seat};
use games::builder::{Action, Builder, Setup};
use std::hint::black_box;
use std::sync::Arc;
use words::Lexicon;

pub(super) fn fill() -> Figure {
    /// This many words have at least a hundred letters.
    const WORDS: u16 = 32;
    let words = Arc::new(Lexicon::builtin().clone());
    let setup = Setup { rows: 15, cols: 15, ..Setup::default() };
    let mut seed = 0;
    let ours = Approach::new("fill", 1, move || {
        seed += 1;
        if let Ok((mut game, _)) = Match::<Builder>::open(&setup, 1, seed, Arc::clone(&words)) {
            let _ = black_box(game.act(Seat(0), Action::Fill(WORDS)));
        }
    });
    Figure { what: "a board of 15 by 15 with 100 letters", ways: vec![ours] }
}
