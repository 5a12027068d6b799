//! The system clock of each node, which is wrong by some minutes and is set during the run, and the latency of the
//! store. A clock is a plain function, so its state is in the thread that runs the simulation.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static WRONG: Cell<[i64; 2]> = const { Cell::new([0; 2]) };
    static LATENCY: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The time at which every simulation starts, in seconds: some minutes before a day ends.
pub(crate) const START: u64 = 1_794_873_300;

/// The clock of a node.
pub(crate) fn of(node: usize) -> hall::Clock {
    let now: fn() -> Timestamp = if node == 0 { || shown(0) } else { || shown(1) };
    hall::Clock { now, zone: Some(TimeZone::UTC) }
}

fn shown(node: usize) -> Timestamp {
    let right = turmoil::since_epoch().expect("the clock is read inside a simulation");
    let right = SignedDuration::try_from(right).unwrap();
    Timestamp::UNIX_EPOCH + right + SignedDuration::from_mins(WRONG.get()[node])
}

/// Sets the clock of a node wrong by this many minutes.
pub(crate) fn set(node: usize, minutes: i64) {
    let mut wrong = WRONG.get();
    wrong[node] = minutes;
    WRONG.set(wrong);
}

/// The latency of the store.
pub(crate) fn store_latency() -> Duration {
    LATENCY.get()
}

pub(crate) fn set_store_latency(latency: Duration) {
    LATENCY.set(latency);
}
