//! Bots and hints.

use super::*;
use engine::{Chance, Match};

/// Plays a match with a bot; how it looks in the end, and how many actions it took.
fn played(setup: &Setup, seed: u64, bot: Bot<Wampus>) -> (View, u32) {
    let mut game = Match::<Wampus>::open(setup, 1, seed, WORDS.clone()).unwrap().0;
    for actions in 0..5_000 {
        if game.outcome().is_some() {
            return (game.view(Viewer::Public), actions);
        }
        let luck = Chance::new(seed, u64::from(actions) + 1);
        let mut cx = Cx::new(&WORDS, luck, Thought::default());
        let action = bot(&game.view(Viewer::Public), &mut cx);
        Match::act(&mut game, Seat(0), action).unwrap();
    }
    panic!("seed {seed} does not end");
}

fn fog(fog: Fog) -> Setup {
    Setup { fog, ..Setup::default() }
}

#[test]
fn every_bot_ends_every_preset() {
    for (_, setup) in Wampus::presets() {
        for (_, bot) in Wampus::BOTS {
            for seed in 0..200 {
                played(&setup, seed, *bot);
            }
        }
    }
}

#[test]
fn the_sensible_bot_wins_nearly_as_often_as_can_be() {
    // The best possible share of wins from the senses alone is 0.94 with the exit shown and 0.93
    // in the dark.
    for (setup, least) in [(fog(Fog::Open), 1.0), (fog(Fog::Exit), 0.92), (fog(Fog::Dark), 0.91)] {
        let ends: Vec<_> = (0..2_000).map(|seed| played(&setup, seed, bots::sensible)).collect();
        let won = ends.iter().filter(|(view, _)| view.status == Status::Won).count();
        let share = won as f64 / ends.len() as f64;
        assert!(share >= least, "{:?}: {share}", setup.fog);
        assert!(ends.iter().all(|&(_, actions)| actions <= 40));
    }
}

#[test]
fn the_sensible_bot_loses_nothing_where_all_is_seen() {
    let classic = Setup { cave: Cave::Classic, fog: Fog::Open, layout: None };
    let (view, actions) = played(&classic, 0, bots::sensible);
    assert_eq!((view.score, actions), (1092, 8));
}

#[test]
fn the_sensible_bot_beats_the_random_one() {
    let sum = |bot| (0..300).map(|seed| played(&fog(Fog::Exit), seed, bot).0.score).sum::<i64>();
    assert!(sum(bots::sensible) > 2 * sum(bots::random));
}

#[test]
fn the_sensible_bot_ends_even_where_nothing_can_be_gained() {
    for (layout, score, status) in [
        // There is no exit: with the gold had, only the pit ends it.
        ("AG.P:....:....:....", 996, Status::Lost),
        // The gold lies behind pit and exit: it shoots the wampus and goes without.
        ("GP..:E...:....:A..W", 97, Status::Won),
        // It stands in the corner itself and sees the wampus out of reach.
        ("AP..:E...:..W.:...G", -1, Status::Won),
    ] {
        let setup = Setup { layout: Some(layout.into()), ..fog(Fog::Open) };
        let view = played(&setup, 0, bots::sensible).0;
        assert_eq!((view.score, view.status), (score, status), "{layout}");
    }
}

#[test]
fn a_hint_would_always_be_accepted_and_asks_no_luck() {
    for (name, setup) in Wampus::presets() {
        for seed in 0..100 {
            let mut game = Match::<Wampus>::open(&setup, 1, seed, WORDS.clone()).unwrap().0;
            let mut luck = Chance::new(seed, 9);
            while game.outcome().is_none() {
                let view = game.view(Viewer::Public);
                let hint = |seed| {
                    let mut cx = Cx::new(&WORDS, Chance::new(seed, 0), Thought::of(1));
                    Wampus::hint(&view, &mut cx)
                };
                assert_eq!(hint(1), hint(2));
                if let Some(hint) = hint(1) {
                    let action = Wampus::parse(&view, &hint.line).unwrap();
                    assert!(view.choices().contains(&action), "{name} {seed}: {hint:?}");
                    assert!(hint.why.ends_with('.'), "{}", hint.why);
                }
                let action = *luck.pick(&view.choices()).unwrap();
                Match::act(&mut game, Seat(0), action).unwrap();
            }
            let mut cx = Cx::new(&WORDS, Chance::new(0, 0), Thought::default());
            assert_eq!(Wampus::hint(&game.view(Viewer::Public), &mut cx), None);
        }
    }
}

/// The hint after these lines.
fn hinted(layout: &str, fog: &str, lines: &[&str]) -> (String, String) {
    Hunt::on(layout, fog).after(lines).hint().unwrap()
}

#[test]
fn hints_say_what_the_senses_prove() {
    for (layout, fog, lines, line, why) in [
        (
            CLASSIC,
            "exit",
            &[][..],
            "move up",
            "No draught and no stench at row 4, column 1, so row 3, column 1 is safe.",
        ),
        (
            CLASSIC,
            "exit",
            &["move right", "move up", "move up"],
            "grab",
            "Gold glitters here, and it is worth 1000.",
        ),
        (
            CLASSIC,
            "open",
            &[],
            "shoot up",
            "The wampus must be at row 2, column 1: an arrow from here hits it, which is worth 100.",
        ),
        (
            CLASSIC,
            "open",
            &["shoot up"],
            "move up",
            "The gold lies at row 2, column 2, and the way there is safe.",
        ),
    ] {
        assert_eq!(hinted(layout, fog, lines), (line.into(), why.into()));
    }
}
