//! A rack: letters to spell words from, each used at most once, and wildcards that stand for any letter. Points and the
//! dealing of racks are up to the games.

use std::fmt;

use crate::node::{LETTERS, number};
use crate::walk::Guide;

/// Letters to spell words from, and wildcards.
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
    /// The letters with a count above 0, as a mask, because every step of a walk needs it.
    held: u32,
}

impl Rack {
    /// A rack with wildcards only.
    pub fn wild(wild: u8) -> Rack {
        Rack { counts: [0; 26], wild, held: 0 }
    }

    /// A rack of letters a-z in either case, and of wildcards. More than 255 of one letter count as 255. Fails on any
    /// other character.
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

    /// Whether the rack can spell this word of a-z in lower case.
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

    /// Uses up the letter itself if there is one, because a wildcard can stand for any later letter.
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

/// A rack contains a character that isn't a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RackError(
    /// The first such character.
    pub char,
);

impl fmt::Display for RackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Debug format: a control character must not reach a terminal.
        write!(f, "A rack may contain the letters a to z only, not {:?}.", self.0)
    }
}

impl std::error::Error for RackError {}
