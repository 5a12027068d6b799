//! The house for others, as an operator starts it: it opens, is killed, comes back, and closes when it is told to.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct House {
    child: Child,
    address: String,
}

impl House {
    fn open(data: &Path) -> House {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lexicade"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .env_remove("LEXICADE_STORE")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let url = first.trim_end().strip_prefix("The house is open at http://");
        let address = url.unwrap_or_else(|| panic!("{first:?}")).trim_end_matches('/').to_owned();
        House { child, address }
    }

    /// An answer and the cookie that came with it.
    fn ask(&self, method: &str, path: &str, cookie: &str, body: Value) -> (Value, Option<String>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nx-lexicade: 1\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
        let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let set = set.map(|set| set.split(';').next().unwrap().to_owned());
        (serde_json::from_str(body).unwrap(), set)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn scratch() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lexicade-serve-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_house_that_is_killed_has_lost_nothing_that_was_acknowledged() {
    let data = scratch();
    let mut house = House::open(&data);
    let (_, cookie) = house.ask("POST", "/me", "", json!({}));
    let cookie = cookie.unwrap();
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" } });
    let (opened, _) = house.ask("POST", "/matches", &cookie, wanted);
    let id = opened["match"].as_str().unwrap().to_owned();
    for (n, word) in ["slate", "crony", "brick"].into_iter().enumerate() {
        let seen =
            house.ask("GET", &format!("/matches/{id}"), &cookie, Value::Null).0["seq"].clone();
        let act = json!({ "seen": seen, "line": format!("guess {word}") });
        let path = format!("/matches/{id}/act");
        let (ack, _) = house.ask("POST", &path, &cookie, act.clone());
        house.child.kill().unwrap();
        house.child.wait().unwrap();
        house = House::open(&data);
        // The answer may have been lost: sent again, it is the same move.
        assert_eq!(house.ask("POST", &path, &cookie, act).0, ack);
        let (now, _) = house.ask("GET", &format!("/matches/{id}"), &cookie, Value::Null);
        assert_eq!(now["view"]["guesses"].as_array().unwrap().len(), n + 1);
    }
    drop(house);
    std::fs::remove_dir_all(data).unwrap();
}

#[cfg(unix)]
#[test]
fn a_house_that_is_told_to_close_does_so_in_time() {
    let data = scratch().with_extension("close");
    let mut house = House::open(&data);
    // Somebody is there and says nothing.
    let _idle = TcpStream::connect(&house.address).unwrap();
    let begun = Instant::now();
    let told =
        Command::new("kill").args(["-TERM", &house.child.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert!(house.child.wait().unwrap().success());
    assert!(begun.elapsed() < Duration::from_secs(5));
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_public_address_is_checked() {
    for wrong in ["games.example.org", "https://", "https://a/b", "ftp://a"] {
        let run = Command::new(env!("CARGO_BIN_EXE_lexicade"))
            .args(["serve", "--store", "memory", "--listen", "127.0.0.1:0", "--public-url", wrong])
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(2), "{wrong}");
    }
}
