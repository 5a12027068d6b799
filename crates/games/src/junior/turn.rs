//! A turn: its start, covering letters or exchanging tiles, and filling up the rack at its end.

use super::cover::Cover;
use super::{Event, Junior, Must, State};
use crate::board::{At, Board, HAND};
use engine::{Cx, Draft, Refusal, Seat};

/// Covers a letter. Ends the turn after the second move, or if no second move is possible.
pub(super) fn place(
    draft: &mut Draft<Junior>,
    seat: Seat,
    at: At,
    cx: &mut Cx,
) -> Result<(), Refusal> {
    let legal = draft.legal();
    if !legal.contains(&at) {
        let must = draft.must(&legal);
        return Err(refusal(draft.board(), &draft.cover, draft.rack(seat), must, &legal, at));
    }
    let done = draft.cover.completes(draft.board(), at);
    draft.emit(Event::Placed { seat, at, done });
    if draft.cover.is_whole(draft.board()) {
        draft.emit(Event::Ended {});
    } else if draft.moves_left == 0 || draft.legal().is_empty() {
        refill(draft, seat, cx);
        begin(draft, draft.after(seat), cx);
    }
    Ok(())
}

/// The first reason why this position, which isn't among the legal ones, may not be covered.
pub(super) fn refusal(
    board: &Board,
    cover: &Cover,
    rack: &str,
    must: Option<Must>,
    legal: &[At],
    at: At,
) -> Refusal {
    if must != Some(Must::Place) {
        let tiles = if must == Some(Must::Swap1) { "one tile" } else { "two tiles" };
        let text = format!("You can't cover any letter now; exchange {tiles}.");
        return Refusal::game("junior.place", text);
    }
    if board.index(at).is_none() {
        let last = board.positions().last().map(|last| format!(", which ends at {last}"));
        let text = format!("{at} is outside the board{}.", last.unwrap_or_default());
        return Refusal::game("junior.outside", text);
    }
    let Some(letter) = board.letter(at) else {
        return Refusal::game("junior.empty", format!("There is no letter at {at}."));
    };
    if cover.has(board, at) {
        return Refusal::game("junior.covered", format!("{at} is already covered."));
    }
    if !cover.playable(board).contains(&at) {
        let through = board.words().iter().find(|word| word.runs_through(at));
        let first =
            through.and_then(|word| cover.open(board, word).next()).map_or(at, |open| open.0);
        let text = format!("{at} cannot be covered yet: {first} comes first.");
        return Refusal::game("junior.closed", text);
    }
    if !rack.contains(letter) {
        let text = format!("{at} needs {letter}, and you don't have one.");
        return Refusal::game("junior.rack", text);
    }
    let better: Vec<String> = legal.iter().take(3).map(At::to_string).collect();
    let better = better.join(" or ");
    let text = format!(
        "{at} would leave you no second move, but another move allows two: cover {better}."
    );
    Refusal::game("junior.two", text)
}

/// Exchanges tiles. New ones are drawn before the old ones go back, so none returns at once.
pub(super) fn swap(
    draft: &mut Draft<Junior>,
    seat: Seat,
    given: String,
    cx: &mut Cx,
) -> Result<(), Refusal> {
    let refuse = |text: &str| Err(Refusal::game("junior.swap", text));
    let tiles = draft.must(&draft.legal()).map_or(0, Must::tiles);
    if tiles == 0 {
        return refuse("You can cover a letter, so you can't exchange tiles now.");
    }
    if given.len() != tiles {
        return refuse(match tiles {
            1 => "Exchange exactly one tile, such as swap Q.",
            _ => "Exchange exactly two tiles, such as swap QZ.",
        });
    }
    let mut rack = draft.rack(seat).to_owned();
    for letter in given.chars() {
        if !rack.contains(letter) {
            return refuse(&format!("You don't have {given}; choose tiles from your rack."));
        }
        rack = rack.replacen(letter, "", 1);
    }
    let drawn = draw(draft, tiles, cx);
    draft.emit(Event::Swapped { seat, given, drawn });
    refill(draft, seat, cx);
    begin(draft, draft.after(seat), cx);
    Ok(())
}

/// Starts the next turn, and skips players who can't do anything. The loop ends: the tile for a letter that
/// can be covered next is on a rack, whose owner can place it, or in the pool, so that a player can exchange
/// tiles or draw.
pub(super) fn begin(draft: &mut Draft<Junior>, mut seat: Seat, cx: &mut Cx) {
    loop {
        draft.emit(Event::Turned { seat });
        if draft.must(&draft.legal()).is_some() {
            return;
        }
        draft.emit(Event::Skipped { seat });
        refill(draft, seat, cx);
        seat = draft.after(seat);
    }
}

/// Fills up a rack to seven tiles, as long as the pool lasts.
fn refill(draft: &mut Draft<Junior>, seat: Seat, cx: &mut Cx) {
    let drawn = draw(draft, HAND.saturating_sub(draft.rack(seat).len()), cx);
    if !drawn.is_empty() {
        draft.emit(Event::Refilled { seat, drawn });
    }
}

/// Draws tiles: those of the script as far as possible, otherwise random ones.
pub(super) fn draw(state: &State, tiles: usize, cx: &mut Cx) -> String {
    let mut pool: Vec<char> = state.pool.chars().collect();
    let mut drawn = String::new();
    for n in state.drawn..state.drawn + tiles.min(pool.len()) {
        let wanted = state.script.get(n).and_then(|tile| pool.iter().position(|it| it == tile));
        let place = wanted.unwrap_or_else(|| cx.chance.index(pool.len()));
        drawn.push(pool.remove(place));
    }
    drawn
}
