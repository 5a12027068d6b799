//! How long bots need for their first move, the strongest first.

use super::{Approach, Figure};
use engine::{Budget, Chance, Cx, Match, Minds, Seat, Viewer};
use games::wampus::Fog;
use games::wampus::analysis::analyse;
use games::wampus::solver::Aim;
use games::{hand, junior, wampus, wizards, wordle};
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use words::Lexicon;

pub(super) fn wordle() -> Figure {
    first_moves::<wordle::Wordle>("the best bot's first guess in Wordle", 1)
}

pub(super) fn wampus() -> Figure {
    first_moves::<wampus::Wampus>("the best bot's first move in the cave", 1)
}

/// Random hunts, which soon leave the table of openings: in both fogs, for every aim.
pub(super) fn lost_in_the_cave() -> Figure {
    let words = Arc::new(Lexicon::builtin().clone());
    let fogs = [("exit seen", Fog::Exit), ("in the dark", Fog::Dark)];
    let ways = fogs.into_iter().flat_map(|(seen, fog)| {
        let (views, words) = (Rc::new(random_views(fog, &words)), Arc::clone(&words));
        Aim::ALL.into_iter().map(move |aim| {
            let (views, words) = (Rc::clone(&views), Arc::clone(&words));
            let name = format!("{seen}, for {}", aim.word());
            Approach::new(name, views.len() as u32, move || {
                for view in views.iter() {
                    let mut cx = Cx::new(&words, Chance::new(1, 1), Budget::default());
                    black_box(analyse(view, aim, &mut cx));
                }
            })
        })
    });
    Figure { what: "the best step in a hunt gone random_views", ways: ways.collect() }
}

/// All views of twenty random hunts.
fn random_views(fog: Fog, words: &Arc<Lexicon>) -> Vec<wampus::View> {
    let mut views = Vec::new();
    for seed in 0..20 {
        let setup = wampus::Setup { fog, ..wampus::Setup::default() };
        let opened = Match::<wampus::Wampus>::open(&setup, 1, seed, Arc::clone(words));
        let Ok((mut game, _)) = opened else { break };
        let mut cx = Cx::new(words, Chance::new(seed, 1), Budget::default());
        while game.outcome().is_none() {
            let view = game.view(Viewer::Seat(Seat(0)));
            let Some(&action) = cx.chance.pick(&view.choices()) else { break };
            views.push(view);
            if game.play(Seat(0), action).is_err() {
                break;
            }
        }
    }
    views
}

/// The moves of the strong bot in a match against itself, and the slowest of them.
pub(super) fn strong_turns() -> Figure {
    let what = "a move of the strong bot in Junior";
    let words = Arc::new(Lexicon::builtin().clone());
    let strong = junior::Junior::BOTS.iter().find(|(name, _)| *name == "strong");
    let opened = Match::<junior::Junior>::open(&junior::Setup::default(), 2, 1, Arc::clone(&words));
    let (Some(&(_, bot)), Ok((mut game, _))) = (strong, opened) else {
        return Figure { what, ways: Vec::new() };
    };
    let think = move |view: &junior::View, words: &Lexicon| {
        bot(view, &mut Cx::new(words, Chance::new(1, 1), Budget::default()))
    };
    let mut timed = Vec::new();
    while let Some(seat) = game.to_act().iter().next() {
        let (view, started) = (game.view(Viewer::Seat(seat)), Instant::now());
        let action = think(&view, &words);
        timed.push((started.elapsed(), view));
        if game.play(seat, action).is_err() {
            break;
        }
    }
    let longest = timed.iter().max_by_key(|(time, _)| *time).map(|(_, view)| view.clone());
    let (views, others) = (timed, Arc::clone(&words));
    let mean = Approach::new("", views.len() as u32, move || {
        for (_, view) in &views {
            black_box(think(view, &words));
        }
    });
    let longest = longest.map(|view| {
        Approach::new("the longest of a match", 1, move || drop(black_box(think(&view, &others))))
    });
    Figure { what, ways: [mean].into_iter().chain(longest).collect() }
}

pub(super) fn wizards() -> Figure {
    first_moves::<wizards::Wizards>("the best bot's first guess in Wizards", 1)
}

pub(super) fn hand() -> Figure {
    first_moves::<hand::Hand>("the best bot's first choice in Hand", 1)
}

pub(super) fn junior() -> Figure {
    first_moves::<junior::Junior>("the best bot's first move in Junior", 2)
}

fn first_moves<G: Minds>(what: &'static str, seats: u8) -> Figure {
    let words = Arc::new(Lexicon::builtin().clone());
    let setup = G::presets().into_iter().next().map(|(_, setup)| setup);
    let opened =
        setup.and_then(|setup| Match::<G>::open(&setup, seats, 1, Arc::clone(&words)).ok());
    let Some((game, _)) = opened else { return Figure { what, ways: Vec::new() } };
    let seat = game.to_act().iter().next().unwrap_or(Seat(0));
    let view = Rc::new(game.view(Viewer::Seat(seat)));
    let way = |&(name, bot): &(&'static str, engine::Bot<G>)| {
        let (view, words) = (Rc::clone(&view), Arc::clone(&words));
        Approach::new(name, 1, move || {
            let mut cx = Cx::new(&words, Chance::new(1, 1), Budget::default());
            let _ = black_box(bot(&view, &mut cx));
        })
    };
    Figure { what, ways: G::BOTS.iter().rev().map(way).collect() }
}
