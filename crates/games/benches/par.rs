//! How long par takes: the best possible total of a hand, in both forms, for hands as they are dealt.

use divan::Bencher;
use engine::Match;
use games::hand::{Hand, Setup, par::par};
use std::sync::Arc;
use words::Lexicon;

fn main() {
    divan::main();
}

/// A hand of this size after the other; the time is that of one.
#[divan::bench(args = [7, 12], sample_count = 200, sample_size = 1)]
fn hands(bencher: Bencher, size: u8) {
    let words = Arc::new(Lexicon::builtin().clone());
    let setup = Setup { hands: Some(100), size, ..Setup::default() };
    let (_, events) = Match::<Hand>::open(&setup, 1, 1, Arc::clone(&words)).expect("it is dealt");
    let hands = events
        .into_iter()
        .find_map(|event| match event {
            games::hand::Event::Dealt { hands, .. } => Some(hands),
            _ => None,
        })
        .expect("there are hands");
    // What is made once is not the time of a hand.
    par("aeiou", &words);
    let mut next = hands.iter().cycle();
    bencher.bench_local(|| par(next.next().expect("it never ends"), &words));
}
