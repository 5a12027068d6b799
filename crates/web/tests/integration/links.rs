//! Recovery links: who can make one, and how often and how long it works.

use crate::common::{
    Client, PASSPHRASE, account, fresh_server, roomy, start_server, start_server_with,
};
use hall::{Clock, Store};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};
use web::{Config, Server, ServerLimits};

/// A clock that is some minutes ahead. Each test has its own.
macro_rules! clock {
    ($passed:ident) => {{
        fn now() -> Timestamp {
            let first: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
            first + SignedDuration::from_mins($passed.load(Ordering::SeqCst))
        }
        Clock { now, ..Clock::default() }
    }};
}

const DAY: i64 = 24 * 60;

async fn server_at(clock: Clock) -> Server {
    start_server_with(Store::memory(), clock, Config { limits: roomy(), ..Config::default() }).await
}

fn secret(url: &Value) -> String {
    url.as_str().unwrap().split_once('#').unwrap().1.to_owned()
}

async fn new_link(client: &mut Client) -> String {
    let asked = json!({ "passphrase": PASSPHRASE });
    secret(&client.post("/me/recovery", asked).await.good()["url"])
}

/// Signs in with a link on a new device.
async fn recover(server: &Server, link: &str) -> (u16, Client, Value) {
    let mut client = Client::nobody(server.address());
    let answer = client.post("/session", json!({ "recovery": link })).await;
    (answer.status, client, answer.json())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_or_a_token_needs_the_passphrase_or_a_recent_sign_in() {
    static PASSED: AtomicI64 = AtomicI64::new(0);
    let server = server_at(clock!(PASSED)).await;
    let mut ann = account(server.address(), "Ann Lee").await;
    let asked = |passphrase: Option<&str>| match passphrase {
        Some(passphrase) => [
            json!({ "passphrase": passphrase }),
            json!({ "label": "bot", "passphrase": passphrase }),
        ],
        None => [json!({}), json!({ "label": "bot" })],
    };
    let paths = ["/me/recovery", "/me/tokens"];
    for (path, body) in paths.iter().zip(asked(None)) {
        ann.post(path, body).await.good();
    }
    // Eleven minutes later the passphrase is needed.
    PASSED.store(11, Ordering::SeqCst);
    for (path, body) in paths.iter().zip(asked(None)) {
        let refused = ann.post(path, body).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "web.confirm"), "{path}");
    }
    for (path, body) in paths.iter().zip(asked(Some("three bad words"))) {
        let refused = ann.post(path, body).await;
        assert_eq!((refused.status, refused.code().as_str()), (401, "web.passphrase"), "{path}");
    }
    // Once entered, it isn't needed for ten minutes in this session, but in other sessions it is.
    let mut phone = Client::nobody(server.address());
    phone.post("/session", json!({ "name": "Ann Lee", "passphrase": PASSPHRASE })).await.good();
    PASSED.store(22, Ordering::SeqCst);
    ann.post("/me/recovery", json!({ "passphrase": PASSPHRASE })).await.good();
    PASSED.store(31, Ordering::SeqCst);
    ann.post("/me/tokens", json!({ "label": "bot" })).await.good();
    assert_eq!(phone.post("/me/tokens", json!({ "label": "bot" })).await.code(), "web.confirm");
    // A guest has no passphrase and needs none.
    let mut guest = Client::guest(server.address()).await;
    PASSED.store(DAY, Ordering::SeqCst);
    guest.post("/me/recovery", json!({})).await.good();
    guest.post("/me/tokens", json!({ "label": "bot" })).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_an_account_with_a_passphrase_works_once_and_for_30_days() {
    static PASSED: AtomicI64 = AtomicI64::new(0);
    let server = server_at(clock!(PASSED)).await;
    let mut ann = account(server.address(), "Ann Lee").await;
    let link = new_link(&mut ann).await;
    PASSED.store(29 * DAY, Ordering::SeqCst);
    // If several devices use it at the same time, only one succeeds.
    let (one, two, three) =
        tokio::join!(recover(&server, &link), recover(&server, &link), recover(&server, &link));
    let mut statuses = [one.0, two.0, three.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401, 401]);
    let signed_in = [&one, &two, &three].into_iter().find(|it| it.0 == 200).unwrap();
    assert_eq!(signed_in.2["me"]["name"], "Ann Lee");
    assert_eq!(signed_in.2.get("link"), None, "the account has a passphrase");
    assert_eq!(recover(&server, &link).await.0, 401);
    // The next link expires.
    let link = new_link(&mut ann).await;
    PASSED.store(59 * DAY + 1, Ordering::SeqCst);
    let mut phone = Client::nobody(server.address());
    assert_eq!(phone.post("/recovery", json!({ "recovery": link })).await.status, 401);
    assert_eq!(recover(&server, &link).await.0, 401);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_of_an_account_without_a_passphrase_never_expires() {
    static PASSED: AtomicI64 = AtomicI64::new(0);
    let server = server_at(clock!(PASSED)).await;
    let mut ann = Client::named(server.address(), "Ann Lee").await;
    let played = ann.open(json!({ "game": "wordle" })).await;
    let mut link = new_link_of_guest(&mut ann).await;
    // Every 50 days the account signs in with its newest link, and then once after 400 days.
    for day in (50..=400).step_by(50).chain([800]) {
        PASSED.store(day * DAY, Ordering::SeqCst);
        let (status, mut device, answer) = recover(&server, &link).await;
        assert_eq!(status, 200, "day {day}: {answer}");
        assert!(device.get("/matches").await.text.contains(&played), "day {day}");
        let next = secret(&answer["link"]);
        assert_eq!(recover(&server, &link).await.0, 401, "day {day}: it works once");
        link = next;
    }
    server.close().await;
}

async fn new_link_of_guest(client: &mut Client) -> String {
    secret(&client.post("/me/recovery", json!({})).await.good()["url"])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_passphrase_can_be_replaced_within_ten_minutes_of_using_a_link() {
    static PASSED: AtomicI64 = AtomicI64::new(0);
    let server = server_at(clock!(PASSED)).await;
    let mut ann = account(server.address(), "Ann Lee").await;
    let change = json!({ "passphrase": "four other good words" });
    // A session that was opened with the passphrase always needs the old passphrase.
    assert_eq!(ann.post("/me/passphrase", change.clone()).await.code(), "web.passphrase");
    let link = new_link(&mut ann).await;
    let (_, mut late, _) = recover(&server, &link).await;
    PASSED.store(11, Ordering::SeqCst);
    assert_eq!(late.post("/me/passphrase", change.clone()).await.code(), "web.passphrase");
    let link = new_link(&mut ann).await;
    let (_, mut phone, _) = recover(&server, &link).await;
    phone.post("/me/passphrase", change).await.good();
    assert_eq!(ann.get("/matches").await.code(), "web.guest");
    let sign = json!({ "name": "Ann Lee", "passphrase": "four other good words" });
    ann.post("/session", sign).await.good();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_at_a_link_names_its_account_without_using_it_up() {
    let server = fresh_server().await;
    let mut ann = Client::named(server.address(), "Ann Lee").await;
    let link = json!({ "recovery": new_link_of_guest(&mut ann).await });
    let mut guest = Client::guest(server.address()).await;
    let played = guest.open(json!({ "game": "wordle" })).await;
    for _ in 0..3 {
        let shown = guest.post("/recovery", link.clone()).await.good();
        assert_eq!(shown, json!({ "name": "Ann Lee" }), "only the name");
    }
    // The guest is unchanged and still has the match.
    assert!(guest.get("/matches").await.text.contains(&played));
    assert_eq!(guest.get("/me").await.good()["me"]["kept"], false);
    guest.post("/session", link.clone()).await.good();
    let refused = guest.post("/recovery", link).await;
    assert_eq!((refused.status, refused.code().as_str()), (401, "web.passphrase"));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_at_links_is_rate_limited() {
    let limits = ServerLimits { sign_ins: (1e-6, 3.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut eve = Client::nobody(server.address());
    let guess = json!({ "recovery": "0" });
    for _ in 0..3 {
        assert_eq!(eve.post("/recovery", guess.clone()).await.status, 401);
    }
    assert_eq!(eve.post("/recovery", guess).await.code(), "web.busy");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_session_cannot_take_an_account_from_its_owner() {
    static PASSED: AtomicI64 = AtomicI64::new(0);
    let server = server_at(clock!(PASSED)).await;
    let mut ann = account(server.address(), "Ann Lee").await;
    let mut phone = Client::nobody(server.address());
    phone.post("/session", json!({ "name": "Ann Lee", "passphrase": PASSPHRASE })).await.good();
    let sessions = phone.get("/me/sessions").await.good();
    let here = sessions["sessions"].as_array().unwrap().iter().find(|it| it["here"] == true);
    let other = format!("/api/v1/me/sessions/{}", here.unwrap()["id"].as_str().unwrap());
    PASSED.store(11, Ordering::SeqCst);
    for (method, path, body) in [
        ("PUT", "/api/v1/me", json!({ "name": "Nobody Knows" })),
        ("DELETE", "/api/v1/me", json!({ "name": "Ann Lee" })),
        ("DELETE", other.as_str(), json!({})),
    ] {
        let refused = ann.ask(method, path, Some(body)).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "web.confirm"), "{path}");
    }
    phone.get("/me/sessions").await.good();
    // With the passphrase all of this is allowed.
    let renamed = json!({ "name": "Ann Other", "passphrase": PASSPHRASE });
    ann.ask("PUT", "/api/v1/me", Some(renamed)).await.good();
    ann.ask("DELETE", &other, Some(json!({}))).await.good();
    assert_eq!(phone.get("/me/sessions").await.status, 401);
    server.close().await;
}
