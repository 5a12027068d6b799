//! `Match::play`, which drops the events of a move, leads to the same state as `Match::act`, which returns them. A
//! refusal changes nothing.

use engine::{Budget, Chance, Cx, Match, Minds, Settings, Viewer};
use games::{builder, hand, junior, null, wampus, wizards, wordle};
use std::sync::Arc;
use words::Lexicon;

fn compare<G: Minds>(seats: u8) {
    let words = Arc::new(Lexicon::builtin().clone());
    let setup: G::Setup = Settings::read::<G::Setup>(&[]).unwrap().setup().unwrap();
    let (mut with_events, _) = Match::<G>::open(&setup, seats, 1, Arc::clone(&words)).unwrap();
    let mut without_events = with_events.clone();
    let (_, bot) = G::BOTS[0];
    while let Some(seat) = with_events.to_act().iter().next().filter(|_| with_events.moves() < 100)
    {
        let mut cx = Cx::new(&words, Chance::new(2, with_events.moves()), Budget::default());
        let action = bot(&with_events.view(Viewer::Seat(seat)), &mut cx);
        let no_seat = engine::Seat(seats);
        assert_eq!(without_events.play(no_seat, action.clone()).unwrap_err().code, "house.seat");
        assert!(!with_events.act(seat, action.clone()).unwrap().is_empty());
        without_events.play(seat, action).unwrap();
        assert_eq!(without_events.state(), with_events.state());
        assert_eq!(without_events.moves(), with_events.moves());
    }
    assert!(with_events.moves() > 0);
}

#[test]
fn a_move_has_the_same_effect_with_and_without_events() {
    compare::<null::Null>(2);
    compare::<wordle::Wordle>(1);
    compare::<wampus::Wampus>(1);
    compare::<wizards::Wizards>(1);
    compare::<hand::Hand>(1);
    compare::<junior::Junior>(3);
    compare::<builder::Builder>(1);
}
