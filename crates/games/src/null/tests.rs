use super::*;
use engine::check::Contract;
use engine::{Body, Budget, Chance, Cx, Erased, Face, Game, Match, Minds, Unnamed, Viewer};
use std::sync::Arc;
use words::Lexicon;

fn open(setup: &Setup, seats: u8) -> Match<Null> {
    Match::open(setup, seats, 1, Arc::new(Lexicon::from_words(["word"]))).unwrap().0
}

#[test]
fn completing_the_count_scores_a_point_and_the_trap_costs_one() {
    let mut game = open(&Setup { target: 10, trap: Some(6) }, 2);
    for (n, by) in [3, 3, 3].into_iter().enumerate() {
        game.act(Seat(n as u8 % 2), Add(by)).unwrap();
    }
    assert_eq!(game.view(Viewer::Public).trap, Some(6));
    assert_eq!(game.act(Seat(1), Add(2)).unwrap_err().code, "null.high");
    game.act(Seat(1), Add(1)).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.scores, outcome.winners), (vec![0, 0], vec![Seat(1)]));
}

#[test]
fn the_trap_is_hidden_until_a_player_steps_on_it() {
    let mut game = open(&Setup { target: 10, trap: Some(4) }, 1);
    assert_eq!(game.view(Viewer::Seat(Seat(0))).trap, None);
    game.act(Seat(0), Add(3)).unwrap();
    assert_eq!(game.view(Viewer::Seat(Seat(0))).trap, None);
    game.act(Seat(0), Add(1)).unwrap();
    assert_eq!(game.view(Viewer::Seat(Seat(0))).trap, Some(4));
}

#[test]
fn the_last_player_wins_and_seats_that_left_are_skipped() {
    let mut game = open(&Setup::default(), 3);
    game.leave(Seat(1)).unwrap();
    game.act(Seat(0), Add(1)).unwrap();
    assert_eq!(game.to_act(), Seats::one(Seat(2)));
    game.leave(Seat(2)).unwrap();
    assert_eq!(game.outcome().unwrap().winners, [Seat(0)]);
}

#[test]
fn a_trap_at_or_above_the_target_is_refused() {
    let setup = Setup { target: 10, trap: Some(10) };
    assert_eq!(Null::blank(&setup, 1).unwrap_err().code, "house.setup");
}

#[test]
fn every_bot_keeps_the_contract_and_every_case_occurs() {
    let words = Arc::new(Lexicon::from_words(["word"]));
    let probes = &["add 3", "add 4", "add", "take 1", "add 1 2", ""];
    let contract = Contract { words, seeds: 0..30, probes, notice: |_, _| Vec::new() };
    static NULL: Erased<Null> = Erased::new();
    let coverage = contract.check(&NULL).unwrap();
    let wanted = ["refusal null.high", "refusal null.line", "hint", "leave"];
    assert_eq!(coverage.missing(&wanted), Vec::<&str>::new());
}

#[test]
fn a_line_is_add_and_a_number_from_one_to_three() {
    let view = open(&Setup::default(), 1).view(Viewer::Public);
    for by in 1..=3 {
        assert_eq!(Null::parse(&view, &Null::line(&Add(by))), Ok(Add(by)));
        assert_eq!(Null::parse(&view, &format!("ADD {by}")), Ok(Add(by)));
    }
    for line in ["", "add", "add 0", "add 4", "add 1 1", "take 1", "1"] {
        assert_eq!(Null::parse(&view, line).unwrap_err().code, "null.line", "{line}");
    }
}

#[test]
fn the_scene_offers_only_legal_numbers() {
    let mut game = open(&Setup { target: 10, trap: Some(9) }, 2);
    let offered = |game: &Match<Null>| {
        let scene = Null::scene(&game.view(Viewer::Public));
        scene.choices.into_iter().map(|choice| choice.line).collect::<Vec<_>>()
    };
    assert_eq!(offered(&game), ["add 1", "add 2", "add 3"]);
    for (n, by) in [3, 3, 2].into_iter().enumerate() {
        game.act(Seat(n as u8 % 2), Add(by)).unwrap();
    }
    assert_eq!(offered(&game), ["add 1", "add 2"]);
    game.act(Seat(1), Add(1)).unwrap();
    assert_eq!(offered(&game), ["add 1"]);
    let view = game.view(Viewer::Public);
    let scene = Unnamed::new(Null::scene(&view)).by_seat();
    let [count, scores] = &scene.panes[..] else { panic!("two panes") };
    assert_eq!(count.body, Body::Meter { value: 9, of: 10 });
    assert_eq!(scores.body, Body::Scores(vec![("Player 1".into(), 0), ("Player 2".into(), -1)]));
    assert_eq!(Null::progress(&view), "9 of 10");
    assert_eq!(game.moves(), 4);
}

#[test]
fn players_are_addressed_as_you_and_others_by_their_seat() {
    let game = open(&Setup::default(), 2);
    let (seat, next) = (Seat(1), Seat(0));
    for (event, yours, theirs) in [
        (Event::Dealt { trap: 9 }, "Count to 21.", "Count to 21."),
        (Event::Added { seat, by: 2, next }, "You added 2: 0.", "Player 2 added 2: 0."),
        (Event::Sprung { seat }, "You stepped on the trap.", "Player 2 stepped on the trap."),
        (Event::Left { seat, next }, "You left.", "Player 2 left."),
        (Event::Ended { winner: Some(seat) }, "You won.", "Player 2 won."),
    ] {
        let sentence =
            |viewer| Unnamed::new(Null::tell(game.state(), &event, viewer).unwrap()).by_seat();
        assert_eq!(sentence(Viewer::Seat(seat)), yours);
        assert_eq!(sentence(Viewer::Seat(next)), theirs);
        assert_eq!(sentence(Viewer::Public), theirs);
    }
    let nobody = Event::Ended { winner: None };
    assert_eq!(Null::tell(game.state(), &nobody, Viewer::Public), None);
}

#[test]
fn the_sensible_bot_leaves_a_multiple_of_four_and_the_hint_says_so() {
    let words = Lexicon::from_words(["word"]);
    let mut cx = Cx::new(&words, Chance::new(1, 0), Budget::default());
    let mut view = open(&Setup::default(), 2).view(Viewer::Public);
    for count in 0..view.target {
        view.count = count;
        let left = view.target - count;
        let Add(by) = minds::sensible(&view, &mut cx);
        assert!((1..=3).contains(&by) && by <= left, "{by} of {left}");
        assert!(left.is_multiple_of(4) || (left - by).is_multiple_of(4), "{by} of {left}");
        let hint = Null::hint(&view, &mut cx).unwrap();
        let Add(by) = Null::parse(&view, &hint.line).unwrap();
        assert_eq!(hint.why, format!("It leaves {} to add.", left - by));
    }
}
