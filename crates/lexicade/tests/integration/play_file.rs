//! Exporting and importing matches, and statistics.

use crate::shared::{Folder, only_match};

#[test]
fn a_finished_match_is_exported_and_imported() {
    let (here, there) = (Folder::new(), Folder::new());
    here.out(&["wordle", "--set", "word=crane", "--seed", "1"], "slate\ncrane\nn\n");
    let text = here.out(&["export", &only_match(&here, &["--all"])], "");
    assert!(text.ends_with("0: guess slate\n0: guess crane\n= 5\n"), "{text}");
    there.write("game.play", &text);
    assert!(there.out(&["import", "game.play"], "").starts_with("Imported as match "));
    assert_eq!(there.out(&["export", &only_match(&there, &["--all"])], ""), text);
}

#[test]
fn unfinished_matches_and_invalid_files_are_refused() {
    let folder = Folder::new();
    folder.out(&["wordle", "--seed", "1"], "slate\n/quit\n");
    let output = folder.run(&["export", &only_match(&folder, &["--all"])], "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
    folder.write("bad.play", "wordle/1/-/en-1/0000000000000\n0: guess zzzzz\n= 0\n");
    for file in ["bad.play", "nowhere.play"] {
        let output = folder.run(&["import", file], "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
    }
    only_match(&folder, &["--all"]);
}

#[test]
fn a_match_with_an_own_word_list_needs_the_list() {
    let (here, there) = (Folder::new(), Folder::new());
    for folder in [&here, &there] {
        folder.write("own.txt", "crane\nslate\nmoist\n");
    }
    here.out(
        &["wordle", "--words", "own.txt", "--set", "word=moist", "--seed", "1"],
        "crane\nmoist\nn\n",
    );
    // With a byte order mark, as some editors write it.
    let text = here.out(&["export", &only_match(&here, &["--all"])], "");
    there.write("game.play", format!("\u{feff}{text}"));
    let output = there.run(&["import", "game.play"], "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("Give its file with --words"));
    there.out(&["import", "game.play", "--words", "own.txt"], "");
    assert_eq!(there.out(&["export", &only_match(&there, &["--all"])], ""), text);
    // From then on the store has the list.
    there.out(&["import", "game.play"], "");
}

#[test]
fn a_board_named_by_a_ticket_is_found_in_the_store() {
    let folder = Folder::new();
    folder.write("own.txt", "crane\nslate\nmoist\n");
    let words = "Aa H STRAWBERRIES\nAa V SON\nAc V ROD\nAe V WET\nAg V EGG\nAi V RIM";
    folder.write("board.txt", format!("3 x 15\n{words}\n"));
    folder.out(&["wordle", "--as", "Ann", "--words", "own.txt"], "crane\nslate\nmoist\nn\n");
    let input = "1+1\n/leave\nn\n";
    folder.out(&["junior", "--as", "Ann", "--set", "board=@board.txt"], input);
    std::fs::remove_file(folder.path().join("board.txt")).unwrap();
    let text = folder.out(&["stats", "wordle", "--as", "Ann"], "");
    let ticket = text.split("lexicade play ").nth(1).unwrap().trim();
    assert!(folder.out(&["play", ticket], "/quit\n").contains("Guess: "));
    assert!(folder.out(&[], format!("{ticket}\n/quit\n")).contains("Guess: "));
    // A lost match is not a record, so the ticket comes from the match.
    let text = folder.out(&["stats", "junior", "--as", "Ann"], "");
    assert!(text.contains("played 1, won 0") && !text.contains("beat it"), "{text}");
    let all = folder.out(&["matches", "--all"], "");
    let junior = all.lines().find(|line| line.contains("junior")).unwrap();
    let play = folder.out(&["export", &junior[..8]], "");
    let ticket = play.lines().next().unwrap();
    assert!(ticket.starts_with("junior/1/board=@"), "{ticket}");
    assert!(folder.out(&["play", ticket], "/quit\n").contains("position: "));
    // A board that is not in the store must be given.
    let unknown = Folder::new().run(&["play", ticket], "");
    assert_eq!(unknown.status.code(), Some(2), "{unknown:?}");
}

#[test]
fn statistics_are_printed_as_text_and_json() {
    let folder = Folder::new();
    assert!(folder.out(&["stats", "--as", "Ann"], "").contains("Ann: no finished games yet."));
    for input in ["crane\nn\n", "slate\ncrane\nn\n", "slate\n/leave\nn\n"] {
        folder.out(&["wordle", "--as", "Ann", "--set", "word=crane"], input);
    }
    let text = folder.out(&["stats", "wordle", "--as", "Ann"], "");
    assert!(text.contains("played 3, won 2 (67 %)\n  streak 0, longest 2\n"), "{text}");
    assert!(text.contains("best 6, average 3.7"), "{text}");
    assert!(text.contains("beat it: lexicade play wordle/1/word=~"), "{text}");
    let json = folder.out(&["stats", "--json", "--as", "Ann"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let spread =
        [["1", "1"], ["2", "1"], ["3", "0"], ["4", "0"], ["5", "0"], ["6", "0"], ["X", "1"]];
    let rows: Vec<[String; 2]> = json["Ann"][0]["spread"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| [pair[0].as_str().unwrap().to_owned(), pair[1].to_string()])
        .collect();
    assert_eq!(rows, spread.map(|pair| pair.map(str::to_owned)));
    assert_eq!(
        (&json["Ann"][0]["game"], &json["Ann"][0]["daily"]),
        (&"wordle".into(), &false.into())
    );
    assert!(text.contains("  2  ██") && text.contains("\n  3  0\n"), "{text}");
    let output = folder.run(&["stats", "chess"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// The lists without match ids, which are random.
fn listed(folder: &Folder) -> Vec<String> {
    let lists = [
        &["matches"][..],
        &["matches", "--all"],
        &["stats"],
        &["stats", "--json"],
        &["leaderboard", "wordle"],
        &["leaderboard", "wordle/1/-/en-1/0000000000001", "--json"],
    ];
    let list = |args: &[&str]| {
        let text = folder.out(args, "");
        match args[0] {
            "matches" => {
                text.lines().map(|line| line[8..].to_owned()).collect::<Vec<_>>().join("\n")
            }
            _ => text,
        }
    };
    lists.into_iter().map(list).collect()
}

#[test]
fn lists_reveal_nothing_about_an_unfinished_match() {
    // The two matches differ only in their secrets, and the moves reveal nothing about these.
    for (game, secrets, typed) in [
        ("wordle", ["word=crane", "word=moist"], "fluff\n/quit\n"),
        ("wampus", ["layout=A..P:..W.:....:.G..", "layout=A...:.P..:..W.:..G."], "/hint\n/quit\n"),
        ("wizards", ["main=streak", "main=master"], "s\n/quit\n"),
    ] {
        let [one, two] = secrets.map(|secret| {
            let folder = Folder::new();
            folder.out(&[game, "--seed", "1", "--set", secret], typed);
            listed(&folder)
        });
        assert!(one[0].contains(game), "{one:?}");
        assert_eq!(one, two, "{game}");
        let secret = secrets[0].split('=').nth(1).unwrap();
        assert!(!one.concat().contains(secret), "{one:?}");
    }
}
