//! Shared by tests and benchmarks, also those of other crates: a new store of every kind, entries to write, starts.
#![allow(dead_code, unreachable_pub)]

pub mod altered;
pub mod scratch;
pub mod server;

use engine::{Names, Refusal, Seat, Start, Viewer};
use hall::{Entry, Hall, MatchFilter, MatchId, Store, Summary, Update};
use jiff::Timestamp;
pub use scratch::Scratch;
use serde_json::value::to_raw_value;
use std::ops::Deref;

/// An empty store of some kind.
pub struct Fresh {
    pub kind: &'static str,
    pub store: Store,
    _scratch: Option<Scratch>,
}

/// The sentences of an update, with the numbers of seats.
pub fn said(update: &Update) -> Vec<String> {
    update.said.iter().map(|said| said.by_seat()).collect()
}

/// An update as JSON, with the numbers of seats.
pub fn json(update: Update) -> String {
    serde_json::to_string(&update.named(&Names::by_seat())).unwrap()
}

/// At the end of a test, checks that the log of every match in the store reproduces it.
impl Drop for Fresh {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let store = self.store.clone();
        // On another thread, because a runtime can't block on a second one.
        let read = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            runtime.block_on(check_logs(&store));
        });
        assert!(read.join().is_ok(), "{}: a log doesn't reproduce its match", self.kind);
    }
}

/// Checks that every match can be replayed for every viewer, and that a rebuild gives the same summaries.
async fn check_logs(store: &Store) {
    let hall = Hall::new(games::GAMES, store.clone());
    // Matches with short ids have made-up entries.
    let mut before = hall.matches(&MatchFilter::all()).await.unwrap();
    before.retain(|summary| summary.id.0.len() == 26);
    for summary in &before {
        for viewer in Viewer::all(summary.seats) {
            let replayed = hall.replay(&summary.id, viewer).await.unwrap();
            assert!(replayed.len() as u64 > summary.seq, "{}", summary.id);
        }
    }
    hall.rebuild().await.unwrap();
    let after = hall.matches(&MatchFilter::all()).await.unwrap();
    for summary in before {
        let again = after.iter().find(|again| again.id == summary.id).unwrap();
        // A bot may still be playing.
        if again.seq == summary.seq {
            assert_eq!(*again, summary);
        }
    }
}

impl Deref for Fresh {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// An SQLite store in a temporary folder.
pub fn sqlite() -> Fresh {
    let scratch = Scratch::new();
    let store = Store::sqlite(&scratch.file("matches.db")).unwrap();
    Fresh { kind: "sqlite", store, _scratch: Some(scratch) }
}

/// A new store of every kind.
pub async fn stores() -> Vec<Fresh> {
    let memory = Fresh { kind: "memory", store: Store::memory(), _scratch: None };
    let mut stores = vec![memory, sqlite()];
    stores.extend(postgres().await);
    stores
}

/// A PostgreSQL store in a new database, if PostgreSQL is installed.
pub async fn postgres() -> Option<Fresh> {
    let store = Store::postgres(&server::server()?.database()).await.unwrap();
    Some(Fresh { kind: "postgres", store, _scratch: None })
}

/// A count from an environment variable, or the default.
pub fn many(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |many| many.parse().unwrap())
}

pub fn id(name: &str) -> MatchId {
    MatchId(name.into())
}

/// A fixed time plus this many milliseconds.
pub fn moment(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(1_700_000_000_000 + ms).unwrap()
}

pub fn opened() -> Entry {
    Entry::Opened {
        game: "null".into(),
        rules: 1,
        setup: Default::default(),
        seats: 1,
        words: "en-1".into(),
        seed: u64::MAX,
        daily: None,
        events: vec![to_raw_value(&serde_json::json!({"Dealt": {"trap": 7}})).unwrap()],
    }
}

pub fn played(line: &str) -> Entry {
    let events = vec![to_raw_value(&serde_json::json!({"Added": line})).unwrap()];
    Entry::Move { seat: Seat(3), line: line.into(), events }
}

/// The summary of a match after entry `seq`.
pub fn after(name: &str, seq: u64) -> Summary {
    Summary {
        id: id(name),
        seq,
        game: "null".into(),
        rules: 1,
        preset: None,
        setup: Default::default(),
        seats: 1,
        ticket: format!("null/1/-/en-1/{name}"),
        daily: None,
        opened: moment(0),
        last: moment(i64::try_from(seq % 1_000_000).unwrap()),
        sat: vec![None],
        left: Vec::new(),
        hinted: false,
        told: None,
        glance: None,
        ended: None,
        clock: Some(0),
    }
}

/// A start of the template game.
pub fn start(seats: u8, seed: u64) -> Start {
    let game = games::find("null").unwrap();
    let settings = game.read(&[("trap".into(), "20".into())]).unwrap();
    Start { game, settings, seats, words: "en-1".into(), seed }
}

/// A start of any game for the fewest players that it allows.
pub fn start_of(game: &str, set: &[(&str, &str)], seed: u64) -> Start {
    let game = games::find(game).unwrap();
    let set: Vec<_> = set.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let (settings, seats) = (game.read(&set).unwrap(), game.info().fewest);
    Start { game, settings, seats, words: "en-1".into(), seed }
}

/// The code of a refusal.
pub fn code<T: std::fmt::Debug>(result: Result<T, Refusal>) -> &'static str {
    result.unwrap_err().code.as_str()
}
