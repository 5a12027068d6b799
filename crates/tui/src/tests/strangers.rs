//! What strangers tried who had read nothing: keys at the wrong moment, letters of other scripts, text from the
//! clipboard, names and numbers that cannot be.

use super::TestApp;
use crate::app::StartPage;
use crate::event::UiEvent;
use crate::settings::PlayerSettings;
use hall::Opening;
use std::time::Duration;

/// Long enough for anything that is new to be old.
const LATER: Duration = Duration::from_secs(3);

fn wordle_of_one_try() -> TestApp {
    let mut stage = TestApp::play("wordle", &["word=crane", "tries=1"], &[]);
    stage.until("1 of 1");
    stage
}

#[test]
fn what_is_typed_before_the_end_is_seen_has_no_effect() {
    for typed in ["quiet", "n", "a", "s", "v", "?"] {
        let mut stage = wordle_of_one_try();
        // Some of it comes before the answer, some while the tiles turn.
        stage.type_in("slate").press(&["enter"]).type_in(typed).press(&["enter"]);
        stage.until("0 of 1");
        assert!(!stage.text().contains("new match") && !stage.text().contains("q quit"));
        if typed != "?" {
            stage.type_in(typed).press(&["enter", "enter"]);
        }
        assert_eq!((stage.ended, stage.copied.len()), (None, 0), "{typed}");
        stage.later(LATER).until("The word was CRANE.").until("n new match").until("q quit");
        stage.type_in("n").until("1 of 1");
    }
}

#[test]
fn an_end_is_old_when_it_was_seen_whole() {
    for (motion, after, heard) in [(true, 740, false), (true, 800, true), (false, 740, true)] {
        let mut stage = wordle_of_one_try();
        stage.app.context.settings.motion = motion;
        stage.type_in("slate").press(&["enter"]).until("0 of 1");
        assert!(stage.app.wake().is_some(), "it is drawn again when keys are heard");
        stage.later(Duration::from_millis(after)).type_in("q");
        assert_eq!(stage.ended.is_some(), heard, "{motion} {after}");
    }
    // Who wants to go back need not wait.
    let mut stage = wordle_of_one_try();
    stage.type_in("slate").press(&["enter"]).until("0 of 1").press(&["esc"]).until("waiting");
}

#[test]
fn wampus_that_ended_badly_is_not_begun_again_by_the_next_key() {
    let mut stage = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    stage.until("You stand").press(&["right", "right", "enter"]).until("You are dead");
    stage.press(&["enter"]).later(LATER).until("You are dead").until("n new match");
}

#[test]
fn wide_letters_break_no_tile_of_wordle() {
    for typed in ["日本", "cr👩", "e\u{301}"] {
        let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
        stage.until("6 of 6").type_in(typed);
        let text = stage.text();
        assert!(text.contains("│ ? │"), "{text}");
        assert!(!text.contains(['日', '本', '👩']), "{text}");
    }
}

#[test]
fn where_only_bots_play_escape_stops_once_and_then_goes_back() {
    let bots = [(0, "sensible"), (1, "sensible")];
    let mut stage = TestApp::play("junior", &["board=example"], &bots);
    stage.until("Esc stop thinking");
    assert!(!stage.text().contains("hint"), "{}", stage.text());
    stage.press(&["esc"]);
    let before = stage.text();
    while stage.text() == before {
        let news = stage.heard().expect("the other bot plays");
        stage.event(UiEvent::Reply(news));
    }
    assert!(stage.text().contains("Esc back"), "{}", stage.text());
    stage.press(&["esc"]).until("waiting");
}

#[test]
fn a_share_has_a_form_without_squares() {
    for ascii in [false, true] {
        let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
        stage.app.context.ascii = ascii;
        stage.until("6 of 6").type_in("slate").press(&["enter"]).until("5 of 6").later(LATER);
        stage.type_in("crane").press(&["enter"]).until("4 of 6").later(LATER).until("s share");
        stage.type_in("s").until("clipboard");
        assert_eq!(stage.text().contains("--G-G"), ascii, "{}", stage.text());
        stage.type_in("t").type_in("t");
        let forms: Vec<bool> = stage.copied.iter().map(|text| text.is_ascii()).collect();
        assert_eq!(forms, [ascii, !ascii, ascii]);
        let letters = stage.copied.iter().find(|text| text.is_ascii()).unwrap();
        assert!(letters.ends_with(" 2/6\n\n--G-G\nGGGGG"), "{letters}");
    }
}

#[test]
fn the_first_time_a_game_is_opened_it_is_explained() {
    let opening = |game: &str| StartPage::Play {
        opening: Box::new(Opening { what: game.to_owned(), ..Opening::default() }),
        bots: Vec::new(),
        begun: None,
        file: None,
    };
    let mut stage = TestApp::with(PlayerSettings::default(), opening("wampus"));
    stage.until("Welcome").shot("welcome-first-wampus");
    assert!(!stage.text().contains("wizards"), "only of this one: {}", stage.text());
    // Who goes back has read nothing yet.
    stage.press(&["esc"]).until("waiting").type_in("wampus").press(&["enter"]).until("r rules");
    assert_eq!(stage.app.context.settings.met.len(), 0);
    stage.press(&["enter"]).until("Cave").press(&["enter"]).until("You stand");
    assert!(stage.kept > 0 && stage.app.context.settings.has_seen_intro("wampus"));
    stage.press(&["esc"]).until("Find wampus").press(&["enter"]).until("Cave");
    stage.press(&["esc", "esc"]).type_in("hand").press(&["enter"]).until("r rules");
    // Who has read about all games has read about each.
    let mut stage = TestApp::with(PlayerSettings::default(), StartPage::Lobby);
    stage.until("Welcome").press(&["enter"]).until("waiting").type_in("hand").press(&["enter"]);
    stage.until("Enter start");
}

#[test]
fn every_letter_looks_for_something_and_only_q_alone_leaves() {
    let mut stage = TestApp::lobby();
    stage.until("waiting");
    for letter in ('a'..='z').filter(|letter| *letter != 'q') {
        let text = stage.type_in(&letter.to_string()).text();
        assert!(text.contains(&format!("Find {letter}")), "{text}");
        stage.press(&["esc"]);
    }
    stage.type_in("/q");
    assert!(stage.ended.is_none() && stage.text().contains("Nothing is called so."));
    // So nothing else can be meant by it.
    stage.press(&["esc", "q"]);
    assert_eq!(stage.ended, Some(0));
}

#[test]
fn the_letters_of_vi_move_wherever_nothing_is_typed() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("settings").press(&["enter"]).type_in("jl");
    assert!(stage.app.context.settings.contrast);
    stage.type_in("h");
    assert!(!stage.app.context.settings.contrast);
    let mut stage = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    stage.until("You stand").type_in("nkw").press(&["esc"]).until("wampus?");
    stage.type_in("f").until("Which way?").type_in("l").until("is spent");
}

#[test]
fn f1_helps_everywhere() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("mat").press(&["f1"]).until("Keys").press(&["f1"]);
    assert!(!stage.text().contains("Keys") && stage.text().contains("Find mat"));
    stage.press(&["enter"]).until("i import").type_in("i").until("Which .play file");
    stage.type_in("a?").until("a?").until("F1 keys").press(&["f1"]).until("Keys");
    stage.press(&["esc"]).until("Which .play file");
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").press(&["ctrl+g"]).until("? keys").press(&["f1"]).until("Keys");
    // Where nothing is typed, the other key does it too.
    stage.press(&["esc"]).until("Give this match up?").type_in("?").until("Keys");
    stage.press(&["esc"]).until("Give this match up?").press(&["esc"]);
    stage.type_in("cr").press(&["f1"]).until("How Wordle is played");
}

#[test]
fn a_name_is_kept_however_its_row_is_left() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("settings").press(&["enter", "down", "down", "down", "down"]);
    let before = stage.type_in("Bo").kept;
    stage.click("Motion", false);
    assert_eq!((stage.kept, &*stage.app.context.settings.name), (before + 1, "Bo"));
    assert!(stage.app.context.settings.motion, "the first click only chooses");
}

#[test]
fn a_name_that_nobody_can_have_is_refused_where_it_is_typed() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("settings").press(&["enter", "down", "down", "down", "down"]);
    stage.type_in("Ann,Bo").until("A name has no comma in it.");
    assert_eq!(stage.app.context.settings.name, "Ann");
    stage.press(&["down"]).until("A name has no comma in it.");
    assert_eq!(stage.app.context.players().names(), ["Ann"]);
    stage.press(&["up"]).type_in(",").press(&["backspace"]).type_in("e");
    assert_eq!(stage.app.context.settings.name, "Anne");
    // One that was kept long ago blocks nothing.
    stage.app.context.settings.name = "Ann,Bo".into();
    assert_eq!(stage.app.context.players().names(), ["ann"]);
}

#[test]
fn the_builder_shows_a_cell_for_every_letter_and_says_what_is_wrong() {
    let mut stage = TestApp::play("builder", &["rows=10", "cols=10"], &[]);
    stage.until("Words that fit").type_in("a日é").until("A word has letters from A to Z only.");
    let first =
        stage.text().lines().find(|line| line.trim_start().starts_with("A  ")).map(String::from);
    let first = first.unwrap();
    let cells: Vec<&str> = first.split_whitespace().take(5).collect();
    assert_eq!(cells, ["A", "A→", "?", "é", "·"], "{first}");
}

#[test]
fn hand_says_what_became_of_letters() {
    for (word, told) in [
        ("zzzz", "its letters are not in the hand; nothing is gone"),
        ("pazz", "not all of it is in the hand; what was, is gone"),
        ("tra", "not a word; the letters are gone"),
    ] {
        let mut stage = TestApp::play("hand", &["deals=aci*prt"], &[]);
        stage.until("Type a word").type_in(word).press(&["enter"]).until(told);
    }
}

#[test]
fn setup_begins_a_number_anew_and_comes_back_from_a_refusal_as_it_was() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("hand").press(&["enter"]).until("Seed");
    while !stage.text().contains("▸ Size") {
        stage.press(&["down"]);
    }
    stage.type_in("9");
    assert!(stage.text().contains("‹ 9 ›"), "{}", stage.text());
    stage.type_in("9").press(&["end", "up"]).type_in("77").press(&["enter"]).until("▸ Seed");
    let text = stage.text();
    assert!(text.contains("99") && text.contains("77") && text.contains("size"), "{text}");
    // A mistake is mended, and nothing else is lost.
    while !stage.text().contains("▸ Size") {
        stage.press(&["up"]);
    }
    stage.press(&["backspace", "enter"]).until("Hand 1 of");
}

#[test]
fn a_wrong_ticket_can_be_mended() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("wordle").press(&["enter"]).until("Seed").press(&["end"]);
    stage.type_in("wordle/1/nonsense").press(&["enter"]).until("▸ Ticket");
    assert!(stage.text().contains("wordle/1/nonsense"), "{}", stage.text());
}

#[test]
fn behind_a_screen_that_is_too_small_nothing_moves() {
    let mut stage = TestApp::lobby();
    stage.until("waiting");
    let before = stage.text();
    stage.size((60, 20)).event(UiEvent::Wheel(1));
    stage.event(UiEvent::Paste("w".into()));
    assert_eq!(stage.size((80, 24)).text(), before);
    stage.size((60, 20)).click("line mode", false);
    assert_eq!(stage.ended, Some(255));
}

#[test]
fn what_is_pasted_is_typed_and_never_a_key() {
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").event(UiEvent::Paste("cra\u{7}ne\r\nslate\n".into()));
    assert!(!stage.app.is_busy(), "nothing is sent");
    stage.press(&["enter"]).until("5 of 6").later(LATER).until("You found it in 1.");
    stage.event(UiEvent::Paste("n".into()));
    assert!(stage.text().contains("Nothing can be typed here"), "{}", stage.text());
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").press(&["ctrl+g"]).until("Give this match up?");
    stage.event(UiEvent::Paste("y".into()));
    assert!(stage.text().contains("Give this match up?"));
    let mut stage = TestApp::lobby();
    stage.until("waiting").event(UiEvent::Paste("q".into()));
    assert!(stage.ended.is_none() && stage.text().contains("Find q"));
}

#[test]
fn an_empty_enter_is_answered() {
    for (game, ready) in [("wizards", "lives"), ("wordle", "6 of 6")] {
        let mut stage = TestApp::play(game, &[], &[]);
        stage.until(ready).press(&["enter"]).until("Type something first, then press Enter.");
    }
    let mut stage = TestApp::play("hand", &["deals=aci*prt"], &[]);
    stage.until("Type a word").press(&["enter"]).until("Type something first");
}

#[test]
fn a_hand_is_ended_only_when_nothing_is_typed() {
    let mut stage = TestApp::play("hand", &["deals=aci*prt"], &[]);
    stage.until("Type a word").type_in("pa!");
    assert!(!stage.app.is_busy());
    stage.until("! ends the hand only when nothing is typed.");
    stage.press(&["backspace", "backspace"]).type_in("!");
    assert!(stage.app.is_busy(), "now it ends");
}

#[test]
fn what_was_said_of_a_daily_does_not_stand_under_another_match() {
    let wishes = PlayerSettings { welcomed: true, ..PlayerSettings::default() };
    let mut stage = TestApp::with(wishes, StartPage::Dailies);
    stage.until("▸ ○ waiting").press(&["enter"]).until("daily of").press(&["ctrl+g"]);
    stage.until("Give this match up?").type_in("y").until("The next daily comes in");
    stage.later(LATER).until("new match").type_in("n");
    assert!(!stage.text().contains("The next daily comes in"), "{}", stage.text());
}

#[test]
fn no_sentence_of_a_dialog_is_cut() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("matches").press(&["enter"]).until("i import").type_in("i");
    let text = stage.until("Which .play file").text();
    assert!(text.contains("that are") && text.contains("over.") && !text.contains('…'), "{text}");
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("settings").press(&["enter"]);
    for _ in 0..7 {
        assert!(!stage.text().contains('…'), "{}", stage.text());
        stage.press(&["down"]);
    }
    stage.press(&["end", "up", "up"]).type_in(&"long ".repeat(20));
    let text = stage.text();
    let wrong = text.split_once("How it looks").unwrap().1.to_owned();
    assert!(wrong.contains("40") && !wrong.contains('…'), "{text}");
}
