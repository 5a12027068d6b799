//! Requests and sockets on connections that may break, hang, or never be established.

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::Message;
use turmoil::net::TcpStream;

/// The host names of the nodes.
pub(crate) const SERVERS: [&str; 2] = ["east", "west"];

/// The port of every node.
pub(crate) const PORT: u16 = 8080;

/// How long a client waits for a response.
const TIMEOUT: Duration = Duration::from_secs(3);

/// A response of a node.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) cookie: Option<String>,
    pub(crate) body: Value,
}

impl Answer {
    /// The code of the refusal.
    pub(crate) fn code(&self) -> &str {
        self.body["refused"]["code"].as_str().unwrap_or_default()
    }
}

/// Whether a request that was refused with this code may succeed later.
pub(crate) fn is_temporary(code: &str) -> bool {
    matches!(code, "house.store" | "web.closing" | "web.busy" | "web.slow")
}

fn address(node: usize) -> SocketAddr {
    SocketAddr::new(turmoil::lookup(SERVERS[node]), PORT)
}

/// Sends a request to a node; `None` when there is no response.
pub(crate) async fn ask(
    node: usize,
    cookie: Option<&str>,
    method: &str,
    path: &str,
    body: Option<Value>,
) -> Option<Answer> {
    let host = address(node);
    let mut head = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nx-lexicade: 1\r\nconnection: close\r\n"
    );
    if let Some(cookie) = cookie {
        head += &format!("cookie: {cookie}\r\n");
    }
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    if !body.is_empty() {
        head += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    }
    let talk = async {
        let mut stream = TcpStream::connect(host).await.ok()?;
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).await.ok()?;
        let mut read = String::new();
        stream.read_to_string(&mut read).await.ok()?;
        Some(read)
    };
    read(&timeout(TIMEOUT, talk).await.ok()??)
}

fn read(text: &str) -> Option<Answer> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|set| set.split(';').next()).map(str::to_owned);
    // A response that broke off doesn't count.
    Some(Answer { status, cookie, body: serde_json::from_str(body).ok()? })
}

pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens a socket; fails with the status if the node refuses.
    pub(crate) async fn open(node: usize, cookie: &str) -> Result<Socket, Option<u16>> {
        let host = address(node);
        let mut request = format!("ws://{host}/api/v1/ws").into_client_request().unwrap();
        request.headers_mut().insert("origin", format!("http://{host}").parse().unwrap());
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let open = async {
            let stream = TcpStream::connect(host).await.map_err(|_| None)?;
            match tokio_tungstenite::client_async(request, stream).await {
                Ok((socket, _)) => Ok(Socket(socket)),
                Err(Error::Http(answer)) => Err(Some(answer.status().as_u16())),
                Err(_) => Err(None),
            }
        };
        timeout(TIMEOUT, open).await.unwrap_or(Err(None))
    }

    /// Sends a message; false when the connection is broken.
    pub(crate) async fn say(&mut self, message: &Value) -> bool {
        let sent = self.0.send(Message::text(message.to_string()));
        timeout(TIMEOUT, sent).await.is_ok_and(|sent| sent.is_ok())
    }

    /// The next message; `None` when the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}
