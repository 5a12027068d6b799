//! The thinking time of bots: the perfect bot of Wampus, where it looks the move up and where it has to search; the
//! strong bot of Junior, at its first turn and near the end. The perfect bot's play is checked before anything is
//! timed.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use divan::Bencher;
use engine::{Bot, Budget, Chance, Cx, Face, Match, Minds, Seat, Viewer};
use games::junior::Junior;
use games::wampus::{Fog, Setup, Status, Wampus};
use std::sync::Arc;
use words::Lexicon;

fn main() {
    verify();
    divan::main();
}

fn words() -> Arc<Lexicon> {
    Arc::new(Lexicon::builtin().clone())
}

fn bot<G: Minds>(name: &str) -> Bot<G> {
    G::BOTS.iter().find(|(known, _)| *known == name).expect("the bot exists").1
}

fn think<G: Minds>(game: &Match<G>, bot: Bot<G>, words: &Lexicon) -> (Seat, G::Action) {
    let seat = game.to_act().iter().next().expect("a seat may move");
    let mut cx = Cx::new(words, Chance::new(1, 1), Budget::default());
    (seat, bot(&game.view(Viewer::Seat(seat)), &mut cx))
}

fn hunt(seed: u64, lines: &[&str]) -> Match<Wampus> {
    let setup = Setup { fog: Fog::Exit, ..Setup::default() };
    let mut game = Match::<Wampus>::open(&setup, 1, seed, words()).expect("a valid setup").0;
    for line in lines {
        let action = Wampus::parse(&game.view(Viewer::Public), line).expect("a valid line");
        game.act(Seat(0), action).expect("a legal move");
    }
    game
}

/// Checks that the perfect bot wins about as often as best play does, which is 94 % of all hunts.
fn verify() {
    let (perfect, words) = (bot::<Wampus>("perfect"), words());
    let mut won = 0;
    for seed in 0..200 {
        let mut game = hunt(seed, &[]);
        while game.outcome().is_none() {
            let (seat, action) = think(&game, perfect, &words);
            game.act(seat, action).expect("a legal move");
        }
        won += u32::from(game.view(Viewer::Public).status == Status::Won);
    }
    assert!((178..=198).contains(&won), "{won} of 200");
}

#[divan::bench]
fn hunt_looked_up(bencher: Bencher) {
    let (game, perfect, words) = (hunt(1, &[]), bot::<Wampus>("perfect"), words());
    bencher.bench_local(|| think(&game, perfect, &words));
}

/// The arrow is wasted with the first move. No good player does that, so the table doesn't have the answer.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn hunt_searched(bencher: Bencher) {
    let perfect = bot::<Wampus>("perfect");
    let words = words();
    let mut seed = 0;
    let start = || {
        seed += 1;
        hunt(seed, &["shoot up"])
    };
    bencher.with_inputs(start).bench_local_values(|game| think(&game, perfect, &words));
}

#[divan::bench(args = [0, 20, 40], sample_count = 20, sample_size = 1)]
fn junior(bencher: Bencher, moves: usize) {
    let (strong, greedy) = (bot::<Junior>("strong"), bot::<Junior>("greedy"));
    let words = words();
    let setup = Default::default();
    let opened = Match::<Junior>::open(&setup, 2, 1, Arc::clone(&words));
    let mut game = opened.expect("a valid setup").0;
    for _ in 0..moves {
        let (seat, action) = think(&game, greedy, &words);
        game.act(seat, action).expect("a legal move");
    }
    bencher.bench_local(|| think(&game, strong, &words));
}
