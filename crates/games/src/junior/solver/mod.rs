//! Search for the bots and hints: a view becomes a race (`race.rs`), the hidden tiles are dealt at random, and
//! `search.rs` looks for the best turn.

pub(super) mod race;
pub(super) mod search;

use super::{BoardWord, Must, RackView, View};
use crate::board::At;
use engine::Cx;
use race::{BoardShape, ChanceFn, Letter, Race};

/// The first move of the turn with the most points, any of equal ones; `None` if the seat must exchange tiles.
pub(super) fn most_points(view: &View, cx: &mut Cx) -> Option<At> {
    let mut position = RaceView::of(view).filter(|_| view.must == Some(Must::Place))?;
    let mut turns = Vec::new();
    position.race.turns(&position.shape, &mut turns);
    let turn = search::greedy(&turns, &mut |n| cx.chance.index(n))?;
    position.at(turn.first)
}

/// The moves of the best turn.
pub(super) struct PlannedTurn {
    pub(super) first: At,
    pub(super) second: Option<At>,
    /// Is this turn proved to be the best?
    pub(super) is_exact: bool,
}

/// The best turn that the search finds in time; `None` if the seat must exchange tiles.
pub(super) fn plan(view: &View, cx: &mut Cx) -> Option<PlannedTurn> {
    let mut position = RaceView::of(view).filter(|_| view.must == Some(Must::Place))?;
    // The search alternately needs random numbers and time, and both are in the same context.
    let cx = std::cell::RefCell::new(cx);
    let luck: ChanceFn = &mut |n| cx.borrow_mut().chance.index(n);
    position.hidden.deal(&mut position.race, luck);
    let mut deal = |race: &mut Race, luck: ChanceFn| position.hidden.deal(race, luck);
    let spend = &mut |steps| cx.borrow_mut().spend(steps);
    let (turn, is_exact) = search::best(&position.shape, &position.race, &mut deal, luck, spend)?;
    let second = turn.second.and_then(|cell| position.at(cell));
    Some(PlannedTurn { first: position.at(turn.first)?, second, is_exact })
}

/// A view as a race.
struct RaceView {
    shape: BoardShape,
    race: Race,
    hidden: Hidden,
    cells: Vec<At>,
}

/// The hidden tiles: the number of tiles on each hidden rack, and all letters that are there or in the pool.
struct Hidden {
    racks: Vec<(usize, usize)>,
    letters: Vec<Letter>,
}

impl Hidden {
    /// Deals these tiles at random.
    fn deal(&self, race: &mut Race, luck: ChanceFn) {
        race.pool.clone_from(&self.letters);
        for last in (1..race.pool.len()).rev() {
            race.pool.swap(last, luck(last + 1));
        }
        for &(seat, tiles) in &self.racks {
            let Some(rack) = race.racks.get_mut(seat) else { continue };
            *rack = [0; 26];
            for letter in (0..tiles).map_while(|_| race.pool.pop()) {
                if let Some(held) = rack.get_mut(usize::from(letter)) {
                    *held += 1;
                }
            }
        }
    }
}

impl RaceView {
    fn of(view: &View) -> Option<RaceView> {
        let mut cells = Vec::new();
        let mut letters = Vec::new();
        for (row, text) in (0..).zip(&view.letters) {
            for (col, letter) in (0..).zip(text.bytes()).filter(|&(_, letter)| letter != b'.') {
                cells.push(At::new(row, col)?);
                letters.push(letter.checked_sub(b'A').filter(|&letter| letter < 26)?);
            }
        }
        // Cells are sorted, as they were added in the order of the board.
        let number = |at: At| cells.binary_search(&at).ok().map(|n| n as u16);
        let word = |entry: &BoardWord| -> Option<Vec<u16>> {
            (0..entry.word.len()).map(|n| number(entry.at.ahead(entry.dir, n)?)).collect()
        };
        let words = view.words.iter().map(word).collect::<Option<Vec<_>>>()?;
        let mut unseen = letters.clone();
        let shape = BoardShape::new(letters, words);
        let mut race = Race::new(&shape, view.racks.len());
        let mut see = |letter: Letter| {
            let place = unseen.iter().position(|&other| other == letter)?;
            Some(unseen.swap_remove(place))
        };
        for &at in &view.covered {
            let cell = number(at)?;
            race.cover(&shape, cell);
            see(shape.letter(cell))?;
        }
        let mut racks = Vec::new();
        for (seat, rack) in view.racks.iter().enumerate() {
            match rack {
                RackView::Count(tiles) => racks.push((seat, *tiles)),
                RackView::Tiles(tiles) => {
                    for tile in tiles.bytes() {
                        let letter = see(tile.checked_sub(b'A')?)?;
                        *race.racks.get_mut(seat)?.get_mut(usize::from(letter))? += 1;
                    }
                }
            }
        }
        // Sorted, so that the result depends only on the tiles and not on what happened before.
        unseen.sort_unstable();
        race.scores = view.scores.iter().map(|&score| score as i32).collect();
        view.left.iter().for_each(|seat| {
            if let Some(here) = race.here.get_mut(seat.index()) {
                *here = false;
            }
        });
        (race.seat, race.moves_left) = (view.seat.index(), view.moves_left);
        Some(RaceView { shape, race, hidden: Hidden { racks, letters: unseen }, cells })
    }

    fn at(&self, cell: u16) -> Option<At> {
        self.cells.get(usize::from(cell)).copied()
    }
}
