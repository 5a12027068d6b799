//! The view: what a viewer may know of a match. It is filled in by `rules.rs`; nothing here has access to the state.

use crate::board::{At, Dir};
use engine::Seat;
use serde::{Deserialize, Serialize};

/// What a viewer may know of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    pub rows: u8,
    pub cols: u8,
    /// The rows of the board, with `.` for empty cells.
    pub letters: Vec<String>,
    /// The covered positions.
    pub covered: Vec<At>,
    /// The racks by seat, with their tiles in the order in which they were drawn.
    pub racks: Vec<RackView>,
    /// The number of tiles in the pool.
    pub pool: usize,
    pub scores: Vec<i64>,
    /// The acting seat; once the match is over, the seat that acted last.
    pub seat: Seat,
    pub moves_left: u8,
    /// The positions that the acting seat may cover now; empty if the viewer may not see its rack.
    pub legal: Vec<At>,
    /// What the acting seat must do; `None` if the viewer may not see its rack.
    pub must: Option<Must>,
    pub words: Vec<BoardWord>,
    /// The seats that left.
    pub left: Vec<Seat>,
    /// The final table, once the match is over.
    pub places: Option<Vec<FinalPlace>>,
    pub status: Status,
}

impl View {
    /// The rack of the acting seat, if the viewer may see it.
    pub(super) fn acting_rack(&self) -> Option<&str> {
        match self.racks.get(self.seat.index()) {
            Some(RackView::Tiles(tiles)) => Some(tiles),
            _ => None,
        }
    }
}

/// A rack as the viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RackView {
    Tiles(String),
    /// The viewer may only know the number of tiles.
    Count(usize),
}

/// What the acting seat must do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Must {
    /// Cover a letter.
    Place,
    /// Exchange two tiles.
    Swap2,
    /// Exchange one tile.
    Swap1,
}

impl Must {
    /// The number of tiles to exchange.
    pub(super) fn tiles(self) -> usize {
        match self {
            Must::Place => 0,
            Must::Swap1 => 1,
            Must::Swap2 => 2,
        }
    }
}

/// A word of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardWord {
    /// The position of its first letter.
    pub at: At,
    pub dir: Dir,
    pub word: String,
    /// The seat that completed it.
    pub by: Option<Seat>,
}

/// A row of the final table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinalPlace {
    /// `1st` to `4th`; empty for a tie with the row above, and for a seat that left.
    pub label: String,
    pub seat: Seat,
    pub score: i64,
}

/// Whether the match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Playing,
    Over,
}
