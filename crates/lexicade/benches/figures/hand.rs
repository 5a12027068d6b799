//! Hand: the best possible total of dealt hands.

use super::{Approach, Figure};
use engine::Match;
use games::hand::{Event, Hand, Setup, solver::par::par};
use std::hint::black_box;
use std::sync::Arc;
use words::Lexicon;

pub(super) fn par_of_7() -> Figure {
    of_size("par of a hand of 7 letters", 7, 50)
}

pub(super) fn par_of_12() -> Figure {
    of_size("par of a hand of 12 letters", 12, 5)
}

fn of_size(what: &'static str, size: u8, many: u8) -> Figure {
    let words = Arc::new(Lexicon::builtin().clone());
    let setup = Setup { hands: Some(many), size, ..Setup::default() };
    let opened = Match::<Hand>::open(&setup, 1, 1, Arc::clone(&words));
    let events = opened.map(|(_, events)| events).unwrap_or_default();
    let hands = events.into_iter().find_map(|event| match event {
        Event::Dealt { hands, .. } => Some(hands),
        _ => None,
    });
    let hands = hands.unwrap_or_default();
    let ours = Approach::new("par", many.into(), move || {
        hands.iter().for_each(|hand| drop(black_box(par(hand, &words))));
    });
    Figure { what, ways: vec![ours] }
}
