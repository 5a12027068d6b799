//! Complete matches of Wizards and Hand in the full screen, by keyboard.

use super::{SIZE, home, shows};
use crate::screen::PtyScreen;
use crate::shared::Folder;

/// Quits, and checks that the match is stored with its score.
fn is_stored(screen: &mut PtyScreen, folder: &Folder, game: &str, score: u32) {
    shows(screen, "q quit");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    let kept = folder.out(&["matches", "--all"], "");
    let of_it = |line: &&str| line.contains(game) && line.contains(&format!("over, {score}"));
    assert!(kept.lines().any(|line| of_it(&line)), "{kept}");
}

#[test]
fn a_match_of_wizards_by_keyboard() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["wizards", "--seed", "1"], &[], SIZE);
    shows(&mut screen, "15 of 15 lives");
    // Letters appear before they are sent, and disappear when the guess is accepted.
    let guess = |screen: &mut PtyScreen, word: &str, answer: &str| {
        screen.type_bytes(word.as_bytes());
        screen.wait_until(word, |text| !text.contains("Type a word."));
        screen.type_bytes(b"\r");
        screen.wait_until(answer, |text| text.contains("Type a word.") && text.contains(answer));
    };
    let right = |screen: &mut PtyScreen, word: &str| guess(screen, word, &format!("“{word}” "));
    for word in ["repeal", "pearl", "repel"] {
        right(&mut screen, word);
    }
    screen.type_bytes(b"\t");
    shows(&mut screen, "Your letters: ");
    right(&mut screen, "paler");
    guess(&mut screen, "parle", "14 of 15 lives");
    guess(&mut screen, "pears", "13 of 15 lives");
    right(&mut screen, "pear");
    guess(&mut screen, "pear", "12 of 15 lives");
    right(&mut screen, "plea");
    screen.type_bytes(b"\x1bOQ");
    shows(&mut screen, "That cost 5 points.");
    for word in [
        "leap", "lee", "earl", "pale", "peel", "leer", "pare", "peal", "reap", "real", "reel",
        "peer", "pal", "pee",
    ] {
        right(&mut screen, word);
    }
    screen.type_bytes(b"are\r");
    shows(&mut screen, "You found every word: 58 points.");
    shows(&mut screen, "✓repeal");
    is_stored(&mut screen, &folder, "wizards", 58);
}

#[test]
fn a_match_of_hand_by_keyboard() {
    let folder = home();
    let args = ["hand", "--set", "deals=aci*prt:dd*lout", "--set", "swaps=a"];
    let mut screen = PtyScreen::full(&folder, &args, &[], SIZE);
    shows(&mut screen, "Swap one letter?");
    let mut step = |keys: &str, answer: &str| {
        screen.type_bytes(keys.as_bytes());
        shows(&mut screen, answer);
    };
    step("\r", "Type a word");
    step("part", "6 x 19 = 114 points, if it is a word.");
    step("\r", "\"part\" earned 114 points.");
    step("ic*\r", "Replay this hand?");
    step("n", "Hand 2 of 2");
    step("l", "swap every L");
    step("\r", "l was replaced by a.");
    step("out\r", "\"out\" earned 27 points.");
    step("!", "Replay this hand?");
    step("y", "Same hand again");
    step("d*d\r", "\"d*d\" earned 36 points.");
    step("out\r", "\"out\" earned 54 points.");
    step("!", "Game over: 288 points in 2 hands.");
    step("", "Last hand  d d * a o u t");
    is_stored(&mut screen, &folder, "hand", 288);
}
