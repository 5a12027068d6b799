//! How well the hunt can be played, exactly, and the table that the perfect bot plays its beginnings
//! from:
//!
//!     cargo run --release -p games --example wampus -- values
//!     cargo run --release -p games --example wampus -- table crates/games/src/wampus/solver/plans.table
//!     cargo run --release -p games --example wampus -- check
//!
//! And how long thinking takes wherever a hunt may get to, for every hundredth question that is not answered by the table:
//!
//!     cargo run --release -p games --example wampus -- times 100

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
            Err(error) => fail(&format!("{file} cannot be written: {error}.")),
        },
        ["check"] if check_table(&table()) => {
            println!("The table is the one that is built in.");
            ExitCode::SUCCESS
        }
        ["check"] => fail("The table that is built in is another one."),
        ["times", every] => match every.parse() {
            Ok(every) => times(every),
            Err(_) => fail("Say which question is asked: 1 for each, 100 for every hundredth."),
        },
        _ => fail("Say values, table FILE, check or times EVERY."),
    }
}

/// The table for the game's own cave, made anew.
fn table() -> Vec<u8> {
    make_table(SIDE, SIDE, |said| println!("{said}")).unwrap_or_default()
}

fn fail(text: &str) -> ExitCode {
    eprintln!("{text}");
    ExitCode::FAILURE
}

/// What comes out, as pinned: won placements, or for the score the sum of all.
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

/// The value of best play for every fog and aim, held against what is pinned.
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
            return fail("That is not what was pinned.");
        }
    }
    ExitCode::SUCCESS
}

/// Within so much time every question is to be answered.
const LIMIT: Duration = Duration::from_millis(50);

/// Asked are those questions in which wampus and pit may stand in so many ways: with fewer there is little to think about.
const WAYS: i64 = 3;

/// How long the best is sought for: of all questions that can come up, every so many-th.
fn times(every: usize) -> ExitCode {
    for fog in [Fog::Exit, Fog::Dark] {
        for aim in Aim::ALL {
            let (mut times, mut most) = (Vec::new(), 0);
            questions((SIDE, SIDE), (fog, aim), (every, WAYS), |think| {
                let begun = Instant::now();
                most = think().max(most);
                times.push(begun.elapsed());
            });
            times.sort();
            let at = |share: usize| times[(times.len() - 1) * share / 1000];
            println!(
                "{fog:?} {}: {} questions, median {:.3?}, of 100 the 99th {:.3?}, longest {:.3?}, {} beyond {LIMIT:?}; {most} beliefs at most",
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
