//! Clocks are fair: nobody loses time because a clock on the wall is wrong, is set, or differs from another one.

use crate::common::{Client, house_with, roomy};
use hall::{Clock, Store};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};
use web::{Config, Server};

/// By how many seconds the clock on the wall is wrong.
static WRONG: AtomicI64 = AtomicI64::new(0);

fn wrong() -> Timestamp {
    Timestamp::now() + SignedDuration::from_secs(WRONG.load(Ordering::SeqCst))
}

fn late() -> Timestamp {
    Timestamp::now() - SignedDuration::from_mins(10)
}

async fn house(store: &Store, now: fn() -> Timestamp) -> Server {
    let config = Config { limits: roomy(), ..Config::default() };
    house_with(store.clone(), Clock { now, ..Clock::default() }, config).await
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

/// Whoever is to move does; how many milliseconds were left to them.
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
async fn a_clock_that_is_set_costs_and_gives_no_time() {
    let store = Store::memory();
    let server = house(&store, wrong).await;
    let (mut people, id) = table(server.address(), 600).await;
    for jump in [0, 3_600, -3_600, 86_400, 0] {
        WRONG.store(jump, Ordering::SeqCst);
        let left = step(&mut people, &id).await;
        assert!((500_000..=600_000).contains(&left), "{jump}: {left}");
    }
    server.close().await;
    // A house that stood still for days, or whose clock says so: everybody has a moment to move in.
    WRONG.store(3 * 86_400, Ordering::SeqCst);
    let server = house(&store, wrong).await;
    let mut people = people.map(|person| person.at(server.address()));
    let left = step(&mut people, &id).await;
    assert!((30_000..=60_000).contains(&left), "{left}");
    // And one whose clock was set back gives nobody more than there is.
    server.close().await;
    WRONG.store(-86_400, Ordering::SeqCst);
    let server = house(&store, wrong).await;
    let mut people = people.map(|person| person.at(server.address()));
    let left = step(&mut people, &id).await;
    assert!((500_000..=600_000).contains(&left), "{left}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn houses_whose_clocks_differ_agree() {
    let store = Store::memory();
    let (here, there) = (house(&store, Timestamp::now).await, house(&store, late).await);
    let ([ann, bob], id) = table(here.address(), 300).await;
    // Ann plays here, Bob there.
    let mut people = [ann, bob.at(there.address())];
    for _ in 0..6 {
        let path = format!("/matches/{id}");
        let turn = people[0].get(&path).await.good()["to_act"][0].as_u64().unwrap() as usize;
        let now = people[turn].get(&path).await.good();
        assert_eq!(now["over"], Value::Null);
        // Each house knows at once, also the one in which it was not begun.
        let left = now["deadline_ms"].as_u64().expect("no time is shown");
        assert!((200_000..=300_000).contains(&left), "{left}");
        let act = json!({ "seen": now["seq"], "line": now["scene"]["choices"][0]["line"] });
        people[turn].post(&format!("{path}/act"), act).await.good();
    }
    here.close().await;
    there.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_client_says_about_time_is_not_heard() {
    let store = Store::memory();
    let server = house(&store, Timestamp::now).await;
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
