//! Clocks on the wall of each house, wrong by some minutes and set while people play; and how far off the store is. A
//! clock is a plain function, so what it shows is kept beside the thread that runs the simulation.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static WRONG: Cell<[i64; 2]> = const { Cell::new([0; 2]) };
    static WAY: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// When every simulation begins, in seconds: some minutes before a day ends.
pub(crate) const BEGIN: u64 = 1_794_873_300;

/// The clock of a house.
pub(crate) fn of(house: usize) -> hall::Clock {
    let now: fn() -> Timestamp = if house == 0 { || shown(0) } else { || shown(1) };
    hall::Clock { now, zone: Some(TimeZone::UTC) }
}

fn shown(house: usize) -> Timestamp {
    let right = turmoil::since_epoch().expect("a clock is looked at in a simulation");
    let right = SignedDuration::try_from(right).unwrap();
    Timestamp::UNIX_EPOCH + right + SignedDuration::from_mins(WRONG.get()[house])
}

/// Sets the clock of a house wrong by so many minutes.
pub(crate) fn set(house: usize, minutes: i64) {
    let mut wrong = WRONG.get();
    wrong[house] = minutes;
    WRONG.set(wrong);
}

/// How long the way to the store takes now.
pub(crate) fn way() -> Duration {
    WAY.get()
}

/// Puts the store so far off.
pub(crate) fn put(way: Duration) {
    WAY.set(way);
}
