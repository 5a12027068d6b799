//! On the wire: nothing that a viewer may not know is in any byte that is sent to them. Matches that differ only in
//! secrets send the same bytes, and every frame is searched for what the log says was dealt.

use crate::common::{Client, Socket, house, roomy};
use hall::{Entry, MatchId, Store};
use serde_json::{Value, json};

/// Everything that must not be heard: what was dealt and is hidden from all, or from all but one seat.
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
    // A word of three letters may be a part of any sentence.
    secrets.retain(|secret| secret.len() > 3);
    secrets
}

fn search(game: &str, who: &str, frames: &[String], secrets: &[String]) {
    assert!(frames.len() > 1, "{game}: {who} heard nothing");
    for frame in frames {
        let low = frame.to_lowercase();
        for secret in secrets {
            assert!(!low.contains(&secret.to_lowercase()), "{game}: {who} hears {secret}: {frame}");
        }
    }
}

/// A few moves, whatever the game offers, and what it refuses.
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
async fn no_frame_of_any_game_holds_what_was_dealt_in_secret() {
    let store = Store::memory();
    let server = house(store.clone(), roomy()).await;
    let address = server.address();
    let mut ann = Client::named(address, "Ann").await;
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
        if game == "junior" {
            let bot = json!({ "seat": 1, "name": "sensible" });
            ann.post(&format!("/tables/{id}/bot"), bot).await.good();
        }
        let (mut own, mut watching) = (ann.socket().await, eve.socket().await);
        for socket in [&mut own, &mut watching] {
            socket.say(json!({ "do": "follow", "table": id })).await;
        }
        let started = ann.post(&format!("/tables/{id}/start"), json!({})).await.good();
        let played = started["match"].as_str().unwrap();
        let first = own.follow(played).await;
        let public = watching.follow(played).await;
        assert_eq!((&first["viewer"], &public["viewer"]), (&json!(0), &json!(-1)));
        act(&mut own, played, &first).await;
        let last = ann.get(&format!("/matches/{played}")).await;
        assert!(last.good()["over"].is_null(), "{game} is over too soon to see anything");
        own.heard.push(last.text);
        own.heard.push(ann.get("/matches").await.text);
        own.heard.push(ann.get(&format!("/tables/{id}")).await.text);
        watching.heard.push(eve.get(&format!("/matches/{played}")).await.text);
        watching.heard.push(eve.get(&format!("/tables/{id}")).await.text);
        let (for_seat, for_all) =
            (secrets(&store, played, 0).await, secrets(&store, played, usize::MAX).await);
        search(game, "the seat", &own.heard, &for_seat);
        search(game, "the public", &watching.heard, &for_all);
        searched += for_all.len();
    }
    assert!(searched > 25, "{searched}");
    server.close().await;
}

/// All frames of a match whose lines are played one after the other, without its name.
async fn frames(ann: &mut Client, wanted: Value, lines: &[&str]) -> Vec<String> {
    let id = ann.open(wanted).await;
    let mut socket = ann.socket().await;
    let mut seen = socket.follow(&id).await["seq"].clone();
    for line in lines {
        let ack = socket.ask(json!({ "do": "act", "match": id, "seen": seen, "line": line })).await;
        let heard = socket.heard.iter().filter(|it| it.contains("\"update\"")).count();
        if ack["type"] == "ack" {
            seen = ack["seq"].clone();
            let shown = |text: &String| text.contains(&format!("\"seq\":{seen},\"viewer\""));
            if !socket.heard.iter().any(shown) {
                let _ = socket.until(|it| it["type"] == "update" && it["seq"] == seen).await;
            }
        }
        assert!(heard > 0);
    }
    let look = ann.get(&format!("/matches/{id}")).await.text;
    // An answer may come before or after the update that shows it.
    let mut frames: Vec<_> = socket.heard.iter().map(|it| it.replace(&id, "ID")).collect();
    frames.push(look.replace(&id, "ID"));
    frames.sort();
    frames
}

#[tokio::test(flavor = "multi_thread")]
async fn twins_send_the_same_bytes() {
    let server = house(Store::memory(), roomy()).await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let twins: [(Value, Value, &[&str]); 2] = [
        (
            json!({ "game": "wordle", "set": { "word": "crane" } }),
            json!({ "game": "wordle", "set": { "word": "grade" } }),
            &["guess slate", "guess xxxxx", "guess shake"],
        ),
        (
            json!({ "game": "wampus", "set": { "fog": "exit", "layout": "A..E:....:..W.:..GP" } }),
            json!({ "game": "wampus", "set": { "fog": "exit", "layout": "A..E:....:..G.:..PW" } }),
            &["move down", "move up"],
        ),
    ];
    for (one, two, lines) in twins {
        let (a, b) = (frames(&mut ann, one, lines).await, frames(&mut ann, two, lines).await);
        assert_eq!(a, b);
        assert!(a.len() > 3);
    }
    server.close().await;
}
