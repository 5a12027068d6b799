//! Limits for an address apply to the whole /64 of an IPv6 address.

use crate::common::{Client, roomy, start_server_with};
use hall::{Clock, Store};
use serde_json::json;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::sync::{Mutex, mpsc};
use web::{Config, Listener, Server, ServerLimits};

/// A server behind a proxy on this machine, and a client without a session that uses the proxy.
async fn behind_a_proxy(limits: ServerLimits, code: Option<&str>) -> (Server, Client) {
    let proxies = vec![IpAddr::from([127, 0, 0, 1])];
    let code = code.map(|code| code.parse().unwrap());
    let config = Config { proxies, limits, code, ..Config::default() };
    let server = start_server_with(Store::memory(), Clock::default(), config).await;
    let nobody = Client::nobody(server.address());
    (server, nobody)
}

/// The same client with this address in the proxy's header.
fn from(client: &Client, address: &str) -> Client {
    client.with("x-forwarded-for", address)
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_of_one_ipv6_network_are_limited_like_one_address() {
    let (server, nobody) =
        behind_a_proxy(ServerLimits { sign_ins: (1e-6, 20.0), ..roomy() }, None).await;
    let mut made = 0;
    for n in 0..300 {
        let mut guest = from(&nobody, &format!("2001:db8:1:2:{n:x}::{n:x}"));
        match guest.post("/me", json!({})).await.status {
            200 => made += 1,
            status => assert_eq!(status, 429),
        }
    }
    assert_eq!(made, 20);
    // The next network has its own limit, and so has an IPv4 address, in either notation.
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
    let limits = ServerLimits { requests: (1e-6, 4.0), ..roomy() };
    let (server, nobody) = behind_a_proxy(limits, None).await;
    for n in 1..=4 {
        from(&nobody, &format!("2001:db8::{n}")).get("/games").await.good();
    }
    assert_eq!(from(&nobody, "2001:db8::5").get("/games").await.status, 429);
    server.close().await;
    let (server, nobody) =
        behind_a_proxy(ServerLimits { sign_ins: (1e-6, 3.0), ..roomy() }, None).await;
    let try_in = json!({ "name": "Ann Lee", "passphrase": "three bad words" });
    for n in 1..=3 {
        let mut eve = from(&nobody, &format!("2001:db8::{n}"));
        assert_eq!(eve.post("/session", try_in.clone()).await.status, 401);
    }
    assert_eq!(from(&nobody, "2001:db8::4").post("/session", try_in).await.status, 429);
    server.close().await;
    let (server, nobody) = behind_a_proxy(ServerLimits { per_address: 2, ..roomy() }, None).await;
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
async fn the_code_cannot_be_guessed_from_many_networks() {
    let limits = ServerLimits { code_tries: (1e-6, 10.0), ..roomy() };
    let (server, nobody) = behind_a_proxy(limits, Some("7K3M9Q")).await;
    // The right code doesn't count as an attempt.
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
    // A network that has failed has to wait; others can still get in.
    let mut eve = from(&nobody, "2001:db8:1:3::1");
    let busy = eve.post("/me", json!({ "code": "7K3M9Q" })).await;
    assert_eq!((busy.status, busy.code().as_str()), (429, "web.busy"));
    assert!(busy.headers.contains_key("retry-after"));
    let mut ann = from(&nobody, "2001:db8:2::1");
    ann.post("/me", json!({ "code": "7K3M9Q" })).await.good();
    server.close().await;
}

/// A listener for connections from any address that a test chooses.
struct FakeListener(Mutex<mpsc::Receiver<(DuplexStream, SocketAddr)>>);

impl Listener for FakeListener {
    type Stream = DuplexStream;

    async fn accept(&self) -> io::Result<(DuplexStream, SocketAddr)> {
        match self.0.lock().await.recv().await {
            Some(connection) => Ok(connection),
            None => std::future::pending().await,
        }
    }

    fn address(&self) -> io::Result<SocketAddr> {
        Ok(SocketAddr::from((Ipv6Addr::LOCALHOST, 8080)))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_of_one_ipv6_network_are_counted_together() {
    let store = Store::memory();
    let key = web::load_server_key(&store).await.unwrap();
    let hall = hall::Hall::new(games::GAMES, store);
    let (connections, incoming) = mpsc::channel(1);
    let limits = ServerLimits { per_address: 8, ..roomy() };
    let config = Config { limits, ..Config::default() };
    let server =
        web::start_at(FakeListener(Mutex::new(incoming)), hall, key, config).await.unwrap();
    // Whether a connection from this address gets a response. Connections stay open.
    let mut connected = Vec::new();
    let mut is_accepted = async |address: String| {
        let (mut ours, theirs) = tokio::io::duplex(4096);
        connections.send((theirs, SocketAddr::new(address.parse().unwrap(), 1))).await.unwrap();
        let sent = ours.write_all(b"GET /healthz HTTP/1.1\r\nhost: [::1]:8080\r\n\r\n").await;
        let answered = sent.is_ok() && ours.read_exact(&mut [0; 12]).await.is_ok();
        connected.push(ours);
        answered
    };
    let mut accepted = 0;
    for n in 0..100 {
        accepted += usize::from(is_accepted(format!("2001:db8:1:2:{n:x}:{n:x}::1")).await);
    }
    assert_eq!(accepted, 8);
    assert!(is_accepted("2001:db8:1:3::1".into()).await, "the next network");
    assert!(is_accepted("203.0.113.1".into()).await);
    drop(connected);
    server.close().await;
}
