//! The time to compute par, the best possible total of a hand, in both forms, for hands as they are dealt.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use divan::Bencher;
use engine::Match;
use games::hand::{Hand, Setup, solver::par::par};
use std::sync::Arc;
use words::Lexicon;

fn main() {
    divan::main();
}

/// The time for one hand of this size, over many different hands.
#[divan::bench(args = [7, 12], sample_count = 200, sample_size = 1)]
fn hands(bencher: Bencher, size: u8) {
    let words = Arc::new(Lexicon::builtin().clone());
    let setup = Setup { hands: Some(100), size, ..Setup::default() };
    let (_, events) = Match::<Hand>::open(&setup, 1, 1, Arc::clone(&words)).expect("a valid setup");
    let hands = events
        .into_iter()
        .find_map(|event| match event {
            games::hand::Event::Dealt { hands, .. } => Some(hands),
            _ => None,
        })
        .expect("there are hands");
    // Build the index of words first: it is built once, so it isn't part of the time of a hand.
    par("aeiou", &words);
    let mut next = hands.iter().cycle();
    bencher.bench_local(|| par(next.next().expect("a cycle never ends"), &words));
}
