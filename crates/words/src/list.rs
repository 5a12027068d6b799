//! A player's word list: from the bytes of a file to a lexicon. It is forgiving about how a list
//! was saved and counts what it had to leave out. Opening the file, and telling the player, are not
//! here.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::dawg::DawgBuilder;
use crate::{Lexicon, MAX_LETTERS};

/// The largest list that is read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

/// A player's list, read.
#[derive(Clone, Debug)]
pub struct ParsedList {
    /// Its words.
    pub lexicon: Lexicon,
    /// How many lines were left out, for not being one word of a-z; blank lines do not count.
    pub skipped: usize,
}

/// Why a list was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListError {
    /// It is over [`MAX_BYTES`].
    TooLarge,
    /// It is not UTF-8.
    NotText,
    /// No line of it is a word.
    NoWords,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ListError::TooLarge => "The word list is over 64 MB; use a smaller one.",
            ListError::NotText => {
                "The word list is not UTF-8 text; save it as UTF-8 with one word per line."
            }
            ListError::NoWords => {
                "The word list has no words; give it words of the letters a to z, one per line."
            }
        })
    }
}

impl std::error::Error for ListError {}

impl Lexicon {
    /// Reads a player's file: a word per line, in either case; CRLF and a byte order mark are
    /// accepted, repeats dropped, other lines skipped and counted.
    pub fn read(bytes: &[u8]) -> Result<ParsedList, ListError> {
        if bytes.len() > MAX_BYTES {
            return Err(ListError::TooLarge);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| ListError::NotText)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut sheaf = WordCollector::default();
        let mut skipped = 0;
        for line in text.as_bytes().split(|&byte| byte == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if !line.is_empty() && !sheaf.add(line) {
                skipped += 1;
            }
        }
        if sheaf.words.is_empty() {
            return Err(ListError::NoWords);
        }
        Ok(ParsedList { lexicon: sheaf.build(), skipped })
    }

    /// A lexicon of these words, by the rules of [`Lexicon::read`] for a line; what is no word is
    /// ignored, and so is what goes beyond [`MAX_BYTES`].
    pub fn from_words<I: IntoIterator<Item = S>, S: AsRef<str>>(words: I) -> Lexicon {
        let mut sheaf = WordCollector::default();
        for word in words {
            sheaf.add(word.as_ref().as_bytes());
        }
        sheaf.build()
    }
}

/// Words gathered in any order. A string for each would cost more than everything else.
#[derive(Default)]
struct WordCollector {
    words: Vec<SortableWord>,
    /// What the words have beyond their stems, end to end.
    tails: Vec<u8>,
    /// The letters of all words, which a loom must not have too many of.
    letters: usize,
    /// How many were left when repeats were dropped last.
    sorted: usize,
}

/// Below so many words repeats do no harm.
const MANY: usize = 1 << 20;

/// A word: its first letters as a number that sorts as they do, and where to find the rest of it.
/// Few words have any, so sorting seldom leaves the row of stalks.
struct SortableWord {
    stem: u64,
    start: u32,
    len: u32,
}

/// How many letters a stem holds, at five bits a letter.
const STEM: usize = 12;

impl WordCollector {
    /// Adds a word in either case; false if it is none.
    fn add(&mut self, word: &[u8]) -> bool {
        let fits = (1..=MAX_LETTERS.min(MAX_BYTES - self.letters)).contains(&word.len());
        if !fits || !word.iter().all(u8::is_ascii_alphabetic) {
            return false;
        }
        let start = self.tails.len() as u32;
        self.tails.extend(word.iter().skip(STEM).map(u8::to_ascii_lowercase));
        self.words.push(SortableWord { stem: stem(word), start, len: word.len() as u32 });
        self.letters += word.len();
        if self.words.len() > self.sorted.saturating_mul(2).max(MANY) {
            self.sort();
        }
        true
    }

    /// Sorts the words and drops repeats, so that a list of the same word over and over stays small.
    fn sort(&mut self) {
        let WordCollector { words: stalks, tails, sorted, .. } = self;
        stalks.sort_unstable_by(|a, b| {
            a.stem.cmp(&b.stem).then_with(|| a.tail(tails).cmp(b.tail(tails)))
        });
        stalks.dedup_by(|a, b| a.stem == b.stem && a.tail(tails) == b.tail(tails));
        *sorted = stalks.len();
    }

    /// Weaves the words, naming the lexicon by what they are.
    fn build(mut self) -> Lexicon {
        self.sort();
        let WordCollector { words: stalks, tails, .. } = self;
        let mut loom = DawgBuilder::new();
        let mut sha = Sha256::new();
        let mut word = Vec::with_capacity(MAX_LETTERS + 1);
        for stalk in &stalks {
            word.clear();
            word.extend(stem_letters(stalk.stem));
            word.extend_from_slice(stalk.tail(&tails));
            if loom.add(&word) {
                word.push(b'\n');
                sha.update(&word);
            }
        }
        let id = sha.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Lexicon::from_dawg(loom.finish(), id)
    }
}

impl SortableWord {
    fn tail<'a>(&self, tails: &'a [u8]) -> &'a [u8] {
        let start = self.start as usize;
        let len = (self.len as usize).saturating_sub(STEM);
        tails.get(start..start + len).unwrap_or_default()
    }
}

/// A word's first letters, the first one highest: `a` is 1 and the end of a word 0.
fn stem(word: &[u8]) -> u64 {
    let letters = word.iter().map(|letter| u64::from(letter & 0x1f)).chain(std::iter::repeat(0));
    letters.take(STEM).fold(0, |stem, letter| stem << 5 | letter)
}

/// The letters of a stem, in lower case.
fn stem_letters(stem: u64) -> impl Iterator<Item = u8> {
    let digits = (0..STEM).rev().map(move |place| (stem >> (5 * place)) as u8 & 0x1f);
    digits.take_while(|&digit| digit != 0).map(|digit| digit | 0x60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_over_and_over_takes_the_room_of_a_few() {
        let mut sheaf = WordCollector::default();
        let words = ["a", "supercalifragilistic", "supercalifragilistid"];
        for word in words.iter().cycle().take(3 * MANY) {
            assert!(sheaf.add(word.as_bytes()));
            assert!(sheaf.words.len() <= MANY + 1);
        }
        assert_eq!(sheaf.build().words().collect::<Vec<_>>(), words);
    }
}
