//! The exact value of best play in Wampus, and the table of openings that the perfect bot uses:
//!
//!     cargo run --release -p games --example wampus -- values
//!     cargo run --release -p games --example wampus -- table crates/games/src/wampus/solver/plans.table
//!     cargo run --release -p games --example wampus -- check
//!
//! Also the thinking time for every hundredth position that can occur and isn't in the table:
//!
//!     cargo run --release -p games --example wampus -- times 100
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use games::wampus::solver::{Aim, check_table, make_table, questions, value};
use games::wampus::{Fog, SIDE};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["values"] => values(),
        ["table", file] => match std::fs::write(file, table()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&format!("{file} can't be written: {error}.")),
        },
        ["check"] if check_table(&table()) => {
            println!("The built-in table is up to date.");
            ExitCode::SUCCESS
        }
        ["check"] => fail("The built-in table is out of date."),
        ["times", every] => match every.parse() {
            Ok(every) => times(every),
            Err(_) => {
                fail("EVERY must be a number: 1 for every position, 100 for every hundredth.")
            }
        },
        _ => fail("Usage: wampus values | table FILE | check | times EVERY"),
    }
}

/// Computes the table for the standard cave.
fn table() -> Vec<u8> {
    make_table(SIDE, SIDE, |line| println!("{line}")).unwrap_or_default()
}

fn fail(text: &str) -> ExitCode {
    eprintln!("{text}");
    ExitCode::FAILURE
}

/// The expected results: the number of placements won, or the sum of all scores if the aim is the score.
const KNOWN: [(Fog, Aim, i64); 12] = [
    (Fog::Open, Aim::Win, 524_160),
    (Fog::Open, Aim::Score, 571_354_864),
    (Fog::Open, Aim::GoldAndWin, 521_664),
    (Fog::Open, Aim::Rank, 524_160),
    (Fog::Exit, Aim::Win, 492_480),
    (Fog::Exit, Aim::Score, 517_227_500),
    (Fog::Exit, Aim::GoldAndWin, 480_608),
    (Fog::Exit, Aim::Rank, 492_480),
    (Fog::Dark, Aim::Win, 486_240),
    (Fog::Dark, Aim::Score, 268_898_760),
    (Fog::Dark, Aim::GoldAndWin, 242_952),
    (Fog::Dark, Aim::Rank, 486_240),
];

/// Computes the value of best play for every fog and aim, and compares it with the expected one.
fn values() -> ExitCode {
    for (fog, aim, known) in KNOWN {
        let Some(value) = value(4, 4, fog, aim) else { return fail("There is no such cave.") };
        let mean = |sum: i64| sum as f64 / value.placements as f64;
        let score = match aim {
            Aim::Rank => format!(" score {} mean {:.4}", value.score, mean(value.score)),
            _ => String::new(),
        };
        println!(
            "{fog:?} {}: {} of {} mean {:.4}{score} ({} beliefs)",
            aim.word(),
            value.sum,
            value.placements,
            mean(value.sum),
            value.beliefs
        );
        if value.sum != known {
            return fail("This isn't the expected value.");
        }
    }
    ExitCode::SUCCESS
}

/// Every position should be answered within this time.
const LIMIT: Duration = Duration::from_millis(50);

/// Only positions with at least this many placements of wampus and pit are timed; others are trivial.
const WAYS: i64 = 3;

/// Prints the thinking times for every `every`-th position.
fn times(every: usize) -> ExitCode {
    for fog in [Fog::Exit, Fog::Dark] {
        for aim in Aim::ALL {
            let (mut times, mut most) = (Vec::new(), 0);
            questions((SIDE, SIDE), (fog, aim), (every, WAYS), |think| {
                let started = Instant::now();
                most = think().max(most);
                times.push(started.elapsed());
            });
            times.sort();
            let at = |share: usize| times[(times.len() - 1) * share / 1000];
            println!(
                "{fog:?} {}: {} positions, median {:.3?}, 99th percentile {:.3?}, longest {:.3?}, {} over {LIMIT:?}; {most} beliefs at most",
                aim.word(),
                times.len(),
                at(500),
                at(990),
                at(1000),
                times.iter().filter(|time| **time > LIMIT).count()
            );
        }
    }
    ExitCode::SUCCESS
}
