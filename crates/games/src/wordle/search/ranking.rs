//! What to guess next, with what may be expected of it: exactly where there is time to find out, else by an
//! estimate from the parts that a guess makes.

use super::few::{self, Reach};
use super::{NO_BUDGET, Search, SearchContext, SearchState, Stopped};
use std::cmp::Reverse;

/// A guess and what may be expected of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankedGuess {
    /// The guess, by number.
    pub guess: u32,
    /// How many of the words that fit are found within the attempts: all, unless these are too few.
    pub found: u32,
    /// How many guesses it takes on average to find one of those, this one included.
    pub mean: f64,
    /// Are both exact, with the best play after it? Else they are estimates.
    pub exact: bool,
    /// May it be the hidden word?
    pub fits: bool,
}

/// So many guesses for each one wanted are looked at closely.
const CLOSELY: usize = 3;

/// At least so many are, where attempts are too few: what they find is soon known.
const FEW_CLOSELY: usize = 24;

/// Estimates are whole numbers of such parts of a guess, so that every machine has the same order.
const FINE: f64 = 1024.0;

/// What a set of so many words costs, guessed from sets that were solved.
fn estimate(words: usize) -> u64 {
    let n = words as f64;
    ((n * (2.0 + 0.18 * n.ln()) - 1.0) * FINE).round() as u64
}

impl Search {
    /// The best next guesses, best first, at most so many. When the mind is stopped, the rest are estimates;
    /// only if there is time for an exact answer does the first one have no better. The others are the best of
    /// those that were looked at closely, which are the first by their estimates.
    pub fn rank_guesses(
        &self,
        spot: &SearchState,
        count: usize,
        mind: &mut SearchContext,
    ) -> Vec<RankedGuess> {
        let n = spot.words.len();
        if n == 0 || spot.tries == 0 {
            return Vec::new();
        }
        let (total, best) = match self.solve(spot, NO_BUDGET, mind) {
            Ok(Some(solved)) => solved,
            Ok(None) => return self.rank_guesses_when_few(spot, count, mind),
            Err(Stopped) => {
                let mut ranked = self.ranked(spot, few::scarce(n, spot.tries));
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
            self.ranked(spot, false).into_iter().partition(|tip| tip.guess == best);
        let mut tips: Vec<RankedGuess> = first.iter().map(|tip| exact(tip, total)).collect();
        for tip in others.iter().take(count * CLOSELY) {
            match self.cost(spot, tip.guess, NO_BUDGET, mind) {
                Ok(Some(total)) => tips.push(exact(tip, total)),
                Ok(None) => {}
                Err(Stopped) => break,
            }
        }
        // The one that was found first stays first: it may be the only one that is known to have no better.
        tips.sort_by(|a, b| a.mean.total_cmp(&b.mean).then(b.fits.cmp(&a.fits)));
        tips.truncate(count);
        tips
    }

    /// The same where the attempts are too few to find every word: those that find most of them. What is likely to
    /// be good is looked at first, so that there is something to say when the mind is stopped.
    pub fn rank_guesses_when_few(
        &self,
        spot: &SearchState,
        count: usize,
        mind: &mut SearchContext,
    ) -> Vec<RankedGuess> {
        let mut ranked = self.ranked(spot, true);
        let exact = |tip: &RankedGuess, reach: Reach| RankedGuess {
            found: reach.found,
            mean: mean(reach.guesses, reach.found.max(1) as usize),
            exact: true,
            ..*tip
        };
        let mut tips: Vec<(Reach, RankedGuess)> = Vec::new();
        for tip in ranked.iter().take((count * CLOSELY).max(FEW_CLOSELY)) {
            match self.reach_from(spot, tip.guess, Reach::default(), mind) {
                Ok(reach) => tips.push((reach, exact(tip, reach))),
                Err(Stopped) => break,
            }
        }
        if let Ok(Some((reach, best))) = self.reach(spot, mind)
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

    /// All guesses by their estimates: by what they find where attempts are scarce, and by the guesses it takes.
    fn ranked(&self, spot: &SearchState, scarce: bool) -> Vec<RankedGuess> {
        let n = spot.words.len();
        let mut sizes = vec![0u32; usize::from(self.hit) + 1];
        let estimates: Vec<u64> = (0..=n).map(|size| estimate(size.max(1))).collect();
        let later = spot.tries.saturating_sub(1);
        let reached = |size| (few::estimate(size as f64, later) * FINE).round() as u64;
        let reached: Vec<u64> = (0..=n).map(reached).collect();
        let mut tip = |guess: u32| {
            let row = self.matrix.row(guess as usize);
            spot.words.iter().for_each(|&word| sizes[usize::from(row.at(word.into()))] += 1);
            let fits = sizes[usize::from(self.hit)] > 0;
            sizes[usize::from(self.hit)] = 0;
            let (mut cost, mut found) = (0, if fits { FINE as u64 } else { 0 });
            for &word in &spot.words {
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
            guesses.filter(|&guess| self.allows(spot, guess)).map(&mut tip).collect();
        tips.sort_by(|(more, a), (less, b)| {
            more.cmp(less).then(a.mean.total_cmp(&b.mean)).then(b.fits.cmp(&a.fits))
        });
        tips.into_iter().map(|(_, tip)| tip).collect()
    }

    /// The guesses in the order in which they are worth a try as a first guess.
    pub fn openers(&self, spot: &SearchState) -> Vec<u32> {
        self.ranked(spot, false).into_iter().map(|tip| tip.guess).collect()
    }

    /// The total of a set when it begins with this guess, if it is below the budget. A bound for every part
    /// comes before the search of any, largest first: most guesses are given up there.
    pub fn cost(
        &self,
        spot: &SearchState,
        guess: u32,
        budget: u32,
        mind: &mut SearchContext,
    ) -> Result<Option<u32>, Stopped> {
        let mut parts: Vec<(u32, SearchState)> = self
            .parts(spot, guess)
            .into_iter()
            .map(|(_, part)| (2 * part.words.len() as u32 - 1, part))
            .collect();
        parts.sort_by_key(|(_, part)| std::cmp::Reverse(part.words.len()));
        let mut sum = spot.words.len() as u32 + parts.iter().map(|part| part.0).sum::<u32>();
        if budget < NO_BUDGET {
            for (least, part) in &mut parts {
                if sum >= budget {
                    return Ok(None);
                }
                mind.spend(part.words.len() * self.lists.guesses.len())?;
                let bound = self.bound(part, mind).max(*least);
                sum += bound - *least;
                *least = bound;
            }
        }
        // Small parts first: they are soon known exactly, and what they cost beyond their bounds often is enough.
        for (least, part) in parts.iter().rev() {
            match self.solve(part, budget.saturating_sub(sum - *least), mind)? {
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
