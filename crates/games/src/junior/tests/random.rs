//! Whole random matches, checked after every step with simple and slow definitions of the rules.

use super::*;
use crate::board::{BOARDS, Board, HAND};
use engine::{Budget, Chance};
use std::collections::{BTreeMap, BTreeSet};

/// Boards on which skips, exchanges and the two-move rule are frequent.
const TIGHT: &[(&str, u8)] = &[
    (RIVER, 2),
    ("19x1 AaVDERMATOLOGIST OaVCUPID", 2),
    ("9x7 AaHHOLIDAY CaHKITCHEN EaHRAINBOW", 3),
    ("10x10 AaHWORD EdHMASTER AdVDREAM EiVRETRY", 2),
    ("9x7 AaHHOLIDAY CaHKITCHEN EaHRAINBOW GaHPENGUIN", 4),
];

type TileTally = BTreeMap<char, i32>;

fn count(letters: impl IntoIterator<Item = char>) -> TileTally {
    let mut tiles = TileTally::new();
    letters.into_iter().for_each(|letter| *tiles.entry(letter).or_default() += 1);
    tiles
}

/// By definition: uncovered, and the first uncovered letter of at least one word through it.
fn playable(board: &Board, covered: &BTreeSet<At>, at: At) -> bool {
    let first = |word: &PlacedWord| {
        let before: Vec<At> = word.cells().map(|(at, _)| at).take_while(|&it| it != at).collect();
        word.cells().any(|(it, _)| it == at) && before.iter().all(|it| covered.contains(it))
    };
    !covered.contains(&at) && board.words().iter().any(first)
}

fn moves(board: &Board, covered: &BTreeSet<At>, rack: &TileTally) -> Vec<At> {
    let held = |letter| rack.get(&letter).is_some_and(|&n| n > 0);
    let legal = |&(at, letter): &(At, char)| held(letter) && playable(board, covered, at);
    board.letters().filter(legal).map(|(at, _)| at).collect()
}

/// By definition: if some first move leaves a second one, those that leave none are illegal.
fn legal(state: &State) -> Vec<At> {
    let (board, covered) = (state.board(), covered(state));
    let rack = count(state.rack(state.turn).chars());
    let all = moves(board, &covered, &rack);
    if state.moves_left < 2 {
        return all;
    }
    let leaves_second = |at: &&At| {
        let (mut covered, mut rack) = (covered.clone(), rack.clone());
        covered.insert(**at);
        *rack.get_mut(&board.letter(**at).unwrap()).unwrap() -= 1;
        !moves(board, &covered, &rack).is_empty()
    };
    let both: Vec<At> = all.iter().filter(leaves_second).copied().collect();
    if both.is_empty() { all } else { both }
}

fn covered(state: &State) -> BTreeSet<At> {
    state.cover.positions(state.board()).into_iter().collect()
}

/// Checks what must hold at any time.
fn check(game: &Match<Junior>, seen: &mut BTreeMap<&'static str, u32>) {
    let state = game.state();
    let (board, covered) = (state.board(), covered(state));
    let tiles = count(state.racks.concat().chars().chain(state.pool.chars()));
    let open = count(board.letters().filter(|(at, _)| !covered.contains(at)).map(|(_, c)| c));
    assert_eq!(tiles, open, "a tile for every uncovered letter, and no other");
    assert!(state.racks.iter().all(|rack| rack.len() <= HAND));
    let whole = |word: &PlacedWord| word.cells().all(|(at, _)| covered.contains(&at));
    for (word, by) in board.words().iter().zip(&state.by) {
        assert_eq!(whole(word), by.is_some(), "{word}");
    }
    let points = state.by.iter().flatten().count() as i64;
    assert_eq!(state.scores.iter().sum::<i64>(), points);
    if state.over {
        return;
    }
    let legal = legal(state);
    assert_eq!(state.legal(), legal);
    let view = game.view(Viewer::Seat(state.turn));
    assert_eq!(view.legal, legal);
    let rack = state.rack(state.turn);
    let must = match (legal.len(), state.pool.len().min(rack.len())) {
        (0, 0) => panic!("the seat can't do anything and isn't skipped"),
        (0, 1) => Must::Swap1,
        (0, _) => Must::Swap2,
        _ => Must::Place,
    };
    assert_eq!(view.must, Some(must));
    let all = moves(board, &covered, &count(rack.chars()));
    if all.len() > legal.len() {
        *seen.entry("two-move rule").or_default() += 1;
    }
    if must != Must::Place {
        *seen.entry(if must == Must::Swap1 { "swap1" } else { "swap2" }).or_default() += 1;
        assert_eq!(state.moves_left, 2, "tiles are exchanged only at the start of a turn");
    }
}

/// Checks the effect of a step on the racks: only the acting seat draws, and only at the end of its turn.
fn check_step(
    before: &State,
    events: &[Event],
    after: &State,
    seen: &mut BTreeMap<&'static str, u32>,
) {
    for (n, event) in events.iter().enumerate() {
        match event {
            Event::Refilled { seat, drawn } => {
                assert!(matches!(events[n + 1], Event::Turned { .. }), "{events:?}");
                assert!(!drawn.is_empty());
                let full = after.rack(*seat).len() == HAND || after.pool.is_empty();
                assert!(full || after.turn == *seat, "{events:?}");
            }
            Event::Skipped { seat } => {
                *seen.entry("skip").or_default() += 1;
                if matches!(events[n + 1], Event::Refilled { seat: other, .. } if other == *seat) {
                    *seen.entry("skip with refill").or_default() += 1;
                }
            }
            Event::Placed { done, .. } if done.len() > 1 => {
                *seen.entry("two words at once").or_default() += 1;
            }
            Event::Swapped { given, drawn, .. } => {
                assert_eq!(given.len(), drawn.len());
                let mut pool = count(before.pool.chars());
                for letter in drawn.chars() {
                    *pool.get_mut(&letter).unwrap() -= 1;
                }
                assert!(pool.values().all(|&n| n >= 0), "drawn from the pool as it was before");
            }
            _ => {}
        }
    }
    let passed = after.turn != before.turn && after.here.has(before.turn);
    let full = after.rack(before.turn).len() == HAND || after.pool.is_empty();
    assert!(full || !passed, "a turn ends with a full rack or an empty pool: {events:?}");
    if let (Event::Placed { .. }, Some(Event::Ended {})) = (&events[0], events.last()) {
        *seen.entry(if before.moves_left == 2 { "end in mid-turn" } else { "end" }).or_default() +=
            1;
    }
    if before.moves_left == 2 && matches!(events[0], Event::Placed { .. }) && events.len() > 1 {
        *seen.entry("one-move turn").or_default() += 1;
    }
}

#[test]
fn whole_random_matches_keep_the_rules() {
    let lexicon = words();
    let mut seen = BTreeMap::new();
    let shipped = BOARDS.iter().flat_map(|(_, text)| [(*text, 2), (*text, 3), (*text, 4)]);
    let tight = TIGHT.iter().copied();
    let matches = shipped.chain(tight.cycle().take(80 * TIGHT.len()));
    for (seed, (board, seats)) in (0..).zip(matches) {
        let mut chance = Chance::new(seed, 77);
        let setup = Setup { board: board.into(), ..Setup::default() };
        let mut game = Match::<Junior>::open(&setup, seats, seed, Arc::clone(&lexicon)).unwrap().0;
        let mut steps = 0;
        check(&game, &mut seen);
        while let Some(seat) = game.to_act().iter().next() {
            steps += 1;
            assert!(steps < 2_000, "the match does not end: {board}");
            let before = game.state().clone();
            let events = if chance.below(25) == 0 {
                let here: Vec<Seat> = before.here.iter().collect();
                *seen.entry("leave").or_default() += 1;
                game.leave(*chance.pick(&here).unwrap()).unwrap()
            } else {
                let mut cx = Cx::new(&lexicon, Chance::new(seed, steps), Budget::default());
                let action = minds::random(&game.view(Viewer::Seat(seat)), &mut cx);
                game.act(seat, action).unwrap()
            };
            check_step(&before, &events, game.state(), &mut seen);
            check(&game, &mut seen);
        }
    }
    for what in [
        "two-move rule",
        "swap1",
        "swap2",
        "skip",
        "skip with refill",
        "two words at once",
        "leave",
        "end",
        "end in mid-turn",
        "one-move turn",
    ] {
        assert!(seen.contains_key(what), "{what} never happened: {seen:?}");
    }
}
