//! All placements: what can be reached, and the best possible score.

use super::*;
use crate::wampus::rules::{GOLD, KILL};
use engine::{Chance, Match};

/// The cells that the agent can reach while the wampus lives, without the exit.
fn walked(board: &Layout) -> Spots {
    let walls = [board.wampus, board.pit, board.exit].map(Spots::of);
    Spots::of(board.agent).flood(walls.into_iter().fold(Spots::ALL, Spots::less))
}

#[test]
fn over_all_placements_the_known_figures_hold() {
    let (mut all, mut won, mut unarmed, mut killable, mut mixed) = (0, 0, 0, 0, 0);
    for board in Layout::placements() {
        let (gold, exit) = (board.gold.unwrap(), board.exit.unwrap());
        let walked = walked(&board);
        all += 1;
        won += u32::from(board.can_be_won_with_gold());
        unarmed += u32::from(walked.has(gold) && walked.around().has(exit));
        killable += u32::from(!walked.and(board.in_line()).is_empty());
        mixed += u32::from(!board.stench().and(board.breeze()).is_empty());
    }
    assert_eq!(all, 524_160);
    assert_eq!(won, 521_664);
    assert_eq!(all - won, 2_496);
    assert_eq!(unarmed, 510_720);
    assert_eq!(killable, 523_296);
    assert_eq!((f64::from(mixed) * 1000.0 / f64::from(all)).round(), 283.0);
}

/// The best score with a win, and the number of actions that it takes. It widens four sets of spots: wampus
/// alive or dead, gold there or grabbed.
fn best(board: &Layout) -> Option<(i64, i64)> {
    let floor = [board.pit, board.exit].map(Spots::of).into_iter().fold(Spots::ALL, Spots::less);
    let alive = floor.less(Spots::of(board.wampus));
    let (line, gold) = (board.in_line(), Spots::of(board.gold));
    let door = Spots::of(board.exit).around();
    let mut seen = [Spots::NONE; 4];
    let mut edge = [Spots::of(board.agent), Spots::NONE, Spots::NONE, Spots::NONE];
    let mut best = None;
    for actions in 1.. {
        let worth = [0, KILL, GOLD, KILL + GOLD];
        for (edge, worth) in edge.iter().zip(worth) {
            if !edge.and(door).is_empty() {
                best = best.max(Some((worth - actions, actions)));
            }
        }
        for (seen, edge) in seen.iter_mut().zip(edge) {
            *seen = seen.or(edge);
        }
        let [start, killed, rich, both] = edge;
        let (shot, grabbed) = (start.and(line), start.and(gold));
        edge = [
            start.around().and(alive),
            killed.around().and(floor).or(shot),
            rich.around().and(alive).or(grabbed),
            both.around().and(floor).or(rich.and(line)).or(killed.and(gold)),
        ];
        for (edge, seen) in edge.iter_mut().zip(seen) {
            *edge = edge.less(seen);
        }
        if edge == [Spots::NONE; 4] {
            break;
        }
    }
    best
}

#[test]
fn the_best_score_with_a_win_is_1087_39_on_average() {
    let (mut sum, mut boards) = (0, 0);
    for board in Layout::placements() {
        // With the arrow the exit can always be reached.
        sum += best(&board).unwrap().0;
        boards += 1;
    }
    let mean = sum as f64 / f64::from(boards);
    assert_eq!((mean * 100.0).round() / 100.0, 1087.39);
}

/// The same by playing: every action in every position, each position once.
fn best_by_the_rules(setup: &Setup) -> Option<(i64, i64)> {
    let start = Match::<Wampus>::open(setup, 1, 0, WORDS.clone()).unwrap().0;
    let mut best = None;
    let mut seen = Vec::new();
    let mut edge = vec![start];
    for actions in 1.. {
        let mut next = Vec::new();
        for game in &edge {
            for action in game.view(Viewer::Public).choices() {
                let mut game = game.clone();
                Match::act(&mut game, Seat(0), action).unwrap();
                let view = game.view(Viewer::Public);
                let place = (view.agent, view.arrow, view.killed, view.has_gold);
                if view.status == Status::Won {
                    best = best.max(Some((view.score, actions)));
                } else if view.status == Status::Playing && !seen.contains(&place) {
                    seen.push(place);
                    next.push(game);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        edge = next;
    }
    best
}

#[test]
fn the_classic_board_can_be_won_with_1092_in_eight_actions() {
    let classic = Setup { cave: CaveKind::Classic, ..Setup::default() };
    assert_eq!(best_by_the_rules(&classic), Some((1092, 8)));
    assert_eq!(best(&Layout::CLASSIC), Some((1092, 8)));
}

#[test]
fn the_rules_and_the_bitboards_agree_on_the_best_score() {
    let boards: Vec<_> = Layout::placements().collect();
    let mut chance = Chance::new(1, 0);
    for _ in 0..200 {
        let board = chance.pick(&boards).unwrap();
        let setup = Setup { layout: Some(layout(board)), ..Setup::default() };
        assert_eq!(best_by_the_rules(&setup), best(board), "{board:?}");
    }
}

/// A board as the value of the setting `layout`.
fn layout(board: &Layout) -> String {
    let here = |place: Option<Spot>, spot| place == Some(spot);
    let letter = |spot| match () {
        () if board.agent == spot => 'A',
        () if here(board.wampus, spot) => 'W',
        () if here(board.pit, spot) => 'P',
        () if here(board.gold, spot) => 'G',
        () if here(board.exit, spot) => 'E',
        () => '.',
    };
    let letters: Vec<char> = Spot::all().map(letter).collect();
    letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(":")
}

#[test]
fn a_layout_survives_writing_and_reading() {
    for board in Layout::placements().step_by(101) {
        assert_eq!(Layout::read(&layout(&board)), Ok(board));
    }
    assert_eq!(layout(&Layout::CLASSIC), CLASSIC);
}

#[test]
fn every_dealt_board_can_be_won_with_the_gold_and_all_are_equally_likely() {
    let mut chance = Chance::new(3, 0);
    let deals = 32_000;
    let mut agents = [0; 16];
    let mut golds = [0; 16];
    for _ in 0..deals {
        let board = Layout::draw(&mut chance);
        assert!(best(&board).unwrap().0 > 1000 - 40, "{board:?}");
        let index = |spot: Spot| usize::from(spot.row() * SIDE + spot.col());
        agents[index(board.agent)] += 1;
        golds[index(board.gold.unwrap())] += 1;
    }
    // About 2,000 each; corners a little less, because some boards are never dealt.
    for counts in [agents, golds] {
        assert!(counts.iter().all(|count| (1_800..2_200).contains(count)), "{counts:?}");
    }
}

#[test]
fn boards_that_cannot_be_won_are_never_dealt() {
    // Pit and exit shut off the corner of the gold, then that of the agent.
    for layout in ["GP..:E...:....:A..W", "AE..:P...:....:G..W"] {
        assert!(!Layout::read(layout).unwrap().can_be_won_with_gold());
    }
    // A wampus in the way can be shot, from inside and from outside.
    for layout in ["GP..:W...:....:A..E", "AP..:W...:....:G..E"] {
        assert!(Layout::read(layout).unwrap().can_be_won_with_gold());
    }
}
