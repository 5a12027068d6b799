//! Several terminals in one match: waiting players see the match and can type commands, others are refused, and moves
//! from another terminal are shown.

use crate::shared::Folder;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The timeout of every wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program with its input and output.
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

    /// Waits for this text, and returns the output up to it.
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

    /// Closes the input, and returns the exit status.
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

/// The id of the only match.
fn only(folder: &Folder, args: &[&str]) -> String {
    let list = folder.out(&[args, &["matches", "--all"]].concat(), "");
    assert_eq!(list.lines().count(), 1, "{list}");
    list[..8].to_owned()
}

#[cfg(unix)]
#[test]
fn a_waiting_player_sees_the_match_and_can_type_commands() {
    let Some(server) = crate::server::server() else { return };
    let (folder, url) = (Folder::new(), server.database());
    let at = ["--store", &url];
    let junior = ["--set", "board=example", "--seats", "2", "--seed", "4"];
    let open = [&at[..], &["--as", "Ann,Bo", "junior"], &junior].concat();
    folder.out(&open, "Ah\n");
    let id = only(&folder, &at);
    let play =
        |player| Terminal::open(&folder, &[&at[..], &["--as", player, "play", &id]].concat());

    let mut bo = play("Bo");
    let shown = bo.until("Waiting for Ann. /quit stops.\n");
    assert!(shown.contains("Aa") || shown.contains("'s tiles"), "{shown}");
    bo.types("?");
    bo.until("Waiting for Ann. /board, /rack and /score show one part again; /quit stops.\n");
    bo.types("/score");
    bo.until("Ann");
    bo.types("/leave");
    bo.until("Waiting for Ann.\n");
    bo.types("Aa");
    bo.until("Waiting for Ann.\n");

    let mut ann = play("Ann");
    ann.until("Ann, 1 move left, position: ");
    ann.types("Ef");
    ann.until("Waiting for Bo. /quit stops.\n");
    // Lines typed during Ann's turn were answered then, and are not used later.
    bo.until("Bo, 2 moves left, position: ");
    bo.types("/new");
    bo.until("Others are playing this match too");
    bo.types("/quit");
    assert!(bo.ends().success());
    // The end of input quits too.
    assert!(ann.ends().success());
    let mut ann = play("Ann");
    ann.until("Waiting for Bo. /quit stops.\n");
    ann.types("/QUIT");
    assert!(ann.child.wait().unwrap().success());

    let eve = folder.run(&[&at[..], &["--as", "Eve", "play", &id]].concat(), "");
    assert_eq!((eve.status.code(), eve.stdout.len()), (Some(2), 0), "{eve:?}");
    let said = String::from_utf8(eve.stderr).unwrap();
    assert!(said.contains("belongs to Ann, Bo. Give your name with --as."), "{said}");
    let list = folder.out(&[&at[..], &["--as", "Ann", "matches"]].concat(), "");
    assert!(list.contains(&id), "nobody has ended it: {list}");
}

#[cfg(unix)]
#[test]
fn a_match_that_others_wait_in_is_not_cancelled() {
    let Some(server) = crate::server::server() else { return };
    let (folder, url) = (Folder::new(), server.database());
    let at = ["--store", &url];
    let set = ["--set", "board=example", "--seats", "2", "--seed", "4"];
    let mut both =
        Terminal::open(&folder, &[&at[..], &["--as", "Ann,Bo", "junior"], &set].concat());
    both.until("Ann, 2 moves left, position: ");
    let id = only(&folder, &at);
    let mut bo = Terminal::open(&folder, &[&at[..], &["--as", "Bo", "play", &id]].concat());
    bo.until("Waiting for Ann. /quit stops.\n");
    assert!(bo.ends().success());
    both.types("Ah");
    both.until("Ann, 1 move left, position: ");
}

#[test]
fn a_match_of_others_on_the_same_machine_is_refused() {
    let folder = Folder::new();
    folder.out(&["--as", "Ann", "wordle", "--seed", "5"], "slate\n");
    let id = only(&folder, &[]);
    let eve = folder.run(&["--as", "Eve", "play", &id], "penal\n");
    assert_eq!((eve.status.code(), eve.stdout.len()), (Some(2), 0), "{eve:?}");
    let said = String::from_utf8(eve.stderr).unwrap();
    assert!(said.contains("belongs to Ann. Give your name with --as."), "{said}");
    let on = folder.out(&["--as", "Ann", "play", &id], "/quit\n");
    assert!(on.contains("Attempts left: 5 of 6"), "{on}");
}

#[test]
fn a_match_needs_a_seat_for_every_player() {
    let folder = Folder::new();
    let three = ["--as", "Ann,Bo,Cy"];
    for game in [&["junior", "--set", "board=toys", "--seats", "2"][..], &["wordle"]] {
        let output = folder.run(&[&three, game].concat(), "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("There aren't enough seats"), "{said}");
    }
    assert_eq!(folder.out(&["matches", "--all"], ""), "There are no stored matches.\n");
}

#[test]
fn moves_from_another_terminal_are_shown() {
    let folder = Folder::new();
    let ann = ["--as", "Ann"];
    let mut first =
        Terminal::open(&folder, &[&ann[..], &["wordle", "--set", "word=crane"]].concat());
    first.until("Guess: ");
    let id = only(&folder, &[]);
    folder.out(&[&ann[..], &["play", &id]].concat(), "slate\n");
    first.types("brick");
    let shown = first.until("Guess: ");
    assert!(shown.contains("Look at the match again."), "{shown}");
    assert!(shown.contains("S- L- A+ T- E+"), "{shown}");
    // A match that ended there ends here too.
    folder.out(&[&ann[..], &["play", &id]].concat(), "crane\nn\n");
    first.types("brick");
    let shown = first.until("Play again? ");
    assert!(shown.contains("C+ R+ A+ N+ E+"), "{shown}");
    assert!(first.ends().success());
}
