//! A server, and messages sent to it over a WebSocket.

use futures_util::{SinkExt, StreamExt};
use hall::{Clock, Hall, Store};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::LazyLock;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use web::{Config, Server, ServerLimits};

/// One server for all inputs; each input has its own match.
struct FuzzServer {
    runtime: Runtime,
    server: Server,
    cookie: String,
}

static SERVER: LazyLock<FuzzServer> = LazyLock::new(|| {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime can be built");
    let (server, cookie) = runtime.block_on(async {
        let store = Store::memory();
        let key = web::load_server_key(&store).await.expect("a store in memory answers");
        let hall = Hall::with_key(games::GAMES, store, Clock::default(), key.seal());
        let much = (1e9, 1e9);
        let limits = ServerLimits {
            requests: much,
            messages: much,
            openings: much,
            sign_ins: much,
            ..ServerLimits::default()
        };
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = web::start(hall, key, Config { listen, limits, ..Config::default() });
        let server = server.await.expect("there is a free port");
        let (_, cookie) = ask(server.address(), "POST /api/v1/me", "", "{}").await;
        (server, cookie.expect("a guest gets a cookie"))
    });
    FuzzServer { runtime, server, cookie }
});

/// Each line is a message to the server, in which `MATCH` stands for the id of a match. The server answers each message
/// or closes the socket, and keeps serving others.
pub fn socket(bytes: &[u8]) {
    let server = &*SERVER;
    server.runtime.block_on(async {
        let address = server.server.address();
        let wanted = r#"{"game":"wordle","set":{"word":"crane"}}"#;
        let (opened, _) = ask(address, "POST /api/v1/matches", &server.cookie, wanted).await;
        let opened: Value = serde_json::from_str(&opened).expect("it is opened");
        talk(address, opened["match"].as_str().expect("it has a name"), bytes).await;
        let (metrics, _) = ask(address, "GET /metrics", "", "").await;
        assert!(metrics.contains("lexicade_panics_total 0\n"), "{metrics}");
    });
}

async fn talk(address: SocketAddr, id: &str, bytes: &[u8]) {
    let mut request =
        format!("ws://{address}/api/v1/ws").into_client_request().expect("it is an address");
    let headers = request.headers_mut();
    headers.insert("origin", format!("http://{address}").parse().expect("it is a header"));
    headers.insert("cookie", SERVER.cookie.parse().expect("it is a header"));
    let stream = TcpStream::connect(address).await.expect("the server is running");
    let (mut socket, _) =
        tokio_tungstenite::client_async(request, stream).await.expect("it is let in");
    for line in bytes.split(|&byte| byte == b'\n').take(64) {
        let message = match std::str::from_utf8(line) {
            Ok(text) => Message::text(text.replace("MATCH", id)),
            Err(_) => Message::binary(line.to_vec()),
        };
        if socket.send(message).await.is_err() {
            break;
        }
    }
    // The last message is answered, unless an earlier one closed the socket.
    let last = json!({ "do": "preview", "n": u64::MAX, "match": id, "typed": "" });
    let _ = socket.send(Message::text(last.to_string())).await;
    while let Some(Ok(heard)) = socket.next().await {
        match heard {
            Message::Text(text) => {
                let heard: Value = serde_json::from_str(&text).expect("what goes out is JSON");
                assert!(heard["type"].is_string(), "{text}");
                assert!(heard["code"] != "house.broken" && heard["code"] != "web.failed", "{text}");
                assert!(
                    !text.contains("crane") || said_it(bytes),
                    "the hidden word is told: {text}"
                );
                if heard["n"] == u64::MAX {
                    return;
                }
            }
            Message::Close(frame) => {
                let code = frame.map(|frame| u16::from(frame.code));
                assert!(matches!(code, None | Some(1002 | 1007 | 1008 | 1009)), "{code:?}");
                return;
            }
            _ => {}
        }
    }
}

/// Whether the client may have guessed the word itself or given up.
fn said_it(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    text.contains("crane")
        || text.contains('\\')
        || text.contains("leave")
        || text.contains("hint")
        || text.contains("guess")
}

/// The answer and the cookie that came with it.
async fn ask(
    address: SocketAddr,
    what: &str,
    cookie: &str,
    body: &str,
) -> (String, Option<String>) {
    let mut stream = TcpStream::connect(address).await.expect("the server is running");
    let request = format!(
        "{what} HTTP/1.1\r\nhost: {address}\r\nx-lexicade: 1\r\nconnection: close\r\ncookie: {cookie}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("it is heard");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it is answered");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
    let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    (body.to_owned(), set.and_then(|set| set.split(';').next()).map(str::to_owned))
}
