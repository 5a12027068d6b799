//! A seat at a table elsewhere: one plays in a browser, or as a browser would, the other at a terminal.

#[path = "shared/test_server.rs"]
#[allow(dead_code)]
mod test_server;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use test_server::TestServer;

/// How long anything may take; only what is broken takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody at a terminal.
struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    heard: Vec<String>,
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
        Terminal { child, input, lines, heard: Vec::new() }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line that holds this.
    fn until(&mut self, text: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line =
                line.unwrap_or_else(|_| panic!("“{text}” is not said:\n{}", self.heard.join("\n")));
            self.heard.push(line.clone());
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Plays what the hint says.
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

/// Somebody with a browser: a house, a cookie, a match.
struct BrowserPlayer {
    cookie: String,
    id: String,
}

impl BrowserPlayer {
    fn look(&self, house: &TestServer, wait: Option<u64>) -> Value {
        let wait = wait.map(|seq| format!("?wait={seq}")).unwrap_or_default();
        house.ask("GET", &format!("/matches/{}{wait}", self.id), &self.cookie, Value::Null).0
    }

    /// Plays what is offered first until it is the other's turn.
    fn turn(&self, house: &TestServer) -> Value {
        let mut now = self.look(house, None);
        while now["to_act"] == json!([0]) {
            let act = json!({ "seen": now["seq"], "line": now["scene"]["choices"][0]["line"] });
            house.ask("POST", &format!("/matches/{}/act", self.id), &self.cookie, act);
            now = self.look(house, None);
        }
        now
    }

    /// Waits until the other has played.
    fn heard(&self, house: &TestServer, before: &Value) -> Value {
        let seq = before["seq"].as_u64().unwrap();
        loop {
            let now = self.look(house, Some(seq));
            if now["seq"].as_u64().unwrap() > seq {
                return now;
            }
        }
    }
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lexicade-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_terminal_and_a_browser_play_at_one_table() {
    let (data, own) = (scratch("join-house"), scratch("join-guest"));
    // The house has a code; an invitation will do.
    let code = ["--data".as_ref(), data.as_os_str(), "--code".as_ref(), "kitchen".as_ref()];
    let mut house = TestServer::with(&code);
    let cookie = house.ask("POST", "/me", "", json!({ "code": "kitchen" })).1.unwrap();
    house.ask("PUT", "/me", &cookie, json!({ "name": "Ann" }));
    let wanted = json!({ "game": "junior", "set": { "board": "toys" } });
    let (table, _) = house.ask("POST", "/tables", &cookie, wanted);
    let id = table["table"].as_str().unwrap().to_owned();
    let mut bob = Terminal::join(table["invitation"].as_str().unwrap(), &own, &["--as", "Bob"]);
    bob.until("You are Bob here.");
    bob.until("A table of Scrabble Junior: Ann, Bob (you).");
    bob.say("crane");
    bob.until("The match has not begun yet.");
    house.ask("POST", &format!("/tables/{id}/say"), &cookie, json!({ "phrase": 1 }));
    bob.until("Ann: Good luck!");
    let (started, _) = house.ask("POST", &format!("/tables/{id}/start"), &cookie, json!({}));
    let ann =
        BrowserPlayer { cookie: cookie.clone(), id: started["match"].as_str().unwrap().to_owned() };
    bob.until("It begins.");
    let mut now = ann.turn(&house);
    bob.until("Your move:");
    // What may not be is refused in a sentence, and costs nothing.
    bob.say("/place Zz");
    bob.play_hint();
    now = ann.heard(&house, &now);
    // The house is killed and comes back at the same place; Bob does so by himself.
    house.child.kill().unwrap();
    house.child.wait().unwrap();
    bob.until("Nothing is heard from the house");
    let address = house.address.clone();
    house = TestServer::at(&address, &code);
    bob.until("The house is heard again.");
    if now["to_act"] == json!([0]) {
        now = ann.turn(&house);
        bob.until("Your move:");
    }
    bob.play_hint();
    ann.heard(&house, &now);
    // He goes, and is known again when he comes back without an invitation.
    bob.say("/quit");
    bob.until("Your seat is kept");
    assert!(bob.child.wait().unwrap().success());
    let mut again = Terminal::join(&format!("http://{address}/table/{id}"), &own, &[]);
    again.until("A table of Scrabble Junior: Ann, Bob (you).");
    again.say("/leave");
    again.until("It is over:");
    drop(again.input.take());
    again.until("Your seat is kept");
    assert!(again.child.wait().unwrap().success());
    drop(house);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let kept = std::fs::metadata(own.join("visits.json")).unwrap();
        assert_eq!(kept.permissions().mode() & 0o777, 0o600, "it is for its owner alone");
    }
    for folder in [data, own] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_player_returns_at_a_terminal_and_agrees_to_cancel() {
    let own = scratch("join-away");
    let house = TestServer::with(&[
        "--store".as_ref(),
        "memory".as_ref(),
        "--patience".as_ref(),
        "0".as_ref(),
    ]);
    let cookie = house.ask("POST", "/me", "", json!({})).1.unwrap();
    house.ask("PUT", "/me", &cookie, json!({ "name": "Ann" }));
    let wanted = json!({ "game": "junior", "set": { "board": "toys" } });
    let (table, _) = house.ask("POST", "/tables", &cookie, wanted);
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    let mut bob = Terminal::join(table["invitation"].as_str().unwrap(), &own, &["--as", "Bob"]);
    bob.until("A table of Scrabble Junior: Ann, Bob (you).");
    let (started, _) = house.ask("POST", &format!("{path}/start"), &cookie, json!({}));
    let ann =
        BrowserPlayer { cookie: cookie.clone(), id: started["match"].as_str().unwrap().to_owned() };
    let now = ann.turn(&house);
    bob.until("Your move:");
    let bot = json!({ "seat": 1, "name": "random" });
    house.ask("POST", &format!("{path}/stand_in"), &cookie, bot);
    bob.until("Bob (a bot plays on for you; /back");
    ann.heard(&house, &now);
    bob.say("/back");
    bob.until("A table of Scrabble Junior: Ann, Bob (you).");
    house.ask("POST", &format!("{path}/call_off"), &cookie, json!({}));
    bob.until("Ann wants to call the match off; /off agrees.");
    bob.say("/off");
    bob.until("Ann calls the match off; nobody has won.");
    drop(bob);
    std::fs::remove_dir_all(own).unwrap();
}

#[test]
fn a_race_is_run_at_a_terminal_and_who_comes_too_late_watches() {
    let (data, own, other) = (scratch("race-house"), scratch("race-guest"), scratch("race-other"));
    let house = TestServer::open(&data);
    let cookie = house.ask("POST", "/me", "", json!({})).1.unwrap();
    house.ask("PUT", "/me", &cookie, json!({ "name": "Ann" }));
    let wanted = json!({ "game": "wordle", "set": { "word": "crane" }, "seats": 2, "race": true });
    let (table, _) = house.ask("POST", "/tables", &cookie, wanted);
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    let invitation = table["invitation"].as_str().unwrap();
    let mut bob = Terminal::join(invitation, &own, &["--as", "Bob"]);
    bob.until("A table of Wordle: Ann, Bob (you).");
    let mut cat = Terminal::join(invitation, &other, &["--as", "Cat"]);
    cat.until("You watch: every seat is taken.");
    let (started, _) = house.ask("POST", &format!("{path}/start"), &cookie, json!({}));
    bob.until("Guess:");
    bob.say("slate");
    bob.until("Guess:");
    bob.say("crane");
    bob.until("It is over: you");
    cat.until("Bob: finished");
    let left = format!("/matches/{}/leave", started["match"].as_str().unwrap());
    house.ask("POST", &left, &cookie, json!({}));
    let told = bob.until("The race is over: Ann 0, you");
    assert!(told.ends_with("Won by you."), "{told}");
    cat.until("Won by Bob.");
    cat.say("/quit");
    cat.until("The same command brings you back.");
    // An invitation that was taken back lets nobody in who has not come yet.
    house.ask("DELETE", &format!("{path}/invitation"), &cookie, Value::Null);
    let (code, text) = refused("race-late", invitation);
    assert_eq!(code, Some(2));
    assert!(text.contains("not valid any more"), "{text}");
    drop(house);
    for folder in [data, own, other] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// How a program ends that is not let in, and what it says.
fn refused(name: &str, url: &str) -> (Option<i32>, String) {
    let own = scratch(name);
    let run = Command::new(env!("CARGO_BIN_EXE_lexicade"))
        .args(["join", url, "--data"])
        .arg(&own)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let _ = std::fs::remove_dir_all(own);
    (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
}

#[test]
fn what_leads_nowhere_is_said() {
    let (code, text) = refused("join-https", "https://games.example.org/join/A/B");
    assert_eq!(code, Some(2));
    assert!(text.contains("does not speak https"), "{text}");
    assert_eq!(refused("join-none", "games.example.org").0, Some(2));
    // A port at which nobody listens.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (code, text) = refused("join-nobody", &format!("http://{free}/join/A/B"));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("does not answer"), "{text}");
}
