//! Several terminals at one match: those who wait are shown the table and heard, those who have no seat
//! are told so, and what another terminal has played is seen.

#[cfg(unix)]
#[allow(dead_code, unreachable_pub)] // Not all of it is needed here.
#[path = "../../hall/tests/common/server.rs"]
mod server;
mod shared;

use shared::Folder;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long anything may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program while somebody talks with it.
struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    text: String,
}

impl Terminal {
    fn open(folder: &Folder, args: &[&str]) -> Terminal {
        let mut child = folder.command(args).spawn().unwrap();
        let (mut stdout, input) = (child.stdout.take().unwrap(), child.stdin.take());
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = stdout.read(&mut bytes) {
                if send.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { child, input, output, text: String::new() }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.input.as_ref().unwrap(), "{line}").unwrap();
    }

    /// What is said up to this, which is waited for.
    fn until(&mut self, wanted: &str) -> String {
        loop {
            if let Some(at) = self.text.find(wanted) {
                let rest = self.text.split_off(at + wanted.len());
                return std::mem::replace(&mut self.text, rest);
            }
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.text.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => panic!("no {wanted:?} in {:?}", self.text),
            }
        }
    }

    /// Nothing more is typed; how it ends.
    fn ends(mut self) -> ExitStatus {
        drop(self.input.take());
        self.child.wait().unwrap()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The name of the only match there is.
fn only(folder: &Folder, args: &[&str]) -> String {
    let list = folder.out(&[args, &["matches", "--all"]].concat(), "");
    assert_eq!(list.lines().count(), 1, "{list}");
    list[..8].to_owned()
}

#[cfg(unix)]
#[test]
fn who_waits_sees_the_table_and_is_heard() {
    let Some(server) = server::server() else { return };
    let (folder, url) = (Folder::new(), server.database());
    let at = ["--store", &url];
    let junior = ["--set", "board=example", "--seats", "2", "--seed", "4"];
    let open = [&at[..], &["--as", "Ann,Bo", "junior"], &junior].concat();
    folder.out(&open, "Ah\n");
    let id = only(&folder, &at);
    let play = |who| Terminal::open(&folder, &[&at[..], &["--as", who, "play", &id]].concat());

    let mut bo = play("Bo");
    let shown = bo.until("It is the turn of Ann; wait, or /quit.\n");
    assert!(shown.contains("Aa") || shown.contains("Tiles of"), "{shown}");
    bo.types("?");
    bo.until("It is the turn of Ann. /board, /rack and /score say one part again; /quit stops.\n");
    bo.types("/score");
    bo.until("Ann");
    bo.types("/leave");
    bo.until("It is the turn of Ann.\n");
    bo.types("Aa");
    bo.until("It is the turn of Ann.\n");

    let mut ann = play("Ann");
    ann.until("Ann, 1 move left, position: ");
    ann.types("Ef");
    ann.until("It is the turn of Bo; wait, or /quit.\n");
    // What was typed while Ann played was answered then, and not kept.
    bo.until("Bo, 2 moves left, position: ");
    bo.types("/new");
    bo.until("Others sit at this match");
    bo.types("/quit");
    assert!(bo.ends().success());
    // The end of input leaves too.
    assert!(ann.ends().success());
    let mut ann = play("Ann");
    ann.until("It is the turn of Bo; wait, or /quit.\n");
    ann.types("/QUIT");
    assert!(ann.child.wait().unwrap().success());

    let eve = folder.run(&[&at[..], &["--as", "Eve", "play", &id]].concat(), "");
    assert_eq!((eve.status.code(), eve.stdout.len()), (Some(2), 0), "{eve:?}");
    let said = String::from_utf8(eve.stderr).unwrap();
    assert!(said.contains("is played by Ann, Bo; say who you are with --as."), "{said}");
    let list = folder.out(&[&at[..], &["--as", "Ann", "matches"]].concat(), "");
    assert!(list.contains(&id), "nobody has ended it: {list}");
}

#[cfg(unix)]
#[test]
fn a_match_that_others_wait_in_is_not_cancelled() {
    let Some(server) = server::server() else { return };
    let (folder, url) = (Folder::new(), server.database());
    let at = ["--store", &url];
    let set = ["--set", "board=example", "--seats", "2", "--seed", "4"];
    let mut both =
        Terminal::open(&folder, &[&at[..], &["--as", "Ann,Bo", "junior"], &set].concat());
    both.until("Ann, 2 moves left, position: ");
    let id = only(&folder, &at);
    let mut bo = Terminal::open(&folder, &[&at[..], &["--as", "Bo", "play", &id]].concat());
    bo.until("It is the turn of Ann; wait, or /quit.\n");
    assert!(bo.ends().success());
    both.types("Ah");
    both.until("Ann, 1 move left, position: ");
}

#[test]
fn nobody_plays_what_others_play_on_one_machine() {
    let folder = Folder::new();
    folder.out(&["--as", "Ann", "wordle", "--seed", "5"], "slate\n");
    let id = only(&folder, &[]);
    let eve = folder.run(&["--as", "Eve", "play", &id], "penal\n");
    assert_eq!((eve.status.code(), eve.stdout.len()), (Some(2), 0), "{eve:?}");
    let said = String::from_utf8(eve.stderr).unwrap();
    assert!(said.contains("is played by Ann; say who you are with --as."), "{said}");
    let on = folder.out(&["--as", "Ann", "play", &id], "/quit\n");
    assert!(on.contains("Attempts left: 5 of 6"), "{on}");
}

#[test]
fn there_is_a_seat_for_everybody_or_nothing_begins() {
    let folder = Folder::new();
    let three = ["--as", "Ann,Bo,Cy"];
    for game in [&["junior", "--set", "board=toys", "--seats", "2"][..], &["wordle"]] {
        let output = folder.run(&[&three, game].concat(), "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("There is no seat for everybody"), "{said}");
    }
    assert_eq!(folder.out(&["matches", "--all"], ""), "No match is kept.\n");
}

#[test]
fn what_another_terminal_has_played_is_shown() {
    let folder = Folder::new();
    let ann = ["--as", "Ann"];
    let mut first =
        Terminal::open(&folder, &[&ann[..], &["wordle", "--set", "word=crane"]].concat());
    first.until("Guess: ");
    let id = only(&folder, &[]);
    folder.out(&[&ann[..], &["play", &id]].concat(), "slate\n");
    first.types("brick");
    let shown = first.until("Guess: ");
    assert!(shown.contains("look again."), "{shown}");
    assert!(shown.contains("S- L- A+ T- E+"), "{shown}");
    // When it was finished there, it is finished here.
    folder.out(&[&ann[..], &["play", &id]].concat(), "crane\nn\n");
    first.types("brick");
    let shown = first.until("Another one? ");
    assert!(shown.contains("C+ R+ A+ N+ E+"), "{shown}");
    assert!(first.ends().success());
}
