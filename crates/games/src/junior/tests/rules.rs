//! The rules, one story each.

use super::*;

/// Seat 0 gets HOUSEOR, seat 1 gets IVERSEA, and GLE stay in the pool.
const DRAWS: &str = "HOUSEOR IVERSEA GLE";

mod dealing {
    use super::*;

    #[test]
    fn there_is_one_tile_for_each_letter_and_seven_go_to_each_seat_in_order() {
        let story = Story::open(RIVER, DRAWS, 2);
        assert_eq!((story.rack(0), story.rack(1)), ("HOUSEOR".into(), "IVERSEA".into()));
        assert_eq!(story.view().pool, 17 - 14);
        let mut pool: Vec<char> = story.0.state().pool.chars().collect();
        pool.sort();
        assert_eq!(pool, ['E', 'G', 'L']);
    }

    #[test]
    fn a_script_may_have_blanks_and_lower_case_and_chance_fills_its_gaps() {
        // The pool has no Q, no ? and only one H: those draws are random.
        let story = Story::open(RIVER, "h q o ? u H", 2);
        let rack: Vec<char> = story.rack(0).chars().collect();
        assert_eq!((rack[0], rack[2], rack[4]), ('H', 'O', 'U'));
        assert_eq!(rack.len(), 7);
        assert!(rack.iter().all(|letter| letter.is_ascii_uppercase()));
        let again = Story::open(RIVER, "h q o ? u H", 2);
        assert_eq!(again.0.state(), story.0.state());
    }

    #[test]
    fn without_a_script_the_draws_depend_on_the_seed() {
        let racks = |seed| {
            let opened = Match::<Junior>::open(&Setup::default(), 4, seed, words()).unwrap();
            opened.0.state().racks.clone()
        };
        assert_eq!(racks(1), racks(1));
        assert_ne!(racks(1), racks(2));
        assert!(racks(3).iter().all(|rack| rack.len() == 7));
    }

    #[test]
    fn a_board_with_problems_gets_remarks_and_can_be_played() {
        let board = "5x5 AaHHOUSE AaVHORSE CaHRIVER EaHEAGLE CaHRIVER EeVE\nwhat is this";
        let (opened, events) = Match::<Junior>::open(&setup(board, ""), 2, 1, words()).unwrap();
        let notes: Vec<&str> = events
            .iter()
            .filter_map(|event| match event {
                Event::Noted { text } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(
            notes,
            [
                "Line 1: E (Ee V) has only one letter and is ignored.",
                "Line 2: “what” can't be read as a word with its position; the rest of the file is ignored.",
                "RIVER (Ca H) is listed 2 times."
            ]
        );
        let sentence = tell(opened.state(), &events[0], Viewer::Public);
        assert_eq!(sentence.as_deref(), Some(notes[0]));
        let few = Arc::new(Lexicon::from_words(["house"]));
        let events = Match::<Junior>::open(&setup(RIVER, ""), 2, 1, few).unwrap().1;
        let text = "Not in the word list: EAGLE, HORSE, RIVER.".to_owned();
        assert_eq!(events[0], Event::Noted { text });
    }
}

mod opening {
    use super::*;

    fn refused(board: &str, seats: u8) -> Refusal {
        Match::<Junior>::open(&setup(board, ""), seats, 1, words()).err().unwrap()
    }

    #[test]
    fn an_invalid_board_is_refused_with_the_line_number() {
        for (board, code, line) in [
            ("", "junior.size", "Line 1: "),
            ("30 x 30\nAa H CAT", "junior.size", "Line 1: "),
            ("4 x 4\nAa H CAT\nAa H HOUSE", "junior.outside", "Line 3: "),
            ("4 x 4\nAa H CAT\nAb V ON", "junior.clash", "Line 3: "),
        ] {
            let refusal = refused(board, 2);
            assert_eq!(refusal.code, code);
            assert!(refusal.text.starts_with(line), "{refusal}");
            assert!(Junior::INFO.codes.contains(&code));
        }
    }

    #[test]
    fn a_board_with_fewer_than_14_letters_cannot_be_played() {
        let refusal = refused("5 x 5", 2);
        assert_eq!(refusal.code, "junior.few");
        assert_eq!(
            refusal.text,
            "The board has 0 letters, but two players need 14; add words to it."
        );
        // The reason may be that the parser stopped early.
        assert_eq!(
            refused("5 x 5\nAa H CAT\nhello\nCa H HOUSE", 2).text,
            "The board has 3 letters, but two players need 14; add words to it. Line 3: “hello” can't be read as a \
             word with its position; the rest of the file is ignored."
        );
        let cut = refused("9x7 AaHHOLIDAY CaHKITCHEN Ea H RA1NBOW", 3);
        assert_eq!(cut.code, "house.setup");
        assert!(cut.text.contains("not for 3. Line 1: “Ea” can't be read"), "{cut}");
        // Thirteen letters, and fourteen.
        assert_eq!(refused("2x13 AaHDERMATOLOGIST", 2).code, "junior.few");
        Story::open("4x13 AaHDERMATOLOGIST AcVRE", "", 2);
    }

    #[test]
    fn a_board_needs_seven_letters_for_each_player() {
        let refusal = refused(RIVER, 3);
        assert_eq!(refusal.code, "house.setup");
        assert_eq!(
            refusal.text,
            "The board has 17 letters: enough for 2 players (7 each), but not for 3."
        );
        // 21 letters are enough for three, and not for four.
        let board = "9x7 AaHHOLIDAY CaHKITCHEN EaHRAINBOW";
        assert_eq!(Story::open(board, "", 3).view().pool, 0);
        assert!(Match::<Junior>::open(&setup(board, ""), 4, 1, words()).is_err());
        assert!(Match::<Junior>::open(&Setup::default(), 5, 1, words()).is_err());
        assert!(Match::<Junior>::open(&Setup::default(), 1, 1, words()).is_err());
    }
}

mod covering {
    use super::*;

    #[test]
    fn words_are_covered_from_their_first_uncovered_letter_on() {
        let mut story = Story::open(RIVER, DRAWS, 2);
        // Seat 0 has HOUSEOR and can place the H of HOUSE and HORSE, the R of RIVER and the E of EAGLE.
        assert_eq!(story.view().legal, [at("Aa"), at("Ca"), at("Ea")]);
        story.play(&["place Aa"]);
        // Now an O is next in both words.
        assert_eq!(story.view().legal, [at("Ab"), at("Ba"), at("Ca"), at("Ea")]);
        assert_eq!(story.view().moves_left, 1);
    }

    #[test]
    fn a_letter_covered_early_through_a_crossing_word_is_skipped() {
        let mut story = Story::open(RIVER, DRAWS, 2);
        // The R of RIVER is in the middle of HORSE.
        story.play(&["place Ca", "place Aa", "place Cb", "place Cc"]);
        assert_eq!(story.rack(0), "OUSEOGL");
        story.play(&["place Ba"]);
        // The S of HORSE is next, because its R is already covered.
        assert!(story.view().legal.contains(&at("Da")));
    }

    #[test]
    fn refusals_have_a_fixed_order_and_change_nothing() {
        let mut story = Story::open(RIVER, DRAWS, 2);
        story.play(&["place Aa"]);
        for (line, code, text) in [
            ("place Zz", "junior.outside", "Zz is outside the board, which ends at Ee."),
            ("place Af", "junior.outside", "Af is outside the board, which ends at Ee."),
            ("place Bb", "junior.empty", "There is no letter at Bb."),
            ("place Aa", "junior.covered", "Aa is already covered."),
            ("place Ac", "junior.closed", "Ac cannot be covered yet: Ab comes first."),
            ("swap HO", "junior.swap", "You can cover a letter, so you can't exchange tiles now."),
        ] {
            let refusal = story.refused(line);
            assert_eq!((refusal.code.as_str(), refusal.text.as_str()), (code, text), "{line}");
        }
        story.play(&["place Ab"]);
        // The U of HOUSE is next, but seat 1 has none.
        let refusal = story.refused("place Ac");
        assert_eq!(refusal.code, "junior.rack");
        assert_eq!(refusal.text, "Ac needs U, and you don't have one.");
    }

    #[test]
    fn invalid_lines_are_refused() {
        let mut story = Story::open(RIVER, DRAWS, 2);
        for line in [
            "",
            "place",
            "place aa",
            "place A",
            "place Aa Ab",
            "placeAa",
            "aa",
            "AA",
            "Aaa",
            "swap",
            "swap A B",
            "swap 12",
            "swap é",
            "lay Aa",
            "Aa place",
        ] {
            assert_eq!(story.refused(line).code, "junior.line", "{line}");
        }
        for (line, action) in [
            ("Aa", Action::Place(at("Aa"))),
            ("PLACE Tt", Action::Place(at("Tt"))),
            ("Swap qz", Action::Swap("QZ".into())),
        ] {
            assert_eq!(Junior::parse(&story.view(), line), Ok(action));
        }
    }

    #[test]
    fn a_turn_has_two_moves_and_the_rack_is_refilled_at_its_end() {
        let mut story = Story::open(RIVER, DRAWS, 2);
        story.play(&["place Aa"]);
        assert_eq!((story.rack(0).len(), story.view().pool), (6, 3));
        let events = story.play(&["place Ab"]);
        assert_eq!(story.rack(0), "USEORGL");
        assert_eq!(story.view().pool, 1);
        assert_eq!(
            events,
            [
                Event::Placed { seat: Seat(0), at: at("Ab"), done: vec![] },
                Event::Refilled { seat: Seat(0), drawn: "GL".into() },
                Event::Turned { seat: Seat(1) },
            ]
        );
        assert_eq!((story.view().seat, story.view().moves_left), (Seat(1), 2));
    }

    #[test]
    fn covering_the_last_open_letter_scores_wherever_it_is() {
        // Seat 0 starts HORSE, seat 1 covers its last letter through EAGLE and its R through RIVER, so the S in
        // its middle completes it.
        let mut story = Story::open(RIVER, DRAWS, 2);
        story.play(&["place Aa", "place Ba", "place Ea", "place Ca"]);
        assert_eq!(story.view().scores, [0, 0]);
        let events = story.play(&["place Da"]);
        assert_eq!(events[0], Event::Placed { seat: Seat(0), at: at("Da"), done: vec![1] });
        let view = story.view();
        assert_eq!(view.scores, [1, 0]);
        assert_eq!(view.words[1].by, Some(Seat(0)));
        assert_eq!(view.words[0].by, None);
    }
}

mod two_moves {
    use super::*;

    /// `Ac` would be the only move of a turn; after `Hi` there is a second one.
    #[test]
    fn a_first_move_that_leaves_no_second_is_illegal_while_another_leaves_one() {
        let mut story =
            Story::open("10x10 AaHWORD EdHMASTER AdVDREAM EiVRETRY", "MRRTAYE DAWSTOR EER", 2);
        story.play(&["Ed", "Ei", "Aa", "Ee", "Fi", "Gi", "Ef", "Ab"]);
        // Seat 0 has one R. It fits in WORD and in RETRY, and only in RETRY the Y can follow.
        assert_eq!(story.rack(0), "RAYEE");
        assert_eq!(story.view().legal, [at("Hi")]);
        let refusal = story.refused("place Ac");
        assert_eq!(refusal.code, "junior.two");
        assert_eq!(
            refusal.text,
            "Ac would leave you no second move, but another move allows two: cover Hi."
        );
        story.play(&["place Hi"]);
        // Any playable letter is legal as a second move.
        assert_eq!(story.view().legal, [at("Ii")]);
    }

    #[test]
    fn if_no_second_move_is_possible_the_turn_ends_after_one() {
        let mut story = Story::open("19x1 AaVDERMATOLOGIST OaVCUPID", "TORMUIT DCDAIPO LSEITG", 2);
        story.play(&["swap IT", "Aa", "Oa"]);
        assert_eq!(story.view().legal, [at("Pa")]);
        let before = story.0.state().clone();
        let events = story.play(&["Pa"]);
        assert_eq!(story.view().seat, Seat(1));
        let mut after = before;
        Junior::apply(&mut after, &events[0]);
        let sentence = tell(&after, &events[0], Viewer::Public);
        assert_eq!(
            sentence.as_deref(),
            Some("Player 1 covers Pa with U. No second move is possible.")
        );
        assert!(matches!(events[1], Event::Refilled { seat: Seat(0), .. }));
    }
}

mod exchanging {
    use super::*;

    const CUPID: &str = "19x1 AaVDERMATOLOGIST OaVCUPID";

    #[test]
    fn two_tiles_are_exchanged_when_nothing_can_be_covered() {
        let mut story = Story::open(CUPID, "TORMUIT DCDAIPO LSEITG", 2);
        assert_eq!((story.view().must, story.view().moves_left), (Some(Must::Swap2), 2));
        assert_eq!(story.view().legal, []);
        let refusal = story.refused("place Zz");
        assert_eq!(refusal.code, "junior.place");
        assert_eq!(refusal.text, "You can't cover any letter now; exchange two tiles.");
        for (line, text) in [
            ("swap T", "Exchange exactly two tiles, such as swap QZ."),
            ("swap TOR", "Exchange exactly two tiles, such as swap QZ."),
            ("swap TQ", "You don't have TQ; choose tiles from your rack."),
            ("swap OO", "You don't have OO; choose tiles from your rack."),
        ] {
            let refusal = story.refused(line);
            assert_eq!(
                (refusal.code.as_str(), refusal.text.as_str()),
                ("junior.swap", text),
                "{line}"
            );
        }
        let events = story.play(&["swap it"]);
        let swapped = Event::Swapped { seat: Seat(0), given: "IT".into(), drawn: "LS".into() };
        assert_eq!(events, [swapped, Event::Turned { seat: Seat(1) }]);
        assert_eq!(story.rack(0), "ORMUTLS");
        assert_eq!(story.view().pool, 4);
    }

    #[test]
    fn a_given_tile_does_not_return_at_once() {
        // The script asks for the given tiles, but they are not in the pool yet.
        for seed in 0..50 {
            let setup = setup(CUPID, "TORMUIT DCDAIPO RM");
            let mut game = Match::<Junior>::open(&setup, 2, seed, words()).unwrap().0;
            let events = game.act(Seat(0), Action::Swap("RM".into())).unwrap();
            let Event::Swapped { drawn, .. } = &events[0] else { panic!("{events:?}") };
            assert!(drawn.chars().all(|letter| "LSEG".contains(letter)), "{drawn}");
        }
    }

    #[test]
    fn with_one_tile_in_the_bag_one_is_exchanged() {
        // Fifteen letters: one stays in the pool. None of seat 0's tiles starts a word.
        let board = "3x13 AaHDERMATOLOGIST AmVTAG";
        let mut story = Story::open(board, "ERMAOLO DTTGISA G", 2);
        assert_eq!(story.view().must, Some(Must::Swap1));
        assert_eq!(story.refused("swap ER").text, "Exchange exactly one tile, such as swap Q.");
        assert_eq!(
            story.refused("place Aa").text,
            "You can't cover any letter now; exchange one tile."
        );
        story.play(&["swap L"]);
        assert_eq!((story.rack(0).as_str(), story.view().pool), ("ERMAOOG", 1));
    }

    #[test]
    fn with_an_empty_bag_the_turn_is_skipped() {
        // Fourteen letters: the pool is empty from the start.
        let board = "4x13 AaHDERMATOLOGIST AcVRE";
        let setup = setup(board, "EEMATOL DROGIST");
        let (game, events) = Match::<Junior>::open(&setup, 2, 1, words()).unwrap();
        assert_eq!(
            events[1..],
            [
                Event::Turned { seat: Seat(0) },
                Event::Skipped { seat: Seat(0) },
                Event::Turned { seat: Seat(1) }
            ]
        );
        assert_eq!(game.to_act(), Seats::one(Seat(1)));
        let sentence = |viewer| tell(game.state(), &events[2], viewer).unwrap();
        assert_eq!(sentence(Viewer::Public), "Player 1 can't do anything and is skipped.");
        assert_eq!(sentence(Viewer::Seat(Seat(0))), "You can't do anything; your turn is skipped.");
    }
}

mod ending {
    use super::*;

    #[test]
    fn a_seat_cannot_leave_twice() {
        let mut story = Story::open(RIVER, "HOUSEOR IVERSEA GLE", 2);
        story.0.leave(Seat(1)).unwrap();
        assert_eq!(story.0.leave(Seat(1)).unwrap_err().code, "house.over");
        let mut three = Match::<Junior>::open(&Setup::default(), 3, 1, words()).unwrap().0;
        assert_eq!(three.leave(Seat(2)).unwrap(), [Event::Left { seat: Seat(2) }]);
        assert_eq!(three.leave(Seat(2)).unwrap(), []);
    }

    #[test]
    fn the_match_ends_with_the_last_letter_even_in_mid_turn() {
        let board = "10x10 AaHWORD EdHMASTER AdVDREAM EiVRETRY";
        let mut story = Story::open(board, "MRRTAYE DAWSTOR EER", 2);
        story.play(&["Ed", "Ei", "Aa", "Ee", "Fi", "Gi", "Ef", "Ab", "Hi", "Ii", "Ac", "Ad"]);
        story.play(&["Bd", "Eg", "Cd", "Eh"]);
        // Seat 1 has no tiles and is skipped; seat 0 has one tile and two moves.
        assert_eq!((story.rack(0), story.rack(1)), ("A".into(), String::new()));
        assert_eq!((story.view().seat, story.view().moves_left), (Seat(0), 2));
        let events = story.play(&["Dd"]);
        let placed = Event::Placed { seat: Seat(0), at: at("Dd"), done: vec![2] };
        assert_eq!(events, [placed, Event::Ended {}]);
        let view = story.view();
        assert_eq!((view.status, view.moves_left, view.seat), (Status::Over, 0, Seat(0)));
        assert_eq!((view.legal, view.must), (vec![], None));
        assert_eq!(story.0.outcome().unwrap().scores, [3, 1]);
        assert_eq!(story.0.outcome().unwrap().winners, [Seat(0)]);
        assert_eq!(story.0.act(Seat(0), Action::Place(at("Dd"))).unwrap_err().code, "house.over");
    }

    #[test]
    fn places_follow_the_points_and_ties_have_no_label() {
        let labels = |scores: &[i64], left: &[u8]| {
            let all = Seats::first(scores.len() as u8);
            let here = left.iter().fold(all, |here, &seat| here.without(Seat(seat)));
            let rows = result::places(scores, here);
            rows.into_iter().map(|row| (row.label, row.seat.0, row.score)).collect::<Vec<_>>()
        };
        let row = |label: &str, seat, score| (label.to_owned(), seat, score);
        assert_eq!(labels(&[5, 5, 3], &[]), [row("1st", 0, 5), row("", 1, 5), row("3rd", 2, 3)]);
        assert_eq!(labels(&[1, 3], &[]), [row("1st", 1, 3), row("2nd", 0, 1)]);
        assert_eq!(
            labels(&[2, 3, 2, 3], &[]),
            [row("1st", 1, 3), row("", 3, 3), row("3rd", 0, 2), row("", 2, 2)]
        );
        assert_eq!(
            labels(&[0, 0, 0, 0], &[]),
            [row("1st", 0, 0), row("", 1, 0), row("", 2, 0), row("", 3, 0)]
        );
        // A seat that left comes last and has no label, whatever its points.
        assert_eq!(
            labels(&[9, 1, 2, 2], &[0]),
            [row("1st", 2, 2), row("", 3, 2), row("3rd", 1, 1), row("", 0, 9)]
        );
    }

    #[test]
    fn the_closing_sentence_names_the_winners() {
        let closing = |winners: &[u8], seats| {
            let winners: Vec<Seat> = winners.iter().copied().map(Seat).collect();
            Unnamed::new(result::closing(&winners, seats)).by_seat()
        };
        assert_eq!(closing(&[1], 2), "Player 2 wins.");
        assert_eq!(closing(&[0, 1], 2), "Both players tied for first place.");
        assert_eq!(closing(&[0, 2], 3), "Players 1 and 3 tied for first place.");
        assert_eq!(closing(&[0, 1], 3), "Players 1 and 2 tied for first place.");
        assert_eq!(closing(&[0, 1, 3], 4), "Players 1, 2 and 4 tied for first place.");
        assert_eq!(closing(&[0, 1, 2], 3), "All players tied for first place.");
        assert_eq!(closing(&[0, 1, 2, 3], 4), "All players tied for first place.");
    }

    #[test]
    fn the_most_points_among_those_who_stayed_win() {
        let here = Seats::first(3).without(Seat(0));
        assert_eq!(result::winners(&[9, 2, 2], here), [Seat(1), Seat(2)]);
        assert_eq!(result::winners(&[0, 0], Seats::first(2)), [Seat(0), Seat(1)]);
    }
}

mod leaving {
    use super::*;

    const BOARD: &str = "9x7 AaHHOLIDAY CaHKITCHEN EaHRAINBOW GaHPENGUIN";

    #[test]
    fn the_tiles_of_a_seat_that_left_go_back_and_its_turns_are_skipped() {
        let mut story = Story::open(BOARD, "HOLIDAY KITCHEN RAINBOW PENGUIN", 3);
        story.play(&["Aa", "Ab"]);
        assert_eq!((story.view().seat, story.view().pool), (Seat(1), 5));
        // Seat 2 leaves during the turn of seat 1, then seat 1 leaves.
        let events = story.0.leave(Seat(2)).unwrap();
        assert_eq!(events, [Event::Left { seat: Seat(2) }]);
        assert_eq!((story.view().pool, story.view().left), (12, vec![Seat(2)]));
        assert_eq!(story.rack(2), "");
        story.play(&["Ca", "Cb"]);
        assert_eq!(story.view().seat, Seat(0));
        story.play(&["Ac", "Ad"]);
        let events = story.0.leave(Seat(1)).unwrap();
        assert_eq!(events, [Event::Left { seat: Seat(1) }, Event::Ended {}]);
        let outcome = story.0.outcome().unwrap();
        assert_eq!((outcome.scores, outcome.winners), (vec![0, 0, 0], vec![Seat(0)]));
        let view = story.view();
        // The last action was leaving, so the view names the seat that left.
        assert_eq!((view.seat, view.moves_left, view.must), (Seat(1), 0, None));
        let labels: Vec<_> =
            view.places.unwrap().into_iter().map(|p| (p.label, p.seat.0)).collect();
        assert_eq!(labels, [("1st".into(), 0), (String::new(), 1), (String::new(), 2)]);
    }

    #[test]
    fn leaving_in_mid_turn_passes_the_turn_to_the_next_seat() {
        let mut story = Story::open(BOARD, "HOLIDAY KITCHEN RAINBOW PENGUIN", 4);
        story.play(&["Aa"]);
        let events = story.0.leave(Seat(0)).unwrap();
        assert_eq!(events, [Event::Left { seat: Seat(0) }, Event::Turned { seat: Seat(1) }]);
        assert_eq!((story.view().seat, story.view().moves_left), (Seat(1), 2));
        // The six tiles are in the pool, but the H is on the board.
        assert_eq!(story.view().pool, 6);
        story.play(&["Ca", "Cb", "Ea", "Eb", "Ga", "Gb"]);
        assert_eq!(story.view().seat, Seat(1));
    }

    #[test]
    fn a_seat_with_an_empty_rack_is_skipped_and_draws_returned_tiles() {
        let board = "9x7 AaHHOLIDAY CaHKITCHEN EaHRAINBOW";
        let mut story = Story::open(board, "HOLIDAY KITCHEN RAINBOW", 3);
        for [first, second] in [["a", "b"], ["c", "d"], ["e", "f"]] {
            for row in ["A", "C", "E"] {
                story.play(&[&format!("{row}{first}"), &format!("{row}{second}")]);
            }
        }
        story.play(&["Ag", "Cg"]);
        // Only seat 2 has a tile, the W of RAINBOW.
        assert_eq!((story.rack(2).as_str(), story.view().pool), ("W", 0));
        assert_eq!(
            story.0.leave(Seat(2)).unwrap(),
            [
                Event::Left { seat: Seat(2) },
                Event::Turned { seat: Seat(0) },
                Event::Skipped { seat: Seat(0) },
                Event::Refilled { seat: Seat(0), drawn: "W".into() },
                Event::Turned { seat: Seat(1) },
                Event::Skipped { seat: Seat(1) },
                Event::Turned { seat: Seat(0) },
            ]
        );
        story.play(&["Eg"]);
        assert_eq!(story.0.outcome().unwrap().scores, [2, 1, 0]);
    }

    #[test]
    fn a_turn_with_an_exchange_ends_with_a_refill_too() {
        let board = "9x7 AaHHOLIDAY CaHKITCHEN EaHRAINBOW";
        let mut story = Story::open(board, "HOTCEHN LIDAYKI RAINBOW RAIN", 3);
        story.play(&["Aa", "Ab", "Ac", "Ad"]);
        story.0.leave(Seat(2)).unwrap();
        // Seat 0 has five tiles and no move, and the pool is no longer empty.
        assert_eq!((story.rack(0).as_str(), story.view().must), ("TCEHN", Some(Must::Swap2)));
        let events = story.play(&["swap TC"]);
        assert_eq!(
            events[0],
            Event::Swapped { seat: Seat(0), given: "TC".into(), drawn: "RA".into() }
        );
        assert_eq!(events[1], Event::Refilled { seat: Seat(0), drawn: "IN".into() });
        assert_eq!(story.rack(0), "EHNRAIN");
    }
}
