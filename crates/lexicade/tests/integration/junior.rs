//! Junior's questions with good and bad answers, exchanges, the pause between two players, and the end.

use crate::shared::{Folder, asked};

/// Fourteen letters, enough for two.
const FOURTEEN: &str = "9 x 9\nAa H DOLPHIN\nCa H PENGUIN\n";
/// Twenty-one letters, enough for three.
const TWENTY_ONE: &str = "9 x 9\nAa H DOLPHIN\nCa H PENGUIN\nEa H GIRAFFE\n";
const BOARD: &str = "Board (a name or a path; Enter for “example”): ";
const PLAYERS: &str = "Players (2 to ";

#[test]
fn a_board_is_asked_for_until_it_can_be_played() {
    let folder = Folder::new();
    folder.write("small.txt", "9 x 9\nAa H DOLPHIN\nCa H SEA\n");
    folder.write("nosize.txt", "Aa H DOLPHIN\n");
    folder.write("large.txt", "21 x 9\nAa H DOLPHIN\n");
    folder.write("outside.txt", "3 x 3\nAa H DOLPHIN\n");
    folder.write("clash.txt", "9 x 9\nAa H DOLPHIN\nAa V CAT\n");
    folder.write("latin.txt", b"9 x 9\nAa H CAF\xc9\n");
    folder.write("good.txt", FOURTEEN);
    let text = folder.out(
        &["junior", "--seed", "1"],
        "nowhere\n./nowhere.txt\nsmall\nnosize.txt\nlarge.txt\noutside.txt\nclash.txt\nlatin.txt\n.\n?\ngood.txt\n/quit\n",
    );
    assert_eq!(asked(&text, BOARD), 11, "{text}");
    for reason in [
        "There is no board or file “nowhere”",
        "There is no board or file “./nowhere.txt”",
        "This board has only 10 letters; two players need 14.",
        "Line 1: a board must begin with its size",
        "Line 1: a board has 1 to 20 rows",
        "Line 2: DOLPHIN (Aa H) doesn't fit in the 3 x 3 grid",
        "Line 3: CAT (Aa V) needs C at Aa, but D is there",
        "The file latin.txt is not UTF-8 text.",
        "A board can't be read from “.”",
        "For any other board, type the path of its file.",
    ] {
        assert!(text.contains(reason), "{reason}: {text}");
    }
    assert!(text.contains("This board has room for two players."), "{text}");
    assert_eq!(asked(&text, PLAYERS), 0, "{text}");
}

#[test]
fn a_board_is_a_name_a_saved_name_a_file_name_or_a_path() {
    let folder = Folder::new();
    let path = folder.write("there/good.txt", FOURTEEN);
    folder.write("here.txt", FOURTEEN);
    folder.write("data/boards/mine.txt", FOURTEEN);
    for name in ["toys", "TOYS", "toys.txt", "here", "here.txt", "mine", "mine.txt", "there/good"] {
        let text = folder.out(&["junior", "--data", "data"], format!("{name}\n2\n/quit\n"));
        assert!(text.contains("Scrabble Junior."), "{name}: {text}");
        assert_eq!(asked(&text, BOARD), 1, "{name}: {text}");
    }
    let text = folder.out(&["junior"], format!("{}\n/quit\n", path.display()));
    assert!(text.contains("Scrabble Junior."), "{text}");
    assert!(folder.out(&["junior", "--data", "data"], "").contains("weather, mine."));
}

#[test]
fn the_players_own_board_goes_before_a_built_in_one() {
    let folder = Folder::new();
    folder.write("data/boards/toys.txt", FOURTEEN);
    let text = folder.out(&["junior", "--data", "data"], "toys\n/quit\n");
    assert!(text.contains("Covered: 0 of 14"), "{text}");
}

#[test]
fn the_number_of_players_depends_on_the_letters() {
    let folder = Folder::new();
    folder.write("three.txt", TWENTY_ONE);
    let text = folder.out(&["junior"], "three\n4\n1\n0\n-2\nmany\n3+1\n0+2\n2+x\n3\n/quit\n");
    assert!(text.contains("Players (2 to 3; "), "{text}");
    assert_eq!(asked(&text, PLAYERS), 9, "{text}");
    assert!(text.contains("This board has 21 letters, enough for 2 to 3 players."), "{text}");
    assert!(text.contains("Player 3's tiles") && !text.contains("Player 4's tiles"), "{text}");
    for (typed, seats) in [("2", 2), ("3", 3), ("4", 4), ("1+3", 4), ("2 + 1", 3)] {
        let text = folder.out(&["junior"], format!("example\n{typed}\n/quit\n"));
        assert!(text.contains(&format!("Player {seats}'s tiles:")), "{typed}: {text}");
        assert!(!text.contains(&format!("Player {}'s tiles:", seats + 1)), "{typed}: {text}");
    }
}

#[test]
fn given_settings_are_not_asked_for() {
    let folder = Folder::new();
    let known = ["junior", "--set", "board=toys", "--seats", "3"];
    let text = folder.out(&known, "/quit\n");
    assert_eq!((asked(&text, BOARD), asked(&text, PLAYERS)), (0, 0), "{text}");
    assert!(text.contains("Player 3's tiles"), "{text}");
    let text = folder.out(&["junior", "--set", "board=toys"], "2\n/quit\n");
    assert_eq!((asked(&text, BOARD), asked(&text, PLAYERS)), (0, 1), "{text}");
    let text = folder.out(&["junior", "--seats", "2"], "toys\n/quit\n");
    assert_eq!((asked(&text, BOARD), asked(&text, PLAYERS)), (1, 0), "{text}");
    let text = folder.out(&["junior", "--set", "board=toys", "--bot", "2=random"], "/quit\n");
    assert!(text.contains("Player 3's tiles") && asked(&text, PLAYERS) == 0, "{text}");
}

#[test]
fn a_board_on_the_command_line_that_cannot_be_played_is_refused() {
    let folder = Folder::new();
    folder.write("small.txt", "9 x 9\nAa H DOLPHIN\n");
    for args in [
        &["junior", "--set", "board=nowhere"][..],
        &["junior", "--set", "board=small.txt"],
        &["junior", "--set", "board=@nowhere.txt"],
        &["junior", "--set", "board=toys", "--seats", "5"],
    ] {
        let output = folder.run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1, "{args:?}");
    }
}

#[test]
fn an_illegal_move_is_explained() {
    let args = ["junior", "--set", "board=toys", "--seats", "2", "--seed", "1"];
    let text =
        Folder::new().out(&args, "Zz\nAa\nBb\nBa\nxx\n12\nswap QZ\n/swap QZ\nDc\nDc\n/quit\n");
    for reason in [
        "Zz is outside the board, which ends at Hh.",
        "There is no letter at Aa.",
        "Bb cannot be covered yet",
        "Ba needs B, and you don't have one.",
        "“xx” isn't a position",
        "“12” isn't a position",
        "Dc is already covered.",
    ] {
        assert!(text.contains(reason), "{reason}: {text}");
    }
    assert!(text.contains("Player 1, 1 move left, position: "), "{text}");
}

#[test]
fn without_a_legal_move_letters_are_exchanged() {
    let folder = Folder::new();
    folder.write("tie.txt", "19 x 1\nAa V DERMATOLOGIST\nOa V CUPID\n");
    let draws = ["--set", "board=tie.txt", "--set", "draws=TORMUITDCDAIPOLSEITG"];
    let args = [&["junior", "--seats", "2"][..], &draws].concat();
    let text = folder.out(&args, "Aa\nQZ\nI\nITT\nI, T\n/quit\n");
    assert_eq!(asked(&text, "Player 1, two letters to swap: "), 5, "{text}");
    assert!(text.contains("You don't have QZ"), "{text}");
    assert!(text.contains("Exchange exactly two tiles"), "{text}");
    assert!(text.contains("Player 1 exchanges IT for LS."), "{text}");
}

#[test]
fn the_end_shows_the_places_and_offers_another_game() {
    let args = ["junior", "--set", "board=toys", "--seats", "3", "--seed", "1"];
    let text = Folder::new().out(&args, "/leave\n/leave\nmaybe\nyes\n/leave\n/leave\nn\n");
    let table = "1st  Player 3  0\n     Player 1  0\n     Player 2  0\nPlayer 3 wins.\n";
    assert_eq!(text.matches(table).count(), 2, "{text}");
    assert_eq!(asked(&text, "Another game? "), 3, "{text}");
}

#[test]
fn hidden_racks_are_shown_only_after_the_keyboard_is_handed_over() {
    let args =
        ["junior", "--set", "board=toys", "--set", "racks=hidden", "--seats", "2", "--seed", "1"];
    let text = Folder::new().out(&args, "\nDc\nEa\n\n/quit\n");
    let turns: Vec<&str> = text.split("Hand over the keyboard. Player 2, press Enter:").collect();
    assert_eq!(turns.len(), 2, "{text}");
    assert!(text.contains("Player 1, press Enter:"), "{text}");
    assert!(!turns[0].contains("Player 2's tiles"), "{text}");
    assert!(!turns[1].contains("Player 1's tiles"), "{text}");
    assert!(turns[1].contains("Player 2's tiles"), "{text}");
    // Against bots there is no pause.
    let text = Folder::new().out(&[&args[..5], &["--bot", "1=sensible"]].concat(), "/quit\n");
    assert!(!text.contains("press Enter"), "{text}");
}

#[test]
fn the_end_of_input_ends_every_question() {
    for typed in ["", "toys\n", "toys\n2\n", "/quit\n", "toys\n/quit\n"] {
        Folder::new().out(&["junior", "--seed", "1"], typed);
    }
}
