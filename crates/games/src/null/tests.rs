use super::*;
use engine::Match;
use std::sync::Arc;
use words::Lexicon;

fn open(setup: &Setup, seats: u8) -> Match<Null> {
    Match::open(setup, seats, 1, Arc::new(Lexicon::from_words(["word"]))).unwrap().0
}

#[test]
fn who_completes_the_count_gets_a_point_and_the_trap_costs_one() {
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
fn the_trap_is_hidden_until_somebody_steps_on_it() {
    let mut game = open(&Setup { target: 10, trap: Some(4) }, 1);
    assert_eq!(game.view(Viewer::Seat(Seat(0))).trap, None);
    game.act(Seat(0), Add(3)).unwrap();
    assert_eq!(game.view(Viewer::Seat(Seat(0))).trap, None);
    game.act(Seat(0), Add(1)).unwrap();
    assert_eq!(game.view(Viewer::Seat(Seat(0))).trap, Some(4));
}

#[test]
fn who_is_left_alone_wins_and_who_left_is_passed_over() {
    let mut game = open(&Setup::default(), 3);
    game.leave(Seat(1)).unwrap();
    game.act(Seat(0), Add(1)).unwrap();
    assert_eq!(game.to_act(), Seats::one(Seat(2)));
    game.leave(Seat(2)).unwrap();
    assert_eq!(game.outcome().unwrap().winners, [Seat(0)]);
}

#[test]
fn a_trap_above_the_target_cannot_be() {
    let setup = Setup { target: 10, trap: Some(10) };
    assert_eq!(Null::blank(&setup, 1).unwrap_err().code, "house.setup");
}
