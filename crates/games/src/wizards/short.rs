//! A short word, kept in place: a deal makes and moves thousands of them, and a `String` each would
//! be most of the work.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The most letters a short word has: as many as the main word.
pub const MOST: usize = 6;

/// A word of one to six letters a-z, in lower case. In JSON it is a string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Short {
    letters: [u8; MOST],
    len: u8,
}

impl Short {
    /// The word with this text; none when it is too long, empty, or not of a-z in lower case.
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

    /// Its letters.
    pub fn bytes(&self) -> &[u8] {
        self.letters.get(..self.len()).unwrap_or_default()
    }

    /// Its text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }

    /// How many letters it has.
    #[allow(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The same letters in alphabetical order: equal for words that are spelt from the same.
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
