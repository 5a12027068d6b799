//! A player's word list: from the bytes of a file to a lexicon. It is forgiving about how a list was
//! saved and counts what it had to leave out. Opening the file, and telling the player, are not here.

use std::cmp::Ordering;
use std::fmt;

use sha2::{Digest, Sha256};

use crate::dawg::Loom;
use crate::{Lexicon, MAX_LETTERS};

/// The largest list that is read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

/// A player's list, read.
#[derive(Clone, Debug)]
pub struct List {
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
    /// Reads a player's file: a word per line, in either case; CRLF, blanks around a word and a byte
    /// order mark are accepted, repeats dropped, other lines skipped and counted.
    pub fn read(bytes: &[u8]) -> Result<List, ListError> {
        if bytes.len() > MAX_BYTES {
            return Err(ListError::TooLarge);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| ListError::NotText)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut sheaf = Sheaf::default();
        let mut skipped = 0;
        for line in text.as_bytes().split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii) {
            if !line.is_empty() && !sheaf.add(line) {
                skipped += 1;
            }
        }
        if sheaf.cuts.is_empty() {
            return Err(ListError::NoWords);
        }
        Ok(List { lexicon: sheaf.bind(), skipped })
    }

    /// A lexicon of these words, by the rules of [`Lexicon::read`] for a line; what is no word is
    /// ignored, and so is what goes beyond [`MAX_BYTES`].
    pub fn from_words<I: IntoIterator<Item = S>, S: AsRef<str>>(words: I) -> Lexicon {
        let mut sheaf = Sheaf::default();
        for word in words {
            sheaf.add(word.as_ref().as_bytes().trim_ascii());
        }
        sheaf.bind()
    }
}

/// Words gathered in any order: all in one text, and where each was cut from it. A string for each
/// would cost more than everything else.
#[derive(Default)]
struct Sheaf {
    text: Vec<u8>,
    cuts: Vec<Cut>,
}

/// A word of the text. Its first letters are in the key, so that sorting seldom looks at the text.
struct Cut {
    key: u64,
    start: u32,
    len: u32,
}

/// How many letters a key holds, at five bits a letter.
const KEY_LETTERS: usize = 12;

impl Sheaf {
    /// Adds a word in either case; false if it is none.
    fn add(&mut self, word: &[u8]) -> bool {
        let start = self.text.len();
        if word.is_empty() || word.len() > MAX_LETTERS || word.len() > MAX_BYTES - start {
            return false;
        }
        if !word.iter().all(u8::is_ascii_alphabetic) {
            return false;
        }
        self.text.extend(word.iter().map(u8::to_ascii_lowercase));
        self.cuts.push(Cut { key: key(word), start: start as u32, len: word.len() as u32 });
        true
    }

    /// Sorts the words and weaves them, naming the lexicon by what they are.
    fn bind(self) -> Lexicon {
        let Sheaf { text, mut cuts } = self;
        cuts.sort_unstable_by(|a, b| match a.key.cmp(&b.key) {
            Ordering::Equal => a.of(&text).cmp(b.of(&text)),
            apart => apart,
        });
        let mut loom = Loom::new();
        let mut sha = Sha256::new();
        let mut latest: &[u8] = &[];
        for word in cuts.iter().map(|cut| cut.of(&text)) {
            if word == latest {
                continue;
            }
            loom.add(word);
            sha.update(word);
            sha.update(b"\n");
            latest = word;
        }
        let id = sha.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Lexicon::woven(loom.finish(), id)
    }
}

impl Cut {
    fn of<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        let start = self.start as usize;
        text.get(start..start + self.len as usize).unwrap_or_default()
    }
}

/// The first letters as a number that sorts as they do: `a` is 1 and the end of a word 0.
fn key(word: &[u8]) -> u64 {
    let letters = word.iter().map(|byte| u64::from(byte & 0x1f)).chain(std::iter::repeat(0));
    letters.take(KEY_LETTERS).fold(0, |key, letter| key << 5 | letter)
}
