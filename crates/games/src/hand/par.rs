//! Par: the best possible total of a hand, exactly, and a line of play that earns it. Two forms: with
//! valid words only, and with sacrifices, invalid strings typed to make the hand smaller.
//!
//! What can still be earned depends only on the letters that are left, so every part of the hand is
//! solved once, small parts first. A part is a set of places in the hand; of those with equal letters
//! only the one at the first places, the canonical one, is solved.

use super::letters::{Bag, factor, group, value};
use super::spell;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use words::Lexicon;

/// The largest hand that is solved.
pub const MOST: usize = 12;

/// The best possible total of a hand, in both forms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Par {
    /// With valid words only.
    pub valid: Best,
    /// With any typed string.
    pub sacrifice: Best,
}

/// A total and the line of play that earns it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Best {
    /// The total.
    pub points: u32,
    /// What to type, in order; empty when the total cannot be earned with words that are fit to be
    /// shown.
    pub plays: Vec<String>,
}

/// The par of a hand; none for a hand of more than [`MOST`] letters.
pub fn par(hand: &str, words: &Lexicon) -> Option<Par> {
    let table = ParSolver::new(hand, words, |_| true)?;
    Some(Par { valid: table.best(false), sacrifice: table.best(true) })
}

/// The best line of play with words that are fit to be shown; none for too large a hand.
pub(super) fn fit_line(hand: &str, words: &Lexicon, sacrifices: bool) -> Option<Best> {
    let table = ParSolver::new(hand, words, |index| words.fit_at(index))?;
    Some(table.best(sacrifices))
}

/// A part of the hand: a bit for each place.
type Subset = usize;

/// Everything that the search asks for, by part.
struct ParSolver<'a> {
    words: &'a Lexicon,
    hand: Vec<char>,
    runs: Vec<LetterGroup>,
    /// The part with the same letters at their first places.
    canon: Vec<Subset>,
    /// What its letters are worth.
    value: Vec<u32>,
    /// The word to show for it, if its letters spell one; only for canonical parts.
    plays: Vec<Option<ShownWord>>,
}

/// Equal letters side by side in the hand.
struct LetterGroup {
    letter: char,
    start: usize,
    len: usize,
}

/// The word shown for a part: all words of the same letters earn the same, so the nicest will do.
#[derive(Clone, Copy)]
struct ShownWord {
    index: u32,
    nice: WordRank,
    used: Bag,
}

/// Fit to be shown before all, then known to many, then frequent.
type WordRank = (bool, Reverse<u8>, u16);

/// The best from a part on. Among equal totals the one with fewer unfit words, then with fewer steps.
#[derive(Clone, Copy, Default)]
struct Solution {
    points: u32,
    unfit: u8,
    steps: u8,
    /// What to do first; nothing to do when it is empty.
    first: Subset,
    /// Is it done for points, or to be rid of a letter?
    scores: bool,
}

impl Solution {
    fn rank(&self) -> (u32, Reverse<u8>, Reverse<u8>) {
        (self.points, Reverse(self.unfit), Reverse(self.steps))
    }
}

impl<'a> ParSolver<'a> {
    fn new(hand: &str, words: &'a Lexicon, keep: impl Fn(u32) -> bool) -> Option<ParSolver<'a>> {
        let hand: Vec<char> = group(hand).chars().collect();
        if hand.len() > MOST {
            return None;
        }
        let runs = runs(&hand);
        let parts = 0..1 << hand.len();
        let many = |part: Subset, run: &LetterGroup| {
            (part >> run.start & low(run.len)).count_ones() as usize
        };
        let canon = parts.clone().map(|part| first_places(&runs, |run| many(part, run))).collect();
        let value = parts.clone().map(|part| held(&hand, part).map(value).sum()).collect();
        let plays = vec![None; parts.len()];
        let text: String = hand.iter().collect();
        let mut table = ParSolver { words, hand, runs, canon, value, plays };
        spell::each(&text, words, |word, used| {
            if keep(word.index) {
                table.offer(word.index, used);
            }
        });
        Some(table)
    }

    /// Keeps the word for its letters if it is nicer than the one there.
    fn offer(&mut self, index: u32, used: Bag) {
        let words = self.words;
        let nice = (words.fit_at(index), Reverse(words.level_at(index)), words.zipf_at(index));
        let part = first_places(&self.runs, |run| used.count(run.letter).into());
        if let Some(play) = self.plays.get_mut(part)
            && play.is_none_or(|play| nice > play.nice)
        {
            *play = Some(ShownWord { index, nice, used });
        }
    }

    fn best(&self, sacrifices: bool) -> Best {
        self.line(&self.solve(sacrifices))
    }

    /// The best plan for every canonical part. What is left after a step is a smaller number, so
    /// counting up meets it first.
    fn solve(&self, sacrifices: bool) -> Vec<Solution> {
        let mut plans = vec![Solution::default(); self.canon.len()];
        for hand in 1..plans.len() {
            if self.canon[hand] != hand {
                continue;
            }
            let n = hand.count_ones() as usize;
            let mut best = Solution::default();
            let mut take = |plan: Solution| {
                if plan.rank() > best.rank() {
                    best = plan;
                }
            };
            for first in subsets(hand) {
                let Some(play) = &self.plays[first] else { continue };
                let then = plans[self.canon[hand ^ first]];
                take(Solution {
                    points: then.points
                        + self.value[first] * factor(first.count_ones() as usize, n),
                    unfit: then.unfit + u8::from(!play.nice.0),
                    steps: then.steps + 1,
                    first,
                    scores: true,
                });
            }
            // One letter at a time is enough: any more are several steps. A letter that alone is a
            // word cannot be thrown away by itself, but then playing it is no worse.
            for place in (0..self.hand.len()).filter(|place| sacrifices && hand >> place & 1 == 1) {
                let then = plans[self.canon[hand ^ 1 << place]];
                take(Solution { steps: then.steps + 1, first: 1 << place, scores: false, ..then });
            }
            plans[hand] = best;
        }
        plans
    }

    /// What to type to follow the plans from the whole hand on. Nothing, when that cannot be done
    /// without a word that is not fit to be shown: the points stay what they are.
    fn line(&self, plans: &[Solution]) -> Best {
        let mut hand = plans.len() - 1;
        let mut best = Best { points: plans[hand].points, plays: Vec::new() };
        if plans[hand].unfit > 0 {
            return best;
        }
        let mut spent = String::new();
        while plans[hand].first != 0 {
            let Solution { first, scores, .. } = plans[hand];
            let word = self.plays[first].filter(|_| scores).and_then(|play| self.typed(&play));
            match word {
                None => spent.extend(held(&self.hand, first)),
                Some(word) => {
                    best.plays.extend(self.nonsense(&std::mem::take(&mut spent)));
                    best.plays.push(word);
                }
            }
            hand = self.canon[hand ^ first];
        }
        best
    }

    fn typed(&self, play: &ShownWord) -> Option<String> {
        self.words.word(play.index).map(|word| spell::typed(&word, &play.used))
    }

    /// What to type to throw these letters away: nothing for none; all at once, or one by one should they happen to be
    /// a word. With all words in the table that could only be one of wildcards, worth nothing; any
    /// other would earn more than the best.
    fn nonsense(&self, spent: &str) -> Vec<String> {
        let mut letters: Vec<char> = spent.chars().collect();
        letters.sort_by_key(|letter| self.hand.iter().position(|held| held == letter));
        let typed: String = letters.iter().collect();
        match spell::is_word(&typed, self.words) {
            false if typed.is_empty() => Vec::new(),
            false => vec![typed],
            true => letters.iter().map(char::to_string).collect(),
        }
    }
}

/// The letters of a part.
fn held(hand: &[char], part: Subset) -> impl Iterator<Item = char> {
    hand.iter().enumerate().filter(move |(place, _)| part >> place & 1 == 1).map(|(_, &c)| c)
}

fn runs(hand: &[char]) -> Vec<LetterGroup> {
    let mut start = 0;
    let run = |same: &[char]| {
        let run = LetterGroup { letter: same.first().copied()?, start, len: same.len() };
        start += same.len();
        Some(run)
    };
    hand.chunk_by(|a, b| a == b).filter_map(run).collect()
}

/// The part with so many of each letter, at the first places that hold it.
fn first_places(runs: &[LetterGroup], many: impl Fn(&LetterGroup) -> usize) -> Subset {
    runs.iter().fold(0, |part, run| part | low(many(run)) << run.start)
}

/// The lowest so many bits.
fn low(bits: usize) -> Subset {
    (1 << bits) - 1
}

/// The parts of a part, itself included, the empty one not.
fn subsets(of: Subset) -> impl Iterator<Item = Subset> {
    let next = move |part: &Subset| part.checked_sub(1).map(|below| below & of);
    std::iter::successors(Some(of), next).take_while(|&part| part != 0)
}
