//! The typed path: a move whose events nobody wants leads to the same as one that writes them down, and a refusal
//! changes neither.

use engine::{Budget, Chance, Cx, Game, Match, Settings, Viewer};
use games::{builder, hand, junior, null, wampus, wizards, wordle};
use std::sync::Arc;
use words::Lexicon;

fn same<G: Game>(seats: u8) {
    let words = Arc::new(Lexicon::builtin().clone());
    let setup: G::Setup = Settings::read::<G::Setup>(&[]).unwrap().setup().unwrap();
    let (mut told, _) = Match::<G>::open(&setup, seats, 1, Arc::clone(&words)).unwrap();
    let mut untold = told.clone();
    let (_, bot) = G::BOTS[0];
    while let Some(seat) = told.to_act().iter().next().filter(|_| told.moves() < 100) {
        let mut cx = Cx::new(&words, Chance::new(2, told.moves()), Budget::default());
        let action = bot(&told.view(Viewer::Seat(seat)), &mut cx);
        let elsewhere = engine::Seat(seats);
        assert_eq!(untold.play(elsewhere, action.clone()).unwrap_err().code, "house.seat");
        assert!(!told.act(seat, action.clone()).unwrap().is_empty());
        untold.play(seat, action).unwrap();
        assert_eq!(untold.state(), told.state());
        assert_eq!(untold.moves(), told.moves());
    }
    assert!(told.moves() > 0);
}

#[test]
fn a_move_is_the_same_whether_it_is_written_down_or_not() {
    same::<null::Null>(2);
    same::<wordle::Wordle>(1);
    same::<wampus::Wampus>(1);
    same::<wizards::Wizards>(1);
    same::<hand::Hand>(1);
    same::<junior::Junior>(3);
    same::<builder::Builder>(1);
}
