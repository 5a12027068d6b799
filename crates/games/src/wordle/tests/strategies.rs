//! The built-in strategies, and the check of strategies.

use super::*;
use crate::wordle::solver::perfect::strategy;
use crate::wordle::solver::strategy::{Flaw, ParsedStrategy, Score};
use engine::{Budget, Chance, Cx};

fn check(text: &str, marking: Marking, hard: bool, answers: &[&str]) -> Result<Score, Flaw> {
    ParsedStrategy::read(text)?.check(marking, hard, answers, |word| Lexicon::builtin().has(word))
}

#[test]
fn the_built_in_strategies_find_every_answer() {
    let answers: Vec<_> = Answers::of_length(5).iter().collect();
    for (marking, total) in [(Marking::Lenient, 6914), (Marking::Strict, 6909)] {
        let score = check(strategy(marking), marking, false, &answers).unwrap();
        assert_eq!((score.answers, score.total), (2045, total));
        assert!(score.longest <= 6);
        let words =
            strategy(marking).lines().skip(1).filter_map(|line| line.split(' ').next_back());
        assert!(words.clone().all(|word| Lexicon::builtin().fit(word)));
    }
    let mixed = check(strategy(Marking::Strict), Marking::Lenient, false, &answers);
    assert_eq!(mixed, Err(Flaw::Marking(Marking::Strict)));
    let (_, without_first_line) = strategy(Marking::Strict).split_once('\n').unwrap();
    let mixed = check(without_first_line, Marking::Lenient, false, &answers);
    assert!(matches!(mixed, Err(Flaw::Lost(_))));
}

#[test]
fn the_perfect_bot_plays_the_built_in_strategies() {
    for marking in [Marking::Lenient, Marking::Strict] {
        let mut guesses = 0;
        for word in Answers::of_length(5).iter() {
            let mut game = open(Setup { marking, word: Some(word.into()), ..Setup::default() });
            let mut cx = Cx::new(Lexicon::builtin(), Chance::new(1, 0), Budget::default());
            while game.outcome().is_none() {
                let action = minds::perfect(&view(&game), &mut cx);
                game.act(SEAT, action).unwrap();
            }
            assert_eq!(view(&game).status, Status::Won);
            guesses += view(&game).guesses.len();
        }
        assert_eq!(guesses, if marking == Marking::Lenient { 6914 } else { 6909 });
    }
}

const SMALL: &str = "# mine\ncrane\n --G-G shake\n  -GG-G chase\n -GGGG grace\n";

#[test]
fn a_strategy_is_scored_by_playing_every_answer() {
    let marking = Marking::Strict;
    let score = check(SMALL, marking, false, &["crane", "shake"]).unwrap();
    assert_eq!(score, Score { answers: 2, total: 3, longest: 2 });
    assert_eq!(score.to_string(), "total 3 mean 1.5000 max 2");
    let lost = |answer: &str| check(SMALL, marking, false, &[answer]).unwrap_err();
    assert_eq!(lost("moist"), Flaw::Lost("moist".into()));
    assert_eq!(lost("chase"), Flaw::Lost("chase".into()));
}

#[test]
fn flaws_of_a_strategy_are_found() {
    let flaw = |text: &str| check(text, Marking::Strict, true, &["shake"]).unwrap_err();
    assert_eq!(flaw(""), Flaw::Line(1));
    assert_eq!(flaw("# a\n\n"), Flaw::Line(2));
    for second in [
        "shake",
        "  --G-G shake",
        " --G- shake",
        " --G-X shake",
        " --G-G shak",
        " --G-G Shake",
        " GGGGG shake",
    ] {
        assert_eq!(flaw(&format!("crane\n{second}\n")), Flaw::Line(2), "{second}");
    }
    assert_eq!(flaw("zzzzz\n"), Flaw::Unknown("zzzzz".into()));
    let hard = Flaw::Hard { answer: "shake".into(), guess: "moist".into() };
    assert_eq!(flaw("crane\n --G-G moist\n  -Y--- shake\n"), hard);
    let text = "for shake the strategy guesses moist, which hard mode forbids";
    assert_eq!(hard.to_string(), text);

    // The same marks may be repeated, but not after the same guesses.
    let again = "crane\n --G-G shake\n  -GG-G chase\n --GGG chase\n  -GG-G grace\n";
    assert_eq!(check(again, Marking::Strict, false, &["crane"]).unwrap().total, 1);
    assert_eq!(flaw(&format!("{again} --G-G moist\n")), Flaw::Twice(6));
}

#[test]
fn a_strategy_must_match_what_its_first_line_declares() {
    let text =
        |first: &str| format!("# wordle strategy 1 {first}\ncrane\n --G-G moist\n  ---Y- shake\n");
    let played = |first: &str, hard| check(&text(first), Marking::Strict, hard, &["shake"]);
    let flaw = |first: &str, hard| played(first, hard).unwrap_err();
    assert_eq!(played("marking=strict hard=false", false).unwrap().total, 3);
    assert!(matches!(flaw("marking=strict hard=false", true), Flaw::Hard { .. }));
    assert!(matches!(flaw("marking=strict hard=true", false), Flaw::Hard { .. }));
    let other = flaw("marking=lenient hard=false", false);
    assert_eq!(other.to_string(), "the strategy is for lenient marking; use --marking lenient");
}
