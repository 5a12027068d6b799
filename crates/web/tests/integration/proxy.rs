//! A public server: reached over HTTPS, behind a proxy.

use crate::common::{Client, fresh_server, roomy, start_server_with};
use hall::{Clock, Store};
use serde_json::json;
use std::net::IpAddr;
use web::{Config, Server, ServerLimits};

async fn public(limits: ServerLimits) -> (Server, Client) {
    // With capitals and the default port, which browsers don't send.
    let public_url = Some("https://Games.Example.org:443/".parse().unwrap());
    let proxies = vec![IpAddr::from([127, 0, 0, 1])];
    let config = Config { public_url, proxies, limits, ..Config::default() };
    let server = start_server_with(Store::memory(), Clock::default(), config).await;
    let nobody = Client::nobody(server.address()).with("host", "games.example.org");
    (server, nobody.with("origin", "https://games.example.org"))
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_cookies_are_secure_and_every_response_has_hsts() {
    let (server, mut ann) = public(roomy()).await;
    let made = ann.post("/me", json!({})).await;
    let set = &made.headers["set-cookie"];
    assert!(set.starts_with("__Host-lx="), "{set}");
    for part in ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(set.contains(part), "{set}");
    }
    assert!(!set.to_lowercase().contains("domain"), "{set}");
    for path in ["/", "/api/v1/games", "/api/v1/nothing", "/healthz"] {
        let answer = ann.ask("GET", path, None).await;
        let hsts = answer.headers.get("strict-transport-security").map(String::as_str);
        assert_eq!(hsts, Some("max-age=31536000"), "{path}");
    }
    // Without the prefix, which other sites of the domain can't set, the cookie doesn't work.
    let mut plain = ann.clone();
    plain.cookie = plain.cookie.map(|cookie| cookie.replace("__Host-", ""));
    assert_eq!(plain.get("/matches").await.code(), "web.guest");
    let kept = ann.post("/me/passphrase", json!({ "passphrase": "three good words" })).await;
    let device = kept.cookies.iter().find(|set| set.starts_with("__Host-lx-device="));
    assert!(device.is_some_and(|set| set.contains("Secure")), "{:?}", kept.cookies);
    // Links use the public address.
    let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
    assert!(table["invitation"].as_str().unwrap().starts_with("https://games.example.org/join/"));
    ann.socket().await.of("hello").await;
    for other in ["https://example.org", "http://games.example.org"] {
        let mut other = ann.with("origin", other);
        assert_eq!(other.try_socket().await.err(), Some(403));
        assert_eq!(other.post("/matches", json!({ "game": "wordle" })).await.code(), "web.origin");
    }
    assert_eq!(ann.with("host", "example.org").get("/games").await.status, 421);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_plain_http_there_is_no_hsts_and_no_cookie_prefix() {
    let server = fresh_server().await;
    let mut ann = Client::nobody(server.address());
    let made = ann.post("/me", json!({})).await;
    assert!(!made.headers.contains_key("strict-transport-security"));
    assert!(made.headers["set-cookie"].starts_with("lx="));
    assert!(!made.headers["set-cookie"].contains("Secure"));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_header_of_our_own_proxy_is_used() {
    let (server, nobody) = public(ServerLimits { requests: (1e-6, 3.0), ..roomy() }).await;
    let from = |text: &str| nobody.with("x-forwarded-for", text);
    for _ in 0..3 {
        assert_eq!(from("203.0.113.1").get("/me").await.status, 200);
    }
    assert_eq!(from("203.0.113.1").get("/me").await.status, 429);
    // Addresses that a client writes before the proxy's don't count.
    assert_eq!(from("198.51.100.7, 203.0.113.1").get("/me").await.status, 429);
    assert_eq!(from("198.51.100.7, 203.0.113.1, 127.0.0.1").get("/me").await.status, 429);
    assert_eq!(from("203.0.113.2").get("/me").await.status, 200);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_public_address_links_use_the_host_of_the_request() {
    let server = fresh_server().await;
    for place in ["192.168.1.5:8080", "[fd00::5]:8080", "localhost:8080"] {
        let home = format!("http://{place}/");
        let nobody = Client::nobody(server.address()).with("host", place);
        let mut ann = nobody.with("origin", &format!("http://{place}"));
        ann.post("/me", json!({})).await.good();
        let table = ann.post("/tables", json!({ "game": "junior" })).await.good();
        let recovery = ann.post("/me/recovery", json!({})).await.good();
        let ticket = ann.post("/tickets", json!({ "game": "wordle" })).await.good();
        let mut socket = ann.socket().await;
        socket.say(json!({ "do": "follow", "table": table["table"] })).await;
        let received = socket.of("table").await;
        for link in
            [&table["invitation"], &recovery["url"], &ticket["url"], &received["invitation"]]
        {
            assert!(link.as_str().unwrap().starts_with(&home), "{link} is not at {home}");
        }
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_limited_by_address_behind_a_proxy() {
    let (server, nobody) = public(ServerLimits { per_address: 2, ..roomy() }).await;
    let mut all = Vec::new();
    for n in 0..4 {
        let mut person = nobody.with("x-forwarded-for", "203.0.113.1");
        person.post("/me", json!({})).await.good();
        match (n, person.try_socket().await) {
            (0 | 1, Ok(socket)) => all.push(socket),
            (2 | 3, Err(status)) => assert_eq!(status, 429),
            (n, other) => panic!("{n}: {:?}", other.err()),
        }
    }
    let mut other = nobody.with("x-forwarded-for", "203.0.113.2");
    other.post("/me", json!({})).await.good();
    other.socket().await.of("hello").await;
    server.close().await;
}
