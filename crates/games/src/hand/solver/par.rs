//! Par: the exact best total of a hand, and the plays that earn it. There are two forms: with valid words only,
//! and with sacrifices, which are invalid strings played to make the hand smaller.
//!
//! The points that can still be earned depend only on the letters left, so each subset of the hand is solved
//! once, small subsets first. A subset is a set of positions in the hand. Of the subsets with equal letters only
//! the canonical one is solved, which takes the first positions of each letter.

use crate::hand::letters::{Bag, factor, group, value};
use crate::hand::spell;
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

/// A total and the plays that earn it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Best {
    /// The total.
    pub points: u32,
    /// The words to play, in order. Empty if the total can't be earned with words that are fit to be shown.
    pub plays: Vec<String>,
}

/// The par of a hand; none for a hand of more than [`MOST`] letters.
pub fn par(hand: &str, words: &Lexicon) -> Option<Par> {
    let solver = ParSolver::new(hand, words, |_| true)?;
    Some(Par { valid: solver.best(false), sacrifice: solver.best(true) })
}

/// The best plays with words that are fit to be shown; none for a hand of more than [`MOST`] letters.
pub(in crate::hand) fn best_fit(hand: &str, words: &Lexicon, sacrifices: bool) -> Option<Best> {
    let solver = ParSolver::new(hand, words, |index| words.fit_at(index))?;
    Some(solver.best(sacrifices))
}

/// A subset of the hand: one bit for each position.
type Subset = usize;

/// What the search needs to know. The vectors are indexed by subset.
struct ParSolver<'a> {
    words: &'a Lexicon,
    hand: Vec<char>,
    groups: Vec<LetterGroup>,
    /// The canonical subset with the same letters.
    canon: Vec<Subset>,
    /// The sum of its letter values.
    value: Vec<u32>,
    /// The word to show for it, if its letters spell one; only for canonical subsets.
    plays: Vec<Option<ShownWord>>,
}

/// Equal letters side by side in the hand.
struct LetterGroup {
    letter: char,
    start: usize,
    len: usize,
}

/// The word to show for a subset. All words of the same letters earn the same, so the best known one is shown.
#[derive(Clone, Copy)]
struct ShownWord {
    index: u32,
    rank: WordRank,
    used: Bag,
}

/// Words that are fit to be shown rank first, then those of a low vocabulary level, then frequent ones.
type WordRank = (bool, Reverse<u8>, u16);

/// The best way to play a subset. Of equal totals, the one with fewer unfit words, then with fewer steps.
#[derive(Clone, Copy, Default)]
struct Solution {
    points: u32,
    unfit: u8,
    steps: u8,
    /// The letters to play first; empty if nothing more can be earned.
    first: Subset,
    /// Whether the first step is a word, or a letter to throw away.
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
        let groups = letter_groups(&hand);
        let subsets = 0..1 << hand.len();
        let count = |subset: Subset, group: &LetterGroup| {
            (subset >> group.start & low_bits(group.len)).count_ones() as usize
        };
        let canon = subsets
            .clone()
            .map(|subset| canonical(&groups, |group| count(subset, group)))
            .collect();
        let value = subsets.clone().map(|subset| letters(&hand, subset).map(value).sum()).collect();
        let plays = vec![None; subsets.len()];
        let text: String = hand.iter().collect();
        let mut solver = ParSolver { words, hand, groups, canon, value, plays };
        spell::each(&text, words, |word, used| {
            if keep(word.index) {
                solver.consider(word.index, used);
            }
        });
        Some(solver)
    }

    /// Keeps the word for its letters if it ranks higher than the one there.
    fn consider(&mut self, index: u32, used: Bag) {
        let words = self.words;
        let rank = (words.fit_at(index), Reverse(words.level_at(index)), words.zipf_at(index));
        let subset = canonical(&self.groups, |group| used.count(group.letter).into());
        if let Some(play) = self.plays.get_mut(subset)
            && play.is_none_or(|play| rank > play.rank)
        {
            *play = Some(ShownWord { index, rank, used });
        }
    }

    fn best(&self, sacrifices: bool) -> Best {
        self.plays(&self.solve(sacrifices))
    }

    /// The best solution for every canonical subset. The letters left after a step are a smaller number, so
    /// counting up solves them first.
    fn solve(&self, sacrifices: bool) -> Vec<Solution> {
        let mut solutions = vec![Solution::default(); self.canon.len()];
        for hand in 1..solutions.len() {
            if self.canon[hand] != hand {
                continue;
            }
            let n = hand.count_ones() as usize;
            let mut best = Solution::default();
            let mut consider = |solution: Solution| {
                if solution.rank() > best.rank() {
                    best = solution;
                }
            };
            for first in subsets(hand) {
                let Some(play) = &self.plays[first] else { continue };
                let then = solutions[self.canon[hand ^ first]];
                consider(Solution {
                    points: then.points
                        + self.value[first] * factor(first.count_ones() as usize, n),
                    unfit: then.unfit + u8::from(!play.rank.0),
                    steps: then.steps + 1,
                    first,
                    scores: true,
                });
            }
            // Throwing away one letter at a time is enough: more letters are more steps. A letter that is a
            // word by itself can't be thrown away, but playing it is at least as good.
            let positions = 0..self.hand.len();
            for at in positions.filter(|at| sacrifices && hand >> at & 1 == 1) {
                let then = solutions[self.canon[hand ^ 1 << at]];
                consider(Solution { steps: then.steps + 1, first: 1 << at, scores: false, ..then });
            }
            solutions[hand] = best;
        }
        solutions
    }

    /// The plays for the whole hand. Empty if they include a word that is not fit to be shown; the points are
    /// exact anyway.
    fn plays(&self, solutions: &[Solution]) -> Best {
        let mut hand = solutions.len() - 1;
        let mut best = Best { points: solutions[hand].points, plays: Vec::new() };
        if solutions[hand].unfit > 0 {
            return best;
        }
        let mut discarded = String::new();
        while solutions[hand].first != 0 {
            let Solution { first, scores, .. } = solutions[hand];
            let word = self.plays[first].filter(|_| scores).and_then(|play| self.typed(&play));
            match word {
                None => discarded.extend(letters(&self.hand, first)),
                Some(word) => {
                    best.plays.extend(self.discards(&std::mem::take(&mut discarded)));
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

    /// The strings to play to throw letters away: all letters at once, or one by one if together they are a word.
    /// That word could only consist of wildcards, which are worth nothing; any other would beat the best total.
    fn discards(&self, discarded: &str) -> Vec<String> {
        let mut letters: Vec<char> = discarded.chars().collect();
        letters.sort_by_key(|letter| self.hand.iter().position(|held| held == letter));
        let typed: String = letters.iter().collect();
        match spell::is_word(&typed, self.words) {
            false if typed.is_empty() => Vec::new(),
            false => vec![typed],
            true => letters.iter().map(char::to_string).collect(),
        }
    }
}

/// The letters of a subset.
fn letters(hand: &[char], subset: Subset) -> impl Iterator<Item = char> {
    hand.iter().enumerate().filter(move |(at, _)| subset >> at & 1 == 1).map(|(_, &c)| c)
}

fn letter_groups(hand: &[char]) -> Vec<LetterGroup> {
    let mut start = 0;
    let group = |same: &[char]| {
        let group = LetterGroup { letter: same.first().copied()?, start, len: same.len() };
        start += same.len();
        Some(group)
    };
    hand.chunk_by(|a, b| a == b).filter_map(group).collect()
}

/// The canonical subset that has `count` copies of each letter.
fn canonical(groups: &[LetterGroup], count: impl Fn(&LetterGroup) -> usize) -> Subset {
    groups.iter().fold(0, |subset, group| subset | low_bits(count(group)) << group.start)
}

fn low_bits(bits: usize) -> Subset {
    (1 << bits) - 1
}

/// All subsets of a subset, including itself, except the empty one.
fn subsets(of: Subset) -> impl Iterator<Item = Subset> {
    let next = move |subset: &Subset| subset.checked_sub(1).map(|below| below & of);
    std::iter::successors(Some(of), next).take_while(|&subset| subset != 0)
}
