//! Unexpected answers: every prompt can be quit, explains what it expects, and loses nothing.

use crate::shared::Folder;

#[test]
fn a_ticket_finds_built_in_boards_and_the_players_own() {
    let folder = Folder::new();
    folder.write(".local/share/lexicade/boards/mine.txt", "3 x 15\nAa H STRAWBERRIES\nAa V SON\n");
    folder.write("lexicade/boards/mine.txt", "3 x 15\nAa H STRAWBERRIES\nAa V SON\n");
    for board in ["toys", "farm", "mine"] {
        let set = format!("board={board}");
        let ticket = folder.out(&["ticket", "junior", "--set", &set, "--seed", "1"], "");
        let played = folder.out(&["play", ticket.trim()], "/quit\n");
        assert!(played.contains("'s tiles") || played.contains("position"), "{board}: {played}");
    }
}

#[test]
fn quit_stops_at_every_question() {
    let folder = Folder::new();
    let out = |args: &[&str], input: &str| folder.out(args, input);
    assert!(out(&["wordle", "--seed", "1"], "/leave\n/quit\n").ends_with("Play again? /quit\n"));
    assert!(out(&["wizards", "--seed", "1"], "h\n/quit\n").ends_with("go back: /quit\n"));
    let hidden = ["junior", "--set", "board=farm", "--set", "racks=hidden", "--seats", "2"];
    assert!(out(&hidden, "/quit\n").contains("press Enter: /quit"));
    for board in ["/Exit\n", "/quit\n"] {
        assert!(out(&["junior"], board).contains("Enter for “example”): /"));
    }
    let named = ["junior", "--as", "Ann", "--set", "board=toys", "--seats", "3"];
    let named = [&named[..], &["--bot", "0=sensible"]].concat();
    let text = out(&named, "/quit\n");
    assert!(text.ends_with("(Enter for Player 2): /quit\n"), "{text}");
    let text = out(&named, "/x\n/exit\n");
    assert!(text.contains("no slash at the start.\nName of player 2"), "{text}");
    assert!(!folder.out(&["matches", "--all"], "").contains("Ann"), "nothing was opened");
    let text = out(&["build", "b", "--words", "nowhere"], "/quit\n");
    assert!(text.ends_with("Try again? /quit\n"), "{text}");
    let text = out(&["wordle", "--seed", "1"], "/leave\nmaybe\n?\nno\n");
    assert_eq!(text.matches("Please answer yes or no, or /quit.").count(), 2, "{text}");
}

#[test]
fn a_board_that_cannot_be_written_is_printed_with_status_1() {
    let folder = Folder::new();
    folder.write("file", "in the way");
    for last in ["/quit\n", ""] {
        let output = folder.run(&["build", "file/b.txt"], format!("4\n4\nAa H CAT\n/save\n{last}"));
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("Aa H CAT\n"), "{output:?}");
    }
    assert!(!std::path::Path::new("/quit").exists());
}

#[test]
fn the_builder_discards_nothing_without_asking() {
    let folder = Folder::new();
    let out = |input: &str| folder.out(&["build", "b.txt"], input);
    assert!(out("4\n4\n").ends_with('\n'));
    assert_eq!(folder.read("b.txt"), None, "an empty board is not saved");
    out("?\n4\n4\nAa H CAT\n/restart\n/new\n/save\n");
    assert!(folder.read("b.txt").unwrap().contains("Aa H CAT"));
    out("o\n4\n4\n");
    assert!(folder.read("b.txt").unwrap().contains("Aa H CAT"), "nothing was put on the new one");
}

#[test]
fn lines_from_hints_and_refusals_can_be_typed() {
    let folder = Folder::new();
    let text = folder.out(&["wordle", "--set", "word=crane"], "guess crane\nn\n");
    assert!(text.contains("Solved in 1!"), "{text}");
    let set = ["hand", "--set", "deals=cat:dog", "--set", "options=true", "--set", "hands=2"];
    let text = folder.out(&set, "keep\nplay cat\nreplay\n!!\nkeep\n!!\n");
    assert!(text.contains("Total score over all hands: "), "{text}");
}

#[test]
fn impossible_requests_are_refused_before_the_first_question() {
    let folder = Folder::new();
    let output = folder.run(&["junior", "--seats", "5"], "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
    let text = folder.out(&["junior", "--seats", "2"], "/\n");
    assert!(text.contains("A board can't be read from “/”: it isn't a regular file."), "{text}");
}

#[test]
fn a_line_of_invalid_text_is_echoed() {
    let text = Folder::new().out(&["wordle", "--seed", "1"], b"cr\x01ne\n/quit\n");
    assert!(text.contains("Guess: cr\u{fffd}ne\n"), "{text}");
}

#[test]
fn shells_complete_the_names_of_games() {
    let script = Folder::new().out(&["completions", "bash"], "");
    assert!(script.contains("wizards hand wampus junior builder wordle"), "{script}");
}

#[test]
fn no_line_of_the_rules_is_wider_than_a_terminal() {
    for game in games::GAMES.iter().map(|game| game.info()).filter(|info| info.listed) {
        let text = Folder::new().out(&["rules", game.id], "");
        let wide = text.lines().find(|line| line.chars().count() > 80 && !line.starts_with("    "));
        assert_eq!(wide, None, "{}", game.id);
    }
}
