//! Ranks the next guesses by their expected results: exact ones if the budget allows, otherwise estimates from the
//! parts that a guess makes.

use super::few::{self, Reach};
use super::{NO_BUDGET, Search, SearchContext, SearchState, Stopped};
use std::cmp::Reverse;

/// A guess with its expected result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankedGuess {
    /// The guess, by number.
    pub guess: u32,
    /// The number of fitting words that are found within the attempts: all, unless the attempts are too few.
    pub found: u32,
    /// The mean number of guesses to find one of those words, including this guess.
    pub mean: f64,
    /// Are both exact, assuming best play afterwards? Otherwise they are estimates.
    pub exact: bool,
    /// Can it be the hidden word?
    pub fits: bool,
}

/// For each wanted guess, this many are searched exactly.
const EXACT_PER_GUESS: usize = 3;

/// At least this many guesses are searched exactly if the attempts are too few, because that is fast.
const MIN_EXACT_WHEN_FEW: usize = 24;

/// Estimates are rounded to this fraction of a guess, so that every machine has the same order.
const FINE: f64 = 1024.0;

/// An estimate of the total for a set of this many words, fitted to sets that were solved.
fn estimate(words: usize) -> u64 {
    let n = words as f64;
    ((n * (2.0 + 0.18 * n.ln()) - 1.0) * FINE).round() as u64
}

impl Search {
    /// The best next guesses, best first, at most `count`. If the set can be solved within the limit, the first guess
    /// is a best one, and the others are the best of those that were searched exactly, which have the best estimates.
    /// Otherwise all are estimates.
    pub fn rank_guesses(
        &self,
        state: &SearchState,
        count: usize,
        context: &mut SearchContext,
    ) -> Vec<RankedGuess> {
        let n = state.words.len();
        if n == 0 || state.tries == 0 {
            return Vec::new();
        }
        let (total, best) = match self.solve(state, NO_BUDGET, context) {
            Ok(Some(solved)) => solved,
            Ok(None) => return self.rank_guesses_when_few(state, count, context),
            Err(Stopped) => {
                let mut ranked = self.ranked(state, few::scarce(n, state.tries));
                ranked.truncate(count);
                return ranked;
            }
        };
        let exact = |tip: &RankedGuess, total: u32| RankedGuess {
            mean: mean(total, n),
            exact: true,
            ..*tip
        };
        let (first, others): (Vec<RankedGuess>, Vec<RankedGuess>) =
            self.ranked(state, false).into_iter().partition(|tip| tip.guess == best);
        let mut tips: Vec<RankedGuess> = first.iter().map(|tip| exact(tip, total)).collect();
        for tip in others.iter().take(count * EXACT_PER_GUESS) {
            match self.cost(state, tip.guess, NO_BUDGET, context) {
                Ok(Some(total)) => tips.push(exact(tip, total)),
                Ok(None) => {}
                Err(Stopped) => break,
            }
        }
        // The sort is stable, so the solution stays first among equals: it may be the only guess known to be a best
        // one.
        tips.sort_by(|a, b| a.mean.total_cmp(&b.mean).then(b.fits.cmp(&a.fits)));
        tips.truncate(count);
        tips
    }

    /// Like [`Search::rank_guesses`], if the attempts are too few to find every word: the guesses that find most of
    /// them. Promising guesses are searched first, so that there is a result if the search is stopped.
    pub fn rank_guesses_when_few(
        &self,
        state: &SearchState,
        count: usize,
        context: &mut SearchContext,
    ) -> Vec<RankedGuess> {
        let mut ranked = self.ranked(state, true);
        let exact = |tip: &RankedGuess, reach: Reach| RankedGuess {
            found: reach.found,
            mean: mean(reach.guesses, reach.found.max(1) as usize),
            exact: true,
            ..*tip
        };
        let mut tips: Vec<(Reach, RankedGuess)> = Vec::new();
        for tip in ranked.iter().take((count * EXACT_PER_GUESS).max(MIN_EXACT_WHEN_FEW)) {
            match self.reach_from(state, tip.guess, Reach::default(), context) {
                Ok(reach) => tips.push((reach, exact(tip, reach))),
                Err(Stopped) => break,
            }
        }
        if let Ok(Some((reach, best))) = self.reach(state, context)
            && tips.iter().all(|(_, tip)| tip.guess != best)
        {
            let best = ranked.iter().filter(|tip| tip.guess == best);
            tips.extend(best.map(|tip| (reach, exact(tip, reach))));
        }
        if tips.is_empty() {
            ranked.truncate(count);
            return ranked;
        }
        tips.retain(|(reach, _)| reach.found > 0);
        tips.sort_by_key(|&(reach, tip)| (Reverse(reach), !tip.fits));
        tips.into_iter().map(|(_, tip)| tip).take(count).collect()
    }

    /// All guesses sorted by estimates: if attempts are scarce, first by the number of words found, then by the guesses
    /// needed.
    fn ranked(&self, state: &SearchState, scarce: bool) -> Vec<RankedGuess> {
        let n = state.words.len();
        let mut sizes = vec![0u32; usize::from(self.hit) + 1];
        let estimates: Vec<u64> = (0..=n).map(|size| estimate(size.max(1))).collect();
        let later = state.tries.saturating_sub(1);
        let reached = |size| (few::estimate(size as f64, later) * FINE).round() as u64;
        let reached: Vec<u64> = (0..=n).map(reached).collect();
        let mut tip = |guess: u32| {
            let row = self.matrix.row(guess as usize);
            state.words.iter().for_each(|&word| sizes[usize::from(row.at(word.into()))] += 1);
            let fits = sizes[usize::from(self.hit)] > 0;
            sizes[usize::from(self.hit)] = 0;
            let (mut cost, mut found) = (0, if fits { FINE as u64 } else { 0 });
            for &word in &state.words {
                let size = std::mem::take(&mut sizes[usize::from(row.at(word.into()))]);
                cost += if size > 0 { estimates[size as usize] } else { 0 };
                found += reached[size as usize];
            }
            let mean = 1.0 + cost as f64 / FINE / n as f64;
            let whole = (found as f64 / FINE).round() as u32;
            let tip = |found| RankedGuess { guess, found, mean, exact: false, fits };
            match scarce {
                true => (Reverse(found), tip(whole)),
                false => (Reverse(0), tip(n as u32)),
            }
        };
        let guesses = 0..self.lists.guesses.len() as u32;
        let mut tips: Vec<(Reverse<u64>, RankedGuess)> =
            guesses.filter(|&guess| self.allows(state, guess)).map(&mut tip).collect();
        tips.sort_by(|(more, a), (less, b)| {
            more.cmp(less).then(a.mean.total_cmp(&b.mean)).then(b.fits.cmp(&a.fits))
        });
        tips.into_iter().map(|(_, tip)| tip).collect()
    }

    /// All guesses, the most promising first guess first.
    pub fn openers(&self, state: &SearchState) -> Vec<u32> {
        self.ranked(state, false).into_iter().map(|tip| tip.guess).collect()
    }

    /// The total of a set with this first guess; `None` if it isn't below the budget. All parts are bounded before any
    /// is searched, largest first: most guesses are ruled out that way.
    pub fn cost(
        &self,
        state: &SearchState,
        guess: u32,
        budget: u32,
        context: &mut SearchContext,
    ) -> Result<Option<u32>, Stopped> {
        let mut parts: Vec<(u32, SearchState)> = self
            .parts(state, guess)
            .into_iter()
            .map(|(_, part)| (2 * part.words.len() as u32 - 1, part))
            .collect();
        parts.sort_by_key(|(_, part)| std::cmp::Reverse(part.words.len()));
        let mut sum = state.words.len() as u32 + parts.iter().map(|part| part.0).sum::<u32>();
        if budget < NO_BUDGET {
            for (least, part) in &mut parts {
                if sum >= budget {
                    return Ok(None);
                }
                context.spend(part.words.len() * self.lists.guesses.len())?;
                let bound = self.bound(part, context).max(*least);
                sum += bound - *least;
                *least = bound;
            }
        }
        // Small parts first: they are solved quickly, and often exceed their bounds enough to rule the guess out.
        for (least, part) in parts.iter().rev() {
            match self.solve(part, budget.saturating_sub(sum - *least), context)? {
                Some((total, _)) => sum += total - *least,
                None => return Ok(None),
            }
        }
        Ok((sum < budget).then_some(sum))
    }
}

fn mean(total: u32, words: usize) -> f64 {
    f64::from(total) / words as f64
}
