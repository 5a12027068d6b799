//! Limits for each address hold for a whole network where an address is one of many: a /64 of IPv6.

use crate::common::{Client, house_with, roomy};
use hall::{Clock, Store};
use serde_json::json;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use tokio::net::TcpSocket;
use web::{Config, Limits, Server};

/// A server behind a proxy on this machine, and somebody who comes through it.
async fn behind_a_proxy(limits: Limits, code: Option<&str>) -> (Server, Client) {
    let proxies = vec![IpAddr::from([127, 0, 0, 1])];
    let code = code.map(|code| code.parse().unwrap());
    let config = Config { proxies, limits, code, ..Config::default() };
    let server = house_with(Store::memory(), Clock::default(), config).await;
    let nobody = Client::nobody(server.address());
    (server, nobody)
}

/// Somebody with this address, as the proxy says.
fn from(client: &Client, address: &str) -> Client {
    client.with("x-forwarded-for", address)
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_of_one_ipv6_network_are_limited_like_one_address() {
    let (server, nobody) = behind_a_proxy(Limits { doors: (1e-6, 20.0), ..roomy() }, None).await;
    let mut made = 0;
    for n in 0..300 {
        let mut guest = from(&nobody, &format!("2001:db8:1:2:{n:x}::{n:x}"));
        match guest.post("/me", json!({})).await.status {
            200 => made += 1,
            status => assert_eq!(status, 429),
        }
    }
    assert_eq!(made, 20);
    // The network beside it has room of its own, and so has an IPv4 address, however it is written.
    from(&nobody, "2001:db8:1:3::1").post("/me", json!({})).await.good();
    for _ in 0..10 {
        from(&nobody, "203.0.113.1").post("/me", json!({})).await.good();
        from(&nobody, "::ffff:203.0.113.1").post("/me", json!({})).await.good();
    }
    assert_eq!(from(&nobody, "203.0.113.1").post("/me", json!({})).await.status, 429);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_sign_ins_and_sockets_count_for_the_ipv6_network() {
    let limits = Limits { requests: (1e-6, 4.0), ..roomy() };
    let (server, nobody) = behind_a_proxy(limits, None).await;
    for n in 1..=4 {
        from(&nobody, &format!("2001:db8::{n}")).get("/games").await.good();
    }
    assert_eq!(from(&nobody, "2001:db8::5").get("/games").await.status, 429);
    server.close().await;
    let (server, nobody) = behind_a_proxy(Limits { doors: (1e-6, 3.0), ..roomy() }, None).await;
    let try_in = json!({ "name": "Ann Lee", "passphrase": "three bad words" });
    for n in 1..=3 {
        let mut eve = from(&nobody, &format!("2001:db8::{n}"));
        assert_eq!(eve.post("/session", try_in.clone()).await.status, 401);
    }
    assert_eq!(from(&nobody, "2001:db8::4").post("/session", try_in).await.status, 429);
    server.close().await;
    let (server, nobody) = behind_a_proxy(Limits { per_address: 2, ..roomy() }, None).await;
    let mut open = Vec::new();
    for n in 1..=3 {
        let mut person = from(&nobody, &format!("2001:db8::{n}"));
        person.post("/me", json!({})).await.good();
        open.push(person.try_socket().await.map_err(|status| (n, status)));
    }
    let refused: Vec<_> = open.iter().filter_map(|it| it.as_ref().err()).collect();
    assert_eq!(refused, [&(3, 429)]);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_cannot_be_tried_from_many_networks() {
    let limits = Limits { code_tries: (1e-6, 10.0), ..roomy() };
    let (server, nobody) = behind_a_proxy(limits, Some("7K3M9Q")).await;
    // Those who know it use up nothing.
    for n in 0..20 {
        let mut guest = from(&nobody, &format!("2001:db8:0:{n:x}::1"));
        guest.post("/me", json!({ "code": "7K3M9Q" })).await.good();
    }
    for n in 0..10 {
        let mut eve = from(&nobody, &format!("2001:db8:1:{n:x}::1"));
        assert_eq!(
            eve.post("/me", json!({ "code": format!("00000{n}") })).await.code(),
            "web.code"
        );
    }
    let mut eve = from(&nobody, "2001:db8:2::1");
    let busy = eve.post("/me", json!({ "code": "7K3M9Q" })).await;
    assert_eq!((busy.status, busy.code().as_str()), (429, "web.busy"));
    assert!(busy.headers.contains_key("retry-after"));
    server.close().await;
}

/// Does this machine let us come from that address? Most have only `::1`.
async fn connect(from: Ipv6Addr, to: SocketAddr) -> Option<tokio::net::TcpStream> {
    let socket = TcpSocket::new_v6().ok()?;
    socket.bind(SocketAddr::from((from, 0))).ok()?;
    socket.connect(to).await.ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_of_one_ipv6_network_are_counted_together() {
    use tokio::io::AsyncReadExt;
    let store = Store::memory();
    let key = web::house_key(&store).await.unwrap();
    let hall = hall::Hall::new(games::GAMES, store);
    let listen = SocketAddr::from((Ipv6Addr::LOCALHOST, 0));
    let config =
        Config { listen, limits: Limits { per_address: 3, ..roomy() }, ..Config::default() };
    // A machine without IPv6 has nothing to count.
    let Ok(server) = web::start(hall, key, config).await else { return };
    let mut open = Vec::new();
    for _ in 0..3 {
        let Some(stream) = connect(Ipv6Addr::LOCALHOST, server.address()).await else { return };
        open.push(stream);
    }
    let mut fourth = connect(Ipv6Addr::LOCALHOST, server.address()).await.unwrap();
    assert_eq!(fourth.read(&mut [0; 1]).await.unwrap_or(0), 0, "it is turned away");
    server.close().await;
}
