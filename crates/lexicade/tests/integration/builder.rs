//! The Builder's questions with good and bad answers, and its files and drafts.

use crate::shared::{Folder, asked};

const WORD: &str = "Aa H WORD, or ?: ";
const PETS: &str = "\
5 x 9
Aa H DOLPHIN
Ca H PENGUIN

  a b c d e f g h i
A D O L P H I N . .
B . . . . . . . . .
C P E N G U I N . .
D . . . . . . . . .
E . . . . . . . . .
";

#[test]
fn a_board_is_named_sized_filled_and_saved() {
    let folder = Folder::new();
    let typed = "9\n5\nAa H dolphin\nCa H PENGUIN\nsave\n";
    let text = folder.out(&["build", "pets", "--data", "data"], typed);
    assert!(text.ends_with("Saved: data/boards/pets.txt\n"), "{text}");
    assert_eq!(folder.read("data/boards/pets.txt").as_deref(), Some(PETS));
    assert_eq!(std::fs::read_dir(folder.path().join("data/boards")).unwrap().count(), 1);
    let play = folder.out(&["junior", "--data", "data"], "pets\n/quit\n");
    assert!(play.contains("Covered: 0 of 14"), "{play}");
}

#[test]
fn a_name_has_only_letters_digits_and_underscores() {
    let folder = Folder::new();
    let text =
        folder.out(&["build"], "my board\nmy-board\ncafé\na.b\n\n?\nMy_board_2\n3\n3\n/leave\n");
    assert_eq!(asked(&text, "Name of the board, or a path: "), 7, "{text}");
    assert_eq!(text.matches("can't be a board name").count(), 4, "{text}");
    assert!(text.contains("Board Builder: My_board_2"), "{text}");
    // After a bad name on the command line, the Builder asks for another.
    let text = folder.out(&["build", "a-b"], "ab\n/quit\n");
    assert!(text.starts_with("“a-b” can't be a board name"), "{text}");
}

#[test]
fn width_and_height_are_1_to_20() {
    let text = Folder::new().out(&["build", "b"], "0\n21\nx\n-1\n1.5\n\n20\n0\n21\n1\n/leave\n");
    assert_eq!(asked(&text, "Width (1 to 20): "), 7, "{text}");
    assert_eq!(asked(&text, "Height (1 to 20): "), 3, "{text}");
    assert_eq!(text.matches("Enter a number from 1 to 20.").count(), 7, "{text}");
    let known = ["build", "b", "--set", "rows=4", "--set", "cols=5"];
    let text = Folder::new().out(&known, "/leave\n");
    assert!(text.contains("\nD . . . . .\n") && !text.contains("Width"), "{text}");
}

#[test]
fn a_word_that_cannot_be_placed_is_refused_and_changes_nothing() {
    let refused = [
        ("aa H DOG", "“aa” isn't a position"),
        ("A H DOG", "“A” isn't a position"),
        ("11 H DOG", "“11” isn't a position"),
        ("DOG", "“DOG” isn't a position"),
        ("Aa X DOG", "“X” isn't a direction"),
        ("Aa h DOG", "“h” isn't a direction"),
        ("Aa H", "The word is missing"),
        ("Aa H D0G", "“D0G” isn't a word"),
        ("Aa H A", "“A” isn't a word"),
        ("Aa H DOG NOW", "Remove “NOW”: nothing may follow the word."),
        ("Aa H XYZZY", "XYZZY isn't in the word list."),
        ("Ia H DOG", "DOG can't start at Ia, which is outside the board."),
        ("Af H DOG", "DOG doesn't fit on the board from there."),
        ("Ab H OX", "OX would touch the letter at Aa"),
        ("Ca H DOG", "DOG needs D at Ca, but T is there."),
        ("Ba H ARE", "ARE would touch another word at Bb."),
        ("Aa H CAT", "CAT would add no new letter."),
        ("Aa V CATS", "CATS would overlap CAT (Aa V) in the same line."),
        ("remove Bb H", "No word starts at Bb and runs across"),
        ("redo", "There is nothing to redo."),
        ("fill x", "Enter a number of words from 1 to 400."),
        ("/jump", "Type put Aa H WORD"),
    ];
    let folder = Folder::new();
    let lines: String = refused.iter().map(|(line, _)| format!("{line}\n")).collect();
    let typed = format!("7\n7\nAa H CAT\nAa V CAT\n{lines}save\n");
    let text = folder.out(&["build", "b.txt"], &typed);
    for (line, reason) in refused {
        let answer = format!("{WORD}{line}\n{reason}");
        assert!(text.contains(&answer), "{answer}: {text}");
    }
    assert_eq!(text.matches("\n  a b c d e f g").count(), 3, "the board was drawn anew: {text}");
    assert!(folder.read("b.txt").unwrap().starts_with("7 x 7\nAa H CAT\nAa V CAT\n\n"));
}

#[test]
fn counts_are_shown_and_saving_is_suggested_from_14_letters_on() {
    let typed =
        "9\n9\nAa H DOLPHIN\nCa H PENGUIN\nEa H GIRAFFE\nGa H OSTRICH\nundo\nredo\n/leave\n";
    let text = Folder::new().out(&["build", "b"], typed);
    let turns: Vec<&str> = text.split(WORD).collect();
    for (turn, counts) in turns.iter().zip([
        &["0 words, 0 letters.", "14 more letters needed for 2 players."][..],
        &["1 word, 7 letters.", "7 more letters needed for 2 players."],
        &[
            "2 words, 14 letters.",
            "Ready for 2 players; 7 more letters needed for 3 players.",
            "Save when you're done.",
        ],
        &[
            "3 words, 21 letters.",
            "Ready for 2 or 3 players; 7 more letters needed",
            "Save when you're done.",
        ],
        &["4 words, 28 letters.", "Ready for 2 to 4 players."],
        &["Undone: 21 letters."],
        &["Redone: 28 letters."],
    ]) {
        for count in counts {
            assert!(turn.contains(count), "{count}: {turn}");
        }
    }
    assert!(
        !turns[0].contains("Save when you're done.")
            && !turns[1].contains("Save when you're done."),
        "{text}"
    );
    assert!(turns.last().unwrap().contains("You gave up the board."), "{text}");
}

#[test]
fn the_end_of_input_saves_and_a_small_board_gives_a_warning() {
    let folder = Folder::new();
    let text = folder.out(&["build", "b.txt"], "5\n5\nAa H CAT\n");
    assert!(
        text.contains("Saved: b.txt\nIt has 3 of the 14 letters that two players need"),
        "{text}"
    );
    assert!(folder.read("b.txt").unwrap().starts_with("5 x 5\nAa H CAT\n"));
    assert!(folder.read("b.draft").is_none());
}

#[test]
fn a_board_that_exists_is_edited_or_overwritten_only_on_saving() {
    let folder = Folder::new();
    folder.write("b.txt", PETS);
    let text = folder.out(&["build", "b.txt"], "x\n\nE\nEa H CAT\nsave\n");
    assert_eq!(
        asked(&text, "This board already exists. Edit it or overwrite it? (E/O) "),
        3,
        "{text}"
    );
    assert!(folder.read("b.txt").unwrap().contains("\nEa H CAT\n"));
    let text = folder.out(&["build", "b.txt"], "o\n3\n3\nAa H CAT\n/leave\n");
    assert!(text.contains("You gave up the board."), "{text}");
    assert!(folder.read("b.txt").unwrap().contains("DOLPHIN"), "nothing was saved");
    folder.out(&["build", "b.txt"], "overwrite\n3\n3\nAa H CAT\nsave\n");
    assert!(folder.read("b.txt").unwrap().starts_with("3 x 3\nAa H CAT\n\n"));
    assert_eq!(folder.out(&["build", "b.txt"], "").lines().count(), 1, "the end of input quits");
}

#[test]
fn a_file_that_is_not_a_board_is_reported() {
    let folder = Folder::new();
    folder.write("b.txt", "no board at all\n");
    let text = folder.out(&["build", "b.txt"], "e\n/quit\n");
    assert!(text.starts_with("Line 1: a board must begin with its size"), "{text}");
    assert_eq!(asked(&text, "This board can't be read. Overwrite it? "), 2, "{text}");
    assert_eq!(folder.read("b.txt").as_deref(), Some("no board at all\n"));
}

#[test]
fn quitting_keeps_a_draft_and_leaving_deletes_it() {
    let folder = Folder::new();
    let text = folder.out(&["build", "b.txt"], "5\n5\nAa H CAT\n/quit\n");
    assert!(text.ends_with("The draft is saved. Use the same name to resume it.\n"), "{text}");
    assert!(folder.read("b.txt").is_none() && folder.read("b.draft").is_some());
    let text = folder.out(&["build", "b.txt"], "maybe\ny\nAa V COT\n/leave\n");
    assert_eq!(asked(&text, "There is an unsaved draft of this board. Resume it? "), 2, "{text}");
    assert!(text.contains("A C A T . .") && text.contains("Added COT (Aa V)"), "{text}");
    assert!(folder.read("b.txt").is_none() && folder.read("b.draft").is_none());
}

#[test]
fn a_file_is_overwritten_only_with_consent() {
    let folder = Folder::new();
    folder.write("b.txt", PETS);
    let args = ["build", "b.txt", "--set", "from=toys"];
    let text = folder.out(&args, "save\nn\nc.txt\n");
    assert!(text.contains("b.txt exists. Overwrite it? n\n"), "{text}");
    assert!(text.ends_with("Saved: c.txt\n"), "{text}");
    assert_eq!(folder.read("b.txt").as_deref(), Some(PETS));
    assert!(folder.read("c.txt").unwrap().starts_with("8 x 8\n"));
    folder.out(&args, "save\ny\n");
    assert!(folder.read("b.txt").unwrap().starts_with("8 x 8\n"));
}

#[test]
fn a_board_that_cannot_be_written_is_not_lost() {
    let folder = Folder::new();
    folder.write("file", "");
    let text = folder.out(&["build", "file/b.txt"], "5\n5\nAa H CAT\nsave\nfile/c.txt\nd.txt\n");
    assert_eq!(text.matches("Can't write ").count(), 2, "{text}");
    assert_eq!(text.matches("Can't save a draft").count(), 1, "{text}");
    assert!(folder.read("d.txt").unwrap().contains("Aa H CAT"));
    // Without another path the file is printed.
    let text = folder.out(&["build", "file/b.txt"], "5\n5\nAa H CAT\nsave\n\n");
    assert!(text.contains("\n5 x 5\nAa H CAT\n\n  a b c d e\nA C A T . .\n"), "{text}");
    let text = folder.out(&["build", "b.txt/"], "/quit\n");
    assert!(text.contains("can't be saved as"), "{text}");
}

#[test]
fn a_word_list_is_needed_and_can_be_tried_again() {
    let folder = Folder::new();
    let output = folder.run(&["build", "b.txt", "--words", "mine.txt"], "y\nhm\nn\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(asked(&text, "The Builder needs a word list. Try again? "), 3, "{text}");
    assert_eq!(text.matches("mine.txt cannot be read").count(), 2, "{text}");
    folder.write("mine.txt", "zyx\n");
    let text = folder.out(&["build", "b.txt", "--words", "mine.txt"], "5\n5\nAa H CAT\nAa H ZYX\n");
    assert!(text.contains("CAT isn't in the word list."), "{text}");
    assert!(text.contains("Added ZYX (Aa H)"), "{text}");
}
