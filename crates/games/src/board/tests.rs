use super::*;
use engine::Refusal;
use std::collections::BTreeSet;
use words::Lexicon;

fn at(text: &str) -> At {
    text.parse().unwrap()
}

fn word(text: &str) -> PlacedWord {
    let [at, dir, text] = text.split(' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
    PlacedWord::new(at.parse().unwrap(), Dir::named(dir.chars().next().unwrap()).unwrap(), text)
        .unwrap()
}

fn read(text: &str) -> ParsedBoard {
    text.parse().unwrap_or_else(|error: BoardError| panic!("{error}"))
}

fn refused(text: &str) -> (&'static str, String) {
    let refusal = Refusal::from(text.parse::<ParsedBoard>().unwrap_err());
    assert!(refusal.text.len() < 400 && !refusal.text.contains(char::is_control), "{refusal}");
    (refusal.code.as_str(), refusal.text)
}

/// A board of 8 x 8 with these words.
fn with(words: &[&str]) -> Board {
    let mut board = Board::new(8, 8).unwrap();
    words.iter().for_each(|text| board.add(word(text)).unwrap());
    board
}

mod positions {
    use super::*;

    #[test]
    fn are_a_row_letter_and_a_column_letter() {
        assert_eq!((at("Aa").row(), at("Aa").col()), (0, 0));
        assert_eq!((at("Cz").row(), at("Cz").col()), (2, 25));
        assert_eq!(at("Tb").to_string(), "Tb");
        for wrong in ["", "A", "a", "aa", "AA", "aA", "Aaa", "A1", "1a", "Äa", "Aä", "A a", " Aa"]
        {
            assert_eq!(wrong.parse::<At>(), Err(InvalidPosition), "{wrong}");
        }
    }

    #[test]
    fn sort_by_row_then_column_and_end_at_the_edge() {
        assert!(at("Ab") < at("Ba") && at("Aa") < at("Ab"));
        assert_eq!(at("Ba").back(Dir::V), Some(at("Aa")));
        assert_eq!(at("Ba").back(Dir::H), None);
        assert_eq!(at("Yy").ahead(Dir::H, 1), Some(at("Yz")));
        assert_eq!(at("Yy").ahead(Dir::V, 2), None);
        assert_eq!(at("Aa").ahead(Dir::V, usize::MAX), None);
    }

    #[test]
    fn are_strings_in_json() {
        assert_eq!(serde_json::to_string(&at("Ak")).unwrap(), "\"Ak\"");
        assert_eq!(serde_json::from_str::<At>("\"Ak\"").unwrap(), at("Ak"));
        assert!(serde_json::from_str::<At>("\"ak\"").is_err());
    }
}

mod reading {
    use super::*;

    #[test]
    fn spacing_does_not_matter() {
        let plain = read("6 x 8\nAa H CAT\nAa V COW\n").board;
        assert_eq!((plain.rows(), plain.cols()), (6, 8));
        for text in [
            "6x8 Aa H CAT Aa V COW",
            "6 X 8\nAaHCAT\nAaVCOW",
            "6*8\r\nA a H CAT\r\nA a V COW\r\n",
            "6×8\nAa H cat\nAa V Cow",
            "\n\n 6\n*\n8\nA\na\nH\nCAT\n\tAa V COW   \n\n",
            "\u{feff}6 x 8\nAa\u{a0}H CAT\nAa V COW",
            "6x8Aa H CAT AaVCOW",
        ] {
            let parsed = read(text);
            assert_eq!(parsed.board, plain, "{text:?}");
            assert_eq!(parsed.notes, [], "{text:?}");
        }
    }

    #[test]
    fn a_word_ends_at_the_next_blank() {
        assert_eq!(read("6x8 Aa H CATAa V COW").board.words(), [word("Aa H CATAA")]);
    }

    #[test]
    fn control_characters_are_allowed_only_in_stored_boards() {
        for text in ["6 x 8\nAa H CAT\n\0", "6 x 8\nAa H CAT\n\x1b]0;x\x07", "6 x 8\n\n\u{9b}2J"] {
            let error = ParsedBoard::given(text).unwrap_err();
            assert_eq!((error.code, error.line), ("junior.text", 3), "{text:?}");
            assert!(text.parse::<ParsedBoard>().is_ok(), "{text:?}");
        }
        assert!(ParsedBoard::given("6 x 8\r\nAa\tH CAT\r\n").is_ok());
    }

    #[test]
    fn an_invalid_size_is_refused() {
        let missing =
            "Line 1: a board must begin with its size, rows and columns, such as 15 x 15.";
        for text in [
            "", "   ", "x", "15", "15 x", "15 by 15", "15 15", "-1 x 5", "Aa H CAT", "15\0 15",
            "٣ x ٣",
        ] {
            assert_eq!(refused(text), ("junior.size", missing.to_owned()), "{text:?}");
        }
        let (code, text) = refused("\n\n21 x 5\n");
        assert_eq!(code, "junior.size");
        assert_eq!(text, "Line 3: a board has 1 to 20 rows and 1 to 20 columns, not 21 x 5.");
        for text in ["0 x 5", "5x0", "1000x1000", "99999999999999999999999999x1"] {
            assert_eq!(refused(text).0, "junior.size", "{text}");
        }
        assert_eq!(refused(&"9".repeat(1 << 20)).0, "junior.size");
        assert_eq!(read("1 x 1").board.count(), 0);
        assert_eq!(read("20 x 20").board.lines().len(), 20);
    }

    #[test]
    fn a_word_that_leaves_the_grid_is_refused_with_its_line() {
        assert_eq!(
            refused("3 x 4\nAa H GOAT\n\nAb V OTTER\n"),
            (
                "junior.outside",
                "Line 4: OTTER (Ab V) doesn't fit in the 3 x 4 grid; move or remove it.".into()
            )
        );
        for text in ["3 x 4 Da H CAT", "3 x 4 Zz V AT", "3 x 4 Ac H CAT"] {
            assert_eq!(refused(text).0, "junior.outside", "{text}");
        }
        let endless = format!("3 x 4 Aa H {}", "A".repeat(1 << 20));
        assert_eq!(refused(&endless).0, "junior.outside");
    }

    #[test]
    fn a_letter_that_contradicts_another_is_refused_with_its_line() {
        assert_eq!(
            refused("4 x 4\nAa H CAT\nAb V OAK"),
            (
                "junior.clash",
                "Line 3: OAK (Ab V) needs O at Ab, but A is there; move or remove it.".into()
            )
        );
    }

    #[test]
    fn from_the_first_invalid_item_the_rest_is_ignored() {
        let note = |text: &str| {
            let parsed = read(&format!("6 x 6\nAa H CAT\n{text}\nAa V COW\n"));
            assert_eq!(parsed.board.words().len(), 1, "{text}");
            parsed.notes.iter().map(BoardNote::to_string).collect::<Vec<_>>()
        };
        let expected = "Line 3: “hello” can't be read as a word with its position; the rest of the file is ignored.";
        assert_eq!(note("hello"), [expected]);
        for text in ["aa H DOG", "Ca h DOG", "Ca D DOG", "Ca H D0G", "Ca H ÉTÉ", "C4 H DOG", "\0"]
        {
            assert_eq!(note(text).len(), 1, "{text}");
        }
        let parsed = read("6 x 6 Aa H CAT Ca H");
        assert!(parsed.notes[0].text.starts_with("“Ca” can't be read"), "{:?}", parsed.notes);
    }

    #[test]
    fn blanks_and_drawings_are_ignored_without_a_note() {
        let drawing = "\n  a b c\nA C A T\nB . . .\n";
        for rest in ["", "\n\n  \n", drawing, "\r\n\r\n  a b c\r\nA C A T\r\nB\r\n", "a b c"] {
            assert_eq!(read(&format!("2 x 3\nAa H CAT\n{rest}")).notes, [], "{rest:?}");
        }
        for rest in ["a b", "a b c d", "b c d", "a b c\nA COT", "a b c\na C O T", "?"] {
            assert_eq!(read(&format!("2 x 3\nAa H CAT\n{rest}")).notes.len(), 1, "{rest:?}");
        }
    }

    #[test]
    fn drawings_made_by_hand_are_recognized() {
        for drawing in [
            // With dots, blanks, other marks or nothing for empty cells.
            "  a b c\nA C A T\nB O . .\nC W . .",
            "  a b c\nA C A T\nB O\nC W",
            "  a b c\nA C A T\nB O # #\nC W _ -",
            // Without spaces, in upper or lower case, with or without row and column letters, or framed.
            "  abc\nA CAT\nB O..\nC W..",
            "  A B C\nA C A T\nB O . .\nC W . .",
            " abc\nAcat\nBo\nCw",
            "CAT\nO..\nW..",
            "C A T\r\nO . .\r\nW . .\r\n",
            "   a b c\n  ------\nA |C A T|\nB |O    |\nC |W    |\n  ------\n",
            "+---+\n|CAT|\n|O  |\n|W  |\n+---+",
            "a\tb\tc\nA\tC\tA\tT\nB\tO\t.\t.\nC\tW\t.\t.",
        ] {
            let parsed = read(&format!("3 x 3\nAa H CAT\nAa V COW\n\n{drawing}"));
            assert_eq!(parsed.notes, [], "{drawing}");
            assert_eq!(parsed.board.words().len(), 2, "{drawing}");
        }
        // Text that might be meant as a word always gets a note.
        for rest in ["Cc h AT", "cc H AT", "Ca H W1N", "CAT\nDOG", "3 x 3", "Board:\nCAT\nO..\nW.."]
        {
            assert_eq!(
                read(&format!("3 x 3\nAa H CAT\nAa V COW\n{rest}")).notes.len(),
                1,
                "{rest}"
            );
        }
    }

    #[test]
    fn words_of_one_letter_are_ignored_with_a_note() {
        let parsed = read("4 x 4\nAa H C\nAa H CAT\nZz V x");
        assert_eq!(parsed.board.words(), [word("Aa H CAT")]);
        let notes: Vec<_> = parsed.notes.iter().map(BoardNote::to_string).collect();
        assert_eq!(
            notes,
            [
                "Line 2: C (Aa H) has only one letter and is ignored.",
                "Line 4: x (Zz V) has only one letter and is ignored."
            ]
        );
    }

    #[test]
    fn a_board_has_at_most_a_dozen_remarks() {
        let words = Lexicon::from_words(["cat", "cow"]);
        let odd = read("4 x 4\nAa H CAT\nAa V COW\nCc H xq\nDa H Z");
        assert_eq!(
            odd.remarks(&words),
            ["Line 5: Z (Da H) has only one letter and is ignored.", "Not in the word list: XQ."]
        );
        let many: String = (0..40).map(|_| "Aa H X ").collect();
        let remarks = read(&format!("4 x 4 {many}")).remarks(&words);
        assert_eq!(remarks.len(), 13);
        assert_eq!(remarks[12], "There are 28 more remarks about this board.");
        let unknown = read(
            "20 x 2 Aa H AA Ca H BB Ea H CC Ga H DD Ia H EE Ka H FF Ma H GG Oa H HH Qa H II Sa H JJ",
        );
        assert_eq!(
            unknown.remarks(&words),
            ["Not in the word list: AA, BB, CC, DD, EE, FF, GG, HH and 2 more."]
        );
        assert_eq!(read("4 x 4 Aa H CAT Aa V COW").remarks(&words), [""; 0]);
    }

    #[test]
    fn huge_texts_are_parsed_quickly() {
        let words = Lexicon::from_words(["aa"]);
        let mut many = String::from("20 x 20\n");
        for n in 0..10_000u32 {
            let (row, col) = (b'A' + (n % 20) as u8, b'a' + (n / 20 % 17) as u8);
            many +=
                &format!("{}{} H {}\n", row as char, col as char, "A".repeat(2 + n as usize % 3));
        }
        let parsed = read(&many);
        assert_eq!(parsed.board.words().len(), 10_000);
        assert_eq!(parsed.remarks(&words).len(), 13);
        for junk in ["\0", "Aa H ", "é", "A", "Aa H X ", "a b c\n", "\u{202e}", "Aa H CAT "] {
            let text = format!("20 x 20\n{}", junk.repeat((1 << 20) / junk.len()));
            if let Ok(parsed) = text.parse::<ParsedBoard>() {
                assert!(parsed.remarks(&words).len() <= 13, "{junk:?}");
            }
        }
    }
}

mod writing {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_board_text_is_refused_or_survives_writing_and_reading(
            text in r"([1-9]|1[0-9]) ?[x*] ?([1-9]|1[0-9])( [A-E][a-e] ?[HV] ?[A-C]{1,3}){0,6}.{0,9}"
        ) {
            match text.parse::<ParsedBoard>() {
                Err(_) => drop(refused(&text)),
                Ok(ParsedBoard { board, .. }) => {
                    let again = read(&board.to_string());
                    prop_assert_eq!(again, ParsedBoard { board, notes: Vec::new() });
                }
            }
        }

        #[test]
        fn no_text_makes_the_parser_panic(text: String) {
            let _ = text.parse::<ParsedBoard>();
        }
    }

    #[test]
    fn a_file_has_a_size_words_and_a_drawing() {
        let board = read("3 x 4 Aa V COW Aa H CAT").board;
        let text = "3 x 4\nAa V COW\nAa H CAT\n\n  a b c d\nA C A T .\nB O . . .\nC W . . .\n";
        assert_eq!(board.to_string(), text);
        assert_eq!(read(text), ParsedBoard { board, notes: Vec::new() });
    }

    #[test]
    fn every_built_in_board_survives_reading_and_writing() {
        for (name, text) in BOARDS {
            assert_eq!(read(text).board.to_string(), *text, "{name}");
        }
    }
}

mod placement {
    use super::*;

    fn accepts(words: &[&str], new: &str) -> Result<(), String> {
        with(words).accepts(&word(new)).map_err(|why| why.to_string())
    }

    #[test]
    fn every_broken_rule_has_its_sentence() {
        let cat = ["Cc H CAT"]; // at Cc, Cd, Ce
        for (new, why) in [
            ("Ia H CAT", "can't start at Ia, which is outside the board"),
            ("Ag H CAT", "doesn't fit on the board from there"),
            ("Gg V CAT", "doesn't fit on the board from there"),
            ("Cf H AT", "would touch the letter at Ce"),
            ("Ca H AT", "would touch the letter at Cc"),
            ("Ac V AT", "would touch the letter at Cc"),
            ("Bd V DOG", "needs O at Cd, but A is there"),
            ("Da H DOG", "would touch another word at Dc"),
            ("Cb V DOG", "would touch another word at Cb"),
            ("Cc H CAT", "would add no new letter"),
            ("Cc H CATS", "would overlap CAT (Cc H) in the same line"),
            ("Cb H SCAT", "would overlap CAT (Cc H) in the same line"),
        ] {
            assert_eq!(accepts(&cat, new), Err(why.into()), "{new}");
        }
    }

    #[test]
    fn crossings_corners_and_islands_are_allowed() {
        let cat = ["Cc H CAT"];
        for new in ["Cc V COW", "Bd V BAD", "Ce V TO", "Df H OX", "Ga H DOG"] {
            assert_eq!(accepts(&cat, new), Ok(()), "{new}");
        }
        // Cf is right after CAT: a letter there would touch it.
        assert!(accepts(&cat, "Bf V AT").is_err());
    }

    #[test]
    fn accepted_words_keep_the_whole_board_legal() {
        let mut board = Board::new(8, 8).unwrap();
        let words = ["CAT", "COW", "OAT", "TOT", "TAO", "WAX", "AX", "AT", "TA", "TACO"];
        // Every word at every position, in a mixed order.
        let mut order: Vec<PlacedWord> = board
            .positions()
            .flat_map(|at| Dir::ALL.map(|dir| (at, dir)))
            .flat_map(|(at, dir)| words.map(|text| PlacedWord::new(at, dir, text).unwrap()))
            .collect();
        order.sort_by_key(|w| {
            (u32::from(w.at.row()) * 31 + u32::from(w.at.col()) * 17 + w.text.len() as u32 * 7) % 23
        });
        for word in order {
            if board.accepts(&word).is_ok() {
                board.add(word).unwrap();
                assert_eq!(board.problems(), [""; 0]);
            }
        }
        assert!(board.words().len() > 8, "{board}");
    }

    #[test]
    fn removing_a_word_keeps_the_letters_of_others() {
        let mut board = with(&["Cc H CAT", "Bd V BAD"]);
        let before = board.clone();
        let place = board.find(at("Cc"), Dir::H).unwrap();
        assert_eq!(board.remove(place), Some(word("Cc H CAT")));
        assert_eq!(board, with(&["Bd V BAD"]));
        board.insert(place, word("Cc H CAT")).unwrap();
        assert_eq!(board, before);
        assert_eq!(board.find(at("Cd"), Dir::H), None);
        assert_eq!(board.remove(2), None);
    }
}

mod legality {
    use super::*;

    #[test]
    fn every_run_must_be_listed_exactly_once() {
        let problems = |words: &[&str]| with(words).problems();
        assert_eq!(problems(&["Aa H CAT", "Aa V COW", "Df H OX"]), [""; 0]);
        assert_eq!(
            problems(&["Aa H CAT", "Ba H OX"]),
            [
                "The letters CO (Aa V) aren't a word of this board.",
                "The letters AX (Ab V) aren't a word of this board."
            ]
        );
        assert_eq!(
            problems(&["Aa H CAR", "Aa H CARE"]),
            ["CAR (Aa H) is only part of CARE in the same line."]
        );
        assert_eq!(
            problems(&["Aa H CAR", "Ac H RED"]),
            [
                "The letters CARED (Aa H) aren't a word of this board.",
                "CAR (Aa H) is only part of CARED in the same line.",
                "RED (Ac H) is only part of CARED in the same line."
            ]
        );
        assert_eq!(problems(&["Aa H CAT", "Aa H CAT"]), ["CAT (Aa H) is listed 2 times."]);
    }

    #[test]
    fn legality_does_not_depend_on_the_order_of_words() {
        // TO and ON touch illegally until the words across join them.
        let words = ["Aa V TO", "Ab V ON", "Aa H TO", "Ba H ON"];
        assert_eq!(with(&words).problems(), [""; 0]);
        assert!(with(&words[..2]).accepts(&word(words[2])).is_err());
    }
}

mod built_in_boards {
    use super::*;

    fn crossings(board: &Board) -> usize {
        let through = |at| board.words().iter().filter(|word| word.runs_through(at)).count();
        board.letters().filter(|&(at, _)| through(at) == 2).count()
    }

    fn connected(board: &Board) -> bool {
        let mut reached = BTreeSet::new();
        let mut next: Vec<At> = board.letters().map(|(at, _)| at).take(1).collect();
        while let Some(at) = next.pop() {
            if board.letter(at).is_none() || !reached.insert(at) {
                continue;
            }
            for dir in Dir::ALL {
                next.extend([at.back(dir), at.ahead(dir, 1)].into_iter().flatten());
            }
        }
        reached.len() == board.count()
    }

    #[test]
    fn the_example_board_has_28_words_and_101_letters_and_is_legal() {
        let ParsedBoard { board, notes } = read(EXAMPLE);
        assert_eq!((board.words().len(), board.count()), (28, 101));
        assert_eq!((board.rows(), board.cols()), (15, 15));
        assert_eq!(board.problems(), [""; 0]);
        assert_eq!(notes, []);
        assert_eq!(board.words()[0], word("Ak H EGGS"));
        assert_eq!(board.words()[27], word("Co V MONEY"));
        assert_eq!(board.most_players(), Some(4));
        // It can't be built word by word.
        let mut built = Board::new(15, 15).unwrap();
        let placed =
            |word: &PlacedWord| built.accepts(word).is_ok() && built.add(word.clone()).is_ok();
        assert!(!board.words().iter().all(placed));
    }

    #[test]
    fn every_board_is_legal_and_has_common_suitable_words() {
        let lexicon = Lexicon::builtin();
        for (name, text) in BOARDS {
            let ParsedBoard { board, notes } = read(text);
            assert_eq!(notes, [], "{name}");
            assert_eq!(board.problems(), [""; 0], "{name}");
            assert!(connected(&board), "{name} isn't connected");
            assert!(crossings(&board) >= board.words().len(), "{name}: {}", crossings(&board));
            assert!(board.count() >= 28, "{name}");
            for word in board.words() {
                let text = word.text.to_lowercase();
                assert!(lexicon.common(&text) && lexicon.fit(&text), "{name}: {word}");
            }
            let mut texts: Vec<_> = board.words().iter().map(|word| &word.text).collect();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), board.words().len(), "{name} repeats a word");
            assert_eq!(shipped(name), Some(*text));
        }
        let small = |text: &str| read(text).board.rows() <= 10;
        assert!(BOARDS.len() >= 9 && BOARDS.iter().filter(|(_, text)| small(text)).count() >= 3);
        assert_eq!(shipped("nothing"), None);
    }
}

#[test]
fn an_invalid_direction_is_explained() {
    for text in ["", "x", "HV", "across"] {
        let error = text.parse::<Dir>().unwrap_err();
        assert_eq!(error.to_string(), "a direction is H or V");
    }
}
