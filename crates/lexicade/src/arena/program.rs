//! A program that plays one match as a process of its own, with the protocol in `docs/pipe.md`. It is not trusted: it
//! may die, hang, write too much or never read, and none of that may block the arena.

use super::player::{ForfeitReason, ProgramCommand};
use engine::Refusal;
use line::lines;
use std::io::{BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The timeout for a move.
const MOVE_TIMEOUT: Duration = Duration::from_secs(5);

/// The time to exit after the match.
const GRACE: Duration = Duration::from_secs(1);

/// The lines that are read ahead; then the program has to wait.
const READ_AHEAD: usize = 64;

/// A running program. Dropping it ends the process.
pub(super) struct Program {
    child: Child,
    /// Lines for the program. A thread writes them, so that a program that never reads blocks only that thread.
    to: Option<Sender<String>>,
    from: Receiver<Vec<u8>>,
}

impl Program {
    /// Starts a program. `seed` is for its own random numbers: the same when the contest is repeated, and useless for
    /// predicting the match.
    pub(super) fn start(call: &ProgramCommand, seed: u64) -> Result<Program, Refusal> {
        let child = Command::new(&call.program)
            .args(&call.args)
            .env("LEXICADE_LUCK", seed.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|error| {
            let program = engine::line::quote(&call.program);
            Refusal::setup(format!("Can't start the program “{program}”: {error}."))
        })?;
        let (to, queued) = channel::<String>();
        let (output_sender, from) = sync_channel(READ_AHEAD);
        // Both threads end with their pipes. Nothing waits for them, because a child process of the program may keep
        // the pipes open forever.
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || {
                queued.iter().try_for_each(|line| {
                    input.write_all(line.as_bytes()).and_then(|()| input.flush())
                })
            });
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Ok(Some(line)) = lines::next(&mut output) {
                    if output_sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Program { child, to: Some(to), from })
    }

    /// Sends a line, whether the program reads it or not.
    pub(super) fn send(&self, mut line: String) {
        line.push('\n');
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// The next line of the program, or the reason why there is none.
    pub(super) fn line(&self) -> Result<Vec<u8>, ForfeitReason> {
        self.from.recv_timeout(MOVE_TIMEOUT).map_err(|error| match error {
            RecvTimeoutError::Timeout => ForfeitReason::Silent,
            RecvTimeoutError::Disconnected => ForfeitReason::Ended,
        })
    }

    pub(super) fn kill(&mut self) {
        let _ = self.child.kill();
    }
}

impl Drop for Program {
    /// Closes its input, gives it a moment to exit, and discards its last output.
    fn drop(&mut self) {
        self.to = None;
        let end = Instant::now() + GRACE;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            if self.from.recv_timeout(left).is_err() {
                break;
            }
        }
        self.kill();
        let _ = self.child.wait();
    }
}
