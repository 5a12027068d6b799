//! Bots and hints: always accepted, never unfit, and never without end.

use super::*;
use engine::Budget;

const BOTS: [&str; 3] = ["random", "sensible", "expert"];

/// The words that a table shows, all of them fit or at least somebody's fit word with a wildcard.
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
fn every_bot_ends_every_game() {
    for (size, hands) in [(1, 3), (2, 2), (5, 2), (7, 4), (13, 1), (26, 1)] {
        for bot in BOTS {
            for seed in 0..if size > 12 { 2 } else { 6 } {
                let (size, many) = (size.to_string(), hands.to_string());
                let setup = [("size", size.as_str()), ("hands", many.as_str())];
                let mut table = TestMatch::try_open(&setup, seed, english()).unwrap();
                // Each hand twice, a line for each letter, and one to substitute, end and go on.
                let bound = hands * 2 * (26 + 3);
                for _ in 0..bound {
                    let line = table.game.bot(Seat(0), bot, Budget::default()).unwrap();
                    table.say(&line);
                    assert!(all_fit(&table.view()), "{bot}: {line}");
                    if table.score().is_some() {
                        break;
                    }
                }
                assert!(table.score().is_some(), "{bot} goes on and on");
            }
        }
    }
}

#[test]
fn better_bots_earn_more() {
    let total = |bot: &str| -> i64 {
        let play = |seed| {
            let mut table = TestMatch::try_open(&[("hands", "3")], seed, english()).unwrap();
            while table.score().is_none() {
                table.say(&table.game.bot(Seat(0), bot, Budget::default()).unwrap());
            }
            table.score().unwrap()
        };
        (0..10).map(play).sum()
    };
    let [random, sensible, expert] = BOTS.map(total);
    assert!(2 * random < sensible && sensible < expert, "{random} {sensible} {expert}");
}

#[test]
fn the_expert_earns_par() {
    for hand in ["cows*z", "ajef*rx", "acfi*tx", "dd*aout"] {
        let mut table = TestMatch::hand(hand);
        while table.score().is_none() {
            table.say(&table.game.bot(Seat(0), "expert", Budget::default()).unwrap());
        }
        let settled = table.view().previous.unwrap();
        assert_eq!(settled.score, settled.par.unwrap().sacrifice.points, "{hand}");
    }
}

#[test]
fn a_bot_replays_only_what_it_can_better() {
    let mut table = TestMatch::open(&[("deals", "dd*aout"), ("options", "true")]);
    table.say("keep");
    table.say("play out");
    table.say("done");
    for bot in ["sensible", "expert"] {
        assert_eq!(table.game.bot(Seat(0), bot, Budget::default()).unwrap(), "replay");
    }
    let hint = table.game.hint(Seat(0), Budget::default()).unwrap();
    assert_eq!(
        (hint.line.as_str(), hint.why.as_str()),
        ("replay", "More can be earned in this hand.")
    );

    let mut table = TestMatch::open(&[("deals", "dd*aout"), ("options", "true")]);
    for line in ["keep", "play *", "play outadd"] {
        table.say(line);
    }
    for bot in ["sensible", "expert"] {
        assert_eq!(table.game.bot(Seat(0), bot, Budget::default()).unwrap(), "next");
    }
}

#[test]
fn hints_are_the_same_each_time_accepted_and_give_a_reason() {
    let mut table = TestMatch::open(&[("deals", "ajef*rx:qvwxyz*:qi"), ("swaps", "x")]);
    let mut lines = Vec::new();
    while table.score().is_none() {
        let hint = table.game.hint(Seat(0), Budget::default()).unwrap();
        assert_eq!(table.game.hint(Seat(0), Budget::default()).as_ref(), Some(&hint));
        assert!(hint.why.ends_with('.'));
        table.say(&hint.line);
        lines.push(hint.line);
    }
    // The substitution is kept for the hand in which nothing else helps.
    let first = ["keep", "play far", "play je*x", "next"];
    let second = ["keep", "play w*xy", "done", "next"];
    let third = ["swap q", "play xi", "next"];
    assert_eq!(lines, [&first[..], &second, &third].concat());
}

#[test]
fn a_hint_says_what_comes_after() {
    let table = TestMatch::hand("ajef*rx");
    let hint = table.game.hint(Seat(0), Budget::default()).unwrap();
    assert_eq!(hint.line, "play far");
    assert_eq!(hint.why, "“far”, then “je*x”: words that are shown here earn no more.");
    let table = TestMatch::hand("q");
    let hint = table.game.hint(Seat(0), Budget::default()).unwrap();
    assert_eq!((hint.line.as_str(), hint.why.as_str()), ("done", "No word is left in the hand."));
}

#[test]
fn a_large_hand_without_a_word_is_done_with() {
    let table = TestMatch::hand("qqqqqqqqqqqqq");
    let hint = table.game.hint(Seat(0), Budget::default()).unwrap();
    assert_eq!((hint.line.as_str(), hint.why.as_str()), ("done", "No word is left in the hand."));
}

#[test]
fn when_it_is_over_there_is_nothing_to_advise_and_nothing_to_do() {
    let mut table = TestMatch::hand("cat");
    table.say("play cat");
    let lexicon = english();
    let mut cx = engine::Cx::new(&lexicon, engine::Chance::new(1, 0), Budget::default());
    assert_eq!(Hand::hint(&table.view(), &mut cx), None);
    assert_eq!(
        face::not_now(HandPhase::Over, &Action::Done).text,
        "No hand is being played now; the game is over."
    );
}

#[test]
fn thinking_about_a_substitution_stops_when_it_has_to() {
    let table = TestMatch::open(&[("deals", "qvwxyz*:cat")]);
    // Enough for the hand as it is, and not for a single other letter.
    let hint = table.game.hint(Seat(0), Budget::of(21 << 7)).unwrap();
    assert_eq!(hint.line, "keep");
    assert_eq!(hint.why, "No other letter is likely to earn much more.");
    // With none at all it is not even looked at.
    let hint = table.game.hint(Seat(0), Budget::of(1)).unwrap();
    assert_eq!(hint.why, "In so large a hand one letter matters little.");
}

#[test]
fn what_is_no_letter_is_in_no_bag() {
    use super::letters::Bag;
    let bag = Bag::of("a-Z*é");
    assert_eq!(['a', '-', 'Z', '*', 'é'].map(|letter| bag.count(letter)), [1, 0, 0, 1, 0]);
}

#[test]
fn little_thought_still_gives_a_line() {
    for deals in ["ajef*rx:cat", "abcdefghijklm*:cat", "rstlneacd**:cat"] {
        let mut table = TestMatch::open(&[("deals", deals)]);
        for line in ["keep", "done", "next"] {
            for bot in BOTS {
                let line = table.game.bot(Seat(0), bot, Budget::of(1)).unwrap();
                assert!(table.game.act(Seat(0), &line).is_ok(), "{bot}: {line}");
            }
            let hint = table.game.hint(Seat(0), Budget::of(1)).unwrap();
            assert!(table.game.act(Seat(0), &hint.line).is_ok());
            table.say(line);
        }
    }
}

#[test]
fn a_log_gives_the_same_match_without_luck_or_words() {
    let given = [("hands".to_owned(), "3".to_owned())];
    let settings = HAND.read(&given).unwrap();
    for seed in 0..5 {
        let mut table = TestMatch::try_open(&[("hands", "3")], seed, english()).unwrap();
        let none = Arc::new(Lexicon::from_words(["nothing"]));
        let mut again = HAND.restore(&settings, 1, 99, none, &table.events[0]).unwrap().next;
        while table.score().is_none() {
            table.say(&table.game.bot(Seat(0), "random", Budget::default()).unwrap());
            again = again.apply(table.events.last().unwrap()).unwrap().next;
            assert_eq!(again.view(Viewer::Public).get(), table.json());
        }
        assert_eq!(again.outcome(), table.game.outcome());
    }
}
