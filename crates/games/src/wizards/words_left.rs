//! How many words are not uncovered yet, by length.

use super::grid::Placed;
use serde::{Deserialize, Serialize};

/// The number of words of each length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WordsLeft {
    /// Of three letters.
    #[serde(rename = "3")]
    pub three: u32,
    /// Of four letters.
    #[serde(rename = "4")]
    pub four: u32,
    /// Of five letters.
    #[serde(rename = "5")]
    pub five: u32,
    /// Of six letters.
    #[serde(rename = "6")]
    pub six: u32,
}

impl WordsLeft {
    pub(super) fn count<'a>(words: impl Iterator<Item = &'a Placed>) -> WordsLeft {
        let mut left = WordsLeft::default();
        for word in words {
            match word.word.len() {
                6.. => left.six += 1,
                5 => left.five += 1,
                4 => left.four += 1,
                _ => left.three += 1,
            }
        }
        left
    }

    /// The number of words of all lengths.
    pub fn sum(self) -> u32 {
        self.three + self.four + self.five + self.six
    }
}
