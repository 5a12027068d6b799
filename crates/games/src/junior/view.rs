//! What a viewer may know of a match, and nothing more: built up field by field.

use super::{State, result};
use crate::board::{At, Dir, PlacedWord};
use engine::{Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// How many rows the board has.
    pub rows: u8,
    /// How many columns the board has.
    pub cols: u8,
    /// The rows, with `.` where a cell is empty.
    pub letters: Vec<String>,
    /// What is covered.
    pub covered: Vec<At>,
    /// The racks in drawing order, as far as the viewer may see them.
    pub racks: Vec<RackView>,
    /// How many tiles are in the pool.
    pub pool: usize,
    /// The points of each seat.
    pub scores: Vec<i64>,
    /// Whose turn it is; when over, who acted last.
    pub seat: Seat,
    /// The moves that are left in this turn.
    pub moves_left: u8,
    /// What may be covered now.
    pub legal: Vec<At>,
    /// What the acting seat has to do.
    pub must: Option<Must>,
    /// The words of the board.
    pub words: Vec<BoardWord>,
    /// The seats that left.
    pub left: Vec<Seat>,
    /// The table, when it is over.
    pub places: Option<Vec<FinalPlace>>,
    /// `playing` or `over`.
    pub status: Status,
}

/// A rack as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RackView {
    /// Its letters.
    Tiles(String),
    /// Only how many tiles it holds.
    Count(usize),
}

/// What the acting seat has to do.
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
    /// How many tiles have to be exchanged.
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
    /// Where it begins.
    pub at: At,
    /// Which way it runs.
    pub dir: Dir,
    /// Its letters.
    pub word: String,
    /// Who completed it.
    pub by: Option<Seat>,
}

/// A row of the final table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinalPlace {
    /// `1st` to `4th`; empty for a tie with the row above, and for a seat that left.
    pub label: String,
    /// Who.
    pub seat: Seat,
    /// The points.
    pub score: i64,
}

/// Where the match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It goes on.
    Playing,
    /// It is over.
    Over,
}

pub(super) fn of(state: &State, viewer: Viewer) -> View {
    let board = state.board();
    let may_see = |seat| state.may_see(viewer, seat);
    let rack = |(seat, rack): (Seat, &String)| match may_see(seat) {
        true => RackView::Tiles(rack.clone()),
        false => RackView::Count(rack.chars().count()),
    };
    let entry = |(word, &by): (&PlacedWord, &Option<Seat>)| BoardWord {
        at: word.at,
        dir: word.dir,
        word: word.text.clone(),
        by,
    };
    let seats = Seats::first(state.racks.len() as u8);
    let acting = !state.over && may_see(state.turn);
    let legal = if acting { state.legal() } else { Vec::new() };
    View {
        rows: board.rows(),
        cols: board.cols(),
        letters: board.lines(),
        covered: state.cover.positions(board),
        racks: (0..).map(Seat).zip(&state.racks).map(rack).collect(),
        pool: state.pool.len(),
        scores: state.scores.clone(),
        seat: if state.over { state.actor } else { state.turn },
        moves_left: state.moves_left,
        must: if acting { state.must(&legal) } else { None },
        legal,
        words: board.words().iter().zip(&state.by).map(entry).collect(),
        left: seats.iter().filter(|&seat| !state.here.has(seat)).collect(),
        places: state.over.then(|| result::places(&state.scores, state.here)),
        status: if state.over { Status::Over } else { Status::Playing },
    }
}
