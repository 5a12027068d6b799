//! What keys and clicks do.

use super::TestApp;
use crate::app::{SMALLEST, StartPage};
use crate::event::UiEvent;
use crate::settings::PlayerSettings;
use crate::worker::{HallReply, PageReply};
use engine::Refusal;
use hall::Players;
use std::time::Duration;

#[test]
fn escape_goes_one_step_back_and_never_out() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/wordle").press(&["enter"]).until("Marking");
    stage.type_in("?").until("Keys");
    stage.press(&["esc"]);
    assert!(stage.text().contains("Marking") && !stage.text().contains("Keys"));
    stage.press(&["esc"]);
    assert!(stage.text().contains("Find wordle"), "what was looked for is still there");
    stage.press(&["esc"]);
    assert!(stage.text().contains("Wizards"));
    stage.press(&["esc", "esc"]);
    assert_eq!(stage.ended, None);
    stage.press(&["q"]);
    assert_eq!(stage.ended, Some(0));
}

#[test]
fn control_c_leaves_from_anywhere() {
    for keys in [&[][..], &["?"][..], &["/", "q"][..]] {
        let mut stage = TestApp::lobby();
        stage.until("waiting").press(keys);
        assert_eq!(stage.ended, None, "{keys:?}");
        stage.press(&["ctrl+c"]);
        assert_eq!(stage.ended, Some(130));
    }
}

#[test]
fn typing_finds_things_by_name() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("w");
    let text = stage.text();
    assert!(text.contains("Wordle") && text.contains("Wampus") && !text.contains("Junior"));
    stage.type_in("or");
    assert!(stage.text().contains("Wordle") && !stage.text().contains("Wampus"));
    stage.press(&["backspace", "backspace", "backspace"]);
    assert!(stage.text().contains("Junior"));
    stage.type_in("jun").press(&["enter"]).until("Racks");
}

#[test]
fn nothing_has_a_name_with_the_letter_that_quits() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/q");
    assert!(stage.text().contains("Nothing is called so."));
}

#[test]
fn every_key_that_works_is_told_at_once() {
    for (game, mut stage, shown) in [
        ("wordle", TestApp::play("wordle", &["word=crane"], &[]), "6 of 6"),
        ("wampus", TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]), "You stand"),
        ("wizards", TestApp::play("wizards", &[], &[]), "lives"),
        ("hand", TestApp::play("hand", &["deals=aci*prt"], &[]), "Type a word"),
        ("junior", TestApp::play("junior", &["board=example"], &[(1, "sensible")]), "2 moves left"),
        ("builder", TestApp::play("builder", &[], &[]), "Words that fit"),
    ] {
        stage.until(shown);
        let binds = stage.app.binds();
        stage.type_in("?").until("Keys");
        let text = stage.text();
        assert!(text.contains("^Z"), "{game}:\n{text}");
        assert!(!text.contains('…'), "{game}: something is cut:\n{text}");
        // Lines that can be typed have no key, and are told all the same.
        for bind in binds.iter().filter(|bind| bind.keys.is_empty() && !bind.shown) {
            assert!(text.contains(&bind.shown_keys()) && text.contains(&bind.what), "{text}");
        }
        for bind in binds {
            for key in bind.keys {
                assert!(text.contains(&key.to_string()), "{game}: {key} is not told:\n{text}");
            }
        }
    }
}

#[test]
fn a_match_that_has_not_begun_is_not_offered_again() {
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").press(&["esc"]).until("waiting");
    stage.press(&["end"]).type_in("/matches").press(&["enter"]).until("No match has been");
}

#[test]
fn wordle_is_played_by_clicks_alone() {
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6");
    for key in [" C ", " R ", " A ", " N ", " E "] {
        // The keyboard has every letter once; the row that is typed into is no key.
        stage.click_key(key);
    }
    stage.click("Enter  Z", false).until("5 of 6").later(Duration::from_secs(2));
    stage.until("You found it in 1.");
}

#[test]
fn wampus_is_walked_and_noted_by_clicks() {
    let mut stage = TestApp::play("wampus", &["layout=...E:WG..:....:A.P.", "fog=open"], &[]);
    stage.until("You stand").click("PIT", true);
    assert!(stage.text().contains("safe"));
    stage.click("PIT", true);
    assert!(stage.text().contains("pit?"));
    stage.click("GOLD", false);
    assert!(stage.text().contains("You stand at row 4"), "it is too far to walk");
}

#[test]
fn notes_are_kept_as_long_as_the_match_is_played() {
    let mut stage = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    stage.until("You stand").press(&["right"]).until("column 2");
    stage.type_in("n").press(&["up"]).type_in("w").press(&["esc", "esc"]).until("Go on with");
    stage.press(&["home", "enter"]).until("wampus?");
}

#[test]
fn what_is_noted_before_the_first_step_is_kept_with_its_match() {
    let mut stage = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
    stage.until("You stand").type_in("n").press(&["up"]).type_in("w");
    stage.press(&["esc", "esc"]).until("Go on with");
    stage.press(&["home", "enter"]).until("wampus?");
    // And is gone with its last note.
    stage.type_in("n").press(&["up"]).type_in("x").press(&["esc", "esc"]).until("waiting");
    stage.press(&["end"]).type_in("/matches").press(&["enter"]).until("No match has been");
}

#[test]
fn what_is_said_fades_unless_nothing_may_move() {
    for motion in [true, false] {
        let mut stage = TestApp::play("wampus", &["layout=...E:WG..:....:A.P."], &[]);
        stage.app.context.settings.motion = motion;
        stage.until("You stand").press(&["left"]).until("You bump into the wall.");
        stage.later(Duration::from_secs(30));
        assert_eq!(stage.text().contains("You bump into the wall."), !motion);
    }
}

#[test]
fn keys_that_come_before_the_answer_are_not_lost() {
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").type_in("slate").press(&["enter"]).type_in("crate").press(&["enter"]);
    stage.type_in("crane").press(&["enter"]).until("3 of 6").later(Duration::from_secs(2));
    stage.until("You found it in 3.");
}

#[test]
fn nothing_is_drawn_again_while_nothing_moves() {
    let mut stage = TestApp::lobby();
    stage.until("waiting");
    assert_eq!(stage.app.wake(), None);
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").later(Duration::from_secs(30));
    assert_eq!(stage.app.wake(), None);
    stage.type_in("slate").press(&["enter"]).until("5 of 6");
    assert!(stage.app.wake().is_some(), "tiles turn");
    stage.later(Duration::from_secs(30));
    assert_eq!(stage.app.wake(), None);
}

#[test]
fn a_share_goes_to_the_clipboard() {
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").type_in("crane").press(&["enter"]).until("5 of 6");
    stage.later(Duration::from_secs(2)).until("You found it").type_in("s").until("clipboard");
    assert!(stage.copied[0].contains("1/6") && stage.copied[0].contains("🟩🟩🟩🟩🟩"));
}

#[test]
fn settings_change_what_is_seen_at_once() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/settings").press(&["enter", "down", "right"]);
    assert!(stage.app.context.settings.contrast);
    stage.press(&["down", "down", "down"]).type_in("Bo");
    assert!(stage.text().lines().next().unwrap().ends_with("Bo"));
}

#[test]
fn nobody_is_asked_to_play_on_a_screen_that_is_too_small() {
    let mut stage = TestApp::with(PlayerSettings::default(), StartPage::Lobby);
    stage.size((60, 20));
    assert!(stage.text().contains("Lexicade needs 80 x 24."));
    for (size, said) in [((20, 5), "Needs 80 x 24."), ((9, 2), "80 x 24.")] {
        stage.size(size);
        assert!(stage.text().contains(said), "{}", stage.text());
    }
    stage.type_in("l");
    assert_eq!(stage.ended, Some(255));
}

#[test]
fn a_wide_name_breaks_no_frame() {
    let wishes = PlayerSettings {
        welcomed: true,
        name: "日本語の長い名前です\u{202e}".into(),
        ..PlayerSettings::default()
    };
    let mut stage = TestApp::with(wishes, StartPage::Lobby);
    stage.until("waiting");
    for line in stage.text().lines() {
        assert!(crate::text::width(line) <= 80, "{line}");
    }
}

#[test]
fn the_dailies_are_at_hand_and_a_finished_one_shows_its_end() {
    let wishes = PlayerSettings { welcomed: true, ..PlayerSettings::default() };
    let mut stage = TestApp::with(wishes, StartPage::Dailies);
    // The first daily that waits is chosen.
    stage.until("▸ ○ waiting").press(&["enter"]).until("daily of 2026-11-16");
    stage.press(&["ctrl+g"]).until("Give this match up?").type_in("y");
    stage
        .until("The next daily comes in 16:00:00")
        .later(Duration::from_secs(2))
        .until("new match");
    stage.press(&["esc"]).until("lost").until("Hand");
    // What is done shows how it ended, with all that can be done then.
    stage.press(&["enter"]).until("v review").press(&["a"]).until("Wizards");
}

#[test]
fn a_hint_is_thought_of_until_escape() {
    let mut stage = TestApp::play("hand", &["deals=aci*prt:dd*lout", "swaps=a"], &[]);
    stage.until("Substitute").press(&["enter"]).until("Type a word").press(&["ctrl+t"]);
    assert!(stage.text().contains("Thinking of a hint"), "{}", stage.text());
    assert!(stage.text().contains("Esc stop thinking") && !stage.text().contains("Esc back"));
    stage.press(&["esc"]);
    assert!(stage.text().contains("Esc back"), "once is enough");
    stage.until("Hint");
}

#[test]
fn the_lobby_tells_a_line_about_each_game_wherever_there_is_room() {
    let listed = || games::GAMES.iter().filter(|game| game.info().listed);
    let first = |blurb: &str| blurb.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("6 of 6").type_in("slate").press(&["enter"]).until("5 of 6");
    stage.press(&["esc"]).until("Go on with");
    for size in [(80, 24), (100, 24), (120, 24), (140, 24), (120, 30), (120, 40), (200, 60)] {
        let text = stage.size(size).text();
        for game in listed() {
            let info = game.info();
            assert!(text.contains(info.name), "{size:?}:\n{text}");
            assert!(text.contains(&first(info.blurb)), "{size:?}, {}:\n{text}", info.id);
        }
        assert!(text.contains("How to play") && !text.contains('…'), "{size:?}:\n{text}");
    }
    // What is chosen tells about itself, also where its game would.
    stage.size((80, 24)).press(&["down", "right"]);
    assert!(stage.text().contains("The first time counts."), "{}", stage.text());
    stage.press(&["end", "left"]);
    assert!(stage.text().contains("Every match that you can go on with"), "{}", stage.text());
}

#[test]
fn a_lobby_with_more_than_it_has_room_for_keeps_every_name() {
    let mut stage = TestApp::lobby();
    stage.until("waiting");
    for game in ["hand", "wordle", "builder"] {
        stage.type_in("/").type_in(game).press(&["enter"]).until("start").press(&["enter"]);
        match game {
            "hand" => stage.until("Substitute").press(&["enter"]).until("Type a word"),
            // No word that is ever hidden.
            "wordle" => stage.until("6 of 6").type_in("aahed").press(&["enter"]).until("5 of 6"),
            _ => {
                stage.until("Words that fit").type_in("tiger").press(&["enter"]).until("5 letters")
            }
        };
        stage.press(&["esc"]).until("Go on with").press(&["esc"]);
    }
    for keys in ["", "/"] {
        let text = stage.type_in(keys).text();
        for name in ["Go on with", "Wizards of Worderly Place", "Board Builder", "How to play"] {
            assert!(text.contains(name), "{name}:\n{text}");
        }
    }
}

#[test]
fn every_match_that_was_begun_is_told_of_and_found() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/hand").press(&["enter"]).until("start").press(&["enter"]);
    stage.until("Substitute").press(&["enter"]).until("Type a word").press(&["esc"]);
    stage.until("Go on with").press(&["esc"]);
    for n in 1..=6 {
        // The last of them is the game itself.
        stage.press(&["end", "up"]).until("▸ Wordle").press(&["enter"]).until("start");
        stage.press(&["enter"]).until("6 of 6").type_in("aahed").press(&["enter"]).until("5 of 6");
        stage.press(&["esc"]).until("Go on with");
        if n > 2 {
            stage.until(&format!("({} more under Matches)", n - 2));
        }
    }
    // What is not shown is found; what is typed too soon waits.
    stage.type_in("hand").press(&["enter"]).until("Type a word").press(&["esc"]).until("Find hand");
    stage.press(&["esc"]).type_in("o").until("Find o").until("1 of 6");
    // What was asked for on a large screen does not push anything off a small one.
    let (wide, high) = SMALLEST;
    stage.press(&["esc"]).event(UiEvent::Resize(wide, 2 * high));
    stage.type_in("/matches").press(&["enter"]).until("unfinished").press(&["esc", "esc"]);
    stage.until("Go on with");
    assert_eq!(stage.text().matches("1 of 6").count(), 6, "{}", stage.text());
    stage.event(UiEvent::Resize(wide, high));
    assert!(stage.text().contains("(4 more under Matches)"), "{}", stage.text());
    assert!(stage.text().contains("How to play"), "{}", stage.text());
    stage.type_in("o");
    let text = stage.text();
    assert_eq!(text.matches("1 of 6").count(), 6, "{text}");
    for name in ["Wizards of Worderly Place", "Board Builder", "Wordle", "How to play"] {
        assert!(text.contains(name), "{name}:\n{text}");
    }
}

#[test]
fn who_comes_together_has_a_seat_each() {
    let wishes = PlayerSettings { welcomed: true, ..PlayerSettings::default() };
    let players = Players::read("Ann, Ben, Cleo").unwrap();
    let mut stage = TestApp::among(players, wishes, StartPage::Lobby);
    stage.until("waiting").type_in("/junior").press(&["enter"]).until("Player 3");
    assert_eq!(stage.text().matches("a person").count(), 3, "{}", stage.text());
    stage.press(&["enter"]).until("Cleo");
}

#[test]
fn how_far_rules_are_read_hides_nothing_of_them() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/wordle").press(&["enter"]).until("Marking").press(&["f1"]);
    stage.until("How Wordle is played");
    let manual = games::find("wordle").unwrap().info().manual;
    let words: Vec<&str> = manual.split_whitespace().collect();
    for _ in 0..20 {
        let text = stage.press(&["down"]).text();
        let last = text.lines().rev().find(|line| line.ends_with(" %")).unwrap();
        let read: Vec<&str> = last.split_whitespace().collect();
        // The words of the line go on where the rules do, and the last of them is whole.
        let whole = read.iter().rev().skip(2).take(1);
        assert!(whole.copied().all(|word| words.contains(&word)), "{last}");
    }
}

#[test]
fn a_kind_is_named_only_as_long_as_it_is_one() {
    let mut stage = TestApp::lobby();
    stage.type_in("/junior").press(&["enter"]).until("Kind").press(&["down", "down", "right"]);
    let text = stage.text();
    assert!(text.contains("Racks     ‹ hidden ›"), "{text}");
    assert!(text.contains("Kind        hidden"), "{text}");
    stage.press(&["up", "right"]);
    assert!(stage.text().contains("Kind        your own"), "{}", stage.text());
    stage.press(&["up", "right"]);
    assert!(stage.text().contains("Kind      ‹ open ›"), "{}", stage.text());
}

#[test]
fn who_types_a_long_path_sees_its_end() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/settings").press(&["enter", "end", "up"]);
    let path = format!("/{}/words.txt", "folder".repeat(15));
    stage.type_in(&path);
    assert!(stage.text().contains("folder/words.txt"), "{}", stage.text());
    // And whoever made a mistake is told all of it.
    stage.press(&["up"]).until("The file");
    let text = stage.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("No such file"), "{text}");
}

#[test]
fn unsaved_settings_are_reported_once() {
    let mut stage = TestApp::lobby();
    stage.until("waiting");
    let unkept = || PageReply { to: 0, what: HallReply::NotSaved("It cannot be written.".into()) };
    stage.event(UiEvent::Reply(unkept()));
    assert!(stage.text().contains("It cannot be written."));
    stage.later(Duration::from_secs(60)).event(UiEvent::Reply(unkept()));
    assert!(!stage.text().contains("It cannot be written."), "{}", stage.text());
}

#[test]
fn control_keys_wait_their_turn_too() {
    let mut stage = TestApp::play("builder", &[], &[]);
    stage.until("Words that fit").press(&["ctrl+f", "ctrl+f", "ctrl+f"]).until("3 words,");
    stage.press(&["ctrl+u", "ctrl+u", "ctrl+r"]).until("2 words,");
    assert!(!stage.app.is_busy());
}

#[test]
fn what_is_typed_for_a_page_that_is_left_means_nothing_on_the_one_below() {
    let mut stage = TestApp::play("wordle", &["word=crane"], &[]);
    stage.until("attempts left").type_in("slate").press(&["enter"]);
    assert!(stage.app.is_busy());
    stage.type_in("/sett").press(&["enter", "esc"]).until("Go on with");
    let text = stage.text();
    assert!(!text.contains("High contrast") && !text.contains("Find sett"), "{text}");
}

#[test]
fn a_player_who_left_is_told_that_a_move_was_not_stored() {
    let mut stage = TestApp::lobby();
    stage.until("waiting");
    let refusal = Refusal::new("house.store", "This was not stored.");
    stage.event(UiEvent::Reply(PageReply { to: 99, what: HallReply::Acted(Err(refusal)) }));
    assert!(stage.text().contains("This was not stored."), "{}", stage.text());
}

#[test]
fn what_was_chosen_in_the_lobby_stays_chosen() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").press(&["end", "up"]).until("▸ Wordle").press(&["enter"]);
    stage.until("Marking").press(&["enter"]).until("attempts left");
    stage.type_in("slate").press(&["enter"]).until("5 of 6").press(&["esc", "esc"]);
    stage.until("Go on with");
    assert!(stage.text().contains("▸ Wordle"), "{}", stage.text());
}

#[test]
fn what_is_looked_for_has_an_end() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/").type_in(&"x".repeat(500));
    let sought = format!("Find {}", "x".repeat(40));
    assert!(stage.text().lines().any(|line| line.trim() == sought), "{}", stage.text());
}
