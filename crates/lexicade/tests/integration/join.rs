//! The `join` command: one player uses HTTP like a browser, the other a terminal.

use crate::shared::Folder;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The timeout of every wait; only a failing test reaches it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A player at a terminal.
struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    wait_for_move: Vec<String>,
}

impl Terminal {
    fn join(url: &str, data: &Path, args: &[&str]) -> Terminal {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lexicade"))
            .args(["join", url, "--data"])
            .arg(data)
            .args(args)
            .env_remove("LEXICADE_PLAYER")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (tell, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| tell.send(line))
        });
        let input = child.stdin.take();
        Terminal { child, input, lines, wait_for_move: Vec::new() }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for the next line with this text.
    fn until(&mut self, text: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| {
                panic!("“{text}” is not said:\n{}", self.wait_for_move.join("\n"))
            });
            self.wait_for_move.push(line.clone());
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Plays the move of a hint.
    fn play_hint(&mut self) {
        self.say("/hint");
        let hint = self.until("Hint: ");
        let line = hint.strip_prefix("Hint: ").unwrap().split(". ").next().unwrap().to_owned();
        self.say(&format!("/{}", line.trim_end_matches('.')));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A player with a browser: a cookie and a match.
struct BrowserPlayer {
    cookie: String,
    id: String,
}

impl BrowserPlayer {
    fn look(&self, server: &TestServer, wait: Option<u64>) -> Value {
        let wait = wait.map(|seq| format!("?wait={seq}")).unwrap_or_default();
        server.ask("GET", &format!("/matches/{}{wait}", self.id), &self.cookie, Value::Null).0
    }

    /// Plays the first choice until it is the other player's turn.
    fn turn(&self, server: &TestServer) -> Value {
        let mut now = self.look(server, None);
        while now["to_act"] == json!([0]) {
            let act = json!({ "seen": now["seq"], "line": now["scene"]["choices"][0]["line"] });
            server.ask("POST", &format!("/matches/{}/act", self.id), &self.cookie, act);
            now = self.look(server, None);
        }
        now
    }

    /// Waits until the other player has moved.
    fn wait_for_move(&self, server: &TestServer, before: &Value) -> Value {
        let seq = before["seq"].as_u64().unwrap();
        loop {
            let now = self.look(server, Some(seq));
            if now["seq"].as_u64().unwrap() > seq {
                return now;
            }
        }
    }
}

#[test]
fn a_terminal_and_a_browser_play_at_one_table() {
    let (data, own) = (Folder::new(), Folder::new());
    // The server has an access code, and an invitation replaces it.
    let code = ["--data".as_ref(), data.path().as_os_str(), "--code".as_ref(), "kitchen".as_ref()];
    let mut server = TestServer::with(&code);
    let cookie = server.ask("POST", "/me", "", json!({ "code": "kitchen" })).1.unwrap();
    server.ask("PUT", "/me", &cookie, json!({ "name": "Ann" }));
    let wanted = json!({ "game": "junior", "set": { "board": "toys" } });
    let (table, _) = server.ask("POST", "/tables", &cookie, wanted);
    let id = table["table"].as_str().unwrap().to_owned();
    let mut bob =
        Terminal::join(table["invitation"].as_str().unwrap(), own.path(), &["--as", "Bob"]);
    bob.until("Your name here is Bob.");
    bob.until("Table for Scrabble Junior: Ann, Bob (you).");
    bob.say("crane");
    bob.until("The match hasn't started yet.");
    server.ask("POST", &format!("/tables/{id}/say"), &cookie, json!({ "phrase": 1 }));
    bob.until("Ann: Good luck!");
    let (started, _) = server.ask("POST", &format!("/tables/{id}/start"), &cookie, json!({}));
    let ann =
        BrowserPlayer { cookie: cookie.clone(), id: started["match"].as_str().unwrap().to_owned() };
    bob.until("The match has started.");
    let mut now = ann.turn(&server);
    bob.until("Your move:");
    // An illegal move is refused in a sentence.
    bob.say("/place Zz");
    bob.play_hint();
    now = ann.wait_for_move(&server, &now);
    // The server is killed and restarts at the same address; Bob reconnects automatically.
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    bob.until("Connection lost.");
    let address = server.address.clone();
    server = TestServer::at(&address, &code);
    bob.until("Connected again.");
    if now["to_act"] == json!([0]) {
        now = ann.turn(&server);
        bob.until("Your move:");
    }
    bob.play_hint();
    ann.wait_for_move(&server, &now);
    // Bob quits, and the server recognises him when he returns without an invitation.
    bob.say("/quit");
    bob.until("Your seat is kept");
    assert!(bob.child.wait().unwrap().success());
    let mut again = Terminal::join(&format!("http://{address}/table/{id}"), own.path(), &[]);
    again.until("Table for Scrabble Junior: Ann, Bob (you).");
    again.say("/leave");
    again.until("Game over:");
    drop(again.input.take());
    again.until("Your seat is kept");
    assert!(again.child.wait().unwrap().success());
    drop(server);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let kept = std::fs::metadata(own.path().join("visits.json")).unwrap();
        assert_eq!(kept.permissions().mode() & 0o777, 0o600, "it is for its owner alone");
    }
}

#[test]
fn a_player_returns_at_a_terminal_and_agrees_to_cancel() {
    let own = Folder::new();
    let server = TestServer::with(&[
        "--store".as_ref(),
        "memory".as_ref(),
        "--patience".as_ref(),
        "0".as_ref(),
    ]);
    let cookie = server.ask("POST", "/me", "", json!({})).1.unwrap();
    server.ask("PUT", "/me", &cookie, json!({ "name": "Ann" }));
    let wanted = json!({ "game": "junior", "set": { "board": "toys" } });
    let (table, _) = server.ask("POST", "/tables", &cookie, wanted);
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    let mut bob =
        Terminal::join(table["invitation"].as_str().unwrap(), own.path(), &["--as", "Bob"]);
    bob.until("Table for Scrabble Junior: Ann, Bob (you).");
    let (started, _) = server.ask("POST", &format!("{path}/start"), &cookie, json!({}));
    let ann =
        BrowserPlayer { cookie: cookie.clone(), id: started["match"].as_str().unwrap().to_owned() };
    let now = ann.turn(&server);
    bob.until("Your move:");
    let bot = json!({ "seat": 1, "name": "random" });
    server.ask("POST", &format!("{path}/stand_in"), &cookie, bot);
    bob.until("Bob (a bot is playing for you; /back");
    ann.wait_for_move(&server, &now);
    bob.say("/back");
    bob.until("Table for Scrabble Junior: Ann, Bob (you).");
    server.ask("POST", &format!("{path}/call_off"), &cookie, json!({}));
    bob.until("Ann wants to cancel the match. Type /off to agree.");
    bob.say("/off");
    bob.until("Ann cancelled the match. Nobody wins.");
}

#[test]
fn a_race_at_a_terminal_and_a_late_guest_who_watches() {
    let (data, own, other) = (Folder::new(), Folder::new(), Folder::new());
    let server = TestServer::open(data.path());
    let cookie = server.ask("POST", "/me", "", json!({})).1.unwrap();
    server.ask("PUT", "/me", &cookie, json!({ "name": "Ann" }));
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" }, "seats": 2, "race": true });
    let (table, _) = server.ask("POST", "/tables", &cookie, wanted);
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    let invitation = table["invitation"].as_str().unwrap();
    let mut bob = Terminal::join(invitation, own.path(), &["--as", "Bob"]);
    bob.until("Table for Wordle: Ann, Bob (you).");
    let mut cat = Terminal::join(invitation, other.path(), &["--as", "Cat"]);
    cat.until("All seats are taken; you are watching.");
    let (started, _) = server.ask("POST", &format!("{path}/start"), &cookie, json!({}));
    bob.until("Guess:");
    bob.say("slate");
    bob.until("Guess:");
    bob.say("crane");
    bob.until("Game over: you");
    cat.until("Bob: finished");
    let left = format!("/matches/{}/leave", started["match"].as_str().unwrap());
    server.ask("POST", &left, &cookie, json!({}));
    let result = bob.until("Race over: Ann 0, you");
    assert!(result.ends_with("Winner: you."), "{result}");
    cat.until("Winner: Bob.");
    cat.say("/quit");
    cat.until("Use the same command to come back.");
    // A revoked invitation lets no new guest in.
    server.ask("DELETE", &format!("{path}/invitation"), &cookie, Value::Null);
    let (code, text) = refused(invitation);
    assert_eq!(code, Some(2));
    assert!(text.contains("no longer valid"), "{text}");
}

/// The exit status and the error of a refused `join`.
fn refused(url: &str) -> (Option<i32>, String) {
    let own = Folder::new();
    let run = Command::new(env!("CARGO_BIN_EXE_lexicade"))
        .args(["join", url, "--data"])
        .arg(own.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
}

#[test]
fn invalid_addresses_are_refused() {
    let (code, text) = refused("https://games.example.org/join/A/B");
    assert_eq!(code, Some(2));
    assert!(text.contains("doesn't support https"), "{text}");
    assert_eq!(refused("games.example.org").0, Some(2));
    // A port without a server.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (code, text) = refused(&format!("http://{free}/join/A/B"));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("Can't connect to "), "{text}");
}
