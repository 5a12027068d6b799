//! The search for the best strategy for a list: the one that needs the fewest guesses for all answers together. It is
//! exact: a guess is skipped only if a lower bound shows that it can't be better. A strategy must find every answer
//! within the attempts; if none does, `few` finds as many answers as possible.
//!
//! Nothing here starts a thread. A [`Search`] is read-only and each thread has its own [`SearchContext`], so a caller
//! with several threads can give each of them some of the sets that a first guess leaves.

pub(super) mod few;
mod hard;
mod normal;
mod partition;
mod ranking;
#[cfg(test)]
mod tests;

pub use few::Reach;
pub use ranking::RankedGuess;

use super::matrix::{Codes, Matrix};
use super::strategy::StrategyNode;
use crate::wordle::{LONGEST, Marking};
use hard::{Needs, WordLetters};
use partition::{IdentityHasher, Partitions, SMALL, SeenLabels};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The words of one length: those that may be guessed, in alphabetical order, and which of them may be hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lists {
    guesses: Vec<String>,
    answers: Vec<u32>,
}

impl Lists {
    /// The lists of answers and of further allowed guesses. Words of another length are left out.
    pub fn new<S: AsRef<str>>(length: usize, answers: &[S], allowed: &[S]) -> Lists {
        let of_length = |words: &[S]| {
            let words = words.iter().map(|word| word.as_ref().to_ascii_lowercase());
            let letters = |word: &String| word.bytes().all(|byte| byte.is_ascii_lowercase());
            words.filter(|word| word.len() == length && letters(word)).collect::<Vec<_>>()
        };
        let mut hidden = of_length(answers);
        hidden.sort_unstable();
        hidden.dedup();
        let mut guesses = of_length(allowed);
        guesses.extend(hidden.iter().cloned());
        guesses.sort_unstable();
        guesses.dedup();
        let answers = hidden.iter().filter_map(|word| guesses.binary_search(word).ok());
        let answers = answers.map(|guess| guess as u32).collect();
        Lists { guesses, answers }
    }

    /// All words that may be guessed, in alphabetical order.
    pub fn guesses(&self) -> &[String] {
        &self.guesses
    }

    /// The words that may be hidden, in alphabetical order.
    pub fn answers(&self) -> impl ExactSizeIterator<Item = &str> {
        self.answers.iter().map(|&guess| self.guesses[guess as usize].as_str())
    }

    /// The same guesses, with only those answers that may still be hidden.
    pub fn keeping(mut self, fits: impl Fn(&str) -> bool) -> Lists {
        let guesses = &self.guesses;
        self.answers.retain(|&guess| fits(&guesses[guess as usize]));
        self
    }

    /// The number of a word that may be guessed.
    pub fn find(&self, word: &str) -> Option<u32> {
        self.guesses.binary_search_by(|guess| guess.as_str().cmp(word)).ok().map(|n| n as u32)
    }
}

/// Why lists can't be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// The words are too long: they have this many letters.
    #[error("Words of {0} letters are too long. The maximum is {longest}.", longest = LONGEST)]
    Long(usize),
    /// There are too many answers: this many.
    #[error(
        "Too many possible answers: {0}, and the maximum is {most}. Enter guesses with their marks, or use a \
         shorter list.",
        most = u16::MAX
    )]
    Many(usize),
    /// The matrix of this many guesses and answers would be too large.
    #[error(
        "Comparing {0} guesses with {1} possible answers takes more than 1 GB. Enter guesses with their marks, \
         or use a shorter list."
    )]
    Large(usize, usize),
}

/// A set is searched only if it has at most this many marks, because each takes a few bytes.
const MAX_LABELS: usize = 1 << 27;

/// The maximum size of a matrix, in bytes.
const MAX_MATRIX: usize = 1 << 30;

/// Lists with all their marks, ready to be searched.
pub struct Search {
    lists: Lists,
    matrix: Matrix,
    /// The code of a guess whose letters are all correct.
    hit: u16,
    marking: Marking,
    hard: Option<Hard>,
}

/// The letters of each guess, which hard mode needs.
struct Hard(Vec<WordLetters>);

/// The caches and the limit of a search in one thread.
pub struct SearchContext<'a> {
    known: HashMap<u128, KnownTotal, BuildHasherDefault<IdentityHasher>>,
    seen_labels: SeenLabels,
    /// The results for sets for which the attempts are too few.
    reached: HashMap<u128, (Reach, u32), BuildHasherDefault<IdentityHasher>>,
    /// The sizes of parts by their codes; all 0 between two guesses.
    sizes: Vec<u32>,
    /// The codes that a guess gets; all 0 between two guesses.
    seen: Vec<u8>,
    keys: Vec<u128>,
    /// The maximum number of sets in a cache. A full cache is cleared.
    memory: usize,
    /// A set is searched only if it has at most this many marks.
    max_labels: usize,
    limit: Box<dyn FnMut(u64) -> bool + 'a>,
}

/// What is known of a set.
#[derive(Clone, Copy)]
struct KnownTotal {
    /// The fewest guesses for all words of the set, or a lower bound of it.
    total: u32,
    /// The first guess that achieves the total; `None` if the total is only a bound.
    guess: Option<u32>,
}

/// The limit of a search was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The default maximum number of sets in a cache. They take some hundred MB.
const MEMORY: usize = 1 << 22;

/// A budget above any total, small enough to be added to others without overflow.
pub const NO_BUDGET: u32 = u32::MAX / 4;

impl<'a> SearchContext<'a> {
    /// An empty context. `limit` is called with the number of steps taken (guesses marked against words), and returns
    /// false to stop the search.
    pub fn new(search: &Search, limit: impl FnMut(u64) -> bool + 'a) -> SearchContext<'a> {
        let answers = search.lists.answers.len();
        SearchContext {
            known: HashMap::default(),
            seen_labels: SeenLabels::new(answers.max(usize::from(search.hit)) + 1),
            reached: HashMap::default(),
            sizes: vec![0; usize::from(search.hit) + 1],
            seen: vec![0; usize::from(search.hit) + 1],
            keys: (0..answers as u64).map(key).collect(),
            memory: MEMORY,
            max_labels: MAX_LABELS,
            limit: Box::new(limit),
        }
    }

    /// Clears the caches.
    pub fn forget(&mut self) {
        self.known = HashMap::default();
        self.reached = HashMap::default();
    }

    fn spend(&mut self, steps: usize) -> Result<(), Stopped> {
        if (self.limit)(steps as u64) { Ok(()) } else { Err(Stopped) }
    }

    /// The cache key of a set with this many attempts left. It has 128 bits, so that collisions are less likely than
    /// memory errors. No set needs more attempts than it has words, so more don't change the key.
    fn key(&self, words: impl ExactSizeIterator<Item = u16>, tries: u32) -> u128 {
        let tries = u64::from(tries).min(words.len() as u64);
        words.fold(key(u64::from(u32::MAX) + tries), |key, word| key ^ self.keys[usize::from(word)])
    }

    fn learn(&mut self, key: u128, known: KnownTotal) {
        if self.known.len() >= self.memory {
            self.known.clear();
        }
        self.known.insert(key, known);
    }
}

/// The number of different codes that words have: all are marked as seen, then counted and unmarked, without a branch.
fn count<C: Copy + Into<usize>>(codes: &[C], words: &[u16], seen: &mut [u8]) -> u32 {
    for &word in words {
        seen[codes[usize::from(word)].into()] = 1;
    }
    let take = |word: &u16| std::mem::take(&mut seen[codes[usize::from(*word)].into()]);
    words.iter().map(take).map(u32::from).sum()
}

/// Well-mixed bits for a word.
fn key(word: u64) -> u128 {
    let spread = |seed: u64| {
        let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    u128::from(spread(2 * word + 1)) << 64 | u128::from(spread(2 * word + 2))
}

/// The limits of a result.
#[derive(Clone, Copy)]
struct Limit {
    /// Only a total below this is of use.
    budget: u32,
    /// The number of attempts for each word.
    tries: u32,
}

/// A position: the answers that fit, the attempts left, and what hard mode requires of the next guess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchState {
    /// The answers that fit, by number.
    pub words: Vec<u16>,
    /// The number of attempts left.
    pub tries: u32,
    needs: Needs,
}

impl Search {
    /// Marks every guess against every answer. Fails if the words are too long or too many.
    pub fn new(lists: Lists, marking: Marking, hard: bool) -> Result<Search, Unfit> {
        let answers: Vec<&str> = lists.answers().collect();
        let guesses: Vec<&str> = lists.guesses.iter().map(String::as_str).collect();
        let length = guesses.first().map_or(0, |guess| guess.len());
        if length > LONGEST {
            return Err(Unfit::Long(length));
        }
        if answers.len() > usize::from(u16::MAX) {
            return Err(Unfit::Many(answers.len()));
        }
        if Matrix::bytes(length, guesses.len(), answers.len()) > MAX_MATRIX {
            return Err(Unfit::Large(guesses.len(), answers.len()));
        }
        let matrix = Matrix::new(marking, &guesses, &answers);
        let letters = || guesses.iter().map(|guess| WordLetters::of(guess)).collect();
        let hard = hard.then(|| Hard(letters()));
        Ok(Search { matrix, hit: 3u16.pow(length as u32) - 1, marking, hard, lists })
    }

    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// A name for these lists and rules, with a hash that never changes.
    pub fn name(&self) -> String {
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let answers = self.lists.answers();
        let words = self.lists.guesses.iter().map(String::as_str).chain(["/"]).chain(answers);
        let bytes = words.flat_map(|word| word.bytes().chain([b'\n']));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325, fold);
        let hard = if self.hard.is_some() { " hard" } else { "" };
        format!("wordle {:?}{hard} {hash:016x}", self.marking)
    }

    /// The state before the first guess.
    pub fn start(&self, tries: u32) -> SearchState {
        let words = (0..self.lists.answers.len() as u16).collect();
        SearchState { words, tries, needs: Needs::default() }
    }

    /// The states that a guess can lead to, with their codes, sorted by code. A correct guess isn't included.
    pub fn parts(&self, state: &SearchState, guess: u32) -> Vec<(u16, SearchState)> {
        let row = self.matrix.row(guess as usize);
        let mut coded: Vec<_> =
            state.words.iter().map(|&word| (row.at(word.into()), word)).collect();
        coded.sort_unstable();
        let alike = coded.chunk_by(|a, b| a.0 == b.0);
        let letters = WordLetters::of(&self.lists.guesses[guess as usize]);
        let part = |part: &[(u16, u16)]| {
            let code = part.first().map_or(0, |&(code, _)| code);
            let words = part.iter().map(|&(_, word)| word).collect();
            (code, self.next(state, words, &letters, code))
        };
        alike.map(part).filter(|&(code, _)| code != self.hit).collect()
    }

    /// The state after a guess has got this code. The guess needn't be in the list.
    pub fn after_marks(&self, state: &SearchState, word: &str, code: u16) -> SearchState {
        let fits = |answer: &str| self.marking.code(answer.as_bytes(), word.as_bytes()) == code;
        let words = state.words.iter().copied();
        let words = words.filter(|&number| fits(self.answer(number))).collect();
        self.next(state, words, &WordLetters::of(word), code)
    }

    fn next(
        &self,
        state: &SearchState,
        words: Vec<u16>,
        guess: &WordLetters,
        code: u16,
    ) -> SearchState {
        let needs = match self.hard {
            None => state.needs,
            Some(_) => state.needs.after(guess, code, self.marking),
        };
        SearchState { words, tries: state.tries.saturating_sub(1), needs }
    }

    /// Does hard mode allow this guess?
    pub fn allows(&self, state: &SearchState, guess: u32) -> bool {
        self.hard.as_ref().is_none_or(|hard| state.needs.allows(&hard.0[guess as usize]))
    }

    fn guess_of(&self, word: u16) -> u32 {
        self.lists.answers[usize::from(word)]
    }

    /// The fewest guesses, in total, that find every word of a set, and the first of these guesses. `None` if the total
    /// isn't below the budget or the attempts are too few.
    pub fn solve(
        &self,
        state: &SearchState,
        budget: u32,
        context: &mut SearchContext,
    ) -> Result<Option<(u32, u32)>, Stopped> {
        let words = &state.words;
        let budget = budget.min(NO_BUDGET);
        let limit = Limit { budget, tries: state.tries };
        let found = |total: u32, guess: u32| (total < budget).then_some((total, guess));
        match (&words[..], state.tries) {
            ([], _) | (_, 0) | ([_, _, ..], 1) => return Ok(None),
            (&[only], _) => return Ok(found(1, self.guess_of(only))),
            (&[first, _], _) => return Ok(found(3, self.guess_of(first))),
            _ => {}
        }
        let own: Vec<u32> = words.iter().map(|&word| self.guess_of(word)).collect();
        let all: Vec<u16> = (0..words.len() as u16).collect();
        let mut known = KnownTotal { total: 0, guess: None };
        if words.len() <= usize::from(self.hit) + 1 {
            // Guessing words of the set may be enough, in hard mode too, and is fast to check.
            let none = std::iter::empty();
            let partitions = Partitions::<u16>::new(
                &self.matrix,
                words,
                &own,
                none,
                false,
                &mut context.seen_labels,
            );
            known = normal::peek(&partitions, &all, state.tries, context);
        }
        if known.guess.is_none() && known.total < budget {
            known = match &self.hard {
                Some(hard) => self.solve_hard(hard, state, &own, budget, context)?,
                None if words.len() <= SMALL => {
                    self.solve_normal::<u8>(words, &own, limit, context)?
                }
                None => self.solve_normal::<u16>(words, &own, limit, context)?,
            };
        }
        Ok(known.guess.and_then(|guess| found(known.total, guess)))
    }

    fn solve_normal<L: partition::PartLabel>(
        &self,
        words: &[u16],
        own: &[u32],
        limit: Limit,
        context: &mut SearchContext,
    ) -> Result<KnownTotal, Stopped> {
        let guesses = 0..self.lists.guesses.len() as u32;
        context.spend(words.len() * self.lists.guesses.len())?;
        if words.len() * self.lists.guesses.len() > context.max_labels {
            return Err(Stopped);
        }
        let partitions =
            Partitions::<L>::new(&self.matrix, words, own, guesses, true, &mut context.seen_labels);
        let all: Vec<u16> = (0..words.len() as u16).collect();
        normal::scan(&partitions, &all, limit, context)
    }

    /// A lower bound of the total for this set. It is faster than [`Search::solve`].
    pub fn bound(&self, state: &SearchState, context: &mut SearchContext) -> u32 {
        let n = state.words.len();
        if n <= 2 {
            return (2 * n).saturating_sub(1) as u32;
        }
        let (mut most, all) = (0, n as u32);
        for guess in 0..self.lists.guesses.len() {
            if most == all {
                break;
            }
            let parts = match self.matrix.row(guess) {
                Codes::Narrow(codes) => count(codes, &state.words, &mut context.seen),
                Codes::Wide(codes) => count(codes, &state.words, &mut context.seen),
            };
            most = most.max(parts);
        }
        for &word in &state.words {
            if most > all {
                break;
            }
            let parts = match self.matrix.row(self.guess_of(word) as usize) {
                Codes::Narrow(codes) => count(codes, &state.words, &mut context.seen),
                Codes::Wide(codes) => count(codes, &state.words, &mut context.seen),
            };
            // If the first guess is a word of the set, that word is found one guess sooner.
            most = most.max(parts + 1);
        }
        3 * all - most
    }

    /// A word that may be hidden, by number.
    pub fn answer(&self, word: u16) -> &str {
        &self.lists.guesses[self.guess_of(word) as usize]
    }

    /// The complete best strategy for a set; `None` if the attempts are too few.
    pub fn tree(
        &self,
        state: &SearchState,
        context: &mut SearchContext,
    ) -> Result<Option<StrategyNode>, Stopped> {
        match self.solve(state, NO_BUDGET, context)? {
            Some((_, guess)) => self.tree_from(state, guess, context).map(Some),
            None => Ok(None),
        }
    }

    /// The best strategy that starts with this guess.
    pub fn tree_from(
        &self,
        state: &SearchState,
        guess: u32,
        context: &mut SearchContext,
    ) -> Result<StrategyNode, Stopped> {
        let mut next = Vec::new();
        for (code, part) in self.parts(state, guess) {
            if let Some(node) = self.tree(&part, context)? {
                next.push((code, node));
            }
        }
        Ok(StrategyNode { guess: self.lists.guesses[guess as usize].clone(), next })
    }
}
