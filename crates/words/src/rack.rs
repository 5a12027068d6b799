//! A rack: letters to spell words from, each used at most once, and wildcards that stand for any
//! letter. What a letter is worth, and where racks come from, is for the games to know.

use std::fmt;

use crate::node::{LETTERS, number};
use crate::walk::Guide;

/// Letters to spell from, and wildcards.
///
/// ```
/// let rack = words::Rack::new("tca", 1).unwrap();
/// assert!(rack.covers("cat"));
/// assert!(rack.covers("coat"));
/// assert!(!rack.covers("cocoa"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rack {
    counts: [u8; 26],
    wild: u8,
    /// The letters with a count above 0, as a mask: asked at every step of a walk.
    held: u32,
}

impl Rack {
    /// A rack of nothing but wildcards.
    pub fn wild(wild: u8) -> Rack {
        Rack { counts: [0; 26], wild, held: 0 }
    }

    /// A rack of letters a-z in either case, and of wildcards; above 255 of a letter are 255.
    pub fn new(letters: &str, wild: u8) -> Result<Rack, RackError> {
        let mut rack = Rack::wild(wild);
        for symbol in letters.chars() {
            let letter = u8::try_from(symbol).ok().map(|byte| byte.to_ascii_lowercase());
            let Some(letter) = letter.and_then(number) else { return Err(RackError(symbol)) };
            if let Some(count) = rack.counts.get_mut(letter as usize) {
                *count = count.saturating_add(1);
                rack.held |= 1 << letter;
            }
        }
        Ok(rack)
    }

    /// Whether a word of a-z in lower case can be spelt from it.
    pub fn covers(&self, word: &str) -> bool {
        let mut left = *self;
        word.bytes().all(|byte| match number(byte) {
            Some(letter) if left.next() & 1 << letter != 0 => {
                left = left.after(letter);
                true
            }
            _ => false,
        })
    }
}

impl Guide for Rack {
    fn next(self) -> u32 {
        if self.wild > 0 { LETTERS } else { self.held }
    }

    /// Takes the letter itself while there is one: a wildcard can stand for whatever comes later.
    fn after(mut self, letter: u32) -> Rack {
        match self.counts.get_mut(letter as usize).filter(|count| **count > 0) {
            Some(count) => {
                *count -= 1;
                if *count == 0 {
                    self.held &= !(1 << letter);
                }
            }
            None => self.wild = self.wild.saturating_sub(1),
        }
        self
    }

    fn done(self) -> bool {
        true
    }
}

impl fmt::Debug for Rack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = ('a'..='z').zip(self.counts).filter(|(_, count)| *count > 0);
        f.debug_map().entries(letters).entry(&'?', &self.wild).finish()
    }
}

/// What is wrong with a rack: a character that is no letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RackError(
    /// The first such character.
    pub char,
);

impl fmt::Display for RackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Debug form: a control character must not reach a terminal.
        write!(f, "A rack holds the letters a to z; {:?} is none of them.", self.0)
    }
}

impl std::error::Error for RackError {}
