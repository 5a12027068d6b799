//! An HTTP client for a Lexicade server: the address of a table, and the cookie of the guest. It doesn't support https;
//! players of such a server use its page.

use engine::Refusal;
use engine::line::MAX_BYTES;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use line::LineError;

use serde_json::{Map, Value};
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The largest response that is read.
const LARGEST: usize = 4 << 20;

/// The timeout for a response.
const PATIENCE: Duration = Duration::from_secs(20);

/// A table and its server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TableAddress {
    /// The name or address of the server, perhaps with a port.
    pub(super) host: String,
    pub(super) table: String,
    /// The code of an invitation.
    pub(super) code: Option<String>,
}

impl TableAddress {
    /// Parses the link of an invitation or the address of a table.
    pub(super) fn parse(url: &str) -> Result<TableAddress, Refusal> {
        let wrong = || {
            Refusal::setup(
                "Give the invitation link of a table, such as http://192.168.1.5:8080/join/TABLE/CODE.",
            )
        };
        if url.len() > MAX_BYTES {
            return Err(wrong());
        }
        let (scheme, rest) = url.split_once("://").ok_or_else(wrong)?;
        if scheme.eq_ignore_ascii_case("https") {
            return Err(Refusal::setup(
                "This command doesn't support https. Open the link in a browser, or ask for an http address.",
            ));
        }
        if !scheme.eq_ignore_ascii_case("http") {
            return Err(wrong());
        }
        let mut parts = rest.trim_end_matches('/').split('/');
        let is_plain =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let host = parts.next().filter(|host| {
            !host.is_empty()
                && host.bytes().all(|b| b.is_ascii_alphanumeric() || b".:-[]".contains(&b))
        });
        let host = host.ok_or_else(wrong)?.to_owned();
        let parts: Vec<&str> = parts.collect();
        match parts.as_slice() {
            ["join", table, code] if is_plain(table) && is_plain(code) => Ok(TableAddress {
                host,
                table: (*table).to_owned(),
                code: Some((*code).to_owned()),
            }),
            ["table", table] if is_plain(table) => {
                Ok(TableAddress { host, table: (*table).to_owned(), code: None })
            }
            _ => Err(wrong()),
        }
    }

    /// Connects to the server.
    pub(super) async fn connect(&self) -> io::Result<TcpStream> {
        let has_port = self.host.rsplit_once(':').is_some_and(|(_, port)| !port.contains(']'));
        let address = if has_port { self.host.clone() } else { format!("{}:80", self.host) };
        let failed = |why: &dyn std::fmt::Display| {
            io::Error::other(format!("Can't connect to {}: {why}.", self.host))
        };
        let stream = timeout(PATIENCE, TcpStream::connect(address)).await;
        let stream = stream.map_err(|_| failed(&"timeout"))?.map_err(|error| failed(&error))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// A server, and the cookie of the guest.
pub(super) struct HttpClient {
    pub(super) address: TableAddress,
    pub(super) cookie: Option<String>,
    /// The file with the cookies of all servers.
    file: Option<PathBuf>,
}

impl HttpClient {
    pub(super) fn new(address: TableAddress, data: Option<PathBuf>) -> HttpClient {
        let file = data.map(|data| data.join("visits.json"));
        let mut client = HttpClient { address, cookie: None, file };
        let known = client.known_cookies().remove(&client.address.host);
        client.cookie = known.and_then(|cookie| cookie.as_str().map(str::to_owned));
        client
    }

    /// The cookies of all servers.
    fn known_cookies(&self) -> Map<String, Value> {
        let text = self.file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Saves the cookie in a file that only this user can read. If that fails, the player is a new guest the next time.
    fn save_cookie(&self) {
        let (Some(file), Some(cookie)) = (&self.file, &self.cookie) else { return };
        let mut known = self.known_cookies();
        known.insert(self.address.host.clone(), Value::from(cookie.clone()));
        let _ = file.parent().map(std::fs::create_dir_all);
        let fresh = file.with_extension("new");
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options.open(&fresh).and_then(|mut to| {
            io::Write::write_all(&mut to, Value::from(known).to_string().as_bytes())
        });
        if written.is_ok() {
            let _ = std::fs::rename(&fresh, file);
        }
    }

    /// Sends a request. A refusal has the server's own text.
    pub(super) async fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Value,
    ) -> Result<Value, LineError> {
        let (status, cookie, answer) =
            timeout(PATIENCE, self.send(method, path, body)).await.map_err(|_| {
                io::Error::other(format!(
                    "The server at {} takes too long to answer.",
                    self.address.host
                ))
            })??;
        if let Some(cookie) = cookie {
            self.cookie = Some(cookie);
            self.save_cookie();
        }
        match status {
            StatusCode::OK => Ok(answer),
            _ => {
                let text =
                    answer["refused"]["text"].as_str().unwrap_or("This isn't a Lexicade server.");
                Err(Refusal::setup(text).into())
            }
        }
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        body: Value,
    ) -> io::Result<(StatusCode, Option<String>, Value)> {
        let stream = self.address.connect().await?;
        let broken = |why: &dyn std::fmt::Display| {
            io::Error::other(format!("Lost the connection to {}: {why}.", self.address.host))
        };
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(|error| broken(&error))?;
        tokio::spawn(connection);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(HOST, &self.address.host)
            .header(ORIGIN, format!("http://{}", self.address.host))
            .header(CONTENT_TYPE, "application/json")
            .header("x-lexicade", "1");
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        let request = request.body(Full::new(Bytes::from(body))).map_err(|error| broken(&error))?;
        let answer = sender.send_request(request).await.map_err(|error| broken(&error))?;
        let status = answer.status();
        let set = answer.headers().get(SET_COOKIE).and_then(|set| set.to_str().ok());
        let cookie = set.and_then(|set| set.split(';').next()).map(str::to_owned);
        let bytes = Limited::new(answer.into_body(), LARGEST)
            .collect()
            .await
            .map_err(|error| broken(&error))?;
        let answer = serde_json::from_slice(&bytes.to_bytes()).unwrap_or_default();
        Ok((status, cookie, answer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitations_and_table_addresses_are_parsed() {
        let address = TableAddress::parse("http://192.168.1.5:8080/join/7QX2/CODE1").unwrap();
        assert_eq!((address.host.as_str(), address.table.as_str()), ("192.168.1.5:8080", "7QX2"));
        assert_eq!(address.code.as_deref(), Some("CODE1"));
        assert_eq!(TableAddress::parse("HTTP://[::1]/table/7QX2/").unwrap().code, None);
        for wrong in [
            "",
            "7QX2",
            "http://",
            "http://a",
            "http://a/join/b",
            "http://a b/table/c",
            "http://a/table/b%0d",
        ] {
            assert!(TableAddress::parse(wrong).is_err(), "{wrong}");
        }
        assert!(TableAddress::parse("https://a/table/b").unwrap_err().text.contains("https"));
    }
}
