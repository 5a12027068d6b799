//! The number and the word of a date. What day it is today is not decided here.

use super::answers::Answers;
use engine::chance::seed_of;
use engine::{Chance, Refusal, line};
use jiff::civil::{Date, date};
use std::ops::Range;

/// Day 0.
const FIRST: Date = date(2022, 2, 1);

/// The number of a date written `2026-11-15`: 0 for 2022-02-01, and one more each day.
pub fn number(day: &str) -> Result<usize, Refusal> {
    // The library also parses other formats; only the one that it writes is accepted.
    let Some(date) = day.parse::<Date>().ok().filter(|date| date.to_string() == day) else {
        let given = line::quote(day);
        return Err(Refusal::setup(format!(
            "The day must be a date such as 2026-11-15, not “{given}”."
        )));
    };
    usize::try_from((date - FIRST).get_days()).map_err(|_| {
        Refusal::setup("The first daily was on 2022-02-01. Choose that day or a later one.")
    })
}

/// The word of the day with this number. The first cycle has the words in the order of the list. Every later cycle
/// shuffles each half of the list, with a seed made from the number of the cycle: so earlier cycles don't give away a
/// word, and a word returns after half a cycle at the earliest.
pub fn word(number: usize) -> &'static str {
    let days = Answers::of_days();
    let len = days.len().max(1);
    let place = match (number / len, number % len) {
        (0, place) => place,
        (cycle, place) if place < len / 2 => shuffled(cycle, 0..len / 2, place),
        (cycle, place) => shuffled(cycle, len / 2..len, place),
    };
    days.get(place).unwrap_or_default()
}

/// The index in the list of the word at a place of a cycle, where `half` is the half of the list that contains the
/// place.
fn shuffled(cycle: usize, half: Range<usize>, place: usize) -> usize {
    let (first, mut places) = (half.start, half.collect::<Vec<_>>());
    let seed = seed_of(&format!("lexicade-wordle-cycle-1|{cycle}|{first}"));
    Chance::new(seed, 0).shuffle(&mut places);
    places.get(place - first).copied().unwrap_or(place)
}
