//! Bad clients: each is refused and counted, and doesn't affect others.

use crate::common::{Client, PATIENCE, fresh_server, raw, roomy, start_server};
use futures_util::SinkExt;
use hall::Store;
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use web::ServerLimits;

/// The value of a metric.
async fn count(address: SocketAddr, name: &str) -> u64 {
    let text = Client::nobody(address).ask("GET", "/metrics", None).await.text;
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("lexicade_{name} ")));
    line.unwrap_or_else(|| panic!("{name} is not counted:\n{text}")).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_has_security_headers() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    for path in
        ["/", "/match/X", "/api/v1/games", "/api/v1/nothing", "/healthz", "/metrics", "/no.js"]
    {
        let answer = ann.ask("GET", path, None).await;
        let csp = &answer.headers["content-security-policy"];
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "frame-ancestors 'none'",
            "object-src 'none'",
        ] {
            assert!(csp.contains(part), "{path}: {csp}");
        }
        assert!(!csp.contains("unsafe"), "{csp}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.headers.get(name).map(String::as_str), Some(value), "{path}");
        }
        assert_eq!(
            path.starts_with("/api"),
            answer.headers.get("cache-control").is_some_and(|it| it == "no-store"),
            "{path}"
        );
    }
    assert_eq!(ann.ask("GET", "/api/v1/nothing", None).await.code(), "web.path");
    assert_eq!(ann.ask("GET", "/no.js", None).await.status, 404);
    assert_eq!(ann.ask("PATCH", "/api/v1/me", None).await.code(), "web.method");
    for path in ["/healthz", "/readyz"] {
        assert_eq!(ann.ask("GET", path, None).await.status, 200);
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_host_names_and_content_types_are_refused() {
    let server = fresh_server().await;
    let ann = Client::guest(server.address()).await;
    let own = format!("http://{}", server.address());
    for (wrong, code) in [
        (ann.with("origin", "https://evil.example"), "web.origin"),
        (ann.with("origin", "null"), "web.origin"),
        (ann.with("origin", &own.replace("http://", "https://")), "web.origin"),
        (ann.with("origin", &own.replace("http://", "http://a.")), "web.origin"),
        (ann.with("sec-fetch-site", "cross-site"), "web.origin"),
        (ann.with("sec-fetch-site", "same-site"), "web.origin"),
        (ann.without("x-lexicade"), "web.origin"),
        (ann.with("host", "evil.example"), "web.host_name"),
        (ann.with("host", "127.0.0.1.evil.example:80"), "web.host_name"),
    ] {
        let answer = wrong.clone().post("/matches", json!({ "game": "wordle" })).await;
        assert_eq!(answer.code(), code, "{:?}", wrong.headers);
    }
    assert_eq!(
        ann.clone().get("/matches").await.good()["matches"],
        json!([]),
        "nothing was opened"
    );
    let secure = ann.with("origin", &own.replace("http://", "https://"));
    for wrong in [ann.with("origin", "https://evil.example"), ann.without("origin"), secure] {
        assert_eq!(wrong.try_socket().await.err(), Some(403));
    }
    assert_eq!(ann.with("host", "evil.example").try_socket().await.err(), Some(421));
    // A form on another site can't send JSON.
    let head = format!(
        "POST /api/v1/matches HTTP/1.1\r\nhost: {}\r\nx-lexicade: 1\r\ncookie: {}\r\nconnection: close\r\n",
        server.address(),
        ann.cookie.clone().unwrap()
    );
    let form = format!(
        "{head}content-type: text/plain\r\ncontent-length: 17\r\n\r\n{{\"game\":\"wordle\"}}"
    );
    assert!(raw(server.address(), form.as_bytes()).await.starts_with("HTTP/1.1 415"));
    assert!(count(server.address(), "foreign_total").await >= 13);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_requests_and_invalid_json_are_refused() {
    let server = fresh_server().await;
    let mut ann = Client::guest(server.address()).await;
    let large = json!({ "game": "x".repeat(70_000) });
    let answer = ann.post("/matches", large).await;
    assert_eq!((answer.status, answer.code().as_str()), (413, "web.large"));
    for wrong in
        [json!([]), json!({ "gmae": "wordle" }), json!({}), json!({ "game": 1 }), json!("x")]
    {
        let answer = ann.post("/matches", wrong.clone()).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "web.json"), "{wrong}");
    }
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    let deep: String = deep.chars().collect();
    let head = format!(
        "POST /api/v1/matches HTTP/1.1\r\nhost: {}\r\nx-lexicade: 1\r\ncookie: {}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{deep}",
        server.address(),
        ann.cookie.clone().unwrap(),
        deep.len()
    );
    assert!(raw(server.address(), head.as_bytes()).await.starts_with("HTTP/1.1 400"));
    let unknown = ann.post("/matches", json!({ "game": "chess" })).await;
    assert_eq!(unknown.code(), "house.setup");
    // The server doesn't read files.
    let file = json!({ "game": "junior", "set": { "board": "@/etc/passwd" } });
    assert_eq!(ann.post("/matches", file).await.code(), "web.board");
    let many: String = (0..70).map(|n| format!("x-{n}: 1\r\n")).collect();
    let answer =
        raw(server.address(), format!("GET / HTTP/1.1\r\nhost: x\r\n{many}\r\n").as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    // A header may have 8 KB, and all of them together 64 KB.
    let long = ann.with("x-long", &"x".repeat(8_000));
    assert_eq!(long.clone().get("/games").await.status, 200);
    let longer = ann.with("x-long", &"x".repeat(9_000)).get("/games").await;
    assert_eq!((longer.status, longer.code().as_str()), (431, "web.large"));
    let all = (0..9).fold(ann.clone(), |ann, n| ann.with(&format!("x-{n}"), &"x".repeat(7_500)));
    assert_eq!(all.clone().get("/games").await.status, 431);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_the_matches_of_others_are_counted() {
    let server = fresh_server().await;
    let address = server.address();
    let mut ann = Client::guest(address).await;
    let id = ann.open(json!({ "game": "wordle" })).await;
    let mut eve = Client::guest(address).await;
    let mut socket = eve.socket().await;
    let act = json!({ "do": "act", "match": id, "seen": 1, "line": "guess slate" });
    assert_eq!(socket.ask(act).await["code"], "house.match");
    assert_eq!(count(address, "strange_total").await, 1);
    assert_eq!(socket.follow(&id).await["type"], "gone");
    assert_eq!(count(address, "strange_total").await, 2);
    assert_eq!(eve.get(&format!("/matches/{id}")).await.code(), "house.match");
    assert_eq!(count(address, "strange_total").await, 3);
    // The cookie of an ended session doesn't count as forged.
    let mut old = eve.clone();
    eve.delete("/session").await.good();
    assert_eq!(old.get("/matches").await.code(), "web.guest");
    assert_eq!((count(address, "ended_total").await, count(address, "forged_total").await), (1, 0));
    server.close().await;
}

/// Raises the limit of open sockets, because both ends of a thousand connections are in this process.
fn raise_socket_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_are_disconnected_without_affecting_others() {
    raise_socket_limit();
    let limits = ServerLimits { head: Duration::from_millis(500), per_address: 1100, ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let address = server.address();
    let mut slow = Vec::new();
    for n in 0..1000 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        if n % 2 == 0 {
            stream.write_all(b"GET / HTTP/1.1\r\nhost: loc").await.unwrap();
        }
        slow.push(stream);
    }
    let mut ann = Client::guest(address).await;
    ann.open(json!({ "game": "wordle" })).await;
    for mut stream in slow {
        let mut rest = Vec::new();
        let _ =
            timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("it is still connected");
    }
    assert!(count(address, "connections").await < 5);
    assert!(count(address, "slow_total").await >= 500);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_connections_are_refused() {
    let limits = ServerLimits { per_address: 8, per_person: 2, ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let ann = Client::guest(server.address()).await;
    let sockets = [ann.socket().await, ann.socket().await];
    assert_eq!(ann.try_socket().await.err(), Some(429));
    drop(sockets);
    let mut open = Vec::new();
    for _ in 0..30 {
        open.push(TcpStream::connect(server.address()).await.unwrap());
    }
    let mut closed = 0;
    for stream in open.iter_mut().rev().take(10) {
        let mut rest = Vec::new();
        let _ =
            timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("it is still connected");
        closed += 1;
    }
    assert_eq!(closed, 10);
    drop(open);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_class_can_play_from_one_address() {
    let ServerLimits { requests, sign_ins, .. } = roomy();
    // Slow clients aren't disconnected in this test.
    let head = Duration::from_secs(3600);
    let start = |limits: ServerLimits| {
        start_server(Store::memory(), ServerLimits { requests, sign_ins, head, ..limits })
    };
    let server = start(ServerLimits::default()).await;
    let mut sockets = Vec::new();
    for _ in 0..30 {
        let mut socket = Client::guest(server.address()).await.socket().await;
        socket.of("hello").await;
        sockets.push(socket);
    }
    assert_eq!(count(server.address(), "sockets").await, 30);
    drop(sockets);
    server.close().await;
    // The operator may set a stricter limit. WebSockets count as connections.
    let server = start(ServerLimits::default().for_address(20)).await;
    let mut people = Vec::new();
    for _ in 0..4 {
        people.push(Client::guest(server.address()).await);
    }
    let mut open = Vec::new();
    for person in people.iter().cycle().take(20) {
        open.push(person.socket().await);
    }
    let mut one_more = TcpStream::connect(server.address()).await.unwrap();
    let mut rest = Vec::new();
    let _ =
        timeout(PATIENCE, one_more.read_to_end(&mut rest)).await.expect("it is still connected");
    assert_eq!(rest, b"");
    drop(open);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_rate_limited() {
    let limits = ServerLimits { requests: (1e-6, 5.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut eve = Client::nobody(server.address());
    for _ in 0..5 {
        assert_eq!(eve.get("/me").await.status, 200);
    }
    let answer = eve.get("/me").await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "web.busy"));
    for path in ["/readyz", "/metrics"] {
        assert_eq!(eve.ask("GET", path, None).await.status, 429, "{path}");
    }
    // X-Forwarded-For is ignored unless it comes from our own proxy.
    let mut liar = eve.with("x-forwarded-for", "10.9.8.7");
    assert_eq!(liar.get("/me").await.status, 429);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_files_of_the_page_are_rate_limited_and_a_refused_client_is_disconnected() {
    let limits = ServerLimits { files: (1e-6, 3.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let address = server.address();
    let asked = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\n\r\n").repeat(50);
    // On one connection, one after the other: three answers, one refusal, and the end.
    let answers = raw(address, asked.as_bytes()).await;
    assert_eq!(answers.matches("HTTP/1.1 200").count(), 3, "{answers}");
    assert_eq!(answers.matches("HTTP/1.1 429").count(), 1, "{answers}");
    // The same for requests with two host names.
    let two = format!("GET /api/v1/me HTTP/1.1\r\nhost: {address}\r\nhost: {address}\r\n\r\n");
    let answers = raw(address, two.repeat(50).as_bytes()).await;
    assert_eq!(answers.matches("HTTP/1.1 ").count(), 1, "{answers}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn junk_on_a_socket_is_refused_and_then_closes_it() {
    let server = fresh_server().await;
    let address = server.address();
    let mut ann = Client::guest(address).await;
    let id = ann.open(json!({ "game": "wordle" })).await;
    let mut other = ann.socket().await;
    other.follow(&id).await;
    let mut socket = ann.socket().await;
    socket.of("hello").await;
    for junk in [
        "",
        "{}",
        "[]",
        "null",
        "{\"do\":\"act\"}",
        "{\"do\":\"fly\",\"n\":3}",
        "\u{202e}",
        "{\"do\":",
    ] {
        socket.stream.send(Message::text(junk)).await.unwrap();
        assert_eq!(socket.of("refused").await["code"], "web.json", "{junk}");
    }
    for _ in 0..20 {
        let _ = socket.stream.send(Message::text("junk")).await;
    }
    assert_eq!(socket.closed().await, Some(1008));
    let mut socket = ann.socket().await;
    socket.stream.send(Message::binary(vec![0; 10])).await.unwrap();
    assert_eq!(socket.closed().await, Some(1008));
    // A message that is too large, in one frame or in fragments.
    let mut socket = ann.socket().await;
    let _ = socket.stream.send(Message::text("x".repeat(5000))).await;
    assert_eq!(socket.closed().await, Some(1009));
    let mut socket = ann.socket().await;
    for n in 0..10 {
        let code = OpCode::Data(if n == 0 { Data::Text } else { Data::Continue });
        let _ = socket
            .stream
            .send(Message::Frame(Frame::message(vec![b'x'; 1000], code, n == 9)))
            .await;
    }
    socket.closed().await;
    assert!(count(address, "junk_total").await >= 20);
    assert!(count(address, "cut_off_total").await >= 2);
    // The other socket is not affected.
    let ack =
        other.ask(json!({ "do": "act", "match": id, "seen": 9, "line": "guess slate" })).await;
    assert_eq!(ack["type"], "ack");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_frame_closes_the_socket_with_the_right_code() {
    let server = fresh_server().await;
    let ann = Client::guest(server.address()).await;
    let cases: [(&str, &[u8], u16); 6] = [
        ("not masked", &[0x81, 0x01, b'x'], 1002),
        ("reserved bits", &[0xf1, 0x80, 0, 0, 0, 0], 1002),
        ("an unknown opcode", &[0x83, 0x80, 0, 0, 0, 0], 1002),
        ("a continuation of nothing", &[0x80, 0x80, 0, 0, 0, 0], 1002),
        ("a fragmented ping", &[0x09, 0x80, 0, 0, 0, 0], 1002),
        ("invalid UTF-8", &[0x81, 0x81, 0, 0, 0, 0, 0xff], 1007),
    ];
    for (n, (name, frame, code)) in (1..).zip(cases) {
        let mut socket = ann.socket().await;
        socket.of("hello").await;
        socket.stream.get_mut().write_all(frame).await.unwrap();
        assert_eq!(socket.closed().await, Some(code), "{name}");
        assert_eq!(count(server.address(), "cut_off_total").await, n, "{name}");
    }
    // A close frame is answered, and not counted as an error.
    let mut socket = ann.socket().await;
    socket.of("hello").await;
    let goodbye = [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8];
    socket.stream.get_mut().write_all(&goodbye).await.unwrap();
    assert_eq!(socket.closed().await, Some(1000));
    // A client that just disconnects isn't counted either.
    let mut socket = ann.socket().await;
    socket.of("hello").await;
    drop(socket);
    while count(server.address(), "sockets").await > 0 {}
    assert_eq!(count(server.address(), "cut_off_total").await, 6);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_names_are_compared_without_case() {
    let server = fresh_server().await;
    let port = server.address().port();
    let ann = Client::guest(server.address()).await;
    for host in [format!("LOCALHOST:{port}"), format!("LocalHost:{port}"), "LOCALHOST".into()] {
        let origin = format!("http://{}", host.to_lowercase());
        let mut there = ann.with("host", &host).with("origin", &origin);
        there.get("/me").await.good();
        let table = there.post("/tables", json!({ "game": "junior" })).await.good();
        let link = table["invitation"].as_str().unwrap();
        assert!(link.starts_with(&format!("{origin}/join/")), "{link}");
        there.socket().await.of("hello").await;
        // Another name is still refused.
        let other = there.with("origin", &origin.replace("localhost", "localhosts"));
        assert_eq!(other.try_socket().await.err(), Some(403));
    }
    // The default port may be given or not.
    let there = ann.with("host", "localhost:80").with("origin", "http://localhost");
    there.socket().await.of("hello").await;
    let other = there.with("origin", "http://localhost:81");
    assert_eq!(other.try_socket().await.err(), Some(403));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_rate_limited() {
    let limits = ServerLimits { messages: (1e-6, 10.0), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let mut ann = Client::guest(server.address()).await;
    let id = ann.open(json!({ "game": "wordle" })).await;
    let mut socket = ann.socket().await;
    for n in 0..40 {
        let asked = json!({ "do": "preview", "n": n, "match": id, "typed": "g" });
        let _ = socket.stream.send(Message::text(asked.to_string())).await;
    }
    let busy = socket.until(|received| received["code"] == "web.busy").await;
    assert!(busy["n"].as_u64().unwrap() >= 10);
    assert_eq!(socket.closed().await, Some(1008));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_does_not_read_is_closed_without_affecting_others() {
    let limits = ServerLimits { unread: Duration::from_millis(300), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let address = server.address();
    let mut ann = Client::guest(address).await;
    let bots = json!([{ "seat": 1, "name": "random" }]);
    let id = ann.open(json!({ "game": "junior", "bots": bots })).await;
    let narrow = TcpSocket::new_v4().unwrap();
    narrow.set_recv_buffer_size(4096).unwrap();
    let mut deaf = ann.socket_on(narrow.connect(address).await.unwrap()).await.unwrap();
    // The client requests the whole state again and again, and never reads.
    let follow = json!({ "do": "follow", "match": id }).to_string();
    let preview = json!({ "do": "preview", "n": 1, "match": id, "typed": "place" }).to_string();
    let flood = async {
        loop {
            for asked in [&follow, &preview, &preview, &preview, &preview] {
                if deaf.stream.send(Message::text(asked.clone())).await.is_err() {
                    return;
                }
            }
        }
    };
    timeout(PATIENCE, flood).await.expect("it is still connected");
    let mut other = ann.socket().await;
    other.follow(&id).await;
    assert_eq!(count(address, "sockets").await, 1);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_does_not_read_is_closed() {
    let limits = ServerLimits { unread: Duration::from_millis(300), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let address = server.address();
    let asked = format!("GET /css/base.css HTTP/1.1\r\nhost: {address}\r\n\r\n").repeat(100);
    let deaf = (0..5).map(|_| async {
        let narrow = TcpSocket::new_v4().unwrap();
        narrow.set_recv_buffer_size(4096).unwrap();
        let mut stream = narrow.connect(address).await.unwrap();
        // When all buffers are full, writing waits, and then the connection is closed.
        while stream.write_all(asked.as_bytes()).await.is_ok() {}
    });
    timeout(PATIENCE, futures_util::future::join_all(deaf))
        .await
        .expect("they are still connected");
    assert_eq!(count(address, "cut_off_total").await, 5);
    // Soon the connection of this request is the only one.
    let alone = async { while count(address, "connections").await > 1 {} };
    timeout(PATIENCE, alone).await.expect("connections are left");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_reads_a_few_bytes_now_and_then_is_closed() {
    let limits = ServerLimits { unread: Duration::from_millis(300), ..roomy() };
    let server = start_server(Store::memory(), limits).await;
    let address = server.address();
    let asked = format!("GET /css/base.css HTTP/1.1\r\nhost: {address}\r\n\r\n").repeat(100);
    let narrow = TcpSocket::new_v4().unwrap();
    narrow.set_recv_buffer_size(4096).unwrap();
    let (mut reader, mut writer) = narrow.connect(address).await.unwrap().into_split();
    // It takes a byte between any two timeouts, so every wait ends with progress.
    let sip = async {
        let mut ticks = tokio::time::interval(Duration::from_millis(50));
        loop {
            ticks.tick().await;
            if !matches!(reader.read(&mut [0; 64]).await, Ok(1..)) {
                break;
            }
        }
    };
    let flood = async { while writer.write_all(asked.as_bytes()).await.is_ok() {} };
    timeout(PATIENCE, async { tokio::join!(sip, flood) }).await.expect("it is still connected");
    assert_eq!(count(address, "cut_off_total").await, 1);
    server.close().await;
}
