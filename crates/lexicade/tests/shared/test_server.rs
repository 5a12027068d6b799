//! A `lexicade serve` process, used over HTTP.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub(crate) struct TestServer {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl TestServer {
    pub(crate) fn open(data: &Path) -> TestServer {
        TestServer::with(&["--data".as_ref(), data.as_os_str()])
    }

    pub(crate) fn with(args: &[&OsStr]) -> TestServer {
        TestServer::at("127.0.0.1:0", args)
    }

    /// A server that listens on this address.
    pub(crate) fn at(listen: &str, args: &[&OsStr]) -> TestServer {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lexicade"))
            .args(["serve", "--listen", listen])
            .args(args)
            .env_remove("LEXICADE_STORE")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let url = first.trim_end().strip_prefix("Server running at http://");
        let address = url.unwrap_or_else(|| panic!("{first:?}")).trim_end_matches('/').to_owned();
        TestServer { child, address }
    }

    /// Sends a request; returns the answer and its cookie.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: Value,
    ) -> (Value, Option<String>) {
        ask(&self.address, method, path, cookie, body).unwrap()
    }
}

/// The same for a server that may be gone.
pub(crate) fn ask(
    address: &str,
    method: &str,
    path: &str,
    cookie: &str,
    body: Value,
) -> std::io::Result<(Value, Option<String>)> {
    let mut stream = TcpStream::connect(address)?;
    let body = if method == "GET" { String::new() } else { body.to_string() };
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nx-lexicade: 1\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        address,
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let cut = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(cut)?;
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let set = set.map(|set| set.split(';').next().unwrap().to_owned());
    Ok((serde_json::from_str(body).map_err(|_| cut())?, set))
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
