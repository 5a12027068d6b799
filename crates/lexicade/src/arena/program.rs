//! A program that plays: a process of its own for one match, which reads what `docs/pipe.md` describes
//! and writes lines. It is a stranger: it may die, say nothing, say too much or never listen, and none of
//! that may hold up the arena.

use super::player::{ForfeitReason, ProgramCommand};
use engine::Refusal;
use line::lines;
use std::io::{BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// So long may a program say nothing when it is to act.
const SILENCE: Duration = Duration::from_secs(5);

/// So long it may take to end once its match is over.
const GRACE: Duration = Duration::from_secs(1);

/// So many lines are taken before they are wanted; then the program has to wait.
const AHEAD: usize = 64;

/// A program at its seat. When it is dropped the process is gone.
pub(super) struct Program {
    child: Child,
    /// What it is told, written by a thread of its own: a program that never reads holds up only that.
    to: Option<Sender<String>>,
    from: Receiver<Vec<u8>>,
}

impl Program {
    /// Starts it. `luck` is a number it may seed its own luck with: the same when the contest is
    /// repeated, and of no use to guess the match's.
    pub(super) fn start(call: &ProgramCommand, luck: u64) -> Result<Program, Refusal> {
        let child = Command::new(&call.program)
            .args(&call.args)
            .env("LEXICADE_LUCK", luck.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|error| {
            let program = engine::line::quote(&call.program);
            Refusal::setup(format!("The program “{program}” cannot be started: {error}."))
        })?;
        let (to, told) = channel::<String>();
        let (heard, from) = sync_channel(AHEAD);
        // Both threads end with the pipes that they hold, and nobody waits for them: a child of the
        // program's own may keep those open for ever.
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || {
                told.iter().try_for_each(|line| {
                    input.write_all(line.as_bytes()).and_then(|()| input.flush())
                })
            });
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Ok(Some(line)) = lines::next(&mut output) {
                    if heard.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Program { child, to: Some(to), from })
    }

    /// Tells it a line. Whether it listens is its own affair.
    pub(super) fn tell(&self, mut line: String) {
        line.push('\n');
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// The next line that it says, or why there is none.
    pub(super) fn line(&self) -> Result<Vec<u8>, ForfeitReason> {
        self.from.recv_timeout(SILENCE).map_err(|error| match error {
            RecvTimeoutError::Timeout => ForfeitReason::Silent,
            RecvTimeoutError::Disconnected => ForfeitReason::Ended,
        })
    }

    /// Ends it at once.
    pub(super) fn kill(&mut self) {
        let _ = self.child.kill();
    }
}

impl Drop for Program {
    /// Its input ends, and it gets a moment to end by itself; what it still says is not heard.
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
