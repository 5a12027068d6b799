//! How much one person may have stored, and how much one address may store in a day.

use crate::common::{Answer, Client, roomy, start_server, start_server_with};
use hall::{Change, Clock, Document, Store};
use serde_json::{Value, json};
use std::net::IpAddr;
use web::{Config, PerDay, Quota, Server, ServerLimits};

const SMALL: Quota = Quota { boards: 3, board_bytes: 20_000, tables: 2, matches: 2 };
const LARGER: Quota = Quota { boards: 5, board_bytes: 90_000, tables: 3, matches: 3 };

async fn small() -> Server {
    start_server(Store::memory(), ServerLimits { guest: SMALL, account: LARGER, ..roomy() }).await
}

/// Saves a board with this many extra newlines, each of which takes two bytes as JSON.
async fn board(client: &mut Client, name: &str, newlines: usize) -> Answer {
    let text = client.get("/boards/toys").await.good()["text"].as_str().unwrap().to_owned();
    let text = text + &"\n".repeat(newlines);
    client.post("/boards", json!({ "name": name, "text": text })).await
}

fn is_full(answer: &Answer, text: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (422, "web.full"), "{}", answer.text);
    assert!(answer.text.contains(text), "{}", answer.text);
}

fn is_busy(answer: &Answer) {
    assert_eq!((answer.status, answer.code().as_str()), (429, "web.busy"), "{}", answer.text);
    assert!(answer.headers.contains_key("retry-after"));
}

async fn set_passphrase(client: &mut Client) {
    client.post("/me/passphrase", json!({ "passphrase": "three good words" })).await.good();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_may_save_fewer_boards_than_an_account() {
    let server = small().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    for n in 0..3 {
        board(&mut ann, &format!("board {n}"), n).await.good();
    }
    is_full(&board(&mut ann, "one more", 0).await, "Delete one first.");
    // A board may be replaced by one of the same size.
    board(&mut ann, "board 2", 2).await.good();
    set_passphrase(&mut ann).await;
    board(&mut ann, "one more", 0).await.good();
    board(&mut ann, "and another", 0).await.good();
    is_full(&board(&mut ann, "too many", 0).await, "You have 5 boards.");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stored_size_of_boards_counts() {
    let server = small().await;
    let mut ann = Client::guest(server.address()).await;
    // 6,000 newlines are 12,000 bytes in the store: two such boards are more than 20,000.
    board(&mut ann, "one", 6_000).await.good();
    is_full(&board(&mut ann, "two", 6_000).await, "19 KB");
    is_full(&board(&mut ann, "one", 12_000).await, "19 KB");
    board(&mut ann, "two", 100).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_tables_and_unfinished_matches_are_limited() {
    let server = small().await;
    let mut ann = Client::guest(server.address()).await;
    let wanted = json!({ "game": "junior" });
    let table = ann.post("/tables", wanted.clone()).await.good();
    ann.post("/tables", wanted.clone()).await.good();
    is_full(&ann.post("/tables", wanted.clone()).await, "Close one first.");
    let close = format!("/tables/{}/close", table["table"].as_str().unwrap());
    ann.post(&close, json!({})).await.good();
    ann.post("/tables", wanted).await.good();

    let daily = ann.open(json!({ "daily": "wordle" })).await;
    let id = ann.open(json!({ "game": "wordle" })).await;
    is_full(&ann.post("/matches", json!({ "game": "wordle" })).await, "give one up first.");
    // A daily that was already opened can still be opened.
    assert_eq!(ann.open(json!({ "daily": "wordle" })).await, daily);
    ann.post(&format!("/matches/{id}/leave"), json!({})).await.good();
    ann.open(json!({ "game": "wordle" })).await;
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_signs_in_keeps_the_open_tables() {
    let server = small().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    set_passphrase(&mut ann).await;
    let mut guest = Client::guest(server.address()).await;
    guest.post("/tables", json!({ "game": "junior" })).await.good();
    guest.post("/tables", json!({ "game": "junior" })).await.good();
    let sign_in = json!({ "name": "Ann", "passphrase": "three good words" });
    guest.post("/session", sign_in).await.good();
    guest.post("/tables", json!({ "game": "junior" })).await.good();
    is_full(&guest.post("/tables", json!({ "game": "junior" })).await, "You have 3 open tables.");
    server.close().await;
}

/// A server behind a proxy, so that a test can use several addresses.
async fn behind_a_proxy(limits: ServerLimits) -> (Server, Client) {
    let proxies = vec![IpAddr::from([127, 0, 0, 1])];
    let config = Config { proxies, limits, ..Config::default() };
    let server = start_server_with(Store::memory(), Clock::default(), config).await;
    let client = Client::nobody(server.address()).with("x-forwarded-for", "203.0.113.1");
    (server, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bytes_that_one_address_stores_are_limited() {
    let per_day = PerDay { bytes: 300_000.0, ..roomy().per_day };
    let (server, nobody) = behind_a_proxy(ServerLimits { per_day, ..roomy() }).await;
    let mut player = nobody.clone();
    player.post("/me", json!({})).await.good();
    let id = player.open(json!({ "game": "wordle" })).await;
    let mut socket = player.socket().await;
    let now = socket.follow(&id).await;
    // Many guests, each with a board.
    let mut stored = 0;
    let refused = loop {
        let mut guest = nobody.clone();
        let made = guest.post("/me", json!({})).await;
        if made.status != 200 {
            break made;
        }
        let saved = board(&mut guest, "large", 25_000).await;
        if saved.status != 200 {
            break saved;
        }
        stored += 50_000;
        assert!(stored < 400_000, "nobody stops it");
    };
    is_busy(&refused);
    // Moves are stored too; reading and leaving is always allowed.
    let act = json!({ "do": "act", "match": id, "seen": now["seq"], "line": "guess crane" });
    assert_eq!(socket.ask(act).await["code"], "web.busy");
    is_busy(
        &player
            .post(&format!("/matches/{id}/act"), json!({ "seen": 1, "line": "guess crane" }))
            .await,
    );
    player.get("/matches").await.good();
    let left = socket.ask(json!({ "do": "leave", "match": id })).await;
    assert_eq!(left["type"], "ack", "{left}");
    // Other addresses aren't affected.
    let mut other = nobody.with("x-forwarded-for", "203.0.113.2");
    other.post("/me", json!({})).await.good();
    other.open(json!({ "game": "wordle" })).await;
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_a_daily_limit_of_boards_tables_and_matches() {
    let per_day = PerDay { boards: 2.0, tables: 2.0, matches: 2.0, ..roomy().per_day };
    let (server, nobody) = behind_a_proxy(ServerLimits { per_day, ..roomy() }).await;
    let mut people = Vec::new();
    for _ in 0..3 {
        let mut guest = nobody.clone();
        guest.post("/me", json!({})).await.good();
        people.push(guest);
    }
    for (n, guest) in people.iter_mut().enumerate() {
        let answers = [
            board(guest, "board", 0).await,
            guest.post("/tables", json!({ "game": "junior" })).await,
            guest.post("/matches", json!({ "game": "wordle" })).await,
        ];
        for answer in answers {
            match n {
                0 | 1 => drop(answer.good()),
                _ => is_busy(&answer),
            }
        }
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_behind_one_router_stays_within_the_limits() {
    // The default limits, except for the rates, which a test exceeds.
    let ServerLimits { guest, account, per_day, table_changes, openings, .. } =
        ServerLimits::default();
    let limits = ServerLimits { guest, account, per_day, table_changes, openings, ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    for n in 0..30 {
        let mut pupil = Client::named(server.address(), &format!("Pupil {n}")).await;
        for name in ["one", "two", "three"] {
            board(&mut pupil, name, 500).await.good();
        }
        for _ in 0..4 {
            let id = pupil.open(json!({ "game": "wordle" })).await;
            let mut seen = 1;
            for word in ["crane", "moist", "lucky"] {
                let act = json!({ "seen": seen, "line": format!("guess {word}") });
                let acted = pupil.post(&format!("/matches/{id}/act"), act).await;
                seen = acted.good()["seq"].as_u64().unwrap();
            }
        }
        let table = pupil.post("/tables", json!({ "game": "junior" })).await.good();
        let path = format!("/tables/{}/bot", table["table"].as_str().unwrap());
        pupil.post(&path, json!({ "seat": 1, "name": "random" })).await.good();
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_at_a_table_are_rate_limited() {
    let server =
        start_server(Store::memory(), ServerLimits { table_changes: (1e-6, 5.0), ..roomy() }).await;
    let mut ann = Client::guest(server.address()).await;
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    for _ in 0..5 {
        ann.post(&format!("{path}/invitation"), json!({})).await.good();
    }
    is_busy(&ann.post(&format!("{path}/invitation"), json!({})).await);
    is_busy(&ann.post(&format!("{path}/bot"), json!({ "seat": 1, "name": "random" })).await);
    ann.post(&format!("{path}/close"), json!({})).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_with_a_full_log_can_still_be_left_and_closed() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let id = table["table"].as_str().unwrap().to_owned();
    let path = format!("/tables/{id}");
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    bob.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    bob.post(&format!("{path}/sit"), json!({})).await.good();
    let by = ann.get("/me").await.good()["me"]["id"].clone();
    let first = table["seq"].as_u64().unwrap() + 3;
    let said = (first..1_999).map(|seq| {
        let noted = json!({ "at": "2026-01-01T12:00:00Z", "by": by, "did": { "Said": 0 } });
        let (id, owner) = (format!("{id}/{seq:010}"), id.clone());
        Change::Put(Document { kind: "table", id, owner, version: 0, body: noted.to_string() })
    });
    store.change_documents(said.collect()).await.unwrap();
    // The last entry.
    ann.post(&format!("{path}/say"), json!({ "phrase": 1 })).await.good();
    for (what, body) in
        [("invitation", json!({})), ("say", json!({ "phrase": 1 })), ("start", json!({}))]
    {
        let refused = ann.post(&format!("{path}/{what}"), body).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "table.long"), "{what}");
    }
    bob.post(&format!("{path}/stand"), json!({})).await.good();
    assert_eq!(bob.post(&format!("{path}/sit"), json!({})).await.code(), "table.long");
    let name = bob.get("/me").await.good()["me"]["name"].clone();
    bob.ask("DELETE", "/api/v1/me", Some(json!({ "name": name }))).await.good();
    let closed = ann.post(&format!("{path}/close"), json!({})).await.good();
    assert_eq!(closed["state"], Value::from("closed"), "{closed}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_cannot_fill_the_log_of_a_table() {
    let server = start_server(Store::memory(), roomy()).await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let mut cy = Client::guest(server.address()).await;
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    for guest in [&mut bob, &mut cy] {
        guest.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    }
    let mut changes = 0;
    let refused = loop {
        let seat = if changes % 2 == 0 { "sit" } else { "stand" };
        let answer = bob.post(&format!("{path}/{seat}"), json!({})).await;
        if answer.status != 200 {
            break answer;
        }
        changes += 1;
        assert!(changes < 100, "nobody stops it");
    };
    assert_eq!((refused.status, refused.code().as_str()), (409, "table.often"));
    let say = format!("{path}/say");
    assert_eq!(bob.post(&say, json!({ "phrase": 0 })).await.code(), "table.often");
    // Everyone else has their own limit; the host's is higher.
    cy.post(&format!("{path}/sit"), json!({})).await.good();
    cy.post(&say, json!({ "phrase": 0 })).await.good();
    for _ in 0..40 {
        ann.post(&say, json!({ "phrase": 0 })).await.good();
    }
    // The limits start again with each round.
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    bob.post(&say, json!({ "phrase": 0 })).await.good();
    let id = started["match"].as_str().unwrap();
    ann.post(&format!("/matches/{id}/leave"), json!({})).await.good();
    ann.post(&format!("{path}/close"), json!({})).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_tables_log_is_reserved_for_the_host() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    let id = table["table"].as_str().unwrap().to_owned();
    let path = format!("/tables/{id}");
    let code = table["invitation"].as_str().unwrap().rsplit('/').next().unwrap();
    bob.post(&format!("{path}/join"), json!({ "invitation": code })).await.good();
    bob.post(&format!("{path}/sit"), json!({})).await.good();
    // Many people have used up their limits.
    let first = table["seq"].as_u64().unwrap() + 3;
    let said = (first..1_600).map(|seq| {
        let by = format!("stranger {}", seq % 80);
        let noted = json!({ "at": "2026-01-01T12:00:00Z", "by": by, "did": { "Said": 0 } });
        let (id, owner) = (format!("{id}/{seq:010}"), id.clone());
        Change::Put(Document { kind: "table", id, owner, version: 0, body: noted.to_string() })
    });
    store.change_documents(said.collect()).await.unwrap();
    assert_eq!(bob.post(&format!("{path}/say"), json!({ "phrase": 0 })).await.code(), "table.long");
    ann.post(&format!("{path}/invitation"), json!({})).await.good();
    let started = ann.post(&format!("{path}/start"), json!({})).await.good();
    let game = started["match"].as_str().unwrap();
    bob.post(&format!("/matches/{game}/leave"), json!({})).await.good();
    bob.post(&format!("{path}/stand"), json!({})).await.good();
    ann.post(&format!("{path}/close"), json!({})).await.good();
    server.close().await;
}
