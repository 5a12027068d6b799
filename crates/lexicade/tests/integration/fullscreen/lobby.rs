//! Other ways into the full screen than the name of a game, the lobby, and terminals that change their size.

use super::{SIZE, home, is_restored, shows};
use crate::screen::PtyScreen;
use crate::shared::Folder;
use std::path::PathBuf;

/// Gives up the match and quits.
fn give_up_and_quit(screen: &mut PtyScreen) {
    screen.type_bytes(b"\x07");
    shows(screen, "Give up this game?");
    screen.type_bytes(b"y");
    shows(screen, "n new match");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
}

#[test]
fn a_daily_is_played_resumed_and_seen_as_it_ended() {
    let folder = home();
    let open = |folder: &Folder| PtyScreen::full(folder, &["daily", "wampus"], &[], SIZE);
    let mut screen = open(&folder);
    shows(&mut screen, "Daily Hunt the Wampus, ");
    shows(&mut screen, "You stand at");
    screen.type_bytes(b"n\x1b[As");
    shows(&mut screen, "safe");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    // It stays the same daily.
    let mut screen = open(&folder);
    shows(&mut screen, "You stand at");
    give_up_and_quit(&mut screen);
    let mut screen = open(&folder);
    shows(&mut screen, "n new match");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    let kept = folder.out(&["matches", "--all"], "");
    assert_eq!(kept.lines().count(), 1, "{kept}");
    let mut screen = PtyScreen::full(&folder, &["daily"], &[], SIZE);
    shows(&mut screen, "\u{25b8} \u{25cb} not played");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
}

#[test]
fn with_line_the_builder_is_a_dialogue() {
    let folder = Folder::new();
    for args in [&["daily"][..], &["daily", "wordle"], &["build", "./pets.txt"], &["wizards"]] {
        let mut screen = PtyScreen::open(&folder, args, &[], (40, 80));
        screen.wait_for_question(0);
        assert!(!screen.screen().alternate_screen(), "{args:?}");
    }
}

#[test]
fn a_board_is_saved_to_the_named_path_and_resumed() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["build", "./my pets.txt"], &[], SIZE);
    shows(&mut screen, "Words that fit at Aa H");
    screen.type_bytes(b"tiger\r");
    shows(&mut screen, "1 word, 5 letters");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    let mut screen = PtyScreen::full(&folder, &["build", "my pets.txt"], &[], SIZE);
    shows(&mut screen, "Resume it?");
    screen.type_bytes(b"y");
    shows(&mut screen, "1 word, 5 letters");
    screen.type_bytes(b"\x13");
    shows(&mut screen, "Name of the board");
    shows(&mut screen, "my pets.txt");
    screen.type_bytes(b"\r");
    shows(&mut screen, "Board saved:");
    shows(&mut screen, "q quit");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    let file = folder.read("my pets.txt").unwrap();
    assert!(file.contains("Aa H TIGER"), "{file}");
}

#[test]
fn the_setup_page_opens_when_only_a_game_is_named() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["wizards"], &[], SIZE);
    for level in ["Apprentice", "Scholar", "Sorcerer", "Master", "Elder"] {
        shows(&mut screen, level);
    }
    screen.type_bytes(b"5");
    shows(&mut screen, "3 of 3 lives");
    let mut screen = PtyScreen::full(&folder, &["junior"], &[], SIZE);
    shows(&mut screen, "Racks");
}

#[test]
fn a_match_is_imported_and_lists_are_rebuilt() {
    let folder = Folder::new();
    folder.out(&["wordle", "--set", "word=crane", "--seed", "1"], "slate\ncrane\n/quit\n");
    let kept = folder.out(&["matches", "--all"], "");
    let id = kept.split_whitespace().next().unwrap();
    folder.write("one.play", folder.out(&["export", id], ""));
    folder.write(".config/lexicade/settings.json", "{\"welcomed\":true}");
    let mut screen = PtyScreen::full(&folder, &["--data", "other"], &[], SIZE);
    shows(&mut screen, "not played");
    screen.type_bytes(b"/matches\r");
    shows(&mut screen, "No games yet.");
    screen.type_bytes(b"i");
    shows(&mut screen, "Import a match from a .play file");
    screen.type_bytes(b"one.play\r");
    shows(&mut screen, "You can find it under Matches.");
    screen.type_bytes(b"\r");
    shows(&mut screen, "Step 0 of 2");
    screen.type_bytes(b"\x1b");
    shows(&mut screen, "imported, 5");
    screen.type_bytes(b"\x1b");
    shows(&mut screen, "Find matches");
    screen.type_bytes(b"\x1b");
    shows(&mut screen, "not played");
    screen.type_bytes(b"/settings\r\x1b[F\r");
    shows(&mut screen, "Rebuilt from 1 match log.");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
}

#[test]
fn without_a_data_folder_there_is_one_notice_and_everything_can_be_played() {
    let folder = Folder::new();
    // A file in the place of the folders.
    folder.write("home", "");
    let home = folder.path().join("home").display().to_string();
    let env = [("HOME", Some(home.as_str()))];
    let mut screen = PtyScreen::full(&folder, &[], &env, SIZE);
    shows(&mut screen, "There is no write access to");
    assert!(!screen.text().contains("Can't read"), "{}", screen.text());
    screen.type_bytes(b"\r");
    shows(&mut screen, "not played");
    screen.type_bytes(b"/wampus\r");
    shows(&mut screen, "Cave");
    // In a random cave the first cell may show so many senses that there is no room for a note.
    screen.type_bytes(b"\x1b[B\x1b[C");
    shows(&mut screen, "classic");
    screen.type_bytes(b"\r");
    shows(&mut screen, "You stand at");
    screen.type_bytes(b"ns\x1b");
    shows(&mut screen, "safe");
    give_up_and_quit(&mut screen);
    let raw = String::from_utf8_lossy(&screen.raw).into_owned();
    assert!(!raw.contains("Can't write"), "it is said once");
}

/// The database of a player who has played before.
fn played(folder: &Folder) -> PathBuf {
    folder.out(&["wordle"], "crane\n");
    folder.path().join(".local/share/lexicade/lexicade.db")
}

#[test]
fn a_match_can_be_played_when_the_store_fails() {
    let folder = home();
    let other = rusqlite::Connection::open(played(&folder)).unwrap();
    let full = "create trigger full before insert on entry begin select raise(fail, 'full'); end";
    let refused = || {
        other.execute_batch(full).unwrap();
        let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &[], SIZE);
        shows(&mut screen, "This was not stored");
        shows(&mut screen, "Play without saving?");
        screen
    };
    let mut screen = refused();
    other.execute_batch("drop trigger full").unwrap();
    screen.type_bytes(b"n");
    shows(&mut screen, "6 of 6 attempts left");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    let mut screen = refused();
    screen.type_bytes(b"y");
    shows(&mut screen, "From now on nothing is saved.");
    shows(&mut screen, "6 of 6 attempts left");
    screen.type_bytes(b"crane\r");
    shows(&mut screen, "Solved in 1!");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
}

#[test]
fn an_unreadable_database_does_not_prevent_playing() {
    let folder = home();
    let file = played(&folder);
    let mut bytes = std::fs::read(&file).unwrap();
    // Everything except the first page, which has the application id, and the list of tables.
    bytes.chunks_mut(4096).skip(1).for_each(|page| page[..64].fill(0xff));
    std::fs::write(&file, bytes).unwrap();
    let mut screen = PtyScreen::full(&folder, &["wordle"], &[], SIZE);
    shows(&mut screen, "Play without saving? (y/n)");
    screen.type_bytes(b"y\n");
    shows(&mut screen, "6 of 6 attempts left");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    assert!(is_restored(&screen));
}

#[test]
fn keys_typed_before_the_first_frame_are_used() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &[], &[], SIZE);
    screen.type_bytes(b"wordle\r");
    shows(&mut screen, "Marking");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
}

#[test]
fn a_match_is_replayed() {
    let folder = home();
    folder.out(&["wordle", "--set", "word=crane", "--seed", "1"], "slate\ncrane\n/quit\n");
    let kept = folder.out(&["matches", "--all"], "");
    let id = kept.split_whitespace().next().unwrap();
    let mut screen = PtyScreen::full(&folder, &["replay", id, "--step"], &[], SIZE);
    shows(&mut screen, "Step 0 of 2");
    screen.type_bytes(b"\x1b[F");
    shows(&mut screen, "Step 2 of 2");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
}

#[test]
fn a_terminal_can_shrink_to_one_cell_and_grow_again() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &[], SIZE);
    shows(&mut screen, "6 of 6 attempts left");
    screen.type_bytes(b"cra");
    shows(&mut screen, "2 letters to go");
    screen.resize((1, 1));
    screen.wait_until("hardly anything", |text| text.chars().count() <= 1);
    screen.resize((10, 40));
    shows(&mut screen, "Lexicade needs 80 x 24.");
    screen.resize((40, 120));
    shows(&mut screen, "2 letters to go");
    screen.type_bytes(b"ne\r");
    shows(&mut screen, "Solved in 1!");
    shows(&mut screen, "s share");
    // The text to share goes to the clipboard through the terminal.
    screen.type_bytes(b"s");
    shows(&mut screen, "clipboard");
    assert!(screen.raw.windows(7).any(|bytes| bytes == b"\x1b]52;c;"));
    screen.type_bytes(b"\x1b");
    screen.wait_until("no dialog", |text| !text.contains("clipboard"));
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    assert!(is_restored(&screen));
}
