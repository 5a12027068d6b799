//! The swap: the exact average gain of replacing a letter. All copies of the letter are replaced by one letter
//! that is not in the hand, each with equal probability.

pub mod par;

use words::Lexicon;

/// The gain of swapping a letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gain {
    /// The letter to swap.
    pub letter: char,
    /// The gain or loss, summed over all letters that may come in.
    pub points: i64,
    /// The number of letters that may come in.
    pub ways: u32,
}

impl Gain {
    /// The average gain.
    pub fn mean(&self) -> f64 {
        self.points as f64 / f64::from(self.ways.max(1))
    }
}

/// The gain for each letter of a hand, measured by the best total with valid words, or with sacrifices too.
/// Empty for a hand that is too large for par, and for one that has every letter.
pub fn gains(hand: &str, words: &Lexicon, sacrifices: bool) -> Vec<Gain> {
    let best = |hand: &str| {
        let par = par::par(hand, words)?;
        Some(if sacrifices { par.sacrifice.points } else { par.valid.points })
    };
    let Some(now) = best(hand) else { return Vec::new() };
    gains_by(hand, letters(hand), now, best)
}

/// The letters of a hand, each once.
pub(super) fn letters(hand: &str) -> Vec<char> {
    let mut letters = Vec::new();
    hand.chars().for_each(|letter| {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    });
    letters
}

/// The gain for the given letters, measured by `worth`. Stops at the first letter for which `worth` returns none,
/// which means that the thinking budget is used up.
pub(super) fn gains_by(
    hand: &str,
    letters: Vec<char>,
    now: u32,
    mut worth: impl FnMut(&str) -> Option<u32>,
) -> Vec<Gain> {
    let others: Vec<char> = ('a'..='z').filter(|&letter| !hand.contains(letter)).collect();
    if others.is_empty() {
        return Vec::new();
    }
    let gain = |letter: char| {
        let mut points = 0;
        for &other in &others {
            let swapped: String =
                hand.chars().map(|held| if held == letter { other } else { held }).collect();
            points += i64::from(worth(&swapped)?) - i64::from(now);
        }
        Some(Gain { letter, points, ways: others.len() as u32 })
    };
    letters.into_iter().map_while(gain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_sum_over_all_letters_that_may_come_in() {
        let words = Lexicon::from_words(["cat", "cats", "at", "zoo", "ox", "cot", "ta"]);
        for hand in ["catq", "c*tt", "oo", "zq"] {
            let best = |hand: &str| i64::from(par::par(hand, &words).unwrap().sacrifice.points);
            let gains = gains(hand, &words, true);
            assert_eq!(gains.len(), letters(hand).len());
            for gain in gains {
                let others: Vec<char> = ('a'..='z').filter(|c| !hand.contains(*c)).collect();
                let swapped = others.iter().map(|c| hand.replace(gain.letter, &c.to_string()));
                let sum: i64 = swapped.map(|hand| best(&hand)).sum();
                assert_eq!(gain.ways as usize, others.len());
                assert_eq!(gain.points, sum - others.len() as i64 * best(hand), "{hand} {gain:?}");
            }
        }
    }

    #[test]
    fn the_best_swap_is_the_useless_letter() {
        let words = Lexicon::from_words(["cat", "cats", "cart", "chat"]);
        let gains = gains("catq", &words, false);
        let best = gains.iter().max_by_key(|gain| gain.points).unwrap();
        assert_eq!((best.letter, best.ways), ('q', 22));
        // Instead of 90 points: 168 with s or r, 252 with h, and 90 with any other letter.
        assert_eq!(best.points, 78 + 78 + 162);
        assert!((best.mean() - 318.0 / 22.0).abs() < 1e-9);
    }

    #[test]
    fn full_and_too_large_hands_have_no_gains() {
        let words = Lexicon::from_words(["cat"]);
        let alphabet: String = ('a'..='z').collect();
        assert_eq!(gains_by(&alphabet, vec!['a'], 0, |_| Some(1)), []);
        assert_eq!(gains(&alphabet, &words, true), []);
    }
}
