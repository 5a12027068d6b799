//! Move clocks are fair: nobody loses time because the system clock is wrong, is set or differs from another node's,
//! and no time passes while the server is down.

use crate::common::{Client, roomy, start_server_with};
use hall::{Clock, Hall, Store, TimedMatch};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use web::{Config, Quota, Server, ServerLimits};

/// By how many seconds the system clock is wrong.
static WRONG: AtomicI64 = AtomicI64::new(0);

fn wrong() -> Timestamp {
    Timestamp::now() + SignedDuration::from_secs(WRONG.load(Ordering::SeqCst))
}

fn early() -> Timestamp {
    Timestamp::now() + SignedDuration::from_hours(1)
}

fn late() -> Timestamp {
    Timestamp::now() - SignedDuration::from_hours(1)
}

fn a_little_early() -> Timestamp {
    Timestamp::now() + SignedDuration::from_mins(10)
}

fn a_little_late() -> Timestamp {
    Timestamp::now() - SignedDuration::from_mins(10)
}

/// One store of every kind that this machine has.
async fn stores(name: &str) -> Vec<Store> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("clocks-{name}.db"));
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
    let mut stores = vec![Store::memory(), Store::sqlite(&file).unwrap()];
    if let Some(postgres) = crate::server::server() {
        stores.push(Store::postgres(&postgres.database()).await.unwrap());
    }
    stores
}

/// The stored time limit of the only match that has one.
async fn stored(store: &Store) -> TimedMatch {
    let hall = Hall::new(games::GAMES, store.clone());
    hall.timed_matches().await.unwrap().pop().expect("no time limit is stored")
}

/// Stores that this many seconds are left after this entry.
async fn write(store: &Store, seq: u64, left: u64) {
    let hall = Hall::new(games::GAMES, store.clone());
    hall.save_time_left(|_| Some(((0, seq), Duration::from_secs(left)))).await.unwrap();
    assert_eq!(stored(store).await.left, Duration::from_secs(left));
}

async fn server_at(store: &Store, now: fn() -> Timestamp) -> Server {
    let config = Config { limits: roomy(), ..Config::default() };
    start_server_with(store.clone(), Clock { now, ..Clock::default() }, config).await
}

/// Two people at a table with a limit, and their match.
async fn table(address: std::net::SocketAddr, limit: u64) -> ([Client; 2], String) {
    let mut ann = Client::named(address, "Ann").await;
    let mut bob = Client::named(address, "Bob").await;
    let table = ann.post("/tables", json!({ "game": "junior", "limit": limit })).await.good();
    let id = table["table"].as_str().unwrap();
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    bob.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
    bob.post(&format!("/tables/{id}/sit"), json!({})).await.good();
    let started = ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
    ([ann, bob], started["match"].as_str().unwrap().to_owned())
}

/// Makes the player to move play; returns how many milliseconds that player had left.
async fn step(people: &mut [Client; 2], id: &str) -> u64 {
    let path = format!("/matches/{id}");
    let turn = people[0].get(&path).await.good()["to_act"][0].as_u64().unwrap_or(9);
    let person = people.get_mut(turn as usize).expect("the match is over: somebody lost on time");
    let now = person.get(&path).await.good();
    let line = now["scene"]["choices"][0]["line"].clone();
    person.post(&format!("{path}/act"), json!({ "seen": now["seq"], "line": line })).await.good();
    now["deadline_ms"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn setting_the_system_clock_costs_and_gives_no_time() {
    let store = Store::memory();
    let server = server_at(&store, wrong).await;
    let (mut people, id) = table(server.address(), 600).await;
    for jump in [0, 3_600, -3_600, 86_400, 0] {
        WRONG.store(jump, Ordering::SeqCst);
        let left = step(&mut people, &id).await;
        assert!((500_000..=600_000).contains(&left), "{jump}: {left}");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_left_survives_a_restart() {
    for store in stores("again").await {
        let server = server_at(&store, Timestamp::now).await;
        let (mut people, id) = table(server.address(), 3600).await;
        step(&mut people, &id).await;
        let now = people[0].get(&format!("/matches/{id}")).await.good();
        let seq = now["seq"].as_u64().unwrap();
        server.close().await;
        let timed = stored(&store).await;
        assert_eq!(timed.since, (0, seq), "the move of the clock");
        assert!(timed.left < timed.limit && timed.left > Duration::from_secs(3000), "{timed:?}");
        // By any system clock, and however long the server was down.
        write(&store, seq, 1800).await;
        for now in [early, late, Timestamp::now] {
            let server = server_at(&store, now).await;
            let mut ann = people[0].at(server.address());
            let found = ann.get(&format!("/matches/{id}")).await.good();
            let left = found["deadline_ms"].as_u64().expect("no time is shown");
            assert!((1_500_000..=1_800_000).contains(&left), "{left}");
            server.close().await;
        }
        // A player with hardly any time left gets a minute to move in, and the whole time for the next move.
        write(&store, seq, 1).await;
        let server = server_at(&store, late).await;
        let mut people = people.map(|person| person.at(server.address()));
        let left = step(&mut people, &id).await;
        assert!((30_000..=60_000).contains(&left), "{left}");
        // The clock restarts a moment after the move is acknowledged.
        let mut left = 0;
        while left <= 60_000 {
            let now = people[0].get(&format!("/matches/{id}")).await.good();
            left = now["deadline_ms"].as_u64().unwrap();
        }
        assert!((3_500_000..=3_600_000).contains(&left), "{left}");
        server.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_crash_a_newer_move_has_its_whole_time() {
    let store = Store::memory();
    let server = server_at(&store, Timestamp::now).await;
    let (mut people, id) = table(server.address(), 3600).await;
    let now = people[0].get(&format!("/matches/{id}")).await.good();
    write(&store, now["seq"].as_u64().unwrap(), 100).await;
    // The server doesn't shut down, as if it had crashed.
    step(&mut people, &id).await;
    let other = server_at(&store, early).await;
    let mut ann = people[0].at(other.address());
    let left = ann.get(&format!("/matches/{id}")).await.good()["deadline_ms"].as_u64().unwrap();
    assert!((3_500_000..=3_600_000).contains(&left), "{left}");
    other.close().await;
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_whose_clocks_differ_agree() {
    for store in stores("differ").await {
        let here = server_at(&store, Timestamp::now).await;
        let there = server_at(&store, a_little_late).await;
        let ([ann, bob], id) = table(here.address(), 300).await;
        // One node starts later, during the match.
        let third = server_at(&store, a_little_early).await;
        // Ann plays on one node, Bob on the other.
        let mut people = [ann, bob.at(there.address())];
        for _ in 0..6 {
            let path = format!("/matches/{id}");
            let turn = people[0].get(&path).await.good()["to_act"][0].as_u64().unwrap() as usize;
            let now = people[turn].get(&path).await.good();
            assert_eq!(now["over"], Value::Null);
            // Every node knows the time left at once, also those on which the match wasn't started.
            let late = people[turn].at(third.address()).get(&path).await.good();
            for left in [&now["deadline_ms"], &late["deadline_ms"]] {
                let left = left.as_u64().expect("no time is shown");
                assert!((200_000..=300_000).contains(&left), "{left}");
            }
            let act = json!({ "seen": now["seq"], "line": now["scene"]["choices"][0]["line"] });
            let ack = people[turn].post(&format!("{path}/act"), act).await.good();
            // Wait until both nodes know the move.
            for person in &mut people {
                let seq = ack["seq"].as_u64().unwrap();
                let news = format!("{path}?wait={}", seq - 1);
                while person.get(&news).await.good()["seq"].as_u64() < Some(seq) {}
            }
        }
        here.close().await;
        there.close().await;
        third.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn times_that_a_client_sends_are_ignored() {
    let store = Store::memory();
    let server = server_at(&store, Timestamp::now).await;
    let ([mut ann, _], id) = table(server.address(), 300).await;
    let now = ann.get(&format!("/matches/{id}")).await.good();
    let line = now["scene"]["choices"][0]["line"].clone();
    let act = json!({ "seen": now["seq"], "line": line, "at": "2020-01-01T00:00:00Z" });
    assert_eq!(ann.post(&format!("/matches/{id}/act"), act).await.code(), "web.json");
    let old = ann.with("date", "Wed, 01 Jan 2020 00:00:00 GMT");
    let act = json!({ "seen": now["seq"], "line": line });
    old.clone().post(&format!("/matches/{id}/act"), act).await.good();
    let after = ann.get(&format!("/matches/{id}")).await.good();
    assert!(after["deadline_ms"].as_u64().is_none_or(|left| left > 200_000), "{after}");
    server.close().await;
}

/// A table for one person, whose match has this many seconds left when the server restarts.
async fn alone(store: &Store, game: &str, left: u64) -> (Server, Client, String) {
    let server = server_at(store, Timestamp::now).await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let wanted = json!({ "game": game, "seats": 1, "limit": 3600 });
    let table = ann.post("/tables", wanted).await.good();
    let path = format!("/tables/{}/start", table["table"].as_str().unwrap());
    let started = ann.post(&path, json!({})).await.good();
    server.close().await;
    write(store, 0, left).await;
    let server = server_at(store, Timestamp::now).await;
    let ann = ann.at(server.address());
    (server, ann, started["match"].as_str().unwrap().to_owned())
}

/// Plays a line; returns how many milliseconds are left then.
async fn play(client: &mut Client, id: &str, line: &str) -> u64 {
    let path = format!("/matches/{id}");
    let act = json!({ "seen": 9999, "line": line });
    client.post(&format!("{path}/act"), act).await.good();
    client.get(&path).await.good()["deadline_ms"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_costs_nothing_gives_no_time() {
    let store = Store::memory();
    let (server, mut ann, id) = alone(&store, "wizards", 1800).await;
    for _ in 0..3 {
        let left = play(&mut ann, &id, "shuffle").await;
        assert!((1_500_000..=1_800_000).contains(&left), "{left}");
    }
    ann.post(&format!("/matches/{id}/hint"), json!({})).await.good();
    let now = ann.get(&format!("/matches/{id}")).await.good();
    assert!(now["deadline_ms"].as_u64().unwrap() <= 1_800_000, "{now}");
    // A guess that costs a life does give time.
    let left = play(&mut ann, &id, "guess zzzzz").await;
    assert!((3_500_000..=3_600_000).contains(&left), "{left}");
    server.close().await;
    // The same is stored.
    let timed = stored(&store).await;
    let now = hall::Hall::new(games::GAMES, store).clock_state(&timed.id).await.unwrap();
    assert_eq!(timed.since.1, now.clock);
}

#[tokio::test(flavor = "multi_thread")]
async fn undoing_a_word_on_a_board_gives_no_time() {
    for free in [&["undo", "redo", "undo"][..], &["remove Aa H"]] {
        let store = Store::memory();
        let (server, mut ann, id) = alone(&store, "builder", 1800).await;
        let left = play(&mut ann, &id, "put Aa H CAT").await;
        assert!((3_500_000..=3_600_000).contains(&left), "{left}");
        let seq = ann.get(&format!("/matches/{id}")).await.good()["seq"].as_u64().unwrap();
        server.close().await;
        write(&store, seq, 1800).await;
        let server = server_at(&store, Timestamp::now).await;
        let mut ann = ann.at(server.address());
        for line in free {
            let left = play(&mut ann, &id, line).await;
            assert!((1_500_000..=1_800_000).contains(&left), "{line}: {left}");
        }
        server.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_needs_no_match_in_memory() {
    const TABLES: usize = 500;
    let store = Store::memory();
    let key = web::load_server_key(&store).await.unwrap();
    let open = async |store: &Store| {
        let hall = Hall::with_key(games::GAMES, store.clone(), Clock::default(), key.seal());
        let listen = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
        let guest = Quota { tables: 2 * TABLES, matches: 2 * TABLES, ..roomy().guest };
        let config =
            Config { limits: ServerLimits { guest, ..roomy() }, listen, ..Config::default() };
        (web::start(hall.clone(), key.clone(), config).await.unwrap(), hall)
    };
    let (server, hall) = open(&store).await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut start = async |limit: u64| {
        let wanted = json!({ "game": "builder", "seats": 1, "limit": limit });
        let table = ann.post("/tables", wanted).await.good();
        let path = format!("/tables/{}/start", table["table"].as_str().unwrap());
        let started = ann.post(&path, json!({})).await.good();
        started["match"].as_str().unwrap().to_owned()
    };
    let mut ids = Vec::new();
    for _ in 0..TABLES {
        ids.push(start(14 * 24 * 3600).await);
    }
    // Nobody follows a match, so all of them can be dropped. The last requests may still be under way.
    let all_gone = async |hall: &Hall| {
        while hall.in_memory() > 0 {
            tokio::task::yield_now().await;
            hall.drop_idle(Duration::ZERO);
        }
    };
    tokio::time::timeout(crate::common::PATIENCE, all_gone(&hall)).await.expect("held in memory");
    // Time still runs out without a match in memory.
    let short = start(10).await;
    tokio::time::timeout(crate::common::PATIENCE, all_gone(&hall)).await.expect("held in memory");
    let over = async {
        while !hall.clock_state(&hall::MatchId(short.clone())).await.unwrap().over {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(crate::common::PATIENCE, over).await.expect("nobody lost on time");
    server.close().await;
    // After a restart all clocks resume without loading a match.
    let (server, hall) = open(&store).await;
    assert_eq!(hall.timed_matches().await.unwrap().len(), TABLES);
    assert_eq!(hall.in_memory(), 0);
    let mut ann = ann.at(server.address());
    for id in [&ids[0], &ids[TABLES - 1]] {
        let now = ann.get(&format!("/matches/{id}")).await.good();
        assert!(now["deadline_ms"].as_u64().unwrap() > 0, "{now}");
    }
    assert!(hall.in_memory() <= 2, "{}", hall.in_memory());
    server.close().await;
}
