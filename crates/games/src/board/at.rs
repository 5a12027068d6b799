//! Positions such as `Aa`, and directions. A position may lie outside a particular board.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A position: an upper-case letter for the row and a lower-case one for the column, `Aa` to `Zz`. Positions
/// sort by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct At {
    row: u8,
    col: u8,
}

impl At {
    /// The position in this row and column, counted from 0; `None` above 25.
    pub fn new(row: u8, col: u8) -> Option<At> {
        (row < 26 && col < 26).then_some(At { row, col })
    }

    /// The position with this row letter and column letter.
    pub fn named(row: char, col: char) -> Option<At> {
        if !row.is_ascii_uppercase() || !col.is_ascii_lowercase() {
            return None;
        }
        At::new(row as u8 - b'A', col as u8 - b'a')
    }

    /// The row, from 0.
    pub fn row(self) -> u8 {
        self.row
    }

    /// The column, from 0.
    pub fn col(self) -> u8 {
        self.col
    }

    /// The position after this number of steps; `None` past row or column 25.
    pub fn ahead(self, dir: Dir, steps: usize) -> Option<At> {
        let steps = u8::try_from(steps).ok()?;
        match dir {
            Dir::H => At::new(self.row, self.col.checked_add(steps)?),
            Dir::V => At::new(self.row.checked_add(steps)?, self.col),
        }
    }

    /// The position one step back; `None` at the edge.
    pub fn back(self, dir: Dir) -> Option<At> {
        match dir {
            Dir::H => At::new(self.row, self.col.checked_sub(1)?),
            Dir::V => At::new(self.row.checked_sub(1)?, self.col),
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.row), char::from(b'a' + self.col))
    }
}

impl FromStr for At {
    type Err = InvalidPosition;

    fn from_str(text: &str) -> Result<At, InvalidPosition> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(row), Some(col), None) => At::named(row, col).ok_or(InvalidPosition),
            _ => Err(InvalidPosition),
        }
    }
}

impl TryFrom<String> for At {
    type Error = InvalidPosition;

    fn try_from(text: String) -> Result<At, InvalidPosition> {
        text.parse()
    }
}

impl From<At> for String {
    fn from(at: At) -> String {
        at.to_string()
    }
}

/// The text isn't a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidPosition;

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position is a row letter and a column letter, such as Aa")
    }
}

impl std::error::Error for InvalidPosition {}

/// The direction of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Dir {
    /// Across: from left to right.
    H,
    /// Down.
    V,
}

impl Dir {
    pub const ALL: [Dir; 2] = [Dir::H, Dir::V];

    /// The direction with this letter.
    pub fn named(letter: char) -> Option<Dir> {
        match letter {
            'H' => Some(Dir::H),
            'V' => Some(Dir::V),
            _ => None,
        }
    }

    pub fn other(self) -> Dir {
        match self {
            Dir::H => Dir::V,
            Dir::V => Dir::H,
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dir::H => "H",
            Dir::V => "V",
        })
    }
}

impl FromStr for Dir {
    type Err = InvalidDirection;

    fn from_str(text: &str) -> Result<Dir, InvalidDirection> {
        let mut letters = text.chars();
        let dir = letters.next().and_then(Dir::named).filter(|_| letters.next().is_none());
        dir.ok_or(InvalidDirection)
    }
}

/// The text isn't a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidDirection;

impl fmt::Display for InvalidDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a direction is H or V")
    }
}

impl std::error::Error for InvalidDirection {}
