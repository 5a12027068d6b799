//! The figures of the house, measured here and now: how fast it is, and how many times faster than the
//! plain way to the same. Both take turns in one run, so that ratios hold on a busy machine too; that
//! they give the same is for the tests. A game's figures are in a file of its own; a new one is a row.

mod bots;
mod builder;
mod hand;
mod steps;
mod tiles;
mod wizards;
mod wordle;
mod words;

use crate::args::Manners;
use crate::progress;
use line::Trouble;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// How often each way has its turn.
const TURNS: usize = 9;

/// A figure: what is done, and in which ways, ours first.
struct Figure {
    what: &'static str,
    ways: Vec<Way>,
}

/// A way to do it: its name, how many of it one turn does, and a turn.
struct Way {
    name: Cow<'static, str>,
    many: u32,
    turn: Box<dyn FnMut()>,
}

impl Way {
    fn new(name: impl Into<Cow<'static, str>>, many: u32, turn: impl FnMut() + 'static) -> Way {
        Way { name: name.into(), many, turn: Box::new(turn) }
    }
}

/// Every figure there is, made ready when its turn comes.
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

/// Measures everything, and gives the table.
pub(crate) fn run(manners: &Manners) -> Result<String, Trouble> {
    let bar = progress::bar(FIGURES.len() as u64, "figures", manners);
    let mut table = format!("{:<44}{:>12}{:>16}\n", "", "each", "a second");
    for figure in FIGURES {
        let mut figure = figure();
        let times = times(&mut figure);
        let mut ours = None;
        for (way, time) in figure.ways.iter().zip(times) {
            let each = time.as_secs_f64().max(1e-9) / f64::from(way.many.max(1));
            let rate = 1.0 / each;
            if let Some(ours) = ours {
                let ratio: f64 = each / ours;
                let name = format!("  {}: {ratio:.1} times as long", way.name);
                let _ = writeln!(table, "{name:<44}{:>12}{rate:>16.0}", shown(each));
            } else {
                ours = Some(each);
                let _ = writeln!(table, "{:<44}{:>12}{rate:>16.0}", figure.what, shown(each));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(table)
}

/// The median time of a turn, for each way.
fn times(figure: &mut Figure) -> Vec<Duration> {
    let mut times = vec![Vec::with_capacity(TURNS); figure.ways.len()];
    for _ in 0..TURNS {
        for (way, times) in figure.ways.iter_mut().zip(&mut times) {
            let begun = Instant::now();
            (way.turn)();
            times.push(begun.elapsed());
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times.get(TURNS / 2).copied().unwrap_or_default()
    };
    times.into_iter().map(median).collect()
}

/// A time with the unit that suits it.
fn shown(seconds: f64) -> String {
    match seconds * 1e9 {
        nanos if nanos < 10_000.0 => format!("{nanos:.0} ns"),
        nanos if nanos < 10_000_000.0 => format!("{:.0} us", nanos / 1e3),
        nanos => format!("{:.0} ms", nanos / 1e6),
    }
}
