//! How hands are dealt and fixed, and what a substitution brings.

use super::*;
use letters::VOWELS;
use std::collections::HashMap;

/// The hands and the order of the alphabet that a seed deals.
fn dealt(setup: &[(&str, &str)], seed: u64) -> (Vec<String>, String) {
    let table = TestMatch::try_open(setup, seed, english()).unwrap();
    match serde_json::from_str(table.events[0][0].get()).unwrap() {
        Event::Dealt { hands, order } => (hands, order),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_third_are_vowels_and_one_of_these_is_the_wildcard() {
    for size in 1..=26_usize {
        for seed in 0..20 {
            let (hands, _) = dealt(&[("size", &size.to_string())], seed);
            let hand = &hands[0];
            assert_eq!(hand.len(), size);
            assert_eq!(hand.matches('*').count(), 1, "{hand}");
            let vowels = hand.chars().filter(|&c| VOWELS.contains(c)).count();
            assert_eq!(vowels + 1, size.div_ceil(3), "{hand}");
            assert_eq!(*hand, letters::group(hand), "equal letters lie together");
        }
    }
    assert_eq!(dealt(&[("size", "1")], 5).0, ["*"]);
}

#[test]
fn every_slot_is_drawn_fairly() {
    let mut counts: HashMap<char, u32> = HashMap::new();
    for seed in 0..200 {
        let (hands, _) = dealt(&[("hands", "100"), ("size", "6")], seed);
        hands.iter().flat_map(|hand| hand.chars()).for_each(|c| *counts.entry(c).or_default() += 1);
    }
    // 20,000 hands of a wildcard, a vowel and four consonants.
    assert_eq!(counts.remove(&'*'), Some(20_000));
    assert_eq!(counts.len(), 26);
    for (letter, count) in counts {
        let fair = if VOWELS.contains(letter) { 20_000 / 5 } else { 80_000 / 21 };
        assert!(count.abs_diff(fair) < 300, "{letter}: {count}, not about {fair}");
    }
}

#[test]
fn luck_is_pinned() {
    let (hands, order) = dealt(&[("hands", "3")], 1);
    assert_eq!(hands, PINNED_HANDS);
    assert_eq!(order, PINNED_ORDER);
}

const PINNED_HANDS: [&str; 3] = ["coh*sun", "*ydxjea", "xk*ansu"];
const PINNED_ORDER: &str = "txenkdmgyhpczjqrwviaoubsfl";

#[test]
fn equal_tickets_give_equal_hands_whatever_is_played() {
    let setup = [("hands", "3"), ("size", "9")];
    let mut one = TestMatch::try_open(&setup, 7, english()).unwrap();
    let mut two = TestMatch::try_open(&setup, 7, english()).unwrap();
    one.say("keep");
    two.say("swap *");
    two.say("play zzz");
    for _ in 0..2 {
        for table in [&mut one, &mut two] {
            table.say("done");
            if table.see("phase") == "replay" {
                table.say("next");
            }
            if table.see("phase") == "swap" {
                table.say("keep");
            }
        }
        assert_eq!(one.see("hand"), two.see("hand"));
    }
    // Neither do more hands or a fixed one change the others.
    let (three, order) = dealt(&setup, 7);
    let (five, same) = dealt(&[("hands", "5"), ("size", "9"), ("deals", "a:bb")], 7);
    assert_eq!((five[0].as_str(), five[1].as_str(), &five[2]), ("a", "bb", &three[2]));
    assert_eq!(order, same);
}

#[test]
fn fixed_hands_come_first_and_the_number_of_hands_follows_them() {
    let open = |setup: &[(&str, &str)]| TestMatch::open(setup).view();
    let view = open(&[("deals", "Q:aqLmuil:*")]);
    assert_eq!((view.hand.as_str(), view.hands, view.phase), ("q", 3, HandPhase::Swap));
    let view = open(&[("deals", "qi:ox"), ("hands", "1")]);
    assert_eq!((view.hand.as_str(), view.hands, view.phase), ("qi", 1, HandPhase::Play));
    let view = open(&[("deals", "qi"), ("hands", "2"), ("size", "3")]);
    assert_eq!((view.hands, view.phase), (2, HandPhase::Swap));
    let view = open(&[]);
    assert_eq!((view.n, view.hands, view.phase), (7, 1, HandPhase::Swap));
    assert_eq!(dealt(&[("deals", "qi"), ("hands", "2"), ("size", "3")], 1).0[1].len(), 3);
}

#[test]
fn options_can_be_had_or_not() {
    let open = |setup: &[(&str, &str)]| {
        let view = TestMatch::open(setup).view();
        (view.phase, view.can_swap, view.can_replay)
    };
    assert_eq!(open(&[("deals", "qi")]), (HandPhase::Play, false, false));
    assert_eq!(open(&[("deals", "qi"), ("options", "true")]), (HandPhase::Swap, true, true));
    assert_eq!(open(&[("options", "false"), ("hands", "2")]), (HandPhase::Play, false, false));
    let mut table = TestMatch::open(&[("deals", "ox:qi"), ("options", "false")]);
    // Without options a hand is settled at once, and the game is still told as a game.
    let said = table.say("play ox");
    assert_eq!(said[1..], ["Ran out of letters", "Total score for this hand: 126"]);
    assert_eq!((table.see("hand"), table.see("phase")), ("qi".into(), "play".into()));
    assert_eq!(table.see("previous")["hand"], "ox");
}

#[test]
fn a_setup_that_cannot_be_is_refused() {
    let text = |setup: &[(&str, &str)]| {
        let refusal = TestMatch::try_open(setup, 1, english()).err().unwrap();
        assert_eq!(refusal.code, "house.setup");
        refusal.text
    };
    let long = "a".repeat(27);
    for deals in ["", ":", "a:", "a::b", "a b", "a-b", "é", "a?", &long] {
        assert!(text(&[("deals", deals)]).starts_with("The setting deals takes hands of 1 to 26"));
    }
    let many = vec!["a"; 101].join(":");
    assert_eq!(text(&[("deals", &many)]), "The setting deals takes at most 100 hands.");
    assert!(TestMatch::try_open(&[("deals", &many[2..])], 1, english()).is_ok());
    for swaps in ["", "*", "a1", "a b", "é"] {
        assert!(text(&[("swaps", swaps)]).starts_with("The setting swaps takes letters"));
    }
    for setup in [("hands", "0"), ("hands", "101"), ("size", "0"), ("size", "27"), ("options", "1")]
    {
        assert!(text(&[setup]).contains(setup.0));
    }
    let none = Arc::new(Lexicon::from_words([""; 0]));
    let refusal = TestMatch::try_open(&[], 1, none).err().unwrap();
    assert_eq!(refusal.code, "house.setup");
}

#[test]
fn a_substitution_replaces_all_copies_in_their_places() {
    let swapped = |deals: &str, swaps: &str, line: &str| {
        let mut table = TestMatch::open(&[("deals", deals), ("swaps", swaps), ("options", "true")]);
        table.say(line);
        table.view().hand
    };
    assert_eq!(swapped("dd*lout", "a", "swap d"), "aa*lout");
    assert_eq!(swapped("dd*lout", "a", "swap *"), "ddalout");
    // A letter that is in the hand is passed over, also the one that goes.
    assert_eq!(swapped("dd*lout", "dltz", "swap d"), "zz*lout");
    assert_eq!(swapped("dd*lout", "A", "SWAP L"), "dd*aout");
    // When all fixed letters are held, one is drawn.
    let hand = swapped("dd*lout", "dl", "swap l");
    assert!(hand.starts_with("dd*") && hand.ends_with("out") && !hand.contains('l'), "{hand}");
}

#[test]
fn a_substitution_comes_once_in_a_game_and_not_in_a_replay() {
    let mut table = TestMatch::open(&[("deals", "dd*lout:cat*:dog*"), ("swaps", "ae")]);
    assert_eq!(table.refusal("swap q").code, "hand.letter");
    assert!(table.view().can_swap, "a refused letter does not use it up");
    table.say("keep");
    table.say("done");
    assert_eq!(table.see("phase"), "replay");
    table.say("replay");
    assert_eq!((table.see("phase"), table.see("can_swap")), ("play".into(), true.into()));
    table.say("done");
    // The second hand: substituted, used up and settled, for the replay is gone.
    table.say("swap t");
    assert_eq!((table.see("hand"), table.see("can_swap")), ("cae*".into(), false.into()));
    table.say("done");
    assert_eq!(table.see("previous")["hand"], "cae*");
    assert_eq!((table.see("hand"), table.see("phase")), ("dog*".into(), "play".into()));
}

#[test]
fn a_replayed_hand_is_the_hand_as_substituted() {
    let mut table = TestMatch::open(&[("deals", "dd*lout"), ("swaps", "a"), ("options", "true")]);
    for line in ["swap l", "play out", "done", "replay"] {
        table.say(line);
    }
    assert_eq!(table.see("hand"), "dd*aout");
}

#[test]
fn nothing_can_come_in_when_every_letter_is_held() {
    let all: String = ('a'..='z').collect();
    let mut table = TestMatch::open(&[("deals", &all), ("options", "true")]);
    assert_eq!(table.see("phase"), "swap");
    assert_eq!(table.refusal("swap q").code, "hand.phase");
    let scene = table.game.scene(Viewer::Seat(Seat(0)));
    assert!(scene.asks.is_empty());
    for bot in ["random", "sensible", "expert"] {
        assert_eq!(table.game.bot(Seat(0), bot, Default::default()).unwrap(), "keep");
    }
    table.say("keep");
}
