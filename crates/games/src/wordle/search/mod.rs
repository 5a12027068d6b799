//! The best strategy for a list: the one that needs the fewest guesses for all answers together. Exact: a guess
//! is left out only where a lower bound shows that it cannot be better. Every answer is found within the
//! attempts there are, or there is no strategy; what to do then is in `few`.
//!
//! Nothing here starts a thread. A [`Search`] is read only and each thread has a [`Mind`] of its own, so
//! whoever has threads gives each of them some of the sets that an opener leaves.

pub(super) mod few;
mod hard;
mod normal;
mod partition;
mod ranking;
#[cfg(test)]
mod tests;

pub use few::Reach;
pub use ranking::RankedGuess;

use super::Marking;
use super::mark::LONGEST;
use super::matrix::{Codes, Matrix};
use super::strategy::StrategyNode;
use hard::{Needs, WordLetters};
use partition::{IdentityHasher, Partitions, SMALL, SeenLabels};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The words of one length: what may be guessed, in alphabetical order, and which of them may be hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lists {
    guesses: Vec<String>,
    answers: Vec<u32>,
}

impl Lists {
    /// Answers and further allowed words; those of another length than this are left out.
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

/// Why lists cannot be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Words of so many letters.
    #[error("Words of {0} letters are too long; the longest have {longest}.", longest = LONGEST)]
    Long(usize),
    /// So many answers.
    #[error(
        "{0} words that may be hidden are too many: the most is {most}. Give guesses with their marks, or a \
         shorter list.",
        most = u16::MAX
    )]
    Many(usize),
    /// So many guesses and answers.
    #[error(
        "To mark {0} words against {1} that may be hidden takes more than 1 GB. Give guesses with their marks, \
         so that fewer are left, or a shorter list."
    )]
    Large(usize, usize),
}

/// So many marks are looked at as a whole: it takes a few bytes for each.
const LABELS: usize = 1 << 27;

/// The marks of all guesses against all answers may take so many bytes.
const ROOM: usize = 1 << 30;

/// A list, made ready to be searched.
pub struct Search {
    lists: Lists,
    matrix: Matrix,
    /// All letters correct.
    hit: u16,
    marking: Marking,
    hard: Option<Hard>,
}

/// What hard mode needs to know: the shape of each guess.
struct Hard(Vec<WordLetters>);

/// What one thread remembers, and how long it may think.
pub struct SearchContext<'a> {
    known: HashMap<u128, KnownTotal, BuildHasherDefault<IdentityHasher>>,
    notes: SeenLabels,
    /// What can be reached of sets for which the attempts are too few.
    reached: HashMap<u128, (Reach, u32), BuildHasherDefault<IdentityHasher>>,
    /// The sizes of parts by their codes; all 0 between two guesses.
    sizes: Vec<u32>,
    /// Codes that a guess was seen to get; all 0 between two guesses.
    seen: Vec<u8>,
    keys: Vec<u128>,
    /// So many sets are remembered; then all are forgotten.
    memory: usize,
    /// A set of words and guesses that is looked at as a whole may have so many marks.
    room: usize,
    limit: Box<dyn FnMut(u64) -> bool + 'a>,
}

/// What is known of a set.
#[derive(Clone, Copy)]
struct KnownTotal {
    /// The fewest guesses for all of its words, or a number that it is not below.
    total: u32,
    /// The guess that reaches it, if it is reached.
    guess: Option<u32>,
}

/// The thinking was ended from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// So many sets take some hundred MB.
const MEMORY: usize = 1 << 22;

/// More than any total, and still a number that can be added to others.
pub const NO_BUDGET: u32 = u32::MAX / 4;

impl<'a> SearchContext<'a> {
    /// A fresh mind. The limit is told of every step taken (a guess marked against a word) and says whether to
    /// go on.
    pub fn new(search: &Search, limit: impl FnMut(u64) -> bool + 'a) -> SearchContext<'a> {
        let answers = search.lists.answers.len();
        SearchContext {
            known: HashMap::default(),
            notes: SeenLabels::new(answers.max(usize::from(search.hit)) + 1),
            reached: HashMap::default(),
            sizes: vec![0; usize::from(search.hit) + 1],
            seen: vec![0; usize::from(search.hit) + 1],
            keys: (0..answers as u64).map(key).collect(),
            memory: MEMORY,
            room: LABELS,
            limit: Box::new(limit),
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.known = HashMap::default();
        self.reached = HashMap::default();
    }

    fn spend(&mut self, steps: usize) -> Result<(), Stopped> {
        if (self.limit)(steps as u64) { Ok(()) } else { Err(Stopped) }
    }

    /// A number for a set with so many attempts left: 128 bits, so that two of them have the same one less often
    /// than memory fails. No set needs more attempts than it has words.
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

/// How many different codes words have: all are marked as seen, then counted and unmarked, without a branch.
fn count<C: Copy + Into<usize>>(codes: &[C], words: &[u16], seen: &mut [u8]) -> u32 {
    for &word in words {
        seen[codes[usize::from(word)].into()] = 1;
    }
    let take = |word: &u16| std::mem::take(&mut seen[codes[usize::from(*word)].into()]);
    words.iter().map(take).map(u32::from).sum()
}

/// Bits for a word, spread well.
fn key(word: u64) -> u128 {
    let spread = |seed: u64| {
        let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    u128::from(spread(2 * word + 1)) << 64 | u128::from(spread(2 * word + 2))
}

/// What a search has to stay below, and within.
#[derive(Clone, Copy)]
struct Limit {
    /// A total that is good enough no more.
    budget: u32,
    /// Attempts for each word.
    tries: u32,
}

/// A set of answers in the middle of a game, with what hard mode asks of the next guess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchState {
    /// The answers that fit, by number.
    pub words: Vec<u16>,
    /// How many attempts are left.
    pub tries: u32,
    needs: Needs,
}

impl Search {
    /// Makes a list ready: marks every guess against every answer. Not every list can be: words may be too
    /// long, or too many.
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
        if Matrix::bytes(length, guesses.len(), answers.len()) > ROOM {
            return Err(Unfit::Large(guesses.len(), answers.len()));
        }
        let matrix = Matrix::new(marking, &guesses, &answers);
        let shapes = || guesses.iter().map(|guess| WordLetters::of(guess)).collect();
        let hard = hard.then(|| Hard(shapes()));
        Ok(Search { matrix, hit: 3u16.pow(length as u32) - 1, marking, hard, lists })
    }

    /// The lists.
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// A name for these lists and rules: a hash of them that stays the same for ever.
    pub fn name(&self) -> String {
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let answers = self.lists.answers();
        let words = self.lists.guesses.iter().map(String::as_str).chain(["/"]).chain(answers);
        let bytes = words.flat_map(|word| word.bytes().chain([b'\n']));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325, fold);
        let hard = if self.hard.is_some() { " hard" } else { "" };
        format!("wordle {:?}{hard} {hash:016x}", self.marking)
    }

    /// Before the first of so many guesses.
    pub fn start(&self, tries: u32) -> SearchState {
        let words = (0..self.lists.answers.len() as u16).collect();
        SearchState { words, tries, needs: Needs::default() }
    }

    /// What a guess leaves, for each code that it may get, in the order of the codes; without the hit.
    pub fn parts(&self, spot: &SearchState, guess: u32) -> Vec<(u16, SearchState)> {
        let row = self.matrix.row(guess as usize);
        let mut coded: Vec<_> =
            spot.words.iter().map(|&word| (row.at(word.into()), word)).collect();
        coded.sort_unstable();
        let alike = coded.chunk_by(|a, b| a.0 == b.0);
        let shape = WordLetters::of(&self.lists.guesses[guess as usize]);
        let part = |part: &[(u16, u16)]| {
            let code = part.first().map_or(0, |&(code, _)| code);
            let words = part.iter().map(|&(_, word)| word).collect();
            (code, self.next(spot, words, &shape, code))
        };
        alike.map(part).filter(|&(code, _)| code != self.hit).collect()
    }

    /// What is left when a word has got this code; it need not be one of the list.
    pub fn after_marks(&self, spot: &SearchState, word: &str, code: u16) -> SearchState {
        let fits = |answer: &str| self.marking.code(answer.as_bytes(), word.as_bytes()) == code;
        let words = spot.words.iter().copied();
        let words = words.filter(|&number| fits(self.answer(number))).collect();
        self.next(spot, words, &WordLetters::of(word), code)
    }

    fn next(
        &self,
        spot: &SearchState,
        words: Vec<u16>,
        guess: &WordLetters,
        code: u16,
    ) -> SearchState {
        let needs = match self.hard {
            None => spot.needs,
            Some(_) => spot.needs.after(guess, code, self.marking),
        };
        SearchState { words, tries: spot.tries.saturating_sub(1), needs }
    }

    /// May this be guessed here?
    pub fn allows(&self, spot: &SearchState, guess: u32) -> bool {
        self.hard.as_ref().is_none_or(|hard| spot.needs.allows(&hard.0[guess as usize]))
    }

    fn guess_of(&self, word: u16) -> u32 {
        self.lists.answers[usize::from(word)]
    }

    /// The fewest guesses that find each word of a set once, all together, and the first of them; or nothing
    /// if that is not below the budget, or the attempts are too few.
    pub fn solve(
        &self,
        spot: &SearchState,
        budget: u32,
        mind: &mut SearchContext,
    ) -> Result<Option<(u32, u32)>, Stopped> {
        let words = &spot.words;
        let budget = budget.min(NO_BUDGET);
        let limit = Limit { budget, tries: spot.tries };
        let found = |total: u32, guess: u32| (total < budget).then_some((total, guess));
        match (&words[..], spot.tries) {
            ([], _) | (_, 0) | ([_, _, ..], 1) => return Ok(None),
            (&[only], _) => return Ok(found(1, self.guess_of(only))),
            (&[first, _], _) => return Ok(found(3, self.guess_of(first))),
            _ => {}
        }
        let own: Vec<u32> = words.iter().map(|&word| self.guess_of(word)).collect();
        let all: Vec<u16> = (0..words.len() as u16).collect();
        let mut known = KnownTotal { total: 0, guess: None };
        if words.len() <= usize::from(self.hit) + 1 {
            // Own words alone may settle it, in hard mode too, and are soon looked at.
            let none = std::iter::empty();
            let part =
                Partitions::<u16>::new(&self.matrix, words, &own, none, false, &mut mind.notes);
            known = normal::peek(&part, &all, spot.tries, mind);
        }
        if known.guess.is_none() && known.total < budget {
            known = match &self.hard {
                Some(hard) => self.solve_hard(hard, spot, &own, budget, mind)?,
                None if words.len() <= SMALL => {
                    self.solve_normal::<u8>(words, &own, limit, mind)?
                }
                None => self.solve_normal::<u16>(words, &own, limit, mind)?,
            };
        }
        Ok(known.guess.and_then(|guess| found(known.total, guess)))
    }

    fn solve_normal<L: partition::PartLabel>(
        &self,
        words: &[u16],
        own: &[u32],
        limit: Limit,
        mind: &mut SearchContext,
    ) -> Result<KnownTotal, Stopped> {
        let guesses = 0..self.lists.guesses.len() as u32;
        mind.spend(words.len() * self.lists.guesses.len())?;
        if words.len() * self.lists.guesses.len() > mind.room {
            return Err(Stopped);
        }
        let part = Partitions::<L>::new(&self.matrix, words, own, guesses, true, &mut mind.notes);
        let all: Vec<u16> = (0..words.len() as u16).collect();
        normal::scan(&part, &all, limit, mind)
    }

    /// A number of guesses that no strategy for this set stays below; quicker than to solve it.
    pub fn bound(&self, spot: &SearchState, mind: &mut SearchContext) -> u32 {
        let n = spot.words.len();
        if n <= 2 {
            return (2 * n).saturating_sub(1) as u32;
        }
        let (mut most, all) = (0, n as u32);
        for guess in 0..self.lists.guesses.len() {
            if most == all {
                break;
            }
            let parts = match self.matrix.row(guess) {
                Codes::Narrow(codes) => count(codes, &spot.words, &mut mind.seen),
                Codes::Wide(codes) => count(codes, &spot.words, &mut mind.seen),
            };
            most = most.max(parts);
        }
        for &word in &spot.words {
            if most > all {
                break;
            }
            let parts = match self.matrix.row(self.guess_of(word) as usize) {
                Codes::Narrow(codes) => count(codes, &spot.words, &mut mind.seen),
                Codes::Wide(codes) => count(codes, &spot.words, &mut mind.seen),
            };
            // A word of the set that is guessed first is found one guess sooner.
            most = most.max(parts + 1);
        }
        3 * all - most
    }

    /// A word that may be hidden, by number.
    pub fn answer(&self, word: u16) -> &str {
        &self.lists.guesses[self.guess_of(word) as usize]
    }

    /// The whole best strategy for a set.
    pub fn tree(
        &self,
        spot: &SearchState,
        mind: &mut SearchContext,
    ) -> Result<Option<StrategyNode>, Stopped> {
        match self.solve(spot, NO_BUDGET, mind)? {
            Some((_, guess)) => self.tree_from(spot, guess, mind).map(Some),
            None => Ok(None),
        }
    }

    /// The best strategy that begins with this guess.
    pub fn tree_from(
        &self,
        spot: &SearchState,
        guess: u32,
        mind: &mut SearchContext,
    ) -> Result<StrategyNode, Stopped> {
        let mut next = Vec::new();
        for (code, part) in self.parts(spot, guess) {
            if let Some(node) = self.tree(&part, mind)? {
                next.push((code, node));
            }
        }
        Ok(StrategyNode { guess: self.lists.guesses[guess as usize].clone(), next })
    }
}
