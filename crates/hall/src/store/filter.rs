//! Questions about matches that their summaries answer.

use crate::{MatchId, Summary};
use engine::base32;
use jiff::civil::Date;

/// Which summaries are asked for; what is not said does not matter.
#[derive(Clone, Default, Debug)]
pub struct MatchFilter {
    /// This match.
    pub id: Option<MatchId>,
    /// Those whose names begin so, in capital letters.
    pub id_prefix: Option<String>,
    /// Of this game.
    pub game: Option<String>,
    /// Over, or not.
    pub over: Option<bool>,
    /// This day's daily.
    pub daily: Option<Date>,
    /// At which this player sits.
    pub player: Option<String>,
    /// With this ticket.
    pub ticket: Option<String>,
    /// With this seed, whatever else their tickets say.
    pub seed: Option<u64>,
    /// At most so many, the newest.
    pub limit: Option<u32>,
}

impl MatchFilter {
    /// All of them.
    pub fn all() -> MatchFilter {
        MatchFilter::default()
    }

    /// Is this one of them? The limit is not looked at.
    pub(super) fn matches(&self, summary: &Summary) -> bool {
        fn fits<T: PartialEq>(wanted: &Option<T>, found: &T) -> bool {
            wanted.as_ref().is_none_or(|wanted| wanted == found)
        }
        let begins = |begins: &String| summary.id.0.starts_with(begins.as_str());
        fits(&self.id, &summary.id)
            && self.id_prefix.as_ref().is_none_or(begins)
            && fits(&self.game, &summary.game)
            && fits(&self.over, &summary.ended.is_some())
            && (self.daily.is_none() || self.daily == summary.daily)
            && self.player.as_ref().is_none_or(|player| summary.seat_of(player).is_some())
            && fits(&self.ticket, &summary.ticket)
            && self.seed.is_none_or(|seed| has_seed(&summary.ticket, seed))
    }

    /// The same as a query and its arguments. `$1` means the same to both databases.
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
        // Among few, the index of a game, which has many, is no help; a column in a function has none.
        let few = self.over == Some(false)
            || self.daily.is_some()
            || self.ticket.is_some()
            || self.seed.is_some();
        add(if few { "lower(game) = $?" } else { "game = $?" }, self.game.clone());
        add("daily = $?", self.daily.map(|date| date.to_string()));
        add("ticket = $?", self.ticket.clone());
        // A ticket ends with the 13 digits of its seed; there is an index of exactly this expression.
        add("substr(ticket, length(ticket) - 12) = $?", self.seed.map(base32::seed));
        // Where there are few to look at, each is asked whether the player sits there; else the player's are looked up.
        // With `exists`, PostgreSQL would look at all of the player's before it knows how many they are.
        let sits = match few {
            true => "(select 1 from seat where player = $? and seat.match = summary.match) = 1",
            false => "match in (select match from seat where player = $?)",
        };
        add(sits, self.player.clone());
        // Written out, so that the index of the unfinished ones is used.
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

/// Does this ticket end with this seed?
fn has_seed(ticket: &str, seed: u64) -> bool {
    ticket.rsplit('/').next() == Some(base32::seed(seed).as_str())
}

/// The first text after all that begin so. Only the digits of names are counted with, which every
/// database has in the same order.
fn after(begins: &str) -> Option<String> {
    let kept = begins.trim_end_matches('Z');
    let last = kept.chars().last()?;
    let digits = ('0'..='9').chain('A'..='Z').filter(|digit| !"ILOU".contains(*digit));
    let next = digits.into_iter().find(|digit| *digit > last)?;
    let before = kept.strip_suffix(last)?;
    Some(format!("{before}{next}"))
}

#[cfg(test)]
mod tests {
    use super::{MatchFilter, after};

    /// How SQLite goes about a question.
    fn plan(which: &MatchFilter) -> String {
        let database = rusqlite::Connection::open_in_memory().unwrap();
        for migration in [
            include_str!("../../migrations/sqlite/0001.sql"),
            include_str!("../../migrations/sqlite/0002.sql"),
            include_str!("../../migrations/sqlite/0003.sql"),
        ] {
            database.execute_batch(migration).unwrap();
        }
        let (query, arguments) = which.query();
        let mut plan = database.prepare(&format!("explain query plan {query}")).unwrap();
        let arguments = rusqlite::params_from_iter(arguments);
        let steps = plan.query_map(arguments, |row| row.get::<_, String>(3)).unwrap();
        steps.map(Result::unwrap).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn what_a_player_has_begun_is_found_without_looking_at_all_that_is_over() {
        let player = || Some("Ann".to_owned());
        let begun =
            plan(&MatchFilter { over: Some(false), player: player(), ..MatchFilter::all() });
        assert!(begun.contains("summary_unfinished"), "{begun}");
        let game = Some("wordle".to_owned());
        let begun =
            plan(&MatchFilter { game, over: Some(false), player: player(), ..MatchFilter::all() });
        assert!(begun.contains("summary_unfinished"), "{begun}");
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
    fn a_range_ends_where_names_begin_otherwise() {
        for (begins, end) in [("4K9M", "4K9N"), ("0009", "000A"), ("AHZZ", "AJ")] {
            assert_eq!(after(begins).as_deref(), Some(end));
        }
        assert_eq!(after("ZZZZ"), None);
        assert_eq!(after(""), None);
    }
}
