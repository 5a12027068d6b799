//! Bots and hints.

use super::*;

#[test]
fn bots_build_a_board_and_save_it() {
    let english = english();
    for (seed, (rows, cols)) in (0..).zip([(15, 15), (8, 8), (1, 1), (20, 3), (2, 2), (20, 20)]) {
        for (name, bot) in Builder::BOTS {
            let setup = sized(rows, cols);
            let mut game = Match::<Builder>::open(&setup, 1, seed, Arc::clone(&english)).unwrap().0;
            let mut steps = 0;
            while game.outcome().is_none() {
                steps += 1;
                assert!(steps < 60, "{name} does not end");
                let mut cx = Cx::new(&english, Chance::new(seed, steps), Budget::default());
                let action = bot(&game.view(Viewer::Public), &mut cx);
                game.act(Seat(0), action).unwrap();
            }
            let view = game.view(Viewer::Public);
            assert!(view.saved && view.problems.is_empty());
            if *name == "sensible" && rows.min(cols) >= 8 {
                assert_eq!(view.players, Some([2, 4]), "{view:?}");
            }
        }
    }
}

#[test]
fn a_hint_is_a_word_that_crosses_and_never_changes() {
    let mut bench = Bench::open(&sized(8, 8));
    let english = english();
    let hint = |bench: &Bench, seed| {
        let mut cx = Cx::new(&english, Chance::new(seed, 0), Budget::default());
        Builder::hint(&bench.view(), &mut cx)
    };
    let first = hint(&bench, 1).unwrap();
    assert!(first.why.starts_with("It starts the board with "), "{first:?}");
    bench.play(&["put Aa H GARDEN"]);
    let next = hint(&bench, 1).unwrap();
    assert_eq!(hint(&bench, 2), Some(next.clone()));
    assert!(next.why.starts_with("It crosses "), "{next:?}");
    bench.play(&[&next.line]);
    assert_eq!(hint(&Bench::open(&sized(1, 1)), 1), None);
    let full = Setup { from: Some("1x14 AaHDERMATOLOGISTS".into()), ..Setup::default() };
    let save = hint(&Bench::open(&full), 1).unwrap();
    assert_eq!((save.line.as_str(), save.why.as_str()), ("save", "No common word fits any more."));
}

#[test]
fn a_hint_says_how_many_words_it_crosses() {
    let english = english();
    let why = |bench: &Bench| {
        let mut cx = Cx::new(&english, Chance::new(1, 0), Budget::default());
        Builder::hint(&bench.view(), &mut cx).unwrap().why
    };
    let mut square = Bench::open(&sized(3, 3));
    square.play(&["put Aa H CAT", "put Ca H TEN"]);
    assert_eq!(why(&square), "It crosses 2 words and adds one letter.");
    let mut strip = Bench::open(&sized(1, 7));
    strip.play(&["put Aa H CAT"]);
    let alone = "No word can cross the others; this one adds ";
    assert!(why(&strip).starts_with(alone), "{}", why(&strip));
}

#[test]
fn without_time_there_is_no_hint() {
    let english = english();
    let mut cx = Cx::new(&english, Chance::new(1, 0), Budget::of(0));
    assert_eq!(Builder::hint(&Bench::open(&sized(8, 8)).view(), &mut cx), None);
}
