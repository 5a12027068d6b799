//! Tables: invitations, seats, matches, races, time limits.

use crate::common::{Client, Socket, fresh_server, roomy, start_server};
use hall::Store;
use serde_json::{Value, json};

/// The table's id and the code in an invitation link.
fn invitation(table: &Value) -> (String, String) {
    let url = table["invitation"].as_str().unwrap();
    let mut parts = url.rsplit('/');
    let code = parts.next().unwrap().to_owned();
    (parts.next().unwrap().to_owned(), code)
}

async fn join(client: &mut Client, table: &Value) -> Value {
    let (id, code) = invitation(table);
    client.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await.good()
}

async fn watch_table(client: &Client, id: &str) -> Socket {
    let mut socket = client.socket().await;
    socket.say(json!({ "do": "follow", "table": id })).await;
    socket.of("table").await;
    socket
}

/// Plays by hints until the match is over.
async fn play(client: &mut Client, id: &str) {
    loop {
        let now = client.get(&format!("/matches/{id}")).await.good();
        if !now["over"].is_null() {
            return;
        }
        if now["to_act"] != json!([now["viewer"]]) {
            client.get(&format!("/matches/{id}?wait={}", now["seq"])).await.good();
            continue;
        }
        let hint = client.post(&format!("/matches/{id}/hint"), json!({})).await.good();
        let line = hint["hint"]["line"].clone();
        let act = json!({ "seen": now["seq"].as_u64().unwrap() + 1, "line": line });
        client.post(&format!("/matches/{id}/act"), act).await.good();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_and_a_bot_play_junior_and_a_rematch() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut bob = Client::named(server.address(), "Bob").await;
    let mut eve = Client::guest(server.address()).await;
    let wanted = json!({ "game": "junior", "seats": 3, "set": { "board": "toys" } });
    let table = ann.post("/tables", wanted).await.good();
    let (id, code) = invitation(&table);
    let path = format!("/tables/{id}");
    assert_eq!(
        (&table["host"], &table["you"], &table["state"]),
        (&json!(true), &json!(0), &json!("open"))
    );
    // A person without an invitation can't see the table.
    for what in ["sit", "stand", "start", "close"] {
        let refused = eve.post(&format!("{path}/{what}"), json!({})).await;
        assert_eq!(refused.code(), "table.unknown", "{what}");
    }
    assert_eq!(eve.get(&path).await.code(), "table.unknown");
    let wrong = eve.post(&format!("{path}/join"), json!({ "invitation": "X" })).await;
    assert_eq!(wrong.code(), "table.invitation");
    // A person with the link can look at the table, join and sit down; everyone who follows it is notified.
    let mut socket = watch_table(&ann, &id).await;
    bob.get(&format!("{path}?invitation={code}")).await.good();
    join(&mut bob, &table).await;
    let taken = bob.post(&format!("{path}/sit"), json!({ "seat": 0 })).await;
    assert_eq!(taken.code(), "table.seat");
    let sat = bob.post(&format!("{path}/sit"), json!({})).await.good();
    assert_eq!(sat["you"], 1);
    socket.until(|received| received["seats"][1]["name"] == "Bob").await;
    assert_eq!(bob.post(&format!("{path}/start"), json!({})).await.code(), "table.host");
    assert_eq!(ann.post(&format!("{path}/start"), json!({})).await.code(), "table.waiting");
    let bot = json!({ "seat": 2, "name": "sensible" });
    assert_eq!(bob.post(&format!("{path}/bot"), bot.clone()).await.code(), "table.host");
    ann.post(&format!("{path}/bot"), bot).await.good();
    bob.post(&format!("{path}/say"), json!({ "phrase": 1 })).await.good();
    let received = socket.until(|received| received["said"][0].is_object()).await;
    assert_eq!(received["said"], json!([{ "name": "Bob", "phrase": "Good luck!" }]));
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    assert_eq!(started["state"], "playing");
    let game = started["match"].as_str().unwrap().to_owned();
    assert_eq!(bob.post(&format!("{path}/stand"), json!({})).await.code(), "table.begun");
    // Spectators can't play, and people who aren't at the table can't see the match.
    assert_eq!(eve.get(&format!("/matches/{game}")).await.code(), "house.match");
    join(&mut eve, &table).await;
    let seen = eve.get(&format!("/matches/{game}")).await.good();
    assert_eq!((&seen["viewer"], &seen["scene"]["choices"]), (&json!(-1), &json!([])));
    let act = json!({ "seen": seen["seq"], "line": "place Aa" });
    assert_eq!(eve.post(&format!("/matches/{game}/act"), act).await.code(), "web.seat");
    let (one, two) = (game.clone(), game.clone());
    tokio::join!(play(&mut ann, &one), play(&mut bob, &two));
    let over = socket.until(|received| received["state"] == "over").await;
    assert_eq!(over["rounds"][0]["scores"].as_array().unwrap().len(), 3);
    // In the rematch the next seat moves first.
    let again = ann.post(&format!("{path}/start"), json!({})).await.good();
    let game = again["match"].as_str().unwrap();
    let seats = bob.get(&format!("/matches/{game}")).await.good();
    assert_eq!((&seats["viewer"], &seats["seats"][0]["name"]), (&json!(0), &json!("Bob")));
    assert_eq!(bob.get("/me").await.good()["me"]["waiting"], 1);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_can_be_replaced_and_turned_off() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let (id, code) = invitation(&table);
    let path = format!("/tables/{id}");
    let renewed = ann.post(&format!("{path}/invitation"), json!({})).await.good();
    let old = bob.post(&format!("{path}/join"), json!({ "invitation": code })).await;
    assert_eq!((old.status, old.code().as_str()), (404, "table.invitation"));
    let none = ann.delete(&format!("{path}/invitation")).await.good();
    assert_eq!(none["invitation"], Value::Null);
    let (_, code) = invitation(&renewed);
    let refused = bob.post(&format!("{path}/join"), json!({ "invitation": code })).await;
    assert_eq!(refused.code(), "table.invitation");
    assert_eq!(bob.get(&format!("{path}?invitation={code}")).await.code(), "table.unknown");
    ann.post(&format!("{path}/close"), json!({})).await.good();
    assert_eq!(ann.post(&format!("{path}/sit"), json!({})).await.code(), "table.closed");
    assert_eq!(ann.get("/tables").await.good()["tables"], json!([]));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn racers_see_only_the_progress_of_the_others() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut bob = Client::named(server.address(), "Bob").await;
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" }, "race": true, "seats": 2 });
    let table = ann.post("/tables", wanted).await.good();
    assert_eq!(table["setup"]["word"], "hidden");
    let (id, _) = invitation(&table);
    let path = format!("/tables/{id}");
    join(&mut bob, &table).await;
    bob.post(&format!("{path}/sit"), json!({})).await.good();
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    let own = started["match"].as_str().unwrap().to_owned();
    let theirs = bob.get(&path).await.good()["match"].as_str().unwrap().to_owned();
    assert_ne!(own, theirs);
    let mut socket = watch_table(&bob, &id).await;
    for line in ["guess slate", "guess crane"] {
        let seq = ann.get(&format!("/matches/{own}")).await.good()["seq"].clone();
        ann.post(&format!("/matches/{own}/act"), json!({ "seen": seq, "line": line })).await.good();
    }
    let seen = socket.until(|received| received["progress"][0]["over"] == true).await;
    assert_eq!(
        (&seen["progress"][0]["match"], &seen["progress"][0]["score"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(seen["state"], "playing");
    for frame in &socket.received {
        let low = frame.to_lowercase();
        assert!(
            !low.contains("crane") && !low.contains("slate") && !low.contains(&own.to_lowercase()),
            "{frame}"
        );
    }
    // A player who is done doesn't get the ticket yet, and nobody else sees that match.
    assert_eq!(bob.get(&format!("/matches/{own}")).await.code(), "house.match");
    let done = ann.get(&format!("/matches/{own}")).await.good();
    assert_eq!(done["over"]["ticket"], Value::Null);
    assert_eq!(ann.get(&format!("/matches/{own}/play")).await.code(), "house.secret");
    assert_eq!(ann.get("/stats").await.good()["tallies"], json!([]));
    bob.post(&format!("/matches/{theirs}/leave"), json!({})).await.good();
    let over = socket.until(|received| received["state"] == "over").await;
    assert_eq!(over["rounds"][0]["winners"], json!([0]));
    assert_eq!(over["progress"][0]["match"], own.as_str());
    assert!(ann.get(&format!("/matches/{own}")).await.good()["over"]["ticket"].is_string());
    assert!(ann.get("/stats").await.good()["tallies"][0]["best"]["ticket"].is_string());
    let replay = bob.get(&format!("/matches/{own}/replay")).await.good();
    assert_eq!(replay["steps"].as_array().unwrap().len(), 3);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_is_too_slow_loses_and_a_hint_gives_no_time() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut bob = Client::named(server.address(), "Bob").await;
    for limit in [9, 1_209_601] {
        let wanted = json!({ "game": "junior", "limit": limit });
        assert_eq!(ann.post("/tables", wanted).await.code(), "house.setup", "{limit}");
    }
    let table = ann.post("/tables", json!({ "game": "junior", "limit": 10 })).await.good();
    let (id, _) = invitation(&table);
    let path = format!("/tables/{id}");
    join(&mut bob, &table).await;
    bob.post(&format!("{path}/sit"), json!({})).await.good();
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    let game = started["match"].as_str().unwrap().to_owned();
    let mut socket = ann.socket().await;
    let first = socket.follow(&game).await;
    let left = first["deadline_ms"].as_u64().unwrap();
    assert!((1..=10_000).contains(&left), "{left}");
    socket.ask(json!({ "do": "hint", "match": game })).await;
    let over = socket.until(|received| !received["over"].is_null()).await;
    assert_eq!(over["over"]["winners"], json!([1]));
    assert_eq!((&first["left"], &over["left"]), (&json!([]), &json!([0])));
    let again = ann.get(&format!("/matches/{game}/play")).await;
    assert!(again.text.contains("0: /timeout"), "{}", again.text);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_survives_a_restart() {
    let folder = std::env::temp_dir().join(format!("lexicade-table-{}", std::process::id()));
    let file = folder.join("house.db");
    let server = start_server(Store::sqlite(&file).unwrap(), roomy()).await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let table = ann.post("/tables", json!({ "game": "junior", "limit": 3600 })).await.good();
    let (id, _) = invitation(&table);
    let path = format!("/tables/{id}");
    ann.post(&format!("{path}/bot"), json!({ "seat": 1, "name": "random" })).await.good();
    let before = ann.post(&format!("{path}/start"), json!({})).await.good();
    server.close().await;
    let server = start_server(Store::sqlite(&file).unwrap(), roomy()).await;
    ann.address = server.address();
    ann = ann.with("host", &ann.address.to_string());
    ann = ann.with("origin", &format!("http://{}", ann.address));
    let after = ann.get(&path).await.good();
    for key in ["seats", "match", "state", "limit", "round"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    let game = before["match"].as_str().unwrap();
    play(&mut ann, game).await;
    assert_eq!(ann.get(&path).await.good()["state"], "over");
    server.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_wins_a_cancelled_match_and_the_canceller_is_named() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut bob = Client::named(server.address(), "Bob").await;
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let (id, _) = invitation(&table);
    let path = format!("/tables/{id}");
    join(&mut bob, &table).await;
    bob.post(&format!("{path}/sit"), json!({})).await.good();
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    let game = started["match"].as_str().unwrap().to_owned();
    let mut socket = ann.socket().await;
    let before = socket.follow(&game).await;
    bob.post(&format!("/matches/{game}/abort"), json!({})).await.good();
    let over = socket.until(|received| !received["over"].is_null()).await;
    assert_eq!((&over["over"]["winners"], &over["over"]["called_off"]), (&json!([]), &json!(1)));
    assert_eq!(over["said"], json!(["Bob cancelled the match. Nobody wins."]));
    // The scene stays as it was, without choices; no pane names a winner.
    assert_eq!(over["scene"]["panes"], before["scene"]["panes"]);
    assert_eq!(over["scene"]["choices"], json!([]));
    let own = bob.get(&format!("/matches/{game}")).await.good();
    assert_eq!(own["said"], json!(["You cancelled the match. Nobody wins."]));
    let round = &bob.get(&path).await.good()["rounds"][0];
    assert_eq!((&round["winners"], &round["called_off"]), (&json!([]), &json!(true)));
    for person in [&mut ann, &mut bob] {
        let brief = person.get("/matches").await.good()["matches"][0]["over"].clone();
        assert_eq!((&brief["won"], &brief["called_off"]), (&json!(false), &json!(true)));
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_keeps_nobody_waiting() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let mut bob = Client::named(server.address(), "Bob").await;
    let alone = ann.open(json!({ "game": "wordle" })).await;
    let empty = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let (id, _) = invitation(&table);
    let path = format!("/tables/{id}");
    join(&mut bob, &table).await;
    bob.post(&format!("{path}/sit"), json!({})).await.good();
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    let game = started["match"].as_str().unwrap().to_owned();
    ann.ask("DELETE", "/api/v1/me", Some(json!({ "name": "Ann" }))).await.good();
    let over = bob.get(&format!("/matches/{game}")).await.good();
    assert_eq!(over["over"]["winners"], json!([1]));
    assert!(!bob.get(&format!("/matches/{alone}")).await.good()["over"].is_null());
    // Bob is the host now, and Ann's seat is open.
    let now = bob.get(&path).await.good();
    assert_eq!((&now["host"], &now["seats"][0]), (&json!(true), &Value::Null));
    bob.post(&format!("{path}/bot"), json!({ "seat": 0, "name": "random" })).await.good();
    bob.post(&format!("{path}/start"), json!({})).await.good();
    // The table at which nobody is left is closed, and its invitation no longer works.
    let (id, code) = invitation(&empty);
    let late = bob.post(&format!("/tables/{id}/join"), json!({ "invitation": code })).await;
    assert_eq!(late.code(), "table.closed");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_open_tables_are_listed() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let mut open = Vec::new();
    for n in 0..4 {
        let table = ann.post("/tables", json!({ "game": "wordle" })).await.good();
        let id = table["table"].as_str().unwrap().to_owned();
        match n % 2 {
            0 => drop(ann.post(&format!("/tables/{id}/close"), json!({})).await.good()),
            _ => open.push(id),
        }
    }
    let listed = ann.get("/tables").await.good();
    let ids = listed["tables"].as_array().unwrap().iter().map(|table| table["table"].as_str());
    let mut ids: Vec<&str> = ids.map(Option::unwrap).collect();
    ids.sort_unstable();
    open.sort_unstable();
    assert_eq!(ids, open);
    server.close().await;
}
