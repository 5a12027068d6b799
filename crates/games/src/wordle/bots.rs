//! Bots and hints, from the view alone.

use super::{Guess, Status, View, guess, solve};
use engine::{Cx, Hint};

/// So many words are drawn from the whole list before it is searched for an allowed one: nearly
/// always one is met by then, and much sooner than by searching.
const DRAWS: usize = 200;

/// Guesses any word that is allowed.
pub(super) fn random(view: &View, cx: &mut Cx) -> Guess {
    let length = usize::from(view.length);
    let allowed = |word: &str| word.len() == length && guess::breach(view, word).is_none();
    for _ in 0..DRAWS {
        let index = cx.chance.index(cx.words.len()) as u32;
        let drawn = cx.words.word(index).filter(|word| allowed(word));
        if let Some(word) = drawn.filter(|_| cx.words.fit_at(index)) {
            return Guess(word);
        }
    }
    let (found, _) = solve::gather(view, cx, allowed);
    let word = cx.chance.pick(&found).and_then(|&index| cx.words.word(index));
    // Hard mode may leave no word of the list; then the last guess is still allowed.
    let word = word.or_else(|| view.guesses.last().map(|row| row.word.clone()));
    Guess(word.unwrap_or_default())
}

/// Guesses a word that may be it and tells much.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Guess {
    let field = solve::field(view, cx);
    match solve::pick(view, field, cx) {
        Some(pick) => Guess(pick.word),
        None => random(view, cx),
    }
}

/// A word that fits all marks also keeps to hard mode: it uses what was found, where it was found.
pub(super) fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
    if view.status != Status::Playing {
        return None;
    }
    let field = solve::field(view, cx);
    let (count, whole) = (field.words.len(), field.whole);
    let likely = if field.likely { "likely " } else { "" };
    let pick = solve::pick(view, field, cx)?;
    let fit = match (count, whole) {
        (1, true) => format!("This is the only {likely}word that still fits"),
        (_, true) => format!("{count} {likely}words still fit"),
        (_, false) => "Many words still fit".to_owned(),
    };
    let leaves = match pick.leaves {
        Some(leaves) if count > 1 => format!("; this one should leave about {}", leaves.max(1)),
        _ => String::new(),
    };
    Some(Hint { line: format!("guess {}", pick.word), why: format!("{fit}{leaves}.") })
}
