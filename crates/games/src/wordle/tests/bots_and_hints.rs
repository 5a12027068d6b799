//! Bots and hints: their moves are legal, their words fit to be shown, and some bots play well.

use super::*;
use crate::wordle::solver;
use crate::wordle::solver::search::{Lists, NO_BUDGET, Search, SearchContext};
use engine::{Budget, Chance, Cx, Stop};

pub(super) fn cx() -> Cx<'static> {
    Cx::new(Lexicon::builtin(), Chance::new(1, 0), Budget::default())
}

fn hint(game: &Match<Wordle>) -> Option<Hint> {
    Wordle::hint(&view(game), &mut cx())
}

/// Plays a match to its end.
fn play(game: &mut Match<Wordle>, bot: Bot<Wordle>, cx: &mut Cx) {
    while game.outcome().is_none() {
        let action = bot(&view(game), cx);
        let word = action.0;
        game.act(SEAT, action).unwrap_or_else(|refusal| panic!("{word}: {refusal}"));
    }
}

#[test]
fn every_bot_finishes_every_match_with_words_fit_to_be_shown() {
    for (name, bot) in Wordle::BOTS {
        for length in 4..=8 {
            for marking in [Marking::Lenient, Marking::Strict] {
                for (hard, seed) in [(false, 1), (true, 2), (true, 3)] {
                    let setup = Setup { marking, hard, length, tries: 10, ..Setup::default() };
                    let mut game = Match::open(&setup, 1, seed, english()).unwrap().0;
                    let chance = Chance::new(seed, 1);
                    let mut cx = Cx::new(Lexicon::builtin(), chance, Budget::default());
                    play(&mut game, *bot, &mut cx);
                    for row in view(&game).guesses {
                        assert!(Lexicon::builtin().fit(&row.word), "{name}: {}", row.word);
                    }
                }
            }
        }
    }
}

#[test]
fn the_sensible_bot_nearly_always_finds_the_word_in_six() {
    for marking in [Marking::Lenient, Marking::Strict] {
        let (mut lost, mut guesses, mut matches) = (0, 0, 0);
        for word in Answers::of_length(5).iter().step_by(11) {
            let mut game = open(Setup { marking, word: Some(word.into()), ..Setup::default() });
            play(&mut game, minds::sensible, &mut cx());
            lost += usize::from(view(&game).status == Status::Lost);
            guesses += view(&game).guesses.len();
            matches += 1;
        }
        assert!(lost * 50 <= matches, "{lost} of {matches} lost");
        assert!(guesses * 10 <= matches * 38, "{guesses} guesses in {matches} matches");
    }
}

/// Hard mode has no built-in strategy, so the bot must search, although many words fit.
#[test]
fn the_perfect_bot_finds_the_best_guess_in_hard_mode() {
    let list = Lexicon::builtin();
    let fives: Vec<String> =
        list.words().filter(|word| word.len() == 5 && list.fit(word)).collect();
    let mut better = 0;
    for first in ["speed", "round", "crane", "fight"] {
        let (hard, word) = (true, Some("abide".into()));
        let mut game = open(Setup { hard, word, ..Setup::default() });
        guess(&mut game, &[first]);
        let view = view(&game);
        let words = solver::candidates(&view, &mut cx()).words;
        assert!((41..200).contains(&words.len()), "{first}: {}", words.len());
        let search = Search::new(Lists::new(5, &words, &fives), view.marking, hard).unwrap();
        let row = &view.guesses[0];
        let state = search.after_marks(&search.start(6), &row.word, row.marks.code());
        let mut context = SearchContext::new(&search, |_| true);
        let mut total = |Guess(word): Guess| {
            let guess = search.lists().find(&word).unwrap();
            search.cost(&state, guess, NO_BUDGET, &mut context).unwrap().unwrap()
        };
        let perfect = total(minds::perfect(&view, &mut cx()));
        let good = total(minds::good(&view, &mut cx()));
        let (best, _) = search.solve(&state, NO_BUDGET, &mut context).unwrap().unwrap();
        assert_eq!(perfect, best, "{first}");
        better += usize::from(perfect < good);
    }
    assert!(better > 0);
}

#[test]
fn a_bot_without_a_budget_still_makes_a_move() {
    let stop = Stop::default();
    stop.set();
    let own = Lexicon::from_words(["aaaaa", "bbbbb", "ccccc"]);
    for words in [Lexicon::builtin(), &own] {
        for budget in [Budget::of(0), Budget::of(1), Budget { stop: stop.clone(), nodes: 99 }] {
            for (_, bot) in Wordle::BOTS {
                let setup = Setup { hard: true, ..Setup::default() };
                let mut game = Match::open(&setup, 1, 5, Arc::new(words.clone())).unwrap().0;
                let mut cx = Cx::new(words, Chance::new(1, 0), budget.clone());
                let hint = Wordle::hint(&view(&game), &mut cx).unwrap();
                play_line(&mut game, &hint.line).unwrap();
                play(&mut game, *bot, &mut cx);
            }
        }
    }
}

#[test]
fn bots_keep_playing_when_the_word_is_in_no_list() {
    for (_, bot) in Wordle::BOTS {
        for hard in [false, true] {
            let setup = Setup { hard, word: Some("xyzzy".into()), ..Setup::default() };
            let mut game = open(setup);
            guess(&mut game, &["fuzzy"]);
            play(&mut game, *bot, &mut cx());
            assert_eq!(view(&game).status, Status::Lost);
        }
    }
}

#[test]
fn when_hard_mode_allows_no_word_the_last_guess_is_repeated() {
    // The player guesses a word that the program may not show. It is right except for the first letter, and no other
    // word has the same letters after the first.
    let list = Lexicon::builtin();
    let mut rude = None;
    list.of_length(8, |word| {
        let unique =
            || list.words().all(|other| other == word.text || other[1..] != word.text[1..]);
        if rude.is_none() && !list.fit_at(word.index) && !word.text.starts_with('z') && unique() {
            rude = Some(word.text.to_owned());
        }
    });
    let rude = rude.unwrap();
    let hidden = Some(format!("z{}", &rude[1..]));
    let mut game = open(Setup { hard: true, length: 8, word: hidden, ..Setup::default() });
    guess(&mut game, &[&rude]);
    assert_eq!(hint(&game), None);
    for (name, bot) in Wordle::BOTS {
        let Guess(word) = bot(&view(&game), &mut cx());
        assert!(*word == *rude, "{name} doesn't repeat the last guess");
        play(&mut game.clone(), *bot, &mut cx());
    }
}

#[test]
fn a_hint_says_how_many_words_are_left() {
    let mut game = hiding("abide");
    let first = hint(&game).unwrap();
    let start = "2045 likely words are left; TRACE should narrow them down to about ";
    assert!(first.why.starts_with(start), "{}", first.why);
    guess(&mut game, &["speed"]);
    let next = hint(&game).unwrap();
    assert!(next.why.starts_with("68 likely words are left; "), "{}", next.why);
    guess(&mut game, &["abide"]);
    assert_eq!(hint(&game), None);
}

#[test]
fn a_hint_names_the_only_word_that_is_left() {
    let mut game = hiding("abide");
    guess(&mut game, &["moist", "aside"]);
    let hint = hint(&game).unwrap();
    assert_eq!(
        (hint.line.as_str(), hint.why.as_str()),
        ("guess abide", "It is the only likely word left.")
    );
}

#[test]
fn when_no_likely_word_fits_a_hint_comes_from_the_whole_list() {
    let mut game = hiding("aahed");
    assert!(!Answers::of_length(5).iter().any(|word| word == "aahed"));
    guess(&mut game, &["ached", "ahead"]);
    let hint = hint(&game).unwrap();
    assert_eq!(hint.line, "guess aahed", "{}", hint.why);
}

#[test]
fn without_a_fitting_word_there_is_no_hint() {
    let mut game = hiding("xyzzy");
    guess(&mut game, &["fuzzy", "dizzy", "jazzy"]);
    assert_eq!(hint(&game), None);
}

#[test]
fn hints_arent_random_and_are_legal_in_hard_mode() {
    for word in Answers::of_length(6).iter().step_by(301) {
        let setup = Setup { hard: true, length: 6, word: Some(word.into()), ..Setup::default() };
        let mut game = open(setup);
        while game.outcome().is_none() {
            let ours = hint(&game).unwrap();
            let chance = Chance::new(99, 9);
            let mut other = Cx::new(Lexicon::builtin(), chance, Budget::default());
            assert_eq!(Wordle::hint(&view(&game), &mut other).as_ref(), Some(&ours));
            play_line(&mut game, &ours.line).unwrap();
        }
    }
}

/// A server promises hints within 50 ms, so their steps are counted apart from the budget of bots.
#[test]
fn a_hint_in_hard_mode_has_its_own_limit_of_steps() {
    let (marking, word) = (Marking::Strict, Some("caned".into()));
    let mut game = open(Setup { hard: true, marking, word, ..Setup::default() });
    guess(&mut game, &["speed"]);
    let long = || Cx::new(Lexicon::builtin(), Chance::new(1, 0), Budget::of(20_000_000));
    let patient = Wordle::hint(&view(&game), &mut long()).unwrap();
    assert_eq!(hint(&game).unwrap(), patient);
    // A bot with that budget finds a better word.
    let Guess(best) = minds::perfect(&view(&game), &mut long());
    assert_ne!(patient.line, format!("guess {best}"));
}

#[test]
fn with_a_players_list_hints_come_from_that_list() {
    let own = Lexicon::from_words(["aaaab", "abbbb", "acccc", "dddd"]);
    let setup = Setup { word: Some("acccc".into()), ..Setup::default() };
    let mut game = Match::open(&setup, 1, 0, Arc::new(own.clone())).unwrap().0;
    guess(&mut game, &["abbbb"]);
    let mut cx = Cx::new(&own, Chance::new(1, 0), Budget::default());
    let hint = Wordle::hint(&view(&game), &mut cx).unwrap();
    assert_eq!(hint.line, "guess acccc");
    assert_eq!(hint.why, "It is the only word left.");
}

#[test]
fn on_the_last_attempt_bots_and_hints_choose_a_word_that_fits() {
    for tries in [1, 2] {
        let setup = Setup { tries, word: Some("grave".into()), ..Setup::default() };
        let mut game = open(setup);
        guess(&mut game, &["slate"; 1][..usize::from(tries) - 1]);
        let view = view(&game);
        let words = solver::candidates(&view, &mut cx()).words;
        assert!(words.len() > 9, "{}", words.len());
        for (name, bot) in Wordle::BOTS.iter().filter(|(name, _)| *name != "random") {
            let Guess(word) = bot(&view, &mut cx());
            assert!(words.iter().any(|fitting| **fitting == *word), "{name}: {word}");
        }
        let hint = hint(&game).unwrap();
        assert!(hint.why.ends_with(" are left, and this is your last attempt."), "{}", hint.why);
        assert!(words.iter().any(|word| hint.line == format!("guess {word}")));
    }
}

/// Two attempts find only some of many rhyming words. The perfect bot must find most of those.
#[test]
fn with_too_few_attempts_the_perfect_bot_finds_the_most_words() {
    let mut found = [0; 2];
    for word in Answers::of_length(5).iter().filter(|word| word.ends_with("ight")) {
        for (bot, found) in [minds::perfect, minds::sensible].into_iter().zip(&mut found) {
            let setup = Setup { tries: 3, word: Some(word.into()), ..Setup::default() };
            let mut game = open(setup);
            guess(&mut game, &["sight"]);
            if game.outcome().is_none() {
                play(&mut game, bot, &mut cx());
                *found += usize::from(view(&game).status == Status::Won);
            }
        }
    }
    assert!(found[0] >= 5 && found[0] > 2 * found[1], "{found:?}");
}
