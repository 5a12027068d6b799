//! Entries and summaries as rows of a table, the same for both databases.

use super::{StoreError, meter};
use crate::{Entry, LoggedEntry, MatchId, Occupant, Summary};
use jiff::Timestamp;

/// A summary as a row of its table.
#[derive(Clone, Debug)]
pub(super) struct SummaryRow {
    pub(super) id: String,
    pub(super) seq: i64,
    pub(super) game: String,
    pub(super) last: i64,
    pub(super) over: i64,
    pub(super) daily: Option<String>,
    pub(super) ticket: String,
    pub(super) body: String,
    /// The people in its seats.
    pub(super) players: Vec<String>,
}

/// Deletes summaries and seats of matches that have no log.
pub(super) const SWEEP: &str = "
    delete from summary where not exists (select 1 from entry where entry.match = summary.match);
    delete from seat where not exists (select 1 from entry where entry.match = seat.match)";

/// An entry as a row of its table, with the summary after it.
#[derive(Clone, Debug)]
pub(super) struct EntryRow {
    pub(super) body: String,
    /// The person who sat down, if this is such an entry.
    pub(super) player: Option<String>,
    pub(super) after: SummaryRow,
}

impl SummaryRow {
    pub(super) fn new(summary: &Summary) -> Result<SummaryRow, StoreError> {
        let players = summary.sat.iter().flatten().filter_map(|occupant| match occupant {
            Occupant::Player(name) => Some(name.clone()),
            Occupant::Bot(_) => None,
        });
        Ok(SummaryRow {
            id: summary.id.0.clone(),
            seq: number(summary.seq),
            game: summary.game.clone(),
            last: summary.last.as_millisecond(),
            over: summary.ended.is_some().into(),
            daily: summary.daily.map(|date| date.to_string()),
            ticket: summary.ticket.clone(),
            body: to_json(summary.seq, summary)?,
            players: players.collect(),
        })
    }
}

impl EntryRow {
    pub(super) fn new(entry: &Entry, after: &Summary) -> Result<EntryRow, StoreError> {
        let player = match entry {
            Entry::Sat { who: Occupant::Player(name), .. } => Some(name.clone()),
            _ => None,
        };
        let body = entry_body(after.seq, entry)?;
        Ok(EntryRow { body, player, after: SummaryRow::new(after)? })
    }

    /// The error when this seq isn't the next one.
    pub(super) fn taken(&self, next: i64) -> StoreError {
        StoreError::Taken { seq: seq(self.after.seq), next: seq(next) }
    }
}

/// A seq as a number of the database. One that doesn't fit can't be the next seq anyway.
pub(super) fn number(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

/// A seq from a number of the database.
pub(super) fn seq(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

/// A value as JSON.
pub(super) fn to_json(seq: u64, value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Corrupt { seq, text: error.to_string() })
}

/// An entry as JSON. It is counted as written, since every caller writes it.
pub(super) fn entry_body(seq: u64, entry: &Entry) -> Result<String, StoreError> {
    let body = to_json(seq, entry)?;
    meter::count_row(body.len());
    Ok(body)
}

/// The times and JSON texts of a whole log.
pub(super) fn bodies(log: &[LoggedEntry]) -> Result<Vec<(i64, String)>, StoreError> {
    let body = |(seq, logged): (u64, &LoggedEntry)| {
        Ok((logged.at.as_millisecond(), entry_body(seq, &logged.entry)?))
    };
    (0..).zip(log).map(body).collect()
}

/// An entry from its time and JSON text.
pub(super) fn logged(seq: u64, at: i64, body: &str) -> Result<LoggedEntry, StoreError> {
    let corrupt = |text: String| StoreError::Corrupt { seq, text };
    let at = Timestamp::from_millisecond(at).map_err(|error| corrupt(error.to_string()))?;
    let entry = serde_json::from_str(body).map_err(|error| corrupt(error.to_string()))?;
    Ok(LoggedEntry { at, entry })
}

/// The log from its rows. Fails if they aren't in order or one is missing.
pub(super) fn log(
    from: u64,
    rows: impl Iterator<Item = (i64, i64, String)>,
) -> Result<Vec<LoggedEntry>, StoreError> {
    let read = |(n, (number, at, body)): (usize, (i64, i64, String))| {
        let wanted = from + n as u64;
        if seq(number) != wanted {
            return Err(StoreError::Corrupt { seq: wanted, text: "it is missing".into() });
        }
        logged(wanted, at, &body)
    };
    rows.enumerate().map(read).collect()
}

/// A summary from its JSON text, or the match whose summary can't be read.
pub(super) fn summary(id: String, body: &str) -> Result<Summary, MatchId> {
    serde_json::from_str(body).map_err(|_| MatchId(id))
}
