//! Bots that play a match on in their head: what a view shows becomes a race, and tiles that it does
//! not show are dealt as they may lie.

use super::bots::sensible;
use super::race::{BoardShape, ChanceFn, Letter, Race};
use super::{Action, Must, RackView, View, search};
use crate::board::At;
use engine::Cx;

/// Takes the most points that this turn can bring, and of equal turns any.
pub(super) fn greedy(view: &View, cx: &mut Cx) -> Action {
    let Some(mut mind) = RaceView::of(view).filter(|_| view.must == Some(Must::Place)) else {
        return sensible(view, cx);
    };
    let mut turns = Vec::new();
    mind.race.turns(&mind.shape, &mut turns);
    let turn = search::greedy(&turns, &mut |n| cx.chance.index(n));
    let first = turn.and_then(|turn| mind.at(turn.first));
    first.map_or_else(|| sensible(view, cx), Action::Place)
}

/// Looks at both moves, at the replies and at the tiles to come; towards the end it is exact.
pub(super) fn strong(view: &View, cx: &mut Cx) -> Action {
    match plan(view, cx) {
        Some(plan) => Action::Place(plan.first),
        None => sensible(view, cx),
    }
}

/// The moves of a turn.
pub(super) struct PlannedTurn {
    pub(super) first: At,
    pub(super) second: Option<At>,
    /// Was everything tried that can still happen?
    pub(super) is_exact: bool,
}

/// The best turn there is, as far as there is time to look for it; none where tiles are exchanged.
pub(super) fn plan(view: &View, cx: &mut Cx) -> Option<PlannedTurn> {
    let mut mind = RaceView::of(view).filter(|_| view.must == Some(Must::Place))?;
    // Thinking asks for luck and for time in turns, and both are in the same context.
    let cx = std::cell::RefCell::new(cx);
    let luck: ChanceFn = &mut |n| cx.borrow_mut().chance.index(n);
    mind.hidden.deal(&mut mind.race, luck);
    let mut deal = |race: &mut Race, luck: ChanceFn| mind.hidden.deal(race, luck);
    let spend = &mut |steps| cx.borrow_mut().spend(steps);
    let (turn, is_exact) = search::best(&mind.shape, &mind.race, &mut deal, luck, spend)?;
    let second = turn.second.and_then(|cell| mind.at(cell));
    Some(PlannedTurn { first: mind.at(turn.first)?, second, is_exact })
}

/// What a view says, ready to be played on.
struct RaceView {
    shape: BoardShape,
    race: Race,
    hidden: Hidden,
    cells: Vec<At>,
}

/// The tiles that cannot be seen: of each rack that is not shown how many it holds, and all letters
/// that lie there or in the pool.
struct Hidden {
    racks: Vec<(usize, usize)>,
    letters: Vec<Letter>,
}

impl Hidden {
    /// Lays these tiles out as they may lie.
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
        // They stand in the order of the board.
        let number = |at: At| cells.binary_search(&at).ok().map(|n| n as u16);
        let word = |entry: &super::BoardWord| -> Option<Vec<u16>> {
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
        // One order for the same tiles, whatever came before.
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
