//! Keys and clicks in the games in which words are spelt from a few letters.

use super::TestApp;
use games::wizards::Level;
use std::time::Duration;

#[test]
fn a_level_is_chosen_once_and_remembered() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/wizards").press(&["enter"]).until("Apprentice");
    app.press(&["end", "right", "enter"]).until("3 of 3 lives").press(&["esc"]).until("not played");
    let settings = &app.app.context.settings;
    assert_eq!((settings.level, settings.friendly), (Level::Elder, true));
    app.press(&["enter"]).until("▸ friendly");
    app.type_in("4").until("5 of 5 lives").press(&["esc"]).until("not played").press(&["enter"]);
    app.until("▸ friendly").click("20 lives", false).until("20 of 20 lives");
    assert!(app.app.context.settings.friendly, "only the level was clicked");
    app.press(&["esc"]).until("not played").press(&["enter"]).until("▸ friendly");
    app.click("plain", false).until("20 of 20 lives");
    assert!(!app.app.context.settings.friendly);
}

#[test]
fn the_setup_page_starts_with_the_chosen_level() {
    let mut app = TestApp::lobby();
    app.until("not played").type_in("/wizards").press(&["enter"]).until("Apprentice");
    app.press(&["end"]).type_in("s").until("Seed");
    assert!(app.text().contains("elder"));
    app.press(&["enter"]).until("3 of 3 lives");
}

#[test]
fn shuffling_keeps_the_typed_letters() {
    for key in ["tab", "space"] {
        let mut app = TestApp::play("wizards", &[], &[]);
        app.until("15 of 15 lives").type_in("pea").press(&[key]).until("Your letters:");
        app.press(&["enter"]).until("“pea” ");
    }
}

#[test]
fn tiles_are_clicked_into_a_word_and_back() {
    let mut app = TestApp::play("wizards", &[], &[]);
    app.until("15 of 15 lives");
    for tile in ["│ P │", "│ A │", "│ L │", "│ R │"] {
        app.click(tile, false);
    }
    // A click on the last letter of the word takes it back; the others stay.
    app.click_key("│ R │").press(&["enter"]).until("“pal” is right");
}

#[test]
fn another_letter_to_swap_replaces_the_first() {
    let mut app = TestApp::play("hand", &["deals=aci*prt:dd*lout", "swaps=x"], &[]);
    app.until("Swap one letter?").type_in("a").until("swap every A").type_in("c");
    app.until("swap every C").click("│ T │", false).until("swap every T");
    app.press(&["enter"]).until("t was replaced by x.");
}

#[test]
fn the_preview_does_not_reveal_whether_it_is_a_word() {
    let mut app = TestApp::play("hand", &["deals=aci*prt"], &[]);
    app.until("Type a word").type_in("part").until("114 points, if it is a word.");
    let word = app.text();
    app.press(&["backspace"; 4]).type_in("ptar").until("114 points, if it is a word.");
    let same = word.replace("│ P ││ A ││ R ││ T │", "│ P ││ T ││ A ││ R │");
    assert_eq!(same, app.text());
}

#[test]
fn a_played_word_stays_visible_for_a_while_unless_motion_is_off() {
    for motion in [true, false] {
        let mut app = TestApp::play("hand", &["deals=aci*prt"], &[]);
        app.app.context.settings.motion = motion;
        app.until("Type a word").type_in("part").press(&["enter"]).until("earned 114");
        assert_eq!(app.text().contains("│ P ││ A ││ R ││ T │"), motion);
        app.later(Duration::from_secs(30));
        assert!(app.text().contains("Type a word"));
        assert_eq!(app.app.wake(), None);
    }
}

#[test]
fn wide_letters_break_no_tile() {
    for (game, ready) in [("wizards", "15 of 15 lives"), ("hand", "Swap one letter")] {
        let mut app = TestApp::play(game, &[], &[]);
        app.until(ready);
        if game == "hand" {
            app.press(&["enter"]).until("Type a word");
        }
        app.type_in("日é\u{301}");
        let text = app.text();
        assert!(text.contains("│ ? ││ é ││ ? │"), "{text}");
    }
}
