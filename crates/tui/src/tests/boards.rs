//! Junior and the Builder: every screen, and what keys and clicks do.

use super::{SIZES, TestApp};
use crate::app::StartPage;
use crate::event::UiEvent;
use crate::settings::PlayerSettings;
use crate::worker::{FittingQuery, HallRequest, PageRequest};
use games::board::Dir;
use games::builder::{Status, View};
use hall::{BoardLibrary, Opening, Players};
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs, process};

/// Two words of eight letters. With these tiles the first player can't cover anything and exchanges two.
const TWO_WORDS: &str = "board=4 x 8\nAa H CABBAGES\nCa H ELEPHANT";
const NO_MOVE: &str = "draws=ABBAGSL CEPHANT EE";

/// Junior for several people at one keyboard.
fn hot_seat(set: &[&str], seats: u8, names: &str) -> TestApp {
    let opening = Opening {
        what: "junior".into(),
        set: set.iter().map(|set| (*set).to_owned()).collect(),
        seats: Some(seats),
        seed: Some("1".into()),
        ..Opening::default()
    };
    let players = Players::read(names).unwrap_or_else(|_| Players::unnamed("ann"));
    TestApp::among(
        players,
        PlayerSettings { welcomed: true, ..PlayerSettings::default() },
        StartPage::Play { opening: Box::new(opening), bots: Vec::new(), begun: None, file: None },
    )
}

impl TestApp {
    /// Plays a match of Junior to its end with any moves that are possible.
    fn play_out(&mut self) -> &mut TestApp {
        for _ in 0..2000 {
            if self.app.ignores_keys() {
                self.later(Duration::from_secs(2));
            }
            if self.text().contains("new match") {
                return self;
            }
            self.play_step();
        }
        panic!("the match doesn't end:\n{}", self.text());
    }

    /// Plays a possible move, or handles the next reply.
    fn play_step(&mut self) {
        let text = self.text();
        let keys: &[&str] = match () {
            () if self.app.is_busy() => &[],
            () if text.contains("No move: exchange two tiles") => {
                &["space", "right", "space", "enter"]
            }
            () if text.contains("No move: exchange one tile") => &["space", "enter"],
            () if text.contains("Press s to show") => &["s"],
            () if text.contains("Enter cover") => &["tab", "enter"],
            () => &[],
        };
        self.press(keys);
        let reply = self.next_reply().unwrap_or_else(|| panic!("no reply:\n{text}"));
        self.event(UiEvent::Reply(reply));
    }
}

#[test]
fn a_thinking_bot_can_be_told_to_stop() {
    let mut app = TestApp::play("junior", &["board=example"], &[(1, "strong")]);
    while !app.text().contains("Esc stop thinking") {
        app.play_step();
    }
    app.press(&["esc"]);
    assert!(app.text().contains("Esc back"), "once is enough:\n{}", app.text());
    app.play_out();
}

/// Twenty rows and columns, and enough letters for four players.
fn large() -> String {
    let words = [
        "ELEPHANT", "GIRAFFE", "TIGER", "ZEBRA", "MONKEY", "PENGUIN", "WALRUS", "HAMSTER", "OTTER",
    ];
    let rows = ('A'..='T').step_by(2).zip(words).zip('a'..);
    let words: Vec<String> =
        rows.map(|((row, word), col)| format!("{row}{col} H {word}")).collect();
    format!("board=20 x 20\n{}\nTm H KANGAROO", words.join("\n"))
}

#[test]
fn junior() {
    let mut app = TestApp::play("junior", &[], &[(1, "sensible")]);
    app.until("fits at").shot("junior-new");
    app.press(&["enter"]).until("1 move left").until("fits at").press(&["enter"]).until("4 of 101");
    app.until("Your turn.").until("fits at").later(Duration::from_secs(2)).shot("junior-middle");
    app.press(&["home", "pageup"]).until("There is no letter at Aa.").press(&["right", "enter"]);
    app.until("and you don't have one").shot("junior-refused");
    app.play_out().later(Duration::from_secs(2)).shot("junior-end");
    app.type_in("v").until("Step 0 of").press(&["right", "right"]).later(Duration::from_secs(2));
    app.shot("junior-review");
}

#[test]
fn junior_exchange() {
    let mut app = hot_seat(&[TWO_WORDS, NO_MOVE], 2, "");
    app.until("No move: exchange").shot("junior-exchange");
    app.press(&["right", "space"]).until("B and one more");
    app.type_in("L").until("Enter exchanges B and L").shot("junior-exchange-chosen");
    app.press(&["enter"]).until("exchanges BL for EE").until("fits at");
    assert!(app.text().contains("▸ Player 2"));
}

#[test]
fn junior_with_hidden_racks_at_one_keyboard() {
    let mut app = hot_seat(&["racks=hidden", TWO_WORDS, NO_MOVE], 2, "Ann,Bo");
    app.until("Hand over").shot("junior-curtain");
    for key in ["ctrl+t", "tab", "E", "up", "enter", "space"] {
        app.press(&[key]);
    }
    assert!(app.text().contains("Hand over") && !app.text().contains("hint"));
    app.press(&["s"]).until("No move: exchange").shot("junior-hidden");
    app.press(&["space", "right", "space", "enter"]).until("Bo's turn").shot("junior-curtain-2");
    assert!(!app.text().contains(" C+"), "Bo's tiles are hidden");
    app.press(&["s"]).until("fits at").shot("junior-hidden-2");
    assert!(app.text().contains(" C+") && app.text().contains("7 tiles"));
    app.play_out().later(Duration::from_secs(2)).shot("junior-end-2");
}

#[test]
fn junior_on_the_largest_board_for_four() {
    let board = large();
    let mut app = hot_seat(&[&board], 4, "");
    app.until("fits at").shot("junior-large");
    app.press(&["pagedown"]).until("at T").shot("junior-large-scrolled");
    app.size(SIZES[0]).play_out().later(Duration::from_secs(2)).shot("junior-large-end");
    // The whole board can be scrolled, also after the end and in the replay.
    for (key, row) in [("pageup", "A  "), ("pagedown", "T  ")] {
        let text = app.press(&[key]).text();
        assert!(text.lines().any(|line| line.trim_start().starts_with(row)), "{text}");
    }
    app.type_in("v").until("Step 0 of");
    let covered = |app: &TestApp| app.text().lines().any(|line| line.contains("k a n g a r o o"));
    for _ in 0..200 {
        app.press(&["right"]);
        if covered(&app) {
            break;
        }
    }
    assert!(covered(&app), "the last word is visible when it is covered:\n{}", app.text());
}

#[test]
fn junior_in_ascii() {
    let mut app = hot_seat(&[TWO_WORDS], 2, "");
    app.until("fits at");
    app.app.context.ascii = true;
    app.shot("junior-ascii");
    assert!(app.text().is_ascii());
}

#[test]
fn junior_by_clicks() {
    let mut app =
        TestApp::play("junior", &[TWO_WORDS, "draws=CABBAGE ELEPHAN TS"], &[(1, "sensible")]);
    app.until("fits at");
    // A click on a tile goes to its place; a click on a lit cell covers it.
    app.click(" E+", false).until("E fits at Ca.");
    app.click("C+  A", false).until("1 move left").until("A fits at Ab.");
    app.click("P   H   A   N   T", false).until("Cd cannot be covered yet");
}

#[test]
fn bots_can_have_any_seat() {
    let mut app = TestApp::lobby();
    app.type_in("/junior").press(&["enter"]).until("Player 1").press(&["down"; 5]);
    app.until("▸ Player 1")
        .press(&["right", "right", "right", "down", "left", "left", "left"])
        .until("bot, sensible")
        .shot("setup-junior-seats");
    app.press(&["enter"]).until("Player 1 bot").until("▸ Player 2").until("fits at");
    assert!(app.text().contains("2 of 101"));
}

#[test]
fn wide_names_break_no_frame() {
    for racks in ["racks=hidden", "racks=open"] {
        let mut app =
            hot_seat(&[racks], 4, "日本語の長い名前ですから,👩\u{200d}🚀 Ann,Bo\u{301},\u{202e}D");
        app.until("日本語");
        for size in SIZES {
            for line in app.size(size).text().lines() {
                assert!(crate::text::width(line) <= size.0.into(), "{line}");
            }
        }
    }
}

#[test]
fn nothing_moves_when_motion_is_off() {
    let mut app = hot_seat(&[TWO_WORDS, "draws=CABBAGE ELEPHAN TS"], 2, "");
    app.app.context.settings.motion = false;
    app.until("fits at").press(&["enter"]).until("1 move left").until("fits at");
    let (text, wake) = (app.text(), app.app.wake());
    assert_eq!(wake, None);
    app.later(Duration::from_secs(60));
    assert_eq!(app.text(), text);
}

#[test]
fn the_next_player_sees_the_messages_of_the_whole_turn() {
    let set = ["racks=hidden", TWO_WORDS, "draws=CABBAGE ELEPHAN TS"];
    let mut app = hot_seat(&set, 2, "Ann,Bo");
    app.until("Hand over").press(&["s"]).until("fits at").press(&["enter"]).until("1 move left");
    app.until("fits at").press(&["enter"]).until("Bo's turn").until("Ann draws");
    let text = app.text();
    assert!(text.contains("Ann covers Aa") && text.contains("Ann covers Ab"), "{text}");
    app.press(&["s"]).until("fits at").press(&["enter"]).until("Bo covers");
    assert!(!app.text().contains("Ann covers"), "{}", app.text());
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("lexicade-boards-{name}-{}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn building(set: &[&str], folder: &Folder) -> TestApp {
    let mut app = TestApp::play("builder", set, &[]);
    app.app.context.boards = BoardLibrary { folder: Some(folder.0.clone()) };
    app
}

#[test]
fn builder() {
    let folder = Folder::new("screens");
    let mut app = building(&[], &folder);
    app.until("Words that fit").shot("builder-new");
    app.press(&["down", "right"])
        .type_in("tiger")
        .until("fits and adds")
        .until("TIGERS")
        .shot("builder-typing");
    app.press(&["enter"]).until("No word fits at Bb H").press(&["tab"]).until("THROUGH");
    app.press(&["pagedown", "pagedown"]).until("THIS (Bb V) fits and adds").shot("builder-picked");
    app.press(&["esc"]).type_in("cat").until("No word fits at Bb V").until("but T is there");
    app.shot("builder-clash")
        .press(&["enter"])
        .until("CAT needs")
        .shot("builder-refused")
        .press(&["esc"]);
    app.type_in("Df V re")
        .until("RECORD")
        .until("RE (Df V) fits")
        .shot("builder-by-place")
        .press(&["esc"]);
    // No progress bar: even the largest board is filled within 50 ms (decision 16).
    app.type_in("fill 9")
        .press(&["enter"])
        .until("enough")
        .until("No word fits at Bb V")
        .shot("builder-filled");
    app.press(&["ctrl+s"]).until("Name of the board").shot("builder-name");
    app.type_in("my board")
        .press(&["enter"])
        .until("can't be a board name")
        .shot("builder-no-name");
    app.press(&["backspace"; 8])
        .type_in("pets")
        .press(&["enter"])
        .until("Board saved")
        .later(Duration::from_secs(1))
        .shot("builder-end");
    app.type_in("v").until("Step 0 of").press(&["end"]).until("Board saved.");
    app.shot("builder-review");
    app.app.context.ascii = true;
    app.shot("builder-ascii");
}

#[test]
fn builder_with_the_smallest_and_largest_board() {
    let folder = Folder::new("sizes");
    for (rows, cols, place) in [(1, 2, "at Aa H"), (20, 20, "at Ta H")] {
        let set = [format!("rows={rows}"), format!("cols={cols}")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let mut app = building(&set, &folder);
        app.until("fit").press(&["down"; 19]).until(place).shot(&format!("builder-{rows}x{cols}"));
        // A typed place is visible wherever the cursor is.
        app.type_in("Aa H ab");
        assert!(app.text().contains("A  A→"), "{}", app.text());
        app.press(&["esc"]);
        app.press(&["ctrl+g"]).until("Give up this").type_in("y");
        app.until_over().until("You gave up this board");
        assert!(app.press(&["pageup"]).text().contains("A  "), "{}", app.text());
        let last = if rows == 1 { "A  " } else { "T  " };
        assert!(app.press(&["pagedown"]).text().contains(last), "{}", app.text());
    }
}

#[test]
fn builder_with_a_board_that_has_problems() {
    let from = "from=6 x 8\nAa H CAT\nBa H DOG\nCa H COW\nDa H PIG";
    let mut app = building(&[from], &Folder::new("problems"));
    app.until("and 2 more problems").until("fit").shot("builder-problems");
}

#[test]
fn a_board_is_saved_under_the_name_that_is_given() {
    let folder = Folder::new("save");
    fs::write(folder.0.join("pets.txt"), "old").unwrap();
    let mut app = building(&["name=farm"], &folder);
    app.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters");
    app.press(&["ctrl+s"]).until("5 of the 14 letters").press(&["esc"]).until("5 letters");
    app.press(&["ctrl+s"]).until("farm").press(&["backspace"; 4]).type_in("pets").press(&["enter"]);
    app.until("Enter replaces it");
    assert_eq!(folder.read("pets.txt"), "old");
    app.press(&["enter"]).until("Board saved:");
    let there = folder.0.join("pets.txt").display().to_string();
    let (first, _) = there.split_at(30);
    assert!(app.text().contains(first), "{}", app.text());
    assert!(app.text().contains("You can now play it"), "{}", app.text());
    assert!(folder.read("pets.txt").starts_with("15 x 15\nAa H TIGER\n"));
    assert!(!folder.0.join("farm.txt").exists() && !folder.0.join("board.txt").exists());
}

#[test]
fn a_board_that_cannot_be_written_can_be_saved_elsewhere() {
    let folder = Folder::new("fail");
    let mut app = building(&["name=farm"], &folder);
    // A folder with the name of the file is in the way.
    fs::create_dir_all(folder.0.join("farm.txt/x")).unwrap();
    app.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters");
    app.press(&["ctrl+s", "enter"])
        .until("Enter replaces it")
        .press(&["enter"])
        .until("Can't save the board")
        .later(Duration::from_secs(1));
    app.press(&["ctrl+s"]).until("farm").type_in("2").press(&["enter"]).until("Board saved:");
    assert!(folder.read("farm2.txt").contains("Aa H TIGER"));
}

#[test]
fn without_a_folder_a_board_can_be_saved_by_its_path() {
    let mut app = TestApp::play("builder", &[], &[]);
    app.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters");
    app.press(&["ctrl+s"]).until("Name of the board").type_in("pets").press(&["enter"]);
    app.until("There is no folder for boards").press(&["esc"]).until("^F add");
    let folder = Folder::new("path");
    let path = folder.0.join("pets.txt");
    app.press(&["ctrl+s"]).until("Name of").type_in(path.to_str().unwrap()).press(&["enter"]);
    app.until("Board saved:");
    assert!(folder.read("pets.txt").contains("Aa H TIGER"));
}

#[test]
fn a_typed_word_moves_with_the_cursor_and_can_be_removed() {
    let mut app = building(&[], &Folder::new("carry"));
    app.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters");
    app.press(&["down"]).type_in("zebra").until("would touch another word");
    app.press(&["down"])
        .until("Ca H")
        .until("fits and adds 5")
        .press(&["enter"])
        .until("10 letters");
    // The arrow under the cursor shows the direction; it is ignored here.
    let board = |app: &TestApp| -> Vec<String> {
        let rows = app.text().replace(['→', '↓'], " ");
        let rows = rows.lines().skip(3).take(15);
        rows.map(|row| row.chars().take(35).collect::<String>().trim_end().to_owned()).collect()
    };
    let before = board(&app);
    // The fitting word is no longer picked once it is placed.
    app.press(&["tab"]).until("ZERO").press(&["pagedown", "enter"]).until("3 words,");
    app.until("No word fits at Ca V");
    assert!(!app.text().contains("would"), "{}", app.text());
    assert_ne!(board(&app), before);
    app.press(&["ctrl+u"]).until("10 letters.");
    assert_eq!(board(&app), before, "an undone word is gone from the board");
    app.press(&["tab"]).until("No word fits at Ca H");
    app.press(&["ctrl+x"]).until("Removed ZEBRA (Ca H)").press(&["ctrl+u"]).until("10 letters.");
    app.press(&["ctrl+r"]).until("Redone");
}

#[test]
fn fitting_words_are_placed_by_clicks() {
    let mut app = building(&[], &Folder::new("clicks"));
    app.until("Words that fit")
        .type_in("tig")
        .until("TIGHT")
        .click("TIGHT", false)
        .until("fits and adds 5");
    app.click("TIGHT  ", false).until("5 letters");
}

#[test]
fn a_failed_search_for_words_is_reported() {
    let mut app = building(&[], &Folder::new("unfit"));
    app.until("Words that fit");
    let view = View {
        name: "board".into(),
        rows: 1,
        cols: 2,
        letters: vec!["..".into()],
        words: Vec::new(),
        letters_count: 0,
        players: None,
        missing: 14,
        problems: Vec::new(),
        can_undo: false,
        can_redo: false,
        saved: false,
        file: None,
        status: Status::Playing,
    };
    let (list, place) = ("nowhere".into(), ("Aa".parse().unwrap(), Dir::H));
    let what = Box::new(FittingQuery { list, view, place, prefix: String::new(), most: 1 });
    app.worker.send(PageRequest { to: 1, what: HallRequest::Fitting(what) });
    app.until("Can't look for fitting words right now.");
}
