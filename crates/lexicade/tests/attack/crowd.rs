//! The players on a server while it is attacked. Each has their own WebSocket and match, and moves at a steady pace.
//! The time of a move is counted from when it was due, not from when it could be sent.

use crate::client::{Client, loopback};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// How many players share an address: fewer than a server admits within a minute.
const PER_ADDRESS: usize = 10;

/// How often each player moves.
const PACE: Duration = Duration::from_secs(2);

/// How long a move may take until it counts as unanswered.
const PATIENCE: Duration = Duration::from_secs(20);

/// A cave in which a player can walk back and forth for ever.
pub(crate) fn endless() -> Value {
    json!({ "game": "wampus", "set": { "fog": "exit", "layout": "A..E:....:..W.:..GP" } })
}

pub(crate) const LINES: [&str; 2] = ["move down", "move up"];

/// The moves of one player.
#[derive(Default)]
struct MoveLog {
    /// When the unanswered move was due.
    pending: Option<Instant>,
    /// When each answered move was due, and how long it took.
    answered: Vec<(Instant, Duration)>,
    /// How often the socket was lost.
    cut: usize,
}

pub(crate) struct Crowd {
    records: Vec<Arc<Mutex<MoveLog>>>,
    /// The tasks of the players, which stop when the crowd is dropped.
    _playing: JoinSet<()>,
}

/// The moves of all players in a period.
#[derive(Clone, Default, Debug)]
pub(crate) struct CrowdStats {
    took: Vec<Duration>,
    pub(crate) unanswered: usize,
    pub(crate) cut: usize,
}

impl CrowdStats {
    /// A percentile in milliseconds.
    pub(crate) fn percentile(&self, n: usize) -> f64 {
        let place = (self.took.len() * n / 100).min(self.took.len().saturating_sub(1));
        self.took.get(place).map_or(0.0, |took| took.as_secs_f64() * 1e3)
    }

    pub(crate) fn moves(&self) -> usize {
        self.took.len()
    }
}

impl Crowd {
    /// Starts this many players, each with their own match.
    pub(crate) async fn come(server: SocketAddr, count: usize) -> Crowd {
        let (mut records, mut playing) = (Vec::new(), JoinSet::new());
        for n in 0..count {
            let from =
                loopback(0, 1 + (n / PER_ADDRESS / 250) as u8, 1 + (n / PER_ADDRESS % 250) as u8);
            let mut client = Client::guest(server, from).await;
            let id = client.open(endless()).await;
            let record = Arc::new(Mutex::new(MoveLog::default()));
            let first = PACE.mul_f64(n as f64 / count as f64);
            let player =
                CrowdPlayer { client, id, socket: None, seen: 0, record: Arc::clone(&record) };
            playing.spawn(player.play(first));
            records.push(record);
        }
        Crowd { records, _playing: playing }
    }

    pub(crate) fn count(&self) -> usize {
        self.records.len()
    }

    /// The moves that were due from this moment until now. Waits for unanswered ones.
    pub(crate) async fn since(&self, begin: Instant) -> CrowdStats {
        let end = Instant::now();
        let is_due = |due: Instant| due >= begin && due < end;
        let is_open = |record: &Arc<Mutex<MoveLog>>| lock(record).pending.is_some_and(is_due);
        while self.records.iter().any(is_open) && end.elapsed() < PATIENCE {
            sleep(Duration::from_millis(10)).await;
        }
        let mut stats = CrowdStats::default();
        for record in &self.records {
            let mut record = lock(record);
            stats
                .took
                .extend(record.answered.drain(..).filter(|(due, _)| is_due(*due)).map(|it| it.1));
            if let Some(due) = record.pending.filter(|due| is_due(*due)) {
                stats.unanswered += 1;
                stats.took.push(due.elapsed());
            }
            stats.cut += std::mem::take(&mut record.cut);
        }
        stats.took.sort_unstable();
        stats
    }
}

fn lock(record: &Mutex<MoveLog>) -> std::sync::MutexGuard<'_, MoveLog> {
    record.lock().unwrap_or_else(PoisonError::into_inner)
}

struct CrowdPlayer {
    client: Client,
    id: String,
    socket: Option<WebSocketStream<TcpStream>>,
    seen: u64,
    record: Arc<Mutex<MoveLog>>,
}

impl CrowdPlayer {
    async fn play(mut self, first: Duration) {
        let (mut due, mut line) = (Instant::now() + first, 0);
        loop {
            sleep_until(due.into()).await;
            lock(&self.record).pending = Some(due);
            self.step(LINES[line % LINES.len()]).await;
            line += 1;
            let mut record = lock(&self.record);
            record.pending = None;
            record.answered.push((due, due.elapsed()));
            // A delayed player doesn't catch up, but keeps to their schedule.
            due += PACE;
            while due < Instant::now() {
                due += PACE;
            }
        }
    }

    /// Makes a move, and sends it again on a new connection if the socket is lost.
    async fn step(&mut self, line: &str) {
        loop {
            if let Some(seq) = self.send(line).await {
                self.seen = seq;
                return;
            }
            self.socket = None;
            lock(&self.record).cut += 1;
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Sends a move, and returns the seq of its entry once it is acknowledged.
    async fn send(&mut self, line: &str) -> Option<u64> {
        if self.socket.is_none() {
            let mut socket = self.client.socket().await.ok()?;
            let follow = json!({ "do": "follow", "match": self.id });
            socket.send(Message::text(follow.to_string())).await.ok()?;
            let shown = until(&mut socket, "update").await?;
            self.seen = if self.seen == 0 { shown["seq"].as_u64()? } else { self.seen };
            self.socket = Some(socket);
        }
        let socket = self.socket.as_mut()?;
        let act = json!({ "do": "act", "n": 1, "match": self.id, "seen": self.seen, "line": line });
        socket.send(Message::text(act.to_string())).await.ok()?;
        until(socket, "ack").await?["seq"].as_u64()
    }
}

/// The next message of a type; `None` if the socket ends or the server refuses.
async fn until(socket: &mut WebSocketStream<TcpStream>, kind: &str) -> Option<Value> {
    let start = format!(r#"{{"type":"{kind}""#);
    loop {
        let message = timeout(PATIENCE, socket.next()).await.ok()??.ok()?;
        let Message::Text(text) = message else { continue };
        if text.starts_with(&start) {
            return serde_json::from_str(&text).ok();
        }
        if text.starts_with(r#"{"type":"refused""#) || text.starts_with(r#"{"type":"gone""#) {
            return None;
        }
    }
}
