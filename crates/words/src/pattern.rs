//! A pattern: a word with some letters unknown, such as `c?ane`. Its length is the word's length; there is no star.

use std::fmt;
use std::str::FromStr;

use crate::MAX_LETTERS;
use crate::node::{LETTERS, number};

/// A word with unknown letters, each written `?`.
///
/// ```
/// let pattern: words::Pattern = "c?ane".parse().unwrap();
/// assert!(pattern.fits("crane"));
/// assert!(!pattern.fits("cane"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// For each place the letters that fit, as a mask.
    places: Box<[u32]>,
}

impl Pattern {
    /// Whether a word of a-z in lower case has this length and these letters.
    pub fn fits(&self, word: &str) -> bool {
        let may = |(byte, mask): (u8, &u32)| number(byte).is_some_and(|n| mask & 1 << n != 0);
        word.len() == self.places.len() && word.bytes().zip(&self.places).all(may)
    }

    pub(crate) fn places(&self) -> &[u32] {
        &self.places
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        // Checked before parsing, so that a long text costs nothing.
        if text.len() > 4 * MAX_LETTERS {
            return Err(PatternError::TooLong);
        }
        let places = text.chars().map(place).collect::<Result<Box<[u32]>, _>>()?;
        match places.len() {
            0 => Err(PatternError::Empty),
            1..=MAX_LETTERS => Ok(Pattern { places }),
            _ => Err(PatternError::TooLong),
        }
    }
}

fn place(symbol: char) -> Result<u32, PatternError> {
    if symbol == '?' {
        return Ok(LETTERS);
    }
    let letter = u8::try_from(symbol).ok().map(|byte| byte.to_ascii_lowercase());
    letter.and_then(number).map(|letter| 1 << letter).ok_or(PatternError::Stray(symbol))
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.places.iter().try_for_each(|&mask| match mask {
            LETTERS => f.write_str("?"),
            mask => write!(f, "{}", crate::node::letter(mask.trailing_zeros())),
        })
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pattern({self})")
    }
}

/// Why a pattern was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// It has no places.
    Empty,
    /// It has more than [`MAX_LETTERS`] places.
    TooLong,
    /// It contains this character, which is neither a letter nor `?`.
    Stray(char),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Empty => {
                f.write_str("The pattern is empty. Use letters, and ? for each unknown letter.")
            }
            PatternError::TooLong => {
                write!(f, "The pattern is too long. A word has at most {MAX_LETTERS} letters.")
            }
            // Debug format: a control character must not reach a terminal.
            PatternError::Stray(symbol) => {
                write!(f, "A pattern may contain letters and ? only, not {symbol:?}.")
            }
        }
    }
}

impl std::error::Error for PatternError {}
