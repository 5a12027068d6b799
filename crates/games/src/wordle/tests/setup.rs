//! Settings: which are accepted and which are refused.

use super::*;

fn refusal(setup: Setup, words: &Lexicon) -> Refusal {
    let refusal = Match::<Wordle>::open(&setup, 1, 0, Arc::new(words.clone())).err().unwrap();
    assert_eq!(refusal.code, "house.setup");
    refusal
}

/// The hidden word of a match with this setup.
fn hidden(setup: &Setup, seed: u64, words: &Lexicon) -> String {
    let (_, events) = Match::<Wordle>::open(setup, 1, seed, Arc::new(words.clone())).unwrap();
    match &events[..] {
        [Event::Dealt { word }] => word.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn keys_and_defaults_are_as_specified() {
    let settings = Settings::of(&Setup::default()).unwrap();
    let text = serde_json::to_string(&settings).unwrap();
    let wanted =
        r#"{"marking":"lenient","hard":false,"length":5,"tries":6,"word":null,"day":null}"#;
    assert_eq!(text, wanted);
    let secret: Vec<_> = Setup::KEYS.iter().filter(|key| key.secret).map(|key| key.name).collect();
    assert_eq!(secret, ["word"]);
    let takes = |name: &str| &Setup::KEYS.iter().find(|key| key.name == name).unwrap().takes;
    assert_eq!(*takes("length"), Takes::Number(4, 8));
    assert_eq!(*takes("tries"), Takes::Number(1, 10));
    assert_eq!(*takes("marking"), Takes::OneOf(&["lenient", "strict"]));
}

#[test]
fn practice_words_come_from_the_answers_and_never_change() {
    let words = Lexicon::builtin();
    for (length, pinned) in [(4, FOURS), (5, FIVES), (6, SIXES), (7, SEVENS), (8, EIGHTS)] {
        let setup = Setup { length, ..Setup::default() };
        let drawn: Vec<_> = (0..3).map(|seed| hidden(&setup, seed, words)).collect();
        assert_eq!(drawn, pinned);
        for seed in 0..200 {
            let word = hidden(&setup, seed, words);
            assert!(Answers::of_length(length).iter().any(|answer| answer == word));
        }
    }
}

const FOURS: [&str; 3] = ["bait", "bind", "peso"];
const FIVES: [&str; 3] = ["ivory", "stair", "child"];
const SIXES: [&str; 3] = ["reject", "barter", "radius"];
const SEVENS: [&str; 3] = ["dashing", "relying", "shackle"];
const EIGHTS: [&str; 3] = ["absolute", "resubmit", "forceful"];

#[test]
fn every_answer_has_the_right_length_and_is_fit_to_be_shown() {
    let words = Lexicon::builtin();
    for (length, count) in [(4, 1533), (5, 2045), (6, 2844), (7, 3170), (8, 2998)] {
        let answers = Answers::of_length(length);
        assert_eq!(answers.len(), count);
        assert_eq!(answers.iter().count(), count);
        for (number, word) in answers.iter().enumerate() {
            assert_eq!(word.len(), usize::from(length));
            assert!(words.fit(word), "{word}");
            assert_eq!(answers.get(number), Some(word));
        }
        assert_eq!(answers.get(count), None);
    }
    assert!(Answers::of_length(3).is_empty() && Answers::of_length(3).get(0).is_none());
}

#[test]
fn a_challenge_may_hide_any_letters_and_accepts_them_as_a_guess() {
    let mut game = hiding("xyzzy");
    assert!(!Lexicon::builtin().has("xyzzy"));
    assert_eq!(play_line(&mut game, "guess xyzzz").unwrap_err().code, "wordle.unknown");
    guess(&mut game, &["fuzzy", "xyzzy"]);
    assert_eq!(view(&game).status, Status::Won);
}

#[test]
fn a_challenge_may_be_written_in_capitals() {
    let mut game = open(Setup { word: Some("CrAnE".into()), ..Setup::default() });
    guess(&mut game, &["crane"]);
    assert_eq!(view(&game).answer.as_deref(), Some("crane"));
}

#[test]
fn a_challenge_must_have_the_right_length_and_the_refusal_hides_it() {
    for word in ["cranes", "cran", "", "cran3", "crän", "cra e", "crané"] {
        let setup = Setup { word: Some(word.into()), ..Setup::default() };
        let text = refusal(setup, Lexicon::builtin()).text;
        assert!(text.contains("5 letters"), "{text}");
        assert!(word.is_empty() || !text.contains(word), "{text}");
    }
}

#[test]
fn only_one_date_format_is_accepted() {
    for day in [
        "",
        "2026-11-5",
        "20261115",
        "2026-11-15 ",
        " 2026-11-15",
        "2026-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-11-15T10:00",
        "+002026-11-15",
        "15.11.2026",
        "today",
        "2026-W46-7",
        "2026-319",
        "２０２６-11-15",
    ] {
        let text = refusal(Setup { day: Some(day.into()), ..Setup::default() }, Lexicon::builtin());
        assert!(text.text.contains("such as 2026-11-15"), "{day}: {text}");
    }
    for day in ["2022-01-31", "1999-12-31", "0001-01-01"] {
        let text = refusal(Setup { day: Some(day.into()), ..Setup::default() }, Lexicon::builtin());
        assert!(text.text.contains("first daily was on 2022-02-01"), "{day}: {text}");
    }
}

#[test]
fn a_daily_needs_five_letters_and_the_built_in_list_even_if_a_word_is_given() {
    let own = Lexicon::from_words(["crane", "slate"]);
    for word in [None, Some("cranes")] {
        let word = word.map(str::to_owned);
        let day = Some("2026-11-15".to_owned());
        let text = refusal(
            Setup { length: 6, word: word.clone(), day: day.clone(), ..Setup::default() },
            Lexicon::builtin(),
        );
        assert!(text.text.contains("5 letters, not 6"), "{text}");
        let word = word.map(|_| "crane".to_owned());
        let text = refusal(Setup { word, day, ..Setup::default() }, &own);
        assert!(text.text.contains("built-in"), "{text}");
    }
}

#[test]
fn every_word_of_a_players_list_with_the_right_length_may_be_hidden_and_guessed() {
    let own = Lexicon::from_words(["aaaaa", "bbbbb", "ccccc", "dddd", "eeeeee"]);
    let mut drawn: Vec<_> = (0..100).map(|s| hidden(&Setup::default(), s, &own)).collect();
    drawn.sort();
    drawn.dedup();
    assert_eq!(drawn, ["aaaaa", "bbbbb", "ccccc"]);

    let setup = Setup { word: Some("bbbbb".into()), ..Setup::default() };
    let mut game = Match::open(&setup, 1, 0, Arc::new(own)).unwrap().0;
    assert_eq!(play_line(&mut game, "guess crane").unwrap_err().code, "wordle.unknown");
    guess(&mut game, &["aaaaa", "ccccc", "bbbbb"]);
    assert_eq!(view(&game).status, Status::Won);
}

#[test]
fn a_players_list_without_words_of_the_length_is_refused() {
    let own = Lexicon::from_words(["cat", "horse"]);
    for word in [None, Some("cranes".to_owned())] {
        let text = refusal(Setup { length: 6, word, ..Setup::default() }, &own);
        assert!(text.text.contains("no words of 6 letters"), "{text}");
    }
}

#[test]
fn the_standard_preset_comes_first_and_all_presets_can_be_opened() {
    let names: Vec<_> = Wordle::presets().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["classic", "hard", "strict", "daily", "long"]);
    assert_eq!(Wordle::presets()[0].1, Setup::default());
    for (_, setup) in Wordle::presets() {
        open(setup);
    }
}

#[test]
fn two_seats_are_refused() {
    let refusal = Match::<Wordle>::open(&Setup::default(), 2, 0, english()).err().unwrap();
    assert_eq!(refusal.code, "house.setup");
}
