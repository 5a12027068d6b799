//! Frames and requests that no browser sends.

use crate::common::{Client, fresh_server, raw, roomy, start_server};
use hall::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use web::ServerLimits;

/// A client's frame with this first byte and content. The mask is zero, which changes nothing.
fn frame(first: u8, bytes: &[u8]) -> Vec<u8> {
    [&[first, 0x80 | bytes.len() as u8, 0, 0, 0, 0], bytes].concat()
}

/// Sends bytes on a socket and reads until the server closes it. Returns the close code and how many bytes were sent.
async fn flood(limits: ServerLimits, bytes: Vec<u8>) -> (Option<u16>, usize) {
    let server = start_server(Store::memory(), limits).await;
    let socket = Client::guest(server.address()).await.socket().await;
    let (mut from, mut to) = socket.stream.into_inner().into_split();
    let sent = tokio::spawn(async move {
        let mut taken = 0;
        for piece in bytes.chunks(600) {
            if to.write_all(piece).await.is_err() {
                break;
            }
            taken += piece.len();
        }
        (taken, to)
    });
    let mut received = Vec::new();
    let mut buffer = [0; 4096];
    let closed = loop {
        match from.read(&mut buffer).await {
            Ok(0) | Err(_) => break None,
            Ok(count) => received.extend_from_slice(buffer.get(..count).unwrap()),
        }
        // A close frame with a code; no message of ours contains its first two bytes.
        let close = received.windows(4).find(|it| it[0] == 0x88 && it[1] < 0x7e);
        if let Some(close) = close {
            break Some(u16::from_be_bytes([close[2], close[3]]));
        }
    };
    drop(from);
    let (taken, _) = sent.await.unwrap();
    server.close().await;
    (closed, taken)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_empty_fragments_closes_the_socket() {
    // The first fragment of a text message, and then 60 MB of empty fragments, none of which is the last.
    let empty = frame(0x00, b"").repeat(10_000_000);
    let bytes = [frame(0x01, b"{"), empty].concat();
    let all = bytes.len();
    let (closed, taken) = flood(roomy(), bytes).await;
    assert_eq!(closed, Some(1008));
    // A few megabytes that the server has not read are in the system's buffers.
    assert!(taken < all / 2, "{taken} of {all} bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_pings_or_pongs_closes_the_socket() {
    for kind in [0x89, 0x8a] {
        let (closed, _) = flood(ServerLimits::default(), frame(kind, b"").repeat(100_000)).await;
        assert_eq!(closed, Some(1008), "{kind:x}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_in_many_small_fragments_is_read() {
    let server = fresh_server().await;
    let mut socket = Client::guest(server.address()).await.socket().await;
    let text = br#"{"do":"hint","n":7,"match":"X"}"#;
    let last = text.len() - 1;
    for (n, byte) in text.iter().enumerate() {
        let first = if n == 0 { 0x01 } else { 0x00 } | if n == last { 0x80 } else { 0 };
        let piece = [frame(first, &[*byte]), frame(0x8a, b"")].concat();
        socket.stream.get_mut().write_all(&piece).await.unwrap();
    }
    assert_eq!(socket.of("refused").await["n"], 7);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_with_two_hosts_is_refused() {
    let server = fresh_server().await;
    let here = server.address();
    for (request, status) in [
        (format!("GET /healthz HTTP/1.1\r\nhost: {here}\r\nhost: {here}\r\n"), 400),
        (format!("GET /healthz HTTP/1.1\r\nhost: {here}\r\nhost: evil.example\r\n"), 400),
        (format!("GET http://evil.example/healthz HTTP/1.1\r\nhost: {here}\r\n"), 421),
        (format!("GET http://127.0.0.1:1/healthz HTTP/1.1\r\nhost: {here}\r\n"), 421),
        (format!("GET http://{here}/healthz HTTP/1.1\r\nhost: {here}\r\n"), 200),
    ] {
        let answer = raw(here, format!("{request}connection: close\r\n\r\n").as_bytes()).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}: {answer}");
    }
    server.close().await;
}

/// The HTTP library uses the chunks and ignores the length; it never reads the bytes after them as a request.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_answered_after_a_request_with_two_lengths() {
    let server = fresh_server().await;
    let here = server.address();
    let both = format!(
        "POST /api/v1/me HTTP/1.1\r\nhost: {here}\r\nx-lexicade: 1\r\ncontent-type: application/json\r\n\
         content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n\
         GET /healthz HTTP/1.1\r\nhost: {here}\r\n\r\n"
    );
    let answer = raw(here, both.as_bytes()).await;
    assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
    server.close().await;
}
