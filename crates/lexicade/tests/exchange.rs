//! Matches that go out as files and come in again, and what is counted of them.

mod shared;

use shared::Folder;

/// The name of the only match that is kept.
fn only_match(folder: &Folder) -> String {
    let listed = folder.out(&["matches", "--all"], "");
    assert_eq!(listed.lines().count(), 1, "{listed}");
    listed.split(' ').next().unwrap().to_owned()
}

#[test]
fn a_finished_match_goes_from_one_machine_to_another() {
    let (here, there) = (Folder::new(), Folder::new());
    here.out(&["wordle", "--set", "word=crane", "--seed", "1"], "slate\ncrane\nn\n");
    let text = here.out(&["export", &only_match(&here)], "");
    assert!(text.ends_with("0: guess slate\n0: guess crane\n= 5\n"), "{text}");
    there.write("game.play", &text);
    assert!(there.out(&["import", "game.play"], "").starts_with("The match is kept as "));
    assert_eq!(there.out(&["export", &only_match(&there)], ""), text);
}

#[test]
fn what_is_not_over_or_not_right_is_refused() {
    let folder = Folder::new();
    folder.out(&["wordle", "--seed", "1"], "slate\n/quit\n");
    let output = folder.run(&["export", &only_match(&folder)], "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
    folder.write("bad.play", "wordle/1/-/en-1/0000000000000\n0: guess zzzzz\n= 0\n");
    for file in ["bad.play", "nowhere.play"] {
        let output = folder.run(&["import", file], "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
    }
    only_match(&folder);
}

#[test]
fn statistics_are_drawn_and_told_to_programs() {
    let folder = Folder::new();
    assert!(folder.out(&["stats", "--as", "Ann"], "").contains("Ann: no finished match yet."));
    for input in ["crane\nn\n", "slate\ncrane\nn\n", "slate\n/leave\nn\n"] {
        folder.out(&["wordle", "--as", "Ann", "--set", "word=crane"], input);
    }
    let text = folder.out(&["stats", "wordle", "--as", "Ann"], "");
    assert!(text.contains("played 3, won 2 (67 %)\n  streak 0, longest 2\n"), "{text}");
    assert!(text.contains("best 6, on average 3.7"), "{text}");
    assert!(text.contains("to beat it: lexicade play wordle/1/word=~"), "{text}");
    let json = folder.out(&["stats", "--json", "--as", "Ann"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["Ann"][0]["spread"], serde_json::json!([["1", 1], ["2", 1], ["X", 1]]));
    let output = folder.run(&["stats", "chess"], "");
    assert_eq!(output.status.code(), Some(2));
}
