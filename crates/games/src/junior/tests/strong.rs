//! The strong bot: its own implementation of the rules, its end games, and its strength.

use super::bots_and_hints::think as with;
use super::*;
use crate::board::BOARDS;
use crate::junior::solver::race::{BoardShape, Race, RaceTurn};
use crate::junior::solver::search;
use engine::{Budget, Chance};
use std::collections::BTreeSet;

/// A match as a race, with the real tiles instead of random ones.
fn race(game: &Match<Junior>) -> (BoardShape, Race, Vec<At>) {
    let state = game.state();
    let board = state.board();
    let cells: Vec<At> = board.letters().map(|(at, _)| at).collect();
    let number = |at: At| cells.iter().position(|&cell| cell == at).unwrap() as u16;
    let letter = |letter: char| letter as u8 - b'A';
    let words = board.words().iter().map(|word| word.cells().map(|(at, _)| number(at)).collect());
    let shape =
        BoardShape::new(board.letters().map(|(_, it)| letter(it)).collect(), words.collect());
    let mut race = Race::new(&shape, state.racks.len());
    for at in state.cover.positions(board) {
        race.cover(&shape, number(at));
    }
    for (rack, tiles) in race.racks.iter_mut().zip(&state.racks) {
        tiles.chars().for_each(|tile| rack[usize::from(letter(tile))] += 1);
    }
    race.pool = state.pool.chars().map(letter).collect();
    race.scores = state.scores.iter().map(|&score| score as i32).collect();
    race.here = (0..state.racks.len()).map(|n| state.here.has(Seat(n as u8))).collect();
    (race.seat, race.moves_left) = (state.turn.index(), state.moves_left);
    (shape, race, cells)
}

#[test]
fn the_race_follows_the_rules() {
    let mut paired = 0;
    for (n, (_, board)) in (0..).zip(BOARDS.iter().cycle().take(24)) {
        let setup = Setup { board: (*board).into(), ..Setup::default() };
        let mut game = Match::<Junior>::open(&setup, 2, n, words()).unwrap().0;
        let mut luck = Chance::new(n, 1);
        while game.outcome().is_none() {
            let view = game.view(Viewer::Public);
            let (shape, mut race, cells) = race(&game);
            let mut turns = Vec::new();
            race.turns(&shape, &mut turns);
            let seat = game.to_act().iter().next().unwrap();
            if view.must != Some(Must::Place) {
                assert_eq!(turns, []);
                let action = with(&view, 1_000, minds::random);
                game.act(seat, action).unwrap();
                continue;
            }
            let at = |cell: u16| cells[usize::from(cell)];
            let both = turns.iter().flat_map(|turn| [Some(turn.first), turn.second]);
            let met: BTreeSet<At> = both.flatten().map(at).collect();
            assert!(turns.iter().all(|turn| view.legal.contains(&at(turn.first))));
            assert!(view.legal.iter().all(|at| met.contains(at)), "{:?} {met:?}", view.legal);
            // Play one of them in both, and compare the points.
            let turn = *luck.pick(&turns).unwrap();
            let before = view.scores[seat.index()];
            game.act(seat, Action::Place(at(turn.first))).unwrap();
            if let Some(second) = turn.second {
                paired += 1;
                game.act(seat, Action::Place(at(second))).unwrap();
            }
            let gain = game.view(Viewer::Public).scores[seat.index()] - before;
            assert_eq!(gain, i64::from(turn.points));
            race.make(&shape, &turn, &mut |_| 0);
            assert_eq!(race.left == 0, game.outcome().is_some());
        }
    }
    assert!(paired > 300, "{paired}");
}

/// The lead that the acting seat can get from here on, by playing everything through the rules.
fn brute(game: &Match<Junior>) -> i64 {
    let Some(seat) = game.to_act().iter().next() else { return 0 };
    let lead = |game: &Match<Junior>| {
        let scores = &game.state().scores;
        scores[seat.index()] - scores[1 - seat.index()]
    };
    let after = |&at: &At| {
        let mut next = game.clone();
        next.act(seat, Action::Place(at)).unwrap();
        let same = next.to_act().iter().next() == Some(seat);
        let rest = if same { brute(&next) } else { -brute(&next) };
        lead(&next) - lead(game) + rest
    };
    game.view(Viewer::Public).legal.iter().map(after).max().unwrap()
}

#[test]
fn end_games_are_exact() {
    let boards = [
        RIVER,
        "10x10 AaHWORD EdHMASTER AdVDREAM EiVRETRY",
        "6x13 AaHDERMATOLOGIST CaHBE EaHAT",
        "3x8 AaHHOLIDAY CaHKITTENS AaVHAK",
    ];
    let mut checked = 0;
    for board in boards {
        for seed in 0..6 {
            let setup = Setup { board: board.into(), ..Setup::default() };
            let mut game = Match::<Junior>::open(&setup, 2, seed, words()).unwrap().0;
            let mut luck = Chance::new(seed, 2);
            while game.outcome().is_none() {
                let view = game.view(Viewer::Public);
                let seat = game.to_act().iter().next().unwrap();
                let (shape, race, cells) = race(&game);
                if view.must == Some(Must::Place) && view.pool == 0 && race.left <= 8 {
                    let (turn, lead) = search::exact(&shape, &race, &mut |_| true).unwrap();
                    assert_eq!(i64::from(lead), brute(&game), "{board} {seed}");
                    // And the best turn really gains that lead.
                    let turn: RaceTurn = turn.unwrap();
                    let mut next = game.clone();
                    let mut gain = 0;
                    for cell in [Some(turn.first), turn.second].into_iter().flatten() {
                        let before = next.state().scores[seat.index()];
                        next.act(seat, Action::Place(cells[usize::from(cell)])).unwrap();
                        gain += next.state().scores[seat.index()] - before;
                    }
                    let same = next.to_act().iter().next() == Some(seat);
                    let rest = if same { brute(&next) } else { -brute(&next) };
                    assert_eq!(gain + rest, i64::from(lead));
                    checked += 1;
                }
                let action = with(&view, 1_000, minds::random);
                let action = match luck.pick(&view.legal) {
                    Some(&at) if view.must == Some(Must::Place) => Action::Place(at),
                    _ => action,
                };
                game.act(seat, action).unwrap();
            }
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn a_finished_race_has_no_best_turn() {
    let (shape, mut race, _) = race(&Match::open(&Setup::default(), 2, 1, words()).unwrap().0);
    race.pool.clear();
    for cell in 0..race.left as u16 {
        race.cover(&shape, cell);
    }
    assert_eq!(search::exact(&shape, &race, &mut |_| true), Some((None, 0)));
}

#[test]
fn the_exact_search_refuses_matches_that_are_far_from_the_end() {
    let (shape, mut race, _) = race(&Match::open(&Setup::default(), 2, 1, words()).unwrap().0);
    race.pool.clear();
    let mut asked = 0;
    let mut spend = |_| {
        asked += 1;
        asked < 1_000
    };
    assert_eq!(search::exact(&shape, &race, &mut spend), None);
    assert_eq!(asked, 0);
}

#[test]
fn the_trials_end_when_one_turn_is_left() {
    let (shape, race, _) = race(&Match::open(&Setup::default(), 2, 1, words()).unwrap().0);
    let mut chance = Chance::new(1, 1);
    let mut spent = 0;
    let mut spend = |steps| {
        spent += steps;
        spent < 100_000_000
    };
    let turn = search::best(&shape, &race, &mut |_, _| {}, &mut |n| chance.index(n), &mut spend);
    assert!(turn.is_some());
    assert!(spent < 100_000_000, "{spent}");
}

#[test]
fn the_strong_bot_ignores_seats_that_left() {
    let mut game = Match::<Junior>::open(&Setup::default(), 3, 4, words()).unwrap().0;
    game.leave(Seat(1)).unwrap();
    while let Some(seat) = game.to_act().iter().next() {
        assert_ne!(seat, Seat(1));
        let action = with(&game.view(Viewer::Seat(seat)), 20_000, minds::strong);
        game.act(seat, action).unwrap();
    }
}

/// The share of mirrored matches that one bot wins against another; a tie counts half.
fn share(ours: Bot<Junior>, theirs: Bot<Junior>, matches: u64, nodes: u64, racks: Racks) -> f64 {
    let lexicon = words();
    let mut won = 0.0;
    for n in 0..matches {
        let (seed, seat) = (n / 2, Seat((n % 2) as u8));
        let (_, board) = BOARDS[(seed as usize) % BOARDS.len()];
        let setup = Setup { board: board.into(), racks, draws: None };
        let mut game = Match::<Junior>::open(&setup, 2, seed, Arc::clone(&lexicon)).unwrap().0;
        let mut step = 0;
        while let Some(acting) = game.to_act().iter().next() {
            step += 1;
            let mut cx = Cx::new(&lexicon, Chance::new(seed, step), Budget::of(nodes));
            let bot = if acting == seat { ours } else { theirs };
            let action = bot(&game.view(Viewer::Seat(acting)), &mut cx);
            game.act(acting, action).unwrap();
        }
        let winners = game.outcome().unwrap().winners;
        let part = if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 };
        won += part;
    }
    won / matches as f64
}

/// `cargo run --release -p games --example junior` plays two thousand matches with more time.
#[test]
fn the_strong_bot_beats_the_greedy_one_even_with_little_time() {
    let open = share(minds::strong, minds::greedy, 96, 100_000, Racks::Open);
    assert!(open > 0.6, "{open}");
    let hidden = share(minds::strong, minds::greedy, 48, 100_000, Racks::Hidden);
    assert!(hidden > 0.5, "{hidden}");
}

#[test]
fn the_greedy_bot_takes_any_of_the_best_turns() {
    let mut story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
    story.play(&["Aa", "Ba", "Ea", "Ca"]);
    let seat = story.view().seat.index();
    let lexicon = words();
    for seed in 0..20 {
        let mut game = story.0.clone();
        for n in 0..2 {
            let view = game.view(Viewer::Public);
            let mut cx = Cx::new(&lexicon, Chance::new(seed, n), Budget::of(1_000));
            let action = minds::greedy(&view, &mut cx);
            game.act(view.seat, action).unwrap();
        }
        // HORSE is the only word that can be completed.
        assert_eq!(game.view(Viewer::Public).scores[seat], 1);
    }
    // If no word can be completed, chance decides.
    let start = Match::<Junior>::open(&Setup::default(), 2, 1, words()).unwrap().0;
    let mut met = BTreeSet::new();
    for seed in 0..60 {
        let mut cx = Cx::new(&lexicon, Chance::new(seed, 0), Budget::of(1_000));
        met.insert(format!("{:?}", minds::greedy(&start.view(Viewer::Public), &mut cx)));
    }
    assert!(met.len() > 2, "{met:?}");
    // It wins about three of four matches against the random bot.
    let share = share(minds::greedy, minds::random, 100, 1_000, Racks::Open);
    assert!(share > 0.62, "{share}");
}

#[test]
fn the_strong_bot_makes_a_legal_move_without_time() {
    for nodes in [0, 1, 50, 1_000] {
        let story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
        let Action::Place(at) = with(&story.view(), nodes, minds::strong) else { panic!() };
        assert!(story.view().legal.contains(&at));
    }
}

/// Every cell is an A, and every pair of neighbours in a row is listed many times.
#[test]
fn a_board_with_thousands_of_words_takes_no_longer_than_the_budget() {
    let pair = |n: usize| {
        format!("{}{}HAA ", (b'A' + (n % 20) as u8) as char, (b'a' + (n / 20 % 19) as u8) as char)
    };
    let board = format!("20x20 {}", (0..7_000).map(pair).collect::<String>());
    let story = Story::open(&board, "", 4);
    let (shape, mut race, _) = race(&story.0);
    let mut turns = Vec::new();
    race.turns(&shape, &mut turns);
    let mut pairs: Vec<_> = turns.iter().map(|turn| (turn.first, turn.second)).collect();
    pairs.iter_mut().for_each(|(first, second)| {
        if let Some(second) = second.as_mut().filter(|second| **second < *first) {
            std::mem::swap(first, second);
        }
    });
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!((pairs.len(), turns.len() > 20), (turns.len(), true), "a turn occurs twice");
    let mut spent = 0;
    let mut spend = |steps| {
        spent += steps;
        false
    };
    let mut chance = Chance::new(1, 1);
    let luck = &mut |n| chance.index(n);
    assert!(search::best(&shape, &race, &mut |_, _| {}, luck, &mut spend).is_some());
    // The search rated one turn, and then there was no more time.
    assert!(spent <= (shape.words() * (2 + turns.len())) as u64, "{spent}");
}
