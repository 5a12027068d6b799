//! An HTTP client that comes from a loopback address of its choice, so that a server counts it as another machine.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// The longest that a request may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// An address of this machine: `127.a.b.c`.
pub(crate) fn loopback(a: u8, b: u8, c: u8) -> IpAddr {
    IpAddr::from(Ipv4Addr::new(127, a, b, c))
}

/// A browser with its cookies, or a program without any.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) server: SocketAddr,
    pub(crate) from: IpAddr,
    /// The address that a proxy names for this client.
    pub(crate) forwarded: Option<IpAddr>,
    pub(crate) cookies: BTreeMap<String, String>,
    /// The token of a program.
    pub(crate) token: Option<String>,
    pub(crate) patience: Duration,
}

/// What a server answered.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// 0 when no answer came.
    pub(crate) status: u16,
    pub(crate) retry_after: bool,
    pub(crate) text: String,
}

impl Answer {
    fn none(error: &io::Error) -> Answer {
        Answer { status: 0, retry_after: false, text: error.to_string() }
    }

    pub(crate) fn is_ok(&self) -> bool {
        self.status == 200
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    pub(crate) fn good(&self) -> Value {
        assert!(self.is_ok(), "{self:?}");
        self.json()
    }

    pub(crate) fn code(&self) -> String {
        self.json()["refused"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

impl Client {
    pub(crate) fn new(server: SocketAddr, from: IpAddr) -> Client {
        let (forwarded, cookies) = (None, BTreeMap::new());
        Client { server, from, forwarded, cookies, token: None, patience: PATIENCE }
    }

    /// A new guest.
    pub(crate) async fn guest(server: SocketAddr, from: IpAddr) -> Client {
        let mut client = Client::new(server, from);
        client.post("/me", json!({})).await.good();
        client
    }

    /// The same browser at another server, at another address, or by way of a proxy.
    pub(crate) fn at(&self, server: SocketAddr) -> Client {
        Client { server, ..self.clone() }
    }

    pub(crate) fn moved_to(&self, from: IpAddr, forwarded: Option<IpAddr>) -> Client {
        Client { from, forwarded, ..self.clone() }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", &format!("/api/v1{path}"), None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.ask("POST", &format!("/api/v1{path}"), Some(body)).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: Value) -> Answer {
        self.ask("PUT", &format!("/api/v1{path}"), Some(body)).await
    }

    /// Opens a match and returns its id.
    pub(crate) async fn open(&mut self, wanted: Value) -> String {
        let opened = self.post("/matches", wanted).await.good();
        opened["match"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let asked = timeout(self.patience, self.exchange(method, path, body)).await;
        let asked = asked.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        asked.unwrap_or_else(|error| Answer::none(&error))
    }

    async fn exchange(
        &mut self,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> io::Result<Answer> {
        let stream = self.connect().await?;
        let started = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = started.map_err(io::Error::other)?;
        let driven = tokio::spawn(connection);
        let mut request = hyper::Request::builder()
            .method(method)
            .uri(path)
            .header("host", self.server.to_string())
            .header("origin", format!("http://{}", self.server))
            .header("connection", "close")
            .header("x-lexicade", "1")
            .header("cookie", self.cookie());
        if let Some(address) = self.forwarded {
            request = request.header("x-forwarded-for", address.to_string());
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let request = request.body(Full::new(Bytes::from(body))).map_err(io::Error::other)?;
        let answered = sender.send_request(request).await.map_err(io::Error::other);
        let (head, body) = answered?.into_parts();
        for set in head.headers.get_all("set-cookie") {
            self.remember(set.to_str().unwrap_or_default());
        }
        let bytes = body.collect().await.map_err(io::Error::other)?.to_bytes();
        drop(sender);
        let _ = driven.await;
        Ok(Answer {
            status: head.status.as_u16(),
            retry_after: head.headers.contains_key("retry-after"),
            text: String::from_utf8_lossy(&bytes).into_owned(),
        })
    }

    fn remember(&mut self, set: &str) {
        let pair = set.split(';').next().unwrap_or_default();
        let Some((name, value)) = pair.split_once('=') else { return };
        if value.is_empty() {
            self.cookies.remove(name);
        } else {
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    pub(crate) fn cookie(&self) -> String {
        let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join("; ")
    }

    /// A connection on which nothing has been said yet.
    pub(crate) async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(self.from, 0))?;
        let stream = socket.connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// A WebSocket; the status of the answer when it is refused.
    pub(crate) async fn socket(&self) -> Result<WebSocketStream<TcpStream>, u16> {
        let opened = timeout(self.patience, async {
            let stream = self.connect().await.map_err(|_| 0u16)?;
            let url = format!("ws://{}/api/v1/ws", self.server);
            let mut request = url.into_client_request().map_err(|_| 0u16)?;
            let origin = format!("http://{}", self.server);
            let mut headers = vec![("origin", origin), ("cookie", self.cookie())];
            headers.extend(self.forwarded.map(|address| ("x-forwarded-for", address.to_string())));
            for (name, value) in headers {
                request.headers_mut().insert(name, value.parse().map_err(|_| 0u16)?);
            }
            let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
            let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
            opened.await.map(|(socket, _)| socket).map_err(|error| match error {
                tokio_tungstenite::tungstenite::Error::Http(answer) => answer.status().as_u16(),
                _ => 0,
            })
        });
        opened.await.unwrap_or(Err(0))
    }
}
