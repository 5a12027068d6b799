//! Hard mode: what was found has to be used.

use super::*;
use proptest::prelude::*;
use proptest::sample::select;

fn hard(marking: Marking, word: &str) -> Match<Wordle> {
    let length = word.len() as u8;
    open(Setup { hard: true, marking, length, word: Some(word.into()), ..Setup::default() })
}

/// After these guesses, what is said against a word; nothing when it is accepted.
fn against(marking: Marking, hidden: &str, guesses: &[&str], word: &str) -> Option<String> {
    let mut game = hard(marking, hidden);
    guess(&mut game, guesses);
    // Whoever asks about a game played elsewhere hears the same.
    let rows = game.view(Viewer::Seat(Seat(0))).guesses;
    let elsewhere = hard_breach(marking, &rows, word);
    let refusal = say(&mut game, &format!("guess {word}")).err();
    assert!(refusal.iter().all(|refusal| refusal.code == "wordle.hard"));
    let said = refusal.map(|refusal| refusal.text);
    assert_eq!(said, elsewhere);
    said
}

#[test]
fn a_correct_letter_stays_in_its_place() {
    for marking in [Marking::Lenient, Marking::Strict] {
        let against = |word| against(marking, "crane", &["crate"], word);
        assert_eq!(against("trace"), Some("Hard mode: C has to stay in place 1.".into()));
        assert_eq!(against("crank"), Some("Hard mode: E has to stay in place 5.".into()));
        assert_eq!(against("crave"), None);
        assert_eq!(against("crane"), None);
    }
}

#[test]
fn a_letter_found_elsewhere_is_used_again_anywhere_even_where_it_was() {
    for marking in [Marking::Lenient, Marking::Strict] {
        let against = |word| against(marking, "crane", &["moist", "least"], word);
        assert_eq!(against("moist"), Some("Hard mode: A has to stay in place 3.".into()));
        assert_eq!(against("stamp"), Some("Hard mode: E has to be used again.".into()));
        assert_eq!(against("leapt"), None, "E may stay where it was");
        assert_eq!(against("shake"), None);
    }
}

#[test]
fn what_was_found_long_ago_still_counts() {
    let guesses = ["rival", "acorn"];
    let said = |word| against(Marking::Lenient, "crane", &guesses, word);
    assert_eq!(said("ocean"), Some("Hard mode: R has to be used again.".into()));
    let mut game = hard(Marking::Lenient, "crane");
    guess(&mut game, &["climb", "crimp"]);
    // The C of the first guess and the R of the second.
    assert_eq!(
        say(&mut game, "guess chimp").unwrap_err().text,
        "Hard mode: R has to stay in place 2."
    );
    assert_eq!(
        say(&mut game, "guess brain").unwrap_err().text,
        "Hard mode: C has to stay in place 1."
    );
}

#[test]
fn strict_marking_wants_every_copy_that_was_found_lenient_only_one() {
    // Both E of SPEED are found in CREPE, one of them in its place.
    let said = |marking, word| against(marking, "crepe", &["speed"], word);
    assert_eq!(said(Marking::Strict, "prexy"), Some("Hard mode: E has to be used 2 times.".into()));
    assert_eq!(said(Marking::Lenient, "prexy"), None);
    assert_eq!(said(Marking::Strict, "preen"), None);

    // Only one L of LLANO is found by strict marking, so one is enough.
    let said = |marking, word| against(marking, "world", &["llano"], word);
    assert_eq!(said(Marking::Strict, "could"), None);
    assert_eq!(said(Marking::Lenient, "could"), None);
    assert_eq!(said(Marking::Strict, "moody"), Some("Hard mode: L has to be used again.".into()));
}

#[test]
fn copies_are_counted_within_one_guess_not_over_all() {
    // E is found once in each of two guesses: that is still one E.
    let guesses = ["empty", "tenor"];
    assert_eq!(against(Marking::Strict, "crane", &guesses, "inner"), None);
}

#[test]
fn an_absent_letter_may_be_used_again() {
    assert_eq!(against(Marking::Strict, "crane", &["moist"], "moist"), None);
}

#[test]
fn without_hard_mode_anything_goes() {
    let mut game = hiding("crane");
    guess(&mut game, &["crate", "moist"]);
}

proptest! {
    #[test]
    fn the_last_guess_and_the_hidden_word_are_always_allowed(
        hidden in "[a-c]{5}",
        guesses in prop::collection::vec("[a-c]{5}", 1..5),
        strict: bool,
    ) {
        let marking = if strict { Marking::Strict } else { Marking::Lenient };
        let own: Vec<_> = guesses.iter().chain([&hidden]).collect();
        let setup = Setup { hard: true, marking, word: Some(hidden.clone()), ..Setup::default() };
        let own = Arc::new(Lexicon::from_words(own));
        let mut game = Match::<Wordle>::open(&setup, 1, 0, own).unwrap().0;
        let mut last = None;
        for word in guesses {
            if view(&game).status != Status::Playing {
                return Ok(());
            }
            if game.clone().act(SEAT, Guess::of(&word)).is_ok() {
                prop_assert!(last.is_none_or(|last| game.clone().act(SEAT, last).is_ok()));
                prop_assert!(game.clone().act(SEAT, Guess::of(&hidden)).is_ok());
                game.act(SEAT, Guess::of(&word)).unwrap();
                last = Some(Guess::of(&word));
            }
        }
    }

    #[test]
    fn a_word_that_fits_all_marks_keeps_to_hard_mode(
        hidden in select(Answers::of_length(5).iter().collect::<Vec<_>>()),
        guesses in prop::collection::vec(select(Answers::of_length(5).iter().collect::<Vec<_>>()), 1..4),
        strict: bool,
    ) {
        let marking = if strict { Marking::Strict } else { Marking::Lenient };
        let mut game = hard(marking, hidden);
        for word in guesses {
            let _ = say(&mut game, &format!("guess {word}"));
            let view = view(&game);
            for word in solver::candidates(&view, &mut bots_and_hints::cx()).words {
                prop_assert_eq!(guess::breach(guess::Rules::of(&view), &view.guesses, &word), None);
            }
        }
    }
}
