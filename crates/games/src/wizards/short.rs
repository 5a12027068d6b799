//! A short word without a heap allocation: dealing creates and moves thousands of them, and allocating a `String` for
//! each would take most of the time.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The most letters of a short word: those of the main word.
pub const MOST: usize = 6;

/// A word of one to six letters a-z, in lower case. In JSON it is a string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Short {
    letters: [u8; MOST],
    len: u8,
}

impl Short {
    /// The word with this text. None if it is empty, too long, or not lower case a-z.
    pub fn new(text: &str) -> Option<Short> {
        Short::of(text.as_bytes())
    }

    /// The word with these letters, by the same rule.
    pub fn of(bytes: &[u8]) -> Option<Short> {
        let plain = !bytes.is_empty() && bytes.iter().all(u8::is_ascii_lowercase);
        let mut letters = [0; MOST];
        letters.get_mut(..bytes.len()).filter(|_| plain)?.copy_from_slice(bytes);
        Some(Short { letters, len: bytes.len() as u8 })
    }

    pub fn bytes(&self) -> &[u8] {
        self.letters.get(..self.len()).unwrap_or_default()
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }

    #[allow(clippy::len_without_is_empty, reason = "a word is never empty")]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The letters in alphabetical order: equal for anagrams.
    pub fn sorted(mut self) -> Short {
        if let Some(letters) = self.letters.get_mut(..usize::from(self.len)) {
            letters.sort_unstable();
        }
        self
    }
}

impl fmt::Debug for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.text())
    }
}

impl<'de> Deserialize<'de> for Short {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Short, D::Error> {
        let text = String::deserialize(from)?;
        Short::new(&text).ok_or_else(|| de::Error::custom("not a word of one to six letters"))
    }
}
