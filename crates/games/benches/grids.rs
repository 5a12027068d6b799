//! The number of Wizards grids that are generated per second, each with its own seed and a random main word. Grids from
//! the same seeds are checked before anything is timed.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::Chance;
use games::wizards::check::check;
use games::wizards::generate::deal;
use games::wizards::pool::Pool;
use std::collections::HashSet;
use words::Lexicon;

/// The number of grids in one sample.
const GRIDS: u64 = 1_000;

/// The number of samples.
const SAMPLES: u64 = 20;

fn main() {
    verify();
    divan::main();
}

/// Checks that the generator makes good grids: each passes the independent check and has only words that are common and
/// fit to be shown, and hardly any two are equal.
fn verify() {
    let (pool, words) = (Pool::builtin(), Lexicon::builtin());
    let mut grids = HashSet::new();
    let mut mains = HashSet::new();
    for seed in 0..SAMPLES * GRIDS {
        let grid = deal(pool, &mut Chance::new(seed, 0)).expect("there is a grid");
        check(&grid).expect("the grid follows the rules");
        let good = |text: &str| words.common(text) && words.fit(text);
        assert!(grid.iter().all(|placed| good(placed.word.text())), "{grid:?}");
        mains.insert(grid[0].word);
        grids.insert(grid);
    }
    assert!(grids.len() as u64 > SAMPLES * GRIDS - 20, "only {} grids", grids.len());
    assert!(mains.len() > 3_200, "only {} main words", mains.len());
}

/// Times the same grids that were checked.
#[divan::bench(sample_count = SAMPLES as u32, sample_size = 1)]
fn grids(bencher: Bencher) {
    let pool = Pool::builtin();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(GRIDS)).bench_local(|| {
        let seeds = seed..seed + GRIDS;
        seed += GRIDS;
        let made = seeds.filter(|&seed| deal(pool, &mut Chance::new(seed, 0)).is_ok()).count();
        assert_eq!(made as u64, GRIDS);
    });
}

/// The additional cost of the first deal with a word list.
#[divan::bench]
fn pool() -> Pool {
    Pool::of(Lexicon::builtin())
}
