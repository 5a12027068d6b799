//! Parsing a player's word list: from the bytes of a file to a lexicon. The parser tolerates different line endings and
//! counts the lines that it skips. Opening the file and reporting to the player happen elsewhere.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::dawg::DawgBuilder;
use crate::{Lexicon, MAX_LETTERS};

/// The largest list that is accepted, in bytes.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

/// A player's list after parsing.
#[derive(Clone, Debug)]
pub struct ParsedList {
    /// Its words.
    pub lexicon: Lexicon,
    /// The number of lines that aren't one word of a-z; empty lines don't count.
    pub skipped: usize,
}

/// Why a list was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListError {
    /// It has more than [`MAX_BYTES`].
    TooLarge,
    /// It isn't UTF-8.
    NotText,
    /// No line is a word.
    NoWords,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ListError::TooLarge => "The word list is over 64 MB. Use a smaller one.",
            ListError::NotText => {
                "The word list isn't UTF-8 text. Save it as UTF-8, with one word per line."
            }
            ListError::NoWords => {
                "The word list has no words. Put one word on each line, with the letters a to z only."
            }
        })
    }
}

impl std::error::Error for ListError {}

impl Lexicon {
    /// Parses a player's file with one word per line, in either case. CRLF and a byte order mark are accepted,
    /// duplicates dropped, and other lines skipped and counted.
    pub fn read(bytes: &[u8]) -> Result<ParsedList, ListError> {
        if bytes.len() > MAX_BYTES {
            return Err(ListError::TooLarge);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| ListError::NotText)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut collector = WordCollector::default();
        let mut skipped = 0;
        for line in text.as_bytes().split(|&byte| byte == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if !line.is_empty() && !collector.add(line) {
                skipped += 1;
            }
        }
        if collector.words.is_empty() {
            return Err(ListError::NoWords);
        }
        Ok(ParsedList { lexicon: collector.build(), skipped })
    }

    /// A lexicon of these words, each treated like a line in [`Lexicon::read`]. Invalid words are ignored, and so is
    /// everything beyond [`MAX_BYTES`].
    pub fn from_words<I: IntoIterator<Item = S>, S: AsRef<str>>(words: I) -> Lexicon {
        let mut collector = WordCollector::default();
        for word in words {
            collector.add(word.as_ref().as_bytes());
        }
        collector.build()
    }
}

/// Collects words in any order. A `String` for each word would cost more than everything else.
#[derive(Default)]
struct WordCollector {
    words: Vec<SortableWord>,
    /// The rest of each word beyond its stem, all concatenated.
    tails: Vec<u8>,
    /// The total number of letters, which the automaton's builder limits.
    letters: usize,
    /// The number of words when duplicates were last dropped.
    sorted: usize,
}

/// Duplicates are dropped early only above this many words.
const MANY: usize = 1 << 20;

/// A word: its first letters as a number that sorts in the same order, and where the rest of it is. Few words have a
/// rest, so sorting seldom needs to look anything up.
struct SortableWord {
    stem: u64,
    start: u32,
    len: u32,
}

/// The number of letters in a stem, at five bits per letter.
const STEM: usize = 12;

impl WordCollector {
    /// Adds a word in either case. Returns false if it isn't a valid word or there is no room.
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

    /// Sorts the words and drops duplicates, so that a list that repeats the same word stays small.
    fn sort(&mut self) {
        let WordCollector { words, tails, sorted, .. } = self;
        words.sort_unstable_by(|a, b| {
            a.stem.cmp(&b.stem).then_with(|| a.tail(tails).cmp(b.tail(tails)))
        });
        words.dedup_by(|a, b| a.stem == b.stem && a.tail(tails) == b.tail(tails));
        *sorted = words.len();
    }

    /// Builds the lexicon. Its id is a hash of the words.
    fn build(mut self) -> Lexicon {
        self.sort();
        let WordCollector { words, tails, .. } = self;
        let mut builder = DawgBuilder::new();
        let mut sha = Sha256::new();
        let mut word = Vec::with_capacity(MAX_LETTERS + 1);
        for sortable in &words {
            word.clear();
            word.extend(stem_letters(sortable.stem));
            word.extend_from_slice(sortable.tail(&tails));
            if builder.add(&word) {
                word.push(b'\n');
                sha.update(&word);
            }
        }
        let id = sha.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Lexicon::from_dawg(builder.finish(), id)
    }
}

impl SortableWord {
    fn tail<'a>(&self, tails: &'a [u8]) -> &'a [u8] {
        let start = self.start as usize;
        let len = (self.len as usize).saturating_sub(STEM);
        tails.get(start..start + len).unwrap_or_default()
    }
}

/// A word's first letters as a number, the first letter in the highest bits; `a` is 1, and 0 marks the end of the word.
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
    fn repeated_words_take_little_memory() {
        let mut collector = WordCollector::default();
        let words = ["a", "supercalifragilistic", "supercalifragilistid"];
        for word in words.iter().cycle().take(3 * MANY) {
            assert!(collector.add(word.as_bytes()));
            assert!(collector.words.len() <= MANY + 1);
        }
        assert_eq!(collector.build().words().collect::<Vec<_>>(), words);
    }
}
