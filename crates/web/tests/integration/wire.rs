//! Searches every message and response, to every viewer of every game, for secrets of the deal in the log.

use crate::common::{Client, Socket, roomy, start_server};
use hall::{Entry, MatchId, Store};
use serde_json::{Value, json};

/// The parts of the deal that this seat must not see; those that nobody may see, for `usize::MAX`.
async fn secrets(store: &Store, id: &str, seat: usize) -> Vec<String> {
    let log = store.load(&MatchId(id.into()), 0).await.unwrap();
    let Entry::Opened { game, seed, events, .. } = &log[0].entry else { panic!() };
    let mut secrets = vec![seed.to_string(), engine::base32::seed(*seed)];
    for event in events {
        let event: Value = serde_json::from_str(event.get()).unwrap();
        let dealt = &event["Dealt"];
        let texts = |value: &Value| -> Vec<String> {
            let all = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
            all.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
        };
        match game.as_str() {
            "wordle" => secrets.extend(texts(&dealt["word"])),
            "wizards" => {
                let words = dealt["words"].as_array().into_iter().flatten();
                secrets.extend(words.flat_map(|placed| texts(&placed["word"])));
            }
            "hand" => {
                secrets.extend(texts(&dealt["hands"]).into_iter().skip(1));
                secrets.extend(texts(&dealt["order"]));
            }
            "junior" => {
                let racks = texts(&dealt["racks"]).into_iter().enumerate();
                secrets.extend(racks.filter(|(other, _)| *other != seat).map(|(_, rack)| rack));
            }
            _ => {}
        }
    }
    // A word of three letters may be part of any sentence.
    secrets.retain(|secret| secret.len() > 3);
    secrets
}

/// A message without ids, which may contain any letters by chance.
fn without_ids(frame: &str) -> String {
    let parts = frame.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let is_id =
        |part: &str| part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).len() == 26;
    parts.filter(|part| !is_id(part)).collect()
}

fn search(game: &str, viewer: &str, frames: &[String], secrets: &[String]) {
    assert!(frames.len() > 1, "{game}: {viewer} received nothing");
    for frame in frames {
        let low = without_ids(frame).to_lowercase();
        for secret in secrets {
            let leaks = low.contains(&secret.to_lowercase());
            assert!(!leaks, "{game}: {viewer} received {secret}: {frame}");
        }
    }
}

/// Plays a few moves: some that the game offers, some that it refuses.
async fn act(socket: &mut Socket, id: &str, first: &Value) {
    let mut seen = first["seq"].clone();
    let mut lines: Vec<String> =
        ["guess slate", "guess xyzzy", "word", "%"].map(String::from).to_vec();
    lines.extend(first["scene"]["choices"][0]["line"].as_str().map(str::to_owned));
    for line in lines {
        let ack = socket.ask(json!({ "do": "act", "match": id, "seen": seen, "line": line })).await;
        if ack["type"] == "ack" {
            seen = ack["seq"].clone();
        }
        socket.ask(json!({ "do": "preview", "match": id, "typed": line })).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_message_of_any_game_holds_a_secret_of_the_deal() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    let address = server.address();
    let mut ann = Client::named(address, "Ann").await;
    let mut bob = Client::named(address, "Bob").await;
    let mut eve = Client::named(address, "Eve").await;
    let mut searched = 0;
    for (game, set) in [
        ("wordle", "-"),
        ("wizards", "-"),
        ("hand", "hands=3"),
        ("wampus", "-"),
        ("junior", "racks=hidden"),
        ("builder", "-"),
    ] {
        let ticket = format!("{game}/1/{set}/en-1/4K9M2PXQ7D3T5");
        let table = ann.post("/tables", json!({ "ticket": ticket })).await.good();
        let id = table["table"].as_str().unwrap();
        let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
        eve.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
        bob.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
        if game == "junior" {
            bob.post(&format!("/tables/{id}/sit"), json!({})).await.good();
        }
        let (mut own, mut watching) = (ann.socket().await, eve.socket().await);
        let mut other = bob.socket().await;
        for socket in [&mut own, &mut other, &mut watching] {
            socket.say(json!({ "do": "follow", "table": id })).await;
        }
        let started = ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
        let played = started["match"].as_str().unwrap();
        let first = own.follow(played).await;
        let public = watching.follow(played).await;
        other.follow(played).await;
        assert_eq!((&first["viewer"], &public["viewer"]), (&json!(0), &json!(-1)));
        act(&mut own, played, &first).await;
        let last = ann.get(&format!("/matches/{played}")).await;
        assert!(last.good()["over"].is_null(), "{game} is over too soon to see anything");
        own.received.push(last.text);
        own.received.push(ann.get("/matches").await.text);
        own.received.push(ann.get(&format!("/tables/{id}")).await.text);
        watching.received.push(eve.get(&format!("/matches/{played}")).await.text);
        watching.received.push(eve.get(&format!("/tables/{id}")).await.text);
        other.received.push(bob.get(&format!("/matches/{played}")).await.text);
        other.received.push(bob.get("/matches").await.text);
        let (for_seat, for_all) =
            (secrets(&store, played, 0).await, secrets(&store, played, usize::MAX).await);
        search(game, "the seat", &own.received, &for_seat);
        search(game, "the public", &watching.received, &for_all);
        search(game, "the other seat", &other.received, &secrets(&store, played, 1).await);
        searched += for_all.len();
    }
    assert!(searched > 25, "{searched}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_message_of_a_race_holds_the_deal_or_the_moves_of_others() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    let address = server.address();
    let mut ann = Client::named(address, "Ann").await;
    let mut bob = Client::named(address, "Bob").await;
    for game in ["wordle", "wizards", "hand", "wampus"] {
        let ticket = format!("{game}/1/-/en-1/4K9M2PXQ7D3T5");
        let wanted = json!({ "ticket": ticket, "race": true, "seats": 2 });
        let table = ann.post("/tables", wanted).await.good();
        let id = table["table"].as_str().unwrap();
        let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
        bob.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good();
        bob.post(&format!("/tables/{id}/sit"), json!({})).await.good();
        let started = ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
        let hers = started["match"].as_str().unwrap().to_owned();
        let his =
            bob.get(&format!("/tables/{id}")).await.good()["match"].as_str().unwrap().to_owned();
        let (mut own, mut other) = (ann.socket().await, bob.socket().await);
        other.say(json!({ "do": "follow", "table": id })).await;
        other.follow(&his).await;
        let first = own.follow(&hers).await;
        act(&mut own, &hers, &first).await;
        // A player who is done doesn't reveal anything either, until the others are done.
        let left = own.ask(json!({ "do": "leave", "match": hers })).await;
        assert_eq!(left["type"], "ack");
        other.until(|received| received["progress"][0]["over"] == true).await;
        for path in [format!("/tables/{id}"), format!("/matches/{his}"), "/matches".into()] {
            other.received.push(bob.get(&path).await.text);
        }
        assert_eq!(bob.get(&format!("/matches/{hers}")).await.code(), "house.match");
        assert!(
            other.received.iter().all(|frame| !frame.contains(&hers)),
            "{game}: the id of the other match is sent"
        );
        let mut secret = secrets(&store, &his, usize::MAX).await;
        secret.push("slate".to_owned());
        search(game, "the other racer", &other.received, &secret);
        ann.post(&format!("/tables/{id}/say"), json!({ "phrase": 0 })).await.good();
    }
    server.close().await;
}
