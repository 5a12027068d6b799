//! The program in a pseudo-terminal, with a parser that keeps the screen. Tests wait for text on the screen and never
//! sleep.
#![allow(dead_code)] // Not every test needs all of it.

use super::shared::{Folder, REMOVED_VARIABLES};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The timeout of every wait.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct PtyScreen {
    parser: vt100::Parser,
    bytes: Receiver<Vec<u8>>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// All output, with its escape sequences.
    pub(crate) raw: Vec<u8>,
    // Dropping this closes the terminal.
    master: Box<dyn MasterPty + Send>,
}

impl PtyScreen {
    /// Starts the program in plain lines, on a screen of this size (rows, columns).
    pub(crate) fn open(
        folder: &Folder,
        args: &[&str],
        env: &[(&str, Option<&str>)],
        size: (u16, u16),
    ) -> PtyScreen {
        let line: &[&str] = if args.contains(&"--line") { &[] } else { &["--line"] };
        PtyScreen::full(folder, &[args, line].concat(), env, size)
    }

    /// Starts the program without `--line`.
    pub(crate) fn full(
        folder: &Folder,
        args: &[&str],
        env: &[(&str, Option<&str>)],
        size: (u16, u16),
    ) -> PtyScreen {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lexicade"));
        command.args(args);
        PtyScreen::run(folder, command, env, size)
    }

    /// Starts a shell with this script, in which `$LEXICADE` is the program.
    pub(crate) fn shell(folder: &Folder, script: &str, size: (u16, u16)) -> PtyScreen {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", script]);
        let env = [("LEXICADE", Some(env!("CARGO_BIN_EXE_lexicade")))];
        PtyScreen::run(folder, command, &env, size)
    }

    fn run(
        folder: &Folder,
        command: CommandBuilder,
        env: &[(&str, Option<&str>)],
        size: (u16, u16),
    ) -> PtyScreen {
        PtyScreen::run_claiming(folder, command, env, size, size)
    }

    /// Starts the program in the full screen, on a terminal that reports a size different from the screen.
    pub(crate) fn claiming(
        folder: &Folder,
        args: &[&str],
        (rows, cols): (u16, u16),
        size: (u16, u16),
    ) -> PtyScreen {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lexicade"));
        command.args(args);
        PtyScreen::run_claiming(folder, command, &[], (rows, cols), size)
    }

    fn run_claiming(
        folder: &Folder,
        mut command: CommandBuilder,
        env: &[(&str, Option<&str>)],
        (rows, cols): (u16, u16),
        seen: (u16, u16),
    ) -> PtyScreen {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        command.cwd(folder.path());
        for name in REMOVED_VARIABLES.iter().chain(&["LC_ALL", "LC_CTYPE"]) {
            command.env_remove(name);
        }
        command.env("HOME", folder.path());
        command.env("TERM", "xterm-256color");
        command.env("LANG", "en_US.UTF-8");
        command.env_remove("COLORTERM");
        for (name, value) in env {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            }
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let writer = pair.master.take_writer().unwrap();
        let (send, bytes) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // When the program ends, the terminal closes; some systems report an error then.
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if send.send(buffer[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        let side = |side: u16| NonZero::new(side).unwrap();
        let parser = vt100::Parser::new(side(seen.0), side(seen.1), 0);
        PtyScreen { parser, bytes, writer, child, raw: Vec::new(), master: pair.master }
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&mut self, (rows, cols): (u16, u16)) {
        let side = |side: u16| NonZero::new(side).unwrap();
        self.parser.screen_mut().set_size(side(rows), side(cols));
        self.master.resize(PtySize { rows, cols, ..PtySize::default() }).unwrap();
    }

    /// The process id of the program.
    pub(crate) fn id(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// The text on the screen.
    pub(crate) fn text(&self) -> String {
        trimmed(&self.parser.screen().contents())
    }

    /// The screen itself, with its colours.
    pub(crate) fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Waits until a completely drawn screen fulfils the condition.
    pub(crate) fn wait_until(&mut self, what: &str, condition: impl Fn(&str) -> bool) {
        while !(self.is_complete() && condition(&self.text())) {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(why) => {
                    panic!("{why} while waiting for {what}; on the screen:\n{}", self.text())
                }
            }
        }
    }

    /// Is the last frame completely drawn? Plain lines always are.
    fn is_complete(&self) -> bool {
        let last = |mark: &[u8]| self.raw.windows(mark.len()).rposition(|bytes| bytes == mark);
        last(b"\x1b[?2026h") <= last(b"\x1b[?2026l")
    }

    /// Waits until the screen ends with this text.
    pub(crate) fn wait_for(&mut self, end: &str) {
        let end = end.trim_end();
        self.wait_until(end, |text| text.ends_with(end));
    }

    /// Waits until the output has reached the prompt, after `seen`, where this line is typed. Returns that position.
    pub(crate) fn wait_for_prompt(&mut self, printed: &str, seen: usize, typed: &str) -> usize {
        let line = format!("{typed}\n");
        let places: Vec<(usize, String)> = printed
            .match_indices(&line)
            .filter(|(place, _)| *place >= seen && printed[..*place].ends_with(' '))
            .map(|(place, _)| (place, trimmed(&printed[..place])))
            .collect();
        let there = |text: &str| places.iter().find(|(_, before)| before == text);
        self.wait_until(&format!("a prompt for {typed:?}"), |text| there(text).is_some());
        there(&self.text()).map_or(seen, |(place, _)| place + line.len())
    }

    /// Waits for a prompt, so that each typed line is answered before the next.
    pub(crate) fn wait_for_question(&mut self, after: usize) {
        let asks = |raw: &[u8]| raw.ends_with(b": ") || raw.ends_with(b"? ");
        let answered = |raw: &[u8]| after == 0 || raw[after..].contains(&b'\n');
        while !(answered(&self.raw) && asks(&self.raw)) {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(why) => panic!("{why} while waiting for a question:\n{}", self.text()),
            }
        }
    }

    /// Waits for the next prompt after this much output.
    pub(crate) fn wait_for_answer(&mut self, after: usize) {
        let asks =
            |raw: &[u8]| raw.ends_with(b": ") || raw.ends_with(b"? ") || raw.ends_with(b") ");
        while !(self.raw[after..].contains(&b'\n') && asks(&self.raw)) {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(why) => panic!("{why} while waiting for an answer:\n{}", self.text()),
            }
        }
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        self.type_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn type_bytes(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).unwrap();
        self.writer.flush().unwrap();
    }

    /// Clicks on a cell, counted from 0.
    pub(crate) fn click(&mut self, row: u16, col: u16) {
        let (row, col) = (row + 1, col + 1);
        self.type_bytes(format!("\x1b[<0;{col};{row}M\x1b[<0;{col};{row}m").as_bytes());
    }

    /// Clicks on this text.
    pub(crate) fn click_on(&mut self, text: &str) {
        let shown = self.text();
        let place = (0..).zip(shown.lines()).find_map(|(row, line)| {
            line.find(text).map(|at| (row, line[..at].chars().count() as u16))
        });
        let Some((row, col)) = place else { panic!("no {text:?} on the screen:\n{shown}") };
        self.click(row, col);
    }

    /// Reads until the program ends, and returns its status.
    pub(crate) fn status(&mut self) -> u32 {
        loop {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(why) => panic!("{why} while waiting for the end:\n{}", self.text()),
            }
        }
        self.child.wait().unwrap().exit_code()
    }

    fn take(&mut self, bytes: &[u8]) {
        self.raw.extend(bytes);
        self.parser.process(bytes);
    }
}

impl Drop for PtyScreen {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
    }
}

/// Text without trailing blanks and without empty lines at the end.
pub(crate) fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}
