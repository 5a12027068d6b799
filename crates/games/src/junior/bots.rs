//! Bots and hints, from the view alone.

use super::cover::Cover;
use super::face::{acting_rack, exchanges, line};
use super::solver::PlannedTurn;
use super::{Action, Must, RackView, View, solver};
use crate::board::{At, Board, PlacedWord};
use engine::{Chance, Cx, Hint, Seat};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The board and its cover as a view shows them.
pub(super) struct CoveredBoard {
    pub(super) board: Board,
    pub(super) cover: Cover,
}

impl CoveredBoard {
    pub(super) fn of(view: &View) -> Option<CoveredBoard> {
        let mut board = Board::new(view.rows, view.cols)?;
        for entry in &view.words {
            board.add(PlacedWord::new(entry.at, entry.dir, &entry.word)?).ok()?;
        }
        let mut cover = Cover::new(&board);
        view.covered.iter().for_each(|&at| cover.put(&board, at));
        Some(CoveredBoard { board, cover })
    }

    pub(super) fn playable(&self) -> Vec<At> {
        self.cover.playable(&self.board)
    }

    /// The uncovered letters of each word, each with how many come before it.
    fn open(&self) -> impl Iterator<Item = (usize, char)> {
        let open = |word| self.cover.open(&self.board, word).map(|(_, letter)| letter).enumerate();
        self.board.words().iter().flat_map(open)
    }

    /// The words that covering a letter would complete: “EGGS and ZEBRA”.
    pub(super) fn completed(&self, at: At) -> Option<String> {
        let words = self.board.words();
        let text = |n: u16| words.get(usize::from(n)).map(|word| word.text.as_str());
        let done: Vec<&str> =
            self.cover.completes(&self.board, at).into_iter().filter_map(text).collect();
        (!done.is_empty()).then(|| done.join(" and "))
    }
}

/// Does anything that may be done.
pub(super) fn random(view: &View, cx: &mut Cx) -> Action {
    match view.must {
        Some(Must::Place) => cx.chance.pick(&view.legal).copied().map(Action::Place),
        Some(must) => {
            let exchanges = exchanges(acting_rack(view).unwrap_or(""), must);
            cx.chance.pick(&exchanges).cloned().map(Action::Swap)
        }
        None => None,
    }
    .unwrap_or_else(nothing)
}

/// Completes as many words as it can this turn, looking at both moves, and of equal turns takes the
/// one that leaves least to the next player. It exchanges the tiles that would wait longest.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Action {
    match view.must {
        Some(Must::Place) => best_turn(view, cx).map(|turn| Action::Place(turn.first)),
        Some(must) => Some(Action::Swap(slowest(view, must))),
        None => None,
    }
    .unwrap_or_else(nothing)
}

/// Never asked for: a bot is only woken when its seat has something to do.
fn nothing() -> Action {
    Action::Swap(String::new())
}

pub(super) fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
    let must = view.must?;
    if must != Must::Place {
        let tiles = slowest(view, must);
        let names: Vec<String> = tiles.chars().map(String::from).collect();
        let (names, verb) = (names.join(" and "), "would wait longest for a place");
        let why = format!("No tile of the rack can be placed now, and {names} {verb}.");
        return Some(Hint { line: line(&Action::Swap(tiles)), why });
    }
    // Who may not see the seed learns nothing of it by asking: the same view gets the same hint.
    cx.chance = Chance::new(0, 0);
    let PlannedTurn { first, second, is_exact } = solver::plan(view, cx)?;
    let mut table = CoveredBoard::of(view)?;
    // Of two moves the one first that completes a word, if it may be.
    let (first, second) = match second.filter(|at| view.legal.contains(at)) {
        Some(at) if table.completed(first).is_none() && table.completed(at).is_some() => {
            (at, Some(first))
        }
        _ => (first, second),
    };
    let now = table.completed(first);
    table.cover.put(&table.board, first);
    let then = second.and_then(|at| Some((at, table.completed(at)?)));
    second.iter().for_each(|&at| table.cover.put(&table.board, at));
    let leaves = gift(&table.board, &table.cover, next_rack(view));
    let mut why = match (now, then) {
        (Some(now), Some((at, then))) => {
            format!("It completes {now}, and {at} then completes {then}.")
        }
        (Some(now), None) => format!("It completes {now}."),
        (None, Some((at, then))) => format!("{at} then completes {then}."),
        (None, None) if view.legal.len() == 1 => "It is the only move there is.".into(),
        (None, None) if leaves == 0 => {
            "It completes no word, and leaves none to the next player.".into()
        }
        (None, None) => "It completes no word yet, but does better than the others later.".into(),
    };
    if is_exact && view.legal.len() > 1 {
        why.push_str(" Everything that can still happen was tried: nothing brings more.");
    }
    Some(Hint { line: line(&Action::Place(first)), why })
}

/// A turn by its first move, and what it is worth.
struct RatedTurn {
    first: At,
    points: usize,
    /// Those of the first move.
    at_once: usize,
    /// What they leave to the next player.
    gift: usize,
}

/// The best turn; of equal ones the first in the order of the board. A step of thought is one word
/// looked at.
fn best_turn(view: &View, cx: &mut Cx) -> Option<RatedTurn> {
    let CoveredBoard { board, cover } = CoveredBoard::of(view)?;
    let rack = acting_rack(view)?;
    let next = next_rack(view);
    let step = board.words().len() as u64;
    let points = |cover: &Cover, at| cover.completes(&board, at).len();
    let covering = |cover: &Cover, at| {
        let mut cover = cover.clone();
        cover.put(&board, at);
        cover
    };
    let mut best: Option<RatedTurn> = None;
    for &first in &view.legal {
        let rest = rack.replacen(board.letter(first)?, "", 1);
        let (one, after) = (points(&cover, first), covering(&cover, first));
        let mut seconds: Vec<Option<At>> = Vec::new();
        if view.moves_left > 1 {
            seconds.extend(after.legal(&board, &rest, 1).into_iter().map(Some));
        }
        if seconds.is_empty() {
            seconds.push(None);
        }
        for second in seconds {
            let two = second.map_or(0, |at| points(&after, at));
            let end = second.map(|at| covering(&after, at));
            let gift = gift(&board, end.as_ref().unwrap_or(&after), next);
            let turn = RatedTurn { first, points: one + two, at_once: one, gift };
            let worth = |turn: &RatedTurn| (turn.points, Reverse(turn.gift), turn.at_once);
            if best.as_ref().is_none_or(|best| worth(&turn) > worth(best)) {
                best = Some(turn);
            }
            if !cx.spend(step) {
                return best;
            }
        }
    }
    best
}

/// How near the words are that the next player could complete in a turn: two for each that lacks one
/// letter, one for each that lacks two. A rack that cannot be seen may hold anything.
fn gift(board: &Board, cover: &Cover, rack: Option<&str>) -> usize {
    let held = |letters: &[char]| {
        let mut left = rack.map(str::to_owned);
        letters.iter().all(|&letter| {
            let Some(rack) = &mut left else { return true };
            let held = rack.contains(letter);
            *rack = rack.replacen(letter, "", 1);
            held
        })
    };
    let gift = |word: &PlacedWord| {
        let open: Vec<char> = cover.open(board, word).map(|(_, letter)| letter).take(3).collect();
        match open.len() {
            n @ 1..=2 if held(&open) => 3 - n,
            _ => 0,
        }
    };
    board.words().iter().map(gift).sum()
}

/// The rack of the seat that comes next, if it can be seen.
fn next_rack(view: &View) -> Option<&str> {
    let seats = view.racks.len();
    let others = (1..seats).map(|n| (view.seat.index() + n) % seats);
    let next = others.into_iter().find(|&seat| !view.left.contains(&Seat(seat as u8)))?;
    match view.racks.get(next) {
        Some(RackView::Tiles(tiles)) => Some(tiles),
        _ => None,
    }
}

/// The tiles that would wait longest for their place, as many as must be exchanged.
fn slowest(view: &View, must: Must) -> String {
    let table = CoveredBoard::of(view);
    let open = table.iter().flat_map(CoveredBoard::open);
    let mut waits: BTreeMap<char, usize> = BTreeMap::new();
    for (n, letter) in open {
        let wait = waits.entry(letter).or_insert(n);
        *wait = n.min(*wait);
    }
    let mut tiles: Vec<char> = acting_rack(view).unwrap_or("").chars().collect();
    let wait = |tile: &char| waits.get(tile).copied().unwrap_or(usize::MAX);
    tiles.sort_by_key(|tile| (Reverse(wait(tile)), *tile));
    let mut tiles: Vec<char> = tiles.into_iter().take(must.tiles()).collect();
    tiles.sort_unstable();
    tiles.into_iter().collect()
}
