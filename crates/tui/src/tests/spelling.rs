//! What keys and clicks do in the games in which words are spelt from a few letters.

use super::TestApp;
use games::wizards::Level;
use std::time::Duration;

#[test]
fn a_level_is_chosen_once_and_remembered() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/wizards").press(&["enter"]).until("Apprentice");
    stage.press(&["end", "right", "enter"]).until("3 of 3 lives").press(&["esc"]).until("waiting");
    let wishes = &stage.app.context.settings;
    assert_eq!((wishes.level, wishes.friendly), (Level::Elder, true));
    stage.press(&["enter"]).until("▸ friendly");
    stage.type_in("4").until("5 of 5 lives").press(&["esc"]).until("waiting").press(&["enter"]);
    stage.until("▸ friendly").click("20 lives", false).until("20 of 20 lives");
    assert!(stage.app.context.settings.friendly, "only the level was clicked");
    stage.press(&["esc"]).until("waiting").press(&["enter"]).until("▸ friendly");
    stage.click("plain", false).until("20 of 20 lives");
    assert!(!stage.app.context.settings.friendly);
}

#[test]
fn other_settings_begin_with_the_chosen_level() {
    let mut stage = TestApp::lobby();
    stage.until("waiting").type_in("/wizards").press(&["enter"]).until("Apprentice");
    stage.press(&["end"]).type_in("s").until("Seed");
    assert!(stage.text().contains("elder"));
    stage.press(&["enter"]).until("3 of 3 lives");
}

#[test]
fn letters_are_shuffled_without_losing_what_is_typed() {
    for key in ["tab", "space"] {
        let mut stage = TestApp::play("wizards", &[], &[]);
        stage.until("15 of 15 lives").type_in("pea").press(&[key]).until("The letters are");
        stage.press(&["enter"]).until("“pea” ");
    }
}

#[test]
fn tiles_are_clicked_into_a_word_and_back() {
    let mut stage = TestApp::play("wizards", &[], &[]);
    stage.until("15 of 15 lives");
    for tile in ["│ P │", "│ A │", "│ L │", "│ R │"] {
        stage.click(tile, false);
    }
    // The last of the word is taken back by a click on it; the others stay.
    stage.click_key("│ R │").press(&["enter"]).until("“pal” is right");
}

#[test]
fn another_letter_to_give_away_takes_the_place_of_the_first() {
    let mut stage = TestApp::play("hand", &["deals=aci*prt:dd*lout", "swaps=x"], &[]);
    stage.until("Substitute a letter?").type_in("a").until("give every A away").type_in("c");
    stage.until("give every C away").click("│ T │", false).until("give every T away");
    stage.press(&["enter"]).until("x came in for t.");
}

#[test]
fn whether_it_is_a_word_is_not_told_before_it_is_played() {
    let mut stage = TestApp::play("hand", &["deals=aci*prt"], &[]);
    stage.until("Type a word").type_in("part").until("114 points, if it is a word.");
    let word = stage.text();
    stage.press(&["backspace"; 4]).type_in("ptar").until("114 points, if it is a word.");
    let same = word.replace("│ P ││ A ││ R ││ T │", "│ P ││ T ││ A ││ R │");
    assert_eq!(same, stage.text());
}

#[test]
fn a_played_word_is_seen_for_a_while_unless_nothing_may_move() {
    for motion in [true, false] {
        let mut stage = TestApp::play("hand", &["deals=aci*prt"], &[]);
        stage.app.context.settings.motion = motion;
        stage.until("Type a word").type_in("part").press(&["enter"]).until("earned 114");
        assert_eq!(stage.text().contains("│ P ││ A ││ R ││ T │"), motion);
        stage.later(Duration::from_secs(30));
        assert!(stage.text().contains("Type a word"));
        assert_eq!(stage.app.wake(), None);
    }
}

#[test]
fn wide_letters_break_no_tile() {
    for (game, ready) in [("wizards", "15 of 15 lives"), ("hand", "Substitute")] {
        let mut stage = TestApp::play(game, &[], &[]);
        stage.until(ready);
        if game == "hand" {
            stage.press(&["enter"]).until("Type a word");
        }
        stage.type_in("日é\u{301}");
        let text = stage.text();
        assert!(text.contains("│ ? ││ é ││ ? │"), "{text}");
    }
}
