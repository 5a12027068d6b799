//! The types that the server sends, and no others. docs/protocol.md describes them. The OpenAPI description and the
//! page's TypeScript types are generated from them (`openapi`, `typescript`).

use engine::markdown::Block;
use engine::{Hint, Json, Scene, Settings};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Defines types that the server sends.
macro_rules! wire {
    ($($(#[$attr:meta])* pub(crate) $kind:ident $name:ident $body:tt)*) => {$(
        #[derive(Serialize, ToSchema)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        $(#[$attr])*
        pub(crate) $kind $name $body
    )*};
}

wire! {
    /// The occupant of a seat.
    pub(crate) struct Sitter {
        pub(crate) name: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        pub(crate) you: bool,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        pub(crate) bot: bool,
        /// The bot that stands in for the player.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(required = false)]
        #[cfg_attr(test, ts(optional))]
        pub(crate) stand_in: Option<String>,
    }

    /// A match as the viewer may see it; always the whole state.
    pub(crate) struct Update {
        pub(crate) r#match: String,
        pub(crate) game: &'static str,
        pub(crate) seq: u64,
        /// Your seat, or -1 if you are a spectator.
        pub(crate) viewer: i16,
        pub(crate) to_act: Vec<u8>,
        pub(crate) seats: Vec<Option<Sitter>>,
        /// The game's own state, as the viewer may see it.
        #[schema(value_type = Object)]
        #[cfg_attr(test, ts(type = "any"))]
        pub(crate) view: Json,
        pub(crate) scene: Scene,
        pub(crate) said: Vec<String>,
        pub(crate) hinted: bool,
        pub(crate) over: Option<Over>,
        pub(crate) daily: Option<String>,
        pub(crate) table: Option<String>,
        pub(crate) deadline_ms: Option<u64>,
        #[schema(value_type = Object)]
        #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
        pub(crate) setup: Settings,
        /// The seats that have left.
        pub(crate) left: Vec<u8>,
        /// Whether you may cancel the match at once.
        pub(crate) may_cancel: bool,
        /// Whether you may offer the other players at the table to cancel the match.
        pub(crate) may_call_off: bool,
        /// The players for whom you may let a bot stand in, now or soon.
        pub(crate) may_stand_in: Option<MayStandIn>,
        /// The seat of the table for each seat of the match.
        pub(crate) table_seats: Option<Vec<u8>>,
    }

    /// The players for whom a bot may stand in once the others have waited long enough.
    pub(crate) struct MayStandIn {
        /// Their seats at the table.
        pub(crate) seats: Vec<u8>,
        /// In how many milliseconds from now; 0 means now.
        pub(crate) in_ms: u64,
    }

    /// How a match ended.
    pub(crate) struct Over {
        pub(crate) scores: Vec<i64>,
        pub(crate) winners: Vec<u8>,
        /// The seat that cancelled the match; then nobody wins.
        pub(crate) called_off: Option<u8>,
        /// In a race only when it is over for everyone.
        pub(crate) ticket: Option<String>,
    }

    /// A match in a list.
    pub(crate) struct Brief {
        pub(crate) r#match: String,
        pub(crate) game: String,
        pub(crate) seats: Vec<Option<Sitter>>,
        pub(crate) progress: Option<String>,
        /// Whether it is your turn.
        pub(crate) yours: bool,
        /// Whether other people wait for you: it is your turn, and in a race others have moved.
        pub(crate) waiting: bool,
        pub(crate) over: Option<Ended>,
        pub(crate) daily: Option<String>,
        pub(crate) table: Option<String>,
        pub(crate) last: String,
        pub(crate) hinted: bool,
        pub(crate) preset: Option<String>,
    }

    /// How a match in a list ended.
    pub(crate) struct Ended {
        pub(crate) scores: Vec<i64>,
        pub(crate) winners: Vec<u8>,
        pub(crate) won: bool,
        pub(crate) called_off: bool,
    }

    /// A table as the viewer may see it.
    pub(crate) struct Table {
        pub(crate) table: String,
        pub(crate) seq: u64,
        pub(crate) game: String,
        pub(crate) race: bool,
        /// Seconds for each move.
        pub(crate) limit: Option<u64>,
        #[schema(value_type = Object)]
        #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
        pub(crate) setup: Settings,
        pub(crate) host: bool,
        /// Your seat, or -1 if you have none.
        pub(crate) you: i16,
        pub(crate) invitation: Option<String>,
        pub(crate) state: State,
        pub(crate) seats: Vec<Option<Sitter>>,
        pub(crate) round: usize,
        /// The match to follow.
        pub(crate) r#match: Option<String>,
        pub(crate) progress: Option<Vec<Racer>>,
        pub(crate) said: Vec<Phrase>,
        pub(crate) rounds: Vec<Round>,
        /// Everyone at the table, including spectators. Empty unless you are at the table.
        pub(crate) people: Vec<AtTable>,
        /// How often more time was given.
        pub(crate) more_time: u64,
        /// The seats that have voted to cancel the match, in the order of the votes.
        pub(crate) asked: Vec<u8>,
        /// How many seconds a player must be absent before a bot may stand in.
        pub(crate) patience: u64,
    }

    /// A person at a table.
    pub(crate) struct AtTable {
        /// The person's id at this table only.
        pub(crate) person: String,
        pub(crate) name: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        pub(crate) you: bool,
    }

    /// The state of a table.
    #[serde(rename_all = "lowercase")]
    pub(crate) enum State { Open, Playing, Over, Closed }

    /// The progress of a player in a race.
    pub(crate) struct Racer {
        pub(crate) seat: u8,
        pub(crate) progress: String,
        pub(crate) over: bool,
        pub(crate) score: Option<i64>,
        pub(crate) won: Option<bool>,
        pub(crate) r#match: Option<String>,
    }

    /// A phrase that somebody has said.
    pub(crate) struct Phrase {
        pub(crate) name: String,
        pub(crate) phrase: &'static str,
    }

    /// A finished round, by the seats of the table.
    pub(crate) struct Round {
        /// The players of this round.
        pub(crate) seats: Vec<Option<Sitter>>,
        pub(crate) matches: Vec<String>,
        pub(crate) scores: Vec<i64>,
        pub(crate) winners: Vec<u8>,
        pub(crate) called_off: bool,
    }

    /// Your own account.
    pub(crate) struct Me {
        pub(crate) id: String,
        pub(crate) name: String,
        pub(crate) kept: bool,
        /// In how many matches other people wait for you.
        pub(crate) waiting: usize,
    }

    /// The caller, if signed in.
    pub(crate) struct Asker { pub(crate) me: Option<Me> }

    /// The result of signing in.
    pub(crate) struct SignedIn {
        pub(crate) me: Me,
        /// The next recovery link, if the account has no passphrase and its link was used. It is sent only this once.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(required = false)]
        #[cfg_attr(test, ts(optional))]
        pub(crate) link: Option<String>,
    }

    /// The account that a recovery link opens.
    pub(crate) struct LinkOwner { pub(crate) name: String }

    /// The games, phrases and built-in boards.
    pub(crate) struct Games {
        pub(crate) games: Vec<Game>,
        pub(crate) phrases: &'static [&'static str],
        pub(crate) boards: Vec<&'static str>,
    }

    pub(crate) struct Game {
        pub(crate) id: &'static str,
        pub(crate) name: &'static str,
        pub(crate) rules: u32,
        pub(crate) fewest: u8,
        pub(crate) most: u8,
        pub(crate) blurb: &'static str,
        pub(crate) bots: Vec<&'static str>,
        pub(crate) daily: bool,
        pub(crate) keys: Vec<Key>,
        pub(crate) presets: Vec<Preset>,
    }

    /// The rules of a game.
    pub(crate) struct Rules { pub(crate) blocks: Vec<Block> }

    /// A setting of a game.
    pub(crate) struct Key {
        pub(crate) name: &'static str,
        pub(crate) about: &'static str,
        pub(crate) secret: bool,
        pub(crate) takes: Takes,
        #[cfg_attr(test, ts(type = "unknown"))]
        pub(crate) default: Value,
    }

    /// The values of a setting.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub(crate) enum Takes {
        Flag,
        Number { from: u64, to: u64 },
        OneOf { words: &'static [&'static str] },
        Text,
    }

    /// Settings with a name: only those that differ from the defaults.
    pub(crate) struct Preset {
        pub(crate) name: &'static str,
        #[schema(value_type = Object)]
        #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
        pub(crate) set: Map<String, Value>,
    }

    /// A session of an account.
    pub(crate) struct Session {
        pub(crate) id: String,
        pub(crate) since: String,
        pub(crate) seen: String,
        pub(crate) here: bool,
    }

    pub(crate) struct Sessions { pub(crate) sessions: Vec<Session> }

    /// A token, without its secret.
    pub(crate) struct Token {
        pub(crate) id: String,
        pub(crate) label: String,
        pub(crate) since: String,
    }

    pub(crate) struct Tokens { pub(crate) tokens: Vec<Token> }

    /// A new token. It is sent only this once.
    pub(crate) struct NewToken {
        pub(crate) id: String,
        pub(crate) token: String,
    }

    pub(crate) struct Link { pub(crate) url: String }

    /// Everything that is stored about a person.
    pub(crate) struct Export {
        pub(crate) id: String,
        pub(crate) name: String,
        pub(crate) since: String,
        pub(crate) kept: bool,
        pub(crate) sessions: Vec<Session>,
        pub(crate) tokens: Vec<Token>,
        pub(crate) tables: Vec<String>,
        pub(crate) boards: Vec<BoardText>,
        /// The tickets of the challenges that the person has made.
        pub(crate) challenges: Vec<String>,
        pub(crate) matches: Vec<Played>,
    }

    pub(crate) struct Played {
        pub(crate) r#match: Brief,
        /// The text of a `.play` file, if the match is over for everyone.
        pub(crate) play: Option<String>,
    }

    pub(crate) struct BoardText {
        pub(crate) name: String,
        pub(crate) text: String,
    }

    pub(crate) struct Opened { pub(crate) r#match: String }

    pub(crate) struct Briefs { pub(crate) matches: Vec<Brief> }

    /// The number of the entry that was stored.
    pub(crate) struct Stored { pub(crate) seq: u64 }

    pub(crate) struct Hinted { pub(crate) hint: Option<Hint> }

    pub(crate) struct Remarks { pub(crate) remarks: Vec<String> }

    pub(crate) struct Steps { pub(crate) steps: Vec<Update>, pub(crate) next: Option<u64> }

    pub(crate) struct Tables { pub(crate) tables: Vec<Table> }

    /// Today's puzzles.
    pub(crate) struct Dailies {
        pub(crate) day: String,
        pub(crate) next_seconds: u64,
        pub(crate) dailies: Vec<Daily>,
    }

    pub(crate) struct Daily {
        pub(crate) game: &'static str,
        pub(crate) stage: Stage,
        pub(crate) r#match: Option<String>,
        pub(crate) won: Option<bool>,
        pub(crate) score: Option<i64>,
    }

    #[serde(rename_all = "lowercase")]
    pub(crate) enum Stage { New, Begun, Over }

    pub(crate) struct Honours { pub(crate) honours: Vec<Honour> }

    /// A row of a leaderboard.
    pub(crate) struct Honour {
        pub(crate) place: usize,
        pub(crate) name: String,
        pub(crate) you: bool,
        pub(crate) score: i64,
        pub(crate) won: bool,
        pub(crate) hinted: bool,
        pub(crate) at: String,
    }

    pub(crate) struct Tallies { pub(crate) tallies: Vec<Tally> }

    /// A player's statistics for one mode of one game.
    pub(crate) struct Tally {
        pub(crate) game: String,
        pub(crate) daily: bool,
        pub(crate) kind: String,
        pub(crate) words: Option<String>,
        pub(crate) board: Option<String>,
        pub(crate) hinted: bool,
        pub(crate) played: u64,
        pub(crate) won: u64,
        pub(crate) streak: u64,
        pub(crate) longest: u64,
        pub(crate) mean: f64,
        pub(crate) par: Option<i64>,
        pub(crate) best: Record,
        /// Each result, and how often it occurred.
        #[schema(value_type = Vec<Vec<Value>>)]
        pub(crate) spread: Vec<(String, u64)>,
    }

    /// The best result.
    #[cfg_attr(test, ts(rename = "Best"))]
    #[schema(as = Best)]
    pub(crate) struct Record {
        pub(crate) score: i64,
        pub(crate) won: bool,
        pub(crate) ticket: String,
    }

    /// A ticket for others.
    pub(crate) struct Issued {
        pub(crate) ticket: String,
        pub(crate) url: String,
    }

    pub(crate) struct Boards { pub(crate) boards: Vec<BoardBrief> }

    pub(crate) struct BoardBrief {
        pub(crate) board: String,
        pub(crate) name: String,
        pub(crate) words: usize,
    }

    pub(crate) struct Saved { pub(crate) board: String }

    pub(crate) struct Board {
        pub(crate) board: String,
        pub(crate) name: String,
        pub(crate) text: String,
        pub(crate) yours: bool,
    }

    /// An empty response.
    pub(crate) struct Done {}

    /// An error.
    pub(crate) struct RefusedBody { pub(crate) refused: Reason }

    pub(crate) struct Reason {
        /// For programs; stable.
        pub(crate) code: &'static str,
        /// For people.
        pub(crate) text: String,
    }
}
