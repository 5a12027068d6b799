//! Putting words, and refusals.

use super::*;

#[test]
fn the_first_mistake_is_reported() {
    let mut bench = Bench::open(&sized(6, 6));
    bench.play(&["put Bb H CAR"]);
    for (line, code) in [
        ("put aA X C4R CAR", "builder.position"),
        ("put A1 X C4R CAR", "builder.position"),
        ("put Aaa H CAR", "builder.position"),
        ("put", "builder.position"),
        ("put Aa X C4R CAR", "builder.direction"),
        ("put Aa h CAR", "builder.direction"),
        ("put Aa", "builder.direction"),
        ("put Aa H C4R CAR", "builder.word"),
        ("put Aa H A", "builder.word"),
        ("put Aa H ÉTÉ", "builder.word"),
        ("put Aa H", "builder.word"),
        ("put Zz H XQ CAR", "builder.extra"),
        ("put Zz H XQZ", "builder.unknown"),
        ("put Zz H CAR", "builder.place"),
        ("put Bb H CARE", "builder.place"),
        // The same without the verb.
        ("aA H CAR", "builder.position"),
        ("Aa X CAR", "builder.direction"),
        ("Aa H C4R", "builder.word"),
        ("Aa H CAR CAR", "builder.extra"),
        ("Aa", "builder.direction"),
    ] {
        assert_eq!(bench.refused(line).code, code, "{line}");
    }
    for (line, text) in [
        ("put Bb H CARE", "CARE would overlap CAR (Bb H) in the same line."),
        ("put Ca H DOG", "DOG would touch another word at Cb."),
        ("put Ad H HOUSE", "HOUSE doesn't fit on the board from there."),
        ("put Ga H DOG", "DOG can't start at Ga, which is outside the board."),
        ("put Aa H XQZ", "XQZ isn't in the word list."),
        ("put Aa up DOG", "“up” isn't a direction; type H for across or V for down."),
    ] {
        assert_eq!(bench.refused(line).text, text, "{line}");
    }
}

#[test]
fn invalid_lines_are_refused() {
    let mut bench = Bench::open(&sized(6, 6));
    for line in [
        "",
        "hello",
        "hello world",
        "what is that",
        "remove",
        "remove Aa",
        "remove Aa H X",
        "undo 2",
        "redo it",
        "save as",
        "fill",
        "fill 0",
        "fill 401",
        "fill x",
        "fill +3",
        "fill 3 4",
        "Aaa",
    ] {
        assert_eq!(bench.refused(line).code, "builder.line", "{line}");
    }
    assert_eq!(bench.refused("remove aa H").code, "builder.position");
    assert_eq!(bench.refused("remove Aa x").code, "builder.direction");
}

#[test]
fn the_counts_match_the_board() {
    let mut bench = Bench::open(&sized(15, 15));
    let counts = |bench: &Bench| {
        let view = bench.view();
        (view.letters_count, view.players, view.missing)
    };
    bench.play(&["put Aa H dermatologist"]);
    assert_eq!(counts(&bench), (13, None, 1));
    bench.play(&["Aa V DO"]);
    assert_eq!(counts(&bench), (14, Some([2, 2]), 7));
    bench.play(&["PUT Ac V reading"]);
    assert_eq!(counts(&bench), (20, Some([2, 2]), 1));
    bench.play(&["put Ae V at"]);
    assert_eq!(counts(&bench), (21, Some([2, 3]), 7));
    bench.play(&["put Ag V outside"]);
    assert_eq!(counts(&bench), (27, Some([2, 3]), 1));
    bench.play(&["put Ai V or"]);
    assert_eq!(counts(&bench), (28, Some([2, 4]), 0));
    assert_eq!(bench.view().problems, [""; 0]);
}
