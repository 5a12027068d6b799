//! Marks: what a guess reveals about the hidden word, under either way of marking. `guess.rs` decides which guesses are
//! allowed.

use super::PackedWord;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The mark of one letter of a guess. A better mark is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The word doesn't have the letter, or has no more copies of it.
    #[default]
    Absent,
    /// The word has the letter in another place.
    Elsewhere,
    /// Right letter, right place.
    Correct,
}

impl Mark {
    /// The name of the mark.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Absent => "absent",
            Mark::Elsewhere => "elsewhere",
            Mark::Correct => "correct",
        }
    }

    /// The mark that a base-3 digit stands for.
    fn of(digit: u16) -> Mark {
        match digit {
            0 => Mark::Absent,
            1 => Mark::Elsewhere,
            _ => Mark::Correct,
        }
    }

    fn symbol(self) -> char {
        match self {
            Mark::Absent => '-',
            Mark::Elsewhere => 'Y',
            Mark::Correct => 'G',
        }
    }

    fn read(symbol: char) -> Result<Mark, NoMark> {
        match symbol {
            '-' => Ok(Mark::Absent),
            'Y' => Ok(Mark::Elsewhere),
            'G' => Ok(Mark::Correct),
            _ => Err(NoMark(symbol)),
        }
    }
}

/// The marks of a guess of at most [`LONGEST`] letters. In JSON they are text such as `--YYG`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Marks {
    /// A bit for each correct letter, the first letter lowest.
    correct: u8,
    /// A bit for each letter marked elsewhere.
    elsewhere: u8,
    len: u8,
}

impl Marks {
    pub fn iter(&self) -> impl Iterator<Item = Mark> {
        let Marks { correct, elsewhere, len } = *self;
        (0..len).map(move |place| match (correct >> place & 1, elsewhere >> place & 1) {
            (0, 0) => Mark::Absent,
            (0, _) => Mark::Elsewhere,
            _ => Mark::Correct,
        })
    }

    /// Is every letter in its place?
    pub fn all_correct(&self) -> bool {
        self.iter().all(|mark| mark == Mark::Correct)
    }

    /// The marks of a code (see [`Marking::code`]) for words of this length.
    pub fn of_code(code: u16, length: usize) -> Marks {
        let digit = |place: usize| code / 3u16.pow(place as u32) % 3;
        (0..length.min(LONGEST)).rev().map(|place| Mark::of(digit(place))).collect()
    }

    /// The marks as a code (see [`Marking::code`]).
    pub fn code(&self) -> u16 {
        self.iter().fold(0, |code, mark| 3 * code + mark as u16)
    }
}

impl FromIterator<Mark> for Marks {
    /// Marks beyond [`LONGEST`] are ignored.
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Marks {
        let mut all = Marks::default();
        for mark in marks.into_iter().take(LONGEST) {
            all.correct |= u8::from(mark == Mark::Correct) << all.len;
            all.elsewhere |= u8::from(mark == Mark::Elsewhere) << all.len;
            all.len += 1;
        }
        all
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Mark::symbol).collect::<String>())
    }
}

impl From<Marks> for String {
    fn from(marks: Marks) -> String {
        marks.to_string()
    }
}

impl TryFrom<String> for Marks {
    type Error = NoMark;

    fn try_from(text: String) -> Result<Marks, NoMark> {
        match text.chars().nth(LONGEST) {
            Some(beyond) => Err(NoMark(beyond)),
            None => text.chars().map(Mark::read).collect(),
        }
    }
}

/// A character that isn't a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMark(char);

impl fmt::Display for NoMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a mark is -, Y or G, not {:?}", self.0)
    }
}

/// The two ways of marking. They differ only if a guess repeats a letter, and then only in that a letter is `elsewhere`
/// under lenient marking and `absent` under strict marking.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Marking {
    /// A letter is absent only if the word doesn't have it, or has it once and the guess has found that one.
    #[default]
    Lenient,
    /// Each letter of the word accounts for at most one letter of the guess.
    Strict,
}

impl Marking {
    pub const ALL: [Marking; 2] = [Marking::Lenient, Marking::Strict];

    /// The name of the marking.
    pub fn word(self) -> &'static str {
        match self {
            Marking::Lenient => "lenient",
            Marking::Strict => "strict",
        }
    }

    /// Marks a guess letter by letter. Both words must have the same length and be in lower case.
    pub fn marks<'a>(self, hidden: &'a str, guess: &'a str) -> impl Iterator<Item = Mark> + 'a {
        let (hidden, guess) = (hidden.as_bytes(), guess.as_bytes());
        hidden.iter().zip(guess).enumerate().map(move |(place, (&there, &letter))| match self {
            _ if there == letter => Mark::Correct,
            Marking::Lenient => lenient(hidden, guess, letter),
            Marking::Strict => strict(hidden, guess, place, letter),
        })
    }
}

/// The longest word whose marks fit a [`Marking::code`].
pub const LONGEST: usize = 8;

impl Marking {
    /// The marks of a guess as one number: a base-3 digit for each letter, the first letter highest. It takes two
    /// passes, one for correct letters and one for the others, with a count for each letter. Both words must have the
    /// same length, at most [`LONGEST`], and be in lower case.
    pub fn code(self, hidden: &[u8], guess: &[u8]) -> u16 {
        let mut code = 0;
        self.each(hidden, guess, |mark| code = 3 * code + mark);
        code
    }

    /// The marks of a guess. Both words must have the same length and be in lower case.
    pub fn mark(self, hidden: PackedWord, guess: PackedWord) -> Marks {
        match self {
            Marking::Lenient => self.marks(&hidden, &guess).collect(),
            Marking::Strict => mark_strictly(hidden, guess),
        }
    }

    /// Calls `put` with each letter's mark as a digit, from the first letter to the last.
    #[inline(always)]
    fn each(self, hidden: &[u8], guess: &[u8], mut put: impl FnMut(u16)) {
        let mut left = [0u8; 32];
        for (&there, &letter) in hidden.iter().zip(guess) {
            left[usize::from(there & 31)] += u8::from(there != letter);
        }
        for (&there, &letter) in hidden.iter().zip(guess) {
            let left = &mut left[usize::from(letter & 31)];
            let elsewhere = match self {
                Marking::Strict => *left > 0,
                // The word may have several copies, all found in their places; then further ones are elsewhere.
                Marking::Lenient => *left > 0 || lenient(hidden, guess, letter) > Mark::Absent,
            };
            let misplaced = u8::from(there != letter && elsewhere);
            *left -= misplaced * u8::from(self == Marking::Strict);
            put(2 * u16::from(there == letter) + u16::from(misplaced));
        }
    }
}

/// The strict marks of a guess, comparing all letters of the hidden word at once: each word is a number with a byte for
/// each letter, and [`same`] gives the top bit of each byte that is equal in both. `free` has the letters of the hidden
/// word that don't account for a letter of the guess yet.
fn mark_strictly(hidden: PackedWord, guess: PackedWord) -> Marks {
    let (there, here, len) = (hidden.packed(), guess.packed(), guess.bytes().len());
    let correct = same(there, here);
    let mut free = TOP & !correct;
    // Correct letters become 0, which matches nothing: no letter is 0, and bytes after the last letter are never free.
    let mut left = here & !((correct >> 7) * 0xff);
    let mut elsewhere = 0;
    for place in 0..len {
        let found = same(there, (left & 0xff) * EACH) & free;
        free &= !(found & found.wrapping_neg());
        elsewhere |= u8::from(found != 0) << place;
        left >>= 8;
    }
    let letters = (0xff_u16 >> (LONGEST - len)) as u8;
    Marks { correct: bits(correct) & letters, elsewhere, len: len as u8 }
}

/// A 1 in every byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The top bit of every byte, which no letter uses.
const TOP: u64 = 0x80 * EACH;

/// The top bits of the bytes that are equal in both numbers. All bytes of both must be ASCII.
fn same(a: u64, b: u64) -> u64 {
    TOP & !(a ^ b).wrapping_add(!TOP)
}

/// Collects the top bits of all bytes in one byte: the product has the bit of byte n at bit 56 + n.
fn bits(tops: u64) -> u8 {
    ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Marks a letter that isn't correct: absent if the word doesn't have it, or has it once and this guess has found that
/// one; otherwise elsewhere.
fn lenient(hidden: &[u8], guess: &[u8], letter: u8) -> Mark {
    let copies = hidden.iter().filter(|&&there| there == letter).count();
    let found = pairs(hidden, guess).any(|(there, here)| there == letter && here == letter);
    if copies == 0 || copies == 1 && found { Mark::Absent } else { Mark::Elsewhere }
}

/// Marks a letter that isn't correct: elsewhere if a copy is left after the correct letters and the letters further
/// left have used theirs; otherwise absent.
fn strict(hidden: &[u8], guess: &[u8], place: usize, letter: u8) -> Mark {
    let free = pairs(hidden, guess).filter(|&(there, here)| there == letter && here != letter);
    let before = pairs(hidden, guess).take(place);
    let taken = before.filter(|&(there, here)| here == letter && there != letter);
    if taken.count() < free.count() { Mark::Elsewhere } else { Mark::Absent }
}

/// The letters of both words in pairs, place by place.
fn pairs(hidden: &[u8], guess: &[u8]) -> impl Iterator<Item = (u8, u8)> {
    hidden.iter().copied().zip(guess.iter().copied())
}
