//! How fast `fill` makes boards, and how good they are: 15 by 15 with a hundred letters, and 20 by 20
//! as full as it gets. Every board is checked as a whole before anything is timed, and rated.

use divan::Bencher;
use engine::{Match, Seat, Viewer};
use games::board::{Board, Rating};
use games::builder::{Action, Builder, Setup};
use std::sync::Arc;
use words::Lexicon;

/// So many boards of each kind.
const BOARDS: u64 = 50;

/// Side, words that are asked for, and the fewest letters that come of them.
const KINDS: [(u8, u16, usize); 2] = [(15, 32, 100), (20, 60, 200)];

fn main() {
    KINDS.iter().for_each(verify);
    divan::main();
}

fn open(side: u8, seed: u64) -> Match<Builder> {
    let setup = Setup { rows: side, cols: side, ..Setup::default() };
    let words = Arc::new(Lexicon::builtin().clone());
    Match::open(&setup, 1, seed, words).expect("it opens").0
}

fn filled(start: &Match<Builder>, words: u16) -> Match<Builder> {
    let mut game = start.clone();
    game.act(Seat(0), Action::Fill(words)).expect("words fit");
    game
}

/// Each board keeps the rules of placement, has its letters and hangs together; the means are said.
fn verify(&(side, words, fewest): &(u8, u16, usize)) {
    let mut sums = [0; 4];
    for seed in 0..BOARDS {
        let view = filled(&open(side, seed), words).view(Viewer::Public);
        assert_eq!(view.problems, [""; 0]);
        let mut board = Board::new(side, side).expect("a size");
        view.words.iter().for_each(|word| board.add(word.clone()).expect("it fits"));
        let Rating { words, crossings, spread, pieces } = board.rating();
        assert_eq!(pieces, 1, "it does not hang together\n{board}");
        assert!(board.count() >= fewest, "{} letters\n{board}", board.count());
        for (sum, part) in sums.iter_mut().zip([board.count(), words, crossings, spread]) {
            *sum += part;
        }
    }
    let [letters, words, crossings, spread] = sums.map(|sum| sum as f64 / BOARDS as f64);
    println!(
        "{side} x {side}: {letters:.1} letters, {words:.1} words, {crossings:.1} crossings, spread {spread:.0} %"
    );
}

#[divan::bench(args = KINDS.map(|(side, ..)| side), sample_count = BOARDS as u32, sample_size = 1)]
fn fill(bencher: Bencher, side: u8) {
    let (_, words, _) = KINDS.into_iter().find(|kind| kind.0 == side).expect("it is listed");
    let mut seed = 0;
    let start = || {
        seed += 1;
        open(side, seed - 1)
    };
    bencher.with_inputs(start).bench_local_values(|start| filled(&start, words));
}
