//! People: guests, names, passphrases, links, tokens, deleted accounts.

use crate::common::{Client, fresh_server, name, roomy, start_server, start_server_with};
use hall::{Clock, Store};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};
use web::{Config, Server, ServerLimits};

/// How many days have passed.
static PASSED: AtomicI64 = AtomicI64::new(0);

fn now() -> Timestamp {
    let first: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    first + SignedDuration::from_hours(24 * PASSED.load(Ordering::SeqCst))
}

/// A server that is started this many days later, with empty caches.
async fn days_later(store: &Store, days: i64) -> Server {
    PASSED.store(days, Ordering::SeqCst);
    let config = Config { limits: roomy(), ..Config::default() };
    start_server_with(store.clone(), Clock { now, ..Clock::default() }, config).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_signed_and_hidden_and_ends_with_its_session() {
    let server = fresh_server().await;
    let mut ann = Client::nobody(server.address());
    assert_eq!(ann.get("/me").await.good()["me"], Value::Null);
    assert_eq!(ann.get("/matches").await.code(), "web.guest");
    let made = ann.post("/me", json!({})).await;
    let set = &made.headers["set-cookie"];
    for part in ["lx=", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(set.contains(part), "{set}");
    }
    assert!(name(&mut ann).await.as_str().unwrap().starts_with("Guest "));
    // A client with a session stays the same guest.
    let cookie = ann.cookie.clone();
    ann.post("/me", json!({})).await.good();
    assert_eq!(ann.cookie, cookie);
    // A forged cookie doesn't work.
    let mut forged = ann.clone();
    let text = cookie.clone().unwrap();
    let first = if text.starts_with("lx=0") { "lx=1" } else { "lx=0" };
    forged.cookie = Some(format!("{first}{}", &text[4..]));
    assert_eq!(forged.get("/matches").await.code(), "web.guest");
    assert_eq!(forged.try_socket().await.err(), Some(401));
    // After signing out the cookie doesn't work any more, and the sockets are closed.
    let mut replayed = ann.clone();
    let mut socket = ann.socket().await;
    socket.of("hello").await;
    ann.delete("/session").await.good();
    assert_eq!(ann.cookie, None);
    assert_eq!(socket.closed().await, Some(1008));
    assert_eq!(replayed.get("/matches").await.code(), "web.guest");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passphrase_reserves_a_name() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann Lee").await;
    let weak = ann.post("/me/passphrase", json!({ "passphrase": "password1" })).await;
    assert_eq!((weak.status, weak.code().as_str()), (422, "web.weak"));
    let good = "three good words";
    let mut before = ann.clone();
    let kept = ann.post("/me/passphrase", json!({ "passphrase": good })).await.good();
    assert_eq!(kept["me"]["kept"], true);
    // The old cookie doesn't work any more; this browser has a new one.
    assert_eq!(before.get("/matches").await.code(), "web.guest");
    assert_ne!(ann.cookie, before.cookie);
    ann.get("/matches").await.good();
    // Nobody else can have this name, in any case.
    let mut bob = Client::guest(server.address()).await;
    let taken = bob.ask("PUT", "/api/v1/me", Some(json!({ "name": "ann LEE" }))).await;
    assert_eq!((taken.status, taken.code().as_str()), (409, "web.name"));
    for drawn in ["Ａnn Lee", "Ann Leeⓔ", "Ann 𝐋ee", "Ann Lee²"] {
        let drawn = bob.ask("PUT", "/api/v1/me", Some(json!({ "name": drawn }))).await;
        assert_eq!((drawn.status, drawn.code().as_str()), (422, "web.name"));
    }
    // The right passphrase signs in on another device; wrong ones and unknown names get the same response.
    let mut phone = Client::nobody(server.address());
    let sign = |name: &str, words: &str| json!({ "name": name, "passphrase": words });
    let wrong = phone.post("/session", sign("Ann Lee", "three bad words")).await;
    let unknown = phone.post("/session", sign("Nobody Here", good)).await;
    assert_eq!((wrong.status, &wrong.text), (401, &unknown.text));
    phone.post("/session", sign("ANN lee", good)).await.good();
    assert_eq!(name(&mut phone).await, "Ann Lee");
    assert_eq!(ann.get("/me/sessions").await.good()["sessions"].as_array().unwrap().len(), 2);
    // A new passphrase needs the old one, and ends all other sessions, links and tokens.
    let made = ann.post("/me/tokens", json!({ "label": "bot" })).await.good();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let mut program = Client::nobody(server.address()).with("authorization", &bearer);
    program.get("/matches").await.good();
    let link = ann.post("/me/recovery", json!({})).await.good();
    let link = link["url"].as_str().unwrap().split_once('#').unwrap().1.to_owned();
    let change = json!({ "passphrase": "four other good words" });
    assert_eq!(ann.post("/me/passphrase", change).await.code(), "web.passphrase");
    let change = json!({ "passphrase": "four other good words", "old": good });
    let mut before = ann.clone();
    let mut socket = ann.socket().await;
    socket.of("hello").await;
    ann.post("/me/passphrase", change).await.good();
    assert_eq!(before.get("/matches").await.code(), "web.guest");
    assert_eq!(before.try_socket().await.err(), Some(401));
    assert_eq!(socket.closed().await, Some(1008));
    assert_eq!(ann.socket().await.of("hello").await["me"]["name"], "Ann Lee");
    assert_eq!(ann.get("/me/sessions").await.good()["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(phone.get("/matches").await.code(), "web.guest");
    assert_eq!(program.get("/matches").await.code(), "web.guest");
    assert_eq!(phone.post("/session", json!({ "recovery": link })).await.status, 401);
    assert_eq!(ann.get("/me/tokens").await.good()["tokens"], json!([]));
    assert_eq!(name(&mut ann).await, "Ann Lee");
    // A name that was changed is free again.
    ann.ask("PUT", "/api/v1/me", Some(json!({ "name": "Annette" }))).await.good();
    bob.ask("PUT", "/api/v1/me", Some(json!({ "name": "Ann Lee" }))).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_link_works_until_there_is_a_newer_one() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann").await;
    let link =
        |answer: Value| answer["url"].as_str().unwrap().split_once('#').unwrap().1.to_owned();
    let first = link(ann.post("/me/recovery", json!({})).await.good());
    let mut phone = Client::nobody(server.address());
    phone.post("/session", json!({ "recovery": first })).await.good();
    assert_eq!(name(&mut phone).await, "Ann");
    let second = link(ann.post("/me/recovery", json!({})).await.good());
    let mut other = Client::nobody(server.address());
    assert_eq!(other.post("/session", json!({ "recovery": first })).await.status, 401);
    other.post("/session", json!({ "recovery": second })).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_can_only_play() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let made = ann.post("/me/tokens", json!({ "label": "my bot" })).await.good();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let nobody = Client::nobody(server.address()).without("origin");
    let mut program = nobody.with("authorization", &bearer);
    let id = program.open(json!({ "game": "wordle" })).await;
    program.socket().await.follow(&id).await;
    for path in ["/me", "/games", "/matches", "/tables", "/dailies", "/stats", "/boards"] {
        program.get(path).await.good();
    }
    let name = ann.get("/me").await.good()["me"]["name"].clone();
    let own = format!("/me/tokens/{}", made["id"].as_str().unwrap());
    for (method, path, body) in [
        ("PUT", "/me", json!({ "name": "Eve" })),
        ("DELETE", "/me", json!({ "name": name })),
        ("GET", "/me/export", Value::Null),
        ("GET", "/me/sessions", Value::Null),
        ("DELETE", "/me/sessions/X", Value::Null),
        ("DELETE", "/session", Value::Null),
        ("GET", "/me/tokens", Value::Null),
        ("POST", "/me/tokens", json!({ "label": "x" })),
        ("DELETE", &own, Value::Null),
        ("POST", "/me/recovery", json!({})),
        ("POST", "/me/passphrase", json!({ "passphrase": "three good words" })),
        ("POST", "/boards", json!({ "name": "x", "text": "x" })),
        ("DELETE", "/boards/X", Value::Null),
    ] {
        let body = Some(body).filter(|body| !body.is_null());
        let refused = program.ask(method, &format!("/api/v1{path}"), body).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (403, "web.token"),
            "{method} {path}"
        );
    }
    assert_eq!(ann.get("/me").await.good()["me"]["name"], name);
    let listed = ann.get("/me/tokens").await;
    assert!(!listed.text.contains(made["token"].as_str().unwrap()));
    assert_eq!(listed.good()["tokens"][0]["label"], "my bot");
    let mut bob = Client::guest(server.address()).await;
    let path = format!("/me/tokens/{}", made["id"].as_str().unwrap());
    assert_eq!(bob.delete(&path).await.status, 404);
    ann.delete(&path).await.good();
    assert_eq!(program.get("/matches").await.code(), "web.guest");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_can_be_exported_and_deleted() {
    let store = Store::memory();
    let server = start_server(store.clone(), roomy()).await;
    let mut ann = Client::named(server.address(), "Ann Lee").await;
    ann.post("/me/passphrase", json!({ "passphrase": "three good words" })).await.good();
    let id = ann.open(json!({ "game": "wordle" })).await;
    ann.post(&format!("/matches/{id}/leave"), json!({})).await.good();
    let text = ann.get("/boards/toys").await.good()["text"].clone();
    ann.post("/boards", json!({ "name": "mine", "text": text })).await.good();
    let all = ann.get("/me/export").await.good();
    assert_eq!((&all["name"], &all["boards"][0]["name"]), (&json!("Ann Lee"), &json!("mine")));
    assert!(all["matches"][0]["play"].as_str().unwrap().contains("0: /leave"));
    assert!(!all.to_string().contains("hash"), "the export holds no hash of the passphrase");
    let forget = |name: &str| Some(json!({ "name": name }));
    assert_eq!(ann.ask("DELETE", "/api/v1/me", forget("Bob")).await.code(), "web.json");
    let mut before = ann.clone();
    ann.ask("DELETE", "/api/v1/me", forget("ann lee")).await.good();
    assert_eq!(before.get("/matches").await.code(), "web.guest");
    let person = all["id"].as_str().unwrap();
    for kind in ["person", "name", "session", "token", "recovery", "board", "at", "host"] {
        assert_eq!(store.documents(kind, person).await.unwrap(), [], "{kind}");
    }
    // Others see “Deleted player” in the match, and the name is free.
    let mut bob = Client::guest(server.address()).await;
    let seen = bob.get(&format!("/matches/{id}")).await.good();
    assert_eq!(seen["seats"][0]["name"], "Deleted player");
    bob.ask("PUT", "/api/v1/me", forget("Ann Lee")).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_ins_are_rate_limited() {
    let limits = ServerLimits { tries: (1e-6, 2.0), sign_ins: (1e-6, 6.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut eve = Client::nobody(server.address());
    let sign = json!({ "name": "Ann Lee", "passphrase": "a guess at it" });
    for _ in 0..2 {
        assert_eq!(eve.post("/session", sign.clone()).await.status, 401);
    }
    let busy = eve.post("/session", sign).await;
    assert_eq!((busy.status, busy.code().as_str()), (429, "web.busy"));
    assert!(busy.headers.contains_key("retry-after"));
    // An address also has a limit for all names together.
    for n in 0..3 {
        let sign = json!({ "name": format!("Ann {n}"), "passphrase": "a guess at it" });
        assert_eq!(eve.post("/session", sign).await.status, 401);
    }
    assert_eq!(eve.post("/me", json!({})).await.status, 429);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_at_the_old_passphrase_are_rate_limited() {
    let limits = ServerLimits { tries: (1e-6, 2.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut ann = Client::named(server.address(), "Ann Lee").await;
    let good = "three good words";
    ann.post("/me/passphrase", json!({ "passphrase": good })).await.good();
    // A stranger uses a browser that was left open.
    let change = |old: &str| json!({ "passphrase": "four other good words", "old": old });
    for _ in 0..2 {
        let wrong = ann.post("/me/passphrase", change("three bad words")).await;
        assert_eq!((wrong.status, wrong.code().as_str()), (401, "web.passphrase"));
    }
    let busy = ann.post("/me/passphrase", change(good)).await;
    assert_eq!((busy.status, busy.code().as_str()), (429, "web.busy"));
    server.close().await;
    // Hashing a passphrase is costly, so an address has a limit for all its people together.
    let limits = ServerLimits { sign_ins: (1e-6, 3.0), known: (1e-6, 1.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut ben = Client::guest(server.address()).await;
    let mut cem = Client::guest(server.address()).await;
    ben.post("/me/passphrase", json!({ "passphrase": good })).await.good();
    let busy = cem.post("/me/passphrase", json!({ "passphrase": good })).await;
    assert_eq!((busy.status, busy.code().as_str()), (429, "web.busy"));
    let wrong = ben.post("/me/passphrase", change("three bad words")).await;
    assert_eq!(wrong.status, 401);
    let busy = ben.post("/me/passphrase", change(good)).await;
    assert_eq!((busy.status, busy.code().as_str()), (429, "web.busy"));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_an_account_ends_when_it_is_unused_or_too_old() {
    async fn account(server: &Server, name: &str) -> Client {
        let mut client = Client::named(server.address(), name).await;
        client.post("/me/passphrase", json!({ "passphrase": "three good words" })).await.good();
        client
    }
    let store = Store::memory();
    let first = days_later(&store, 0).await;
    let ann = account(&first, "Ann").await;
    let ben = account(&first, "Ben").await;
    first.close().await;
    // Ann comes back every month, Ben doesn't.
    for days in [29, 58, 87, 116, 145, 174] {
        let server = days_later(&store, days).await;
        ann.at(server.address()).get("/matches").await.good();
        server.close().await;
    }
    let server = days_later(&store, 181).await;
    for person in [ann, ben.clone()] {
        let mut there = person.at(server.address());
        assert_eq!(there.get("/matches").await.code(), "web.guest");
        assert_eq!(there.try_socket().await.err(), Some(401));
    }
    server.close().await;
    let cem = {
        let server = days_later(&store, 0).await;
        let cem = account(&server, "Cem").await;
        server.close().await;
        cem
    };
    let server = days_later(&store, 31).await;
    assert_eq!(cem.at(server.address()).get("/matches").await.code(), "web.guest");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_checked_saved_and_shared() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let mut bob = Client::guest(server.address()).await;
    let toys = ann.get("/boards/toys").await.good()["text"].clone();
    // Invisible characters are removed from the name.
    let name = "My \u{202e}Pets\u{200b}";
    let saved = ann.post("/boards", json!({ "name": name, "text": toys })).await.good();
    let id = saved["board"].as_str().unwrap().to_owned();
    let again = ann.post("/boards", json!({ "name": "My Pets", "text": toys })).await.good();
    assert_eq!(again["board"], id.as_str());
    let wrong = ann.post("/boards", json!({ "name": "x", "text": "no board" })).await;
    assert!(wrong.code().starts_with("junior."), "{}", wrong.text);
    assert!(wrong.text.contains("Line 1"));
    let large = "x".repeat(40_000);
    assert_eq!(ann.post("/boards", json!({ "name": "x", "text": large })).await.code(), "web.full");
    let shared = bob.get(&format!("/boards/{id}")).await.good();
    assert_eq!((&shared["name"], &shared["yours"]), (&json!("My Pets"), &json!(false)));
    let file = bob.get(&format!("/boards/{id}/file")).await;
    assert!(file.headers["content-disposition"].contains("my-pets.txt"));
    // A match can use the board by its id.
    let bots = json!([{ "seat": 1, "name": "random" }]);
    bob.open(json!({ "game": "junior", "set": { "board": id }, "bots": bots })).await;
    assert_eq!(bob.delete(&format!("/boards/{id}")).await.status, 404);
    ann.delete(&format!("/boards/{id}")).await.good();
    assert_eq!(bob.get(&format!("/boards/{id}")).await.code(), "web.board");
    server.close().await;
}
