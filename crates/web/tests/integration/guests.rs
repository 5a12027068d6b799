//! Guests who sign in: their matches, tables and boards move to the account.

use crate::common::{Client, PASSPHRASE, account, fresh_server, roomy, start_server};
use hall::{MatchFilter, Store};
use serde_json::{Value, json};

async fn sign_in(client: &mut Client, name: &str) {
    client.post("/session", json!({ "name": name, "passphrase": PASSPHRASE })).await.good();
}

async fn id(client: &mut Client) -> String {
    client.get("/me").await.good()["me"]["id"].as_str().unwrap().to_owned()
}

/// One field of each item of a list, sorted.
fn sorted(response: &Value, list: &str, field: &str) -> Vec<String> {
    let all = response[list].as_array().unwrap().iter();
    let mut values: Vec<String> = all.map(|one| one[field].as_str().unwrap().to_owned()).collect();
    values.sort();
    values
}

async fn guess(client: &mut Client, id: &str, seen: u64, word: &str) -> u64 {
    let act = json!({ "seen": seen, "line": format!("guess {word}") });
    let path = format!("/matches/{id}/act");
    client.post(&path, act).await.good()["seq"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_keeps_what_was_played_as_a_guest() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    let mut ann = account(server.address(), "Ann Lee").await;
    let toys = ann.get("/boards/toys").await.good()["text"].clone();
    let own = ann.open(json!({ "game": "hand" })).await;
    ann.post("/boards", json!({ "name": "pets", "text": toys })).await.good();
    // A guest finishes one match, starts another, plays at a table, and saves boards.
    let mut guest = Client::guest(server.address()).await;
    let was = id(&mut guest).await;
    let over = guest.open(json!({ "game": "wordle", "set": { "word": "crane" } })).await;
    guess(&mut guest, &over, 1, "crane").await;
    let half = guest.open(json!({ "game": "wordle", "set": { "word": "crane" } })).await;
    let seen = guess(&mut guest, &half, 1, "slate").await;
    let wanted = json!({ "game": "junior", "seats": 2, "set": { "board": "toys" } });
    let table = guest.post("/tables", wanted).await.good()["table"].as_str().unwrap().to_owned();
    let path = format!("/tables/{table}");
    let bot = json!({ "seat": 1, "name": "random" });
    guest.post(&format!("{path}/bot"), bot).await.good();
    guest.post(&format!("{path}/say"), json!({ "phrase": 0 })).await.good();
    let started = guest.post(&format!("{path}/start"), json!({})).await.good();
    let junior = started["match"].as_str().unwrap().to_owned();
    for name in ["pets", "toys"] {
        guest.post("/boards", json!({ "name": name, "text": toys })).await.good();
    }
    let played = guest.get(&format!("/matches/{over}")).await.good();
    let last = MatchFilter { id: Some(hall::MatchId(over.clone())), ..MatchFilter::all() };
    let last = async || store.summaries(&last).await.unwrap().parse().remove(0).unwrap().last;
    let before = last().await;
    let (mut old, mut socket) = (guest.clone(), guest.socket().await);
    socket.of("hello").await;

    sign_in(&mut guest, "ann lee").await;
    // Everything belongs to Ann now, on all devices, and the guest is deleted.
    assert_eq!(socket.closed().await, Some(1008));
    assert_eq!(old.get("/matches").await.code(), "web.guest");
    for kind in ["person", "session", "board", "at"] {
        assert_eq!(store.documents(kind, &was).await.unwrap(), [], "{kind}");
    }
    let mut all = vec![own, over.clone(), half.clone(), junior.clone()];
    all.sort();
    assert_eq!(sorted(&ann.get("/matches").await.good(), "matches", "match"), all);
    let boards = ann.get("/boards").await.good();
    assert_eq!(sorted(&boards, "boards", "name"), ["pets", "pets (2)", "toys"]);
    assert_eq!(sorted(&ann.get("/tables").await.good(), "tables", "table"), [table]);
    let there = ann.get(&path).await.good();
    assert_eq!((&there["host"], &there["you"]), (&json!(true), &json!(0)));
    assert_eq!(there["said"][0]["name"], "Ann Lee");
    assert_eq!(there["match"], junior.as_str());
    assert_eq!(there["rounds"], json!([]), "the round isn't over");
    // Ann can resume the unfinished match; the finished one is unchanged, and counts.
    guess(&mut ann, &half, seen, "crane").await;
    let again = ann.get(&format!("/matches/{over}")).await.good();
    assert_eq!((&again["view"], &again["over"]), (&played["view"], &played["over"]));
    assert_eq!(again["seats"], json!([{ "name": "Ann Lee", "you": true }]));
    assert_eq!(last().await, before, "the time of the match is unchanged");
    let stats = ann.get("/stats?game=wordle").await.good();
    assert_eq!(stats["tallies"][0]["played"], 2, "{stats}");
    // She can play on at the table.
    let now = ann.get(&format!("/matches/{junior}")).await.good();
    assert_eq!(now["viewer"], 0);
    ann.post(&format!("/matches/{junior}/leave"), json!({})).await.good();
    ann.post(&format!("{path}/start"), json!({})).await.good();
    server.close().await;
    // After a restart everything is the same.
    let server = start_server(store, roomy()).await;
    let mut ann = ann.at(server.address());
    assert_eq!(ann.get("/matches").await.good()["matches"].as_array().unwrap().len(), 5);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_sets_a_passphrase_keeps_everything() {
    let server = fresh_server().await;
    let mut guest = Client::guest(server.address()).await;
    let was = id(&mut guest).await;
    let played = guest.open(json!({ "game": "wordle" })).await;
    guest.ask("PUT", "/api/v1/me", Some(json!({ "name": "Ann Lee" }))).await.good();
    guest.post("/me/passphrase", json!({ "passphrase": PASSPHRASE })).await.good();
    assert_eq!(id(&mut guest).await, was);
    let mut phone = Client::nobody(server.address());
    sign_in(&mut phone, "Ann Lee").await;
    assert_eq!(sorted(&phone.get("/matches").await.good(), "matches", "match"), [played]);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_two_seats_and_accounts_are_not_merged() {
    let server = fresh_server().await;
    let mut ann = account(server.address(), "Ann Lee").await;
    let mut bob = account(server.address(), "Bob Ray").await;
    // A guest at Ann's table signs in as Ann: she keeps one seat, and the other stays without her.
    let mut guest = Client::named(server.address(), "Somebody else").await;
    let wanted = json!({ "game": "wordle", "seats": 2, "race": true });
    let table = ann.post("/tables", wanted).await.good();
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    guest.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    guest.post(&format!("{path}/sit"), json!({})).await.good();
    ann.post(&format!("{path}/start"), json!({})).await.good();
    let own = ann.get(&path).await.good()["match"].clone();
    let theirs = guest.get(&path).await.good()["match"].clone();
    sign_in(&mut guest, "Ann Lee").await;
    let now = guest.get(&path).await.good();
    assert_eq!((&now["you"], &now["match"]), (&json!(0), &own));
    assert_eq!(now["seats"][1], json!({ "name": "Deleted player" }));
    let theirs = format!("/matches/{}", theirs.as_str().unwrap());
    assert_eq!(guest.get(&theirs).await.code(), "house.match", "a rival's match before the end");
    // When Ann signs in on Bob's machine, nothing of Bob's account moves to hers.
    let played = bob.open(json!({ "game": "wordle" })).await;
    let mut machine = bob.clone();
    sign_in(&mut machine, "Ann Lee").await;
    assert!(!machine.get("/matches").await.text.contains(&played));
    sign_in(&mut machine, "Bob Ray").await;
    assert_eq!(sorted(&machine.get("/matches").await.good(), "matches", "match"), [played]);
    server.close().await;
}
