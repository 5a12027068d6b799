use super::*;
use crate::board::EXAMPLE;
use engine::{Body, Chance, Match, Thought};
use words::Lexicon;

fn english() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

fn sized(rows: u8, cols: u8) -> Setup {
    Setup { rows, cols, ..Setup::default() }
}

/// A board in the making, driven by lines.
struct Bench(Match<Builder>);

impl Bench {
    fn open(setup: &Setup) -> Bench {
        Bench(Match::open(setup, 1, 1, english()).unwrap().0)
    }

    fn view(&self) -> View {
        self.0.view(Viewer::Public)
    }

    fn play(&mut self, lines: &[&str]) -> Vec<Event> {
        let mut events = Vec::new();
        for line in lines {
            let action = Builder::parse(&self.view(), line).unwrap();
            let happened = self.0.act(Seat(0), action);
            events.extend(happened.unwrap_or_else(|refusal| panic!("{line}: {refusal}")));
        }
        events
    }

    fn refused(&mut self, line: &str) -> Refusal {
        let before = self.0.state().clone();
        let refusal = match Builder::parse(&self.view(), line) {
            Ok(action) => self.0.act(Seat(0), action).err(),
            Err(refusal) => Some(refusal),
        };
        assert_eq!(*self.0.state(), before);
        refusal.unwrap_or_else(|| panic!("{line} is accepted"))
    }

    fn words(&self) -> Vec<String> {
        self.view().words.into_iter().map(|word| word.text).collect()
    }
}

mod opening {
    use super::*;

    fn refused(setup: &Setup) -> Refusal {
        Match::<Builder>::open(setup, 1, 1, english()).err().unwrap()
    }

    #[test]
    fn the_view_of_an_empty_board_has_its_fields_in_their_order() {
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
    fn a_name_is_of_letters_digits_and_underscores() {
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
    fn what_is_saved_can_always_be_read_again() {
        let copies = |n: usize| Setup {
            from: Some(format!("2 x 2\n{}", "AaHAT ".repeat(n))),
            ..Setup::default()
        };
        // As long as a value may be, and longer once it is spaced as files are.
        assert!(copies(10_000).from.unwrap().len() < setup::MAX_TEXT);
        let refusal = refused(&copies(10_000));
        assert_eq!(refusal.code, "house.setup");
        assert!(refusal.text.starts_with("A board with 10000 words would be saved"), "{refusal:?}");

        let mut bench = Bench::open(&copies(6_000));
        assert_eq!(
            bench.view().problems,
            ["AT (Aa H) is listed 6000 times."],
            "told once, however often"
        );
        bench.play(&["save"]);
        let text = bench.view().file.unwrap().text;
        assert!(text.len() < setup::MAX_TEXT);
        assert_eq!(text.parse::<Reading>().unwrap().board.words().len(), 6_000);
    }

    #[test]
    fn a_hundred_problems_are_told_and_the_others_counted() {
        let parts = "AaHAA".to_owned() + &" AaHAAAA AbHAA".repeat(150);
        let setup = Setup { from: Some(format!("2 x 5 {parts}")), ..Setup::default() };
        let problems = Bench::open(&setup).view().problems;
        assert_eq!(problems.len(), 101);
        assert_eq!(problems[100], "There are 52 more remarks about this board.");
    }

    #[test]
    fn a_board_to_go_on_with_brings_its_size_and_what_is_odd_is_told() {
        let from = |text: &str| Setup { from: Some(text.into()), ..Setup::default() };
        let view = Bench::open(&from(EXAMPLE)).view();
        assert_eq!((view.rows, view.words.len(), view.letters_count), (15, 28, 101));
        assert_eq!((view.players, view.missing), (Some([2, 4]), 0));
        assert_eq!(view.problems, [""; 0]);

        let odd = from("3 x 7\nAa H CAT\nBa H XQ\n?");
        let (game, events) = Match::<Builder>::open(&odd, 1, 1, english()).unwrap();
        let told: Vec<_> =
            events.iter().filter_map(|event| face::tell(game.state(), event)).collect();
        let beside = [
            "The letters CX (Aa V) make no listed word.",
            "The letters AQ (Ab V) make no listed word.",
        ];
        assert_eq!(
            told,
            [
                "Line 4: “?” begins no word of the board; it and all that follows is ignored.",
                beside[0],
                beside[1],
                "Not in the word list: XQ."
            ]
        );
        assert_eq!(game.view(Viewer::Public).problems, beside);
        let shown = Builder::scene(&game.view(Viewer::Public)).panes.pop().unwrap();
        assert_eq!(shown.id, "problems");
        assert_eq!(shown.body, Body::Text(beside.map(Into::into).to_vec()));

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
    fn a_word_list_without_words_is_of_no_use() {
        let none = Arc::new(Lexicon::from_words([""; 0]));
        let refusal = Match::<Builder>::open(&Setup::default(), 1, 1, none).err().unwrap();
        assert_eq!(refusal.text, "The Builder needs a word list with at least one word.");
    }
}

mod putting {
    use super::*;

    #[test]
    fn what_is_wrong_first_is_named() {
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
            // Without the verb it is the same.
            ("aA H CAR", "builder.position"),
            ("Aa X CAR", "builder.direction"),
            ("Aa H C4R", "builder.word"),
            ("Aa H CAR CAR", "builder.extra"),
            ("Aa", "builder.direction"),
        ] {
            assert_eq!(bench.refused(line).code, code, "{line}");
        }
        for (line, text) in [
            ("put Bb H CARE", "CARE would run over CAR (Bb H) in its own line."),
            ("put Ca H DOG", "DOG would have its letter at Cb beside the one at Bb."),
            ("put Ad H HOUSE", "HOUSE does not fit on the board from there."),
            ("put Ga H DOG", "DOG cannot begin at Ga, which is outside the board."),
            ("put Aa H XQZ", "XQZ is not in the word list."),
            ("put Aa up DOG", "“up” is no direction; say H for across or V for down."),
        ] {
            assert_eq!(bench.refused(line).text, text, "{line}");
        }
    }

    #[test]
    fn lines_that_are_none_are_refused() {
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
    fn counts_follow_the_board() {
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
}

mod changing {
    use super::*;

    #[test]
    fn what_was_done_can_be_undone_and_done_again() {
        let mut bench = Bench::open(&sized(8, 8));
        for (line, text) in [
            ("undo", "There is nothing to undo."),
            ("redo", "There is nothing to redo."),
            ("remove Aa H", "No word begins at Aa and runs H; name its first letter."),
        ] {
            let refusal = bench.refused(line);
            assert_eq!((refusal.code, refusal.text.as_str()), ("builder.none", text));
        }
        bench.play(&["put Cc H CAT", "put Cc V COW", "put Ce V TOY"]);
        let full = bench.view();
        bench.play(&["remove Cc V"]);
        assert_eq!(bench.words(), ["CAT", "TOY"]);
        assert_eq!(bench.view().letters[2], "..CAT...");
        bench.play(&["undo"]);
        // It is back in its place, not at the end.
        assert_eq!(bench.words(), ["CAT", "COW", "TOY"]);
        assert_eq!(bench.view(), View { can_redo: true, ..full });
        bench.play(&["undo", "undo", "undo"]);
        assert_eq!((bench.words().len(), bench.view().can_undo), (0, false));
        bench.play(&["redo", "redo"]);
        assert_eq!(bench.words(), ["CAT", "COW"]);
        // A new word ends the way back.
        bench.play(&["put Ae V HAT"]);
        assert_eq!(bench.refused("redo").code, "builder.none");
        assert_eq!(bench.words(), ["CAT", "COW", "HAT"]);
    }

    #[test]
    fn any_edits_undone_lead_back_to_the_beginning() {
        for seed in 0..40 {
            let mut chance = Chance::new(seed, 3);
            let from = (seed % 2 == 0).then(|| EXAMPLE.to_owned());
            let mut game =
                Match::<Builder>::open(&Setup { from, ..sized(9, 9) }, 1, seed, english())
                    .unwrap()
                    .0;
            let begin = game.view(Viewer::Public);
            for _ in 0..20 {
                let words = game.view(Viewer::Public).words;
                let action = match (chance.below(4), chance.pick(&words)) {
                    (0, Some(word)) => Action::Remove(word.at, word.dir),
                    (1, _) => Action::Undo,
                    (2, _) => Action::Redo,
                    _ => Action::Fill(1 + chance.below(3) as u16),
                };
                let _ = game.act(Seat(0), action);
            }
            let end = game.view(Viewer::Public);
            let all = |game: &mut Match<Builder>, action: Action| {
                let mut steps = 0;
                while game.act(Seat(0), action.clone()).is_ok() {
                    steps += 1;
                }
                steps
            };
            let undone = all(&mut game, Action::Redo);
            all(&mut game, Action::Undo);
            let view = game.view(Viewer::Public);
            assert_eq!((&view.words, &view.letters), (&begin.words, &begin.letters));
            let steps = all(&mut game, Action::Redo);
            (0..undone).for_each(|_| drop(game.act(Seat(0), Action::Undo)));
            assert!(steps >= undone);
            assert_eq!(game.view(Viewer::Public), end);
        }
    }
}

mod filling {
    use super::*;

    fn filled(setup: &Setup, count: u16, seed: u64) -> View {
        let mut game = Match::<Builder>::open(setup, 1, seed, english()).unwrap().0;
        game.act(Seat(0), Action::Fill(count)).unwrap();
        game.view(Viewer::Public)
    }

    #[test]
    fn added_words_are_common_fit_different_and_legal() {
        let english = english();
        for seed in 0..20 {
            let view = filled(&sized(12, 12), 15, seed);
            assert_eq!(view.words.len(), 15);
            assert_eq!(view.problems, [""; 0]);
            let mut board = Board::new(12, 12).unwrap();
            for word in &view.words {
                assert_eq!(board.accepts(word), Ok(()), "{word} on\n{board}");
                board.add(word.clone()).unwrap();
                let text = word.text.to_lowercase();
                assert!(english.common(&text) && english.fit(&text), "{word}");
            }
            let mut texts: Vec<_> = view.words.iter().map(|word| &word.text).collect();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), 15);
        }
    }

    #[test]
    fn words_cross_as_long_as_they_can() {
        let view = filled(&sized(15, 15), 20, 4);
        let letters: usize = view.words.iter().map(|word| word.text.len()).sum();
        // Every word but the first crosses at least one other.
        assert!(letters - view.letters_count >= 19, "{view:?}");
    }

    #[test]
    fn it_is_one_change_and_the_same_for_the_same_seed() {
        assert_eq!(filled(&sized(10, 10), 5, 7), filled(&sized(10, 10), 5, 7));
        assert_ne!(filled(&sized(10, 10), 5, 7), filled(&sized(10, 10), 5, 8));
        let mut bench = Bench::open(&sized(10, 10));
        bench.play(&["put Aa H CAT", "fill 6", "undo"]);
        assert_eq!(bench.words(), ["CAT"]);
        bench.play(&["redo"]);
        assert_eq!(bench.words().len(), 7);
    }

    #[test]
    fn it_fills_what_fits_and_says_when_nothing_does() {
        // A full board takes all that fits, however much is asked for.
        let mut bench = Bench::open(&sized(6, 6));
        bench.play(&["fill 400"]);
        let full = bench.words().len();
        assert!((3..36).contains(&full), "{full}");
        let refusal = bench.refused("fill 1");
        assert_eq!(refusal.code, "builder.none");
        assert_eq!(refusal.text, "Not one more word fits on this board; remove one, or save it.");
        assert_eq!(Bench::open(&sized(1, 1)).refused("fill 1").code, "builder.none");
        // When nothing can cross, a word stands by itself.
        let mut bench = Bench::open(&sized(3, 5));
        bench.play(&["put Aa H VIVID", "fill 1"]);
        assert_eq!(bench.words().len(), 2);
    }

    #[test]
    fn a_players_own_words_are_used_as_they_are() {
        let list = Arc::new(Lexicon::from_words(["zq", "qz"]));
        let mut game = Match::<Builder>::open(&sized(5, 5), 1, 1, list).unwrap().0;
        game.act(Seat(0), Action::Fill(9)).unwrap();
        let view = game.view(Viewer::Public);
        assert_eq!(view.words.len(), 2);
        assert_eq!(view.letters_count, 3);
    }
}

mod ending {
    use super::*;

    #[test]
    fn saving_gives_the_file_and_ends_the_match() {
        let mut bench = Bench::open(&Setup { name: "pets".into(), ..sized(3, 4) });
        bench.play(&["put Aa H CAT", "put Aa V COW"]);
        let events = bench.play(&["save"]);
        assert_eq!(
            face::tell(bench.0.state(), &events[0]).unwrap(),
            "Saved as pets.txt. It has 5 of the 14 letters that two players need, so it cannot be played yet."
        );
        let view = bench.view();
        let text = "3 x 4\nAa H CAT\nAa V COW\n\n  a b c d\nA C A T .\nB O . . .\nC W . . .\n";
        assert_eq!(view.file, Some(File { name: "pets.txt".into(), text: text.into() }));
        assert!(view.saved && view.status == Status::Over && !view.can_undo);
        let json = serde_json::to_string(&view).unwrap();
        assert!(
            json.contains(r#""saved":true,"file":{"name":"pets.txt","text":"3 x 4\n"#),
            "{json}"
        );
        let outcome = bench.0.outcome().unwrap();
        assert_eq!((outcome.scores, outcome.winners), (vec![5], vec![]));
        let again = Bench::open(&Setup { from: Some(text.into()), ..Setup::default() });
        assert_eq!(again.view().words, view.words);
    }

    #[test]
    fn giving_up_leaves_no_file() {
        let mut bench = Bench::open(&sized(3, 4));
        bench.play(&["put Aa H CAT"]);
        bench.0.leave(Seat(0)).unwrap();
        let view = bench.view();
        assert_eq!((view.status, view.saved, view.file), (Status::Over, false, None));
        assert_eq!(bench.0.outcome().unwrap().scores, [3]);
    }
}

mod showing {
    use super::*;

    fn counts(view: &View) -> Vec<String> {
        let Body::Text(lines) = Builder::scene(view).panes.remove(1).body else { panic!() };
        lines.into_iter().map(String::from).collect()
    }

    #[test]
    fn a_board_that_was_given_up_says_so() {
        let mut bench = Bench::open(&sized(3, 4));
        bench.0.leave(Seat(0)).unwrap();
        assert_eq!(counts(&bench.view()).last().unwrap(), "It was given up.");
    }

    #[test]
    fn every_seven_letters_one_more_can_play() {
        let mut bench = Bench::open(&sized(9, 9));
        let mut told = Vec::new();
        for line in ["put Aa H HOUSING", "put Ca H KITCHEN", "put Ea H LIBRARY", "put Ga H GARDENS"]
        {
            bench.play(&[line]);
            told.push((counts(&bench.view()).remove(1), Builder::progress(&bench.view())));
        }
        let told: Vec<_> = told.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(
            told,
            [
                ("Nobody can play on it yet: 7 letters to go for 2 players.", "7 of 14"),
                ("Two can play on it; 7 letters to go for 3 players.", "14 of 21"),
                ("Two or three can play on it; 7 letters to go for 4 players.", "21 of 28"),
                ("Two to four can play on it.", "28 of 28"),
            ]
        );
    }

    #[test]
    fn saving_is_pointed_out_only_when_two_can_play() {
        let mut bench = Bench::open(&sized(15, 15));
        let lines = |bench: &Bench| {
            let scene = Builder::scene(&bench.view());
            scene.choices.into_iter().map(|choice| choice.line.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(lines(&bench), [""; 0]);
        assert_eq!(
            counts(&bench.view()),
            ["0 words, 0 letters.", "Nobody can play on it yet: 14 letters to go for 2 players."]
        );
        bench.play(&["put Aa H DERMATOLOGIST"]);
        assert_eq!(lines(&bench), ["undo"]);
        bench.play(&["put Aa V DO", "put Ac V RE", "undo"]);
        assert_eq!(lines(&bench), ["undo", "redo", "save"]);
        assert_eq!(
            counts(&bench.view()),
            [
                "2 words, 14 letters.",
                "Two can play on it; 7 letters to go for 3 players.",
                "Say save when it is done."
            ]
        );
        let scene = Builder::scene(&bench.view());
        let asks: Vec<_> = scene.asks.iter().map(|ask| (ask.prefix.as_ref(), ask.max)).collect();
        assert_eq!(asks, [("put ", 27), ("remove ", 4), ("fill ", 3)]);
        bench.play(&["save"]);
        assert_eq!(counts(&bench.view())[2], "It is saved as board.txt.");
    }

    #[test]
    fn a_word_that_is_typed_is_remarked_on() {
        let mut bench = Bench::open(&sized(6, 6));
        bench.play(&["put Bb H CAR"]);
        let english = english();
        let mut cx = Cx::new(&english, Chance::new(0, 0), Thought::default());
        let mut preview = |typed| Builder::preview(&bench.view(), typed, &mut cx);
        assert_eq!(preview("put Bb V COW"), ["COW (Bb V) fits and adds 2 to the 3 letters."]);
        assert_eq!(preview("Bb H CARE"), ["CARE would run over CAR (Bb H) in its own line."]);
        assert_eq!(preview("put Bb"), [""; 0]);
    }
}

mod minds {
    use super::*;

    #[test]
    fn bots_build_a_board_and_save_it() {
        let english = english();
        for (seed, (rows, cols)) in (0..).zip([(15, 15), (8, 8), (1, 1), (20, 3), (2, 2), (20, 20)])
        {
            for (name, bot) in Builder::BOTS {
                let setup = sized(rows, cols);
                let mut game =
                    Match::<Builder>::open(&setup, 1, seed, Arc::clone(&english)).unwrap().0;
                let mut steps = 0;
                while game.outcome().is_none() {
                    steps += 1;
                    assert!(steps < 60, "{name} does not end");
                    let mut cx = Cx::new(&english, Chance::new(seed, steps), Thought::default());
                    let action = bot(&game.view(Viewer::Public), &mut cx);
                    game.act(Seat(0), action).unwrap();
                }
                let view = game.view(Viewer::Public);
                assert!(view.saved && view.problems.is_empty());
                if *name == "sensible" && rows.min(cols) >= 8 {
                    assert_eq!(view.players, Some([2, 4]), "{view:?}");
                }
            }
        }
    }

    #[test]
    fn a_hint_names_a_word_that_crosses_and_is_the_same_again() {
        let mut bench = Bench::open(&sized(8, 8));
        let english = english();
        let hint = |bench: &Bench, seed| {
            let mut cx = Cx::new(&english, Chance::new(seed, 0), Thought::default());
            Builder::hint(&bench.view(), &mut cx)
        };
        let first = hint(&bench, 1).unwrap();
        assert!(first.why.starts_with("It begins the board with "), "{first:?}");
        bench.play(&["put Aa H GARDEN"]);
        let next = hint(&bench, 1).unwrap();
        assert_eq!(hint(&bench, 2), Some(next.clone()));
        assert!(next.why.starts_with("It crosses "), "{next:?}");
        bench.play(&[&next.line]);
        assert_eq!(hint(&Bench::open(&sized(1, 1)), 1), None);
        let full = Setup { from: Some("1x14 AaHDERMATOLOGISTS".into()), ..Setup::default() };
        let save = hint(&Bench::open(&full), 1).unwrap();
        assert_eq!(
            (save.line.as_str(), save.why.as_str()),
            ("save", "No common word fits any more.")
        );
    }

    #[test]
    fn a_hint_says_how_many_words_it_crosses() {
        let english = english();
        let why = |bench: &Bench| {
            let mut cx = Cx::new(&english, Chance::new(1, 0), Thought::default());
            Builder::hint(&bench.view(), &mut cx).unwrap().why
        };
        let mut square = Bench::open(&sized(3, 3));
        square.play(&["put Aa H CAT", "put Ca H TEN"]);
        assert_eq!(why(&square), "It crosses 2 words and adds one letter.");
        let mut strip = Bench::open(&sized(1, 7));
        strip.play(&["put Aa H CAT"]);
        let beside = "Nothing can cross the words there are; it adds ";
        assert!(why(&strip).starts_with(beside), "{}", why(&strip));
    }

    #[test]
    fn without_time_to_think_no_word_is_found() {
        let english = english();
        let mut cx = Cx::new(&english, Chance::new(1, 0), Thought::of(0));
        assert_eq!(Builder::hint(&Bench::open(&sized(8, 8)).view(), &mut cx), None);
    }
}

mod words_that_fit {
    use super::*;
    use crate::board::Board;

    fn at(text: &str) -> (At, Dir) {
        let (at, dir) = text.split_once(' ').unwrap();
        (at.parse().unwrap(), dir.parse().unwrap())
    }

    fn fitting_at(bench: &Bench, place: &str, begins: &str) -> Vec<String> {
        let words = fitting(&bench.view(), &english(), at(place), begins, usize::MAX);
        words.into_iter().map(|word| word.text).collect()
    }

    fn is_common(word: &str) -> bool {
        english().common(&word.to_ascii_lowercase())
    }

    /// Two words that cross, with room around them.
    fn begun() -> Bench {
        let mut bench = Bench::open(&sized(8, 8));
        bench.play(&["put Bb H CAT", "put Bd V TIGER"]);
        bench
    }

    #[test]
    fn they_are_just_those_that_would_be_accepted() {
        let (bench, english) = (begun(), english());
        let view = bench.view();
        let board: Board = {
            let mut board = Board::new(8, 8).unwrap();
            view.words.iter().for_each(|word| board.add(word.clone()).unwrap());
            board
        };
        for place in
            ["Da H", "Ab V", "Ac V", "Bb V", "Fa H", "Ha H", "Aa V", "Bb H", "Bd V", "Ca H"]
        {
            let (at, dir) = at(place);
            let mut found = fitting_at(&bench, place, "");
            found.sort();
            let mut accepted = Vec::new();
            english.for_each(|word| {
                let on_it = view.words.iter().any(|old| old.text.eq_ignore_ascii_case(word.text));
                let new = Word::new(at, dir, word.text).unwrap();
                if english.fit_at(word.index) && !on_it && board.accepts(&new).is_ok() {
                    accepted.push(new.text);
                }
            });
            accepted.sort();
            assert_eq!(found, accepted, "{place}");
        }
        assert!(fitting_at(&bench, "Ca H", "").is_empty(), "it would touch CAT");
    }

    #[test]
    fn they_begin_as_wished() {
        let bench = begun();
        for word in fitting_at(&bench, "Da H", "f") {
            let crosses = word.len() == 2 || word[3..].starts_with('G');
            assert!(word.starts_with('F') && crosses, "{word}");
        }
        assert!(fitting_at(&bench, "Da H", "flagships").is_empty(), "it is too long");
        assert!(fitting_at(&bench, "Da H", "flat").is_empty(), "G stands in its way");
        assert_eq!(fitting_at(&bench, "Da H", "flag").first().unwrap(), "FLAG");
        assert!(fitting_at(&bench, "Da H", "f1").is_empty());
        assert!(fitting_at(&bench, "Da H", "ä").is_empty());
    }

    #[test]
    fn known_words_that_cross_come_first() {
        let found = fitting_at(&begun(), "Da H", "");
        let first_rare = found.iter().position(|word| !is_common(word)).unwrap();
        assert!(found[..first_rare].iter().all(|word| is_common(word)) && first_rare > 10);
        assert!(!found[first_rare..].iter().any(|word| is_common(word)));
        assert!(found[..10].iter().all(|word| word.len() >= 4), "{:?}", &found[..10]);
        let some = fitting(&begun().view(), &english(), at("Da H"), "", 3);
        assert_eq!(some.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), found[..3]);
    }
}
