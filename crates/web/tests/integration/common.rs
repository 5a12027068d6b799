//! Shared by the tests: a server on a port of its own, and clients with real connections.
#![allow(dead_code, unreachable_pub)]

use futures_util::{SinkExt, StreamExt};
use hall::{Clock, Hall, Store};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::Message;
use web::{Config, PerDay, Server, ServerLimits};

/// A timeout that only a bug reaches.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Limits that a fast test doesn't reach.
pub fn roomy() -> ServerLimits {
    ServerLimits {
        per_address: 1000,
        per_person: 50,
        requests: (1e6, 1e6),
        files: (1e6, 1e6),
        messages: (1e6, 1e6),
        openings: (1e6, 1e6),
        refused_lines: (1e6, 1e6),
        phrases: (1e6, 1e6),
        sign_ins: (1e6, 1e6),
        tries: (1e6, 1e6),
        known: (1e6, 1e6),
        code_tries: (1e6, 1e6),
        table_changes: (1e6, 1e6),
        exports: (1e6, 1e6),
        per_day: PerDay { boards: 1e6, tables: 1e6, matches: 1e6, bytes: 1e12 },
        ..ServerLimits::default()
    }
}

/// A server with this store.
pub async fn start_server(store: Store, limits: ServerLimits) -> Server {
    start_server_with(store, Clock::default(), Config { limits, ..Config::default() }).await
}

/// A server with this store, clock and configuration.
pub async fn start_server_with(store: Store, clock: Clock, config: Config) -> Server {
    let key = web::load_server_key(&store).await.unwrap();
    let hall = Hall::with_key(games::GAMES, store, clock, key.seal());
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    web::start(hall, key, Config { listen, ..config }).await.unwrap()
}

/// A server with an empty store in memory.
pub async fn fresh_server() -> Server {
    start_server(Store::memory(), roomy()).await
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HashMap<String, String>,
    /// The cookies that it sets.
    pub cookies: Vec<String>,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The body; panics if the status isn't 200.
    pub fn good(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.json()
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        self.json()["refused"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Sends bytes and reads until the server closes the connection.
pub async fn raw(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut read = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut read)).await.expect("no end");
    String::from_utf8_lossy(&read).into_owned()
}

/// A browser, or a program with a token.
#[derive(Clone, Debug)]
pub struct Client {
    pub address: SocketAddr,
    pub headers: Vec<(String, String)>,
    /// The session cookie.
    pub cookie: Option<String>,
    /// The cookie of a device that has signed in before.
    pub device: Option<String>,
}

impl Client {
    /// A client without a session.
    pub fn nobody(address: SocketAddr) -> Client {
        let headers = vec![
            ("host".into(), address.to_string()),
            ("origin".into(), format!("http://{address}")),
            ("x-lexicade".into(), "1".into()),
        ];
        Client { address, headers, cookie: None, device: None }
    }

    pub async fn guest(address: SocketAddr) -> Client {
        let mut client = Client::nobody(address);
        client.post("/me", json!({})).await.good();
        client
    }

    /// A guest with a name.
    pub async fn named(address: SocketAddr, name: &str) -> Client {
        let mut client = Client::guest(address).await;
        client.ask("PUT", "/api/v1/me", Some(json!({ "name": name }))).await.good();
        client
    }

    pub fn with(&self, name: &str, value: &str) -> Client {
        let mut client = self.without(name);
        client.headers.push((name.into(), value.into()));
        client
    }

    pub fn without(&self, name: &str) -> Client {
        let mut client = self.clone();
        client.headers.retain(|(other, _)| other != name);
        client
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", &format!("/api/v1{path}"), None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.ask("POST", &format!("/api/v1{path}"), Some(body)).await
    }

    pub async fn delete(&mut self, path: &str) -> Answer {
        self.ask("DELETE", &format!("/api/v1{path}"), None).await
    }

    pub async fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let body = body.map(|body| body.to_string());
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        for cookie in self.cookie.iter().chain(&self.device) {
            head += &format!("cookie: {cookie}\r\n");
        }
        if let Some(body) = &body {
            head +=
                &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
        }
        let request = format!("{head}\r\n{}", body.unwrap_or_default());
        let answer = read(&raw(self.address, request.as_bytes()).await);
        crate::described::check(method, path, &answer);
        for set in &answer.cookies {
            let pair = set.split(';').next().unwrap();
            let kept = (!pair.ends_with('=')).then(|| pair.to_owned());
            match pair.contains("lx-device=") {
                true => self.device = kept,
                false => self.cookie = kept,
            }
        }
        answer
    }

    pub async fn socket(&self) -> Socket {
        self.try_socket().await.unwrap()
    }

    pub async fn try_socket(&self) -> Result<Socket, u16> {
        self.socket_on(TcpStream::connect(self.address).await.unwrap()).await
    }

    /// A socket on this connection.
    pub async fn socket_on(&self, stream: TcpStream) -> Result<Socket, u16> {
        let url = format!("ws://{}/api/v1/ws", self.address);
        let mut request = url.into_client_request().unwrap();
        for (name, value) in &self.headers {
            let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        match tokio_tungstenite::client_async(request, stream).await {
            Ok((stream, _)) => Ok(Socket { stream, received: Vec::new(), n: 0 }),
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// The same client, connected to another node on the same store.
    pub fn at(&self, address: SocketAddr) -> Client {
        let there = Client { address, ..self.clone() };
        there.with("host", &address.to_string()).with("origin", &format!("http://{address}"))
    }

    /// Opens a match; returns its id.
    pub async fn open(&mut self, wanted: Value) -> String {
        let answer = self.post("/matches", wanted).await.good();
        answer["match"].as_str().unwrap().to_owned()
    }
}

fn read(text: &str) -> Answer {
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap();
    let pair = |line: &str| {
        let (name, value) = line.split_once(':').unwrap();
        (name.to_ascii_lowercase(), value.trim().to_owned())
    };
    let headers: Vec<(String, String)> = lines.map(pair).collect();
    let set = headers.iter().filter(|(name, _)| name == "set-cookie");
    let cookies = set.map(|(_, cookie)| cookie.clone()).collect();
    Answer { status, headers: headers.into_iter().collect(), cookies, text: body.to_owned() }
}

pub struct Socket {
    pub stream: WebSocketStream<TcpStream>,
    /// Every message received.
    pub received: Vec<String>,
    n: u64,
}

impl Socket {
    pub async fn say(&mut self, message: Value) {
        self.stream.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message; `None` when the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("nothing is received")? {
                Ok(Message::Text(text)) => {
                    self.received.push(text.to_string());
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits until the socket is closed; returns the close code.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("nothing is received")? {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// The next message for which this holds.
    pub async fn until(&mut self, is: impl Fn(&Value) -> bool) -> Value {
        loop {
            let received = self.next().await.expect("the socket was closed");
            if is(&received) {
                return received;
            }
        }
    }

    /// The next message of a type.
    pub async fn of(&mut self, kind: &str) -> Value {
        self.until(|received| received["type"] == kind).await
    }

    /// Sends a message and waits for its response; messages before that are only recorded.
    pub async fn ask(&mut self, mut message: Value) -> Value {
        self.n += 1;
        message["n"] = json!(self.n);
        let n = message["n"].clone();
        self.say(message).await;
        self.until(|received| received["n"] == n).await
    }

    /// Follows a match; returns the first update.
    pub async fn follow(&mut self, id: &str) -> Value {
        self.say(json!({ "do": "follow", "match": id })).await;
        let id = id.to_owned();
        let is_it = |received: &Value| received["type"] == "update" || received["type"] == "gone";
        self.until(move |received| is_it(received) && received["match"] == id.as_str()).await
    }
}

/// The passphrase of `account`.
pub const PASSPHRASE: &str = "three good words";

/// An account whose passphrase was set just now.
pub async fn account(address: SocketAddr, name: &str) -> Client {
    let mut client = Client::named(address, name).await;
    client.post("/me/passphrase", json!({ "passphrase": PASSPHRASE })).await.good();
    client
}

/// The name that the server knows this client by.
pub async fn name(client: &mut Client) -> Value {
    client.get("/me").await.good()["me"]["name"].clone()
}
