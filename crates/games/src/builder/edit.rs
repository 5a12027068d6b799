//! A change of the board that can be made, taken back and made again.

use crate::board::{Board, Word};

/// A change of the board that can be taken back.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Edit {
    /// These words were added, at the end of the list.
    Added(Vec<Word>),
    /// This word was removed from this place of the list.
    Removed(usize, Word),
}

impl Edit {
    // A change was checked when it was first made, and is made again only on the same board.

    pub(super) fn make(&self, board: &mut Board) {
        match self {
            Edit::Added(words) => {
                for word in words {
                    let _ = board.add(word.clone());
                }
            }
            Edit::Removed(place, _) => {
                board.remove(*place);
            }
        }
    }

    pub(super) fn undo(&self, board: &mut Board) {
        match self {
            Edit::Added(words) => {
                for _ in words {
                    board.remove(board.words().len().saturating_sub(1));
                }
            }
            Edit::Removed(place, word) => {
                let _ = board.insert(*place, word.clone());
            }
        }
    }
}
