//! What goes out, as types: these are the only ones, and docs/protocol.md says them in words. The description of the API
//! and the types of the page are made from them (`openapi`, `types`).

use engine::{Hint, Json, Scene, Settings};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Makes a type that goes out.
macro_rules! wire {
    ($($(#[$attr:meta])* pub(crate) $kind:ident $name:ident $body:tt)*) => {$(
        #[derive(Serialize, ToSchema)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        $(#[$attr])*
        pub(crate) $kind $name $body
    )*};
}

wire! {
    /// A seat, as it is shown.
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
        /// The bot that plays on for them while they are away.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(required = false)]
        #[cfg_attr(test, ts(optional))]
        pub(crate) stand_in: Option<String>,
    }

    /// A match as somebody may know it: whole, never a difference.
    pub(crate) struct Update {
        pub(crate) r#match: String,
        pub(crate) game: &'static str,
        pub(crate) seq: u64,
        /// Your seat, or -1: you watch.
        pub(crate) viewer: i16,
        pub(crate) to_act: Vec<u8>,
        pub(crate) seats: Vec<Option<Sitter>>,
        /// The game's own.
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
    }

    /// How a match ended.
    pub(crate) struct Over {
        pub(crate) scores: Vec<i64>,
        pub(crate) winners: Vec<u8>,
        /// The seat that called it off, if one did: then nobody wins.
        pub(crate) called_off: Option<u8>,
        /// Not before a race is over for all.
        pub(crate) ticket: Option<String>,
    }

    /// A match in a list.
    pub(crate) struct Brief {
        pub(crate) r#match: String,
        pub(crate) game: String,
        pub(crate) seats: Vec<Option<Sitter>>,
        pub(crate) progress: Option<String>,
        /// It is your turn.
        pub(crate) yours: bool,
        /// Other people wait for you: it is your turn, and in a race others have moved.
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

    /// A table as somebody may know it.
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
        /// Your seat, or -1: you watch.
        pub(crate) you: i16,
        pub(crate) invitation: Option<String>,
        pub(crate) state: State,
        pub(crate) seats: Vec<Option<Sitter>>,
        pub(crate) round: usize,
        /// The match to follow now.
        pub(crate) r#match: Option<String>,
        pub(crate) progress: Option<Vec<Racer>>,
        pub(crate) said: Vec<Phrase>,
        pub(crate) rounds: Vec<Round>,
        /// Everybody who is at it, watching included; for those who are.
        pub(crate) people: Vec<AtTable>,
        /// How often more time was given.
        pub(crate) more_time: u64,
        /// The seats that want the match called off, the first who asked first.
        pub(crate) asked: Vec<u8>,
        /// How many seconds others wait for somebody before they may let a bot play on.
        pub(crate) patience: u64,
    }

    /// Somebody who is at a table.
    pub(crate) struct AtTable {
        /// What they are called by for programs, at this table alone.
        pub(crate) person: String,
        pub(crate) name: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        pub(crate) you: bool,
    }

    /// How a table stands.
    #[serde(rename_all = "lowercase")]
    pub(crate) enum State { Open, Playing, Over, Closed }

    /// How far somebody is in a race.
    pub(crate) struct Racer {
        pub(crate) seat: u8,
        pub(crate) progress: String,
        pub(crate) over: bool,
        pub(crate) score: Option<i64>,
        pub(crate) won: Option<bool>,
        pub(crate) r#match: Option<String>,
    }

    /// What somebody said.
    pub(crate) struct Phrase {
        pub(crate) name: String,
        pub(crate) phrase: &'static str,
    }

    /// A round that is over, by the seats of the table.
    pub(crate) struct Round {
        /// Who sat there then.
        pub(crate) seats: Vec<Option<Sitter>>,
        pub(crate) matches: Vec<String>,
        pub(crate) scores: Vec<i64>,
        pub(crate) winners: Vec<u8>,
        pub(crate) called_off: bool,
    }

    /// Somebody, as they see themselves.
    pub(crate) struct Me {
        pub(crate) id: String,
        pub(crate) name: String,
        pub(crate) kept: bool,
        /// In how many matches other people wait for them.
        pub(crate) waiting: usize,
    }

    /// Who asks.
    pub(crate) struct Asker { pub(crate) me: Option<Me> }

    /// Who has signed in.
    pub(crate) struct SignedIn {
        pub(crate) me: Me,
        /// The next recovery link of an account without a passphrase whose link was used: it is shown only now.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(required = false)]
        #[cfg_attr(test, ts(optional))]
        pub(crate) link: Option<String>,
    }

    /// The account that a recovery link opens.
    pub(crate) struct LinkOwner { pub(crate) name: String }

    /// What can be played.
    pub(crate) struct Games {
        pub(crate) games: Vec<Game>,
        pub(crate) phrases: &'static [&'static str],
        pub(crate) boards: Vec<&'static str>,
    }

    /// A game.
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

    /// Something that the host of a match chooses.
    pub(crate) struct Key {
        pub(crate) name: &'static str,
        pub(crate) about: &'static str,
        pub(crate) secret: bool,
        pub(crate) takes: Takes,
        #[cfg_attr(test, ts(type = "unknown"))]
        pub(crate) default: Value,
    }

    /// What a key takes.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub(crate) enum Takes {
        Flag,
        Number { from: u64, to: u64 },
        OneOf { words: &'static [&'static str] },
        Text,
    }

    /// Settings with a name: those that differ from the usual.
    pub(crate) struct Preset {
        pub(crate) name: &'static str,
        #[schema(value_type = Object)]
        #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
        pub(crate) set: Map<String, Value>,
    }

    /// Where somebody is signed in.
    pub(crate) struct Session {
        pub(crate) id: String,
        pub(crate) since: String,
        pub(crate) seen: String,
        pub(crate) here: bool,
    }

    pub(crate) struct Sessions { pub(crate) sessions: Vec<Session> }

    /// A token of a program.
    pub(crate) struct Token {
        pub(crate) id: String,
        pub(crate) label: String,
        pub(crate) since: String,
    }

    pub(crate) struct Tokens { pub(crate) tokens: Vec<Token> }

    /// A token that was made: it is shown only now.
    pub(crate) struct NewToken {
        pub(crate) id: String,
        pub(crate) token: String,
    }

    pub(crate) struct Link { pub(crate) url: String }

    /// Everything that is kept about somebody.
    pub(crate) struct Export {
        pub(crate) id: String,
        pub(crate) name: String,
        pub(crate) since: String,
        pub(crate) kept: bool,
        pub(crate) sessions: Vec<Session>,
        pub(crate) tokens: Vec<Token>,
        pub(crate) tables: Vec<String>,
        pub(crate) boards: Vec<BoardText>,
        /// The tickets of the challenges that they made.
        pub(crate) challenges: Vec<String>,
        pub(crate) matches: Vec<Played>,
    }

    pub(crate) struct Played {
        pub(crate) r#match: Brief,
        /// The text of a `.play` file, when the match is over for all.
        pub(crate) play: Option<String>,
    }

    pub(crate) struct BoardText {
        pub(crate) name: String,
        pub(crate) text: String,
    }

    pub(crate) struct Opened { pub(crate) r#match: String }

    pub(crate) struct Briefs { pub(crate) matches: Vec<Brief> }

    /// That something is stored, as this entry of the log.
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

    /// A place on a board of honour.
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

    /// What somebody did in one way of playing one game.
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
        /// What came out, and how often.
        #[schema(value_type = Vec<Vec<Value>>)]
        pub(crate) spread: Vec<(String, u64)>,
    }

    /// A result to beat.
    #[cfg_attr(test, ts(rename = "Best"))]
    #[schema(as = Best)]
    pub(crate) struct Record {
        pub(crate) score: i64,
        pub(crate) won: bool,
        pub(crate) ticket: String,
    }

    /// A challenge.
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

    /// That it is done.
    pub(crate) struct Done {}

    /// Why something was refused.
    pub(crate) struct RefusedBody { pub(crate) refused: Reason }

    pub(crate) struct Reason {
        /// For programs; it stays.
        pub(crate) code: &'static str,
        /// For people.
        pub(crate) text: String,
    }
}
