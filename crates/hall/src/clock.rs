//! The time and the day. Every hall has a clock with a time zone, and nothing else reads the time.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// A clock and its time zone.
#[derive(Clone, Debug)]
pub struct Clock {
    /// Returns the current time.
    pub now: fn() -> Timestamp,
    /// The time zone that decides when a day begins; `None` for that of this machine.
    pub zone: Option<TimeZone>,
}

impl Default for Clock {
    /// The system clock, in UTC.
    fn default() -> Clock {
        Clock { now: Timestamp::now, zone: Some(TimeZone::UTC) }
    }
}

impl Clock {
    /// The system clock in the local time zone (respects `TZ`).
    pub fn local() -> Clock {
        Clock { zone: None, ..Clock::default() }
    }

    /// Whether the time zone is known. If not, days are those of UTC.
    pub fn knows_days(&self) -> bool {
        !self.zone().is_unknown()
    }

    pub(crate) fn today(&self) -> Date {
        (self.now)().to_zoned(self.zone()).date()
    }

    /// The time until the next day begins. A day may be longer or shorter than 24 hours.
    pub(crate) fn until_tomorrow(&self) -> SignedDuration {
        let now = (self.now)().to_zoned(self.zone());
        let tomorrow = now.date().tomorrow().and_then(|day| day.to_zoned(now.time_zone().clone()));
        tomorrow.map_or(SignedDuration::ZERO, |tomorrow| now.duration_until(&tomorrow))
    }

    /// The zone, or UTC if it is unknown. It is looked up only when it is needed, because that reads files.
    pub(crate) fn zone(&self) -> TimeZone {
        self.zone.clone().unwrap_or_else(local_zone)
    }
}

/// The local time zone. Only its rules are read where possible: `TimeZone::system` also searches all zones for its
/// name, which takes longer than everything else at startup.
fn local_zone() -> TimeZone {
    if cfg!(unix) && std::env::var_os("TZ").is_none() {
        let rules = std::fs::read("/etc/localtime").ok();
        if let Some(zone) = rules.and_then(|rules| TimeZone::tzif("", &rules).ok()) {
            return zone;
        }
    }
    TimeZone::system()
}
