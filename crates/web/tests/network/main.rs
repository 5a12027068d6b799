//! Servers on a simulated network with simulated time. Each seed draws faults, and the same seed always gives the same
//! run. Two nodes share one store; players use either one, reconnect to the other when theirs is silent, and send a
//! line again until it is answered. Only the servers are real.
//!
//! `SEEDS` sets how many seeds are tried (200 by default); `SEED` runs a single seed and prints everything that
//! happened.
//!
//! A binary of its own: it keeps every core busy, and the integration tests wait for real servers in real time.
#![cfg(test)]

mod check;
mod clock;
mod nemesis;
mod person;
mod play;
mod scene;
mod server;
mod wire;

use scene::{Counts, run};
use std::num::NonZero;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// A number in an environment variable.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text}")))
}

/// Runs a seed. The error contains the last events, and the command that repeats the run.
fn run_seed(seed: u64) -> Result<(u64, Counts), String> {
    let repeat =
        format!("SEED={seed} cargo test -p web --test network bad_networks -- --nocapture");
    match catch_unwind(|| run(seed)) {
        Ok(Ok(trace)) => Ok((trace.hash(), trace.counts)),
        Ok(Err((trace, error))) => {
            Err(format!("{}\nseed {seed}: {error}\n{repeat}", trace.last(40)))
        }
        Err(_) => Err(format!("seed {seed} panicked\n{repeat}")),
    }
}

#[test]
fn bad_networks_lose_nothing_and_count_nothing_twice() {
    if let Some(seed) = number("SEED") {
        let (trace, error) = match run(seed) {
            Ok(trace) => (trace, None),
            Err((trace, error)) => (trace, Some(error)),
        };
        println!("{}\n{:?}", trace.last(usize::MAX), trace.counts);
        assert_eq!(error, None, "seed {seed}");
        return;
    }
    let seeds = number("SEEDS").unwrap_or(200);
    let (next, total) = (AtomicU64::new(0), Mutex::new(Ok(Counts::default())));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                return;
            }
            let result = run_seed(seed);
            let mut total = total.lock().unwrap();
            match (total.as_mut(), result) {
                (Ok(total), Ok((_, counts))) => total.add(counts),
                (Ok(_), Err(error)) => {
                    *total = Err(error);
                    next.store(seeds, Ordering::Relaxed);
                }
                (Err(_), _) => {}
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    let total = total.into_inner().unwrap().unwrap_or_else(|error| panic!("{error}"));
    println!("{seeds} seeds: {total:?}");
    if seeds >= 100 {
        total.check_all_happened();
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let hash = |seed| match run_seed(seed) {
        Ok((hash, _)) => hash,
        Err(error) => panic!("{error}"),
    };
    let hashes: Vec<u64> = (0..number("SEEDS").unwrap_or(200) / 20).map(hash).collect();
    for (seed, first) in (0..).zip(&hashes) {
        assert_eq!(hash(seed), *first, "seed {seed} gives two different runs");
    }
    let mut distinct = hashes.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), hashes.len(), "different seeds give the same run");
}
