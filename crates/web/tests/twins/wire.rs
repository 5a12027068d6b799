//! Twins over the network: the same pairs, played over real connections to a real server. A hall on the same store
//! deals the matches; seat 0 follows its own on a socket. Hints are left out, because a server limits their time.

use crate::Games;
use engine::{Seat, Start};
use futures_util::{SinkExt, StreamExt};
use hall::{Clock, Hall, MatchId, Occupant, Store};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::Message;
use web::{Config, Server, ServerLimits};

/// The first `alike` responses to seat 0 must be equal; the opening is the first.
pub(crate) fn compare(games: Games, one: &Start, two: &Start, lines: &[String], alike: usize) {
    // Every test has a thread of its own, and so a server of its own.
    thread_local! {
        static SERVER: RefCell<Option<(Games, TestServer)>> = const { RefCell::new(None) };
    }
    let Some(count) = alike.checked_sub(1) else { return };
    SERVER.with_borrow_mut(|server| {
        if !server.as_ref().is_some_and(|(its, _)| std::ptr::eq(*its, games)) {
            *server = Some((games, TestServer::open(games)));
        }
        let Some((_, server)) = server else { return };
        let [ours, theirs] = [one, two].map(|start| server.play(start, &lines[..count]));
        for (n, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(ours, theirs, "the wire tells twins apart at {:?}", &lines[..n]);
        }
    });
}

/// A server, two people on it, and the hall that deals.
struct TestServer {
    runtime: Runtime,
    dealer: Hall,
    store: Store,
    people: Vec<Person>,
    _server: Server,
}

impl TestServer {
    fn open(games: Games) -> TestServer {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let store = Store::memory();
        let (server, people) = runtime.block_on(async {
            let key = web::load_server_key(&store).await.unwrap();
            let hall = Hall::with_key(games, store.clone(), Clock::default(), key.seal());
            let limits = ServerLimits { messages: (1e9, 1e9), ..ServerLimits::default() };
            let listen = SocketAddr::from(([127, 0, 0, 1], 0));
            let config = Config { listen, limits, ..Config::default() };
            let server = web::start(hall, key, config).await.unwrap();
            let mut people = Vec::new();
            for _ in 0..2 {
                people.push(Person::connect(server.address()).await);
            }
            (server, people)
        });
        let dealer = Hall::new(games, store.clone());
        TestServer { runtime, dealer, store, people, _server: server }
    }

    /// Plays these lines; returns the messages to seat 0, in one block for the opening and one for each line.
    fn play(&mut self, start: &Start, lines: &[String]) -> Vec<Vec<String>> {
        let TestServer { runtime, dealer, store, people, .. } = self;
        runtime.block_on(async {
            let id = dealer.open(start).await.unwrap();
            for (seat, person) in (0..start.seats).map(Seat).zip(people.iter()) {
                dealer.sit(&id, seat, Occupant::Player(person.id.clone())).await.unwrap();
            }
            let follow = |what| json!({ "do": what, "match": id });
            people[0].say(follow("follow")).await;
            let mut blocks = vec![people[0].block(&id, None, newest(store, &id).await).await];
            for (n, line) in lines.iter().enumerate() {
                let (seat, line) = line.split_once(": ").unwrap_or(("0", line));
                if line == "/hint" {
                    blocks.push(Vec::new());
                    continue;
                }
                let seat: usize = seat.parse().unwrap();
                let seen = newest(store, &id).await;
                let typed = json!({ "do": "preview", "n": n, "match": id, "typed": line });
                let act = match line {
                    "/leave" => json!({ "do": "leave", "n": n, "match": id }),
                    _ => json!({ "do": "act", "n": n, "match": id, "seen": seen, "line": line }),
                };
                let mut block = Vec::new();
                for message in [typed, act] {
                    people[seat].say(message).await;
                    let answer = people[seat].block(&id, Some(n), 0).await;
                    block.extend(answer.into_iter().filter(|_| seat == 0));
                }
                // Seat 0 receives every stored entry before the next line.
                let now = newest(store, &id).await;
                let is_shown = now == seen || block.iter().any(|frame| shows(frame, now));
                if !is_shown {
                    block.extend(people[0].block(&id, None, now).await);
                }
                // A response may come before or after the update with its result.
                block.sort();
                blocks.push(block);
            }
            people[0].say(follow("unfollow")).await;
            blocks
        })
    }
}

/// The number of the last entry of a match.
async fn newest(store: &Store, id: &MatchId) -> u64 {
    store.newest(vec![id.clone()]).await.unwrap()[0].1
}

/// Whether this is an update up to this entry.
fn shows(frame: &str, seq: u64) -> bool {
    let frame: Value = serde_json::from_str(frame).unwrap();
    frame["type"] == "update" && frame["seq"] == seq
}

/// A guest with a socket.
struct Person {
    id: String,
    socket: WebSocketStream<TcpStream>,
}

impl Person {
    async fn connect(address: SocketAddr) -> Person {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!("host: {address}\r\norigin: http://{address}\r\nx-lexicade: 1\r\n");
        let body = "content-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
        let request = format!("POST /api/v1/me HTTP/1.1\r\nconnection: close\r\n{head}{body}");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        let me: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        let mut request = format!("ws://{address}/api/v1/ws").into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("origin", format!("http://{address}").parse().unwrap());
        headers.insert("cookie", cookie.split(';').next().unwrap().parse().unwrap());
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        Person { id: me["me"]["id"].as_str().unwrap().to_owned(), socket }
    }

    async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The messages up to the response to `n`, or else up to the update with this entry. Messages about other matches
    /// are skipped, and the random id of the match is replaced.
    async fn block(&mut self, id: &MatchId, n: Option<usize>, seq: u64) -> Vec<String> {
        let mut block = Vec::new();
        loop {
            let Message::Text(text) = self.socket.next().await.unwrap().unwrap() else { continue };
            let frame: Value = serde_json::from_str(&text).unwrap();
            let is_answer = n.is_some_and(|n| frame["n"] == n);
            let is_update = frame["type"] == "update" && frame["match"] == id.0.as_str();
            if is_answer || is_update {
                block.push(text.replace(&id.0, "ID"));
            }
            if is_answer || (n.is_none() && is_update && frame["seq"] == seq) {
                return block;
            }
        }
    }
}
