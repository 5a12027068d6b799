//! Days: which number a civil date has, and which word. What day it is today, others know.

use super::answers::Answers;
use engine::{Refusal, line};
use jiff::civil::{Date, date};

/// Day 0.
const FIRST: Date = date(2022, 2, 1);

/// The number of a date written `2026-11-15`: 0 for 2022-02-01, and one more each day.
pub fn number(day: &str) -> Result<usize, Refusal> {
    // The library reads other forms too; only the one it writes is ours.
    let Some(date) = day.parse::<Date>().ok().filter(|date| date.to_string() == day) else {
        let given = line::quote(day);
        return Err(Refusal::setup(format!(
            "The setting day takes a date such as 2026-11-15, not “{given}”."
        )));
    };
    usize::try_from((date - FIRST).get_days())
        .map_err(|_| Refusal::setup("The first day is 2022-02-01; choose that or a later one."))
}

/// The word of the day with this number; after the last word comes the first again.
pub fn word(number: usize) -> &'static str {
    let days = Answers::of_days();
    days.get(number % days.len().max(1)).unwrap_or_default()
}
