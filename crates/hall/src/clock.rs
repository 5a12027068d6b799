//! What time it is, and what day: a house has a clock and a time zone. Nothing else reads them.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// A clock on the wall of a house.
#[derive(Clone, Debug)]
pub struct Clock {
    /// What it shows.
    pub now: fn() -> Timestamp,
    /// Where its days begin and end: that of this machine, when it is not said.
    pub zone: Option<TimeZone>,
}

impl Default for Clock {
    /// The machine's clock, with the days of UTC.
    fn default() -> Clock {
        Clock { now: Timestamp::now, zone: Some(TimeZone::UTC) }
    }
}

impl Clock {
    /// The machine's clock, with the days of whoever sits at it (`TZ` is heard).
    pub fn local() -> Clock {
        Clock { zone: None, ..Clock::default() }
    }

    /// Is it known where its days begin and end? If not, they are those of UTC.
    pub fn knows_days(&self) -> bool {
        !self.zone().is_unknown()
    }

    /// What day it is.
    pub(crate) fn today(&self) -> Date {
        (self.now)().to_zoned(self.zone()).date()
    }

    /// How long it is until the next day begins. Days may be longer or shorter than 24 hours.
    pub(crate) fn until_tomorrow(&self) -> SignedDuration {
        let now = (self.now)().to_zoned(self.zone());
        let tomorrow = now.date().tomorrow().and_then(|day| day.to_zoned(now.time_zone().clone()));
        tomorrow.map_or(SignedDuration::ZERO, |tomorrow| now.duration_until(&tomorrow))
    }

    /// It is looked up only when a day is asked for: that reads files. What is not known is UTC.
    pub(crate) fn zone(&self) -> TimeZone {
        self.zone.clone().unwrap_or_else(of_this_machine)
    }
}

/// The zone of this machine. Its rules are all that is needed: its name is looked for among all names there are,
/// which takes longer than everything else at the start of the program.
fn of_this_machine() -> TimeZone {
    if cfg!(unix) && std::env::var_os("TZ").is_none() {
        let rules = std::fs::read("/etc/localtime").ok();
        if let Some(zone) = rules.and_then(|rules| TimeZone::tzif("", &rules).ok()) {
            return zone;
        }
    }
    TimeZone::system()
}
