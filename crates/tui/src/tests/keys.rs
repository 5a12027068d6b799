//! What keys and clicks do.

use super::TestApp;
use crate::app::{SMALLEST, StartPage};
use crate::event::UiEvent;
use crate::settings::PlayerSettings;
use crate::worker::{HallReply, PageReply};
use engine::{Code, Refusal};
use hall::Players;
use std::time::Duration;

#[test]
fn escape_goes_back_one_page_and_never_quits() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/wordle").press(&["enter"]).until("Marking");
    app.type_in("?").until("Keys");
    app.press(&["esc"]);
    assert!(app.text().contains("Marking") && !app.text().contains("Keys"));
    app.press(&["esc"]);
    assert!(app.text().contains("Find wordle"), "the search is still there");
    app.press(&["esc"]);
    assert!(app.text().contains("Wizards"));
    app.press(&["esc", "esc"]);
    assert_eq!(app.ended, None);
    app.press(&["q"]);
    assert_eq!(app.ended, Some(0));
}

#[test]
fn control_c_leaves_from_anywhere() {
    for keys in [&[][..], &["?"][..], &["/", "q"][..]] {
        let mut app = TestApp::lobby();
        app.until("not played").press(keys);
        assert_eq!(app.ended, None, "{keys:?}");
        app.press(&["ctrl+c"]);
        assert_eq!(app.ended, Some(130));
    }
}

#[test]
fn typing_finds_things_by_name() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("w");
    let text = app.text();
    assert!(text.contains("Wordle") && text.contains("Wampus") && !text.contains("Junior"));
    app.type_in("or");
    assert!(app.text().contains("Wordle") && !app.text().contains("Wampus"));
    app.press(&["backspace", "backspace", "backspace"]);
    assert!(app.text().contains("Junior"));
    app.type_in("jun").press(&["enter"]).until("Racks");
}

#[test]
fn no_name_contains_the_letter_that_quits() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/q");
    assert!(app.text().contains("Nothing found."));
}

#[test]
fn the_help_lists_every_key_on_one_screen() {
    for (game, mut app, shown) in [
        ("wordle", TestApp::play("wordle", &["word=crane"], &[]), "6 of 6"),
        ("wampus", TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]), "You stand"),
        ("wizards", TestApp::play("wizards", &[], &[]), "lives"),
        ("hand", TestApp::play("hand", &["deals=aci*prt"], &[]), "Type a word"),
        ("junior", TestApp::play("junior", &["board=example"], &[(1, "sensible")]), "2 moves left"),
        ("builder", TestApp::play("builder", &[], &[]), "Words that fit"),
    ] {
        app.until(shown);
        let binds = app.app.binds();
        app.type_in("?").until("Keys");
        let text = app.text();
        assert!(text.contains("^Z"), "{game}:\n{text}");
        assert!(!text.contains('…'), "{game}: something is cut off:\n{text}");
        // Lines to type have no key, but are listed too.
        for bind in binds.iter().filter(|bind| bind.keys.is_empty() && !bind.shown) {
            assert!(text.contains(&bind.shown_keys()) && text.contains(&bind.what), "{text}");
        }
        for bind in binds {
            for key in bind.keys {
                assert!(text.contains(&key.to_string()), "{game}: {key} is not listed:\n{text}");
            }
        }
    }
}

#[test]
fn a_match_without_moves_is_not_offered_again() {
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").press(&["esc"]).until("not played");
    app.press(&["end"]).type_in("/matches").press(&["enter"]).until("No games yet");
}

#[test]
fn wordle_can_be_played_by_clicks_alone() {
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6");
    for key in [" C ", " R ", " A ", " N ", " E "] {
        // The keyboard has every letter once; the row being typed isn't clickable.
        app.click_key(key);
    }
    app.click("Enter  Z", false).until("5 of 6").later(Duration::from_secs(2));
    app.until("Solved in 1!");
}

#[test]
fn clicks_walk_and_write_notes_in_wampus() {
    let mut app = TestApp::play("wampus", &["layout=...E:WG..:....:A.P.", "fog=open"], &[]);
    app.until("You stand").click("PIT", true);
    assert!(app.text().contains("safe"));
    app.click("PIT", true);
    assert!(app.text().contains("pit?"));
    app.click("GOLD", false);
    assert!(app.text().contains("You stand at row 4"), "it is too far to walk");
}

#[test]
fn notes_are_kept_until_the_match_ends() {
    let mut app = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    app.until("You stand").press(&["right"]).until("column 2");
    app.type_in("n").press(&["up"]).type_in("w").press(&["esc", "esc"]).until("Resume");
    app.press(&["home", "enter"]).until("wampus?");
}

#[test]
fn a_match_with_notes_is_kept_even_without_moves() {
    let mut app = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    app.until("You stand").type_in("n").press(&["up"]).type_in("w");
    app.press(&["esc", "esc"]).until("Resume");
    app.press(&["home", "enter"]).until("wampus?");
    // It is gone with its last note.
    app.type_in("n").press(&["up"]).type_in("x").press(&["esc", "esc"]).until("not played");
    app.press(&["end"]).type_in("/matches").press(&["enter"]).until("No games yet");
}

#[test]
fn messages_fade_unless_motion_is_off() {
    for motion in [true, false] {
        let mut app = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
        app.app.context.settings.motion = motion;
        app.until("You stand").press(&["left"]).until("You hit the wall");
        app.later(Duration::from_secs(30));
        assert_eq!(app.text().contains("You hit the wall"), !motion);
    }
}

#[test]
fn keys_typed_before_a_reply_are_not_lost() {
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").type_in("slate").press(&["enter"]).type_in("crate").press(&["enter"]);
    app.type_in("crane").press(&["enter"]).until("3 of 6").later(Duration::from_secs(2));
    app.until("Solved in 3!");
}

#[test]
fn nothing_is_redrawn_while_nothing_moves() {
    let mut app = TestApp::lobby();
    app.until("not played");
    assert_eq!(app.app.wake(), None);
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").later(Duration::from_secs(30));
    assert_eq!(app.app.wake(), None);
    app.type_in("slate").press(&["enter"]).until("5 of 6");
    assert!(app.app.wake().is_some(), "tiles turn");
    app.later(Duration::from_secs(30));
    assert_eq!(app.app.wake(), None);
}

#[test]
fn a_share_goes_to_the_clipboard() {
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").type_in("crane").press(&["enter"]).until("5 of 6");
    app.later(Duration::from_secs(2)).until("Solved in").type_in("s").until("clipboard");
    assert!(app.copied[0].contains("1/6") && app.copied[0].contains("🟩🟩🟩🟩🟩"));
}

#[test]
fn settings_take_effect_at_once() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/settings").press(&["enter", "down", "right"]);
    assert!(app.app.context.settings.contrast);
    app.press(&["down", "down", "down"]).type_in("Bo");
    assert!(app.text().lines().next().unwrap().ends_with("Bo"));
}

#[test]
fn a_screen_that_is_too_small_offers_line_mode() {
    let mut app = TestApp::with(PlayerSettings::default(), StartPage::Lobby);
    app.size((60, 20));
    assert!(app.text().contains("Lexicade needs 80 x 24."));
    for (size, text) in [((20, 5), "Needs 80 x 24."), ((9, 2), "80 x 24.")] {
        app.size(size);
        assert!(app.text().contains(text), "{}", app.text());
    }
    app.type_in("l");
    assert_eq!(app.ended, Some(255));
}

#[test]
fn a_wide_name_breaks_no_frame() {
    let settings = PlayerSettings {
        welcomed: true,
        name: "日本語の長い名前です\u{202e}".into(),
        ..PlayerSettings::default()
    };
    let mut app = TestApp::with(settings, StartPage::Lobby);
    app.until("not played");
    for line in app.text().lines() {
        assert!(crate::text::width(line) <= 80, "{line}");
    }
}

#[test]
fn the_first_unfinished_daily_is_selected_and_a_finished_one_shows_its_end() {
    let settings = PlayerSettings { welcomed: true, ..PlayerSettings::default() };
    let mut app = TestApp::with(settings, StartPage::Dailies);
    // The first daily that isn't finished is selected.
    app.until("▸ ○ not played").press(&["enter"]).until("16 November 2026");
    app.press(&["ctrl+g"]).until("Give up this game?").type_in("y");
    app.until("Next daily in 16:00:00").later(Duration::from_secs(2)).until("new match");
    app.press(&["esc"]).until("lost").until("Hand");
    // A finished one shows how it ended, with all that can be done then.
    app.press(&["enter"]).until("v replay").press(&["a"]).until("Wizards");
}

#[test]
fn escape_stops_thinking_of_a_hint() {
    let mut app = TestApp::play("hand", &["deals=aci*prt:dd*lout", "swaps=a"], &[]);
    app.until("Swap one letter").press(&["enter"]).until("Type a word").press(&["ctrl+t"]);
    assert!(app.text().contains("Thinking of a hint"), "{}", app.text());
    assert!(app.text().contains("Esc stop thinking") && !app.text().contains("Esc back"));
    app.press(&["esc"]);
    assert!(app.text().contains("Esc back"), "once is enough");
    app.until("Hint");
}

#[test]
fn the_lobby_describes_each_game_wherever_there_is_space() {
    let listed = || games::GAMES.iter().filter(|game| game.info().listed);
    let first = |blurb: &str| blurb.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("6 of 6").type_in("slate").press(&["enter"]).until("5 of 6");
    app.press(&["esc"]).until("Resume");
    for size in [(80, 24), (100, 24), (120, 24), (140, 24), (120, 30), (120, 40), (200, 60)] {
        let text = app.size(size).text();
        for game in listed() {
            let info = game.info();
            assert!(text.contains(info.name), "{size:?}:\n{text}");
            assert!(text.contains(&first(info.blurb)), "{size:?}, {}:\n{text}", info.id);
        }
        assert!(text.contains("How to play") && !text.contains('…'), "{size:?}:\n{text}");
    }
    // The description of the selected item replaces that of its game.
    app.size((80, 24)).press(&["down", "right"]);
    assert!(app.text().contains("Only your first try counts."), "{}", app.text());
    app.press(&["end", "left"]);
    assert!(app.text().contains("Resume an unfinished match"), "{}", app.text());
}

#[test]
fn a_full_lobby_still_shows_every_name() {
    let mut app = TestApp::lobby();
    app.until("not played");
    for game in ["hand", "wordle", "builder"] {
        app.type_in("/").type_in(game).press(&["enter"]).until("start").press(&["enter"]);
        match game {
            "hand" => app.until("Swap one letter").press(&["enter"]).until("Type a word"),
            // A word that is never the answer.
            "wordle" => app.until("6 of 6").type_in("aahed").press(&["enter"]).until("5 of 6"),
            _ => app.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters"),
        };
        app.press(&["esc"]).until("Resume").press(&["esc"]);
    }
    for keys in ["", "/"] {
        let text = app.type_in(keys).text();
        for name in ["Resume", "Wizards of Worderly Place", "Board Builder", "How to play"] {
            assert!(text.contains(name), "{name}:\n{text}");
        }
    }
}

#[test]
fn every_unfinished_match_is_counted_and_found() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/hand").press(&["enter"]).until("start").press(&["enter"]);
    app.until("Swap one letter").press(&["enter"]).until("Type a word").press(&["esc"]);
    app.until("Resume").press(&["esc"]);
    for n in 1..=6 {
        // The last Wordle row is the game itself.
        app.press(&["end", "up"]).until("▸ Wordle").press(&["enter"]).until("start");
        app.press(&["enter"]).until("6 of 6").type_in("aahed").press(&["enter"]).until("5 of 6");
        app.press(&["esc"]).until("Resume");
        if n > 2 {
            app.until(&format!("({} more under Matches)", n - 2));
        }
    }
    // A match that isn't shown is found; keys typed too early wait.
    app.type_in("hand").press(&["enter"]).until("Type a word").press(&["esc"]).until("Find hand");
    app.press(&["esc"]).type_in("o").until("Find o").until("1 of 6");
    // The longer list of a large screen must not push anything off a small one.
    let (wide, high) = SMALLEST;
    app.press(&["esc"]).event(UiEvent::Resize(wide, 2 * high));
    app.type_in("/matches").press(&["enter"]).until("unfinished").press(&["esc", "esc"]);
    app.until("Resume");
    assert_eq!(app.text().matches("1 of 6").count(), 6, "{}", app.text());
    app.event(UiEvent::Resize(wide, high));
    assert!(app.text().contains("(4 more under Matches)"), "{}", app.text());
    assert!(app.text().contains("How to play"), "{}", app.text());
    app.type_in("o");
    let text = app.text();
    assert_eq!(text.matches("1 of 6").count(), 6, "{text}");
    for name in ["Wizards of Worderly Place", "Board Builder", "Wordle", "How to play"] {
        assert!(text.contains(name), "{name}:\n{text}");
    }
}

#[test]
fn every_named_player_gets_a_seat() {
    let settings = PlayerSettings { welcomed: true, ..PlayerSettings::default() };
    let players = Players::read("Ann, Ben, Cleo").unwrap();
    let mut app = TestApp::among(players, settings, StartPage::Lobby);
    app.until("not played").type_in("/junior").press(&["enter"]).until("Player 3");
    assert_eq!(app.text().matches("person").count(), 3, "{}", app.text());
    app.press(&["enter"]).until("Cleo");
}

#[test]
fn the_percentage_hides_nothing_of_the_rules() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/wordle").press(&["enter"]).until("Marking").press(&["f1"]);
    app.until("Wordle: rules");
    let manual = games::find("wordle").unwrap().info().manual;
    let words: Vec<&str> = manual.split_whitespace().collect();
    for _ in 0..20 {
        let text = app.press(&["down"]).text();
        let last = text.lines().rev().find(|line| line.ends_with(" %")).unwrap();
        let read: Vec<&str> = last.split_whitespace().collect();
        // The last word of the line is not cut off.
        let whole = read.iter().rev().skip(2).take(1);
        assert!(whole.copied().all(|word| words.contains(&word)), "{last}");
    }
}

#[test]
fn a_preset_is_named_only_while_its_values_are_unchanged() {
    let mut app = TestApp::lobby();
    app.type_in("/junior").press(&["enter"]).until("Preset").press(&["down", "down", "right"]);
    let text = app.text();
    assert!(text.contains("Racks     ‹ hidden ›"), "{text}");
    assert!(text.contains("Preset      hidden"), "{text}");
    app.press(&["up", "right"]);
    assert!(app.text().contains("Preset      custom"), "{}", app.text());
    app.press(&["up", "right"]);
    assert!(app.text().contains("Preset    ‹ open ›"), "{}", app.text());
}

#[test]
fn the_end_of_a_long_path_stays_visible() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/settings").press(&["enter", "end", "up"]);
    let path = format!("/{}/words.txt", "folder".repeat(15));
    app.type_in(&path);
    assert!(app.text().contains("folder/words.txt"), "{}", app.text());
    // A wrong path gets the whole error message.
    app.press(&["up"]).until("The file");
    let text = app.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("No such file"), "{text}");
}

#[test]
fn unsaved_settings_are_reported_once() {
    let mut app = TestApp::lobby();
    app.until("not played");
    let not_saved =
        || PageReply { to: 0, what: HallReply::NotSaved("It cannot be written.".into()) };
    app.event(UiEvent::Reply(not_saved()));
    assert!(app.text().contains("It cannot be written."));
    app.later(Duration::from_secs(60)).event(UiEvent::Reply(not_saved()));
    assert!(!app.text().contains("It cannot be written."), "{}", app.text());
}

#[test]
fn control_keys_wait_their_turn_too() {
    let mut app = TestApp::play("builder", &[], &[]);
    app.until("Words that fit").press(&["ctrl+f", "ctrl+f", "ctrl+f"]).until("3 words,");
    app.press(&["ctrl+u", "ctrl+u", "ctrl+r"]).until("2 words,");
    assert!(!app.app.is_busy());
}

#[test]
fn keys_typed_for_a_page_do_not_reach_the_page_below() {
    let mut app = TestApp::play("wordle", &["word=crane"], &[]);
    app.until("attempts left").type_in("slate").press(&["enter"]);
    assert!(app.app.is_busy());
    app.type_in("/sett").press(&["enter", "esc"]).until("Resume");
    let text = app.text();
    assert!(!text.contains("High contrast") && !text.contains("Find sett"), "{text}");
}

#[test]
fn a_player_who_left_is_told_that_a_move_was_not_stored() {
    let mut app = TestApp::lobby();
    app.until("not played");
    let refusal = Refusal::new(Code::Store, "This was not stored.");
    app.event(UiEvent::Reply(PageReply { to: 99, what: HallReply::Acted(Err(refusal)) }));
    assert!(app.text().contains("This was not stored."), "{}", app.text());
}

#[test]
fn the_selection_of_the_lobby_stays() {
    let mut app = TestApp::lobby();
    app.until("not played").press(&["end", "up"]).until("▸ Wordle").press(&["enter"]);
    app.until("Marking").press(&["enter"]).until("attempts left");
    app.type_in("slate").press(&["enter"]).until("5 of 6").press(&["esc", "esc"]);
    app.until("Resume");
    assert!(app.text().contains("▸ Wordle"), "{}", app.text());
}

#[test]
fn a_search_has_a_maximum_length() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/").type_in(&"x".repeat(500));
    let filter = format!("Find {}", "x".repeat(40));
    assert!(app.text().lines().any(|line| line.trim() == filter), "{}", app.text());
}
