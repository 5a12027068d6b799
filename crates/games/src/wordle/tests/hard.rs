//! Hard mode: revealed letters must be used.

use super::*;
use proptest::prelude::*;
use proptest::sample::select;

fn hard(marking: Marking, word: &str) -> Match<Wordle> {
    let length = word.len() as u8;
    open(Setup { hard: true, marking, length, word: Some(word.into()), ..Setup::default() })
}

/// The refusal of a word after these guesses; `None` if it is accepted.
fn refused(marking: Marking, hidden: &str, guesses: &[&str], word: &str) -> Option<String> {
    let mut game = hard(marking, hidden);
    guess(&mut game, guesses);
    // The solver, which checks matches played elsewhere, gives the same reason.
    let rows = game.view(Viewer::Seat(Seat(0))).guesses;
    let breach = hard_breach(marking, &rows, word);
    let refusal = play_line(&mut game, &format!("guess {word}")).err();
    assert!(refusal.iter().all(|refusal| refusal.code == "wordle.hard"));
    let text = refusal.map(|refusal| refusal.text);
    assert_eq!(text, breach);
    text
}

#[test]
fn a_correct_letter_stays_in_its_place() {
    for marking in [Marking::Lenient, Marking::Strict] {
        let refused = |word| refused(marking, "crane", &["crate"], word);
        assert_eq!(refused("trace"), Some("Hard mode: letter 1 must be C.".into()));
        assert_eq!(refused("crank"), Some("Hard mode: letter 5 must be E.".into()));
        assert_eq!(refused("crave"), None);
        assert_eq!(refused("crane"), None);
    }
}

#[test]
fn a_letter_marked_elsewhere_must_be_used_again_in_any_place() {
    for marking in [Marking::Lenient, Marking::Strict] {
        let refused = |word| refused(marking, "crane", &["moist", "least"], word);
        assert_eq!(refused("moist"), Some("Hard mode: letter 3 must be A.".into()));
        assert_eq!(refused("stamp"), Some("Hard mode: the guess must contain E.".into()));
        assert_eq!(refused("leapt"), None, "E may stay where it was");
        assert_eq!(refused("shake"), None);
    }
}

#[test]
fn letters_revealed_by_earlier_guesses_still_count() {
    let guesses = ["rival", "acorn"];
    let refusal = refused(Marking::Lenient, "crane", &guesses, "ocean");
    assert_eq!(refusal, Some("Hard mode: the guess must contain R.".into()));
    let mut game = hard(Marking::Lenient, "crane");
    guess(&mut game, &["climb", "crimp"]);
    // The C of the first guess and the R of the second.
    assert_eq!(
        play_line(&mut game, "guess chimp").unwrap_err().text,
        "Hard mode: letter 2 must be R."
    );
    assert_eq!(
        play_line(&mut game, "guess brain").unwrap_err().text,
        "Hard mode: letter 1 must be C."
    );
}

#[test]
fn strict_marking_requires_every_revealed_copy_and_lenient_marking_one() {
    // CREPE reveals both E of SPEED, one of them as correct.
    let refusal = |marking, word| refused(marking, "crepe", &["speed"], word);
    let twice = "Hard mode: the guess must contain E 2 times.".to_owned();
    assert_eq!(refusal(Marking::Strict, "prexy"), Some(twice));
    assert_eq!(refusal(Marking::Lenient, "prexy"), None);
    assert_eq!(refusal(Marking::Strict, "preen"), None);

    // Strict marking reveals only one L of LLANO, so one is enough.
    let refusal = |marking, word| refused(marking, "world", &["llano"], word);
    assert_eq!(refusal(Marking::Strict, "could"), None);
    assert_eq!(refusal(Marking::Lenient, "could"), None);
    let once = "Hard mode: the guess must contain L.".to_owned();
    assert_eq!(refusal(Marking::Strict, "moody"), Some(once));
}

#[test]
fn copies_are_counted_per_guess_and_not_added_up() {
    // Each of the two guesses reveals one E: that is still one E.
    let guesses = ["empty", "tenor"];
    assert_eq!(refused(Marking::Strict, "crane", &guesses, "inner"), None);
}

#[test]
fn an_absent_letter_may_be_used_again() {
    assert_eq!(refused(Marking::Strict, "crane", &["moist"], "moist"), None);
}

#[test]
fn without_hard_mode_every_word_is_allowed() {
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
    fn hard_mode_allows_every_word_that_fits_all_marks(
        hidden in select(Answers::of_length(5).iter().collect::<Vec<_>>()),
        guesses in prop::collection::vec(select(Answers::of_length(5).iter().collect::<Vec<_>>()), 1..4),
        strict: bool,
    ) {
        let marking = if strict { Marking::Strict } else { Marking::Lenient };
        let mut game = hard(marking, hidden);
        for word in guesses {
            let _ = play_line(&mut game, &format!("guess {word}"));
            let view = view(&game);
            for word in solver::candidates(&view, &mut bots_and_hints::cx()).words {
                prop_assert_eq!(guess::breach(guess::Rules::of(&view), &view.guesses, &word), None);
            }
        }
    }
}
