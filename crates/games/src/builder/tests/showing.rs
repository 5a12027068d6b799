//! The scene and the preview.

use super::*;

fn counts(view: &View) -> Vec<String> {
    let Body::Text(lines) = Builder::scene(view).panes.remove(1).body else { panic!() };
    lines.into_iter().map(String::from).collect()
}

#[test]
fn a_board_that_was_given_up_is_shown_as_such() {
    let mut bench = Bench::open(&sized(3, 4));
    bench.0.leave(Seat(0)).unwrap();
    assert_eq!(counts(&bench.view()).last().unwrap(), "You gave up this board.");
}

#[test]
fn every_seven_letters_one_more_can_play() {
    let mut bench = Bench::open(&sized(9, 9));
    let mut shown = Vec::new();
    for line in ["put Aa H HOUSING", "put Ca H KITCHEN", "put Ea H LIBRARY", "put Ga H GARDENS"] {
        bench.play(&[line]);
        shown.push((counts(&bench.view()).remove(1), Builder::progress(&bench.view())));
    }
    let shown: Vec<_> = shown.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(
        shown,
        [
            ("7 more letters needed for 2 players.", "7 of 14"),
            ("Ready for 2 players; 7 more letters needed for 3 players.", "14 of 21"),
            ("Ready for 2 or 3 players; 7 more letters needed for 4 players.", "21 of 28"),
            ("Ready for 2 to 4 players.", "28 of 28"),
        ]
    );
}

#[test]
fn saving_is_offered_only_when_two_can_play() {
    let mut bench = Bench::open(&sized(15, 15));
    let lines = |bench: &Bench| {
        let scene = Builder::scene(&bench.view());
        scene.choices.into_iter().map(|choice| choice.line.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(lines(&bench), [""; 0]);
    assert_eq!(
        counts(&bench.view()),
        ["0 words, 0 letters.", "14 more letters needed for 2 players."]
    );
    bench.play(&["put Aa H DERMATOLOGIST"]);
    assert_eq!(lines(&bench), ["undo"]);
    bench.play(&["put Aa V DO", "put Ac V RE", "undo"]);
    assert_eq!(lines(&bench), ["undo", "redo", "save"]);
    assert_eq!(
        counts(&bench.view()),
        [
            "2 words, 14 letters.",
            "Ready for 2 players; 7 more letters needed for 3 players.",
            "Save when you're done."
        ]
    );
    let scene = Builder::scene(&bench.view());
    let asks: Vec<_> = scene.asks.iter().map(|ask| (ask.prefix.as_ref(), ask.max)).collect();
    assert_eq!(asks, [("put ", 27), ("remove ", 4), ("fill ", 3)]);
    bench.play(&["save"]);
    assert_eq!(counts(&bench.view())[2], "Saved as board.txt.");
}

#[test]
fn a_preview_remarks_on_a_typed_word() {
    let mut bench = Bench::open(&sized(6, 6));
    bench.play(&["put Bb H CAR"]);
    let english = english();
    let mut cx = Cx::new(&english, Chance::new(0, 0), Budget::default());
    let mut preview = |typed| Builder::preview(&bench.view(), typed, &mut cx);
    assert_eq!(preview("put Bb V COW"), ["COW (Bb V) fits and adds 2 letters."]);
    assert_eq!(preview("Bb H CARE"), ["CARE would overlap CAR (Bb H) in the same line."]);
    assert_eq!(preview("put Bb"), [""; 0]);
}
