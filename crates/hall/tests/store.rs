//! One suite for every kind of store: what the hall relies on.

use engine::Seat;
use hall::{Entry, MatchId, Store, StoreError};
use serde_json::value::to_raw_value;

/// Every kind of store there is, fresh.
fn stores() -> Vec<Store> {
    vec![Store::memory()]
}

fn id(name: &str) -> MatchId {
    MatchId(name.into())
}

fn opened() -> Entry {
    Entry::Opened {
        game: "null".into(),
        rules: 1,
        setup: Default::default(),
        seats: 1,
        words: "en-1".into(),
        seed: u64::MAX,
        events: vec![to_raw_value(&serde_json::json!({"Dealt": {"trap": 7}})).unwrap()],
    }
}

fn played(line: &str) -> Entry {
    let events = vec![to_raw_value(&serde_json::json!({"Added": line})).unwrap()];
    Entry::Move { seat: Seat(3), line: line.into(), events }
}

fn text(entries: &[Entry]) -> String {
    serde_json::to_string(entries).unwrap()
}

#[tokio::test]
async fn what_is_written_is_read_as_it_was() {
    for store in stores() {
        let log = [opened(), played("add 1"), played("grüße 🦀 \"quoted\" \\ \u{202e}")];
        for (seq, entry) in (0..).zip(&log) {
            store.append(&id("a"), seq, entry).await.unwrap();
        }
        assert_eq!(text(&store.load(&id("a"), 0).await.unwrap()), text(&log));
        assert_eq!(text(&store.load(&id("a"), 2).await.unwrap()), text(&log[2..]));
        assert_eq!(text(&store.load(&id("a"), 3).await.unwrap()), "[]");
        assert_eq!(text(&store.load(&id("a"), 99).await.unwrap()), "[]");
    }
}

#[tokio::test]
async fn a_seq_is_written_once_and_none_is_left_out() {
    for store in stores() {
        store.append(&id("a"), 0, &opened()).await.unwrap();
        for seq in [0, 2, u64::MAX] {
            let error = store.append(&id("a"), seq, &played("x")).await.unwrap_err();
            assert!(matches!(error, StoreError::Taken { next: 1, .. }), "{error}");
        }
        let error = store.append(&id("b"), 1, &played("x")).await.unwrap_err();
        assert!(matches!(error, StoreError::Taken { next: 0, .. }), "{error}");
        assert_eq!(store.load(&id("a"), 0).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_match_that_is_not_there_is_said_so() {
    for store in stores() {
        assert!(matches!(store.load(&id("a"), 0).await, Err(StoreError::Unknown)));
    }
}

#[tokio::test]
async fn all_matches_are_listed() {
    for store in stores() {
        for name in ["b", "a"] {
            store.append(&id(name), 0, &opened()).await.unwrap();
        }
        let mut all = store.matches().await.unwrap();
        all.sort();
        assert_eq!(all, [id("a"), id("b")]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_writers_one_wins_each_seq() {
    for store in stores() {
        store.append(&id("a"), 0, &opened()).await.unwrap();
        let writers = (0..16).map(|writer| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut won = 0;
                for seq in 1..=50 {
                    let entry = played(&format!("{writer}"));
                    loop {
                        match store.append(&id("a"), seq, &entry).await {
                            Ok(()) => won += 1,
                            Err(StoreError::Taken { next, .. }) if next < seq => {
                                tokio::task::yield_now().await;
                                continue;
                            }
                            Err(StoreError::Taken { .. }) => {}
                            Err(error) => panic!("{error}"),
                        }
                        break;
                    }
                }
                won
            })
        });
        let mut won = 0;
        for writer in writers.collect::<Vec<_>>() {
            won += writer.await.unwrap();
        }
        assert_eq!(won, 50);
        assert_eq!(store.load(&id("a"), 0).await.unwrap().len(), 51);
    }
}
