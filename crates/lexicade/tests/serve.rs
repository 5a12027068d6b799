//! The `serve` command: a server is started, killed, restarted and stopped. Of two servers on one PostgreSQL, one is
//! killed and the other continues all matches.
//!
//! A binary of its own: it changes the limit of open files of its process, and opens thousands of connections.
#![cfg(test)]

#[path = "../../hall/tests/integration/common/server.rs"]
#[allow(dead_code, unreachable_pub)]
mod server;
#[path = "shared/test_server.rs"]
#[allow(dead_code)]
mod test_server;

use test_server::{TestServer, ask};

use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

fn scratch() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lexicade-serve-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_killed_server_has_lost_nothing_that_was_acknowledged() {
    let data = scratch();
    let mut server = TestServer::open(&data);
    let (_, cookie) = server.ask("POST", "/me", "", json!({}));
    let cookie = cookie.unwrap();
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" } });
    let (opened, _) = server.ask("POST", "/matches", &cookie, wanted);
    let id = opened["match"].as_str().unwrap().to_owned();
    for (n, word) in ["slate", "crony", "brick"].into_iter().enumerate() {
        let seen =
            server.ask("GET", &format!("/matches/{id}"), &cookie, Value::Null).0["seq"].clone();
        let act = json!({ "seen": seen, "line": format!("guess {word}") });
        let path = format!("/matches/{id}/act");
        let (ack, _) = server.ask("POST", &path, &cookie, act.clone());
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        server = TestServer::open(&data);
        // The answer may have been lost; the same request again is the same move.
        assert_eq!(server.ask("POST", &path, &cookie, act).0, ack);
        let (now, _) = server.ask("GET", &format!("/matches/{id}"), &cookie, Value::Null);
        assert_eq!(now["view"]["guesses"].as_array().unwrap().len(), n + 1);
    }
    drop(server);
    std::fs::remove_dir_all(data).unwrap();
}

#[cfg(unix)]
#[test]
fn a_server_stops_in_time_on_a_signal() {
    let data = scratch().with_extension("close");
    let mut server = TestServer::open(&data);
    // An idle connection.
    let _idle = TcpStream::connect(&server.address).unwrap();
    let started = Instant::now();
    let sent =
        Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert!(server.child.wait().unwrap().success());
    assert!(started.elapsed() < Duration::from_secs(5));
    std::fs::remove_dir_all(data).unwrap();
}

#[cfg(unix)]
#[test]
fn a_server_whose_database_is_deleted_says_so_and_exits_with_1() {
    let data = scratch().with_extension("lost");
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexicade"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(&data)
        .env_remove("LEXICADE_STORE")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    // The server notices it even without a write.
    std::fs::remove_file(data.join("lexicade.db")).unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("the database file was deleted or replaced"), "{said}");
    assert!(said.contains("Put it back and start the server again."), "{said}");
    std::fs::remove_dir_all(data).unwrap();
}

/// The memory of a process, in bytes.
#[cfg(target_os = "linux")]
fn memory(id: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    1024 * line.trim().trim_end_matches(" kB").parse::<usize>().unwrap()
}

/// Two tests open thousands of connections, and one of them lowers the limit of this process, so they never run
/// together.
#[cfg(target_os = "linux")]
static MANY_FILES: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// Each byte once kept a buffer of 8 KB, so twelve took about 96 KB. Now a connection with a request takes about 23 KB
/// in an unoptimised build.
#[cfg(target_os = "linux")]
#[test]
fn a_body_that_comes_byte_by_byte_costs_little_memory_and_is_cut() {
    const MANY: usize = 1000;
    let _alone = MANY_FILES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut server = TestServer::with(
        &["--store", "memory", "--per-address", "2000"].map(AsRef::<OsStr>::as_ref),
    );
    let head = format!(
        "POST /api/v1/me HTTP/1.1\r\nhost: {}\r\nx-lexicade: 1\r\ncontent-type: application/json\r\n\
         content-length: 60000\r\n\r\n",
        server.address
    );
    server.ask("GET", "/games", "", Value::Null);
    let before = memory(server.child.id());
    let mut all: Vec<TcpStream> =
        (0..MANY).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    all.iter_mut().for_each(|stream| stream.write_all(head.as_bytes()).unwrap());
    let started = Instant::now();
    for _ in 0..12 {
        all.iter_mut().for_each(|stream| stream.write_all(b" ").unwrap());
        // So that the server reads each byte separately.
        server.ask("GET", "/games", "", Value::Null);
    }
    let each = memory(server.child.id()).saturating_sub(before) / MANY;
    println!("{each} bytes for each body");
    assert!(each <= 32 * 1024, "{each} bytes for each body");
    for stream in &mut all {
        let mut answer = Vec::new();
        let _ = std::io::Read::read_to_end(stream, &mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    }
    println!("all were cut after {:.1} s", started.elapsed().as_secs_f64());
    server.child.kill().unwrap();
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

/// A player who plays moves all the time, on one server and then on another.
struct LoadPlayer {
    cookie: String,
    id: String,
    /// The entry of each acknowledged move.
    acked: Vec<u64>,
}

impl LoadPlayer {
    fn new(server: &TestServer) -> LoadPlayer {
        let cookie = server.ask("POST", "/me", "", json!({})).1.unwrap();
        let (opened, _) = server.ask("POST", "/matches", &cookie, json!({ "game": "wizards" }));
        LoadPlayer { cookie, id: opened["match"].as_str().unwrap().to_owned(), acked: Vec::new() }
    }

    fn seq(&self, address: &str) -> u64 {
        let path = format!("/matches/{}", self.id);
        let (now, _) = ask(address, "GET", &path, &self.cookie, Value::Null).unwrap();
        now["seq"].as_u64().unwrap()
    }

    /// Plays until enough moves are acknowledged after the first server is gone.
    fn play(mut self, here: &str, there: &str, acks: &Sender<()>) -> LoadPlayer {
        let path = format!("/matches/{}/act", self.id);
        let (mut at, mut seen, mut more) = (here, self.seq(here), 20);
        while more > 0 {
            let act = json!({ "seen": seen, "line": "shuffle" });
            match ask(at, "POST", &path, &self.cookie, act) {
                Ok((ack, _)) => {
                    seen = ack["seq"].as_u64().unwrap();
                    self.acked.push(seen);
                    // The counter stops when the first server is gone.
                    let _ = acks.send(());
                    more -= usize::from(at == there);
                }
                // The server is gone, so the same move goes to the other one.
                Err(_) => {
                    assert_eq!(at, here, "the other server does not answer");
                    at = there;
                }
            }
        }
        self
    }
}

#[test]
fn a_server_killed_under_load_loses_nothing_and_the_other_continues() {
    let Some(postgres) = server::server() else { return };
    let store = postgres.database();
    let args: [&OsStr; 4] =
        ["--store".as_ref(), store.as_ref(), "--per-address".as_ref(), "5000".as_ref()];
    let (mut here, there) = (TestServer::with(&args), TestServer::with(&args));
    let players: Vec<LoadPlayer> = (0..8).map(|_| LoadPlayer::new(&here)).collect();
    let (acks, acked) = channel();
    let players: Vec<LoadPlayer> = std::thread::scope(|scope| {
        let addresses = (here.address.as_str(), there.address.as_str());
        let play =
            |player: LoadPlayer, acks: Sender<()>| player.play(addresses.0, addresses.1, &acks);
        let playing: Vec<_> = players
            .into_iter()
            .map(|player| {
                let acks = acks.clone();
                scope.spawn(move || play(player, acks))
            })
            .collect();
        assert_eq!(acked.iter().take(200).count(), 200);
        let killed = Command::new("kill").args(["-KILL", &here.child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        playing.into_iter().map(|player| player.join().unwrap()).collect()
    });
    assert!(!here.child.wait().unwrap().success());
    for player in &players {
        // Every move is exactly one entry.
        let first = player.acked[0];
        let all: Vec<u64> = (first..).take(player.acked.len()).collect();
        assert_eq!(player.acked, all);
        assert_eq!(player.seq(&there.address), *all.last().unwrap());
    }
    let acked: usize = players.iter().map(|player| player.acked.len()).sum();
    assert!(acked >= 360, "{acked}");
}

#[test]
fn a_server_on_the_network_prints_a_reachable_address() {
    let server = TestServer::at("0.0.0.0:0", &["--store".as_ref(), "memory".as_ref()]);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    let (games, _) = server.ask("GET", "/games", "", Value::Null);
    assert!(games["games"].is_array(), "{games}");
}

/// What a server prints at its start: on standard output, and its warnings.
fn said(args: &[&str]) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexicade"))
        .arg("serve")
        .args(args)
        .env_remove("LEXICADE_STORE")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let lines: Vec<_> = lines.take_while(|line| !line.starts_with("Press Ctrl-C")).collect();
    child.kill().unwrap();
    let warned = child.wait_with_output().unwrap().stderr;
    (lines.join("\n"), String::from_utf8(warned).unwrap())
}

#[test]
fn a_server_on_the_network_has_an_access_code_and_keeps_it() {
    let data = scratch().with_extension("code");
    let folder = data.to_str().unwrap();
    let everywhere = ["--listen", "0.0.0.0:0", "--data", folder];
    let code = |said: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix("Access code: "));
        line.and_then(|line| line.split(' ').next()).map(str::to_owned)
    };
    let (first, warned) = said(&everywhere);
    let own = code(&first).unwrap_or_else(|| panic!("{first}"));
    assert_eq!(own.len(), 6);
    assert!(first.contains(&format!("/?code={own}")), "{first}");
    assert!(warned.contains("not encrypted") && !warned.contains(&own), "{warned}");
    assert_eq!(code(&said(&everywhere).0), Some(own));
    let with = |more: &[&str]| said(&[&everywhere, more].concat());
    assert_eq!(code(&with(&["--no-code"]).0), None);
    assert_eq!(code(&with(&["--code", "kitchen"]).0).as_deref(), Some("K1TCHEN"));
    // A server with a public address has no code; the warning depends only on the scheme.
    let (named, warned) = with(&["--public-url", "http://games.lan:8080"]);
    assert_eq!(code(&named), None);
    assert!(warned.contains("not encrypted"), "{warned}");
    let (named, warned) = with(&["--public-url", "https://games.lan", "--code", "kitchen"]);
    assert!(named.contains("https://games.lan/?code=K1TCHEN"), "{named}");
    assert!(!warned.contains("not encrypted"), "{warned}");
    let (here, warned) = said(&["--listen", "127.0.0.1:0", "--data", folder]);
    assert_eq!(code(&here), None);
    assert!(!warned.contains("not encrypted"), "{warned}");
    std::fs::remove_dir_all(data).unwrap();
}

/// A client that only listens.
fn listen(server: &TestServer, cookie: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let request = format!(
        "GET /api/v1/ws HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\ncookie: {cookie}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut heard = BufReader::with_capacity(256, stream);
    let mut first = String::new();
    heard.read_line(&mut first).unwrap();
    assert!(first.starts_with("HTTP/1.1 101"), "{first}");
    heard
}

/// The resident memory of a process, in KB.
#[cfg(target_os = "linux")]
fn resident(server: &TestServer) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn two_thousand_listeners_cost_little_and_delay_nobody() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let _alone = MANY_FILES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let args = ["--store", "memory", "--per-address", "10000"];
    // The default limit of open files is low; the server raises it, and so does this test.
    let maximum = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: Some(512), maximum }).unwrap();
    let server = TestServer::with(&args.map(OsStr::new));
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let before = resident(&server);
    let mut crowd = Vec::new();
    for _ in 0..400 {
        let cookie = server.ask("POST", "/me", "", json!({})).1.unwrap();
        crowd.extend((0..5).map(|_| listen(&server, &cookie)));
    }
    let player = LoadPlayer::new(&server);
    let act = json!({ "seen": player.seq(&server.address), "line": "shuffle" });
    let (ack, _) = server.ask("POST", &format!("/matches/{}/act", player.id), &player.cookie, act);
    assert!(ack["seq"].is_u64(), "{ack}");
    let each = (resident(&server) - before) / crowd.len();
    assert!(each <= 25, "{each} KB for each listener");
}
