//! Connected clients that play as fast as they can, or at a fixed rate.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// A cave in which a player can walk up and down forever.
pub(crate) const SETTINGS: [(&str, &str); 2] = [("fog", "exit"), ("layout", "A..E:....:..W.:..GP")];
pub(crate) const LINES: [&str; 2] = ["move down", "move up"];

/// How many sockets of listeners share one guest.
const SOCKETS_PER_GUEST: usize = 50;

pub(crate) struct Crowd(Vec<Player>);

struct Player {
    socket: WebSocketStream<TcpStream>,
    id: String,
    seen: u64,
    moves: usize,
}

/// The result of a measurement.
pub(crate) struct Played {
    elapsed: Duration,
    /// The latency of each move, sorted.
    latencies: Vec<Duration>,
    bytes: usize,
}

impl Played {
    pub(crate) fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.elapsed.as_secs_f64()
    }

    pub(crate) fn percentile(&self, n: usize) -> f64 {
        let index = (self.latencies.len() * n / 100).min(self.latencies.len() - 1);
        self.latencies[index].as_secs_f64() * 1e3
    }

    pub(crate) fn bytes_per_move(&self) -> usize {
        self.bytes / self.latencies.len()
    }
}

impl Crowd {
    /// Connects this many clients. If they play, each opens a match and follows it.
    pub(crate) async fn connect(address: SocketAddr, count: usize, plays: bool) -> Crowd {
        let mut players = Vec::with_capacity(count);
        // Listeners share guests, as people with many windows do.
        let mut cookie = String::new();
        for n in 0..count {
            if plays || n % SOCKETS_PER_GUEST == 0 {
                cookie = ask(address, "/me", "", json!({})).await.1.unwrap();
            }
            let id = match plays {
                true => open(address, &cookie).await,
                false => String::new(),
            };
            let mut player = connect(address, &cookie, id).await;
            player.until(|text| text.starts_with(r#"{"type":"hello""#)).await;
            if plays {
                let follow = json!({ "do": "follow", "match": player.id });
                player.socket.send(Message::text(follow.to_string())).await.unwrap();
                let first = player.until(|text| text.starts_with(r#"{"type":"update""#)).await.0;
                player.seen = number(&first);
            }
            players.push(player);
        }
        Crowd(players)
    }

    /// Connects this many clients to the echo server.
    pub(crate) async fn connect_to_echo(address: SocketAddr, count: usize) -> Crowd {
        let mut players = Vec::with_capacity(count);
        for _ in 0..count {
            players.push(connect(address, "", "4K9M2PXQ7D3T54K9M2PXQ7D3T5".into()).await);
        }
        Crowd(players)
    }

    /// All clients play for this long: as fast as they can, or with this many moves a second in total.
    pub(crate) async fn play(&mut self, duration: Duration, rate: Option<f64>) -> Played {
        let started = Instant::now();
        let count = self.0.len() as f64;
        let pause = rate.map(|rate| Duration::from_secs_f64(count / rate));
        let mut playing = Vec::new();
        for (n, mut player) in std::mem::take(&mut self.0).into_iter().enumerate() {
            // Clients don't all move at the same time.
            let first = started + pause.unwrap_or_default().mul_f64(n as f64 / count);
            playing.push(tokio::spawn(async move {
                let (mut latencies, mut bytes, mut due) = (Vec::new(), 0, first);
                while started.elapsed() < duration {
                    match pause {
                        Some(pause) => {
                            tokio::time::sleep_until(due.into()).await;
                            // Measured from when the move was due, so that a slow response delays the next ones too.
                            let sent = due;
                            due += pause;
                            bytes += player.step().await;
                            latencies.push(sent.elapsed());
                        }
                        None => {
                            let sent = Instant::now();
                            bytes += player.step().await;
                            latencies.push(sent.elapsed());
                        }
                    }
                }
                (player, latencies, bytes)
            }));
        }
        let mut all = Played { elapsed: duration, latencies: Vec::new(), bytes: 0 };
        for playing in playing {
            let (player, latencies, bytes) = playing.await.unwrap();
            self.0.push(player);
            all.latencies.extend(latencies);
            all.bytes += bytes;
        }
        all.elapsed = started.elapsed();
        all.latencies.sort_unstable();
        all
    }
}

impl Player {
    /// Makes one move and waits for its acknowledgement. Returns how many bytes arrived meanwhile.
    async fn step(&mut self) -> usize {
        let line = LINES[self.moves % LINES.len()];
        let act = json!({ "do": "act", "n": self.moves, "match": self.id, "seen": self.seen, "line": line });
        self.moves += 1;
        self.socket.send(Message::text(act.to_string())).await.unwrap();
        let (ack, bytes) = self
            .until(|text| {
                assert!(!text.starts_with(r#"{"type":"refused""#), "{text}");
                text.starts_with(r#"{"type":"ack""#)
            })
            .await;
        self.seen = number(&ack);
        bytes
    }

    async fn until(&mut self, is: impl Fn(&str) -> bool) -> (String, usize) {
        let mut bytes = 0;
        loop {
            let message = self.socket.next().await.expect("the socket was closed").unwrap();
            let Message::Text(text) = message else { continue };
            bytes += text.len();
            if is(&text) {
                return (text.to_string(), bytes);
            }
        }
    }
}

/// The `seq` of a message, without parsing all of it.
fn number(text: &str) -> u64 {
    let rest = text.split_once(r#""seq":"#).unwrap().1;
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

async fn open(address: SocketAddr, cookie: &str) -> String {
    let set: serde_json::Map<String, Value> =
        SETTINGS.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
    let opened = ask(address, "/matches", cookie, json!({ "game": "wampus", "set": set })).await.0;
    opened["match"].as_str().unwrap().to_owned()
}

async fn ask(
    address: SocketAddr,
    path: &str,
    cookie: &str,
    body: Value,
) -> (Value, Option<String>) {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /api/v1{path} HTTP/1.1\r\nhost: {address}\r\nx-lexicade: 1\r\nconnection: close\r\ncookie: {cookie}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    (serde_json::from_str(body).unwrap(), set.map(|set| set.split(';').next().unwrap().to_owned()))
}

async fn connect(address: SocketAddr, cookie: &str, id: String) -> Player {
    let mut request = format!("ws://{address}/api/v1/ws").into_client_request().unwrap();
    request.headers_mut().insert("origin", format!("http://{address}").parse().unwrap());
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let (socket, _) =
        tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await.unwrap();
    Player { socket, id, seen: 0, moves: 0 }
}
