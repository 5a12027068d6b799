//! Each player plays a daily once: nothing else on the server reveals its puzzle before the day is over.

use crate::common::{Client, roomy, start_server_with};
use hall::{Clock, Store};
use jiff::tz::{TimeZone, offset};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};
use web::{Config, Server};

/// How many days have passed since the start of the first test.
static PASSED: AtomicI64 = AtomicI64::new(0);

fn noon() -> Timestamp {
    let first: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
    first + SignedDuration::from_hours(24 * PASSED.load(Ordering::SeqCst))
}

/// The same for the second test.
static LATER: AtomicI64 = AtomicI64::new(0);

fn later() -> Timestamp {
    let first: Timestamp = "2026-11-16T12:00:00Z".parse().unwrap();
    first + SignedDuration::from_hours(24 * LATER.load(Ordering::SeqCst))
}

/// A server in a time zone where it is already the next day: 2026-11-16.
async fn far_east() -> Server {
    let clock = Clock { now: noon, zone: Some(TimeZone::fixed(offset(13))) };
    let config = Config { limits: roomy(), ..Config::default() };
    start_server_with(Store::memory(), clock, config).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_puzzle_of_an_unfinished_day_can_only_be_played_as_the_daily() {
    let server = far_east().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut bob = Client::named(server.address(), "Bob").await;
    let dated = |day: &str| json!({ "game": "wordle", "set": { "day": day } });
    let race = |day: &str| json!({ "game": "wordle", "set": { "day": day }, "race": true });
    for day in ["2026-11-16", "2026-11-17", "2027-01-01"] {
        for (path, wanted) in
            [("/matches", dated(day)), ("/tables", race(day)), ("/tickets", dated(day))]
        {
            let refused = ann.post(path, wanted).await;
            assert_eq!((refused.status, refused.code().as_str()), (409, "house.day"), "{path}");
        }
        let ticket = format!("wordle/1/day={day}/en-1/0000000000001");
        assert_eq!(ann.post("/matches", json!({ "ticket": ticket })).await.code(), "house.day");
    }
    ann.open(dated("2026-11-15")).await;
    // A player who has finished the daily knows its ticket, but others can't play that ticket.
    for game in ["wordle", "wampus"] {
        let id = ann.open(json!({ "daily": game })).await;
        ann.post(&format!("/matches/{id}/leave"), json!({})).await.good();
        let over = ann.get(&format!("/matches/{id}")).await.good();
        let ticket = over["over"]["ticket"].clone();
        assert!(ticket.is_string());
        let refused = bob.post("/matches", json!({ "ticket": ticket })).await;
        assert_eq!(refused.code(), "house.day", "{game}");
    }
    // The day is over, but not for a player who hasn't finished its daily.
    let unfinished = bob.open(json!({ "daily": "wordle" })).await;
    PASSED.store(1, Ordering::SeqCst);
    ann.open(dated("2026-11-16")).await;
    assert_eq!(bob.post("/matches", dated("2026-11-16")).await.code(), "house.day");
    assert_eq!(bob.post("/tables", race("2026-11-16")).await.code(), "house.day");
    bob.post(&format!("/matches/{unfinished}/leave"), json!({})).await.good();
    let practice = bob.open(dated("2026-11-16")).await;
    let seen = bob.get(&format!("/matches/{practice}")).await.good();
    assert_eq!(seen["daily"], Value::Null);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_does_not_reveal_an_unfinished_daily() {
    let clock = Clock { now: later, zone: Some(TimeZone::UTC) };
    let config = Config { limits: roomy(), ..Config::default() };
    let server = start_server_with(Store::memory(), clock, config).await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut ben = Client::named(server.address(), "Ben").await;
    let mut cem = Client::named(server.address(), "Cem").await;
    let mut files = Vec::new();
    for game in ["wordle", "wampus", "hand", "wizards", "junior"] {
        let unfinished = ben.open(json!({ "daily": game })).await;
        let id = ann.open(json!({ "daily": game })).await;
        ann.post(&format!("/matches/{id}/leave"), json!({})).await.good();
        files.push((game, unfinished, ann.get(&format!("/matches/{id}/play")).await.text));
    }
    let import = |play: &str| json!({ "play": play });
    // Ann has finished it and gives the others her file; on the same day nobody can import it.
    for (game, _, play) in &files {
        for person in [&mut ann, &mut ben, &mut cem] {
            let refused = person.post("/matches/import", import(play)).await;
            assert_eq!((refused.status, refused.code().as_str()), (409, "house.day"), "{game}");
        }
    }
    LATER.store(1, Ordering::SeqCst);
    for (game, unfinished, play) in &files {
        // Ben hasn't finished his. He can't use the file, its ticket, or another match with the same seed.
        let ticket = play.lines().next().unwrap();
        let (parts, seed) = ticket.rsplit_once('/').unwrap();
        let set = parts.split('/').nth(2).unwrap();
        let other = ticket.replacen(&format!("/{set}/"), "/-/", 1);
        let wrong = play.replace("0: /leave", "0: guess zzzzz");
        for file in [play, &wrong, &play.replacen(ticket, &other, 1)] {
            let refused = ben.post("/matches/import", import(file)).await;
            assert_eq!(refused.code(), "house.day", "{game}: {file}");
        }
        for ticket in [ticket, &other] {
            let refused = ben.post("/matches", json!({ "ticket": ticket })).await;
            assert_eq!(refused.code(), "house.day", "{game}: {ticket}");
        }
        let seeded = json!({ "game": game, "seed": seed });
        assert_eq!(ben.post("/matches", seeded).await.code(), "house.day", "{game}");
        // Cem, who hasn't started it, can import the file, and so can Ben when he is done.
        cem.post("/matches/import", import(play)).await.good();
        ben.post(&format!("/matches/{unfinished}/leave"), json!({})).await.good();
        ben.post("/matches/import", import(play)).await.good();
    }
    server.close().await;
}
