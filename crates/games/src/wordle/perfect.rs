//! The best play there is. For the built-in words of five letters in normal play it lies in the program, a whole
//! strategy for each way of marking, made by `lexicade solve wordle --polite --open WORD --tree FILE` and checked
//! by `--check`. Elsewhere it is searched for, as far as the budget goes.

use super::search::{Lists, NO_BUDGET, Search, SearchContext};
use super::solver::{self, Candidates};
use super::{Marking, View, strategy};
use engine::Cx;

const LENIENT: &str = include_str!("strategies/lenient.txt");
const STRICT: &str = include_str!("strategies/strict.txt");

/// So many steps of the search, which adds marks up and compares no letters, cost as much as one guess marked.
const CHEAP: u64 = 16;

/// The text of the strategy for the built-in list.
pub fn strategy(marking: Marking) -> &'static str {
    match marking {
        Marking::Lenient => LENIENT,
        Marking::Strict => STRICT,
    }
}

/// The word that a strategy of the program has here, if it comes this way.
pub(super) fn known(view: &View, cx: &Cx) -> Option<String> {
    let usual = cx.words.is_builtin() && view.length == 5 && view.tries >= 6 && !view.hard;
    let text = usual.then(|| strategy(view.marking))?;
    strategy::next(text, &view.guesses).map(str::to_owned)
}

/// The word that finds the others soonest, by search, or as many as the attempts allow; nothing when the budget
/// ends it.
pub(super) fn searched(view: &View, field: &Candidates, cx: &mut Cx) -> Option<String> {
    if !field.whole || field.words.len() < 2 {
        return None;
    }
    let list = cx.words;
    let mut allowed = Vec::new();
    list.of_length(view.length.into(), |word| {
        if list.fit_at(word.index) {
            allowed.push(word.text.to_owned());
        }
    });
    if !cx.spend((field.words.len() * allowed.len()) as u64 / CHEAP) {
        return None;
    }
    let lists = Lists::new(view.length.into(), &field.words, &allowed);
    let search = Search::new(lists, view.marking, view.hard).ok()?;
    let spot = view.guesses.iter().fold(search.start(view.tries.into()), |spot, row| {
        search.after_marks(&spot, &row.word, row.marks.code())
    });
    let mut mind = SearchContext::new(&search, |steps| cx.spend(steps / CHEAP));
    let guess = match search.solve(&spot, NO_BUDGET, &mut mind).ok()? {
        Some((_, guess)) => guess,
        None => search.rank_guesses_when_few(&spot, 1, &mut mind).first()?.guess,
    };
    search.lists().guesses().get(guess as usize).cloned()
}

/// The best word that can be told: from the strategy, by search, or by what parts the words best.
pub(super) fn best(view: &View, field: &Candidates, cx: &mut Cx) -> Option<String> {
    if let Some(word) = known(view, cx) {
        return Some(word);
    }
    let sharp = solver::sharpest(view, field, cx);
    if solver::left(view) <= 1 {
        return sharp;
    }
    searched(view, field, cx).or(sharp)
}
