//! Plays two bots of Junior against each other, in mirrored matches on the built-in boards:
//!
//!     cargo run --release -p games --example junior -- strong greedy 2000
//!
//! With a fourth argument it fails if the first bot gets less than that percentage:
//!
//!     cargo run --release -p games --example junior -- strong greedy 2000 65
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use engine::{Bot, Budget, Chance, Cx, Match, Minds, Seat, Viewer};
use games::board::BOARDS;
use games::junior::{Junior, Setup};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use words::Lexicon;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [ours, theirs, matches, least @ ..] = &args[..] else {
        eprintln!("Usage: junior BOT BOT MATCHES [PERCENT], for example: strong greedy 2000");
        return ExitCode::FAILURE;
    };
    let (Some(us), Some(them), Ok(matches)) = (bot(ours), bot(theirs), matches.parse::<u64>())
    else {
        let names: Vec<&str> = Junior::BOTS.iter().map(|(name, _)| *name).collect();
        eprintln!("The bots are {}; MATCHES must be a whole number.", names.join(", "));
        return ExitCode::FAILURE;
    };
    let mut sum = Sum::default();
    for n in 0..matches {
        play(n, us, them, &mut sum);
    }
    let share = (sum.won as f64 + sum.tied as f64 / 2.0) / matches as f64;
    println!(
        "{ours} against {theirs}: {} won, {} tied, {} lost, {:.1} % (a tie counts half)",
        sum.won,
        sum.tied,
        matches - sum.won - sum.tied,
        100.0 * share
    );
    let mean = sum.time / sum.turns.max(1);
    println!("{} turns, {mean:.1?} each, {:.1?} at most", sum.turns, sum.longest);
    let least = least.first().map_or(Ok(0.0), |least| least.parse::<f64>());
    if least.is_ok_and(|least| 100.0 * share >= least) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[derive(Default)]
struct Sum {
    won: u64,
    tied: u64,
    turns: u32,
    time: Duration,
    longest: Duration,
}

fn bot(name: &str) -> Option<Bot<Junior>> {
    Junior::BOTS.iter().find(|(known, _)| *known == name).map(|(_, bot)| *bot)
}

/// Plays match `n`. Matches 2k and 2k + 1 have the same board and seed, with the seats swapped.
fn play(n: u64, us: Bot<Junior>, them: Bot<Junior>, sum: &mut Sum) {
    let (seed, seat) = (n / 2, Seat((n % 2) as u8));
    let (_, board) = BOARDS[seed as usize % BOARDS.len()];
    let setup = Setup { board: board.into(), ..Setup::default() };
    let words = Arc::new(Lexicon::builtin().clone());
    let opened = Match::<Junior>::open(&setup, 2, seed, Arc::clone(&words));
    let mut game = opened.expect("a valid setup").0;
    let (mut step, mut turn) = (0, Duration::ZERO);
    while let Some(acting) = game.to_act().iter().next() {
        step += 1;
        let view = game.view(Viewer::Seat(acting));
        let mut cx = Cx::new(&words, Chance::new(seed, step), Budget::default());
        let started = Instant::now();
        let action = if acting == seat { us(&view, &mut cx) } else { them(&view, &mut cx) };
        turn += started.elapsed();
        game.act(acting, action).expect("bots make legal moves");
        let same = game.to_act().iter().next() == Some(acting)
            && game.view(Viewer::Seat(acting)).moves_left == 1;
        if acting == seat && !same {
            sum.turns += 1;
            sum.time += turn;
            sum.longest = sum.longest.max(turn);
        }
        if !same {
            turn = Duration::ZERO;
        }
    }
    let winners = game.outcome().expect("the match is over").winners;
    sum.won += u64::from(winners == [seat]);
    sum.tied += u64::from(winners.len() > 1);
}
