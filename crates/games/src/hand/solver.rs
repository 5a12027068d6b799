//! The substitution: what another letter for one of the hand gains on average, exactly. All copies of the
//! letter go, and one of the letters that are not held comes for them, each with equal chance.

use super::par;
use words::Lexicon;

/// What substituting a letter gains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gain {
    /// The letter that goes.
    pub letter: char,
    /// What the hand gains or loses by it, over all letters that may come.
    pub points: i64,
    /// How many letters may come.
    pub ways: u32,
}

impl Gain {
    /// What is gained on average.
    pub fn mean(&self) -> f64 {
        self.points as f64 / f64::from(self.ways.max(1))
    }
}

/// What substituting each letter of a hand gains, in terms of the best total with valid words, or with
/// sacrifices too. Nothing for a hand too large for par, and when every letter is held.
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

/// The same for these letters of the hand, by another measure of a hand's worth. Where that gives
/// nothing, thinking has to end: the letters before are what is known.
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

    /// Against the rules themselves: every letter that can come in does, in a match of its own.
    #[test]
    fn gains_are_those_of_all_letters_that_may_come() {
        let words = Lexicon::from_words(["cat", "cats", "at", "zoo", "ox", "cot", "ta"]);
        for hand in ["catq", "c*tt", "oo", "zq"] {
            let best = |hand: &str| i64::from(par::par(hand, &words).unwrap().sacrifice.points);
            let gains = gains(hand, &words, true);
            assert_eq!(gains.len(), letters(hand).len());
            for gain in gains {
                let come: Vec<char> = ('a'..='z').filter(|c| !hand.contains(*c)).collect();
                let swapped = come.iter().map(|c| hand.replace(gain.letter, &c.to_string()));
                let sum: i64 = swapped.map(|hand| best(&hand)).sum();
                assert_eq!(gain.ways as usize, come.len());
                assert_eq!(gain.points, sum - come.len() as i64 * best(hand), "{hand} {gain:?}");
            }
        }
    }

    #[test]
    fn a_letter_that_fits_nothing_is_the_one_to_go() {
        let words = Lexicon::from_words(["cat", "cats", "cart", "chat"]);
        let gains = gains("catq", &words, false);
        let best = gains.iter().max_by_key(|gain| gain.points).unwrap();
        assert_eq!((best.letter, best.ways), ('q', 22));
        // From 90 points: 168 with s or r, 252 with h, and no less with any other.
        assert_eq!(best.points, 78 + 78 + 162);
        assert!((best.mean() - 318.0 / 22.0).abs() < 1e-9);
    }

    #[test]
    fn nothing_can_come_where_all_is_held_and_too_large_a_hand_is_not_solved() {
        let words = Lexicon::from_words(["cat"]);
        let alphabet: String = ('a'..='z').collect();
        assert_eq!(gains_by(&alphabet, vec!['a'], 0, |_| Some(1)), []);
        assert_eq!(gains(&alphabet, &words, true), []);
    }
}
