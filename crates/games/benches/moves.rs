//! A whole move through `AnyMatch`: parse a line, apply the rules, and write the seat's view and scene as JSON.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use divan::Bencher;
use engine::{AnyMatch, Seat, Viewer};
use std::sync::Arc;
use words::Lexicon;

fn main() {
    divan::main();
}

/// A game, a setting, and a legal first move.
const MOVES: &[(&str, &str, &str)] =
    &[("wordle", "word=crane", "guess slate"), ("wampus", "layout=...E:WG..:....:A.P.", "move up")];

#[divan::bench(args = MOVES.iter().map(|(game, ..)| *game))]
fn whole_move(bencher: Bencher, name: &str) {
    let (_, setting, line) = MOVES.iter().find(|(game, ..)| *game == name).expect("a listed game");
    let game = games::find(name).expect("the game exists");
    let (key, value) = setting.split_once('=').expect("a setting");
    let settings = game.read(&[(key.into(), value.into())]).expect("valid settings");
    let words = Arc::new(Lexicon::builtin().clone());
    let opened = game.open(&settings, 1, 1, words).expect("a valid setup");
    let start: &dyn AnyMatch = &*opened.next;
    bencher.bench_local(|| {
        let step = start.act(Seat(0), line).expect("a legal move");
        let viewer = Viewer::Seat(Seat(0));
        let scene =
            serde_json::to_vec(&step.next.scene(viewer).by_seat()).expect("a scene is valid JSON");
        (step.next.view(viewer), scene, step)
    });
}
