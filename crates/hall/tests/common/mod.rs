//! What the tests of stores share: every kind of store, fresh, and entries to write.
#![allow(dead_code, unreachable_pub)]

pub mod altered;
pub mod scratch;
pub mod server;

use engine::{Seat, Start, Viewer};
use hall::{Entry, Hall, MatchFilter, MatchId, Store, Summary};
use jiff::Timestamp;
pub use scratch::Scratch;
use serde_json::value::to_raw_value;
use std::ops::Deref;

/// A store of some kind with nothing in it.
pub struct Fresh {
    pub kind: &'static str,
    pub store: Store,
    _scratch: Option<Scratch>,
}

/// When a test is done with a store, every match that it has left there is read once more.
impl Drop for Fresh {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let store = self.store.clone();
        // On a thread of its own: the test's may have a runtime, which does not wait for another.
        let read = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            runtime.block_on(all_are_their_logs(&store));
        });
        assert!(read.join().is_ok(), "{}: a match is not what its log says", self.kind);
    }
}

/// Is every match its log? It replays for every viewer, and what is known of it is what the log gives.
async fn all_are_their_logs(store: &Store) {
    let hall = Hall::new(games::GAMES, store.clone());
    // Tests that write entries of their own making give them short names.
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

/// A SQLite store in a folder of its own.
pub fn sqlite() -> Fresh {
    let scratch = Scratch::new();
    let store = Store::sqlite(&scratch.file("matches.db")).unwrap();
    Fresh { kind: "sqlite", store, _scratch: Some(scratch) }
}

/// Every kind of store there is, fresh.
pub async fn stores() -> Vec<Fresh> {
    let memory = Fresh { kind: "memory", store: Store::memory(), _scratch: None };
    let mut stores = vec![memory, sqlite()];
    stores.extend(postgres().await);
    stores
}

/// A PostgreSQL store in a database of its own, where there is PostgreSQL.
pub async fn postgres() -> Option<Fresh> {
    let store = Store::postgres(&server::server()?.database()).await.unwrap();
    Some(Fresh { kind: "postgres", store, _scratch: None })
}

/// How many of something a test does: as the environment says, or as usual.
pub fn many(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().map_or(usual, |many| many.parse().unwrap())
}

pub fn id(name: &str) -> MatchId {
    MatchId(name.into())
}

/// A moment: so many milliseconds after the first.
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

/// What is known of a match after its entry `seq`.
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
