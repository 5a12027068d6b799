//! A grid: 21 words and their positions. `check.rs` checks that a grid keeps the rules, `generate.rs` makes grids.

use super::short::{MOST, Short};
use serde::{Deserialize, Serialize};

/// The number of rows.
pub const ROWS: usize = 15;
/// The number of columns.
pub const COLS: usize = 25;
/// The number of words in a grid, including the main word.
pub const WORDS: usize = 21;
/// The number of letters in the main word.
pub const LETTERS: usize = MOST;
/// The cells of the main word: every other cell of the diagonal at the centre.
pub const DIAGONAL: [GridCell; LETTERS] = [
    GridCell(2, 7),
    GridCell(4, 9),
    GridCell(6, 11),
    GridCell(8, 13),
    GridCell(10, 15),
    GridCell(12, 17),
];

/// All words of a puzzle, the main word first.
pub type Grid = [Placed; WORDS];

/// A cell: its row and its column, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GridCell(pub u8, pub u8);

/// The direction of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Orientation {
    /// From left to right.
    #[serde(rename = "H")]
    Across,
    /// From top to bottom.
    #[serde(rename = "V")]
    Down,
    /// Every other cell of the diagonal; only the main word.
    #[serde(rename = "D")]
    Diagonal,
}

/// A word and its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Placed {
    pub word: Short,
    /// The cell of its first letter.
    pub at: GridCell,
    pub dir: Orientation,
}

impl Placed {
    /// Its cells, from the first letter to the last.
    pub fn cells(&self) -> impl Iterator<Item = GridCell> + use<> {
        let GridCell(row, col) = self.at;
        let (down, right) = match self.dir {
            Orientation::Across => (0, 1),
            Orientation::Down => (1, 0),
            Orientation::Diagonal => (2, 2),
        };
        let step = move |n: u8| GridCell(row.wrapping_add(n * down), col.wrapping_add(n * right));
        (0..self.word.len() as u8).map(step)
    }

    /// Its cells with their letters.
    pub fn letters(&self) -> impl Iterator<Item = (GridCell, u8)> + '_ {
        self.cells().zip(self.word.bytes().iter().copied())
    }
}

/// A set of cells. A cell outside the grid is never in it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cells([u32; ROWS]);

impl Cells {
    /// Adds a cell. Does nothing if the cell is outside the grid.
    pub fn add(&mut self, GridCell(row, col): GridCell) {
        if let Some(cells) = self.0.get_mut(usize::from(row)).filter(|_| usize::from(col) < COLS) {
            *cells |= 1 << col;
        }
    }

    pub fn has(&self, GridCell(row, col): GridCell) -> bool {
        let row = self.0.get(usize::from(row)).copied().unwrap_or(0);
        usize::from(col) < COLS && row >> col & 1 == 1
    }

    /// Its cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = GridCell> + '_ {
        let all =
            (0..ROWS as u8).flat_map(|row| (0..COLS as u8).map(move |col| GridCell(row, col)));
        all.filter(|cell| self.has(*cell))
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl FromIterator<GridCell> for Cells {
    fn from_iter<I: IntoIterator<Item = GridCell>>(cells: I) -> Cells {
        let mut set = Cells::default();
        cells.into_iter().for_each(|cell| set.add(cell));
        set
    }
}
