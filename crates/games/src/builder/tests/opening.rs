//! Opening a match.

use super::*;
use engine::setup;

fn refused(setup: &Setup) -> Refusal {
    Match::<Builder>::open(setup, 1, 1, english()).err().unwrap()
}

#[test]
fn the_view_has_its_fields_in_a_fixed_order() {
    let json = serde_json::to_string(&Bench::open(&sized(2, 3)).view()).unwrap();
    assert_eq!(
        json,
        concat!(
            r#"{"name":"board","rows":2,"cols":3,"letters":["...","..."],"words":[],"#,
            r#""letters_count":0,"players":null,"missing":14,"problems":[],"can_undo":false,"#,
            r#""can_redo":false,"saved":false,"file":null,"status":"playing"}"#
        )
    );
}

#[test]
fn a_name_has_only_letters_digits_and_underscores() {
    let named = |name: &str| Setup { name: name.into(), ..Setup::default() };
    for name in ["board", "My_1st", "7", "_"] {
        assert_eq!(Bench::open(&named(name)).view().name, name);
    }
    for name in ["", "a b", "a.txt", "../up", "é", "a\0"] {
        assert_eq!(refused(&named(name)).code, "house.setup", "{name}");
    }
}

#[test]
fn sides_are_1_to_20_long() {
    Bench::open(&sized(1, 20));
    for (rows, cols) in [(0, 5), (5, 0), (21, 5), (5, 21)] {
        assert_eq!(refused(&sized(rows, cols)).code, "house.setup");
    }
}

#[test]
fn a_saved_board_can_always_be_opened_again() {
    let copies = |n: usize| Setup {
        from: Some(format!("2 x 2\n{}", "AaHAT ".repeat(n))),
        ..Setup::default()
    };
    // Within the limit as a setting, but above it once it is written with spaces.
    assert!(copies(10_000).from.unwrap().len() < setup::MAX_TEXT);
    let refusal = refused(&copies(10_000));
    assert_eq!(refusal.code, "house.setup");
    assert!(
        refusal.text.starts_with("A board with 10000 words is too large to be saved"),
        "{refusal:?}"
    );

    let mut bench = Bench::open(&copies(6_000));
    assert_eq!(
        bench.view().problems,
        ["AT (Aa H) is listed 6000 times."],
        "one remark, however often it is listed"
    );
    bench.play(&["save"]);
    let text = bench.view().file.unwrap().text;
    assert!(text.len() < setup::MAX_TEXT);
    assert_eq!(text.parse::<ParsedBoard>().unwrap().board.words().len(), 6_000);
}

#[test]
fn a_hundred_problems_are_shown_and_the_others_counted() {
    let parts = "AaHAA".to_owned() + &" AaHAAAA AbHAA".repeat(150);
    let setup = Setup { from: Some(format!("2 x 5 {parts}")), ..Setup::default() };
    let problems = Bench::open(&setup).view().problems;
    assert_eq!(problems.len(), 101);
    assert_eq!(problems[100], "There are 52 more remarks about this board.");
}

#[test]
fn a_board_to_start_from_brings_its_size_and_remarks() {
    let from = |text: &str| Setup { from: Some(text.into()), ..Setup::default() };
    let view = Bench::open(&from(EXAMPLE)).view();
    assert_eq!((view.rows, view.words.len(), view.letters_count), (15, 28, 101));
    assert_eq!((view.players, view.missing), (Some([2, 4]), 0));
    assert_eq!(view.problems, [""; 0]);

    let odd = from("3 x 7\nAa H CAT\nBa H XQ\n?");
    let (game, events) = Match::<Builder>::open(&odd, 1, 1, english()).unwrap();
    let sentences: Vec<_> = events
        .iter()
        .filter_map(|event| Builder::tell(game.state(), event, Viewer::Public))
        .collect();
    let problems = [
        "The letters CX (Aa V) aren't a word of this board.",
        "The letters AQ (Ab V) aren't a word of this board.",
    ];
    assert_eq!(
        sentences,
        [
            "Line 4: “?” can't be read as a word with its position; the rest of the file is ignored.",
            problems[0],
            problems[1],
            "Not in the word list: XQ."
        ]
    );
    assert_eq!(game.view(Viewer::Public).problems, problems);
    let shown = Builder::scene(&game.view(Viewer::Public)).panes.pop().unwrap();
    assert_eq!(shown.id, "problems");
    assert_eq!(shown.body, Body::Text(problems.map(Into::into).to_vec()));

    for (text, code) in [
        ("", "junior.size"),
        ("3 x 3 Aa H HOUSE", "junior.outside"),
        ("3 x 3 Aa H CAT Aa V DOG", "junior.clash"),
    ] {
        let refusal = refused(&from(text));
        assert_eq!(refusal.code, code);
        assert!(refusal.text.starts_with("Line 1: "), "{refusal}");
        assert!(Builder::INFO.codes.contains(&code));
    }
}

#[test]
fn an_empty_word_list_is_refused() {
    let none = Arc::new(Lexicon::from_words([""; 0]));
    let refusal = Match::<Builder>::open(&Setup::default(), 1, 1, none).err().unwrap();
    assert_eq!(refusal.text, "The Builder needs a word list with at least one word.");
}
