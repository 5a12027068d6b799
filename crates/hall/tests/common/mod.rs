//! What the tests of stores share: every kind of store, fresh, and entries to write.
#![allow(dead_code, unreachable_pub)]

pub mod server;

use engine::{Seat, Start};
use hall::{Entry, MatchId, Store, Summary};
use jiff::Timestamp;
use serde_json::value::to_raw_value;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own, removed at the end.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("lexicade-{}-{n}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A store of some kind with nothing in it.
pub struct Fresh {
    pub kind: &'static str,
    pub store: Store,
    _scratch: Option<Scratch>,
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
        ended: None,
    }
}

/// A start of the template game.
pub fn start(seats: u8, seed: u64) -> Start {
    let game = games::find("null").unwrap();
    let settings = game.read(&[("trap".into(), "20".into())]).unwrap();
    Start { game, settings, seats, words: "en-1".into(), seed }
}
