//! The rules of every game, with types: repeats the moves of a bot.

use super::{Approach, Figure};
use engine::{Budget, Chance, Cx, Game, Match, Minds, Seat, Settings, Viewer};
use games::{builder, hand, junior, wampus, wizards, wordle};
use std::hint::black_box;
use std::sync::Arc;
use words::Lexicon;

pub(super) fn wordle() -> Figure {
    steps::<wordle::Wordle>("guesses in Wordle, marked strictly", &[("marking", "strict")], 1)
}

pub(super) fn wampus() -> Figure {
    steps::<wampus::Wampus>("moves in Hunt the Wampus", &[], 1)
}

pub(super) fn wizards() -> Figure {
    steps::<wizards::Wizards>("guesses in Wizards", &[], 1)
}

/// Hands that are too large for computing par at the end.
pub(super) fn hand() -> Figure {
    steps::<hand::Hand>("words in Hand, par left out", &[("size", "13")], 1)
}

pub(super) fn junior() -> Figure {
    steps::<junior::Junior>("moves in Scrabble Junior", &[], 2)
}

pub(super) fn builder() -> Figure {
    steps::<builder::Builder>("edits in the Builder", &[], 1)
}

fn steps<G: Minds>(what: &'static str, set: &[(&str, &str)], seats: u8) -> Figure {
    const MATCHES: u32 = 200;
    let (dealt, moves) = played::<G>(set, seats).unwrap_or_default();
    let many = MATCHES * (moves.len() as u32).max(1);
    let ours = Approach::new("typed", many, move || {
        for dealt in std::iter::repeat_n(&dealt, MATCHES as usize).flatten() {
            let mut game = dealt.clone();
            for (seat, action) in &moves {
                let _ = black_box(game.play(*seat, action.clone()));
            }
        }
    });
    Figure { what, ways: vec![ours] }
}

/// A match after its deal, and the moves of the weakest bot in it.
type Moves<G> = (Option<Match<G>>, Vec<(Seat, <G as Game>::Action)>);

fn played<G: Minds>(set: &[(&str, &str)], seats: u8) -> Option<Moves<G>> {
    let words = Arc::new(Lexicon::builtin().clone());
    let given: Vec<_> =
        set.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let setup = Settings::read::<G::Setup>(&given).ok()?.setup().ok()?;
    let (dealt, _) = Match::<G>::open(&setup, seats, 1, Arc::clone(&words)).ok()?;
    let (_, bot) = G::BOTS.first()?;
    let (mut game, mut moves) = (dealt.clone(), Vec::new());
    while let Some(seat) = game.to_act().iter().next().filter(|_| moves.len() < 1_000) {
        let mut cx = Cx::new(&words, Chance::new(2, moves.len() as u64), Budget::default());
        let action = bot(&game.view(Viewer::Seat(seat)), &mut cx);
        game.act(seat, action.clone()).ok()?;
        moves.push((seat, action));
    }
    Some((Some(dealt), moves))
}
