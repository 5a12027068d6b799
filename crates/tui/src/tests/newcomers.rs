//! What newcomers tried who had read nothing: keys at the wrong moment, letters of other scripts, pasted text,
//! impossible names and numbers.

use super::TestApp;
use crate::app::StartPage;
use crate::event::UiEvent;
use crate::settings::PlayerSettings;
use hall::Opening;
use std::time::Duration;

/// Long enough for keys to work again after an end.
const LATER: Duration = Duration::from_secs(3);

fn wordle_of_one_try() -> TestApp {
    let mut app = TestApp::play("wordle", &["word=crane", "tries=1"], &[]);
    app.until("1 of 1");
    app
}

#[test]
fn keys_typed_before_the_end_is_visible_have_no_effect() {
    for typed in ["quiet", "n", "a", "s", "v", "?"] {
        let mut app = wordle_of_one_try();
        // Some keys come before the reply, some while the tiles turn.
        app.type_in("slate").press(&["enter"]).type_in(typed).press(&["enter"]);
        app.until("0 of 1");
        assert!(!app.text().contains("new match") && !app.text().contains("q quit"));
        if typed != "?" {
            app.type_in(typed).press(&["enter", "enter"]);
        }
        assert_eq!((app.ended, app.copied.len()), (None, 0), "{typed}");
        app.later(LATER).until("The word was CRANE.").until("n new match").until("q quit");
        app.type_in("n").until("1 of 1");
    }
}

#[test]
fn keys_work_again_when_the_end_was_visible_for_a_while() {
    for (motion, after, works) in [(true, 740, false), (true, 800, true), (false, 740, true)] {
        let mut app = wordle_of_one_try();
        app.app.context.settings.motion = motion;
        app.type_in("slate").press(&["enter"]).until("0 of 1");
        assert!(app.app.wake().is_some(), "it is redrawn when keys work again");
        app.later(Duration::from_millis(after)).type_in("q");
        assert_eq!(app.ended.is_some(), works, "{motion} {after}");
    }
    // Esc need not wait.
    let mut app = wordle_of_one_try();
    app.type_in("slate").press(&["enter"]).until("0 of 1").press(&["esc"]).until("not played");
}

#[test]
fn the_next_key_does_not_restart_wampus_after_a_death() {
    let mut app = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    app.until("You stand").press(&["right", "right", "enter"]).until("You are dead");
    app.press(&["enter"]).later(LATER).until("You are dead").until("n new match");
}

#[test]
fn wide_letters_break_no_tile_of_wordle() {
    for typed in ["日本", "cr👩", "e\u{301}"] {
        let mut app = TestApp::play("wordle", &["word=crane"], &[]);
        app.until("6 of 6").type_in(typed);
        let text = app.text();
        assert!(text.contains("│ ? │"), "{text}");
        assert!(!text.contains(['日', '本', '👩']), "{text}");
    }
}

#[test]
fn between_bots_escape_first_stops_thinking_and_then_goes_back() {
    let bots = [(0, "sensible"), (1, "sensible")];
    let mut app = TestApp::play("junior", &["board=example"], &bots);
    app.until("Esc stop thinking");
    assert!(!app.text().contains("hint"), "{}", app.text());
    app.press(&["esc"]);
    let before = app.text();
    while app.text() == before {
        let reply = app.next_reply().expect("the other bot plays");
        app.event(UiEvent::Reply(reply));
    }
    assert!(app.text().contains("Esc back"), "{}", app.text());
    app.press(&["esc"]).until("not played");
}

#[test]
fn a_result_can_be_shared_without_squares() {
    for ascii in [false, true] {
        let mut app = TestApp::play("wordle", &["word=crane"], &[]);
        app.app.context.ascii = ascii;
        app.until("6 of 6").type_in("slate").press(&["enter"]).until("5 of 6").later(LATER);
        app.type_in("crane").press(&["enter"]).until("4 of 6").later(LATER).until("s share");
        app.type_in("s").until("clipboard");
        assert_eq!(app.text().contains("--G-G"), ascii, "{}", app.text());
        app.type_in("t").type_in("t");
        let forms: Vec<bool> = app.copied.iter().map(|text| text.is_ascii()).collect();
        assert_eq!(forms, [ascii, !ascii, ascii]);
        let letters = app.copied.iter().find(|text| text.is_ascii()).unwrap();
        assert!(letters.ends_with(" 2/6\n\n--G-G\nGGGGG"), "{letters}");
    }
}

#[test]
fn a_game_is_introduced_when_it_is_first_opened() {
    let opening = |game: &str| StartPage::Play {
        opening: Box::new(Opening { what: game.to_owned(), ..Opening::default() }),
        bots: Vec::new(),
        begun: None,
        file: None,
    };
    let mut app = TestApp::with(PlayerSettings::default(), opening("wampus"));
    app.until("Welcome").shot("welcome-first-wampus");
    assert!(!app.text().contains("wizards"), "only of this one: {}", app.text());
    // Going back doesn't count as having read it.
    app.press(&["esc"]).until("not played").type_in("wampus").press(&["enter"]).until("r rules");
    assert_eq!(app.app.context.settings.met.len(), 0);
    app.press(&["enter"]).until("Cave").press(&["enter"]).until("You stand");
    assert!(app.saves > 0 && app.app.context.settings.has_seen_intro("wampus"));
    app.press(&["esc"]).until("Find wampus").press(&["enter"]).until("Cave");
    app.press(&["esc", "esc"]).type_in("hand").press(&["enter"]).until("r rules");
    // The introduction to all games counts for each.
    let mut app = TestApp::with(PlayerSettings::default(), StartPage::Lobby);
    app.until("Welcome").press(&["enter"]).until("not played").type_in("hand").press(&["enter"]);
    app.until("Enter start");
}

#[test]
fn every_letter_starts_a_search_except_q_which_quits() {
    let mut app = TestApp::lobby();
    app.until("not played");
    for letter in ('a'..='z').filter(|letter| *letter != 'q') {
        let text = app.type_in(&letter.to_string()).text();
        assert!(text.contains(&format!("Find {letter}")), "{text}");
        app.press(&["esc"]);
    }
    app.type_in("/q");
    assert!(app.ended.is_none() && app.text().contains("Nothing found."));
    // So `q` can only mean to quit.
    app.press(&["esc", "q"]);
    assert_eq!(app.ended, Some(0));
}

#[test]
fn vi_keys_move_wherever_letters_are_not_text() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("settings").press(&["enter"]).type_in("jl");
    assert!(app.app.context.settings.contrast);
    app.type_in("h");
    assert!(!app.app.context.settings.contrast);
    let mut app = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    app.until("You stand").type_in("nkw").press(&["esc"]).until("wampus?");
    app.type_in("f").until("which direction?").type_in("l").until("no arrow left");
}

#[test]
fn f1_helps_everywhere() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("mat").press(&["f1"]).until("Keys").press(&["f1"]);
    assert!(!app.text().contains("Keys") && app.text().contains("Find mat"));
    app.press(&["enter"]).until("i import").type_in("i").until("Import a match");
    app.type_in("a?").until("a?").until("F1 keys").press(&["f1"]).until("Keys");
    app.press(&["esc"]).until("Import a match");
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").press(&["ctrl+g"]).until("? keys").press(&["f1"]).until("Keys");
    // Where there is no text field, `?` works too.
    app.press(&["esc"]).until("Give up this game?").type_in("?").until("Keys");
    app.press(&["esc"]).until("Give up this game?").press(&["esc"]);
    app.type_in("cr").press(&["f1"]).until("Wordle: rules");
}

#[test]
fn a_name_is_saved_however_its_row_is_left() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("settings").press(&["enter", "down", "down", "down", "down"]);
    let before = app.type_in("Bo").saves;
    app.click("Motion", false);
    assert_eq!((app.saves, &*app.app.context.settings.name), (before + 1, "Bo"));
    assert!(app.app.context.settings.motion, "the first click only selects");
}

#[test]
fn an_invalid_name_is_refused_while_it_is_typed() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("settings").press(&["enter", "down", "down", "down", "down"]);
    app.type_in("Ann,Bo").until("A name can't contain a comma.");
    assert_eq!(app.app.context.settings.name, "Ann");
    app.press(&["down"]).until("A name can't contain a comma.");
    assert_eq!(app.app.context.players().names(), ["Ann"]);
    app.press(&["up"]).type_in(",").press(&["backspace"]).type_in("e");
    assert_eq!(app.app.context.settings.name, "Anne");
    // An invalid name that was saved long ago does no harm.
    app.app.context.settings.name = "Ann,Bo".into();
    assert_eq!(app.app.context.players().names(), ["ann"]);
}

#[test]
fn the_builder_shows_a_cell_for_every_character_and_names_the_problem() {
    let mut app = TestApp::play("builder", &["rows=10", "cols=10"], &[]);
    app.until("Words that fit").type_in("a日é").until("A word may use the letters A to Z only.");
    let first =
        app.text().lines().find(|line| line.trim_start().starts_with("A  ")).map(String::from);
    let first = first.unwrap();
    let cells: Vec<&str> = first.split_whitespace().take(5).collect();
    assert_eq!(cells, ["A", "A→", "?", "é", "·"], "{first}");
}

#[test]
fn hand_says_which_letters_are_used_up() {
    for (word, text) in [
        ("zzzz", "You don't have these letters. None are used up."),
        ("pazz", "You don't have all those letters. The ones you had are used up."),
        ("tra", "Not a valid word. Its letters are used up."),
    ] {
        let mut app = TestApp::play("hand", &["deals=aci*prt"], &[]);
        app.until("Type a word").type_in(word).press(&["enter"]).until(text);
    }
}

#[test]
fn setup_replaces_a_number_and_survives_a_refusal() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("hand").press(&["enter"]).until("Seed");
    while !app.text().contains("▸ Size") {
        app.press(&["down"]);
    }
    app.type_in("9");
    assert!(app.text().contains("‹ 9 ›"), "{}", app.text());
    app.type_in("9").press(&["end", "up"]).type_in("77").press(&["enter"]).until("▸ Seed");
    let text = app.text();
    assert!(text.contains("99") && text.contains("77") && text.contains("size"), "{text}");
    // The mistake is corrected, and nothing else is lost.
    while !app.text().contains("▸ Size") {
        app.press(&["up"]);
    }
    app.press(&["backspace", "enter"]).until("Hand 1 of");
}

#[test]
fn a_wrong_ticket_can_be_corrected() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("wordle").press(&["enter"]).until("Seed").press(&["end"]);
    app.type_in("wordle/1/nonsense").press(&["enter"]).until("▸ Ticket");
    assert!(app.text().contains("wordle/1/nonsense"), "{}", app.text());
}

#[test]
fn a_screen_that_is_too_small_ignores_wheel_and_pastes() {
    let mut app = TestApp::lobby();
    app.until("not played");
    let before = app.text();
    app.size((60, 20)).event(UiEvent::Wheel(1));
    app.event(UiEvent::Paste("w".into()));
    assert_eq!(app.size((80, 24)).text(), before);
    app.size((60, 20)).click("line mode", false);
    assert_eq!(app.ended, Some(255));
}

#[test]
fn pasted_text_is_typed_and_never_read_as_keys() {
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").event(UiEvent::Paste("cra\u{7}ne\r\nslate\n".into()));
    assert!(!app.app.is_busy(), "nothing is sent");
    app.press(&["enter"]).until("5 of 6").later(LATER).until("Solved in 1!");
    app.event(UiEvent::Paste("n".into()));
    assert!(app.text().contains("There is no text field here"), "{}", app.text());
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").press(&["ctrl+g"]).until("Give up this game?");
    app.event(UiEvent::Paste("y".into()));
    assert!(app.text().contains("Give up this game?"));
    let mut app = TestApp::lobby();
    app.until("not played").event(UiEvent::Paste("q".into()));
    assert!(app.ended.is_none() && app.text().contains("Find q"));
}

#[test]
fn enter_without_text_gets_a_message() {
    for (game, ready) in [("wizards", "lives"), ("wordle", "6 of 6")] {
        let mut app = TestApp::play(game, &[], &[]);
        app.until(ready).press(&["enter"]).until("Type something first, then press Enter.");
    }
    let mut app = TestApp::play("hand", &["deals=aci*prt"], &[]);
    app.until("Type a word").press(&["enter"]).until("Type something first");
}

#[test]
fn a_hand_is_ended_only_when_nothing_is_typed() {
    let mut app = TestApp::play("hand", &["deals=aci*prt"], &[]);
    app.until("Type a word").type_in("pa!");
    assert!(!app.app.is_busy());
    app.until("then ! ends the hand.");
    app.press(&["backspace", "backspace"]).type_in("!");
    assert!(app.app.is_busy(), "now it ends");
}

#[test]
fn the_notice_after_a_daily_goes_with_its_match() {
    let settings = PlayerSettings { welcomed: true, ..PlayerSettings::default() };
    let mut app = TestApp::with(settings, StartPage::Dailies);
    app.until("▸ ○ not played").press(&["enter"]).until("16 November 2026").press(&["ctrl+g"]);
    app.until("Give up this game?").type_in("y").until("Next daily in");
    app.later(LATER).until("new match").type_in("n");
    assert!(!app.text().contains("Next daily in"), "{}", app.text());
}

#[test]
fn no_sentence_of_a_dialog_is_cut_off() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("matches").press(&["enter"]).until("i import").type_in("i");
    let text = app.until("Import a match").text();
    assert!(text.contains("such files.") && !text.contains('…'), "{text}");
    let mut app = TestApp::lobby();
    app.until("not played").type_in("settings").press(&["enter"]);
    for _ in 0..7 {
        assert!(!app.text().contains('…'), "{}", app.text());
        app.press(&["down"]);
    }
    app.press(&["end", "up", "up"]).type_in(&"long ".repeat(20));
    let text = app.text();
    let problem = text.split_once("Preview").unwrap().1.to_owned();
    assert!(problem.contains("40") && !problem.contains('…'), "{text}");
}
