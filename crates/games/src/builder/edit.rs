//! Changes of the board that can be undone and redone.

use crate::board::{Board, PlacedWord};

/// A change of the board that can be undone.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum BoardEdit {
    /// These words were added at the end of the list.
    Added(Vec<PlacedWord>),
    /// This word was removed from this index of the list.
    Removed(usize, PlacedWord),
}

impl BoardEdit {
    // Errors can be ignored: a change was checked when it was first made, and is redone only on the same board.

    pub(super) fn make(&self, board: &mut Board) {
        match self {
            BoardEdit::Added(words) => {
                for word in words {
                    let _ = board.add(word.clone());
                }
            }
            BoardEdit::Removed(place, _) => {
                board.remove(*place);
            }
        }
    }

    pub(super) fn undo(&self, board: &mut Board) {
        match self {
            BoardEdit::Added(words) => {
                for _ in words {
                    board.remove(board.words().len().saturating_sub(1));
                }
            }
            BoardEdit::Removed(place, word) => {
                let _ = board.insert(*place, word.clone());
            }
        }
    }
}
