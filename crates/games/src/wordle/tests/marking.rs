//! Marking: the table of the rules, and properties of all words.

use super::*;
use crate::wordle::rules::keys;
use proptest::prelude::*;

fn marks(marking: Marking, hidden: &str, guess: &str) -> String {
    marking.marks(hidden, guess).collect::<Marks>().to_string()
}

#[test]
fn both_ways_of_marking_follow_the_table_of_the_rules() {
    for (hidden, guess, lenient, strict) in [
        ("abide", "speed", "--YYY", "--Y-Y"),
        ("array", "rarer", "YYG-Y", "YYG--"),
        ("world", "llano", "YY--Y", "Y---Y"),
        ("apply", "puppy", "Y-GYG", "Y-G-G"),
        ("asset", "sissy", "Y-GY-", "Y-G--"),
        ("steal", "speed", "G-G--", "G-G--"),
        ("maxim", "mamma", "GGYY-", "GGY--"),
        ("crepe", "speed", "-YGY-", "-YGY-"),
        ("dread", "added", "YYYYG", "YY-YG"),
        ("those", "geese", "---GG", "---GG"),
        ("crane", "crane", "GGGGG", "GGGGG"),
        ("crane", "moist", "-----", "-----"),
        ("noon", "onto", "YY-Y", "YY-Y"),
        ("papaya", "banana", "-G-G-G", "-G-G-G"),
        ("absolute", "aardvark", "G-------", "G-------"),
    ] {
        assert_eq!(marks(Marking::Lenient, hidden, guess), lenient, "{hidden} {guess} lenient");
        assert_eq!(marks(Marking::Strict, hidden, guess), strict, "{hidden} {guess} strict");
    }
}

/// Counts the pairs of answers that the two ways mark differently.
#[test]
fn the_two_ways_differ_on_a_known_number_of_pairs() {
    let answers: Vec<_> = Answers::of_length(5).iter().collect();
    let mut differ = 0;
    for hidden in &answers {
        for guess in &answers {
            let strict = Marking::Strict.marks(hidden, guess);
            differ += usize::from(!Marking::Lenient.marks(hidden, guess).eq(strict));
        }
    }
    assert_eq!(differ, 218_040);
}

/// The mark of a key as the rules define it, with a look at the hidden word.
fn key(hidden: &str, guesses: &[MarkedGuess], letter: char) -> Option<Mark> {
    let mut rows = guesses.iter().map(|row| row.word.as_str());
    if !rows.clone().any(|word| word.contains(letter)) {
        return None;
    }
    let correct = |word: &str| word.chars().zip(hidden.chars()).any(|(a, b)| a == b && a == letter);
    Some(match rows.any(correct) {
        true => Mark::Correct,
        false if hidden.contains(letter) => Mark::Elsewhere,
        false => Mark::Absent,
    })
}

proptest! {
    #[test]
    fn the_two_ways_differ_only_for_repeated_letters(
        words in (4usize..9).prop_flat_map(|n| (word(n), word(n)))
    ) {
        let (hidden, guess) = words;
        let lenient = Marking::Lenient.marks(&hidden, &guess);
        let strict = Marking::Strict.marks(&hidden, &guess);
        for ((lenient, strict), letter) in lenient.zip(strict).zip(guess.chars()) {
            if lenient != strict {
                prop_assert_eq!((lenient, strict), (Mark::Elsewhere, Mark::Absent));
                prop_assert!(guess.matches(letter).count() > 1);
            }
        }
    }

    #[test]
    fn strict_marking_finds_each_letter_as_often_as_both_words_have_it(
        words in (4usize..9).prop_flat_map(|n| (word(n), word(n)))
    ) {
        let (hidden, guess) = words;
        for letter in guess.chars() {
            let marks = guess.chars().zip(Marking::Strict.marks(&hidden, &guess));
            let found = marks.filter(|&(here, mark)| here == letter && mark > Mark::Absent).count();
            let both = hidden.matches(letter).count().min(guess.matches(letter).count());
            prop_assert_eq!(found, both);
        }
    }

    #[test]
    fn only_the_hidden_word_is_all_correct(
        words in (4usize..9).prop_flat_map(|n| (word(n), word(n)))
    ) {
        let (hidden, guess) = words;
        for marking in [Marking::Lenient, Marking::Strict] {
            let marks: Marks = marking.marks(&hidden, &guess).collect();
            prop_assert_eq!(marks.all_correct(), hidden == guess);
            let [hidden, guess] = [&hidden, &guess].map(|word| PackedWord::try_from(&**word).unwrap());
            prop_assert_eq!(marking.mark(hidden, guess), marks);
            prop_assert_eq!(Marks::try_from(marks.to_string()), Ok(marks));
        }
    }

    #[test]
    fn the_keyboard_follows_the_rules_without_the_hidden_word(
        words in (4usize..9).prop_flat_map(|n| (word(n), prop::collection::vec(word(n), 0..5))),
        strict: bool,
    ) {
        let (hidden, guesses) = words;
        let marking = if strict { Marking::Strict } else { Marking::Lenient };
        let row = |word: String| MarkedGuess {
            marks: marking.marks(&hidden, &word).collect(),
            word: PackedWord::try_from(word).unwrap(),
        };
        let rows: Vec<_> = guesses.into_iter().map(row).collect();
        let keys = keys(&rows);
        for letter in 'a'..='z' {
            prop_assert_eq!(keys.get(&letter).copied(), key(&hidden, &rows, letter));
        }
    }
}

#[test]
fn too_many_marks_are_refused_and_guesses_have_a_debug_form() {
    let long = "-".repeat(LONGEST + 1);
    assert!(serde_json::from_value::<Marks>(long.into()).is_err());
    let setup = Setup { word: Some("crane".into()), ..Setup::default() };
    let words = Arc::new(Lexicon::builtin().clone());
    let mut game = Match::<Wordle>::open(&setup, 1, 0, words).unwrap().0;
    game.act(Seat(0), Guess::of("slate")).unwrap();
    let shown = format!("{:?}", game.state());
    assert!(shown.contains("[MarkedGuess { word: \"slate\""), "{shown}");
}

/// A word from few letters, so that letters repeat.
fn word(length: usize) -> impl Strategy<Value = String> {
    proptest::string::string_regex(&format!("[a-d]{{{length}}}")).unwrap()
}
