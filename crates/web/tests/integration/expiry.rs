//! Deleting guests who don't come back, also when the system clock is wrong.

use crate::common::{Client, roomy, start_server_with};
use hall::{Change, Clock, Document, Hall, Store};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::time::Duration;
use web::{Config, Expiry, Server, Swept};

const HOUR: Duration = Duration::from_secs(3600);

/// Defines a clock for one test, set in days.
macro_rules! clock {
    ($days:ident, $now:ident) => {
        static $days: AtomicI64 = AtomicI64::new(0);
        fn $now() -> Timestamp {
            on_day($days.load(SeqCst))
        }
    };
}

fn on_day(day: i64) -> Timestamp {
    let first: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    first + SignedDuration::from_hours(24 * day)
}

fn clock(now: fn() -> Timestamp) -> Clock {
    Clock { now, ..Clock::default() }
}

async fn server(store: &Store, now: fn() -> Timestamp) -> Server {
    let config = Config { limits: roomy(), ..Config::default() };
    start_server_with(store.clone(), clock(now), config).await
}

fn hall(store: &Store, now: fn() -> Timestamp) -> Hall {
    Hall::with_clock(games::GAMES, store.clone(), clock(now))
}

/// Sweeps once an hour for this many hours.
async fn hours(expiry: &mut Expiry, hall: &Hall, count: usize) -> Swept {
    let mut all = Swept::default();
    for _ in 0..count {
        let Swept { marked, spared, deleted } =
            expiry.sweep(hall, HOUR, Duration::ZERO).await.unwrap();
        all.marked += marked;
        all.spared += spared;
        all.deleted += deleted;
    }
    all
}

async fn count(store: &Store, kind: &'static str) -> usize {
    store.documents_after(kind, "", 100_000).await.unwrap().len()
}

/// Stores guests who were last seen on this day.
async fn guests(store: &Store, first: usize, many: usize, since: i64, seen: i64) {
    let (since, seen) = (on_day(since).to_string(), on_day(seen).to_string());
    let mut changes = Vec::new();
    for n in first..first + many {
        let id = format!("GUEST{n:021}");
        let person = json!({ "name": format!("Guest {n}"), "since": since }).to_string();
        let session = json!({ "since": since, "seen": seen }).to_string();
        let document = |kind, id: &str, owner: &str, body: String| {
            let (id, owner) = (id.to_owned(), owner.to_owned());
            Change::Put(Document { kind, id, owner, version: 0, body })
        };
        changes.push(document("person", &id, &id, person));
        changes.push(document("session", &format!("SESSION{n:019}"), &id, session));
    }
    store.change_documents(changes).await.unwrap();
}

/// A person with a saved board.
async fn with_a_board(server: &Server, name: &str) -> Client {
    let mut client = Client::named(server.address(), name).await;
    let text = client.get("/boards/toys").await.good()["text"].clone();
    client.post("/boards", json!({ "name": "mine", "text": text })).await.good();
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_who_play_or_come_back_are_not_deleted() {
    clock!(DAY, now);
    let store = Store::memory();
    let here = server(&store, now).await;
    let mut player = Client::named(here.address(), "Player").await;
    let played = player.open(json!({ "game": "wordle" })).await;
    let table = player.post("/tables", json!({ "game": "junior" })).await.good();
    let mut board = with_a_board(&here, "Maker").await;
    let mut regular = Client::named(here.address(), "Regular").await;
    let mut account = Client::named(here.address(), "Account").await;
    account.post("/me/passphrase", json!({ "passphrase": "three good words" })).await.good();
    here.close().await;
    // Ten guests come every day and never return.
    for day in 0..400 {
        guests(&store, 10 * day as usize, 10, day, day).await;
    }
    let hall = hall(&store, now);
    let mut expiry = Expiry::default();
    for day in 0..=400 {
        DAY.store(day, SeqCst);
        if day % 20 == 0 {
            let here = server(&store, now).await;
            regular = regular.at(here.address());
            regular.get("/me").await.good();
            here.close().await;
        }
        // One sweep a day, with as much uptime as the clock shows.
        expiry.sweep(&hall, 24 * HOUR, Duration::ZERO).await.unwrap();
    }
    // The guests of the last 30 days, two days for the marks, and the four who have something or come back.
    let left = count(&store, "person").await;
    assert!((4 + 290..=4 + 330).contains(&left), "{left}");
    let here = server(&store, now).await;
    for client in [&mut player, &mut board, &mut regular] {
        *client = client.at(here.address());
        client.get("/matches").await.good();
    }
    // The session of the account has expired and is deleted; the account itself stays.
    assert_eq!(account.at(here.address()).get("/matches").await.code(), "web.guest");
    assert_eq!(count(&store, "name").await, 1);
    here.close().await;
    // After 400 more days the other guests are deleted too. Their matches stay, without a name.
    DAY.store(802, SeqCst);
    hours(&mut expiry, &hall, 26).await;
    assert_eq!(count(&store, "person").await, 1, "the account");
    for kind in ["session", "board", "at", "token", "expiring"] {
        assert_eq!(count(&store, kind).await, 0, "{kind}");
    }
    let here = server(&store, now).await;
    let mut other = Client::guest(here.address()).await;
    let seen = other.get(&format!("/matches/{played}")).await.good();
    assert_eq!(seen["seats"][0]["name"], "Deleted player");
    assert!(!seen["over"].is_null(), "a deleted guest has left the match");
    let id = hall::TableId(table["table"].as_str().unwrap().to_owned());
    assert!(hall.table(&id).await.unwrap().closed);
    here.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_wrong_clock_deletes_nobody() {
    clock!(DAY, now);
    let store = Store::memory();
    let here = server(&store, now).await;
    let guest = Client::guest(here.address()).await;
    let maker = with_a_board(&here, "Maker").await;
    let mut account = Client::named(here.address(), "Account").await;
    account.post("/me/passphrase", json!({ "passphrase": "three good words" })).await.good();
    here.close().await;
    let all = [guest, maker, account];
    let before = count(&store, "person").await + count(&store, "session").await;
    for wrong in [31, 500] {
        // The server runs for some hours with a clock this many days ahead, and is used.
        DAY.store(wrong, SeqCst);
        let here = server(&store, now).await;
        all[0].at(here.address()).get("/matches").await.good();
        let refused = all[2].at(here.address()).get("/matches").await;
        assert_eq!(refused.code(), "web.guest", "the account's session is refused for now");
        let swept = hours(&mut Expiry::default(), &hall(&store, now), 12).await;
        assert_eq!(swept.deleted, 0, "{wrong}");
        assert!(swept.marked > 0, "{wrong}");
        here.close().await;
        // Then the clock is right again.
        DAY.store(1, SeqCst);
        let swept = hours(&mut Expiry::default(), &hall(&store, now), 100).await;
        assert_eq!(swept.deleted, 0, "{wrong}");
        let here = server(&store, now).await;
        for client in &all {
            client.at(here.address()).get("/matches").await.good();
        }
        here.close().await;
        assert_eq!(count(&store, "person").await + count(&store, "session").await, before);
        assert_eq!(count(&store, "expiring").await, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_marked_guest_is_deleted_after_a_day_of_uptime() {
    clock!(DAY, now);
    let store = Store::memory();
    guests(&store, 0, 1, 0, 0).await;
    DAY.store(31, SeqCst);
    let hall = hall(&store, now);
    let mut expiry = Expiry::default();
    assert_eq!(hours(&mut expiry, &hall, 1).await.marked, 1);
    // Neither the system clock nor the time while no server runs counts.
    DAY.store(300, SeqCst);
    for _ in 0..30 {
        let swept = hours(&mut Expiry::default(), &hall, 1).await;
        assert_eq!(swept, Swept::default(), "a server that has just started");
    }
    assert_eq!(hours(&mut expiry, &hall, 23).await.deleted, 0);
    assert_eq!(hours(&mut expiry, &hall, 2).await.deleted, 1);
    assert_eq!(count(&store, "person").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_comes_back_is_spared() {
    clock!(DAY, now);
    let store = Store::memory();
    let here = server(&store, now).await;
    let guest = Client::guest(here.address()).await;
    here.close().await;
    let hall = hall(&store, now);
    let mut expiry = Expiry::default();
    DAY.store(40, SeqCst);
    assert_eq!(hours(&mut expiry, &hall, 10).await.marked, 1);
    let here = server(&store, now).await;
    guest.at(here.address()).get("/matches").await.good();
    here.close().await;
    let swept = hours(&mut expiry, &hall, 30).await;
    assert_eq!((swept.spared, swept.deleted), (1, 0));
    // Each visit renews the cookie.
    let here = server(&store, now).await;
    let renewed = guest.at(here.address()).get("/me").await;
    assert!(renewed.headers["set-cookie"].contains("Max-Age=34560000"), "{:?}", renewed.headers);
    here.close().await;
}

/// Two servers sweep one store at the same time; together they count the uptime once.
async fn two_servers_sweep(store: Store, other: Store, now: fn() -> Timestamp) {
    guests(&store, 0, 30, 0, 0).await;
    let halls = [hall(&store, now), hall(&other, now)];
    let mut both = [Expiry::default(), Expiry::default()];
    let mut deleted = 0;
    for hour in 0..28 {
        let [one, two] = &mut both;
        let (here, there) = tokio::join!(
            one.sweep(&halls[0], HOUR, Duration::ZERO),
            two.sweep(&halls[1], HOUR, Duration::ZERO)
        );
        deleted += here.unwrap().deleted + there.unwrap().deleted;
        if hour < 24 {
            assert_eq!(deleted, 0, "in hour {hour}");
        }
    }
    // No guest is counted as deleted twice.
    assert_eq!(deleted, 30);
    for kind in ["person", "session", "expiring"] {
        assert_eq!(count(&store, kind).await, 0, "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_can_sweep_one_store() {
    clock!(DAY, now);
    DAY.store(31, SeqCst);
    let store = Store::memory();
    two_servers_sweep(store.clone(), store, now).await;
    if let Some(postgres) = crate::server::server() {
        let database = postgres.database();
        let store = Store::postgres(&database).await.unwrap();
        let other = Store::postgres(&database).await.unwrap();
        two_servers_sweep(store, other, now).await;
    }
}
