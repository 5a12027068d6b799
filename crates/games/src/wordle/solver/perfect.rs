//! The best play. For the built-in words of five letters without hard mode, the program contains a complete strategy
//! for each way of marking, made by `lexicade solve wordle --polite --open WORD --tree FILE` and checked by `--check`.
//! In other cases the best guess is searched for within the budget.

use super::search::{Lists, NO_BUDGET, Search, SearchContext};
use super::{Candidates, strategy};
use crate::wordle::{Marking, View};
use engine::Cx;

const LENIENT: &str = include_str!("strategies/lenient.txt");
const STRICT: &str = include_str!("strategies/strict.txt");

/// This many steps of the search cost as much as marking one guess: a step looks marks up and compares no letters.
const CHEAP: u64 = 16;

/// The built-in strategy, as text.
pub fn strategy(marking: Marking) -> &'static str {
    match marking {
        Marking::Lenient => LENIENT,
        Marking::Strict => STRICT,
    }
}

/// The next guess of the built-in strategy, if the guesses so far follow it.
pub(in crate::wordle) fn known(view: &View, cx: &Cx) -> Option<String> {
    let usual = cx.words.is_builtin() && view.length == 5 && view.tries >= 6 && !view.hard;
    let text = usual.then(|| strategy(view.marking))?;
    strategy::next(text, &view.guesses).map(str::to_owned)
}

/// The best guess by search: the one that finds all words with the fewest guesses, or most of them if the attempts are
/// too few. `None` if the budget or `max_steps` is used up first.
pub(in crate::wordle) fn searched(
    view: &View,
    candidates: &Candidates,
    max_steps: u64,
    cx: &mut Cx,
) -> Option<String> {
    if !candidates.complete || candidates.words.len() < 2 {
        return None;
    }
    let list = cx.words;
    let mut allowed = Vec::new();
    list.of_length(view.length.into(), |word| {
        if list.fit_at(word.index) {
            allowed.push(word.text.to_owned());
        }
    });
    let pairs = (candidates.words.len() * allowed.len()) as u64;
    if pairs > max_steps || !cx.spend(pairs / CHEAP) {
        return None;
    }
    let lists = Lists::new(view.length.into(), &candidates.words, &allowed);
    let search = Search::new(lists, view.marking, view.hard).ok()?;
    let state = view.guesses.iter().fold(search.start(view.tries.into()), |state, row| {
        search.after_marks(&state, &row.word, row.marks.code())
    });
    let mut left = max_steps - pairs;
    let mut context = SearchContext::new(&search, |steps| {
        left = left.saturating_sub(steps);
        left > 0 && cx.spend(steps / CHEAP)
    });
    let guess = match search.solve(&state, NO_BUDGET, &mut context).ok()? {
        Some((_, guess)) => guess,
        None => search.rank_guesses_when_few(&state, 1, &mut context).first()?.guess,
    };
    search.lists().guesses().get(guess as usize).cloned()
}

/// The best guess that can be found: from the strategy, by search, or by how well a guess splits the words.
pub(in crate::wordle) fn best(
    view: &View,
    candidates: &Candidates,
    max_steps: u64,
    cx: &mut Cx,
) -> Option<String> {
    if let Some(word) = known(view, cx) {
        return Some(word);
    }
    let sharpest = super::sharpest(view, candidates, cx);
    if super::left(view) <= 1 {
        return sharpest;
    }
    searched(view, candidates, max_steps, cx).or(sharpest)
}
