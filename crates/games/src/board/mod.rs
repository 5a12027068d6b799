//! Boards: words that cross on a grid. Players of Junior cover their letters, the Builder makes them. A
//! [`Board`] is always consistent: its words lie on the grid and have the same letters where they cross.
//! [`Board::problems`] checks the placement rules for the whole board. `read.rs` parses the text of a board
//! file and `write.rs` writes it; nothing here opens files.

mod at;
mod builtin;
mod legal;
mod rate;
mod read;
mod write;

pub use at::{At, Dir, InvalidDirection, InvalidPosition};
pub use builtin::{BOARDS, EXAMPLE, shipped};
pub use legal::Misplaced;
pub use rate::Rating;
pub use read::{BoardError, BoardNote, ParsedBoard, limit_remarks};

use serde::{Deserialize, Serialize};
use std::fmt;

/// The maximum number of rows, and of columns.
pub const MAX_SIDE: u8 = 20;

/// The minimum number of letters of a playable board: seven for each of two players.
pub const FEWEST_LETTERS: usize = 14;

/// The number of tiles on a full rack.
pub const HAND: usize = 7;

/// A word at a position: two or more letters from A to Z.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PlacedWord {
    /// The position of its first letter.
    pub at: At,
    pub dir: Dir,
    /// The letters, in upper case.
    #[serde(rename = "word")]
    pub text: String,
}

impl PlacedWord {
    /// A word at a position, in upper case; `None` unless the text has two or more letters from A to Z.
    pub fn new(at: At, dir: Dir, text: &str) -> Option<PlacedWord> {
        let word = text.len() >= 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        word.then(|| PlacedWord { at, dir, text: text.to_ascii_uppercase() })
    }

    /// The positions and letters of the word, in order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = (At, char)> + '_ {
        let cell = |(n, byte)| Some((self.at.ahead(self.dir, n)?, char::from(byte)));
        // No line has more than 26 positions, so the rest of a longer word doesn't matter.
        self.text.bytes().take(26).enumerate().filter_map(cell)
    }

    /// Does it run through this position?
    pub fn runs_through(&self, at: At) -> bool {
        let along = match self.dir {
            Dir::H if at.row() == self.at.row() => at.col().checked_sub(self.at.col()),
            Dir::V if at.col() == self.at.col() => at.row().checked_sub(self.at.row()),
            _ => None,
        };
        along.is_some_and(|along| usize::from(along) < self.text.len())
    }
}

/// For example `EGGS (Ak H)`.
impl fmt::Display for PlacedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} {})", self.text, self.at, self.dir)
    }
}

/// Why a word can't be on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// It leaves the grid.
    Outside,
    /// The board has another letter there.
    Clash {
        at: At,
        /// The letter of the board.
        has: char,
        /// The letter of the word.
        wants: char,
    },
}

/// Words that cross on a grid.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    rows: u8,
    cols: u8,
    words: Vec<PlacedWord>,
    /// The letters of the words, row by row.
    cells: Vec<Option<char>>,
}

impl Board {
    /// An empty board; `None` unless both sides are from 1 to [`MAX_SIDE`].
    pub fn new(rows: u8, cols: u8) -> Option<Board> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            return None;
        }
        let cells = vec![None; usize::from(rows) * usize::from(cols)];
        Some(Board { rows, cols, words: Vec::new(), cells })
    }

    pub fn rows(&self) -> u8 {
        self.rows
    }

    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// The words, in the order in which they were added.
    pub fn words(&self) -> &[PlacedWord] {
        &self.words
    }

    /// The index of a position in a list of all cells, row by row; `None` outside the board.
    pub fn index(&self, at: At) -> Option<usize> {
        let inside = at.row() < self.rows && at.col() < self.cols;
        inside.then(|| usize::from(at.row()) * usize::from(self.cols) + usize::from(at.col()))
    }

    /// Every position, row by row.
    pub fn positions(&self) -> impl Iterator<Item = At> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).filter_map(move |col| At::new(row, col)))
    }

    /// The letter at a position; `None` if the cell is empty or outside the board.
    pub fn letter(&self, at: At) -> Option<char> {
        self.cells.get(self.index(at)?).copied().flatten()
    }

    /// Every letter with its position, row by row; a shared letter occurs once.
    pub fn letters(&self) -> impl Iterator<Item = (At, char)> + '_ {
        let letter = |(at, &cell): (At, &Option<char>)| Some((at, cell?));
        self.positions().zip(&self.cells).filter_map(letter)
    }

    /// The number of letters; a shared letter counts once.
    pub fn count(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The rows as text, with `.` for empty cells.
    pub fn lines(&self) -> Vec<String> {
        let row = |row: &[Option<char>]| row.iter().map(|cell| cell.unwrap_or('.')).collect();
        self.cells.chunks(usize::from(self.cols)).map(row).collect()
    }

    /// The maximum number of players, up to four; `None` if there are too few letters for two.
    pub fn most_players(&self) -> Option<u8> {
        match self.count() / HAND {
            0 | 1 => None,
            hands => Some(hands.min(4) as u8),
        }
    }

    /// Checks that this word lies on the grid and agrees with the letters that are there. The placement rules
    /// are checked by [`Board::accepts`].
    pub fn takes(&self, word: &PlacedWord) -> Result<(), Misfit> {
        let last = word.at.ahead(word.dir, word.text.len().saturating_sub(1));
        let inside = |at: &At| self.index(*at).is_some();
        if !inside(&word.at) || last.filter(inside).is_none() {
            return Err(Misfit::Outside);
        }
        for (at, wants) in word.cells() {
            if let Some(has) = self.letter(at).filter(|&has| has != wants) {
                return Err(Misfit::Clash { at, has, wants });
            }
        }
        Ok(())
    }

    /// Adds a word at the end of the list. Fails like [`Board::takes`].
    pub fn add(&mut self, word: PlacedWord) -> Result<(), Misfit> {
        self.insert(self.words.len(), word)
    }

    /// Inserts a word at this index of the list, or at its end. Fails like [`Board::takes`].
    pub fn insert(&mut self, place: usize, word: PlacedWord) -> Result<(), Misfit> {
        self.takes(&word)?;
        self.write_letters(&word);
        self.words.insert(place.min(self.words.len()), word);
        Ok(())
    }

    /// Removes the word at this index of the list, with the letters that no other word needs.
    pub fn remove(&mut self, place: usize) -> Option<PlacedWord> {
        if place >= self.words.len() {
            return None;
        }
        let removed = self.words.remove(place);
        self.cells.fill(None);
        let words = std::mem::take(&mut self.words);
        words.iter().for_each(|word| self.write_letters(word));
        self.words = words;
        Some(removed)
    }

    fn write_letters(&mut self, word: &PlacedWord) {
        for (at, letter) in word.cells() {
            let index = self.index(at);
            if let Some(cell) = index.and_then(|index| self.cells.get_mut(index)) {
                *cell = Some(letter);
            }
        }
    }

    /// The index of the word that starts here in this direction; the last one, if it is listed twice.
    pub fn find(&self, at: At, dir: Dir) -> Option<usize> {
        self.words.iter().rposition(|word| word.at == at && word.dir == dir)
    }
}

#[cfg(test)]
mod tests;
