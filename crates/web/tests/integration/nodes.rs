//! Two nodes on one PostgreSQL: the players of one table use different nodes, and can continue on the other one when
//! theirs has shut down.

use crate::common::{Client, Socket, roomy, start_server};
use hall::Store;
use serde_json::{Value, json};

/// Plays the first move that the scene offers; `None` when the match is over.
async fn step(socket: &mut Socket, id: &str, now: &Value) -> Option<Value> {
    if !now["over"].is_null() {
        return None;
    }
    let line = now["scene"]["choices"][0]["line"].clone();
    let act = json!({ "do": "act", "match": id, "seen": now["seq"], "line": line });
    Some(socket.ask(act).await["seq"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_one_table_are_on_different_servers() {
    let Some(postgres) = crate::server::server() else { return };
    let database = postgres.database();
    let here = start_server(Store::postgres(&database).await.unwrap(), roomy()).await;
    let there = start_server(Store::postgres(&database).await.unwrap(), roomy()).await;
    let mut ann = Client::named(here.address(), "Ann").await;
    let mut bob = Client::named(there.address(), "Bob").await;
    let table =
        ann.post("/tables", json!({ "game": "junior", "set": { "board": "toys" } })).await.good();
    let id = table["table"].as_str().unwrap();
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    let mut news = ann.socket().await;
    news.say(json!({ "do": "follow", "table": id })).await;
    news.of("table").await;
    bob.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
    bob.post(&format!("/tables/{id}/sit"), json!({})).await.good();
    // The other node's changes reach this one.
    news.until(|received| received["seats"][1]["name"] == "Bob").await;
    let started = ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
    let game = started["match"].as_str().unwrap();
    let (mut one, mut two) = (ann.socket().await, bob.socket().await);
    let (mut a, mut b) = (one.follow(game).await, two.follow(game).await);
    for _ in 0..6 {
        let (own, now, other) = match a["to_act"] == json!([0]) {
            true => (&mut one, &a, &mut two),
            false => (&mut two, &b, &mut one),
        };
        let seq = step(own, game, now).await.unwrap();
        let seen = |it: &Value| it["type"] == "update" && it["seq"].as_u64() >= seq.as_u64();
        let shown =
            own.received.iter().rev().filter_map(|it| serde_json::from_str(it).ok()).find(seen);
        let mine = match shown {
            Some(shown) => shown,
            None => own.until(seen).await,
        };
        let theirs = other.until(seen).await;
        (a, b) = match mine["viewer"] == 0 {
            true => (mine, theirs),
            false => (theirs, mine),
        };
        assert_eq!(a["view"]["covered"], b["view"]["covered"]);
    }
    // Ann's node shuts down; on the other one she is still signed in, and the match is unchanged.
    here.close().await;
    ann.address = there.address();
    ann = ann.with("host", &ann.address.to_string());
    ann = ann.with("origin", &format!("http://{}", ann.address));
    let again = ann.socket().await.follow(game).await;
    assert_eq!((&again["view"], &again["viewer"]), (&a["view"], &json!(0)));
    there.close().await;
}
