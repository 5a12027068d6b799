//! Wordle: marking all pairs of words in two ways, and searching for strategies. The marks are checked before anything
//! is timed.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use games::wordle::Marking;
use games::wordle::solver::search::{Lists, NO_BUDGET, Search, SearchContext};
use games::wordle::solver::work;

fn main() {
    verify();
    divan::main();
}

const MARKINGS: [Marking; 2] = [Marking::Strict, Marking::Lenient];

fn verify() {
    let fives = work::fives();
    for marking in MARKINGS {
        let (matrix, plain) = (work::matrix(marking, &fives), work::plain(marking, &fives));
        assert!(work::alike(&matrix, &plain, fives.1.len()));
    }
}

#[divan::bench(args = MARKINGS)]
fn matrix(bencher: Bencher, marking: Marking) {
    let fives = work::fives();
    let pairs = fives.0.len() * fives.1.len();
    bencher.counter(ItemsCount::new(pairs)).bench_local(|| work::matrix(marking, &fives));
}

#[divan::bench(args = MARKINGS, sample_count = 5, sample_size = 1)]
fn plain(bencher: Bencher, marking: Marking) {
    let fives = work::fives();
    let pairs = fives.0.len() * fives.1.len();
    bencher.counter(ItemsCount::new(pairs)).bench_local(|| work::plain(marking, &fives));
}

/// The best strategy that starts with TRACE, on one core, from the lists to the total.
#[divan::bench(args = MARKINGS, sample_count = 5, sample_size = 1)]
fn strategy(bencher: Bencher, marking: Marking) {
    let (guesses, answers) = work::fives();
    bencher.bench_local(|| {
        let lists = Lists::new(5, &answers, &guesses);
        let search = Search::new(lists, marking, false).expect("the lists can be searched");
        let mut context = SearchContext::new(&search, |_| true);
        let trace = search.lists().find("trace").expect("it is in the list");
        search.cost(&search.start(6), trace, NO_BUDGET, &mut context)
    });
}
