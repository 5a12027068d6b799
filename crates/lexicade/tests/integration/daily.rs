//! Dailies on the command line: playing, resuming, showing and ranking them, and the time zone. `hall` tests clocks and
//! midnight.

use crate::shared::{Folder, run};

/// The output in a time zone.
fn out_in(folder: &Folder, zone: &str, args: &[&str], input: &str) -> String {
    let mut command = folder.command(args);
    let output = run(
        {
            command.env("TZ", zone);
            command
        },
        input,
    );
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The date in the heading of the list.
fn date_in(folder: &Folder, zone: &str) -> String {
    let list = out_in(folder, zone, &["daily"], "");
    list.strip_prefix("Dailies of ").unwrap().split('.').next().unwrap().to_owned()
}

/// The `HH:MM:SS` after a text, in seconds.
fn seconds_after(text: &str, before: &str) -> u32 {
    let at = text.find(before).unwrap_or_else(|| panic!("{text}")) + before.len();
    let parts: Vec<u32> = text[at..at + 8].split(':').map(|part| part.parse().unwrap()).collect();
    parts[0] * 3600 + parts[1] * 60 + parts[2]
}

#[test]
fn the_day_follows_the_players_time_zone() {
    let folder = Folder::new();
    // These two zones never have the same date.
    let (west, east) = (date_in(&folder, "<-12>12"), date_in(&folder, "<+14>-14"));
    assert!(west < east, "{west} {east}");
    if cfg!(target_os = "linux") && std::path::Path::new("/usr/share/zoneinfo/Etc").exists() {
        assert_eq!(date_in(&folder, "Etc/GMT+12"), west);
        assert_eq!(date_in(&folder, "Pacific/Kiritimati"), east);
    }
    let mut command = folder.command(&["daily"]);
    let output = run(
        {
            command.env("TZ", "Nowhere/Atall");
            command
        },
        "",
    );
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("The time zone in TZ is unknown"), "{said}");
    assert!(output.status.success());
    // Zones half a day apart have countdowns half a day apart.
    let left = |zone| seconds_after(&out_in(&folder, zone, &["daily"], ""), "New ones in ");
    let apart = left("<+00>0").abs_diff(left("<+12>-12"));
    assert!(apart.abs_diff(43_200) < 600, "{apart}");
}

#[test]
fn a_daily_is_listed_picked_resumed_and_shown_again() {
    let folder = Folder::new();
    let list = folder.out(&["daily"], "7\nchess\n\n/quit\n");
    for game in ["1  wizards", "2  hand", "3  wampus", "4  junior", "5  wordle"] {
        let line =
            list.lines().find(|line| line.contains(game)).unwrap_or_else(|| panic!("{list}"));
        assert!(line.ends_with("not played yet"), "{line}");
    }
    assert!(!list.contains("builder"), "{list}");
    assert_eq!(list.matches("Type the name or number").count(), 2, "{list}");
    // A daily can be neither restarted nor replaced.
    let once = folder.out(&["daily"], "wordle\n/restart\n/new\ncrane\n/quit\n");
    assert_eq!(once.matches("You can play a daily only once").count(), 2, "{once}");
    assert!(once.contains("Guess 1, CRANE"), "{once}");
    assert!(folder.out(&["daily"], "").contains("5  wordle   unfinished: 1 of 6"));
    // Every way to resume leads to the same daily.
    let on = folder.out(&["play"], "/restart\nslate\n/quit\n");
    assert!(on.contains("play a daily only once") && on.contains("Guess 2, SLATE"), "{on}");
    let end = folder.out(&["daily", "wordle"], "/leave\n");
    assert!(!end.contains("Play again?"), "{end}");
    assert!(end.contains("Current streak: 0. Longest: 0."), "{end}");
    assert!((1..=90_000).contains(&seconds_after(&end, "Next daily in ")), "{end}");
    let again = folder.out(&["daily", "wordle"], "crane\n");
    assert!(again.contains("You have already played the daily"), "{again}");
    for part in ["C", "S", "Lexicade Wordle ", "X/6", "Ticket: wordle/1/day=", "Next daily in "] {
        assert!(again.contains(part), "{part}: {again}");
    }
    assert_eq!(again.matches("Guess:").count(), 0, "there is nothing to guess: {again}");
    assert!(folder.out(&["daily"], "").contains("5  wordle   played: lost, score 0"));
    assert_eq!(folder.out(&["matches", "--all"], "").lines().count(), 1);
}

#[test]
fn every_daily_is_played_in_its_own_dialogue_and_ends_there() {
    for (game, typed, seen) in [
        ("wizards", "e\n", "Ticket: wizards/"),
        ("hand", "n\n!!\nn\n", "Total score"),
        ("wampus", "/leave\n", "Ticket: wampus/"),
        ("junior", "/leave\n", "Player 2 wins."),
    ] {
        let folder = Folder::new();
        let said = folder.out(&["daily", game], typed);
        assert!(said.contains(seen) && said.contains("Next daily in "), "{game}: {said}");
        assert!(said.ends_with('\n') && !said.contains("Another"), "{game}: {said}");
        let again = folder.out(&["daily", game], typed);
        assert!(again.contains("You have already played the daily"), "{game}: {again}");
    }
}

#[test]
fn a_daily_without_moves_stays_the_same_daily() {
    let folder = Folder::new();
    let first = folder.out(&["daily", "hand"], "/quit\n");
    assert!(folder.out(&["daily"], "").contains("2  hand     not played yet"));
    assert_eq!(folder.out(&["matches"], ""), "You have no unfinished matches.\n");
    assert_eq!(folder.out(&["daily", "hand"], "/quit\n"), first);
    assert_eq!(folder.out(&["matches", "--all"], "").lines().count(), 1);
}

#[test]
fn dailies_are_for_one_player_and_some_games() {
    let folder = Folder::new();
    for (args, says) in [
        (&["daily", "builder"][..], "Board Builder has no daily."),
        (&["daily", "chess"], "There is no game"),
        (&["daily", "--as", "Ann,Bo"], "A daily is for one player"),
        (&["leaderboard", "builder"], "Board Builder has no daily."),
        (&["leaderboard", "wordle", "yesterday"], "A day is written like"),
        (&["leaderboard", "wordle/1/-/en-1/0000000000000", "2026-11-15"], "leave out the date"),
        (&["leaderboard", "wordle/1"], "ticket"),
    ] {
        let output = folder.run(args, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?} {said}");
        assert!(said.contains(says), "{args:?}: {said}");
    }
}

#[test]
fn a_leaderboard_ranks_players_of_the_same_puzzle() {
    let folder = Folder::new();
    let wordle = ["wordle", "--set", "word=crane", "--seed", "1", "--as"];
    for (player, typed) in [
        ("Ann", "slate\ncrane\nn\n"),
        ("Bo", "slate\n/leave\nn\n"),
        ("Cyril", "crane\nn\n"),
        ("Di", "/hint\ncrane\nn\n"),
    ] {
        folder.out(&[&wordle[..], &[player]].concat(), typed);
    }
    let stats = folder.out(&["stats", "wordle", "--as", "Ann"], "");
    let ticket = stats.split("lexicade play ").nth(1).unwrap().trim();
    let board = folder.out(&["leaderboard", ticket], "");
    let places: Vec<&str> = board.lines().skip(1).collect();
    let wanted = [
        "    1  Cyril       6  won",
        "    2  Ann         5  won",
        "    3  Bo          0",
        "with hints",
        "    1  Di          6  won",
    ];
    assert_eq!(places, wanted, "{board}");
    let json = folder.out(&["leaderboard", ticket, "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json[0]["player"], &json[3]["hinted"]), (&"Cyril".into(), &true.into()));
    // An unfinished match is not on the leaderboard, and nobody has played the daily.
    folder.out(&["daily", "wordle", "--as", "Ann"], "crane\n/quit\n");
    let none = folder.out(&["leaderboard", "wordle"], "");
    assert!(none.contains("nobody has finished this puzzle yet"), "{none}");
    folder.out(&["daily", "wordle", "--as", "Ann"], "/leave\n");
    assert!(folder.out(&["leaderboard", "wordle"], "").contains("    1  Ann       0"));
}

#[test]
fn statistics_of_dailies_are_separate_and_may_be_empty() {
    let folder = Folder::new();
    let none = folder.out(&["stats", "wordle", "--as", "Ann"], "");
    assert!(none.contains("wordle, daily\n  played 0, won 0 (0 %)\n"), "{none}");
    assert!(none.contains("  No Data\n"), "{none}");
    folder.out(&["daily", "wordle", "--as", "Ann"], "crane\n/leave\n");
    let lost = folder.out(&["stats", "--as", "Ann"], "");
    assert!(lost.contains("wordle, daily\n  played 1, won 0 (0 %)\n"), "{lost}");
    assert!(lost.contains("  No Data\n  X  "), "{lost}");
}

#[test]
fn statistics_name_own_boards_and_word_lists() {
    let folder = Folder::new();
    folder.write("list.txt", "crane\nslate\nstair\nstark\n");
    folder.out(&["wordle", "list.txt", "--seed", "1", "--as", "Ann"], "/leave\nn\n");
    folder.out(&["junior", "--set", "board=toys", "--seats", "2", "--as", "Ann,Bo"], "/leave\nn\n");
    let stats = folder.out(&["stats", "--as", "Ann"], "");
    assert!(stats.contains("junior, board toys\n"), "{stats}");
    let list = stats.lines().find(|line| line.starts_with("wordle, classic, word list ")).unwrap();
    assert_eq!(list.len(), "wordle, classic, word list ".len() + 16, "{list}");
}

#[test]
fn the_lobby_offers_the_dailies_and_stays_open() {
    let folder = Folder::new();
    for answer in ["daily", "7"] {
        let out = folder.out(&[], format!("{answer}\n/quit\n/quit\n"));
        let (menu, rest) = out.split_once(&format!("Which game? {answer}\n")).unwrap();
        assert!(menu.contains("7  daily    Today's puzzles"), "{out}");
        assert!(rest.starts_with("Dailies of ") && rest.contains("not played yet"), "{out}");
        assert!(rest.ends_with("Which game? /quit\n"), "{out}");
    }
}

#[test]
fn giving_up_a_daily_loses_it_and_the_end_of_input_does_not() {
    let folder = Folder::new();
    let out = folder.out(&["daily", "hand"], "");
    assert!(!out.contains("Current streak"), "{out}");
    let list = folder.out(&["daily"], "");
    let hand = |list: &str| list.lines().find(|line| line.contains(" hand ")).unwrap().to_owned();
    assert!(!hand(&list).contains("played:"), "{list}");
    let out = folder.out(&["daily", "hand"], "/leave\n");
    assert!(out.contains("Current streak: 0"), "{out}");
    assert!(hand(&folder.out(&["daily"], "")).contains("played: lost"), "{out}");
}

#[test]
fn a_damaged_daily_does_not_affect_the_others() {
    let folder = Folder::new();
    folder.out(&["daily", "wordle"], "slate\n/quit\n");
    let file = folder.path().join(".local/share/lexicade/lexicade.db");
    let file = rusqlite::Connection::open(file).unwrap();
    file.execute("update entry set body = '{' where seq = 2", ()).unwrap();
    drop(file);
    let out = folder.out(&["daily"], "wordle\nwampus\n/quit\n/quit\n");
    // The list shows the summary and reads no log.
    assert!(out.contains("wordle   unfinished: 1 of 6"), "{out}");
    assert!(out.contains("is damaged: entry 2 of the log cannot be read"), "{out}");
    assert!(out.matches("Daily ").count() == 2, "{out}");
}

#[test]
fn a_data_folder_that_is_a_file_is_refused() {
    let folder = Folder::new();
    folder.write("file", "text");
    let output = folder.command(&["matches", "--data", "file"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("“file” isn't a folder."), "{said}");
    assert_eq!(output.status.code(), Some(2));
}
