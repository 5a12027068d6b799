//! The entries of a match log. They are stored for ever, so their format may only be extended.

use engine::{Code, Json, Refusal, Seat, base32};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::str::FromStr;

/// The id of a match: 128 random bits, so that it can't be guessed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MatchId(pub String);

impl MatchId {
    pub(crate) fn random() -> Result<MatchId, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(MatchId(base32::bytes(&bytes)))
    }
}

/// Accepts only the form that we write; anything else fails with `house.match`.
impl FromStr for MatchId {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<MatchId, Refusal> {
        match base32::is_id(text) {
            true => Ok(MatchId(text.to_owned())),
            false => Err(Refusal::new(Code::Match, "There is no such match.")),
        }
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An entry with the time when it was written.
#[derive(Clone, Debug)]
pub struct LoggedEntry {
    /// The time in milliseconds, never before that of the previous entry.
    pub at: Timestamp,
    pub entry: Entry,
}

/// One entry of a log. The first one is `Opened`, and only that one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Entry {
    /// The match was opened and dealt.
    Opened {
        /// The game's short name.
        game: String,
        /// The version of its rules.
        rules: u32,
        /// The setup, including every default.
        setup: Map<String, Value>,
        /// The number of seats.
        seats: u8,
        /// The id of the word list.
        words: String,
        /// The seed of all luck.
        seed: u64,
        /// The day, if it is a daily.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        daily: Option<Date>,
        /// The deal.
        events: Vec<Json>,
    },
    /// A player or bot sat down.
    Sat { seat: Seat, who: Occupant },
    /// A seat played a line.
    Move {
        seat: Seat,
        /// The cleaned line.
        line: String,
        events: Vec<Json>,
    },
    /// A seat asked for a hint.
    Hinted { seat: Seat },
    /// A seat left.
    Left { seat: Seat, why: LeaveReason, events: Vec<Json> },
}

/// The player or bot in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occupant {
    /// A person, by name or id.
    Player(String),
    /// One of the game's bots, by name.
    Bot(String),
}

/// Why a seat left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeaveReason {
    /// Its player gave up.
    Resigned,
    /// Its time ran out.
    TimedOut,
    /// The match was cancelled.
    Aborted,
}
