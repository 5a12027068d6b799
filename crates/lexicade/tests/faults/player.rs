//! Players who keep playing through all faults: an unanswered move is sent again to the other node.

use crate::checker::{Acknowledged, Move};
use crate::client::{Answer, Client, loopback};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How long a player waits for an answer before sending the move again.
const ANSWER: Duration = Duration::from_secs(3);

/// The pause between two moves, and before a move is sent again.
const REST: Duration = Duration::from_millis(10);

/// How many moves a single player makes in one match: far fewer than the limit.
const MOVES: usize = 2000;

/// Every move whose seq is a multiple of this is sent again though it was acknowledged.
const AGAIN: u64 = 8;

/// The records of all players.
#[derive(Default)]
pub(crate) struct Book {
    pub(crate) stop: AtomicBool,
    /// The number of acknowledgements, and of requests that were sent again.
    pub(crate) acks: AtomicUsize,
    pub(crate) resent: AtomicUsize,
    inner: Mutex<BookInner>,
}

#[derive(Default)]
struct BookInner {
    matches: BTreeMap<String, (Acknowledged, Vec<Client>)>,
    problems: Vec<String>,
    last: Option<Instant>,
    longest: Duration,
}

impl Book {
    fn inner(&self) -> std::sync::MutexGuard<'_, BookInner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a match with its players.
    fn open(&self, id: &str, players: &[&Client]) {
        let players = players.iter().map(|player| (*player).clone()).collect();
        self.inner().matches.insert(id.to_owned(), (Acknowledged::default(), players));
    }

    fn acknowledged(&self, id: &str, seq: u64, made: Move) {
        self.acks.fetch_add(1, SeqCst);
        let mut inner = self.inner();
        let now = Instant::now();
        if let Some(last) = inner.last.replace(now) {
            inner.longest = inner.longest.max(now - last);
        }
        let noted = inner.matches.entry(id.to_owned()).or_default().0.note(seq, made);
        inner.problems.extend(noted.err().map(|why| format!("{id}: {why}")));
    }

    fn problem(&self, why: String) {
        self.inner().problems.push(why);
    }

    pub(crate) fn problems(&self) -> Vec<String> {
        self.inner().problems.clone()
    }

    /// Every match with its acknowledged moves and its players.
    pub(crate) fn matches(&self) -> BTreeMap<String, (Acknowledged, Vec<Client>)> {
        self.inner().matches.clone()
    }

    /// The longest time without any acknowledgement.
    pub(crate) fn longest_silence(&self) -> Duration {
        self.inner().longest
    }

    fn is_running(&self) -> bool {
        !self.stop.load(SeqCst)
    }
}

/// A client that uses one node until it fails, and then the other.
pub(crate) struct FailoverClient {
    pub(crate) client: Client,
    nodes: [SocketAddr; 2],
    at: usize,
}

impl FailoverClient {
    /// A new guest who starts at one of the nodes.
    pub(crate) async fn new(nodes: [SocketAddr; 2], at: usize, n: u8) -> FailoverClient {
        let mut client = Client::guest(nodes[at], loopback(0, 4, n)).await;
        client.patience = ANSWER;
        FailoverClient { client, nodes, at }
    }

    /// Sends a request until a node gives a final answer.
    async fn ask(&mut self, method: &str, path: &str, body: Option<Value>, book: &Book) -> Answer {
        loop {
            self.client.server = self.nodes[self.at];
            let answer = self.client.ask(method, &format!("/api/v1{path}"), body.clone()).await;
            if !matches!(answer.status, 0 | 408 | 429 | 500..) {
                return answer;
            }
            book.resent.fetch_add(1, SeqCst);
            self.at = 1 - self.at;
            sleep(REST).await;
        }
    }

    async fn get(&mut self, path: &str, book: &Book) -> Value {
        self.ask("GET", path, None, book).await.json()
    }

    async fn post(&mut self, path: &str, body: Value, book: &Book) -> Answer {
        self.ask("POST", path, Some(body), book).await
    }

    /// Makes a move and records its acknowledgement. Returns the seq of its entry.
    async fn act(&mut self, id: &str, seat: u8, seen: u64, line: &str, book: &Book) -> Option<u64> {
        let act = json!({ "seen": seen, "line": line });
        let path = format!("/matches/{id}/act");
        let answer = self.post(&path, act.clone(), book).await;
        sleep(REST).await;
        let seq = answer.json()["seq"].as_u64();
        match seq {
            Some(seq) => {
                book.acknowledged(id, seq, (seat, line.to_owned()));
                if seq % AGAIN == 0 {
                    self.send_again(&path, act, seq, book).await;
                }
            }
            // A resent move is the same move, so there is no reason to refuse it.
            None => book.problem(format!("{id}: {line:?} after {seen} was refused: {answer:?}")),
        }
        seq
    }

    /// Sends an acknowledged move again to the other node, which must return the same entry.
    async fn send_again(&mut self, path: &str, act: Value, seq: u64, book: &Book) {
        self.at = 1 - self.at;
        let again = self.post(path, act, book).await;
        if again.json()["seq"].as_u64() != Some(seq) {
            book.problem(format!("{path}: entry {seq} sent again is {again:?}"));
        }
        self.at = 1 - self.at;
    }
}

/// Shuffles the tiles in one match after the other. That is always allowed, and makes an entry like any move.
pub(crate) async fn alone(mut person: FailoverClient, book: Arc<Book>) {
    while book.is_running() {
        let opened = person.post("/matches", json!({ "game": "wizards" }), &book).await.json();
        let Some(id) = opened["match"].as_str().map(str::to_owned) else { continue };
        let Some(mut seen) = person.get(&format!("/matches/{id}"), &book).await["seq"].as_u64()
        else {
            continue;
        };
        book.open(&id, &[&person.client]);
        for _ in 0..MOVES {
            match person.act(&id, 0, seen, "shuffle", &book).await {
                Some(seq) => seen = seq,
                None => return,
            }
            if !book.is_running() {
                return;
            }
        }
    }
}

/// Two people at one table, each on their own node, play one round after the other.
pub(crate) async fn duel(mut people: [FailoverClient; 2], book: Arc<Book>) {
    let [host, other] = &mut people;
    let wanted = json!({ "game": "junior", "set": { "board": "toys" }, "seats": 2 });
    let table = host.post("/tables", wanted, &book).await.json();
    let id = table["table"].as_str().unwrap_or_default().to_owned();
    let link = table["invitation"].as_str().unwrap_or_default().to_owned();
    let code = json!({ "invitation": link.rsplit('/').next().unwrap_or_default() });
    other.post(&format!("/tables/{id}/join"), code, &book).await;
    other.post(&format!("/tables/{id}/sit"), json!({}), &book).await;
    while book.is_running() {
        let table = people[0].get(&format!("/tables/{id}"), &book).await;
        if table["state"] != "playing" {
            people[0].post(&format!("/tables/{id}/start"), json!({}), &book).await;
            sleep(REST).await;
            continue;
        }
        let Some(round) = table["match"].as_str() else { continue };
        book.open(round, &[&people[0].client, &people[1].client]);
        play_round(&mut people, round, &book).await;
    }
}

/// Plays a match until it is over or the test ends.
async fn play_round(people: &mut [FailoverClient; 2], id: &str, book: &Book) {
    let mut turn = 0;
    while book.is_running() {
        let person = &mut people[turn % 2];
        turn += 1;
        let now = person.get(&format!("/matches/{id}"), book).await;
        if now["over"].is_object() {
            return;
        }
        let (Some(seen), Some(seat)) = (now["seq"].as_u64(), now["viewer"].as_u64()) else {
            continue;
        };
        let line = now["scene"]["choices"][0]["line"].as_str().unwrap_or_default();
        // There are no choices during the other player's turn.
        if line.is_empty() {
            sleep(REST).await;
            continue;
        }
        if person.act(id, seat as u8, seen, line, book).await.is_none() {
            return;
        }
    }
}
