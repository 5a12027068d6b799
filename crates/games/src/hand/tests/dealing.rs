//! Random and fixed hands, and swaps.

use super::*;
use letters::VOWELS;
use std::collections::HashMap;

/// The hands and the order of the alphabet that are dealt with a seed.
fn dealt(setup: &[(&str, &str)], seed: u64) -> (Vec<String>, String) {
    let game = TestMatch::try_open(setup, seed, english()).unwrap();
    match serde_json::from_str(game.events[0][0].get()).unwrap() {
        Event::Dealt { hands, order } => (hands, order),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_third_of_the_letters_are_vowels_including_one_wildcard() {
    for size in 1..=26_usize {
        for seed in 0..20 {
            let (hands, _) = dealt(&[("size", &size.to_string())], seed);
            let hand = &hands[0];
            assert_eq!(hand.len(), size);
            assert_eq!(hand.matches('*').count(), 1, "{hand}");
            let vowels = hand.chars().filter(|&c| VOWELS.contains(c)).count();
            assert_eq!(vowels + 1, size.div_ceil(3), "{hand}");
            assert_eq!(*hand, letters::group(hand), "equal letters are together");
        }
    }
    assert_eq!(dealt(&[("size", "1")], 5).0, ["*"]);
}

#[test]
fn letters_are_drawn_uniformly() {
    let mut counts: HashMap<char, u32> = HashMap::new();
    for seed in 0..200 {
        let (hands, _) = dealt(&[("hands", "100"), ("size", "6")], seed);
        hands.iter().flat_map(|hand| hand.chars()).for_each(|c| *counts.entry(c).or_default() += 1);
    }
    // 20,000 hands, each with a wildcard, a vowel and four consonants.
    assert_eq!(counts.remove(&'*'), Some(20_000));
    assert_eq!(counts.len(), 26);
    for (letter, count) in counts {
        let fair = if VOWELS.contains(letter) { 20_000 / 5 } else { 80_000 / 21 };
        assert!(count.abs_diff(fair) < 300, "{letter}: {count}, not about {fair}");
    }
}

#[test]
fn dealt_hands_never_change_for_a_seed() {
    let (hands, order) = dealt(&[("hands", "3")], 1);
    assert_eq!(hands, PINNED_HANDS);
    assert_eq!(order, PINNED_ORDER);
}

const PINNED_HANDS: [&str; 3] = ["coh*sun", "*ydxjea", "xk*ansu"];
const PINNED_ORDER: &str = "txenkdmgyhpczjqrwviaoubsfl";

#[test]
fn equal_tickets_deal_equal_hands_whatever_the_moves() {
    let setup = [("hands", "3"), ("size", "9")];
    let mut one = TestMatch::try_open(&setup, 7, english()).unwrap();
    let mut two = TestMatch::try_open(&setup, 7, english()).unwrap();
    one.enter("keep");
    two.enter("swap *");
    two.enter("play zzz");
    for _ in 0..2 {
        for game in [&mut one, &mut two] {
            game.enter("done");
            if game.field("phase") == "replay" {
                game.enter("next");
            }
            if game.field("phase") == "swap" {
                game.enter("keep");
            }
        }
        assert_eq!(one.field("hand"), two.field("hand"));
    }
    // More hands or fixed hands do not change the others either.
    let (three, order) = dealt(&setup, 7);
    let (five, same) = dealt(&[("hands", "5"), ("size", "9"), ("deals", "a:bb")], 7);
    assert_eq!((five[0].as_str(), five[1].as_str(), &five[2]), ("a", "bb", &three[2]));
    assert_eq!(order, same);
}

#[test]
fn fixed_hands_come_first_and_set_the_default_number_of_hands() {
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
fn the_swap_and_the_replay_can_be_turned_on_and_off() {
    let open = |setup: &[(&str, &str)]| {
        let view = TestMatch::open(setup).view();
        (view.phase, view.can_swap, view.can_replay)
    };
    assert_eq!(open(&[("deals", "qi")]), (HandPhase::Play, false, false));
    assert_eq!(open(&[("deals", "qi"), ("options", "true")]), (HandPhase::Swap, true, true));
    assert_eq!(open(&[("options", "false"), ("hands", "2")]), (HandPhase::Play, false, false));
    let mut game = TestMatch::open(&[("deals", "ox:qi"), ("options", "false")]);
    // Without a replay the hand is settled at once. With several hands the narration is that of a game.
    let narration = game.enter("play ox");
    assert_eq!(narration[1..], ["Ran out of letters", "Total score for this hand: 126"]);
    assert_eq!((game.field("hand"), game.field("phase")), ("qi".into(), "play".into()));
    assert_eq!(game.field("previous")["hand"], "ox");
}

#[test]
fn invalid_settings_are_refused() {
    let text = |setup: &[(&str, &str)]| {
        let refusal = TestMatch::try_open(setup, 1, english()).err().unwrap();
        assert_eq!(refusal.code, "house.setup");
        refusal.text
    };
    let long = "a".repeat(27);
    for deals in ["", ":", "a:", "a::b", "a b", "a-b", "é", "a?", &long] {
        assert!(
            text(&[("deals", deals)]).starts_with("The setting deals must be hands of 1 to 26")
        );
    }
    let many = vec!["a"; 101].join(":");
    assert_eq!(text(&[("deals", &many)]), "The setting deals may have at most 100 hands.");
    assert!(TestMatch::try_open(&[("deals", &many[2..])], 1, english()).is_ok());
    for swaps in ["", "*", "a1", "a b", "é"] {
        assert!(text(&[("swaps", swaps)]).starts_with("The setting swaps must be letters"));
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
fn a_swap_replaces_all_copies_in_place() {
    let swapped = |deals: &str, swaps: &str, line: &str| {
        let mut game = TestMatch::open(&[("deals", deals), ("swaps", swaps), ("options", "true")]);
        game.enter(line);
        game.view().hand
    };
    assert_eq!(swapped("dd*lout", "a", "swap d"), "aa*lout");
    assert_eq!(swapped("dd*lout", "a", "swap *"), "ddalout");
    // Letters of the hand are skipped, including the one that is replaced.
    assert_eq!(swapped("dd*lout", "dltz", "swap d"), "zz*lout");
    assert_eq!(swapped("dd*lout", "A", "SWAP L"), "dd*aout");
    // If the hand has all fixed letters, the new letter is random.
    let hand = swapped("dd*lout", "dl", "swap l");
    assert!(hand.starts_with("dd*") && hand.ends_with("out") && !hand.contains('l'), "{hand}");
}

#[test]
fn a_swap_is_offered_once_per_game_and_not_in_a_replay() {
    let mut game = TestMatch::open(&[("deals", "dd*lout:cat*:dog*"), ("swaps", "ae")]);
    assert_eq!(game.refusal("swap q").code, "hand.letter");
    assert!(game.view().can_swap, "a refused letter does not use up the swap");
    game.enter("keep");
    game.enter("done");
    assert_eq!(game.field("phase"), "replay");
    game.enter("replay");
    assert_eq!((game.field("phase"), game.field("can_swap")), ("play".into(), true.into()));
    game.enter("done");
    // The second hand is settled as soon as it ends, because the replay is used up.
    game.enter("swap t");
    assert_eq!((game.field("hand"), game.field("can_swap")), ("cae*".into(), false.into()));
    game.enter("done");
    assert_eq!(game.field("previous")["hand"], "cae*");
    assert_eq!((game.field("hand"), game.field("phase")), ("dog*".into(), "play".into()));
}

#[test]
fn a_replayed_hand_keeps_the_swapped_letter() {
    let mut game = TestMatch::open(&[("deals", "dd*lout"), ("swaps", "a"), ("options", "true")]);
    for line in ["swap l", "play out", "done", "replay"] {
        game.enter(line);
    }
    assert_eq!(game.field("hand"), "dd*aout");
}

#[test]
fn a_hand_with_every_letter_has_no_swap() {
    let all: String = ('a'..='z').collect();
    let mut game = TestMatch::open(&[("deals", &all), ("options", "true")]);
    assert_eq!(game.field("phase"), "swap");
    assert_eq!(game.refusal("swap q").code, "hand.phase");
    let scene = game.current.scene(Viewer::Seat(Seat(0))).by_seat();
    assert!(scene.asks.is_empty());
    for bot in ["random", "sensible", "expert"] {
        assert_eq!(game.current.bot(Seat(0), bot, Default::default()).unwrap(), "keep");
    }
    game.enter("keep");
}
