//! How many grids of Wizards are made in a second: each around a main word drawn afresh, its words
//! searched, its seed its own. Before anything is timed, grids from the same seeds are checked.

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::Chance;
use games::wizards::check::check;
use games::wizards::generate::deal;
use games::wizards::pool::Pool;
use std::collections::HashSet;
use words::Lexicon;

/// How many grids are made in one go.
const GRIDS: u64 = 1_000;

/// How often that is done.
const GOES: u64 = 20;

fn main() {
    verify();
    divan::main();
}

/// What is timed below makes grids, and good ones: each passes the independent check and is made of
/// words that may be in it, and hardly any two are the same.
fn verify() {
    let (pool, words) = (Pool::builtin(), Lexicon::builtin());
    let mut grids = HashSet::new();
    let mut mains = HashSet::new();
    for seed in 0..GOES * GRIDS {
        let grid = deal(pool, &mut Chance::new(seed, 0)).expect("there is a grid");
        check(&grid).expect("it keeps the rules");
        let good = |text: &str| words.common(text) && words.fit(text);
        assert!(grid.iter().all(|placed| good(placed.word.text())), "{grid:?}");
        mains.insert(grid[0].word);
        grids.insert(grid);
    }
    assert!(grids.len() as u64 > GOES * GRIDS - 20, "only {} grids", grids.len());
    assert!(mains.len() > 3_200, "only {} main words", mains.len());
}

/// As many goes as were checked: every grid that is timed is one of those.
#[divan::bench(sample_count = GOES as u32, sample_size = 1)]
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

/// What the first deal with a list costs beside the grid.
#[divan::bench]
fn pool() -> Pool {
    Pool::of(Lexicon::builtin())
}
