//! Filters for summaries.

use crate::{MatchId, Summary};
use engine::base32;
use jiff::civil::Date;

/// Conditions for summaries; all that are given must hold.
#[derive(Clone, Default, Debug)]
pub struct MatchFilter {
    /// The match with this id.
    pub id: Option<MatchId>,
    /// Ids that start with this, in capital letters.
    pub id_prefix: Option<String>,
    /// Matches of this game.
    pub game: Option<String>,
    /// Finished or unfinished ones.
    pub over: Option<bool>,
    /// Dailies of this day.
    pub daily: Option<Date>,
    /// Matches in which this player has a seat.
    pub player: Option<String>,
    /// Matches with this ticket.
    pub ticket: Option<String>,
    /// Matches with this seed and any settings.
    pub seed: Option<u64>,
    /// At most this many, the latest ones.
    pub limit: Option<u32>,
}

impl MatchFilter {
    /// No conditions.
    pub fn all() -> MatchFilter {
        MatchFilter::default()
    }

    /// Whether a summary passes, apart from the limit.
    pub(super) fn matches(&self, summary: &Summary) -> bool {
        fn fits<T: PartialEq>(wanted: &Option<T>, found: &T) -> bool {
            wanted.as_ref().is_none_or(|wanted| wanted == found)
        }
        let has_prefix = |prefix: &String| summary.id.0.starts_with(prefix.as_str());
        fits(&self.id, &summary.id)
            && self.id_prefix.as_ref().is_none_or(has_prefix)
            && fits(&self.game, &summary.game)
            && fits(&self.over, &summary.ended.is_some())
            && (self.daily.is_none() || self.daily == summary.daily)
            && self.player.as_ref().is_none_or(|player| summary.seat_of(player).is_some())
            && fits(&self.ticket, &summary.ticket)
            && self.seed.is_none_or(|seed| has_seed(&summary.ticket, seed))
    }

    /// The filter as a query and its arguments, with `$1` as in both databases.
    pub(super) fn query(&self) -> (String, Vec<String>) {
        let mut arguments = Vec::new();
        let mut wheres = String::new();
        let mut add = |column: &str, argument: Option<String>| {
            if let Some(argument) = argument {
                arguments.push(argument);
                let and = if wheres.is_empty() { "where" } else { "and" };
                let number = arguments.len().to_string();
                wheres.push_str(&format!(" {and} {}", column.replace('?', &number)));
            }
        };
        add("match = $?", self.id.as_ref().map(|id| id.0.clone()));
        // A range, so that the index is used.
        add("match >= $?", self.id_prefix.clone());
        add("match < $?", self.id_prefix.as_deref().and_then(after));
        // With few candidates, the index by game, which has many, doesn't help; a column in a function call has no
        // index.
        let few = self.over == Some(false)
            || self.daily.is_some()
            || self.ticket.is_some()
            || self.seed.is_some();
        add(if few { "lower(game) = $?" } else { "game = $?" }, self.game.clone());
        add("daily = $?", self.daily.map(|date| date.to_string()));
        add("ticket = $?", self.ticket.clone());
        // A ticket ends with the 13 digits of its seed; there is an index on exactly this expression.
        add("substr(ticket, length(ticket) - 12) = $?", self.seed.map(base32::seed));
        // With few candidates, each is checked for a seat of the player; otherwise the player's matches are looked up.
        // With `exists`, PostgreSQL would read all matches of the player first.
        let has_seat = match few {
            true => "(select 1 from seat where player = $? and seat.match = summary.match) = 1",
            false => "match in (select match from seat where player = $?)",
        };
        add(has_seat, self.player.clone());
        // A literal, so that the index of unfinished matches is used.
        if let Some(over) = self.over {
            let and = if wheres.is_empty() { "where" } else { "and" };
            wheres.push_str(&format!(" {and} over = {}", u8::from(over)));
        }
        let limit = self.limit.map_or(String::new(), |limit| format!(" limit {limit}"));
        let query =
            format!("select match, body from summary{wheres} order by last desc, match{limit}");
        (query, arguments)
    }
}

/// Whether a ticket ends with this seed.
fn has_seed(ticket: &str, seed: u64) -> bool {
    ticket.rsplit('/').next() == Some(base32::seed(seed).as_str())
}

/// The end of the range of ids with a prefix. Only digits of ids are used, which every database sorts in the same
/// order.
fn after(prefix: &str) -> Option<String> {
    let trimmed = prefix.trim_end_matches('Z');
    let last = trimmed.chars().last()?;
    let digits = ('0'..='9').chain('A'..='Z').filter(|digit| !"ILOU".contains(*digit));
    let next = digits.into_iter().find(|digit| *digit > last)?;
    let before = trimmed.strip_suffix(last)?;
    Some(format!("{before}{next}"))
}

#[cfg(test)]
mod tests {
    use super::{MatchFilter, after};

    /// SQLite's query plan.
    fn plan(filter: &MatchFilter) -> String {
        let database = rusqlite::Connection::open_in_memory().unwrap();
        for migration in [
            include_str!("../../migrations/sqlite/0001.sql"),
            include_str!("../../migrations/sqlite/0002.sql"),
            include_str!("../../migrations/sqlite/0003.sql"),
        ] {
            database.execute_batch(migration).unwrap();
        }
        let (query, arguments) = filter.query();
        let mut plan = database.prepare(&format!("explain query plan {query}")).unwrap();
        let arguments = rusqlite::params_from_iter(arguments);
        let steps = plan.query_map(arguments, |row| row.get::<_, String>(3)).unwrap();
        steps.map(Result::unwrap).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn queries_use_the_right_index() {
        let player = || Some("Ann".to_owned());
        let unfinished =
            plan(&MatchFilter { over: Some(false), player: player(), ..MatchFilter::all() });
        assert!(unfinished.contains("summary_unfinished"), "{unfinished}");
        let game = Some("wordle".to_owned());
        let unfinished =
            plan(&MatchFilter { game, over: Some(false), player: player(), ..MatchFilter::all() });
        assert!(unfinished.contains("summary_unfinished"), "{unfinished}");
        let day = Some(jiff::civil::date(2026, 11, 15));
        let daily = plan(&MatchFilter { daily: day, player: player(), ..MatchFilter::all() });
        assert!(daily.contains("summary_daily"), "{daily}");
        let game = Some("wordle".to_owned());
        let same_seed = plan(&MatchFilter { game, seed: Some(7), ..MatchFilter::all() });
        assert!(same_seed.contains("summary_seed"), "{same_seed}");
        let own = plan(&MatchFilter { over: Some(true), player: player(), ..MatchFilter::all() });
        assert!(own.contains("SEARCH seat") && !own.contains("SCAN summary"), "{own}");
    }

    #[test]
    fn a_range_of_ids_ends_after_its_prefix() {
        for (prefix, end) in [("4K9M", "4K9N"), ("0009", "000A"), ("AHZZ", "AJ")] {
            assert_eq!(after(prefix).as_deref(), Some(end));
        }
        assert_eq!(after("ZZZZ"), None);
        assert_eq!(after(""), None);
    }
}
