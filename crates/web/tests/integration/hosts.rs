//! Removing people from a table, giving more time, and limits on phrases and offensive words.

use crate::common::{Client, fresh_server, roomy, start_server};
use hall::Store;
use serde_json::{Value, json};
use web::ServerLimits;
use words::Lexicon;

/// A table that Ann hosts and Ben has joined; returns its path and the code of its invitation.
async fn two(ann: &mut Client, ben: &mut Client, wanted: Value) -> (String, String) {
    let table = ann.post("/tables", wanted).await.good();
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    ben.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    (path, code)
}

/// The id of a person at a table.
fn person(table: &Value, name: &str) -> Value {
    let people = table["people"].as_array().unwrap();
    people.iter().find(|person| person["name"] == name).unwrap()["person"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_can_remove_a_player() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut ben = Client::named(server.address(), "Ben").await;
    let (path, code) = two(&mut ann, &mut ben, json!({ "game": "junior" })).await;
    let sat = ben.post(&format!("{path}/sit"), json!({})).await.good();
    let (own, hers) = (person(&sat, "Ben"), person(&sat, "Ann"));
    let remove = format!("{path}/remove");
    assert_eq!(ben.post(&remove, json!({ "person": hers })).await.code(), "table.host");
    for nobody in [hers, json!("X")] {
        assert_eq!(ann.post(&remove, json!({ "person": nobody })).await.code(), "table.person");
    }
    // Not during a round.
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    assert_eq!(ann.post(&remove, json!({ "person": own })).await.code(), "table.begun");
    let game = started["match"].as_str().unwrap();
    ann.post(&format!("/matches/{game}/leave"), json!({})).await.good();
    let mut socket = ben.socket().await;
    socket.say(json!({ "do": "follow", "table": started["table"] })).await;
    socket.of("table").await;
    let after = ann.post(&remove, json!({ "person": own })).await.good();
    assert_eq!((&after["seats"][1], after["people"].as_array().unwrap().len()), (&Value::Null, 1));
    assert_eq!(socket.of("gone").await["code"], "table.unknown");
    assert_eq!(ben.get(&path).await.code(), "table.unknown");
    assert_eq!(ben.get("/tables").await.good()["tables"], json!([]));
    let back = ben.post(&format!("{path}/join"), json!({ "invitation": code })).await;
    assert_eq!(back.code(), "table.invitation");
    // With the new invitation he can join again.
    let code = after["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    ben.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_spectator_cannot_follow_the_match() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut ben = Client::named(server.address(), "Ben").await;
    let (path, _) = two(&mut ann, &mut ben, json!({ "game": "junior" })).await;
    ann.post(&format!("{path}/bot"), json!({ "seat": 1, "name": "random" })).await.good();
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    let game = started["match"].as_str().unwrap();
    let mut socket = ben.socket().await;
    assert_eq!(socket.follow(game).await["viewer"], -1);
    let own = person(&started, "Ben");
    ann.post(&format!("{path}/remove"), json!({ "person": own })).await.good();
    let now = ann.get(&format!("/matches/{game}")).await.good();
    let act = json!({ "seen": now["seq"], "line": now["scene"]["choices"][0]["line"] });
    ann.post(&format!("/matches/{game}/act"), act).await.good();
    assert_eq!(socket.of("gone").await["match"], game);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn phrases_are_rate_limited() {
    let server =
        start_server(Store::memory(), ServerLimits { phrases: (1e-6, 3.0), ..roomy() }).await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut ben = Client::named(server.address(), "Ben").await;
    let (path, _) = two(&mut ann, &mut ben, json!({ "game": "junior" })).await;
    let id = path.rsplit('/').next().unwrap();
    let mut socket = ben.socket().await;
    let hello = json!({ "do": "say", "table": id, "phrase": 0 });
    assert_eq!(socket.ask(hello.clone()).await["type"], "ack");
    for _ in 0..2 {
        ben.post(&format!("{path}/say"), json!({ "phrase": 0 })).await.good();
    }
    assert_eq!(socket.ask(hello).await["code"], "web.busy");
    let busy = ben.post(&format!("{path}/say"), json!({ "phrase": 0 })).await;
    assert_eq!((busy.status, busy.code().as_str()), (429, "web.busy"));
    // Others can still say phrases.
    ann.post(&format!("{path}/say"), json!({ "phrase": 0 })).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_can_give_time_to_others_but_not_to_themselves() {
    let store = Store::memory();
    let (here, there) =
        (start_server(store.clone(), roomy()).await, start_server(store.clone(), roomy()).await);
    let mut ann = Client::named(here.address(), "Ann").await;
    let mut ben = Client::named(here.address(), "Ben").await;
    let (path, _) = two(&mut ann, &mut ben, json!({ "game": "junior", "limit": 3600 })).await;
    ben.post(&format!("{path}/sit"), json!({})).await.good();
    assert_eq!(ann.post(&format!("{path}/time"), json!({})).await.code(), "table.waiting");
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    let game = format!("/matches/{}", started["match"].as_str().unwrap());
    // It is Ann's turn: though she is the host, she can't give herself time. Ben can.
    assert_eq!(ann.post(&format!("{path}/time"), json!({})).await.code(), "table.turn");
    assert_eq!(ben.post(&format!("{path}/time"), json!({})).await.good()["more_time"], 1);
    // Ann plays until it is Ben's turn.
    let mut now = ann.get(&game).await.good();
    while now["to_act"] == json!([0]) {
        let act = json!({ "seen": now["seq"], "line": now["scene"]["choices"][0]["line"] });
        ann.post(&format!("{game}/act"), act).await.good();
        now = ann.get(&game).await.good();
    }
    assert_eq!(now["to_act"], json!([1]));
    assert_eq!(ben.post(&format!("{path}/time"), json!({})).await.code(), "table.turn");
    let mut table = ben.at(there.address()).socket().await;
    table.say(json!({ "do": "follow", "table": started["table"] })).await;
    // Both nodes measure the time; each gives the whole time again.
    let mut before = Vec::new();
    for node in [&here, &there] {
        // Less than the whole time is left as soon as a millisecond has passed.
        let left = loop {
            let shown = ben.at(node.address()).get(&game).await.good();
            match shown["deadline_ms"].as_u64().unwrap() {
                3_600_000.. => tokio::task::yield_now().await,
                left => break left,
            }
        };
        before.push(left);
    }
    let given = ann.post(&format!("{path}/time"), json!({})).await.good();
    assert_eq!(given["more_time"], 2);
    table.until(|received| received["more_time"] == 2).await;
    for (node, before) in [&here, &there].into_iter().zip(before) {
        // The other node learns of it in a moment.
        loop {
            let shown = ben.at(node.address()).get(&game).await.good();
            if shown["deadline_ms"].as_u64().unwrap() > before {
                break;
            }
            tokio::task::yield_now().await;
        }
    }
    here.close().await;
    there.close().await;
    let other = start_server(Store::memory(), roomy()).await;
    let mut ann = Client::named(other.address(), "Ann").await;
    let mut ben = Client::named(other.address(), "Ben").await;
    let (path, _) = two(&mut ann, &mut ben, json!({ "game": "junior" })).await;
    assert_eq!(ann.post(&format!("{path}/time"), json!({})).await.code(), "table.limit");
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_race_players_who_are_done_can_give_time() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut ben = Client::named(server.address(), "Ben").await;
    let race = json!({ "game": "wordle", "race": true, "seats": 3, "limit": 3600 });
    let (path, _) = two(&mut ann, &mut ben, race).await;
    ben.post(&format!("{path}/sit"), json!({})).await.good();
    ann.post(&format!("{path}/bot"), json!({ "seat": 2, "name": "random" })).await.good();
    ann.post(&format!("{path}/start"), json!({})).await.good();
    let time = format!("{path}/time");
    for racer in [&mut ann, &mut ben] {
        assert_eq!(racer.post(&time, json!({})).await.code(), "table.turn");
    }
    let own = ben.get(&path).await.good()["match"].clone();
    ben.post(&format!("/matches/{}/leave", own.as_str().unwrap()), json!({})).await.good();
    assert_eq!(ben.post(&time, json!({})).await.good()["more_time"], 1);
    assert_eq!(ann.post(&time, json!({})).await.code(), "table.turn");
    // A spectator can't give time, unless they are the host.
    let mut cem = Client::named(server.address(), "Cem").await;
    let code = ann.get(&path).await.good()["invitation"].clone();
    let code = code.as_str().unwrap().rsplit('/').next().unwrap();
    cem.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    assert_eq!(cem.post(&time, json!({})).await.code(), "table.host");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offensive_words_cannot_be_sent_to_others() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let words = Lexicon::builtin();
    let word = words.words().find(|word| word.len() == 5 && !words.fit(word)).unwrap();
    let set = json!({ "game": "wordle", "set": { "word": word } });
    let race = json!({ "game": "wordle", "set": { "word": word }, "race": true, "seats": 2 });
    for (path, what) in [("/tickets", &set), ("/matches", &set), ("/tables", &race)] {
        let refused = ann.post(path, what.clone()).await;
        assert_eq!((refused.status, refused.code().as_str()), (422, "web.word"), "{path}");
    }
    let nice = json!({ "game": "wordle", "set": { "word": "crane" } });
    ann.post("/tickets", nice).await.good();
    server.close().await;
}
