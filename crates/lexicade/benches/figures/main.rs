//! Measures Lexicade against simpler ways to get the same result. They take turns in one run, so that the ratios hold
//! on a busy machine; tests check that the results are the same. Each game has its own file; a new figure is a row in
//! `FIGURES`. Run it with `cargo bench -p lexicade --bench figures`.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

mod bots;
mod builder;
mod hand;
mod steps;
mod tiles;
mod wizards;
mod wordle;
mod words;

use std::borrow::Cow;
use std::time::{Duration, Instant};

/// The number of turns of each way.
const TURNS: usize = 9;

/// A figure: a task, and the ways to do it, ours first.
struct Figure {
    what: &'static str,
    ways: Vec<Approach>,
}

/// A way to do a task: its name, how many results one turn gives, and a turn.
struct Approach {
    name: Cow<'static, str>,
    many: u32,
    turn: Box<dyn FnMut()>,
}

impl Approach {
    fn new(
        name: impl Into<Cow<'static, str>>,
        many: u32,
        turn: impl FnMut() + 'static,
    ) -> Approach {
        Approach { name: name.into(), many, turn: Box::new(turn) }
    }
}

/// All figures, prepared when they are due.
const FIGURES: &[fn() -> Figure] = &[
    words::six_tiles,
    words::six_tiles_and_a_wildcard,
    hand::par_of_7,
    hand::par_of_12,
    wordle::strict_matrix,
    wordle::lenient_matrix,
    wordle::strategy,
    wizards::grids,
    builder::fill,
    bots::wordle,
    bots::wampus,
    bots::lost_in_the_cave,
    bots::wizards,
    bots::hand,
    bots::junior,
    bots::strong_turns,
    steps::wordle,
    steps::wampus,
    steps::wizards,
    steps::hand,
    steps::junior,
    steps::builder,
];

fn main() {
    // `cargo test --benches` runs this too, and needs no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    println!("{:<44}{:>12}{:>16}", "", "each", "per second");
    for figure in FIGURES {
        let mut figure = figure();
        let times = times(&mut figure);
        let mut ours = None;
        for (way, time) in figure.ways.iter().zip(times) {
            let each = time.as_secs_f64().max(1e-9) / f64::from(way.many.max(1));
            let rate = 1.0 / each;
            let name = match ours {
                None => figure.what.to_owned(),
                Some(ours) => format!("  {}: {:.1} times as long", way.name, each / ours),
            };
            ours = ours.or(Some(each));
            println!("{name:<44}{:>12}{rate:>16.0}", with_unit(each));
        }
    }
}

/// The median time of a turn, for each way.
fn times(figure: &mut Figure) -> Vec<Duration> {
    let mut times = vec![Vec::with_capacity(TURNS); figure.ways.len()];
    for _ in 0..TURNS {
        for (way, times) in figure.ways.iter_mut().zip(&mut times) {
            let started = Instant::now();
            (way.turn)();
            times.push(started.elapsed());
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times.get(TURNS / 2).copied().unwrap_or_default()
    };
    times.into_iter().map(median).collect()
}

fn with_unit(seconds: f64) -> String {
    match seconds * 1e9 {
        nanos if nanos < 10_000.0 => format!("{nanos:.0} ns"),
        nanos if nanos < 10_000_000.0 => format!("{:.0} us", nanos / 1e3),
        nanos => format!("{:.0} ms", nanos / 1e6),
    }
}
