//! Wordle: marking all pairs of words, with vectors and one by one; and a complete strategy.

use super::{Approach, Figure};
use games::wordle::Marking;
use games::wordle::solver::search::{Lists, NO_BUDGET, Search, SearchContext};
use games::wordle::solver::work;
use std::hint::black_box;
use std::rc::Rc;

pub(super) fn strict_matrix() -> Figure {
    matrix("all words marked against all, strictly", Marking::Strict)
}

pub(super) fn lenient_matrix() -> Figure {
    matrix("the same with lenient marking", Marking::Lenient)
}

fn matrix(what: &'static str, marking: Marking) -> Figure {
    let fives = Rc::new(work::fives());
    let again = Rc::clone(&fives);
    let ways = vec![
        Approach::new("vectors", 1, move || {
            drop(black_box(work::matrix(marking, &fives)));
        }),
        Approach::new("one pair after the other", 1, move || {
            drop(black_box(work::plain(marking, &again)));
        }),
    ];
    Figure { what, ways }
}

/// From the lists to the total, on one core.
pub(super) fn strategy() -> Figure {
    let (guesses, answers) = work::fives();
    let ours = Approach::new("search", 1, move || {
        let lists = Lists::new(5, &answers, &guesses);
        let Ok(search) = Search::new(lists, Marking::Strict, false) else { return };
        let mut mind = SearchContext::new(&search, |_| true);
        if let Some(trace) = search.lists().find("trace") {
            let _ = black_box(search.cost(&search.start(6), trace, NO_BUDGET, &mut mind));
        }
    });
    Figure { what: "the best strategy that begins with TRACE", ways: vec![ours] }
}
