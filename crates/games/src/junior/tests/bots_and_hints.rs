//! Bots and hints.

use super::*;
use engine::{Budget, Chance, Hint};

pub(super) fn think<T>(view: &View, nodes: u64, bot: fn(&View, &mut Cx) -> T) -> T {
    let lexicon = words();
    bot(view, &mut Cx::new(&lexicon, Chance::new(9, 9), Budget::of(nodes)))
}

fn hint(story: &Story) -> Hint {
    think(&story.view(), 10_000, Junior::hint).unwrap()
}

#[test]
fn the_sensible_bot_completes_a_word_when_it_can() {
    let mut story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
    story.play(&["Aa", "Ba", "Ea", "Ca"]);
    assert_eq!(think(&story.view(), 10_000, minds::sensible), Action::Place(at("Da")));
    let hint = hint(&story);
    // The pool is empty and few letters are left, so the search is exact.
    let why =
        "It completes HORSE. It is certainly the best move: every possible continuation was tried.";
    assert_eq!((hint.line.as_str(), hint.why.as_str()), ("place Da", why));
}

#[test]
fn the_sensible_bot_considers_both_moves() {
    let mut story =
        Story::open("10x10 AaHWORD EdHMASTER AdVDREAM EiVRETRY", "MRRTAYE DAWSTOR EER", 2);
    story.play(&["Ed", "Ei", "Aa", "Ee", "Fi", "Gi", "Ef", "Ab"]);
    let hint = hint(&story);
    assert_eq!(
        (hint.line.as_str(), hint.why.as_str()),
        ("place Hi", "You can then complete RETRY at Ii.")
    );
    story.play(&["Hi"]);
    assert_eq!(think(&story.view(), 10_000, minds::sensible), Action::Place(at("Ii")));
}

#[test]
fn the_sensible_bot_does_not_plan_a_third_move() {
    // With one more move B and E would complete a word; without it, B only helps the next player.
    let mut story = Story::open("4x13 AaHDERMATOLOGIST CaHBE", "DBEROOS EMATLGT", 2);
    story.play(&["Aa"]);
    assert_eq!((story.view().moves_left, story.view().legal), (1, vec![at("Ab"), at("Ca")]));
    assert_eq!(think(&story.view(), 10_000, minds::sensible), Action::Place(at("Ab")));
}

#[test]
fn the_sensible_bot_exchanges_the_tiles_that_would_wait_longest() {
    let mut story = Story::open("19x1 AaVDERMATOLOGIST OaVCUPID", "TORMUIT DCDAIPO", 2);
    let hint = hint(&story);
    // U is the second letter of CUPID and R the third of DERMATOLOGIST: they are worth keeping.
    assert_eq!(hint.line, "swap OT");
    assert_eq!(hint.why, "None of your tiles can be placed now, and O and T would wait longest.");
    story.play(&[&hint.line]);
}

#[test]
fn the_sensible_bot_leaves_little_to_the_next_player() {
    // Seat 0 may cover the B of BE or the start of a long word; seat 1 has the E that would complete BE.
    let board = "4x13 AaHDERMATOLOGIST CaHBE";
    let mut story = Story::open(board, "DBROOST EEMATLG", 2);
    assert_eq!(story.view().legal, [at("Aa"), at("Ca")]);
    let hint = hint(&story);
    assert_eq!(hint.line, "place Aa");
    story.play(&["Aa"]);
}

#[test]
fn a_bot_without_time_still_makes_a_legal_move() {
    let story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
    for nodes in [0, 1, 5] {
        let Action::Place(at) = think(&story.view(), nodes, minds::sensible) else { panic!() };
        assert!(story.view().legal.contains(&at));
    }
}

#[test]
fn the_sensible_bot_beats_the_random_one() {
    let lexicon = words();
    let (mut ours, mut theirs) = (0, 0);
    for seed in 0..60 {
        let mut game =
            Match::<Junior>::open(&Setup::default(), 2, seed, Arc::clone(&lexicon)).unwrap().0;
        let sensible = Seat((seed % 2) as u8);
        let mut n = 0;
        while let Some(seat) = game.to_act().iter().next() {
            n += 1;
            let mut cx = Cx::new(&lexicon, Chance::new(seed, n), Budget::default());
            let bot = if seat == sensible { minds::sensible } else { minds::random };
            let action = bot(&game.view(Viewer::Seat(seat)), &mut cx);
            game.act(seat, action).unwrap();
        }
        let winners = game.outcome().unwrap().winners;
        ours += u32::from(winners == [sensible]);
        theirs += u32::from(winners.len() == 1 && winners != [sensible]);
    }
    assert!(ours > 4 * theirs, "{ours} to {theirs}");
}

#[test]
fn a_player_who_is_not_to_act_gets_no_hint() {
    let setup = Setup { racks: Racks::Hidden, ..setup(RIVER, "HOUSEOR IVERSEA GLE") };
    let game = Match::<Junior>::open(&setup, 2, 1, words()).unwrap().0;
    assert_eq!(think(&game.view(Viewer::Seat(Seat(1))), 1000, Junior::hint), None);
    assert!(think(&game.view(Viewer::Seat(Seat(0))), 1000, Junior::hint).is_some());
}

#[test]
fn a_board_with_thousands_of_words_can_be_played() {
    // Every cell is an A, and every pair of neighbours in a row is listed many times.
    let pair = |n: usize| {
        format!("{}{}HAA ", (b'A' + (n % 20) as u8) as char, (b'a' + (n / 20 % 19) as u8) as char)
    };
    let board = format!("20x20 {}", (0..7_000).map(pair).collect::<String>());
    let mut story = Story::open(&board, "", 4);
    assert_eq!(story.view().words.len(), 7_000);
    let hint = hint(&story);
    story.play(&[&hint.line]);
    let Action::Place(at) = think(&story.view(), 1_000_000, minds::sensible) else { panic!() };
    story.play(&[&at.to_string()]);
    // Each pair is listed 18 or 19 times, and all of them are completed at once.
    assert!(story.view().scores[0] >= 18, "{:?}", story.view().scores);
}

#[test]
fn a_hint_names_both_words_that_a_turn_completes() {
    let board = "8x13 AaHDERMATOLOGIST CaHBE EaHAT GaHPHOTOGRAPHER";
    // The next player could complete them, too.
    let mut story = Story::open(board, "BAETATE DEETOOG IST", 2);
    story.play(&["Ca", "Ea", "Aa", "Ab"]);
    let hint = hint(&story);
    let both = [
        ("place Cb", "It completes BE, and then you can complete AT at Eb."),
        ("place Eb", "It completes AT, and then you can complete BE at Cb."),
    ];
    assert!(both.contains(&(hint.line.as_str(), hint.why.as_str())), "{hint:?}");
}

#[test]
fn with_one_tile_in_the_bag_bots_exchange_one() {
    let mut story = Story::open("3x13 AaHDERMATOLOGIST AmVTAG", "ERMAOLO DTTGISA G", 2);
    let Action::Swap(tile) = think(&story.view(), 10_000, minds::sensible) else { panic!() };
    assert_eq!(tile.len(), 1);
    assert_eq!(hint(&story).line, format!("swap {tile}"));
    story.play(&[&format!("swap {tile}")]);
}

#[test]
fn a_bot_that_is_called_out_of_turn_returns_an_illegal_action() {
    let story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
    let view = View { must: None, ..story.view() };
    for bot in [minds::random, minds::sensible] {
        let action = think(&view, 10_000, bot);
        assert!(story.0.clone().act(Seat(0), action).is_err());
    }
}
