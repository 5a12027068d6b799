//! The exact search in hard mode, where revealed letters must be used: the allowed guesses depend on the guesses that
//! led to a set. The bounds of `normal.rs` hold here too, and a word that fits all marks may always be guessed.

use super::partition::{Partitions, has};
use super::{Hard, KnownTotal, Limit, Search, SearchContext, SearchState, Stopped, normal};
use crate::wordle::{LONGEST, Marking};

/// The letters of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WordLetters {
    /// The letters, a byte for each place.
    places: u64,
    /// The letters that it has at least once, at least twice, and so on, as masks.
    copies: [u32; LONGEST],
    length: usize,
}

impl WordLetters {
    pub(super) fn of(word: &str) -> WordLetters {
        let mut letters = WordLetters { places: 0, copies: [0; LONGEST], length: word.len() };
        for (place, letter) in word.bytes().enumerate().take(LONGEST) {
            letters.places |= u64::from(letter) << (8 * place);
            add(&mut letters.copies, letter);
        }
        letters
    }
}

/// Adds one copy of a letter.
fn add(copies: &mut [u32; LONGEST], letter: u8) {
    let bit = 1 << (letter & 31);
    if let Some(level) = copies.iter_mut().find(|level| **level & bit == 0) {
        *level |= bit;
    }
}

/// What hard mode requires of a guess.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Needs {
    /// All bits of the bytes of places with a correct letter.
    settled: u64,
    places: u64,
    copies: [u32; LONGEST],
}

impl Needs {
    /// The requirements after a further guess has got this code.
    pub(super) fn after(mut self, guess: &WordLetters, code: u16, marking: Marking) -> Needs {
        let mut found = [0; LONGEST];
        let mut code = code;
        for place in (0..guess.length).rev() {
            let mark = code % 3;
            code /= 3;
            let byte = 0xff << (8 * place);
            if mark == 2 {
                self.settled |= byte;
                self.places |= guess.places & byte;
            }
            if mark > 0 {
                add(&mut found, (guess.places >> (8 * place)) as u8);
            }
        }
        if marking == Marking::Lenient {
            found[1..].fill(0);
        }
        self.copies.iter_mut().zip(found).for_each(|(copies, found)| *copies |= found);
        self
    }

    pub(super) fn allows(&self, word: &WordLetters) -> bool {
        let missing = self.copies.iter().zip(word.copies).any(|(need, has)| need & !has != 0);
        !missing && (word.places ^ self.places) & self.settled == 0
    }

    /// A key for the cache. It is never 0, because results that hold for any requirements have the key of the set
    /// alone.
    pub(super) fn key(&self) -> u128 {
        let copies = self.copies.iter().fold(1, |key, &level| mix(key ^ u128::from(level)));
        mix(copies ^ mix(u128::from(self.settled) << 64 | u128::from(self.places)))
    }
}

fn mix(x: u128) -> u128 {
    let x = (x ^ x >> 67).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    (x ^ x >> 59).wrapping_mul(0xbf58_476d_1ce4_e5b9_94d0_49bb_1331_11eb) ^ x >> 64
}

/// A set within the search.
struct HardState<'a> {
    set: &'a [u16],
    needs: Needs,
    /// The rows that were allowed before. The rows that are allowed now are among them.
    rows: &'a [u32],
}

impl Search {
    pub(super) fn solve_hard(
        &self,
        hard: &Hard,
        state: &SearchState,
        own: &[u32],
        budget: u32,
        context: &mut SearchContext,
    ) -> Result<KnownTotal, Stopped> {
        let guesses = (0..self.lists.guesses.len() as u32)
            .filter(|&guess| state.needs.allows(&hard.0[guess as usize]))
            .filter(|guess| !own.contains(guess));
        context.spend(state.words.len() * self.lists.guesses.len())?;
        let partitions = Partitions::<u16>::new(
            &self.matrix,
            &state.words,
            own,
            guesses,
            false,
            &mut context.seen_labels,
        );
        let set: Vec<u16> = (0..state.words.len() as u16).collect();
        let rows: Vec<u32> = (0..partitions.guesses.len() as u32).collect();
        let start = HardState { set: &set, needs: state.needs, rows: &rows };
        let limit = Limit { budget, tries: state.tries };
        self.scan_hard(hard, &partitions, &start, limit, context)
    }

    fn scan_hard(
        &self,
        hard: &Hard,
        partitions: &Partitions<u16>,
        state: &HardState,
        limit: Limit,
        context: &mut SearchContext,
    ) -> Result<KnownTotal, Stopped> {
        let (set, n) = (state.set, state.set.len());
        let key = context.key(partitions.words_of(set), limit.tries) ^ state.needs.key();
        if let Some(known) = context.known.get(&key)
            && (known.guess.is_some() || known.total >= limit.budget)
        {
            return Ok(*known);
        }
        let allowed =
            |row: &u32| state.needs.allows(&hard.0[partitions.guesses[*row as usize] as usize]);
        let rows: Vec<u32> = state.rows.iter().copied().filter(allowed).collect();
        context.spend(state.rows.len() + rows.len() * n)?;
        let wanted = normal::wanted(n, limit);
        let mut tried: Vec<(u32, u32)> = Vec::new();
        for &row in &rows {
            let own = has(set, row as usize);
            let spare = (n + usize::from(own)).saturating_sub(wanted);
            if let Some(count) =
                partitions.count(row as usize, set, spare, &mut context.seen_labels)
            {
                // A guess that reveals nothing only restricts later guesses.
                if count > 1 {
                    tried.push(((3 * n - count - usize::from(own)) as u32, row));
                }
            }
        }
        tried.sort_unstable();
        let mut best = KnownTotal { total: limit.budget, guess: None };
        for (bound, row) in tried {
            if bound >= best.total {
                break;
            }
            let next = HardState { set, needs: state.needs, rows: &rows };
            let limit = Limit { budget: best.total, ..limit };
            if let Some(total) =
                self.try_hard(hard, partitions, row as usize, &next, limit, context)?
            {
                best = KnownTotal { total, guess: Some(partitions.guesses[row as usize]) };
            }
        }
        context.learn(key, best);
        Ok(best)
    }

    fn try_hard(
        &self,
        hard: &Hard,
        partitions: &Partitions<u16>,
        row: usize,
        state: &HardState,
        Limit { budget, tries }: Limit,
        context: &mut SearchContext,
    ) -> Result<Option<u32>, Stopped> {
        context.spend(2 * state.set.len())?;
        let (places, mut pieces) = normal::split(partitions, row, state.set, context);
        let mut sum = state.set.len() as u32;
        sum += pieces.iter().map(|piece| piece.total).sum::<u32>();
        if !normal::few_enough(&pieces, tries) {
            return Ok(None);
        }
        let tries = tries - 1;
        pieces.retain(|piece| !piece.settled);
        pieces.sort_unstable_by_key(|piece| std::cmp::Reverse(piece.len()));
        for piece in &mut pieces {
            // Each word of the piece is marked against the others.
            context.spend(piece.len() * piece.len())?;
            sum += piece.settle(normal::peek(
                partitions,
                &places[piece.start..piece.end],
                tries,
                context,
            ));
            if sum >= budget {
                return Ok(None);
            }
        }
        pieces.retain(|piece| !piece.settled);
        let guess = partitions.guesses[row];
        for piece in pieces.iter_mut().rev() {
            let set = &places[piece.start..piece.end];
            let word = set.first().map_or(0, |&at| partitions.words[usize::from(at)]);
            let code = self.matrix.code(guess as usize, word.into());
            let needs = state.needs.after(&hard.0[guess as usize], code, self.marking);
            let limit = Limit { budget: budget - (sum - piece.total), tries };
            let next = HardState { set, needs, rows: state.rows };
            sum += piece.settle(self.scan_hard(hard, partitions, &next, limit, context)?);
            if sum >= budget {
                return Ok(None);
            }
        }
        Ok(Some(sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn different_needs_have_different_keys() {
        let needs = |n: u32| {
            let mut copies = [0; LONGEST];
            (copies[0], copies[1]) = (n & 0xff, n >> 8);
            Needs { copies, ..Needs::default() }
        };
        let keys: HashSet<u128> = (0..0x1_0000).map(|n| needs(n).key()).collect();
        assert_eq!(keys.len(), 0x1_0000);
    }
}
