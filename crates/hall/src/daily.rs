//! Dailies: today's puzzles, and a player's progress with them. The puzzles themselves come from `games::daily`.
//!
//! A match belongs to the day on which it was opened, however long it takes. Only a player's first match of a day
//! counts; see `docs/decisions/0008-dailies.md` for clocks that are set back and for travellers.

use crate::{Hall, MatchFilter, MatchId, Occupant, Summary};
use engine::{AnyGame, Code, Refusal, Seat, Start};
use games::daily::Daily;
use jiff::civil::Date;
use jiff::{SignedDuration, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A daily for one player.
#[derive(Clone)]
pub struct DailyState {
    pub game: &'static dyn AnyGame,
    pub day: Date,
    /// The match that counts, once it is opened. For trusted callers only: it contains secrets.
    pub counted: Option<Summary>,
}

/// The progress of a daily.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// No move was made yet.
    New,
    /// It is unfinished and can be resumed.
    Begun,
    /// It is over.
    Over,
}

impl DailyState {
    /// The progress of the match that counts.
    pub fn stage(&self) -> Stage {
        match &self.counted {
            Some(summary) if summary.ended.is_some() => Stage::Over,
            Some(summary) if summary.begun() => Stage::Begun,
            _ => Stage::New,
        }
    }

    /// How it starts, and with which bots.
    pub fn puzzle(&self) -> Result<Daily, Refusal> {
        games::daily::daily(self.game, self.day, "")
    }
}

/// The refusal to practise a daily before its day is over.
fn not_over(day: Date) -> Refusal {
    let text =
        format!("The daily of {day} isn't over yet. You can practise it when the day is over.");
    Refusal::new(Code::Day, text)
}

impl Hall {
    /// Fails with `house.day` if a start would reveal the puzzle of a day that isn't over, by naming the day or, with
    /// any settings, its seed. Only the daily itself may start like that.
    pub(crate) fn check_spoils_no_daily(&self, start: &Start) -> Result<(), Refusal> {
        let today = self.today();
        let named = day_of(start).filter(|day| *day >= today);
        let seeded = || self.0.upcoming.day_of(self.games(), today, start);
        match named.or_else(seeded) {
            Some(day) => Err(not_over(day)),
            None => Ok(()),
        }
    }

    /// Fails with `house.day` if a start would reveal the puzzle of a day that isn't over, or of this player's own
    /// unfinished daily, which may last past midnight. For servers with leaderboards; a player at their own machine may
    /// play any day.
    pub async fn may_practise(&self, start: &Start, player: &str) -> Result<(), Refusal> {
        self.check_spoils_no_daily(start)?;
        let (game, player) = (Some(start.game.info().id.to_owned()), Some(player.to_owned()));
        let filter = MatchFilter { game, player, over: Some(false), ..MatchFilter::all() };
        let unfinished = self.matches(&filter).await?;
        match unfinished.iter().filter_map(|summary| summary.daily).find(|day| reveals(start, *day))
        {
            Some(day) => {
                let text = format!("Your daily of {day} isn't over yet. Finish it first.");
                Err(Refusal::new(Code::Day, text))
            }
            None => Ok(()),
        }
    }

    /// Opens a daily for a player, or returns the match that counts if it exists, and whether it is new. The id of the
    /// match is derived from player, game and day, so that there is only one, even if many requests and servers open it
    /// at once. Opening it again fills seats that a crash has left empty.
    pub async fn open_daily_for(
        &self,
        daily: &DailyState,
        player: &str,
    ) -> Result<(MatchId, bool), Refusal> {
        let Daily { start, bots } = daily.puzzle()?;
        let (id, is_new) = match &daily.counted {
            Some(counted) if counted.ended.is_some() => return Ok((counted.id.clone(), false)),
            Some(counted) => (counted.id.clone(), false),
            None => {
                let (game, day) = (daily.game.info().id, daily.day.to_string());
                let id = MatchId(self.0.key.name(&["daily", player, game, &day]));
                let is_new = self.open_once(&id, &start, Some(daily.day)).await?;
                (id, is_new)
            }
        };
        self.sit(&id, Seat(0), Occupant::Player(player.to_owned())).await?;
        for (seat, bot) in bots {
            self.sit(&id, seat, Occupant::Bot(bot.to_owned())).await?;
        }
        Ok((id, is_new))
    }

    /// The current day in this hall's time zone.
    pub fn today(&self) -> Date {
        self.0.clock.today()
    }

    /// The time until the next dailies in whole seconds, which is zero only when they are there.
    pub fn countdown(&self) -> Duration {
        whole_seconds(self.0.clock.until_tomorrow())
    }

    /// Today's dailies of all listed games for this player.
    pub async fn dailies(&self, player: &str) -> Result<Vec<DailyState>, Refusal> {
        let day = self.today();
        let listed = self.games().iter().filter(|game| game.info().listed);
        let with = listed.filter(|game| games::daily::has_one(**game));
        let found = self.matches(&daily_of(player, day)).await?;
        Ok(with.map(|game| state(*game, day, player, &found)).collect())
    }

    /// The daily of a game and a day for this player. Fails if the game has no dailies.
    pub async fn daily(
        &self,
        game: &'static dyn AnyGame,
        day: Date,
        player: &str,
    ) -> Result<DailyState, Refusal> {
        games::daily::daily(game, day, "")?;
        let id = Some(game.info().id.to_owned());
        let filter = MatchFilter { game: id, ..daily_of(player, day) };
        Ok(state(game, day, player, &self.matches(&filter).await?))
    }
}

/// How many days ahead a daily can't be played by its seed.
const AHEAD: i32 = 400;

/// The seeds of today's and of the coming dailies by game, computed once a day.
#[derive(Default)]
pub(crate) struct Upcoming(Mutex<Option<(Date, Arc<Seeds>)>>);

type Seeds = HashMap<(&'static str, u64), Date>;

impl Upcoming {
    /// The day whose daily has the seed of this start.
    fn day_of(&self, games: &[&'static dyn AnyGame], today: Date, start: &Start) -> Option<Date> {
        self.seeds(games, today).get(&(start.game.info().id, start.seed)).copied()
    }

    fn seeds(&self, games: &[&'static dyn AnyGame], today: Date) -> Arc<Seeds> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some((day, seeds)) if *day == today => Arc::clone(seeds),
            _ => {
                let seeds = Arc::new(seeds(games, today));
                *known = Some((today, Arc::clone(&seeds)));
                seeds
            }
        }
    }
}

fn seeds(games: &[&'static dyn AnyGame], today: Date) -> Seeds {
    let days = (0..=AHEAD).filter_map(|days| today.checked_add(Span::new().days(days)).ok());
    let with = games.iter().filter(|game| games::daily::has_one(**game));
    let of = |day| {
        with.clone().map(move |game| ((game.info().id, games::daily::seed(*game, day, "")), day))
    };
    days.flat_map(of).collect()
}

/// Whether a start reveals the puzzle of a day. With the same seed much of a puzzle is the same, even with other
/// settings.
fn reveals(start: &Start, day: Date) -> bool {
    let daily = games::daily::daily(start.game, day, "");
    day_of(start) == Some(day) || daily.is_ok_and(|daily| daily.start.seed == start.seed)
}

/// The day that a start names.
pub(crate) fn day_of(start: &Start) -> Option<Date> {
    let named = start.settings.iter().find(|(key, _)| key.name == "day");
    named.and_then(|(_, day)| day.as_str()?.trim().parse().ok())
}

/// A filter for a player's dailies of a day.
fn daily_of(player: &str, day: Date) -> MatchFilter {
    MatchFilter { daily: Some(day), player: Some(player.to_owned()), ..MatchFilter::all() }
}

/// The state of a daily, given the matches of its day.
fn state(game: &'static dyn AnyGame, day: Date, player: &str, found: &[Summary]) -> DailyState {
    let first = firsts(found).remove(player).unwrap_or_default();
    let counts = |summary: &&Summary| summary.game == game.info().id && first.contains(&summary.id);
    DailyState { game, day, counted: found.iter().find(counts).cloned() }
}

/// The matches that count as dailies, by player: the first one of each game and day. Cancelled matches are ignored, and
/// unfinished ones are included.
pub(crate) fn firsts(summaries: &[Summary]) -> BTreeMap<&str, BTreeSet<MatchId>> {
    let mut dailies: Vec<_> = summaries.iter().filter(|summary| !summary.is_cancelled()).collect();
    dailies.sort_by_key(|summary| (summary.opened, summary.id.clone()));
    let mut seen = BTreeSet::new();
    let mut firsts: BTreeMap<&str, BTreeSet<MatchId>> = BTreeMap::new();
    for summary in dailies {
        let Some(day) = summary.daily else { continue };
        for occupant in summary.sat.iter().flatten() {
            let Occupant::Player(player) = occupant else { continue };
            if seen.insert((summary.game.as_str(), day, player.as_str())) {
                firsts.entry(player).or_default().insert(summary.id.clone());
            }
        }
    }
    firsts
}

/// Parses a day such as `2026-11-15`.
pub fn read_day(text: &str) -> Result<Date, Refusal> {
    // The library accepts other formats, too; we accept only the one that it writes.
    text.parse::<Date>().ok().filter(|day| day.to_string() == text).ok_or_else(|| {
        let text = engine::line::quote(text);
        Refusal::setup(format!("A day is written like 2026-11-15, not “{text}”."))
    })
}

/// Rounded up.
fn whole_seconds(left: SignedDuration) -> Duration {
    let seconds = left.as_secs() + i64::from(left.subsec_nanos() > 0);
    Duration::from_secs(u64::try_from(seconds).unwrap_or_default())
}

/// A duration as `HH:MM:SS`.
pub fn hours_minutes_seconds(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, Store};
    use jiff::Timestamp;
    use jiff::civil::date;
    use jiff::tz::{TimeZone, offset};

    #[test]
    fn a_countdown_ends_with_its_last_second() {
        let of = |ms| hours_minutes_seconds(whole_seconds(SignedDuration::from_millis(ms)));
        assert_eq!(of(1), "00:00:01");
        assert_eq!(of(1_000), "00:00:01");
        assert_eq!(of(86_400_000), "24:00:00");
        assert_eq!(of(3_723_000), "01:02:03");
    }

    /// A hall with this time and time zone.
    fn hall_in(now: fn() -> Timestamp, zone: TimeZone) -> Hall {
        Hall::with_clock(games::GAMES, Store::memory(), Clock { now, zone: Some(zone) })
    }

    fn left_of(hall: &Hall) -> String {
        hours_minutes_seconds(hall.countdown())
    }

    #[test]
    fn the_day_is_that_of_the_server() {
        let noon: fn() -> Timestamp = || "2026-11-15T12:00:00Z".parse().unwrap();
        for (hours, day, left) in [
            (0, date(2026, 11, 15), "12:00:00"),
            (12, date(2026, 11, 16), "24:00:00"),
            (11, date(2026, 11, 15), "01:00:00"),
            (-12, date(2026, 11, 15), "24:00:00"),
            (-13, date(2026, 11, 14), "01:00:00"),
        ] {
            let hall = hall_in(noon, TimeZone::fixed(offset(hours)));
            assert_eq!((hall.today(), left_of(&hall).as_str()), (day, left), "{hours}");
        }
    }

    #[test]
    fn a_day_may_have_23_or_25_hours_or_no_midnight() {
        let berlin = || TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
        let winter = hall_in(|| "2026-10-24T22:00:00Z".parse().unwrap(), berlin());
        assert_eq!((winter.today(), left_of(&winter).as_str()), (date(2026, 10, 25), "25:00:00"));
        let summer = hall_in(|| "2026-03-28T23:00:00Z".parse().unwrap(), berlin());
        assert_eq!((summer.today(), left_of(&summer).as_str()), (date(2026, 3, 29), "23:00:00"));
        // In Chile, clocks go from 23:59:59 to 01:00:00 in spring.
        let chile = TimeZone::posix("<-04>4<-03>,M9.1.6/24,M4.1.6/24").unwrap();
        let spring = hall_in(|| "2026-09-06T03:59:00Z".parse().unwrap(), chile);
        assert_eq!((spring.today(), left_of(&spring).as_str()), (date(2026, 9, 5), "00:01:00"));
    }
}
