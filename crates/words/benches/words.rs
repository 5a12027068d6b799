//! The speed of the lookups that every move needs, and of reading a whole list.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use divan::{Bencher, black_box};
use words::{Lexicon, Rack};

fn main() {
    divan::main();
}

/// The time of 1,000 lookups: 500 words from all over the list, and 500 that aren't in it.
#[divan::bench]
fn has_1000(bencher: Bencher) {
    let english = Lexicon::builtin();
    let some = (0..500).filter_map(|n| english.word(n * 7919 % english.len() as u32));
    let words: Vec<_> = some.flat_map(|word| [word.clone(), word + "q"]).collect();
    bencher.bench(|| words.iter().filter(|word| english.has(black_box(word))).count());
}

#[divan::bench(args = ["etaoins", "aeiouxz", "qvwkjxz"])]
fn spelt_from_7(letters: &str) -> usize {
    spelt(&Rack::new(black_box(letters), 0).unwrap())
}

#[divan::bench(args = ["etaoin", "qvwkjx"])]
fn spelt_from_6_and_wild(letters: &str) -> usize {
    spelt(&Rack::new(black_box(letters), 1).unwrap())
}

fn spelt(rack: &Rack) -> usize {
    let mut count = 0;
    Lexicon::builtin().spelt_from(rack, |_| count += 1);
    count
}

#[divan::bench]
fn matching(bencher: Bencher) {
    let pattern = "?r??e".parse().unwrap();
    bencher.bench(|| {
        let mut count = 0;
        Lexicon::builtin().matching(black_box(&pattern), |_| count += 1);
        count
    });
}

#[divan::bench]
fn for_each() -> usize {
    let mut letters = 0;
    Lexicon::builtin().for_each(|word| letters += word.text.len());
    letters
}

#[divan::bench]
fn read_sorted(bencher: Bencher) {
    let text = text(|_| 0);
    bencher.bench(|| Lexicon::read(black_box(&text)));
}

#[divan::bench]
fn read_shuffled(bencher: Bencher) {
    let text = text(|n| n.wrapping_mul(0x9e37_79b9));
    bencher.bench(|| Lexicon::read(black_box(&text)));
}

/// As many words as the largest lists have, and random, so that no endings are shared. This takes about a third of a
/// second and must stay below one.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn read_600_000(bencher: Bencher) {
    let mut state = 1u64;
    let mut random = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut text = Vec::new();
    for _ in 0..600_000 {
        text.extend((0..4 + random(9)).map(|_| b'a' + random(26) as u8));
        text.push(b'\n');
    }
    bencher.bench(|| Lexicon::read(black_box(&text)));
}

/// The built-in list as a file, ordered by a key.
fn text(key: impl Fn(u32) -> u32) -> Vec<u8> {
    let mut words: Vec<_> = (0u32..).zip(Lexicon::builtin().words()).collect();
    words.sort_by_key(|(n, _)| key(*n));
    words.iter().flat_map(|(_, word)| [word.as_str(), "\n"]).collect::<String>().into_bytes()
}
