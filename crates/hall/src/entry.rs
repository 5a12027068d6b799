//! What a match's log is made of. Entries are kept for ever: they only grow.

use engine::{Json, Refusal, Seat, base32};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::str::FromStr;

/// The name of a match: 128 random bits, so that nobody guesses it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MatchId(pub String);

impl MatchId {
    /// A new name.
    pub(crate) fn random() -> Result<MatchId, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(MatchId(base32::bytes(&bytes)))
    }
}

/// Reads an id as it is written by us and in no other way; anything else is no match (`house.match`).
impl FromStr for MatchId {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<MatchId, Refusal> {
        match base32::is_id(text) {
            true => Ok(MatchId(text.to_owned())),
            false => Err(Refusal::new("house.match", "There is no such match.")),
        }
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An entry as it is in the log: with the time when it was made.
#[derive(Clone, Debug)]
pub struct LoggedEntry {
    /// When it was made, to the millisecond; never before the entry before it.
    pub at: Timestamp,
    /// What was written.
    pub entry: Entry,
}

/// One entry of a log. The first is `Opened`; there is only one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Entry {
    /// The match was opened and dealt.
    Opened {
        /// The game's short name.
        game: String,
        /// The version of its rules.
        rules: u32,
        /// Its setup, every default written out.
        setup: Map<String, Value>,
        /// How many seats.
        seats: u8,
        /// The id of the word list.
        words: String,
        /// The seed of all luck.
        seed: u64,
        /// The day whose daily it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        daily: Option<Date>,
        /// The deal.
        events: Vec<Json>,
    },
    /// Somebody sat down.
    Sat {
        /// Where.
        seat: Seat,
        /// Who.
        who: Occupant,
    },
    /// A seat played a line.
    Move {
        /// Who.
        seat: Seat,
        /// The line, clean.
        line: String,
        /// What came of it.
        events: Vec<Json>,
    },
    /// A seat asked for a hint.
    Hinted {
        /// Who.
        seat: Seat,
    },
    /// A seat left.
    Left {
        /// Who.
        seat: Seat,
        /// Why.
        why: LeaveReason,
        /// What came of it.
        events: Vec<Json>,
    },
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occupant {
    /// A person, by the name they go by.
    Player(String),
    /// One of the game's bots, by its name.
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
    /// The match was called off.
    Aborted,
}
