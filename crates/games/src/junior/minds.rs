//! Bots and hints, from the view alone.

use super::cover::{Cover, CoveredBoard};
use super::face::exchanges;
use super::solver::{self, PlannedTurn};
use super::{Action, Junior, Must, RackView, View};
use crate::board::{At, Board, PlacedWord};
use engine::{Bot, Chance, Cx, Face, Hint, Minds, Seat};
use std::cmp::Reverse;
use std::collections::BTreeMap;

impl Minds for Junior {
    const BOTS: &'static [(&'static str, Bot<Self>)] =
        &[("random", random), ("greedy", greedy), ("sensible", sensible), ("strong", strong)];

    fn hint(view: &View, cx: &mut Cx) -> Option<Hint> {
        let must = view.must?;
        if must != Must::Place {
            let tiles = slowest(view, must);
            let names: Vec<String> = tiles.chars().map(String::from).collect();
            let names = names.join(" and ");
            let why =
                format!("None of your tiles can be placed now, and {names} would wait longest.");
            return Some(Hint { line: Junior::line(&Action::Swap(tiles)), why });
        }
        // The same view always gets the same hint, so hints reveal nothing about the seed.
        cx.chance = Chance::new(0, 0);
        let PlannedTurn { first, second, is_exact } = solver::plan(view, cx)?;
        let mut covered = CoveredBoard::of(view)?;
        // If only the second move completes a word, suggest it first, if that is legal.
        let (first, second) = match second.filter(|at| view.legal.contains(at)) {
            Some(at) if covered.completed(first).is_none() && covered.completed(at).is_some() => {
                (at, Some(first))
            }
            _ => (first, second),
        };
        let now = covered.completed(first);
        covered.cover.put(&covered.board, first);
        let then = second.and_then(|at| Some((at, covered.completed(at)?)));
        second.iter().for_each(|&at| covered.cover.put(&covered.board, at));
        let gift = gift(&covered.board, &covered.cover, next_rack(view));
        let mut why = match (now, then) {
            (Some(now), Some((at, then))) => {
                format!("It completes {now}, and then you can complete {then} at {at}.")
            }
            (Some(now), None) => format!("It completes {now}."),
            (None, Some((at, then))) => format!("You can then complete {then} at {at}."),
            (None, None) if view.legal.len() == 1 => "It is the only move.".into(),
            (None, None) if gift == 0 => {
                "It completes no word, and leaves none for the next player to complete.".into()
            }
            (None, None) => {
                "It completes no word yet, but promises more than the other moves.".into()
            }
        };
        if is_exact && view.legal.len() > 1 {
            why.push_str(" It is certainly the best move: every possible continuation was tried.");
        }
        Some(Hint { line: Junior::line(&Action::Place(first)), why })
    }
}

/// Takes any legal action.
pub(super) fn random(view: &View, cx: &mut Cx) -> Action {
    match view.must {
        Some(Must::Place) => cx.chance.pick(&view.legal).copied().map(Action::Place),
        Some(must) => {
            let exchanges = exchanges(view.acting_rack().unwrap_or(""), must);
            cx.chance.pick(&exchanges).cloned().map(Action::Swap)
        }
        None => None,
    }
    .unwrap_or_else(no_action)
}

/// Takes the turn with the most points, and any of equal ones.
pub(super) fn greedy(view: &View, cx: &mut Cx) -> Action {
    solver::most_points(view, cx).map_or_else(|| sensible(view, cx), Action::Place)
}

/// Completes as many words as it can in this turn. Of equal turns it takes the one that leaves least to the
/// next player. It exchanges the tiles that would have to wait longest.
pub(super) fn sensible(view: &View, cx: &mut Cx) -> Action {
    match view.must {
        Some(Must::Place) => best_turn(view, cx).map(|turn| Action::Place(turn.first)),
        Some(must) => Some(Action::Swap(slowest(view, must))),
        None => None,
    }
    .unwrap_or_else(no_action)
}

/// Considers both moves, the replies and the tiles to come; towards the end of a match it is exact.
pub(super) fn strong(view: &View, cx: &mut Cx) -> Action {
    match solver::plan(view, cx) {
        Some(plan) => Action::Place(plan.first),
        None => sensible(view, cx),
    }
}

/// An illegal action, for bots that are called although their seat has nothing to do. That doesn't happen.
fn no_action() -> Action {
    Action::Swap(String::new())
}

/// The first move of a turn, and the worth of the turn.
struct RatedTurn {
    first: At,
    points: usize,
    /// The points of the first move.
    at_once: usize,
    /// What the turn leaves to the next player, see [`gift`].
    gift: usize,
}

/// The best turn; of equal ones the first in the order of the board. Looking at one word costs one step.
fn best_turn(view: &View, cx: &mut Cx) -> Option<RatedTurn> {
    let CoveredBoard { board, cover } = CoveredBoard::of(view)?;
    let rack = view.acting_rack()?;
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

/// How much the next player could complete in a turn: two for each word that lacks one letter, one for each
/// that lacks two. A hidden rack (`None`) may hold any tiles.
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

/// The rack of the next seat, if the viewer may see it.
fn next_rack(view: &View) -> Option<&str> {
    let seats = view.racks.len();
    let others = (1..seats).map(|n| (view.seat.index() + n) % seats);
    let next = others.into_iter().find(|&seat| !view.left.contains(&Seat(seat as u8)))?;
    match view.racks.get(next) {
        Some(RackView::Tiles(tiles)) => Some(tiles),
        _ => None,
    }
}

/// The tiles that would have to wait longest, as many as must be exchanged.
fn slowest(view: &View, must: Must) -> String {
    let covered = CoveredBoard::of(view);
    let open = covered.iter().flat_map(CoveredBoard::open);
    let mut waits: BTreeMap<char, usize> = BTreeMap::new();
    for (n, letter) in open {
        let wait = waits.entry(letter).or_insert(n);
        *wait = n.min(*wait);
    }
    let mut tiles: Vec<char> = view.acting_rack().unwrap_or("").chars().collect();
    let wait = |tile: &char| waits.get(tile).copied().unwrap_or(usize::MAX);
    tiles.sort_by_key(|tile| (Reverse(wait(tile)), *tile));
    let mut tiles: Vec<char> = tiles.into_iter().take(must.tiles()).collect();
    tiles.sort_unstable();
    tiles.into_iter().collect()
}
