//! Which guesses are accepted, and in which order they are checked.

use super::*;
use proptest::prelude::*;

fn code(line: &str) -> &'static str {
    play_line(&mut hiding("crane"), line).unwrap_err().code.as_str()
}

#[test]
fn a_refused_guess_costs_nothing_and_gives_the_reason() {
    let mut game = hiding("crane");
    let before = view(&game);
    for (line, code, text) in [
        ("guess", "wordle.short", "Not enough letters"),
        ("guess cran", "wordle.short", "Not enough letters"),
        ("guess cranes", "wordle.long", "Too many letters"),
        ("guess cran3", "wordle.letters", "Use the letters a to z only, not “cran3”."),
        ("guess zzzzz", "wordle.unknown", "Not in word list"),
        ("guess cr ane", "wordle.line", "Type guess and one word, such as guess crane."),
        ("crane", "wordle.line", "Type guess and one word, such as guess crane."),
        ("guesscrane", "wordle.line", "Type guess and one word, such as guess crane."),
    ] {
        let refusal = play_line(&mut game, line).unwrap_err();
        assert_eq!((refusal.code.as_str(), refusal.text.as_str()), (code, text), "{line}");
        assert_eq!(view(&game), before);
    }
}

#[test]
fn letters_are_checked_before_the_length_and_the_length_before_the_list() {
    assert_eq!(code("guess c3"), "wordle.letters");
    assert_eq!(code("guess cranes-and-more"), "wordle.letters");
    assert_eq!(code("guess é"), "wordle.letters");
    assert_eq!(code("guess \u{a0}"), "wordle.letters");
    assert_eq!(code("guess zzzz"), "wordle.short");
    assert_eq!(code("guess zzzzzz"), "wordle.long");
    assert_eq!(code("guess zzzzzzzzz"), "wordle.long", "too long for any word");

    let mut game = open(Setup { hard: true, word: Some("crane".into()), ..Setup::default() });
    guess(&mut game, &["crate"]);
    assert_eq!(play_line(&mut game, "guess zzzzz").unwrap_err().code, "wordle.unknown");
    assert_eq!(play_line(&mut game, "guess moist").unwrap_err().code, "wordle.hard");
}

#[test]
fn every_listed_word_of_the_right_length_is_accepted_in_any_case() {
    let mut game = hiding("crane");
    guess(&mut game, &["CRATE", "Speed", "aahed", "speed"]);
    play_line(&mut game, "GUESS Moist").unwrap();
    let words: Vec<_> = view(&game).guesses.into_iter().map(|row| row.word).collect();
    assert_eq!(words, ["crate", "speed", "aahed", "speed", "moist"]);
    for (hidden, word, code) in [
        ("word", "aahs", "wordle.long"),
        ("planet", "quartz", "wordle.short"),
        ("weather", "zyzzyva", "wordle.short"),
        ("absolute", "aardvark", "wordle.short"),
    ] {
        let mut game = hiding(hidden);
        guess(&mut game, &[word]);
        assert_eq!(play_line(&mut game, "guess crane").unwrap_err().code, code);
    }
}

#[test]
fn every_code_is_listed() {
    for code in [
        code("x"),
        code("guess x"),
        code("guess xxxxxx"),
        code("guess 1"),
        code("guess xxxxx"),
        "wordle.hard",
    ] {
        assert!(Wordle::INFO.codes.contains(&code), "{code}");
    }
    assert_eq!(Wordle::INFO.codes.len(), 6);
}

proptest! {
    #[test]
    fn a_line_survives_a_round_trip(word in "[a-z]{0,8}") {
        let game = hiding("crane");
        let action = Guess::of(&word);
        prop_assert_eq!(Wordle::parse(&view(&game), &Wordle::line(&action)), Ok(action));
    }

    #[test]
    fn any_text_is_refused_with_a_short_sentence_or_accepted(line in "(guess )?.{0,60}") {
        let mut game = hiding("crane");
        if let Err(refusal) = play_line(&mut game, &line) {
            prop_assert!(Wordle::INFO.codes.contains(&refusal.code.as_str()));
            prop_assert!(refusal.text.len() < 200 && !refusal.text.contains(char::is_control));
        }
    }
}
