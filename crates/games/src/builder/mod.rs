//! The Board Builder: one player puts words on a grid, and the game enforces the placement rules. The result
//! is the text of a file; front ends write that file. Boards and the placement rules are in `crate::board`.
//!
//! The types are here, the rules in `rules.rs`, what the player reads and types in `face.rs`, bots and hints in
//! `minds.rs`. `edit.rs` makes and undoes changes; `fill.rs` and `index.rs` find words that fit.

mod edit;
mod face;
mod fill;
mod index;
mod minds;
mod rules;

pub use fill::fitting;

use crate::board::{At, Board, Dir, ParsedBoard, PlacedWord};
use edit::BoardEdit;
use engine::{Key, Keys, Takes};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The game.
pub struct Builder;

/// The settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The name of the board and, with `.txt`, of its file.
    pub name: String,
    pub rows: u8,
    pub cols: u8,
    /// The text of a board to start from; it overrides the size.
    pub from: Option<String>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { name: "board".into(), rows: 15, cols: 15, from: None }
    }
}

impl Keys for Setup {
    const KEYS: &'static [Key] = &[
        Key::open("name", Takes::Text, "the name of the board"),
        Key::open("rows", Takes::Number(1, 20), "number of rows"),
        Key::open("cols", Takes::Number(1, 20), "number of columns"),
        Key::open("from", Takes::Text, "the text of a board to start from"),
    ];
}

/// Everything about a match.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    name: String,
    /// The board at the start, with the notes about its file.
    given: Arc<ParsedBoard>,
    board: Board,
    done: Vec<BoardEdit>,
    undone: Vec<BoardEdit>,
    file: Option<BoardFile>,
    over: bool,
}

/// An action of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Add a word.
    Put(PlacedWord),
    /// Remove the word that starts here in this direction.
    Remove(At, Dir),
    /// Undo the last change.
    Undo,
    /// Redo the last change that was undone.
    Redo,
    /// Add this number of random words.
    Fill(u16),
    /// Save the board and end the match.
    Save,
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A remark about the board to start from.
    Noted { text: String },
    /// The player added a word.
    Put { word: PlacedWord },
    /// The player removed a word, which had this index in the list of words.
    Removed { place: usize, word: PlacedWord },
    /// The game added random words.
    Filled { words: Vec<PlacedWord> },
    /// The player undid the last change.
    Undone {},
    /// The player redid the last undone change.
    Redone {},
    /// The player saved the board.
    Saved {},
    /// The player gave up.
    Left {},
}

/// The view, which is the same for all viewers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    pub name: String,
    pub rows: u8,
    pub cols: u8,
    /// The rows of the board, with `.` for empty cells.
    pub letters: Vec<String>,
    /// The words, in the order in which they were added.
    pub words: Vec<PlacedWord>,
    /// The number of letters; a shared letter counts once.
    pub letters_count: usize,
    /// The minimum and maximum number of players, once the board is playable.
    pub players: Option<[u8; 2]>,
    /// The number of letters that are missing for one more player.
    pub missing: usize,
    /// A sentence for every breach of the placement rules.
    pub problems: Vec<String>,
    pub can_undo: bool,
    pub can_redo: bool,
    pub saved: bool,
    /// The file, once the board is saved.
    pub file: Option<BoardFile>,
    pub status: Status,
}

impl View {
    /// The board with its words.
    fn board(&self) -> Option<Board> {
        let mut board = Board::new(self.rows, self.cols)?;
        self.words.iter().try_for_each(|word| board.add(word.clone())).ok()?;
        Some(board)
    }
}

/// A board file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardFile {
    pub name: String,
    pub text: String,
}

/// Whether the match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Playing,
    Over,
}

#[cfg(test)]
mod tests;
