//! Bots and hints.

use super::*;
use crate::wampus::solver::knowledge::Knowledge;
use engine::{Chance, Match};

/// A bot plays a match: the view at the end, and the number of actions.
fn played(setup: &Setup, seed: u64, bot: Bot<Wampus>) -> (View, u32) {
    let mut game = Match::<Wampus>::open(setup, 1, seed, WORDS.clone()).unwrap().0;
    for actions in 0..5_000 {
        if game.outcome().is_some() {
            return (game.view(Viewer::Public), actions);
        }
        let luck = Chance::new(seed, u64::from(actions) + 1);
        let mut cx = Cx::new(&WORDS, luck, Budget::default());
        let action = bot(&game.view(Viewer::Public), &mut cx);
        Match::act(&mut game, Seat(0), action).unwrap();
    }
    panic!("seed {seed} does not end");
}

fn fog(fog: Fog) -> Setup {
    Setup { fog, ..Setup::default() }
}

#[test]
fn every_bot_finishes_every_preset() {
    for (_, setup) in Wampus::presets() {
        for (_, bot) in Wampus::BOTS {
            for seed in 0..200 {
                played(&setup, seed, *bot);
            }
        }
    }
}

#[test]
fn the_sensible_bot_wins_nearly_as_often_as_possible() {
    // The best possible shares are 0.94 with the exit shown and 0.93 in the dark.
    for (setup, least) in [(fog(Fog::Open), 1.0), (fog(Fog::Exit), 0.925), (fog(Fog::Dark), 0.915)]
    {
        let ends: Vec<_> = (0..2_000).map(|seed| played(&setup, seed, minds::sensible)).collect();
        let won = ends.iter().filter(|(view, _)| view.status == Status::Won).count();
        let share = won as f64 / ends.len() as f64;
        assert!(share >= least, "{:?}: {share}", setup.fog);
        assert!(ends.iter().all(|&(_, actions)| actions <= 40));
    }
}

#[test]
fn the_perfect_bot_wins_at_least_as_often_and_scores_more() {
    // Few matches with a small budget; the tests of the solver check the exact shares.
    let bot: Bot<Wampus> = |view, cx| {
        *cx = Cx::new(&WORDS, cx.chance.clone(), Budget::of(40_000));
        minds::perfect(view, cx)
    };
    for setup in [fog(Fog::Exit), fog(Fog::Dark), fog(Fog::Open)] {
        let sum = |bot| {
            let ends = (0..400).map(|seed| played(&setup, seed, bot).0);
            ends.fold((0, 0), |(won, score), view| {
                (won + i64::from(view.status == Status::Won), score + view.score)
            })
        };
        let (perfect, sensible) = (sum(bot), sum(minds::sensible));
        assert!(perfect.0 + 8 >= sensible.0, "{:?}: {perfect:?} {sensible:?}", setup.fog);
        assert!(perfect.0 * 1000 >= 900 * 400, "{:?}: {perfect:?}", setup.fog);
        if setup.fog == Fog::Open {
            assert!(perfect.1 >= sensible.1, "{perfect:?} {sensible:?}");
        }
    }
}

#[test]
fn the_sensible_bot_plays_the_open_classic_board_perfectly() {
    let classic = Setup { cave: CaveKind::Classic, fog: Fog::Open, layout: None };
    let (view, actions) = played(&classic, 0, minds::sensible);
    assert_eq!((view.score, actions), (1092, 8));
}

#[test]
fn the_sensible_bot_beats_the_random_one() {
    let sum = |bot| (0..300).map(|seed| played(&fog(Fog::Exit), seed, bot).0.score).sum::<i64>();
    assert!(sum(minds::sensible) > 2 * sum(minds::random));
}

#[test]
fn without_time_the_perfect_bot_uses_the_table_or_plays_like_the_sensible_one() {
    let (mut known, mut sensible) = (0, 0);
    for seed in 0..20 {
        let mut game = Match::<Wampus>::open(&fog(Fog::Exit), 1, seed, WORDS.clone()).unwrap().0;
        let mut luck = Chance::new(seed, 9);
        while game.outcome().is_none() {
            let view = game.view(Viewer::Public);
            let cx = |nodes| Cx::new(&WORDS, Chance::new(1, 0), Budget::of(nodes));
            let at_once = minds::perfect(&view, &mut cx(0));
            let best = minds::perfect(&view, &mut cx(1_000_000));
            known += usize::from(at_once == best);
            sensible += usize::from(at_once != best);
            assert!(at_once == best || at_once == minds::sensible(&view, &mut cx(0)), "{view:?}");
            Match::act(&mut game, Seat(0), *luck.pick(&view.choices()).unwrap()).unwrap();
        }
    }
    assert!(known > sensible && sensible > 0, "{known} and {sensible}");
}

#[test]
fn the_sensible_bot_finishes_even_if_nothing_can_be_gained() {
    for (layout, score, status) in [
        // There is no exit: once the agent has the gold, only the pit ends the match.
        ("AG.P:....:....:....", 996, Status::Lost),
        // The gold is behind pit and exit: the bot shoots the wampus and leaves without the gold.
        ("GP..:E...:....:A..W", 97, Status::Won),
        // The agent is shut in the corner, and the wampus is out of reach.
        ("AP..:E...:..W.:...G", -1, Status::Won),
    ] {
        let setup = Setup { layout: Some(layout.into()), ..fog(Fog::Open) };
        let view = played(&setup, 0, minds::sensible).0;
        assert_eq!((view.score, view.status), (score, status), "{layout}");
    }
}

#[test]
fn hints_are_legal_and_do_not_depend_on_chance() {
    for (name, setup) in Wampus::presets() {
        for seed in 0..100 {
            let mut game = Match::<Wampus>::open(&setup, 1, seed, WORDS.clone()).unwrap().0;
            let mut luck = Chance::new(seed, 9);
            while game.outcome().is_none() {
                let view = game.view(Viewer::Public);
                let hint = |seed| {
                    let mut cx = Cx::new(&WORDS, Chance::new(seed, 0), Budget::of(1));
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
            let mut cx = Cx::new(&WORDS, Chance::new(0, 0), Budget::default());
            assert_eq!(Wampus::hint(&game.view(Viewer::Public), &mut cx), None);
        }
    }
}

#[test]
fn hints_give_reasons_that_the_view_proves() {
    type Case = (&'static str, &'static str, &'static [&'static str], &'static str, &'static str);
    let cases: &[Case] = &[
        (
            CLASSIC,
            "exit",
            &[],
            "move up",
            "No breeze and no stench at row 4, column 1, so row 3, column 1 is safe.",
        ),
        (
            "W...:A.GE:.P..:....",
            "exit",
            &["shoot up"],
            "move down",
            "No breeze at row 2, column 1, so row 3, column 1 is safe.",
        ),
        (
            ".E.G:..W.:..A.:...P",
            "exit",
            &["shoot up", "move up"],
            "move up",
            "No breeze at row 2, column 3, so row 1, column 3 is safe.",
        ),
        (
            "P...:.A..:EW..:..G.",
            "exit",
            &["shoot up"],
            "move up",
            "No breeze at row 2, column 2, and the arrow hit nothing at row 1, column 2, so row 1, column 2 is safe.",
        ),
        (
            "...G:....:....:EAWP",
            "exit",
            &["shoot up"],
            "move up",
            "No breeze at row 4, column 2, and the wampus must be at row 4, column 3, so row 3, column 2 is safe.",
        ),
        (
            "....:..PA:W...:..EG",
            "exit",
            &["move up", "move left"],
            "move left",
            "The pit must be at row 2, column 3, and no stench at row 1, column 3, so row 1, column 2 is safe.",
        ),
        (
            "G...:A.E.:....:..WP",
            "exit",
            &["move up"],
            "grab",
            "There is gold here, worth 1000 points.",
        ),
        (
            CLASSIC,
            "open",
            &[],
            "shoot up",
            "The wampus must be at row 2, column 1; an arrow shot up from here hits it for 100 points.",
        ),
        (
            "...A:GE..:...W:P...",
            "exit",
            &["move down", "move up", "move left"],
            "move down",
            "No breeze and no stench at row 1, column 3, so row 2, column 3 is safe.",
        ),
        (
            "....:E...:....:GAPW",
            "exit",
            &["move up", "move up", "move up", "move right", "move right"],
            "shoot down",
            "Wherever the wampus is, an arrow shot down from here hits it for 100 points.",
        ),
        (
            CLASSIC,
            "open",
            &["shoot up"],
            "move up",
            "The gold is at row 2, column 2, and the way there is safe.",
        ),
        (
            ".WA.:....:E...:G..P",
            "exit",
            &[],
            "shoot right",
            "No safe cell is left to explore, and an arrow shot right from here hits in 33 % of the possible caves.",
        ),
        (
            "W.E.:GP..:A...:....",
            "exit",
            &["move up", "grab"],
            "move down",
            "No breeze and no stench at row 3, column 1, so row 3, column 2 is safe.",
        ),
        (
            "W.E.:GP..:A...:....",
            "exit",
            &["move up", "grab", "shoot up"],
            "move up",
            "You shot the wampus at row 1, column 1, so that cell is safe.",
        ),
        (
            "AGE.:....:....:.WP.",
            "open",
            &["shoot up", "move right", "grab"],
            "move right",
            "You have the gold, and reaching the exit at row 1, column 3 wins.",
        ),
        (
            "...W:.E..:.A..:.P.G",
            "exit",
            &["shoot up"],
            "move up",
            "No safe cell is left to explore, and reaching the exit at row 2, column 2 wins.",
        ),
        (
            "...P:....:EW..:GA..",
            "exit",
            &["move left", "grab"],
            "shoot right",
            "The way out is free, and an arrow shot right from here hits in 50 % of the possible caves.",
        ),
        (
            ".P.G:.A..:W...:.E..",
            "exit",
            &[],
            "move up",
            "No safe cell is left; row 1, column 2 is the smallest risk: deadly in 25 % of the possible caves.",
        ),
        (
            ".A..:.P..:.WE.:...G",
            "exit",
            &["move left", "move down", "move down"],
            "shoot right",
            "Before anything else, an arrow shot right from here hits in 50 % of the possible caves.",
        ),
        (
            "W...:..G.:..A.:EP..",
            "exit",
            &[
                "move right",
                "move up",
                "shoot left",
                "move left",
                "move up",
                "move down",
                "grab",
                "move left",
                "move left",
            ],
            "move down",
            "The risk is worth taking: row 3, column 1 is deadly in 50 % of the possible caves, but nothing else is better on average.",
        ),
    ];
    for (layout, fog, lines, line, why) in cases {
        let hint = Hunt::on(layout, fog).after(lines).hint();
        assert_eq!(hint, Some(((*line).into(), (*why).into())), "{layout} {lines:?}");
    }
}

#[test]
fn caves_without_a_pit_or_a_wampus_are_counted_too() {
    let ways = |layout| {
        let hunt = Hunt::on(layout, "open");
        Knowledge::of(&serde_json::from_str(hunt.game.view(PLAYER).get()).unwrap()).ways()
    };
    assert_eq!(ways("A...:....:....:...E"), 1);
    assert_eq!(ways("A...:.W..:....:...E"), 1);
    assert_eq!(ways("A...:.P..:....:...E"), 1);
    // With nothing else to gain, the hint leads to the exit, and shoots a wampus first.
    let line = |layout| Hunt::on(layout, "open").hint().unwrap().0;
    assert_eq!(line("AE..:....:....:...."), "move right");
    assert_eq!(line("AE..:....:....:W..."), "shoot down");
}

#[test]
fn a_bot_returns_an_action_even_when_the_match_is_over() {
    let mut hunt = Hunt::on(CLASSIC, "open");
    hunt.leave();
    let view: View = serde_json::from_str(hunt.game.view(PLAYER).get()).unwrap();
    let mut cx = Cx::new(&WORDS, Chance::new(0, 0), Budget::default());
    assert_eq!(minds::sensible(&view, &mut cx), Action::Grab);
}

#[test]
fn no_hint_leads_to_certain_death() {
    // The agent has the gold, there is no exit, and everything is known: the bot walks into the pit, but
    // there is no hint to do that.
    let hunt = Hunt::on("AG.P:....:....:....", "open").after(&["move right", "grab"]);
    assert_eq!(hunt.hint(), None);
    assert!(hunt.game.bot(Seat(0), "sensible", Budget::default()).is_some());
}

/// The view after these actions on a board, if they are legal and the match doesn't end before the last.
fn view_on(board: &Layout, fog: Fog, actions: &[Action]) -> Option<View> {
    let mut state = Wampus::blank(&Setup { fog, ..Setup::default() }, 1).ok()?;
    let mut draft = Draft::<Wampus>::new(&mut state, None);
    draft.emit(Event::Dealt { board: *board });
    let mut cx = Cx::new(&WORDS, Chance::new(0, 0), Budget::default());
    for &action in actions {
        if Wampus::outcome(&draft).is_some() {
            return None;
        }
        Wampus::act(&mut draft, Seat(0), action, &mut cx).ok()?;
    }
    Some(Wampus::view(&draft, Viewer::Public))
}

#[test]
fn knowledge_counts_exactly_the_caves_that_would_look_the_same() {
    let mut chance = Chance::new(21, 0);
    let mut checked = 0;
    while checked < 150 {
        let board = Layout::draw(&mut chance);
        let fog = if checked % 2 == 0 { Fog::Exit } else { Fog::Dark };
        let mut actions = Vec::new();
        for _ in 0..chance.below(14) {
            let Some(view) = view_on(&board, fog, &actions) else { break };
            actions.extend(chance.pick(&view.choices()).copied());
        }
        let Some(view) = view_on(&board, fog, &actions) else { continue };
        if view.status != Status::Playing {
            continue;
        }
        checked += 1;
        // Try every position of wampus and pit. Gold and exit stay where the view shows them; if it
        // doesn't, they go to any free cell.
        let knowledge = Knowledge::of(&view);
        let fixed = |place: Option<Spot>| place.filter(|&spot| view.cell(spot).is_some());
        let mut pairs = Vec::new();
        for wampus in Spot::all() {
            for pit in Spot::all().filter(|&pit| pit != wampus) {
                let known = Spot::all().filter(|&spot| view.cell(spot).is_some());
                let taken = known.fold(Spots::of(wampus).with(pit), Spots::with);
                let mut room = Spots::ALL.less(taken).iter();
                let grabbed = board.gold.filter(|_| view.has_gold);
                let gold = grabbed.or(fixed(board.gold)).or_else(|| room.next());
                let exit = fixed(board.exit).or_else(|| room.next());
                let spots = [Some(board.agent), gold, exit, Some(wampus), Some(pit)];
                let apart =
                    spots.into_iter().fold(Spots::NONE, |all, spot| all.or(Spots::of(spot)));
                let other = Layout { wampus: Some(wampus), pit: Some(pit), gold, exit, ..board };
                if apart.len() == 5 && view_on(&other, fog, &actions).as_ref() == Some(&view) {
                    pairs.push((wampus, pit));
                }
            }
        }
        if view.killed.is_some() {
            assert!(pairs.iter().all(|&(wampus, _)| Some(wampus) == view.killed));
            assert!(knowledge.wampus.is_empty());
        }
        assert_eq!(knowledge.ways() as usize, pairs.len(), "{board:?} {actions:?}");
        for spot in Spot::all() {
            let alive = |wampus| view.killed.is_none() && wampus == spot;
            let deadly =
                pairs.iter().filter(|&&(wampus, pit)| alive(wampus) || pit == spot).count();
            let hits = pairs.iter().filter(|&&(wampus, _)| alive(wampus)).count();
            assert_eq!(knowledge.deadly(spot) as usize, deadly, "{board:?} {actions:?} {spot}");
            assert_eq!(
                knowledge.hits(Spots::of(spot)) as usize,
                hits,
                "{board:?} {actions:?} {spot}"
            );
            assert_eq!(knowledge.safe().has(spot), deadly == 0);
        }
    }
}

#[test]
fn with_the_aim_score_the_solver_stops_when_no_points_are_left() {
    let hunt = Hunt::on("AGE.:....:....:.WP.", "exit").after(&["shoot up", "move right", "grab"]);
    let action = |aim| solver::best_action(&hunt.view(), aim, &mut || true).map(|best| best.action);
    assert_eq!(action(solver::Aim::Score), None);
    assert_eq!(action(solver::Aim::Win), Some(Action::Move(Heading::Right)));
}
