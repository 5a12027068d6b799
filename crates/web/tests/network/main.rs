//! The house on a network that is made up: what a seed draws goes wrong, and the same seed goes wrong in the same way.
//! Two houses share one store; people play at either, go to the other one when they hear nothing, and send a line again
//! until it is answered. Nothing here is real but the house: neither the network nor the time.
//!
//! `SEEDS` says how many seeds are tried (200), `SEED` tries one alone and tells all that happened.

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

/// A number from outside.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text}")))
}

/// Runs a seed. What goes wrong names it, and tells what happened last.
fn tried(seed: u64) -> Result<(u64, Counts), String> {
    let again = format!("SEED={seed} cargo test -p web --test network bad_networks -- --nocapture");
    match catch_unwind(|| run(seed)) {
        Ok(Ok(told)) => Ok((told.hash(), told.counts)),
        Ok(Err((told, why))) => Err(format!("{}\nseed {seed}: {why}\n{again}", told.last(40))),
        Err(_) => Err(format!("seed {seed} panicked\n{again}")),
    }
}

#[test]
fn bad_networks_lose_nothing_and_count_nothing_twice() {
    if let Some(seed) = number("SEED") {
        let (told, why) = match run(seed) {
            Ok(told) => (told, None),
            Err((told, why)) => (told, Some(why)),
        };
        println!("{}\n{:?}", told.last(usize::MAX), told.counts);
        assert_eq!(why, None, "seed {seed}");
        return;
    }
    let seeds = number("SEEDS").unwrap_or(200);
    let (next, met) = (AtomicU64::new(0), Mutex::new(Ok(Counts::default())));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                return;
            }
            let tried = tried(seed);
            let mut met = met.lock().unwrap();
            match (met.as_mut(), tried) {
                (Ok(met), Ok((_, counts))) => met.add(counts),
                (Ok(_), Err(why)) => {
                    *met = Err(why);
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
    let met = met.into_inner().unwrap().unwrap_or_else(|why| panic!("{why}"));
    println!("{seeds} seeds: {met:?}");
    if seeds >= 100 {
        met.all_met();
    }
}

#[test]
fn the_same_seed_tells_the_same_story() {
    let told = |seed| tried(seed).map(|(hash, _)| hash).unwrap_or_else(|why| panic!("{why}"));
    let hashes: Vec<u64> = (0..number("SEEDS").unwrap_or(200) / 20).map(told).collect();
    for (seed, hash) in (0..).zip(&hashes) {
        assert_eq!(told(seed), *hash, "seed {seed} does not tell the same story twice");
    }
    let mut others = hashes.clone();
    others.sort_unstable();
    others.dedup();
    assert_eq!(others.len(), hashes.len(), "different seeds tell the same story");
}
