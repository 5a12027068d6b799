//! Compares the full screen with a ratatui program that only echoes a key, in turns: the time from the start of the
//! process to the first usable screen, and from a key to its frame; then, on Linux, the cost at rest. The other program
//! is this one, started again. Reports missed goals and exits with status 1.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use crossterm::event::{Event, KeyCode, read};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use ratatui::widgets::Paragraph;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// The number of starts and keys for each program.
const STARTS: usize = 40;
const KEYS: usize = 400;

/// The argument for the program that only echoes.
const ECHO: &str = "--only-echo";

/// The end of a frame of the full screen.
const DRAWN: &[u8] = b"\x1b[?2026l";

fn main() -> io::Result<()> {
    if std::env::args().any(|arg| arg == ECHO) {
        return echo();
    }
    let home = std::env::temp_dir().join(format!("lexicade-bench-{}", std::process::id()));
    let missed = measure(&home);
    std::fs::remove_dir_all(&home)?;
    std::process::exit(i32::from(missed));
}

/// The program to compare with: it shows the last key.
fn echo() -> io::Result<()> {
    let mut terminal = ratatui::init();
    let mut shown = "Press a key".to_owned();
    loop {
        terminal.draw(|frame| frame.render_widget(Paragraph::new(shown.as_str()), frame.area()))?;
        match read()? {
            Event::Key(key) if key.code == KeyCode::Char('q') => break,
            Event::Key(key) => shown = key.code.to_string(),
            _ => {}
        }
    }
    ratatui::restore();
    Ok(())
}

/// Measures everything. Returns whether a goal was missed.
fn measure(home: &Path) -> bool {
    let config = home.join(".config/lexicade");
    std::fs::create_dir_all(&config).expect("there is room for a home");
    let settings = config.join("settings.json");
    std::fs::write(settings, "{\"welcomed\":true}").expect("there is room for settings");
    // The home of a player who has played before, with a database and an unfinished match.
    RunningProgram::lexicade(home, &["wampus", "--seed", "1"])
        .ready(b"stand")
        .key(b"\x1b[A")
        .quit();

    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        ours.push(start(|| RunningProgram::lexicade(home, &[]), b"waiting"));
        theirs.push(start(RunningProgram::echo, b"Press"));
    }
    let mut missed = compare("start to the first usable lobby", ours, theirs, 2.0);

    let mut lobby = RunningProgram::lexicade(home, &[]).ready(b"waiting");
    let mut echo = RunningProgram::echo().ready(b"Press");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for n in 0..KEYS {
        let (arrow, letter) = if n % 2 == 0 { (b"\x1b[B", b"X") } else { (b"\x1b[A", b"Y") };
        ours.push(lobby.answer(arrow, DRAWN));
        theirs.push(echo.answer(letter, letter));
    }
    missed |= compare("key to frame", ours, theirs, 1.5);
    echo.quit();
    missed |= at_rest("the lobby", lobby);
    let args = ["wizards", "--set", "level=elder", "--seed", "1"];
    missed | at_rest("a match of Wizards", RunningProgram::lexicade(home, &args).ready(b"lives"))
}

fn start(run: impl FnOnce() -> RunningProgram, shows: &[u8]) -> Duration {
    let began = Instant::now();
    let mut running = run();
    let shown = running.wait(shows);
    running.quit();
    shown - began
}

/// Compares the medians with the goal. Prints the best times too.
fn compare(what: &str, mut ours: Vec<Duration>, mut theirs: Vec<Duration>, goal: f64) -> bool {
    ours.sort();
    theirs.sort();
    let ratio = |ours: Duration, theirs: Duration| ours.as_secs_f64() / theirs.as_secs_f64();
    let (our, their) = (ours[0], theirs[0]);
    println!("{what}, at best: {our:.2?} beside {their:.2?}: {:.2} x", ratio(our, their));
    let (our, their) = (ours[ours.len() / 2], theirs[theirs.len() / 2]);
    say(&format!("{what}, median: {our:.2?} beside {their:.2?}"), ratio(our, their), "x", goal)
}

fn say(what: &str, value: f64, unit: &str, goal: f64) -> bool {
    let missed = value > goal;
    let note = if missed { ", missed" } else { "" };
    println!("{what}: {value:.2} {unit} (goal: at most {goal} {unit}{note})");
    missed
}

/// Measures the cost at rest. Returns whether a goal was missed.
fn at_rest(what: &str, running: RunningProgram) -> bool {
    const REST: Duration = Duration::from_secs(4);
    let Some(pid) = running.child.process_id().filter(|_| cfg!(target_os = "linux")) else {
        println!("{what} at rest: skipped, since only Linux tells");
        return false;
    };
    // All animations have ended by now.
    sleep(Duration::from_secs(10));
    let before = busy(pid);
    sleep(REST);
    let share = (busy(pid) - before).as_secs_f64() / REST.as_secs_f64() * 100.0;
    let missed = say(&format!("{what} at rest, processor"), share, "%", 1.0);
    let most = kilobytes(pid, "VmHWM") / 1024.0;
    let missed = say(&format!("{what}, memory at most"), most, "MB", 40.0) || missed;
    running.quit();
    missed
}

/// The processor time of a process, including its ended threads.
fn busy(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it is there");
    // The name in brackets may contain blanks; user and system time are the 12th and 13th field after it.
    let (_, after) = stat.rsplit_once(')').expect("it has a name");
    let ticks = after.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>());
    Duration::from_millis(10 * ticks.map(|ticks| ticks.expect("it is a number")).sum::<u64>())
}

fn kilobytes(pid: u32, name: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it is there");
    let line = status.lines().find(|line| line.starts_with(name)).expect("the kernel reports it");
    line.split_whitespace().nth(1).and_then(|value| value.parse().ok()).expect("it is a number")
}

/// A program in a terminal of its own.
struct RunningProgram {
    child: Box<dyn Child + Send + Sync>,
    bytes: Receiver<(Instant, Vec<u8>)>,
    writer: Box<dyn Write + Send>,
    _master: Box<dyn MasterPty + Send>,
}

impl RunningProgram {
    fn lexicade(home: &Path, args: &[&str]) -> RunningProgram {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lexicade"));
        command.args(args);
        for (name, value) in [("HOME", home), ("APPDATA", home)] {
            command.env(name, value);
        }
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "LEXICADE_DATA", "LEXICADE_STORE"] {
            command.env_remove(name);
        }
        RunningProgram::of(command)
    }

    fn echo() -> RunningProgram {
        let mut command = CommandBuilder::new(std::env::current_exe().expect("it has a path"));
        command.arg(ECHO);
        RunningProgram::of(command)
    }

    fn of(mut command: CommandBuilder) -> RunningProgram {
        command.env("TERM", "xterm-256color");
        command.env("LANG", "en_US.UTF-8");
        let size = PtySize { rows: 24, cols: 80, ..PtySize::default() };
        let pair = native_pty_system().openpty(size).expect("there is a terminal");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("it can be read");
        let writer = pair.master.take_writer().expect("it can be written to");
        let (send, bytes) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if send.send((Instant::now(), buffer[..read].to_vec())).is_err() {
                    return;
                }
            }
        });
        RunningProgram { child, bytes, writer, _master: pair.master }
    }

    /// The time when this text is written. The text must have no blanks: existing ones aren't written again.
    fn wait(&mut self, text: &[u8]) -> Instant {
        let mut seen = Vec::new();
        loop {
            let next = self.bytes.recv_timeout(Duration::from_secs(60));
            let (at, bytes) = next.expect("it writes what is waited for");
            seen.extend(bytes);
            if seen.windows(text.len()).any(|part| part == text) {
                return at;
            }
        }
    }

    fn ready(mut self, text: &[u8]) -> RunningProgram {
        self.wait(text);
        self
    }

    fn key(mut self, key: &[u8]) -> RunningProgram {
        self.answer(key, DRAWN);
        self
    }

    /// The time from a key to its effect.
    fn answer(&mut self, key: &[u8], brings: &[u8]) -> Duration {
        // The program is at rest first.
        sleep(Duration::from_millis(4));
        while self.bytes.try_recv().is_ok() {}
        let sent = Instant::now();
        self.writer.write_all(key).and_then(|()| self.writer.flush()).expect("it hears keys");
        self.wait(brings) - sent
    }

    fn quit(mut self) {
        // Ctrl-C ends one of them, q the other.
        self.writer.write_all(b"\x03q").and_then(|()| self.writer.flush()).expect("it hears keys");
        while self.bytes.recv().is_ok() {}
        self.child.wait().expect("it ends");
    }
}
