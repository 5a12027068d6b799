//! The best play when the attempts are too few to find every word: find as many words as possible, and among such
//! strategies take the one with the fewest guesses. It is exact if the budget allows. With one attempt all fitting
//! words are equally good; with two, each part that a guess makes gives one word; with more, parts are searched, and a
//! guess is dropped as soon as it can't be better than the best.

use super::{NO_BUDGET, Search, SearchContext, SearchState, Stopped};
use std::cmp::{Ordering, Reverse};

/// How many words of a set are found within the attempts. A better result is greater.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reach {
    /// The number of words that are found.
    pub found: u32,
    /// The total number of guesses for these words.
    pub guesses: u32,
}

impl Ord for Reach {
    fn cmp(&self, other: &Reach) -> Ordering {
        (self.found, Reverse(self.guesses)).cmp(&(other.found, Reverse(other.guesses)))
    }
}

impl PartialOrd for Reach {
    fn partial_cmp(&self, other: &Reach) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Reach {
    /// An upper bound: with two attempts or more, all words are found, one of them at once.
    fn most(words: usize, tries: u32) -> Reach {
        let found = if tries > 1 { words as u32 } else { tries.min(words as u32) };
        Reach { found, guesses: (2 * found).saturating_sub(1) }
    }

    /// Adds the words that are found after one more guess.
    fn then(self, later: Reach) -> Reach {
        let found = self.found + later.found;
        Reach { found, guesses: self.guesses + later.guesses + later.found }
    }
}

/// An estimate of how many words are found within the attempts. It is fitted to the number of parts that good guesses
/// make of sets of the built-in list. Numbers of words aren't whole here, because all parts are assumed to have the
/// same size.
pub(in crate::wordle::solver) fn estimate(words: f64, tries: u32) -> f64 {
    let parts = words / (1.0 + (words / 80.0).powf(0.8));
    match tries {
        0 => 0.0,
        _ if words <= 1.0 => words,
        1 => 1.0,
        _ => parts * estimate(words / parts, tries - 1),
    }
}

/// Are the attempts probably too few for this many words?
pub(in crate::wordle::solver) fn scarce(words: usize, tries: u32) -> bool {
    estimate(words as f64, tries) < 0.95 * words as f64
}

impl Search {
    /// The best result for a set within the attempts, with its first guess; `None` if there are no words or no
    /// attempts.
    pub fn reach(
        &self,
        state: &SearchState,
        context: &mut SearchContext,
    ) -> Result<Option<(Reach, u32)>, Stopped> {
        match (&state.words[..], state.tries) {
            ([], _) | (_, 0) => return Ok(None),
            (&[first, ..], 1) | (&[first], _) => {
                return Ok(Some((Reach { found: 1, guesses: 1 }, self.guess_of(first))));
            }
            _ => {}
        }
        let key = context.key(state.words.iter().copied(), state.tries) ^ state.needs.key();
        if let Some(&known) = context.reached.get(&key) {
            return Ok(Some(known));
        }
        let words = state.words.len();
        let best = match state.tries {
            2 => self.reach_in_two(state, context)?,
            _ => match self.solve(state, NO_BUDGET, context)? {
                Some((guesses, guess)) => (Reach { found: words as u32, guesses }, guess),
                None => self.farthest(state, context)?,
            },
        };
        if context.reached.len() >= context.memory {
            context.reached.clear();
        }
        context.reached.insert(key, best);
        Ok(Some(best))
    }

    /// The best result with two attempts, where every part that a guess makes gives one word. Words of the set are
    /// tried first: they are better than others that make as many parts.
    fn reach_in_two(
        &self,
        state: &SearchState,
        context: &mut SearchContext,
    ) -> Result<(Reach, u32), Stopped> {
        context.spend(state.words.len() * self.lists.guesses.len())?;
        let own = state.words.iter().map(|&word| self.guess_of(word));
        let others =
            (0..self.lists.guesses.len() as u32).filter(|&guess| self.allows(state, guess));
        let mut best = (Reach::default(), 0);
        for guess in own.chain(others) {
            let reached = self.reach_bound(state, guess, context);
            if reached > best.0 {
                best = (reached, guess);
            }
            if reached.found as usize == state.words.len() {
                break;
            }
        }
        Ok(best)
    }

    /// The best result by trying all guesses, those with the best bound first.
    fn farthest(
        &self,
        state: &SearchState,
        context: &mut SearchContext,
    ) -> Result<(Reach, u32), Stopped> {
        context.spend(state.words.len() * self.lists.guesses.len())?;
        let mut bounds: Vec<(Reach, u32)> = (0..self.lists.guesses.len() as u32)
            .filter(|&guess| self.allows(state, guess))
            .map(|guess| (self.reach_bound(state, guess, context), guess))
            .collect();
        bounds.sort_by_key(|&(bound, _)| Reverse(bound));
        let mut best = (Reach::default(), 0);
        for (_, guess) in bounds {
            let reached = self.reach_from(state, guess, best.0, context)?;
            if reached > best.0 {
                best = (reached, guess);
            }
        }
        Ok(best)
    }

    /// An upper bound of the result that a guess can lead to. With two attempts it is exact.
    fn reach_bound(&self, state: &SearchState, guess: u32, context: &mut SearchContext) -> Reach {
        let (row, hit) = (self.matrix.row(guess as usize), usize::from(self.hit));
        for &word in &state.words {
            context.sizes[usize::from(row.at(word.into()))] += 1;
        }
        let own = std::mem::take(&mut context.sizes[hit]);
        let mut bound = Reach { found: own, guesses: own };
        for &word in &state.words {
            let size = std::mem::take(&mut context.sizes[usize::from(row.at(word.into()))]);
            bound = bound.then(Reach::most(size as usize, state.tries.saturating_sub(1)));
        }
        bound
    }

    /// The best result with this first guess. If it isn't better than `beat`, the returned value isn't either, but may
    /// not be exact.
    pub fn reach_from(
        &self,
        state: &SearchState,
        guess: u32,
        beat: Reach,
        context: &mut SearchContext,
    ) -> Result<Reach, Stopped> {
        let most = |part: &SearchState| Reach::most(part.words.len(), part.tries);
        let mut reached = self.reach_bound(state, guess, context);
        let mut parts = self.parts(state, guess);
        // Large parts first: they differ most from their bounds.
        parts.sort_by_key(|(_, part)| Reverse(part.words.len()));
        for (_, part) in &parts {
            if reached <= beat {
                break;
            }
            let (bound, real) = (most(part), self.reach(part, context)?);
            let real = real.map(|(real, _)| real).unwrap_or_default();
            reached.found = reached.found + real.found - bound.found;
            reached.guesses =
                reached.guesses + real.guesses + real.found - bound.guesses - bound.found;
        }
        Ok(reached)
    }
}
