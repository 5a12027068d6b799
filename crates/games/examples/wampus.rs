//! How well the hunt can be played, exactly, and the table that the perfect bot plays its beginnings
//! from:
//!
//!     cargo run --release -p games --example wampus -- values
//!     cargo run --release -p games --example wampus -- table crates/games/src/wampus/solve/plans.table
//!     cargo run --release -p games --example wampus -- check
//!
//! And how long thinking takes wherever a hunt may get to, by steps taken at random:
//!
//!     cargo run --release -p games --example wampus -- times 1000

use engine::{Bot, Chance, Cx, Game, Match, Seat, Thought, Viewer};
use games::wampus::counsel::counsel;
use games::wampus::solve::{Aim, check_table, make_table, value};
use games::wampus::{Fog, SIDE, Setup, View, Wampus};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use words::Lexicon;

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
        ["times", hunts] => match hunts.parse() {
            Ok(hunts) => times(hunts),
            Err(_) => fail("Say how many hunts."),
        },
        _ => fail("Say values, table FILE, check or times HUNTS."),
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

/// How long the best is sought for, at every place of so many hunts that go on at random.
fn times(hunts: u64) -> ExitCode {
    for fog in [Fog::Exit, Fog::Dark] {
        let views = wander(fog, hunts);
        for aim in Aim::ALL {
            let mut times: Vec<(Duration, &View)> =
                views.iter().map(|view| (time(view, aim), view)).collect();
            times.sort_by_key(|(time, _)| *time);
            let at = |share: usize| times[(times.len() - 1) * share / 1000].0;
            println!(
                "{fog:?} {}: {} questions, median {:.3?}, of 100 the 99th {:.3?}, longest {:.3?}, {} beyond {LIMIT:?}",
                aim.word(),
                times.len(),
                at(500),
                at(990),
                at(1000),
                times.iter().filter(|(time, _)| *time > LIMIT).count()
            );
        }
    }
    ExitCode::SUCCESS
}

/// Everything that is seen in hunts that go on at random.
fn wander(fog: Fog, hunts: u64) -> Vec<View> {
    let setup = Setup { fog, ..Setup::default() };
    let words = Arc::new(Lexicon::builtin().clone());
    let random: Option<Bot<Wampus>> =
        Wampus::BOTS.iter().find(|(name, _)| *name == "random").map(|(_, bot)| *bot);
    let mut views = Vec::new();
    for seed in 0..hunts {
        let Ok((mut game, _)) = Match::<Wampus>::open(&setup, 1, seed, Arc::clone(&words)) else {
            break;
        };
        let mut cx = Cx::new(&words, Chance::new(seed, 1), Thought::default());
        while game.outcome().is_none() {
            let view = game.view(Viewer::Seat(Seat(0)));
            let Some(action) = random.map(|random| random(&view, &mut cx)) else { break };
            views.push(view);
            if game.play(Seat(0), action).is_err() {
                break;
            }
        }
    }
    views
}

fn time(view: &View, aim: Aim) -> Duration {
    let mut cx = Cx::new(Lexicon::builtin(), Chance::new(1, 1), Thought::default());
    let begun = Instant::now();
    std::hint::black_box(counsel(view, aim, &mut cx));
    begun.elapsed()
}
