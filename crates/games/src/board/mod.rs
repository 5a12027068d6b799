//! Boards: words that cross on a grid. Junior covers them, the Builder makes them. A [`Board`] is
//! always consistent: its words lie on the grid and agree where they cross. Whether they also keep
//! the rules of placement is said by [`Board::problems`], for the whole board at once. Files are
//! read in `read.rs` and written in `write.rs`, as text; opening them is not done here.

mod at;
mod builtin;
mod legal;
mod rate;
mod read;
mod write;

pub use at::{At, Dir, NoDirection, NoPosition};
pub use builtin::{BOARDS, EXAMPLE, shipped};
pub use legal::Misplaced;
pub use rate::Rating;
pub use read::{BoardError, BoardNote, ParsedBoard, in_short};

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most rows or columns a board may have.
pub const MAX_SIDE: u8 = 20;

/// The fewest letters a board needs to be played: seven for each of two.
pub const FEWEST_LETTERS: usize = 14;

/// How many letters each player gets.
pub const HAND: usize = 7;

/// A word in its place: two letters or more, all of A to Z.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PlacedWord {
    /// Where it begins.
    pub at: At,
    /// Which way it runs.
    pub dir: Dir,
    /// Its letters, in upper case.
    #[serde(rename = "word")]
    pub text: String,
}

impl PlacedWord {
    /// A word in its place; none when the text is not two letters or more. Its case does not matter.
    pub fn new(at: At, dir: Dir, text: &str) -> Option<PlacedWord> {
        let word = text.len() >= 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        word.then(|| PlacedWord { at, dir, text: text.to_ascii_uppercase() })
    }

    /// Its positions and letters, in order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = (At, char)> + '_ {
        let cell = |(n, byte)| Some((self.at.ahead(self.dir, n)?, char::from(byte)));
        // No side is longer than 26, so that even a word without end is quickly gone through.
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

/// `EGGS (Ak H)`.
impl fmt::Display for PlacedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} {})", self.text, self.at, self.dir)
    }
}

/// Why a word cannot be on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// It leaves the grid.
    Outside,
    /// It has another letter where there is one already.
    Clash {
        /// Where.
        at: At,
        /// The letter that is there.
        has: char,
        /// The letter that the word has.
        wants: char,
    },
}

/// Words that cross on a grid.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    rows: u8,
    cols: u8,
    words: Vec<PlacedWord>,
    /// Row by row; what the words spell, and nothing else.
    cells: Vec<Option<char>>,
}

impl Board {
    /// An empty board; each side is 1 to 20 long.
    pub fn new(rows: u8, cols: u8) -> Option<Board> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            return None;
        }
        let cells = vec![None; usize::from(rows) * usize::from(cols)];
        Some(Board { rows, cols, words: Vec::new(), cells })
    }

    /// How many rows it has.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// How many columns it has.
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// Its words, in the order in which they came.
    pub fn words(&self) -> &[PlacedWord] {
        &self.words
    }

    /// A position's place in a list with one element for each cell, row by row.
    pub fn index(&self, at: At) -> Option<usize> {
        let inside = at.row() < self.rows && at.col() < self.cols;
        inside.then(|| usize::from(at.row()) * usize::from(self.cols) + usize::from(at.col()))
    }

    /// Every position, row by row.
    pub fn positions(&self) -> impl Iterator<Item = At> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).filter_map(move |col| At::new(row, col)))
    }

    /// The letter at a position; none where it is empty or off the board.
    pub fn letter(&self, at: At) -> Option<char> {
        self.cells.get(self.index(at)?).copied().flatten()
    }

    /// Every letter with its position, row by row; one that two words share comes once.
    pub fn letters(&self) -> impl Iterator<Item = (At, char)> + '_ {
        let letter = |(at, &cell): (At, &Option<char>)| Some((at, cell?));
        self.positions().zip(&self.cells).filter_map(letter)
    }

    /// How many letters it has; one that two words share counts once.
    pub fn count(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The rows as text, with `.` where a cell is empty.
    pub fn lines(&self) -> Vec<String> {
        let row = |row: &[Option<char>]| row.iter().map(|cell| cell.unwrap_or('.')).collect();
        self.cells.chunks(usize::from(self.cols)).map(row).collect()
    }

    /// The most that may play on it, up to four; none when it has too few letters for two.
    pub fn most_players(&self) -> Option<u8> {
        match self.count() / HAND {
            0 | 1 => None,
            hands => Some(hands.min(4) as u8),
        }
    }

    /// Can this word be on the board? Only what must hold of any board is asked.
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

    /// Adds a word as the last.
    pub fn add(&mut self, word: PlacedWord) -> Result<(), Misfit> {
        self.insert(self.words.len(), word)
    }

    /// Puts a word in at this place of the list; past its end it is the last.
    pub fn insert(&mut self, place: usize, word: PlacedWord) -> Result<(), Misfit> {
        self.takes(&word)?;
        self.ink(&word);
        self.words.insert(place.min(self.words.len()), word);
        Ok(())
    }

    /// Takes the word at this place of the list away, with the letters that no other word needs.
    pub fn remove(&mut self, place: usize) -> Option<PlacedWord> {
        if place >= self.words.len() {
            return None;
        }
        let gone = self.words.remove(place);
        self.cells.fill(None);
        let words = std::mem::take(&mut self.words);
        words.iter().for_each(|word| self.ink(word));
        self.words = words;
        Some(gone)
    }

    fn ink(&mut self, word: &PlacedWord) {
        for (at, letter) in word.cells() {
            let index = self.index(at);
            if let Some(cell) = index.and_then(|index| self.cells.get_mut(index)) {
                *cell = Some(letter);
            }
        }
    }

    /// The place in the list of the word that begins here and runs this way; the later of two.
    pub fn find(&self, at: At, dir: Dir) -> Option<usize> {
        self.words.iter().rposition(|word| word.at == at && word.dir == dir)
    }
}

#[cfg(test)]
mod tests;
