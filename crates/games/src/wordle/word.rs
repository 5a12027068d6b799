//! Words and guesses without heap allocations. A match is copied with every move, so this makes moves faster.

use super::mark::LONGEST;
use super::{Mark, Marks};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// A word of at most [`LONGEST`] letters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PackedWord {
    letters: [u8; LONGEST],
    len: u8,
}

/// The text is too long for a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a word has at most {LONGEST} letters")]
pub struct TooLong;

impl PackedWord {
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }

    /// Its letters as one number, the first letter in the lowest byte; unused bytes are 0.
    pub(super) fn packed(self) -> u64 {
        u64::from_le_bytes(self.letters)
    }

    /// Its letters as bytes, without the cost of checking UTF-8.
    pub(super) fn bytes(&self) -> &[u8] {
        self.letters.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl TryFrom<&str> for PackedWord {
    type Error = TooLong;

    fn try_from(text: &str) -> Result<PackedWord, TooLong> {
        let mut word = PackedWord { letters: [0; LONGEST], len: text.len() as u8 };
        let place = word.letters.get_mut(..text.len()).ok_or(TooLong)?;
        place.copy_from_slice(text.as_bytes());
        Ok(word)
    }
}

impl TryFrom<String> for PackedWord {
    type Error = TooLong;

    fn try_from(text: String) -> Result<PackedWord, TooLong> {
        PackedWord::try_from(text.as_str())
    }
}

impl From<PackedWord> for String {
    fn from(word: PackedWord) -> String {
        word.as_str().to_owned()
    }
}

impl Deref for PackedWord {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<&str> for PackedWord {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Display for PackedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for PackedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// A guess with its marks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct MarkedGuess {
    /// The word, in lower case.
    pub word: PackedWord,
    pub marks: Marks,
}

impl MarkedGuess {
    /// The letters, each with its mark.
    pub fn letters(&self) -> impl Iterator<Item = (char, Mark)> {
        self.word.chars().zip(self.marks.iter())
    }
}

/// The maximum number of attempts.
pub(super) const MOST_TRIES: u8 = 10;

/// The guesses of a match.
#[derive(Clone, PartialEq, Default)]
pub(super) struct MarkedGuesses {
    rows: [MarkedGuess; MOST_TRIES as usize],
    len: usize,
}

impl MarkedGuesses {
    /// Adds a guess. Beyond [`MOST_TRIES`] it is ignored.
    pub(super) fn push(&mut self, row: MarkedGuess) {
        if let Some(place) = self.rows.get_mut(self.len) {
            *place = row;
            self.len += 1;
        }
    }
}

impl Deref for MarkedGuesses {
    type Target = [MarkedGuess];

    fn deref(&self) -> &[MarkedGuess] {
        self.rows.get(..self.len).unwrap_or_default()
    }
}

impl fmt::Debug for MarkedGuesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
