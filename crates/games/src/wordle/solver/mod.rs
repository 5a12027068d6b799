//! The solver: here the words that fit all marks so far, and the guess that reveals most. `perfect.rs` has the best
//! guess, from a strategy that was made before (`strategy.rs`, `strategies`) or by the exact `search`. `matrix.rs` marks
//! many guesses at once; `work.rs` is what benchmarks measure. A step of the budget is one guess marked against one word.

pub mod matrix;
pub mod perfect;
pub mod search;
pub mod strategy;
pub mod work;

use super::View;
use super::answers::Answers;
use super::guess::{self, Rules};
use engine::Cx;
use matrix::{Codes, Matrix};
use search::few;
use std::cmp::Reverse;

/// The maximum number of steps for [`pick`], whatever the budget: about a millisecond.
const MAX_STEPS: usize = 20_000;

/// The maximum number of steps for [`sharpest`], whatever the budget: about ten milliseconds.
const MAX_STEPS_SHARPEST: usize = 400_000;

/// The number of pairs of guess and word that are marked at once.
const BATCH: usize = 1 << 18;

/// The words that can still be the answer.
pub(super) struct Candidates {
    /// The words, in alphabetical order.
    pub(super) words: Vec<String>,
    /// Are these only the likely words, from which a random hidden word is chosen?
    pub(super) likely: bool,
    /// False if the budget ran out before all words were found.
    pub(super) complete: bool,
}

/// The likely words that fit. If there are none, all words of the list that fit and may be shown.
pub(super) fn candidates(view: &View, cx: &mut Cx) -> Candidates {
    if cx.words.is_builtin() {
        let answers = Answers::of_length(view.length);
        cx.spend(answers.len() as u64);
        let fitting = answers.iter().filter(|word| fits(view, word));
        let words: Vec<_> = fitting.map(str::to_owned).collect();
        if !words.is_empty() {
            return Candidates { words, likely: true, complete: true };
        }
    }
    let (words, complete) = gather(view, cx, |word| fits(view, word));
    Candidates { words, likely: false, complete }
}

/// Would this hidden word give exactly the marks so far?
fn fits(view: &View, word: &str) -> bool {
    view.guesses.iter().all(|row| view.marking.marks(word, &row.word).eq(row.marks.iter()))
}

/// The words of the list that have the right length, may be shown and are wanted; and whether these are all. Once the
/// budget is used up, the search ends with the first word found.
pub(super) fn gather(
    view: &View,
    cx: &mut Cx,
    wanted: impl Fn(&str) -> bool,
) -> (Vec<String>, bool) {
    let list = cx.words;
    let mut found = Vec::new();
    let mut complete = true;
    list.of_length_while(view.length.into(), |word| {
        complete = complete && cx.spend(1);
        if list.fit_at(word.index) && wanted(word.text) {
            found.push(word.text.to_owned());
        }
        complete || found.is_empty()
    });
    (found, complete)
}

/// The candidate that leaves the fewest others on average. Only those with the most frequent letters are tried.
pub(super) fn pick(view: &View, candidates: Candidates, cx: &mut Cx) -> Option<String> {
    let words = ranked(candidates.words.clone(), &candidates.words);
    let tried = words.iter().take(MAX_STEPS / words.len().max(1));
    let square = |count: u32| u64::from(count) * u64::from(count);
    let best = least(view, &candidates.words, tried, cx, square);
    best.or_else(|| words.first().cloned())
}

/// The number of attempts left.
pub(super) fn left(view: &View) -> u32 {
    u32::from(view.tries).saturating_sub(view.guesses.len() as u32)
}

/// The word that reveals most, by the entropy of its possible marks. Only words with the most frequent letters are
/// tried. Candidates are tried first: of two words that reveal equally much, one that can be the answer is better. The
/// last attempt is always a candidate. If the attempts are probably too few, the word is chosen so that as few words as
/// possible will not be found.
pub(super) fn sharpest(view: &View, candidates: &Candidates, cx: &mut Cx) -> Option<String> {
    let count = candidates.words.len();
    let fitting = ranked(candidates.words.clone(), &candidates.words);
    if count <= 2 || !candidates.complete || left(view) <= 1 {
        return fitting.into_iter().next();
    }
    let rules = Rules::of(view);
    let (words, _) = gather(view, cx, |word| guess::breach(rules, &view.guesses, word).is_none());
    let others = ranked(words, &candidates.words);
    let few = MAX_STEPS_SHARPEST / count;
    let tried = fitting.iter().take(few / 2).chain(others.iter().take(few));
    // Rounded to sixteenths of a word or a bit, so that every machine has the same order.
    let scarce = left(view) == 2 || few::scarce(count, left(view));
    let cost = |count: u32| match f64::from(count) {
        n if scarce => ((n - few::estimate(n, left(view) - 1)) * 16.0).round() as u64,
        n => (n * n.log2() * 16.0).round() as u64,
    };
    let best = least(view, &candidates.words, tried, cx, cost);
    best.or_else(|| fitting.into_iter().next())
}

/// The guess with the lowest total cost of the parts into which it splits the words, the first one if there are
/// several. `cost` gives the cost of a part by its size.
fn least<'a>(
    view: &View,
    words: &[String],
    tried: impl Iterator<Item = &'a String>,
    cx: &mut Cx,
    cost: impl Fn(u32) -> u64,
) -> Option<String> {
    let table: Vec<u64> = (0..=words.len() as u32).map(cost).collect();
    let cost = |count: u32| table.get(count as usize).copied().unwrap_or_default();
    let mut parts = Parts::of(view);
    let mut best: Option<(u64, &String)> = None;
    let tried: Vec<&String> = tried.collect();
    // In batches, so that a stop takes effect soon.
    for batch in tried.chunks((BATCH / words.len().max(1)).max(1)) {
        let codes = marked(view, batch, words);
        for (n, guess) in batch.iter().enumerate() {
            if !cx.spend(words.len() as u64) {
                return best.map(|(_, guess)| guess.clone());
            }
            let sum = parts.sum(codes.row(n), words.len(), cost);
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

/// Counts the parts into which guesses split words. The time for a guess depends on the number of words, not on the
/// number of possible codes, which is 6,561 for eight letters.
struct Parts {
    /// For each code, the number of words that get it; all 0 between two guesses.
    counts: Vec<u32>,
}

impl Parts {
    fn of(view: &View) -> Parts {
        Parts { counts: vec![0; 3usize.pow(view.length.into())] }
    }

    /// The total cost of the parts into which a guess splits the words. The guess itself belongs to no part.
    fn sum(&mut self, codes: Codes<'_>, words: usize, cost: impl Fn(u32) -> u64) -> u64 {
        let code = |word| usize::from(codes.at(word));
        for word in 0..words {
            if let Some(count) = self.counts.get_mut(code(word)) {
                *count += 1;
            }
        }
        if let Some(hit) = self.counts.last_mut() {
            *hit = 0;
        }
        let mut take = |word| self.counts.get_mut(code(word)).map(std::mem::take);
        (0..words).filter_map(&mut take).filter(|&count| count > 0).map(cost).sum()
    }
}

/// The number of words that a guess leaves on average, at least 1.
pub(super) fn leaves(view: &View, words: &[String], guess: &str) -> u64 {
    let square = |count: u32| u64::from(count) * u64::from(count);
    let codes = marked(view, &[&guess.to_owned()], words);
    let sum = Parts::of(view).sum(codes.row(0), words.len(), square);
    let count = words.len().max(1) as u64;
    ((sum + count / 2) / count).max(1)
}

/// The words sorted by how frequent their letters are in the fitting words, most frequent first. A repeated letter
/// counts once.
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
    fn sums_match_words_marked_one_by_one_and_counts_are_reset() {
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
                let mut counts: HashMap<u16, u32> = HashMap::new();
                for word in words.iter().filter(|word| word != guess) {
                    *counts.entry(marking.code(word.as_bytes(), guess.as_bytes())).or_default() +=
                        1;
                }
                let sum: u64 = counts.into_values().map(square).sum();
                assert_eq!(parts.sum(codes.row(n), words.len(), square), sum, "{guess}");
                assert!(parts.counts.iter().all(|count| *count == 0));
            }
        }
    }

    #[test]
    fn no_guess_is_tried_once_the_budget_is_used_up_or_the_search_is_stopped() {
        let view = view(8, Marking::Lenient);
        let words: Vec<String> =
            Answers::of_length(8).iter().take(100).map(str::to_owned).collect();
        let tried = |budget: Budget| {
            let mut cx = Cx::new(Lexicon::builtin(), Chance::new(1, 0), budget);
            // All sums are equal, so the first guess that is tried is the best.
            let best = least(&view, &words, words.iter().rev(), &mut cx, |_| 0);
            best.map(|best| best == words[99])
        };
        assert_eq!(tried(Budget::of(101)), Some(true));
        assert_eq!(tried(Budget::of(100)), None);
        let stop = Stop::default();
        stop.set();
        assert_eq!(tried(Budget { stop, ..Budget::default() }), None);
    }
}
