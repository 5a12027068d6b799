//! The speed of `fill` and the quality of its boards: 15 by 15 with a hundred letters, and 20 by 20 as full as
//! possible. Every board is checked and rated before anything is timed.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use divan::Bencher;
use engine::{Match, Seat, Viewer};
use games::board::{Board, Rating};
use games::builder::{Action, Builder, Setup};
use std::sync::Arc;
use words::Lexicon;

/// The number of boards of each kind.
const BOARDS: u64 = 50;

/// The side of the board, the number of words to fill in, and the minimum number of letters on the board then.
const KINDS: [(u8, u16, usize); 2] = [(15, 32, 100), (20, 60, 200)];

fn main() {
    KINDS.iter().for_each(verify);
    divan::main();
}

fn open(side: u8, seed: u64) -> Match<Builder> {
    let setup = Setup { rows: side, cols: side, ..Setup::default() };
    let words = Arc::new(Lexicon::builtin().clone());
    Match::open(&setup, 1, seed, words).expect("a valid setup").0
}

fn filled(start: &Match<Builder>, words: u16) -> Match<Builder> {
    let mut game = start.clone();
    game.act(Seat(0), Action::Fill(words)).expect("there are words that fit");
    game
}

/// Checks that each board follows the rules of placement, has enough letters and is connected. Prints the means.
fn verify(&(side, words, fewest): &(u8, u16, usize)) {
    let mut sums = [0; 4];
    for seed in 0..BOARDS {
        let view = filled(&open(side, seed), words).view(Viewer::Public);
        assert_eq!(view.problems, [""; 0]);
        let mut board = Board::new(side, side).expect("a valid size");
        view.words.iter().for_each(|word| board.add(word.clone()).expect("the word fits"));
        let Rating { words, crossings, spread, pieces } = board.rating();
        assert_eq!(pieces, 1, "the board isn't connected\n{board}");
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
    let (_, words, _) = KINDS.into_iter().find(|kind| kind.0 == side).expect("a listed size");
    let mut seed = 0;
    let start = || {
        seed += 1;
        open(side, seed - 1)
    };
    bencher.with_inputs(start).bench_local_values(|start| filled(&start, words));
}
