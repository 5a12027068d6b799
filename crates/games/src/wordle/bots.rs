//! Bots and hints, from the view alone.

use super::guess::{self, Rules};
use super::{Guess, Status, View, perfect as whole, solver};
use engine::{Cx, Hint};

/// So many words are drawn from the whole list before it is searched for an allowed one: nearly
/// always one is met by then, and much sooner than by searching.
const DRAWS: usize = 200;

/// Guesses any word that is allowed.
pub(super) fn random(view: &View, cx: &mut Cx) -> Guess {
    let length = usize::from(view.length);
    let rules = Rules::of(view);
    let allowed =
        |word: &str| word.len() == length && guess::breach(rules, &view.guesses, word).is_none();
    for _ in 0..DRAWS {
        let index = cx.chance.index(cx.words.len()) as u32;
        let drawn = cx.words.word(index).filter(|word| allowed(word));
        if let Some(word) = drawn.filter(|_| cx.words.fit_at(index)) {
            return Guess::of(&word);
        }
    }
    let (found, _) = solver::gather(view, cx, allowed);
    let word = cx.chance.pick(&found).and_then(|&index| cx.words.word(index));
    // Hard mode may leave no word of the list; then the last guess is still allowed.
    let word = word.or_else(|| view.guesses.last().map(|row| row.word.to_string()));
    Guess::of(&word.unwrap_or_default())
}

/// Guesses any word that may be it.
pub(super) fn novice(view: &View, cx: &mut Cx) -> Guess {
    let field = solver::candidates(view, cx);
    match cx.chance.pick(&field.words) {
        Some(word) => Guess::of(word),
        None => random(view, cx),
    }
}

/// Guesses a word that may be it and tells much.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Guess {
    let field = solver::candidates(view, cx);
    match solver::pick(view, field, cx) {
        Some(word) => Guess::of(&word),
        None => random(view, cx),
    }
}

/// Guesses the word that tells most, whether or not it may be it.
pub(super) fn good(view: &View, cx: &mut Cx) -> Guess {
    let field = solver::candidates(view, cx);
    match solver::sharpest(view, &field, cx) {
        Some(word) => Guess::of(&word),
        None => random(view, cx),
    }
}

/// Guesses the word that finds the hidden one soonest on average.
pub(super) fn perfect(view: &View, cx: &mut Cx) -> Guess {
    if let Some(word) = whole::known(view, cx) {
        return Guess::of(&word);
    }
    let field = solver::candidates(view, cx);
    match whole::best(view, &field, cx) {
        Some(word) => Guess::of(&word),
        None => random(view, cx),
    }
}

/// The best word there is to tell, and what it is good for.
pub(super) fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
    if view.status != Status::Playing {
        return None;
    }
    let field = solver::candidates(view, cx);
    let count = field.words.len();
    let likely = if field.likely { "likely " } else { "" };
    let word = whole::best(view, &field, cx)?;
    let fit = match (count, field.whole) {
        (1, true) => format!("This is the only {likely}word that still fits"),
        (_, true) => format!("{count} {likely}words still fit"),
        (_, false) => "Many words still fit".to_owned(),
    };
    let leaves = match count {
        0 | 1 => String::new(),
        _ if solver::left(view) == 1 => ", and this is the last attempt".to_owned(),
        _ => format!("; this one should leave about {}", solver::leaves(view, &field.words, &word)),
    };
    let not_it = match field.whole && !field.words.contains(&word) {
        true => ", though it cannot be the word itself",
        false => "",
    };
    Some(Hint { line: format!("guess {word}"), why: format!("{fit}{leaves}{not_it}.") })
}
