//! Which words still fit what was told, and which of them tells most when guessed next. A step of
//! the budget is one guess marked against one word.

use super::View;
use super::answers::Answers;
use super::guess::{self, Rules};
use super::matrix::{Codes, Matrix};
use super::search::few;
use engine::Cx;
use std::cmp::Reverse;

/// The most steps that choosing may take, whatever the budget: about a millisecond.
const STEPS: usize = 20_000;

/// The most steps for the word that tells most: about ten milliseconds.
const STEPS_TO_TELL: usize = 400_000;

/// So many guesses are marked against words at once.
const AT_ONCE: usize = 1 << 18;

/// The words that may still be the hidden one.
pub(super) struct Candidates {
    /// The words, in alphabetical order.
    pub(super) words: Vec<String>,
    /// Are these only the likely ones, those that are hidden when nobody chooses?
    pub(super) likely: bool,
    /// False when the budget ended the search for more.
    pub(super) whole: bool,
}

/// The likely words that still fit; when there is none, all words of the list that fit and are fit
/// to be shown.
pub(super) fn candidates(view: &View, cx: &mut Cx) -> Candidates {
    if cx.words.is_builtin() {
        let answers = Answers::of_length(view.length);
        cx.spend(answers.len() as u64);
        let fitting = answers.iter().filter(|word| fits(view, word));
        let words: Vec<_> = fitting.map(str::to_owned).collect();
        if !words.is_empty() {
            return Candidates { words, likely: true, whole: true };
        }
    }
    let (found, whole) = gather(view, cx, |word| fits(view, word));
    let words = found.into_iter().filter_map(|index| cx.words.word(index)).collect();
    Candidates { words, likely: false, whole }
}

/// Would this word have given just the marks that were given?
fn fits(view: &View, word: &str) -> bool {
    view.guesses.iter().all(|row| view.marking.marks(word, &row.word).eq(row.marks.iter()))
}

/// The words of the list that have the length, may be shown and are wanted, by index; and whether
/// these are all. When the budget is used up it looks no further than the first.
pub(super) fn gather(view: &View, cx: &mut Cx, wanted: impl Fn(&str) -> bool) -> (Vec<u32>, bool) {
    let list = cx.words;
    let mut found = Vec::new();
    let mut whole = true;
    list.of_length_while(view.length.into(), |word| {
        whole = whole && cx.spend(1);
        if list.fit_at(word.index) && wanted(word.text) {
            found.push(word.index);
        }
        whole || found.is_empty()
    });
    (found, whole)
}

/// The word that leaves the fewest others on average, of those that fit and have the most frequent letters.
pub(super) fn pick(view: &View, field: Candidates, cx: &mut Cx) -> Option<String> {
    let words = ranked(field.words.clone(), &field.words);
    let tried = words.iter().take(STEPS / words.len().max(1));
    let best = least(view, &field.words, tried, cx, |count| u64::from(count) * u64::from(count));
    best.or_else(|| words.first().cloned())
}

/// How many attempts are left.
pub(super) fn left(view: &View) -> u32 {
    u32::from(view.tries).saturating_sub(view.guesses.len() as u32)
}

/// The word that tells most, by the entropy of the marks it may get, of those with the most frequent letters. Words
/// that fit come first: of two that tell as much, one that may be it is better. The last attempt is for a word
/// that fits; where attempts are scarce, the fewest words should be left that are not found.
pub(super) fn sharpest(view: &View, field: &Candidates, cx: &mut Cx) -> Option<String> {
    let count = field.words.len();
    let fitting = ranked(field.words.clone(), &field.words);
    if count <= 2 || !field.whole || left(view) <= 1 {
        return fitting.into_iter().next();
    }
    let rules = Rules::of(view);
    let (found, _) = gather(view, cx, |word| guess::breach(rules, &view.guesses, word).is_none());
    let words = found.into_iter().filter_map(|index| cx.words.word(index)).collect();
    let others = ranked(words, &field.words);
    let few = STEPS_TO_TELL / count;
    let tried = fitting.iter().take(few / 2).chain(others.iter().take(few));
    // To a sixteenth of a word or a bit for all words together, so that every machine has the same order.
    let scarce = left(view) == 2 || few::scarce(count, left(view));
    let told = |count: u32| match f64::from(count) {
        n if scarce => ((n - few::estimate(n, left(view) - 1)) * 16.0).round() as u64,
        n => (n * n.log2() * 16.0).round() as u64,
    };
    let best = least(view, &field.words, tried, cx, told);
    best.or_else(|| fitting.into_iter().next())
}

/// The first of the words with the least sum over the parts that it makes; what a part of so many words adds is
/// given.
fn least<'a>(
    view: &View,
    words: &[String],
    tried: impl Iterator<Item = &'a String>,
    cx: &mut Cx,
    adds: impl Fn(u32) -> u64,
) -> Option<String> {
    let table: Vec<u64> = (0..=words.len() as u32).map(adds).collect();
    let adds = |count: u32| table.get(count as usize).copied().unwrap_or_default();
    let mut parts = Parts::of(view);
    let mut best: Option<(u64, &String)> = None;
    let tried: Vec<&String> = tried.collect();
    // Some at a time, so that a stop is soon heard.
    for some in tried.chunks((AT_ONCE / words.len().max(1)).max(1)) {
        let codes = marked(view, some, words);
        for (n, guess) in some.iter().enumerate() {
            if !cx.spend(words.len() as u64) {
                return best.map(|(_, guess)| guess.clone());
            }
            let sum = parts.sum(codes.row(n), words.len(), adds);
            if best.is_none_or(|(least, _)| sum < least) {
                best = Some((sum, guess));
            }
        }
    }
    best.map(|(_, guess)| guess.clone())
}

/// The marks of guesses against words.
fn marked(view: &View, guesses: &[&String], words: &[String]) -> Matrix {
    let guesses: Vec<&[u8]> = guesses.iter().map(|guess| guess.as_bytes()).collect();
    let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
    Matrix::new(view.marking, &guesses, &words)
}

/// Counts the parts that guesses make of words. What a guess costs here goes by the words and not by the marks there could
/// be, of which eight letters have 6,561.
struct Parts {
    /// How many words get the marks of a code; all 0 between two guesses.
    alike: Vec<u32>,
}

impl Parts {
    fn of(view: &View) -> Parts {
        Parts { alike: vec![0; 3usize.pow(view.length.into())] }
    }

    /// A sum over the parts that a guess makes of words. The word that it hits is no part of any.
    fn sum(&mut self, codes: Codes<'_>, words: usize, adds: impl Fn(u32) -> u64) -> u64 {
        let code = |word| usize::from(codes.at(word));
        for word in 0..words {
            if let Some(count) = self.alike.get_mut(code(word)) {
                *count += 1;
            }
        }
        if let Some(hit) = self.alike.last_mut() {
            *hit = 0;
        }
        let mut take = |word| self.alike.get_mut(code(word)).map(std::mem::take);
        (0..words).filter_map(&mut take).filter(|&count| count > 0).map(adds).sum()
    }
}

/// How many words a guess leaves on average, at least 1.
pub(super) fn leaves(view: &View, words: &[String], guess: &str) -> u64 {
    let square = |count: u32| u64::from(count) * u64::from(count);
    let codes = marked(view, &[&guess.to_owned()], words);
    let sum = Parts::of(view).sum(codes.row(0), words.len(), square);
    let count = words.len().max(1) as u64;
    ((sum + count / 2) / count).max(1)
}

/// Words in the order of how many of the fitting ones have their letters, each letter counted once.
fn ranked(mut words: Vec<String>, fitting: &[String]) -> Vec<String> {
    let mut having = [0usize; 256];
    for letter in fitting.iter().flat_map(|word| letters(word)) {
        having[letter] += 1;
    }
    words.sort_by_cached_key(|word| Reverse(letters(word).map(|n| having[n]).sum::<usize>()));
    words
}

/// The different letters of a word, as bytes.
fn letters(word: &str) -> impl Iterator<Item = usize> {
    let first = |&(place, letter): &(usize, u8)| word.bytes().take(place).all(|b| b != letter);
    word.bytes().enumerate().filter(first).map(|(_, letter)| letter.into())
}

#[cfg(test)]
mod tests {
    use super::super::{Marking, Setup, Wordle};
    use super::*;
    use engine::{Budget, Chance, Match, Seat, Stop, Viewer};
    use std::collections::HashMap;
    use std::sync::Arc;
    use words::Lexicon;

    fn view(length: u8, marking: Marking) -> View {
        let setup = Setup { length, marking, ..Setup::default() };
        let words = Arc::new(Lexicon::builtin().clone());
        Match::<Wordle>::open(&setup, 1, 1, words).unwrap().0.view(Viewer::Seat(Seat(0)))
    }

    #[test]
    fn parts_are_those_of_each_word_marked_by_itself_and_nothing_is_left_of_them() {
        for (length, marking) in [
            (4, Marking::Lenient),
            (5, Marking::Strict),
            (8, Marking::Lenient),
            (8, Marking::Strict),
        ] {
            let view = view(length, marking);
            let words: Vec<String> =
                Answers::of_length(length).iter().step_by(7).map(str::to_owned).collect();
            let guesses: Vec<&String> = words.iter().step_by(29).collect();
            let codes = marked(&view, &guesses, &words);
            let mut parts = Parts::of(&view);
            let square = |count: u32| u64::from(count * count);
            for (n, guess) in guesses.iter().enumerate() {
                let mut alike: HashMap<u16, u32> = HashMap::new();
                for word in words.iter().filter(|word| word != guess) {
                    *alike.entry(marking.code(word.as_bytes(), guess.as_bytes())).or_default() += 1;
                }
                let sum: u64 = alike.into_values().map(square).sum();
                assert_eq!(parts.sum(codes.row(n), words.len(), square), sum, "{guess}");
                assert!(parts.alike.iter().all(|count| *count == 0));
            }
        }
    }

    #[test]
    fn no_guess_is_weighed_after_the_budget_is_used_up_or_somebody_said_stop() {
        let view = view(8, Marking::Lenient);
        let words: Vec<String> =
            Answers::of_length(8).iter().take(100).map(str::to_owned).collect();
        let weighed = |thought: Budget| {
            let mut cx = Cx::new(Lexicon::builtin(), Chance::new(1, 0), thought);
            // All sums are alike: the first that was weighed is the best.
            let best = least(&view, &words, words.iter().rev(), &mut cx, |_| 0);
            best.map(|best| best == words[99])
        };
        assert_eq!(weighed(Budget::of(101)), Some(true));
        assert_eq!(weighed(Budget::of(100)), None);
        let stop = Stop::default();
        stop.set();
        assert_eq!(weighed(Budget { stop, ..Budget::default() }), None);
    }
}
