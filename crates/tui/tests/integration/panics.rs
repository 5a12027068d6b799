//! A panic restores the terminal before its message is printed. The program that panics is this test itself,
//! started again in a terminal of its own.

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// Not a test: started by the tests below.
#[test]
#[ignore = "it panics; another test starts it"]
fn panics_on_purpose() {
    let _screen = tui::Screen::take(true).unwrap();
    panic!("on purpose");
}

/// Not a test either: a panic that was caught on another thread leaves the screen alone.
#[test]
#[ignore = "another test starts it"]
fn panics_elsewhere() {
    let screen = tui::Screen::take(true).unwrap();
    let caught = std::thread::spawn(|| panic!("scribbled over the screen")).join();
    assert!(caught.is_err());
    drop(screen);
}

/// Runs one of them; returns the terminal's modes before and after, and the output.
fn run(name: &str) -> (String, String, Vec<u8>) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let (own, n) = (std::process::id(), COUNT.fetch_add(1, SeqCst));
    let folder = std::env::temp_dir().join(format!("lexicade-{name}-{own}-{n}"));
    std::fs::create_dir_all(&folder).unwrap();
    let size = PtySize { rows: 24, cols: 80, ..PtySize::default() };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new("sh");
    let again = "\"$AGAIN\" --exact \"$NAME\" --ignored --nocapture";
    command.args(["-c", &format!("stty -g > before; {again}; stty -g > after")]);
    command.cwd(&folder);
    command.env("AGAIN", std::env::current_exe().unwrap());
    command.env("NAME", format!("panics::{name}"));
    command.env("RUST_BACKTRACE", "0");
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut raw = Vec::new();
    // On some systems the end of a terminal is an error.
    let _ = pair.master.try_clone_reader().unwrap().read_to_end(&mut raw);
    child.wait().unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let modes = (read("before"), read("after"));
    std::fs::remove_dir_all(&folder).unwrap();
    (modes.0, modes.1, raw)
}

/// Repeated 20 times, or as often as RUNS says.
#[test]
fn a_panic_restores_the_terminal_and_then_prints_its_message() {
    let runs = std::env::var("RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(20);
    (0..runs).for_each(|_| check_panic());
}

fn check_panic() {
    let (before, after, raw) = run("panics_on_purpose");
    assert_eq!(before, after);
    let mut parser = vt100::Parser::default();
    parser.process(&raw);
    let screen = parser.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor());
    assert!(!screen.bracketed_paste());
    assert!(raw.windows(8).any(|bytes| bytes == b"\x1b[?2004h"), "bracketed paste was enabled");
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert!(screen.contents().contains("on purpose"), "the message is on the main screen");
}

#[test]
fn a_panic_on_another_thread_does_not_write_over_the_screen() {
    let (before, after, raw) = run("panics_elsewhere");
    assert_eq!(before, after);
    let raw = String::from_utf8_lossy(&raw);
    assert!(!raw.contains("scribbled"), "{raw}");
    assert!(raw.contains("1 passed"), "{raw}");
}
