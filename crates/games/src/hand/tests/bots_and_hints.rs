//! Bots and hints: their lines are accepted, their words are fit to be shown, and their games end.

use super::*;
use engine::Budget;

const BOTS: [&str; 3] = ["random", "sensible", "expert"];

/// Whether all valid words in a view are fit to be shown, or have a fit reading of their wildcards.
fn all_fit(view: &View) -> bool {
    let words = Lexicon::builtin();
    view.plays.iter().filter(|play| play.valid).all(|play| {
        let mut fit = words.fit(&play.word);
        spell::each(&play.word, words, |word, used| {
            fit |= words.fit_at(word.index) && spell::typed(word.text, &used) == play.word;
        });
        fit
    })
}

#[test]
fn every_bot_finishes_every_game() {
    for (size, hands) in [(1, 3), (2, 2), (5, 2), (7, 4), (13, 1), (26, 1)] {
        for bot in BOTS {
            for seed in 0..if size > 12 { 2 } else { 6 } {
                let (size, number) = (size.to_string(), hands.to_string());
                let setup = [("size", size.as_str()), ("hands", number.as_str())];
                let mut game = TestMatch::try_open(&setup, seed, english()).unwrap();
                // Each hand twice, with a line for each letter and three more: swap, end, continue.
                let bound = hands * 2 * (26 + 3);
                for _ in 0..bound {
                    let line = game.current.bot(Seat(0), bot, Budget::default()).unwrap();
                    game.enter(&line);
                    assert!(all_fit(&game.view()), "{bot}: {line}");
                    if game.score().is_some() {
                        break;
                    }
                }
                assert!(game.score().is_some(), "{bot} does not finish");
            }
        }
    }
}

#[test]
fn better_bots_earn_more() {
    let total = |bot: &str| -> i64 {
        let play = |seed| {
            let mut game = TestMatch::try_open(&[("hands", "3")], seed, english()).unwrap();
            while game.score().is_none() {
                game.enter(&game.current.bot(Seat(0), bot, Budget::default()).unwrap());
            }
            game.score().unwrap()
        };
        (0..10).map(play).sum()
    };
    let [random, sensible, expert] = BOTS.map(total);
    assert!(2 * random < sensible && sensible < expert, "{random} {sensible} {expert}");
}

#[test]
fn the_expert_earns_par() {
    for hand in ["cows*z", "ajef*rx", "acfi*tx", "dd*aout"] {
        let mut game = TestMatch::hand(hand);
        while game.score().is_none() {
            game.enter(&game.current.bot(Seat(0), "expert", Budget::default()).unwrap());
        }
        let settled = game.view().previous.unwrap();
        assert_eq!(settled.score, settled.par.unwrap().sacrifice.points, "{hand}");
    }
}

#[test]
fn a_bot_replays_only_for_a_better_score() {
    let mut game = TestMatch::open(&[("deals", "dd*aout"), ("options", "true")]);
    game.enter("keep");
    game.enter("play out");
    game.enter("done");
    for bot in ["sensible", "expert"] {
        assert_eq!(game.current.bot(Seat(0), bot, Budget::default()).unwrap(), "replay");
    }
    let hint = game.current.hint(Seat(0), Budget::default()).unwrap();
    assert_eq!((hint.line.as_str(), hint.why.as_str()), ("replay", "A better score is possible."));

    let mut game = TestMatch::open(&[("deals", "dd*aout"), ("options", "true")]);
    for line in ["keep", "play *", "play outadd"] {
        game.enter(line);
    }
    for bot in ["sensible", "expert"] {
        assert_eq!(game.current.bot(Seat(0), bot, Budget::default()).unwrap(), "next");
    }
}

#[test]
fn hints_are_repeatable_accepted_and_give_a_reason() {
    let mut game = TestMatch::open(&[("deals", "ajef*rx:qvwxyz*:qi"), ("swaps", "x")]);
    let mut lines = Vec::new();
    while game.score().is_none() {
        let hint = game.current.hint(Seat(0), Budget::default()).unwrap();
        assert_eq!(game.current.hint(Seat(0), Budget::default()).as_ref(), Some(&hint));
        assert!(hint.why.ends_with('.'));
        game.enter(&hint.line);
        lines.push(hint.line);
    }
    // The swap is saved for the hand that needs it.
    let first = ["keep", "play far", "play je*x", "next"];
    let second = ["keep", "play w*xy", "done", "next"];
    let third = ["swap q", "play xi", "next"];
    assert_eq!(lines, [&first[..], &second, &third].concat());
}

#[test]
fn a_hint_names_the_words_after_it() {
    let game = TestMatch::hand("ajef*rx");
    let hint = game.current.hint(Seat(0), Budget::default()).unwrap();
    assert_eq!(hint.line, "play far");
    assert_eq!(hint.why, "“far”, then “je*x”: 530 points, the best there is.");
    let game = TestMatch::hand("q");
    let hint = game.current.hint(Seat(0), Budget::default()).unwrap();
    assert_eq!(hint.line, "done");
    assert_eq!(hint.why, "There are no words left in this hand.");
}

#[test]
fn a_hint_ends_a_large_hand_without_words() {
    let game = TestMatch::hand("qqqqqqqqqqqqq");
    let hint = game.current.hint(Seat(0), Budget::default()).unwrap();
    assert_eq!(hint.line, "done");
    assert_eq!(hint.why, "There are no words left in this hand.");
}

#[test]
fn a_finished_game_has_no_hint_and_no_moves() {
    let mut game = TestMatch::hand("cat");
    game.enter("play cat");
    let lexicon = english();
    let mut cx = engine::Cx::new(&lexicon, engine::Chance::new(1, 0), Budget::default());
    assert_eq!(Hand::hint(&game.view(), &mut cx), None);
    assert_eq!(
        face::not_now(HandPhase::Over, &Action::Done).text,
        "You can't end a hand now: the game is over."
    );
}

#[test]
fn a_swap_hint_respects_the_budget() {
    let game = TestMatch::open(&[("deals", "qvwxyz*:cat")]);
    // Enough for the hand itself, but for no swapped one.
    let hint = game.current.hint(Seat(0), Budget::of(21 << 7)).unwrap();
    assert_eq!(hint.line, "keep");
    assert_eq!(hint.why, "A swap isn't likely to gain much.");
    // Not even enough for the hand itself.
    let hint = game.current.hint(Seat(0), Budget::of(1)).unwrap();
    assert_eq!(hint.why, "In a hand this large, one letter makes little difference.");
}

#[test]
fn a_bag_counts_only_letters_and_wildcards() {
    use super::letters::Bag;
    let bag = Bag::of("a-Z*é");
    assert_eq!(['a', '-', 'Z', '*', 'é'].map(|letter| bag.count(letter)), [1, 0, 0, 1, 0]);
}

#[test]
fn bots_and_hints_work_without_a_budget() {
    for deals in ["ajef*rx:cat", "abcdefghijklm*:cat", "rstlneacd**:cat"] {
        let mut game = TestMatch::open(&[("deals", deals)]);
        for line in ["keep", "done", "next"] {
            for bot in BOTS {
                let line = game.current.bot(Seat(0), bot, Budget::of(1)).unwrap();
                assert!(game.current.act(Seat(0), &line).is_ok(), "{bot}: {line}");
            }
            let hint = game.current.hint(Seat(0), Budget::of(1)).unwrap();
            assert!(game.current.act(Seat(0), &hint.line).is_ok());
            game.enter(line);
        }
    }
}

#[test]
fn a_log_restores_the_match_without_the_seed_or_the_word_list() {
    let given = [("hands".to_owned(), "3".to_owned())];
    let settings = HAND.read(&given).unwrap();
    for seed in 0..5 {
        let mut game = TestMatch::try_open(&[("hands", "3")], seed, english()).unwrap();
        let none = Arc::new(Lexicon::from_words(["nothing"]));
        let mut again = HAND.restore(&settings, 1, 99, none, &game.events[0]).unwrap().next;
        while game.score().is_none() {
            game.enter(&game.current.bot(Seat(0), "random", Budget::default()).unwrap());
            again = again.apply(game.events.last().unwrap()).unwrap().next;
            assert_eq!(again.view(Viewer::Public).get(), game.json());
        }
        assert_eq!(again.outcome(), game.current.outcome());
    }
}
