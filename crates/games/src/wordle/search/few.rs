//! What to do when the attempts are too few to find every word: first find as many of the words as can be, then
//! with as few guesses as can be. Exact where there is time for it. With one attempt any word that fits is as
//! good as another; with two, each part that a guess makes gives one word; with more, parts are searched, and a
//! guess is given up as soon as it cannot be better than the best.

use super::{NO_BUDGET, Search, SearchContext, SearchState, Stopped};
use std::cmp::{Ordering, Reverse};

/// What is found of a set of words within the attempts. The greater one is better.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reach {
    /// How many of the words.
    pub found: u32,
    /// How many guesses these take, all together.
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
    /// The most that is to be hoped for: all words with two attempts or more, one of them at once.
    fn most(words: usize, tries: u32) -> Reach {
        let found = if tries > 1 { words as u32 } else { tries.min(words as u32) };
        Reach { found, guesses: (2 * found).saturating_sub(1) }
    }

    /// With what is found after one guess more.
    fn then(self, later: Reach) -> Reach {
        let found = self.found + later.found;
        Reach { found, guesses: self.guesses + later.guesses + later.found }
    }
}

/// About how many of so many words are found within the attempts: fitted to the number of parts that good guesses
/// make of sets of the shipped list. Words are no whole number here: the parts are taken to be of one size.
pub(in crate::wordle) fn estimate(words: f64, tries: u32) -> f64 {
    let parts = words / (1.0 + (words / 80.0).powf(0.8));
    match tries {
        0 => 0.0,
        _ if words <= 1.0 => words,
        1 => 1.0,
        _ => parts * estimate(words / parts, tries - 1),
    }
}

/// Are the attempts likely to be too few for so many words?
pub(in crate::wordle) fn scarce(words: usize, tries: u32) -> bool {
    estimate(words as f64, tries) < 0.95 * words as f64
}

impl Search {
    /// The most words of a set that can be found within the attempts, with the fewest guesses for these, and the
    /// first guess; nothing if there is no word or no attempt.
    pub fn reach(
        &self,
        spot: &SearchState,
        mind: &mut SearchContext,
    ) -> Result<Option<(Reach, u32)>, Stopped> {
        match (&spot.words[..], spot.tries) {
            ([], _) | (_, 0) => return Ok(None),
            (&[first, ..], 1) | (&[first], _) => {
                return Ok(Some((Reach { found: 1, guesses: 1 }, self.guess_of(first))));
            }
            _ => {}
        }
        let key = mind.key(spot.words.iter().copied(), spot.tries) ^ spot.needs.key();
        if let Some(&known) = mind.reached.get(&key) {
            return Ok(Some(known));
        }
        let words = spot.words.len();
        let best = match spot.tries {
            2 => self.reach_in_two(spot, mind)?,
            _ => match self.solve(spot, NO_BUDGET, mind)? {
                Some((guesses, guess)) => (Reach { found: words as u32, guesses }, guess),
                None => self.farthest(spot, mind)?,
            },
        };
        if mind.reached.len() >= mind.memory {
            mind.reached.clear();
        }
        mind.reached.insert(key, best);
        Ok(Some(best))
    }

    /// With two attempts every part that a guess makes gives one word. Words of the set come first: they are
    /// better than others that make as many parts.
    fn reach_in_two(
        &self,
        spot: &SearchState,
        mind: &mut SearchContext,
    ) -> Result<(Reach, u32), Stopped> {
        mind.spend(spot.words.len() * self.lists.guesses.len())?;
        let own = spot.words.iter().map(|&word| self.guess_of(word));
        let others = (0..self.lists.guesses.len() as u32).filter(|&guess| self.allows(spot, guess));
        let mut best = (Reach::default(), 0);
        for guess in own.chain(others) {
            let reached = self.hope(spot, guess, mind);
            if reached > best.0 {
                best = (reached, guess);
            }
            if reached.found as usize == spot.words.len() {
                break;
            }
        }
        Ok(best)
    }

    /// Tries all guesses, those first that may find most.
    fn farthest(
        &self,
        spot: &SearchState,
        mind: &mut SearchContext,
    ) -> Result<(Reach, u32), Stopped> {
        mind.spend(spot.words.len() * self.lists.guesses.len())?;
        let mut ways: Vec<(Reach, u32)> = (0..self.lists.guesses.len() as u32)
            .filter(|&guess| self.allows(spot, guess))
            .map(|guess| (self.hope(spot, guess, mind), guess))
            .collect();
        ways.sort_by_key(|&(hope, _)| Reverse(hope));
        let mut best = (Reach::default(), 0);
        for (_, guess) in ways {
            let reached = self.reach_from(spot, guess, best.0, mind)?;
            if reached > best.0 {
                best = (reached, guess);
            }
        }
        Ok(best)
    }

    /// The most that a guess can lead to.
    fn hope(&self, spot: &SearchState, guess: u32, mind: &mut SearchContext) -> Reach {
        let (row, hit) = (self.matrix.row(guess as usize), usize::from(self.hit));
        for &word in &spot.words {
            mind.sizes[usize::from(row.at(word.into()))] += 1;
        }
        let own = std::mem::take(&mut mind.sizes[hit]);
        let mut hope = Reach { found: own, guesses: own };
        for &word in &spot.words {
            let size = std::mem::take(&mut mind.sizes[usize::from(row.at(word.into()))]);
            hope = hope.then(Reach::most(size as usize, spot.tries.saturating_sub(1)));
        }
        hope
    }

    /// What is reached when a set begins with this guess; or something no better than `beat` if it is no better.
    pub fn reach_from(
        &self,
        spot: &SearchState,
        guess: u32,
        beat: Reach,
        mind: &mut SearchContext,
    ) -> Result<Reach, Stopped> {
        let most = |part: &SearchState| Reach::most(part.words.len(), part.tries);
        let mut reached = self.hope(spot, guess, mind);
        let mut parts = self.parts(spot, guess);
        // Large parts first: they fall short by most of what is hoped for.
        parts.sort_by_key(|(_, part)| Reverse(part.words.len()));
        for (_, part) in &parts {
            if reached <= beat {
                break;
            }
            let (hope, real) = (most(part), self.reach(part, mind)?);
            let real = real.map(|(real, _)| real).unwrap_or_default();
            reached.found = reached.found + real.found - hope.found;
            reached.guesses =
                reached.guesses + real.guesses + real.found - hope.guesses - hope.found;
        }
        Ok(reached)
    }
}
