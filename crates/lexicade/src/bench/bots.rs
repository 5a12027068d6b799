//! How long bots think about their first move, the strongest first.

use super::{Figure, Way};
use engine::{Chance, Cx, Game, Match, Seat, Thought, Viewer};
use games::wampus::counsel::counsel;
use games::wampus::solve::Aim;
use games::{hand, junior, wampus, wizards, wordle};
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;
use words::Lexicon;

pub(super) fn wordle() -> Figure {
    first_moves::<wordle::Wordle>("the best bot's first guess in Wordle", 1)
}

pub(super) fn wampus() -> Figure {
    first_moves::<wampus::Wampus>("the best bot's first move in the cave", 1)
}

/// Hunts that go on at random soon leave what is looked up.
pub(super) fn lost_in_the_cave() -> Figure {
    let what = "the best step in a hunt gone astray";
    let words = Arc::new(Lexicon::builtin().clone());
    let mut views = Vec::new();
    for seed in 0..20 {
        let setup = wampus::Setup::default();
        let opened = Match::<wampus::Wampus>::open(&setup, 1, seed, Arc::clone(&words));
        let Ok((mut game, _)) = opened else { break };
        let mut cx = Cx::new(&words, Chance::new(seed, 1), Thought::default());
        while game.outcome().is_none() {
            let view = game.view(Viewer::Seat(Seat(0)));
            let Some(&action) = cx.chance.pick(&view.choices()) else { break };
            views.push(view);
            if game.play(Seat(0), action).is_err() {
                break;
            }
        }
    }
    let many = views.len() as u32;
    let ours = Way::new("searched", many, move || {
        for view in &views {
            let mut cx = Cx::new(&words, Chance::new(1, 1), Thought::default());
            black_box(counsel(view, Aim::Rank, &mut cx));
        }
    });
    Figure { what, ways: vec![ours] }
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

fn first_moves<G: Game>(what: &'static str, seats: u8) -> Figure {
    let words = Arc::new(Lexicon::builtin().clone());
    let setup = G::presets().into_iter().next().map(|(_, setup)| setup);
    let opened =
        setup.and_then(|setup| Match::<G>::open(&setup, seats, 1, Arc::clone(&words)).ok());
    let Some((game, _)) = opened else { return Figure { what, ways: Vec::new() } };
    let seat = game.to_act().iter().next().unwrap_or(Seat(0));
    let view = Rc::new(game.view(Viewer::Seat(seat)));
    let way = |&(name, bot): &(&'static str, engine::Bot<G>)| {
        let (view, words) = (Rc::clone(&view), Arc::clone(&words));
        Way::new(name, 1, move || {
            let mut cx = Cx::new(&words, Chance::new(1, 1), Thought::default());
            let _ = black_box(bot(&view, &mut cx));
        })
    };
    Figure { what, ways: G::BOTS.iter().rev().map(way).collect() }
}
