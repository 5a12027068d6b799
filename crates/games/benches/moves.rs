//! A whole move on the erased path: a line is read, the rules act, the seat's view and scene are made
//! and written as JSON.

use divan::Bencher;
use engine::{AnyMatch, Seat, Viewer};
use std::sync::Arc;
use words::Lexicon;

fn main() {
    divan::main();
}

/// A game and a line that it accepts at the start.
const MOVES: &[(&str, &str, &str)] =
    &[("wordle", "word=crane", "guess slate"), ("wampus", "layout=...E:WG..:....:A.P.", "move up")];

#[divan::bench(args = MOVES.iter().map(|(game, ..)| *game))]
fn whole_move(bencher: Bencher, name: &str) {
    let (_, setting, line) = MOVES.iter().find(|(game, ..)| *game == name).expect("it is listed");
    let game = games::find(name).expect("there is such a game");
    let (key, value) = setting.split_once('=').expect("a setting");
    let settings = game.read(&[(key.into(), value.into())]).expect("the setup is good");
    let words = Arc::new(Lexicon::builtin().clone());
    let opened = game.open(&settings, 1, 1, words).expect("it opens");
    let start: &dyn AnyMatch = &*opened.next;
    bencher.bench_local(|| {
        let step = start.act(Seat(0), line).expect("the line is accepted");
        let viewer = Viewer::Seat(Seat(0));
        let scene = serde_json::to_vec(&step.next.scene(viewer)).expect("it can be written");
        (step.next.view(viewer), scene, step)
    });
}
