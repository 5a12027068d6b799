//! Bots and hints. They get nothing but the view.

use super::guess::{self, Rules};
use super::solver::{self, perfect};
use super::{Guess, Status, View, Wordle};
use engine::{Bot, Cx, Hint, Minds};

/// The number of random draws before the whole list is searched for an allowed word. Drawing nearly always finds one,
/// and is much faster than searching.
const DRAWS: usize = 200;

/// The most steps of the search for a hint, whatever the budget: about five milliseconds. After that the hint is the
/// guess that splits the words best.
const HINT_STEPS: u64 = 1_500_000;

impl Minds for Wordle {
    const BOTS: &'static [(&'static str, Bot<Self>)] = &[
        ("random", random),
        ("novice", novice),
        ("sensible", sensible),
        ("good", good),
        ("perfect", perfect),
    ];

    /// The best guess, with the number of words that are left and the number that it should leave.
    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        if view.status != Status::Playing {
            return None;
        }
        let candidates = solver::candidates(view, cx);
        let count = candidates.words.len();
        let likely = if candidates.likely { "likely " } else { "" };
        let word = perfect::best(view, &candidates, HINT_STEPS, cx)?;
        let fit = match (count, candidates.complete) {
            (1, true) => format!("It is the only {likely}word left"),
            (_, true) => format!("{count} {likely}words are left"),
            (_, false) => "Many words are left".to_owned(),
        };
        let effect = match count {
            0 | 1 => String::new(),
            _ if solver::left(view) == 1 => ", and this is your last attempt".to_owned(),
            _ => {
                let not_it = match candidates.complete && !candidates.words.contains(&word) {
                    true => " can't be the answer, but",
                    false => "",
                };
                let leaves = solver::leaves(view, &candidates.words, &word);
                format!(
                    "; {}{not_it} should narrow them down to about {leaves}",
                    word.to_uppercase()
                )
            }
        };
        Some(Hint { line: format!("guess {word}"), why: format!("{fit}{effect}.") })
    }
}

/// Guesses a random allowed word.
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
    // Hard mode may allow no word of the list, but the last guess is always allowed again.
    let word = cx
        .chance
        .pick(&found)
        .cloned()
        .or_else(|| view.guesses.last().map(|row| row.word.to_string()));
    Guess::of(&word.unwrap_or_default())
}

/// Guesses a random word that can be the answer.
pub(super) fn novice(view: &View, cx: &mut Cx) -> Guess {
    let candidates = solver::candidates(view, cx);
    match cx.chance.pick(&candidates.words) {
        Some(word) => Guess::of(word),
        None => random(view, cx),
    }
}

/// Guesses a word that can be the answer and leaves few others.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Guess {
    let candidates = solver::candidates(view, cx);
    match solver::pick(view, candidates, cx) {
        Some(word) => Guess::of(&word),
        None => random(view, cx),
    }
}

/// Guesses the word that reveals most, whether or not it can be the answer.
pub(super) fn good(view: &View, cx: &mut Cx) -> Guess {
    let candidates = solver::candidates(view, cx);
    match solver::sharpest(view, &candidates, cx) {
        Some(word) => Guess::of(&word),
        None => random(view, cx),
    }
}

/// Guesses the word that leads to the answer with the fewest guesses on average.
pub(super) fn perfect(view: &View, cx: &mut Cx) -> Guess {
    if let Some(word) = perfect::known(view, cx) {
        return Guess::of(&word);
    }
    let candidates = solver::candidates(view, cx);
    match perfect::best(view, &candidates, u64::MAX, cx) {
        Some(word) => Guess::of(&word),
        None => random(view, cx),
    }
}
