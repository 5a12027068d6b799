//! Saving, and giving up.

use super::*;

#[test]
fn saving_gives_the_file_and_ends_the_match() {
    let mut bench = Bench::open(&Setup { name: "pets".into(), ..sized(3, 4) });
    bench.play(&["put Aa H CAT", "put Aa V COW"]);
    let events = bench.play(&["save"]);
    assert_eq!(
        Builder::tell(bench.0.state(), &events[0], Viewer::Public).unwrap(),
        "Saved as pets.txt. It can't be played yet: it has 5 letters, and two players need 14."
    );
    let view = bench.view();
    let text = "3 x 4\nAa H CAT\nAa V COW\n\n  a b c d\nA C A T .\nB O . . .\nC W . . .\n";
    assert_eq!(view.file, Some(BoardFile { name: "pets.txt".into(), text: text.into() }));
    assert!(view.saved && view.status == Status::Over && !view.can_undo);
    let json = serde_json::to_string(&view).unwrap();
    assert!(json.contains(r#""saved":true,"file":{"name":"pets.txt","text":"3 x 4\n"#), "{json}");
    let outcome = bench.0.outcome().unwrap();
    assert_eq!((outcome.scores, outcome.winners), (vec![5], vec![]));
    let again = Bench::open(&Setup { from: Some(text.into()), ..Setup::default() });
    assert_eq!(again.view().words, view.words);
}

#[test]
fn giving_up_leaves_no_file() {
    let mut bench = Bench::open(&sized(3, 4));
    bench.play(&["put Aa H CAT"]);
    bench.0.leave(Seat(0)).unwrap();
    let view = bench.view();
    assert_eq!((view.status, view.saved, view.file), (Status::Over, false, None));
    assert_eq!(bench.0.outcome().unwrap().scores, [3]);
}
