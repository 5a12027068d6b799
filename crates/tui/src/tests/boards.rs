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

/// Two words of eight letters. With these draws the first player can cover nothing and exchanges two tiles.
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
    /// Plays a match of Junior to its end with whatever is lit.
    fn play_out(&mut self) -> &mut TestApp {
        for _ in 0..2000 {
            if self.app.ignores_keys() {
                self.later(Duration::from_secs(2));
            }
            if self.text().contains("new match") {
                return self;
            }
            self.play_on();
        }
        panic!("it never ends:\n{}", self.text());
    }

    /// Plays whatever is lit, and hears what comes of it.
    fn play_on(&mut self) {
        let text = self.text();
        let keys: &[&str] = match () {
            () if self.app.is_busy() => &[],
            () if text.contains("give two tiles") => &["space", "right", "space", "enter"],
            () if text.contains("give one tile") => &["space", "enter"],
            () if text.contains("s shows the tiles") => &["s"],
            () if text.contains("Enter cover") => &["tab", "enter"],
            () => &[],
        };
        self.press(keys);
        let news = self.heard().unwrap_or_else(|| panic!("nothing comes:\n{text}"));
        self.event(UiEvent::Reply(news));
    }
}

#[test]
fn a_bot_that_thinks_can_be_hurried_and_nothing_is_lost() {
    let mut stage = TestApp::play("junior", &["board=example"], &[(1, "strong")]);
    while !stage.text().contains("Esc stop thinking") {
        stage.play_on();
    }
    stage.press(&["esc"]);
    assert!(stage.text().contains("Esc back"), "once is enough:\n{}", stage.text());
    stage.play_out();
}

/// Twenty rows and columns, and enough letters for four.
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
    let mut stage = TestApp::play("junior", &[], &[(1, "sensible")]);
    stage.until("takes").shot("junior-new");
    stage.press(&["enter"]).until("1 move left").until("takes").press(&["enter"]).until("4 of 101");
    stage
        .until("It is your turn.")
        .until("takes")
        .later(Duration::from_secs(2))
        .shot("junior-middle");
    stage.press(&["home", "pageup"]).until("There is no letter at Aa.").press(&["right", "enter"]);
    stage.until("which you do not hold").shot("junior-refused");
    stage.play_out().later(Duration::from_secs(2)).shot("junior-end");
    stage.type_in("v").until("Step 0 of").press(&["right", "right"]).later(Duration::from_secs(2));
    stage.shot("junior-review");
}

#[test]
fn junior_exchange() {
    let mut stage = hot_seat(&[TWO_WORDS, NO_MOVE], 2, "");
    stage.until("No move").shot("junior-exchange");
    stage.press(&["right", "space"]).until("B and one more");
    stage.type_in("L").until("Enter gives B and L back").shot("junior-exchange-chosen");
    stage.press(&["enter"]).until("exchanges BL for EE").until("takes");
    assert!(stage.text().contains("▸ Player 2"));
}

#[test]
fn junior_from_hand_to_hand() {
    let mut stage = hot_seat(&["racks=hidden", TWO_WORDS, NO_MOVE], 2, "Ann,Bo");
    stage.until("Hand over").shot("junior-curtain");
    for key in ["ctrl+t", "tab", "E", "up", "enter", "space"] {
        stage.press(&[key]);
    }
    assert!(stage.text().contains("Hand over") && !stage.text().contains("hint"));
    stage.press(&["s"]).until("No move").shot("junior-hidden");
    stage.press(&["space", "right", "space", "enter"]).until("turn of Bo").shot("junior-curtain-2");
    assert!(!stage.text().contains(" C+"), "what Bo holds is not to be seen");
    stage.press(&["s"]).until("takes").shot("junior-hidden-2");
    assert!(stage.text().contains(" C+") && stage.text().contains("7 tiles"));
    stage.play_out().later(Duration::from_secs(2)).shot("junior-end-2");
}

#[test]
fn junior_of_the_largest_board_for_four() {
    let board = large();
    let mut stage = hot_seat(&[&board], 4, "");
    stage.until("takes").shot("junior-large");
    stage.press(&["pagedown"]).until("at T").shot("junior-large-scrolled");
    stage.size(SIZES[0]).play_out().later(Duration::from_secs(2)).shot("junior-large-end");
    // All of it can be looked at, also when it is over and step by step.
    for (key, row) in [("pageup", "A  "), ("pagedown", "T  ")] {
        let text = stage.press(&[key]).text();
        assert!(text.lines().any(|line| line.trim_start().starts_with(row)), "{text}");
    }
    stage.type_in("v").until("Step 0 of");
    let covered =
        |stage: &TestApp| stage.text().lines().any(|line| line.contains("k a n g a r o o"));
    for _ in 0..200 {
        stage.press(&["right"]);
        if covered(&stage) {
            break;
        }
    }
    assert!(covered(&stage), "the last word is seen when it is covered:\n{}", stage.text());
}

#[test]
fn junior_in_ascii() {
    let mut stage = hot_seat(&[TWO_WORDS], 2, "");
    stage.until("takes");
    stage.app.context.ascii = true;
    stage.shot("junior-ascii");
    assert!(stage.text().is_ascii());
}

#[test]
fn junior_by_clicks() {
    let mut stage =
        TestApp::play("junior", &[TWO_WORDS, "draws=CABBAGE ELEPHAN TS"], &[(1, "sensible")]);
    stage.until("takes");
    // A tile leads to its place, a lit cell is covered.
    stage.click(" E+", false).until("Ca takes E.");
    stage.click("C+  A", false).until("1 move left").until("Ab takes A.");
    stage.click("P   H   A   N   T", false).until("Cd cannot be covered yet");
}

#[test]
fn bots_sit_on_any_seat() {
    let mut stage = TestApp::lobby();
    stage.type_in("/junior").press(&["enter"]).until("Player 1").press(&["down"; 5]);
    stage
        .until("▸ Player 1")
        .press(&["right", "right", "right", "down", "left", "left", "left"])
        .until("bot, sensible")
        .shot("setup-junior-seats");
    stage.press(&["enter"]).until("Player 1 bot").until("▸ Player 2").until("takes");
    assert!(stage.text().contains("2 of 101"));
}

#[test]
fn wide_names_break_no_frame() {
    for racks in ["racks=hidden", "racks=open"] {
        let mut stage =
            hot_seat(&[racks], 4, "日本語の長い名前ですから,👩\u{200d}🚀 Ann,Bo\u{301},\u{202e}D");
        stage.until("日本語");
        for size in SIZES {
            for line in stage.size(size).text().lines() {
                assert!(crate::text::width(line) <= size.0.into(), "{line}");
            }
        }
    }
}

#[test]
fn nothing_flickers_for_those_who_want_rest() {
    let mut stage = hot_seat(&[TWO_WORDS, "draws=CABBAGE ELEPHAN TS"], 2, "");
    stage.app.context.settings.motion = false;
    stage.until("takes").press(&["enter"]).until("1 move left").until("takes");
    let (text, wake) = (stage.text(), stage.app.wake());
    assert_eq!(wake, None);
    stage.later(Duration::from_secs(60));
    assert_eq!(stage.text(), text);
}

#[test]
fn the_next_player_sees_the_messages_of_the_whole_turn() {
    let set = ["racks=hidden", TWO_WORDS, "draws=CABBAGE ELEPHAN TS"];
    let mut stage = hot_seat(&set, 2, "Ann,Bo");
    stage.until("Hand over").press(&["s"]).until("takes").press(&["enter"]).until("1 move left");
    stage.until("takes").press(&["enter"]).until("turn of Bo").until("Ann draws");
    let text = stage.text();
    assert!(text.contains("Ann covers Aa") && text.contains("Ann covers Ab"), "{text}");
    stage.press(&["s"]).until("takes").press(&["enter"]).until("Bo covers");
    assert!(!stage.text().contains("Ann covers"), "{}", stage.text());
}

/// A folder for boards.
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
    let mut stage = TestApp::play("builder", set, &[]);
    stage.app.context.boards = BoardLibrary { folder: Some(folder.0.clone()) };
    stage
}

#[test]
fn builder() {
    let folder = Folder::new("screens");
    let mut stage = building(&[], &folder);
    stage.until("Words that fit").shot("builder-new");
    stage
        .press(&["down", "right"])
        .type_in("tiger")
        .until("fits and adds")
        .until("TIGERS")
        .shot("builder-typing");
    stage.press(&["enter"]).until("No word fits at Bb H").press(&["tab"]).until("THROUGH");
    stage
        .press(&["pagedown", "pagedown"])
        .until("THIS (Bb V) fits and adds")
        .shot("builder-picked");
    stage.press(&["esc"]).type_in("cat").until("No word fits at Bb V").until("where T is already");
    stage
        .shot("builder-clash")
        .press(&["enter"])
        .until("CAT needs")
        .shot("builder-refused")
        .press(&["esc"]);
    stage
        .type_in("Df V re")
        .until("RECORD")
        .until("RE (Df V) fits")
        .shot("builder-by-place")
        .press(&["esc"]);
    // No gauge: also the largest board is filled within 50 ms (decision 16).
    stage
        .type_in("fill 9")
        .press(&["enter"])
        .until("enough")
        .until("No word fits at Bb V")
        .shot("builder-filled");
    stage.press(&["ctrl+s"]).until("What is the board called?").shot("builder-name");
    stage
        .type_in("my board")
        .press(&["enter"])
        .until("is no name for a board")
        .shot("builder-no-name");
    stage
        .press(&["backspace"; 8])
        .type_in("pets")
        .press(&["enter"])
        .until("The board is saved")
        .later(Duration::from_secs(1))
        .shot("builder-end");
    stage.type_in("v").until("Step 0 of").press(&["end"]).until("The board is saved.");
    stage.shot("builder-review");
    stage.app.context.ascii = true;
    stage.shot("builder-ascii");
}

#[test]
fn builder_of_every_size() {
    let folder = Folder::new("sizes");
    for (rows, cols, place) in [(1, 2, "at Aa H"), (20, 20, "at Ta H")] {
        let set = [format!("rows={rows}"), format!("cols={cols}")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let mut stage = building(&set, &folder);
        stage
            .until("fit")
            .press(&["down"; 19])
            .until(place)
            .shot(&format!("builder-{rows}x{cols}"));
        // A place that is typed is seen, wherever the cursor is.
        stage.type_in("Aa H ab");
        assert!(stage.text().contains("A  A→"), "{}", stage.text());
        stage.press(&["esc"]);
        stage.press(&["ctrl+g"]).until("Give this").type_in("y");
        stage.until_over().until("was given up");
        assert!(stage.press(&["pageup"]).text().contains("A  "), "{}", stage.text());
        let last = if rows == 1 { "A  " } else { "T  " };
        assert!(stage.press(&["pagedown"]).text().contains(last), "{}", stage.text());
    }
}

#[test]
fn builder_of_a_board_with_problems() {
    let from = "from=6 x 8\nAa H CAT\nBa H DOG\nCa H COW\nDa H PIG";
    let mut stage = building(&[from], &Folder::new("problems"));
    stage.until("and 2 more like it").until("fit").shot("builder-problems");
}

#[test]
fn a_board_is_saved_under_the_name_that_is_given() {
    let folder = Folder::new("save");
    fs::write(folder.0.join("pets.txt"), "old").unwrap();
    let mut stage = building(&["name=farm"], &folder);
    stage.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters");
    stage.press(&["ctrl+s"]).until("5 of the 14 letters").press(&["esc"]).until("5 letters");
    stage
        .press(&["ctrl+s"])
        .until("farm")
        .press(&["backspace"; 4])
        .type_in("pets")
        .press(&["enter"]);
    stage.until("Enter replaces it");
    assert_eq!(folder.read("pets.txt"), "old");
    stage.press(&["enter"]).until("The board is saved:");
    let there = folder.0.join("pets.txt").display().to_string();
    let (first, _) = there.split_at(30);
    assert!(stage.text().contains(first), "{}", stage.text());
    assert!(stage.text().contains("It is among the boards"), "{}", stage.text());
    assert!(folder.read("pets.txt").starts_with("15 x 15\nAa H TIGER\n"));
    assert!(!folder.0.join("farm.txt").exists() && !folder.0.join("board.txt").exists());
}

#[test]
fn a_board_that_cannot_be_written_can_be_saved_elsewhere() {
    let folder = Folder::new("fail");
    let mut stage = building(&["name=farm"], &folder);
    // What stands in its way is a folder of that name.
    fs::create_dir_all(folder.0.join("farm.txt/x")).unwrap();
    stage.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters");
    stage
        .press(&["ctrl+s", "enter"])
        .until("Enter replaces it")
        .press(&["enter"])
        .until("cannot be written")
        .later(Duration::from_secs(1));
    stage
        .press(&["ctrl+s"])
        .until("farm")
        .type_in("2")
        .press(&["enter"])
        .until("The board is saved:");
    assert!(folder.read("farm2.txt").contains("Aa H TIGER"));
}

#[test]
fn without_a_folder_a_board_is_not_given_away() {
    let mut stage = TestApp::play("builder", &[], &[]);
    stage.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters");
    stage.press(&["ctrl+s"]).until("What is the board called?").type_in("pets").press(&["enter"]);
    stage.until("There is no folder for boards").press(&["esc"]).until("^F fill");
    // But a path is as good.
    let folder = Folder::new("path");
    let path = folder.0.join("pets.txt");
    stage.press(&["ctrl+s"]).until("What is").type_in(path.to_str().unwrap()).press(&["enter"]);
    stage.until("The board is saved:");
    assert!(folder.read("pets.txt").contains("Aa H TIGER"));
}

#[test]
fn a_word_is_carried_about_until_it_fits_and_can_be_removed() {
    let mut stage = building(&[], &Folder::new("carry"));
    stage.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters");
    stage.press(&["down"]).type_in("zebra").until("would have its letter");
    stage
        .press(&["down"])
        .until("Ca H")
        .until("fits and adds 5")
        .press(&["enter"])
        .until("10 letters");
    // Under the cursor stands which way words run; where it was is told apart.
    let board = |stage: &TestApp| -> Vec<String> {
        let rows = stage.text().replace(['→', '↓'], " ");
        let rows = rows.lines().skip(3).take(15);
        rows.map(|row| row.chars().take(35).collect::<String>().trim_end().to_owned()).collect()
    };
    let before = board(&stage);
    // What was taken from the words that fit is done with once it is put.
    stage.press(&["tab"]).until("ZERO").press(&["pagedown", "enter"]).until("3 words,");
    stage.until("No word fits at Ca V");
    assert!(!stage.text().contains("would"), "{}", stage.text());
    assert_ne!(board(&stage), before);
    stage.press(&["ctrl+u"]).until("10 letters.");
    assert_eq!(board(&stage), before, "what is taken back is gone from the board");
    stage.press(&["tab"]).until("No word fits at Ca H");
    stage.press(&["ctrl+x"]).until("ZEBRA (Ca H) is gone").press(&["ctrl+u"]).until("10 letters.");
    stage.press(&["ctrl+r"]).until("Done again");
}

#[test]
fn words_that_fit_are_put_by_clicks() {
    let mut stage = building(&[], &Folder::new("clicks"));
    stage
        .until("Words that fit")
        .type_in("tig")
        .until("TIGHT")
        .click("TIGHT", false)
        .until("fits and adds 5");
    stage.click("TIGHT  ", false).until("5 letters");
}

#[test]
fn that_words_cannot_be_looked_for_is_said() {
    let mut stage = building(&[], &Folder::new("unfit"));
    stage.until("Words that fit");
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
    stage.link.send(PageRequest { to: 1, what: HallRequest::Fitting(what) });
    stage.until("Words that fit cannot be looked for now.");
}
