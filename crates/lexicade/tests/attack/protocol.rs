//! Requests and frames that no browser sends.

use crate::client::{Client, loopback};
use crate::flood::FloodCount;
use crate::ground::Ground;
use crate::stage::AttackStage;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Malformed ids, in every place where an id may occur.
const MALFORMED: [&str; 8] = [
    "/matches/%00",
    "/tables/%00",
    "/boards/%00",
    "/honours?ticket=%00",
    "/matches/%00/replay",
    "/matches/..%2f..%2f",
    "/boards/%F0%9F%90%88",
    "/matches/4K9M2PXQ7D3T54K9M2PXQ7D3T5%00",
];

/// Requests with malformed ids, which must be answered with 4xx.
pub(crate) async fn malformed_ids(stage: &mut AttackStage) {
    let mut guest = Client::guest(stage.node.address, loopback(0, 0, 25)).await;
    let failed = stage.node.metric("lexicade_failed_total").await;
    let attack = async {
        let mut tally = FloodCount::default();
        for path in MALFORMED {
            tally.count(&guest.get(path).await);
        }
        let act = json!({ "seen": 0, "line": "move up" });
        tally.count(&guest.post("/matches/%00/act", act).await);
        tally.count(&guest.ask("DELETE", "/api/v1/me/sessions/%00", None).await);
        tally
    };
    let (tally, _) = stage.during(|tally: &FloodCount| tally.sent, attack).await;
    stage.expect(tally.of(4) == tally.sent, format!("all are 4xx: {}", tally.text()));
    let after = stage.node.metric("lexicade_failed_total").await;
    stage.expect(failed == after, format!("failed requests: {failed:?}, then {after:?}"));
}

pub(crate) async fn ids(stage: &mut AttackStage, _: &Ground) {
    malformed_ids(stage).await;
}

/// A WebSocket whose frames are written by hand.
async fn raw_socket(client: &Client) -> TcpStream {
    let mut stream = client.connect().await.unwrap();
    let request = format!(
        "GET /api/v1/ws HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\ncookie: {1}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        client.server,
        client.cookie()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// Empty continuation frames on one socket, which never complete a message.
pub(crate) async fn empty_frames(stage: &mut AttackStage, _: &Ground) {
    let guest = Client::guest(stage.node.address, loopback(0, 0, 26)).await;
    let mut socket = raw_socket(&guest).await;
    let lasts = stage.lasts;
    // The first frame of an unfinished text message, then empty frames, all masked with zeros.
    let (first, empty) = ([0x01, 0x81, 0, 0, 0, 0, b'{'], [0x00, 0x80, 0, 0, 0, 0]);
    let attack = async {
        let (mut frames, block) = (0, empty.repeat(1000));
        let flooding = async {
            if socket.write_all(&first).await.is_err() {
                return;
            }
            let (mut reader, mut writer) = socket.split();
            let reading = async {
                let mut bytes = [0; 4096];
                // Answers are read until the server closes the socket.
                while matches!(reader.read(&mut bytes).await, Ok(1..)) {}
            };
            let writing = async {
                while writer.write_all(&block).await.is_ok() {
                    frames += 1000;
                }
            };
            tokio::select! { () = reading => {}, () = writing => {} }
        };
        let cut = timeout(lasts, flooding).await.is_ok();
        (frames, cut)
    };
    let ((frames, cut), cost) = stage.during(|came: &(usize, bool)| came.0, attack).await;
    stage.expect(cut, format!("{frames} empty frames; the socket is cut: {cut}"));
    let used = cost.processor;
    stage.expect(used < 0.5, format!("{used:.2} s of processor time for all of them"));
}

/// How many requests with endless bodies are held open.
const DRIBBLERS: usize = 480;

/// Bodies of 60 KB that arrive byte by byte.
pub(crate) async fn dribble(stage: &mut AttackStage, _: &Ground) {
    let server = stage.node.address;
    let lasts = stage.lasts;
    let attack = async {
        let mut open = Vec::new();
        for n in 0..DRIBBLERS {
            let client = Client::new(server, loopback(0, 3, 1 + (n / 60) as u8));
            let Ok(mut stream) = client.connect().await else { continue };
            let head = format!(
                "POST /api/v1/me HTTP/1.1\r\nhost: {server}\r\nx-lexicade: 1\r\n\
                 content-type: application/json\r\ncontent-length: 60000\r\n\r\n{{"
            );
            if stream.write_all(head.as_bytes()).await.is_ok() {
                open.push(stream);
            }
        }
        let begin = std::time::Instant::now();
        while begin.elapsed() < lasts {
            for stream in &mut open {
                let _ = stream.write_all(b" ").await;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        open
    };
    let (open, cost) = stage.during(|open: &Vec<TcpStream>| open.len(), attack).await;
    let each = cost.memory / open.len().max(1) as i64;
    stage.expect(open.len() == DRIBBLERS, format!("{} bodies are held open", open.len()));
    stage.expect(each <= 40, format!("{each} KB of memory for a slow body (at most 40)"));
}
