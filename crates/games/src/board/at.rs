//! Where on a board: a position such as `Aa`, and a direction. Whether a position lies on a given
//! board is the board's business.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A position: an upper-case letter for the row, a lower-case one for the column, `Aa` to `Zz`.
/// They sort by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct At {
    row: u8,
    col: u8,
}

impl At {
    /// The position in this row and column, from 0; there are 26 of each.
    pub fn new(row: u8, col: u8) -> Option<At> {
        (row < 26 && col < 26).then_some(At { row, col })
    }

    /// The position that a row letter and a column letter name.
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

    /// So many steps onward; none past the last position there is.
    pub fn ahead(self, dir: Dir, steps: usize) -> Option<At> {
        let steps = u8::try_from(steps).ok()?;
        match dir {
            Dir::H => At::new(self.row, self.col.checked_add(steps)?),
            Dir::V => At::new(self.row.checked_add(steps)?, self.col),
        }
    }

    /// One step back; none at the edge.
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
    type Err = NoPosition;

    fn from_str(text: &str) -> Result<At, NoPosition> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(row), Some(col), None) => At::named(row, col).ok_or(NoPosition),
            _ => Err(NoPosition),
        }
    }
}

impl TryFrom<String> for At {
    type Error = NoPosition;

    fn try_from(text: String) -> Result<At, NoPosition> {
        text.parse()
    }
}

impl From<At> for String {
    fn from(at: At) -> String {
        at.to_string()
    }
}

/// What is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPosition;

impl fmt::Display for NoPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position is a row letter and a column letter, such as Aa")
    }
}

impl std::error::Error for NoPosition {}

/// Which way a word runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Dir {
    /// From left to right.
    H,
    /// Downwards.
    V,
}

impl Dir {
    /// Both directions.
    pub const ALL: [Dir; 2] = [Dir::H, Dir::V];

    /// The direction that a letter names.
    pub fn named(letter: char) -> Option<Dir> {
        match letter {
            'H' => Some(Dir::H),
            'V' => Some(Dir::V),
            _ => None,
        }
    }

    /// The other direction.
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
    type Err = NoDirection;

    fn from_str(text: &str) -> Result<Dir, NoDirection> {
        let mut letters = text.chars();
        let dir = letters.next().and_then(Dir::named).filter(|_| letters.next().is_none());
        dir.ok_or(NoDirection)
    }
}

/// What is no direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoDirection;

impl fmt::Display for NoDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a direction is H or V")
    }
}

impl std::error::Error for NoDirection {}
