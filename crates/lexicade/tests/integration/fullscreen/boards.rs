//! Complete matches of Junior and the Builder in the full screen, by keyboard.

use super::{SIZE, home, shows};
use crate::screen::PtyScreen;

#[test]
fn a_match_of_junior_with_two_players_at_one_keyboard() {
    let folder = home();
    folder.write("two.txt", "4 x 8\nAa H CABBAGES\nCa H ELEPHANT\n");
    let args = [
        "junior",
        "--as",
        "Ann,Bo",
        "--seats",
        "2",
        "--set",
        "board=two.txt",
        "--set",
        "racks=hidden",
        "--set",
        "draws=CABBAGE ELEPHAN TS",
    ];
    let mut screen = PtyScreen::full(&folder, &args, &[], SIZE);
    let mut covered = 0;
    // Each player covers the letters of a word. At the end Bo has no second move, and Ann has the last letter.
    for (turn, moves) in [2, 2, 2, 2, 2, 2, 2, 1, 1].into_iter().enumerate() {
        let (player, other) = if turn % 2 == 0 { ("Ann", " E+") } else { ("Bo", " C+") };
        shows(&mut screen, &format!("{player}'s turn"));
        shows(&mut screen, "Press s to show your tiles.");
        assert!(!screen.text().contains(other), "{}", screen.text());
        screen.type_bytes(b"s");
        for _ in 0..moves {
            shows(&mut screen, &format!("{covered} of 16"));
            shows(&mut screen, &format!("▸ {player}"));
            // A letter that cannot be covered is refused, and the player tries another.
            if covered == 2 {
                screen.type_bytes(b"\x1b[B\x1b[B\r");
                shows(&mut screen, "There is no letter at Da.");
                screen.type_bytes(b"\t");
            }
            screen.type_bytes(b"\r");
            covered += 1;
        }
    }
    shows(&mut screen, "Ann wins.");
    let text = screen.text();
    for shown in [
        "1st  Ann",
        "CABBAGES ELEPHANT",
        "2nd  Bo",
        "c   a   b   b   a   g   e   s",
        "e   l   e   p   h   a   n   t",
    ] {
        assert!(text.contains(shown), "no {shown:?}:\n{text}");
    }
    shows(&mut screen, "q quit");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    let kept = folder.out(&["matches", "--all"], "");
    assert!(kept.contains("junior   over, 2 : 0") && kept.contains("(Ann, Bo)"), "{kept}");
}

#[test]
fn a_board_by_keyboard() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["build", "pets", "--data", "data"], &[], SIZE);
    shows(&mut screen, "Words that fit at Aa H");
    screen.type_bytes(b"tiger");
    shows(&mut screen, "TIGER (Aa H) fits and adds 5");
    screen.type_bytes(b"\r");
    shows(&mut screen, "1 word, 5 letters");
    // With a typed position; the first word clashes.
    screen.type_bytes(b"Ac V cat");
    shows(&mut screen, "but G is there");
    screen.type_bytes(b"\x7f\x7f\x7fgoat");
    shows(&mut screen, "GOAT (Ac V) fits and adds 3");
    screen.type_bytes(b"\r");
    shows(&mut screen, "2 words, 8 letters");
    // At the cursor, downwards, with a word from the list.
    screen.type_bytes(b"\x1b[C\x1b[C\x1b[C\x1b[C\trabb");
    shows(&mut screen, "Words that fit at Ae V");
    shows(&mut screen, "RABBIT");
    screen.type_bytes(b"\x1b[6~");
    shows(&mut screen, "RABBIT (Ae V) fits and adds 5");
    screen.type_bytes(b"\r");
    shows(&mut screen, "3 words, 13 letters");
    // Ctrl+U undoes, Ctrl+R redoes, Ctrl+F adds a word.
    shows(&mut screen, "F  · · · · T ·");
    screen.type_bytes(b"\x15");
    shows(&mut screen, "2 words, 8 letters");
    shows(&mut screen, "F  · · · · · ·");
    screen.type_bytes(b"\x12");
    shows(&mut screen, "3 words, 13 letters");
    screen.type_bytes(b"\x06");
    shows(&mut screen, "4 words");
    shows(&mut screen, "enough");
    screen.type_bytes(b"\x13");
    shows(&mut screen, "Name of the board");
    screen.type_bytes(b"\r");
    shows(&mut screen, "Board saved:");
    shows(&mut screen, "data/boards/pets.txt");
    shows(&mut screen, "q quit");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    let file = folder.read("data/boards/pets.txt").unwrap();
    assert!(file.starts_with("15 x 15\nAa H TIGER\nAc V GOAT\nAe V RABBIT\n"), "{file}");
    let kept = folder.out(&["matches", "--all", "--data", "data"], "");
    assert!(kept.contains("builder  over, "), "{kept}");
}
