//! The full screen in a real terminal: whole matches by keys and by mouse, and a terminal that is given back
//! whatever happens.
#![cfg(unix)]

mod boards;
mod lobby;
#[path = "../shared/screen.rs"]
mod screen;
#[path = "../shared/mod.rs"]
mod shared;
mod spelling;

use screen::PtyScreen;
use shared::Folder;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

const SIZE: (u16, u16) = (24, 80);

fn shows(screen: &mut PtyScreen, text: &str) {
    screen.wait_until(text, |shown| shown.contains(text));
}

/// A home of somebody who has read about the games.
fn home() -> Folder {
    let folder = Folder::new();
    folder.write(".config/lexicade/settings.json", "{\"welcomed\":true}");
    folder
}

/// The terminal is as it was: its first screen, with a cursor, without the mouse, and pasting as it likes.
fn is_given_back(screen: &PtyScreen) -> bool {
    let now = screen.screen();
    let mouse = now.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
    !now.alternate_screen() && !now.hide_cursor() && !mouse && !now.bracketed_paste()
}

#[test]
fn a_whole_match_of_wordle_by_keys() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &[], SIZE);
    shows(&mut screen, "6 of 6 attempts left");
    screen.type_bytes(b"slate");
    shows(&mut screen, "│ E │");
    screen.type_bytes(b"\r");
    shows(&mut screen, "5 of 6 attempts left");
    screen.type_bytes(b"crane\r");
    shows(&mut screen, "You found it in 2.");
    shows(&mut screen, "The word was CRANE.");
    shows(&mut screen, "q quit");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    assert!(is_given_back(&screen));
    let kept = folder.out(&["matches", "--all"], "");
    assert!(kept.contains("wordle   over, 5"), "{kept}");
}

/// Rows and columns as no screen has them: the first is as many as can be said, the second took 927 MB.
#[test]
fn of_a_terminal_that_is_far_too_large_only_a_part_is_drawn() {
    for claimed in [(u16::MAX, u16::MAX), (5000, 2000)] {
        let folder = home();
        let args = ["wordle", "--set", "word=crane"];
        let mut screen = PtyScreen::claiming(&folder, &args, claimed, (512, 1024));
        shows(&mut screen, "6 of 6 attempts left");
        #[cfg(target_os = "linux")]
        {
            let status = std::fs::read_to_string(format!("/proc/{}/status", screen.id())).unwrap();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
            let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
            assert!(peak < 200_000, "{claimed:?}: {peak} kB");
        }
        screen.type_bytes(b"\x1b");
        shows(&mut screen, "quit");
        drop(screen);
    }
}

#[test]
fn a_whole_match_of_wampus_by_keys() {
    let folder = home();
    let args = ["wampus", "--set", "layout=...E:WG..:....:A.P."];
    let mut screen = PtyScreen::full(&folder, &args, &[], SIZE);
    shows(&mut screen, "You stand at row 4, column 1.");
    let (up, right) = ("\x1b[A", "\x1b[C");
    let mut step = |keys: &str, told: &str| {
        screen.type_bytes(keys.as_bytes());
        shows(&mut screen, told);
    };
    step("f", "Which way?");
    step("\x1b", "f aim");
    step("\x1b[1;2A", "the arrow is spent");
    step("", "is dead.");
    step(up, "You stand at row 3, column 1.");
    step(up, "You stand at row 2, column 1.");
    step(right, "You stand at row 2, column 2.");
    step("g", "You have the gold.");
    step(up, "You stand at row 1, column 2.");
    step(right, "You stand at row 1, column 3.");
    step(right, "You are out of the cave");
    // What is dark comes to light at the end.
    step("", "PIT");
    step("", "1092");
    step("", "q quit");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    let kept = folder.out(&["matches", "--all"], "");
    assert!(kept.contains("wampus   over, 1092"), "{kept}");
}

#[test]
fn a_key_that_is_half_there_keeps_nothing_waiting() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &[], SIZE);
    shows(&mut screen, "6 of 6 attempts left");
    // Alt+[ is how other keys begin. The tiles turn over all the same.
    screen.type_bytes(b"slate\r\x1b[");
    shows(&mut screen, "A+");
    screen.type_bytes(b"\x03");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    assert!(is_given_back(&screen));
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_burst_is_heard_to_its_end_and_drawn_few_times() {
    let folder = Folder::new();
    let mut screen = PtyScreen::full(&folder, &[], &[], SIZE);
    shows(&mut screen, "Welcome");
    screen.type_bytes(b"\r");
    shows(&mut screen, "waiting");
    let before = screen.raw.len();
    let burst = [b"/".as_slice(), &[b'x'; 3000], &[0x7f; 40], b"wordle"].concat();
    screen.type_bytes(&burst);
    screen.wait_until("wordle", |text| text.lines().any(|line| line.trim() == "Find wordle"));
    let drawn = screen.raw[before..].windows(8).filter(|part| *part == b"\x1b[?2026l").count();
    assert!(drawn < 300, "{drawn} pictures of one burst");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
}

#[test]
fn a_file_that_never_answers_is_refused_and_keeps_nobody() {
    let folder = Folder::new();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap();
    assert!(made.success());
    let mut screen = PtyScreen::full(&folder, &[], &[], SIZE);
    shows(&mut screen, "Welcome");
    screen.type_bytes(b"\r");
    shows(&mut screen, "waiting");
    screen.type_bytes(b"/matches\r");
    shows(&mut screen, "i import");
    screen.type_bytes(b"i");
    shows(&mut screen, "file");
    screen.type_bytes(b"pipe\r");
    shows(&mut screen, "is not a file");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
}

#[test]
fn a_terminal_that_does_not_know_its_size_is_drawn_on() {
    let folder = home();
    let mut screen =
        PtyScreen::shell(&folder, "stty rows 0 cols 0; \"$LEXICADE\" wampus --seed 1", SIZE);
    shows(&mut screen, "You stand at");
    screen.type_bytes(b"\x03");
}

#[test]
fn a_whole_match_of_wampus_by_mouse() {
    let folder = home();
    let args = ["wampus", "--set", "layout=...E:WG..:....:A.P."];
    let mut screen = PtyScreen::full(&folder, &args, &[], SIZE);
    shows(&mut screen, "You stand at row 4, column 1.");
    // Where the numbers of a row and a column cross.
    let cell = |screen: &PtyScreen, row: &str, col: &str| {
        let text = screen.text();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let head = lines.iter().find(|line| {
            line.iter().collect::<String>().trim() == "1         2         3         4"
        });
        let x = head.unwrap().iter().position(|c| col.starts_with(*c)).unwrap();
        let numbered = |line: &&Vec<char>| {
            line.iter().collect::<String>().trim_start().starts_with(&format!("{row} │"))
        };
        let y = lines.iter().position(|line| numbered(&line)).unwrap();
        (y as u16, x as u16)
    };
    for (row, col) in [("3", "1"), ("3", "2"), ("2", "2")] {
        let (y, x) = cell(&screen, row, col);
        screen.click(y, x);
        shows(&mut screen, &format!("You stand at row {row}, column {col}."));
    }
    let (y, x) = cell(&screen, "2", "2");
    screen.click(y, x);
    shows(&mut screen, "You have the gold.");
    for col in ["2", "3"] {
        let (y, x) = cell(&screen, "1", col);
        screen.click(y, x);
        shows(&mut screen, &format!("You stand at row 1, column {col}."));
    }
    let (y, x) = cell(&screen, "1", "4");
    screen.click(y, x);
    shows(&mut screen, "You are out of the cave");
    // What is dark comes to light at the end.
    shows(&mut screen, "WAMPUS");
    shows(&mut screen, "q quit");
    screen.click_on("q quit");
    assert_eq!(screen.status(), 0);
    let kept = folder.out(&["matches", "--all"], "");
    assert!(kept.contains("wampus   over, 993"), "{kept}");
}

#[test]
fn notes_are_there_after_a_restart() {
    let folder = home();
    let args = ["wampus", "--set", "layout=...E:WG..:....:A.P."];
    let mut screen = PtyScreen::full(&folder, &args, &[], SIZE);
    shows(&mut screen, "You stand at row 4, column 1.");
    screen.type_bytes(b"\x1b[A");
    shows(&mut screen, "You stand at row 3, column 1.");
    screen.type_bytes(b"n\x1b[Aw");
    shows(&mut screen, "wampus?");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    let mut screen = PtyScreen::full(&folder, &["play"], &[], SIZE);
    shows(&mut screen, "wampus?");
}

#[test]
fn notes_that_were_taken_before_the_first_step_are_there_too() {
    let folder = home();
    let args = ["wampus", "--set", "layout=...E:WG..:....:A.P."];
    let mut screen = PtyScreen::full(&folder, &args, &[], SIZE);
    shows(&mut screen, "You stand at row 4, column 1.");
    screen.type_bytes(b"n\x1b[Aw");
    shows(&mut screen, "wampus?");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    let kept = folder.out(&["matches"], "");
    assert!(kept.contains("wampus "), "{kept}");
    // Plain lines know no notes, and leave the match as it is.
    assert!(folder.out(&["play"], "/quit\n").contains("You stand at row 4, column 1."));
    let mut screen = PtyScreen::full(&folder, &["play"], &[], SIZE);
    shows(&mut screen, "wampus?");
}

#[test]
fn the_lobby_opens_and_a_small_terminal_leads_to_plain_lines() {
    let folder = Folder::new();
    let mut screen = PtyScreen::full(&folder, &[], &[], SIZE);
    shows(&mut screen, "Welcome");
    screen.type_bytes(b"\r");
    shows(&mut screen, "waiting");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    let mut screen = PtyScreen::full(&folder, &["wordle", "--seed", "1"], &[], (20, 60));
    shows(&mut screen, "Lexicade needs 80 x 24.");
    screen.type_bytes(b"l");
    screen.wait_for("Guess:");
    screen.type_line("/quit");
    assert_eq!(screen.status(), 0);
}

#[test]
fn signals_end_it_in_plain_lines_too() {
    let folder = home();
    let script = "sh -c 'echo $$ > pid; exec \"$LEXICADE\" wordle --seed 1'; echo ENDED $?";
    let mut screen = PtyScreen::shell(&folder, script, (20, 60));
    shows(&mut screen, "Lexicade needs 80 x 24.");
    screen.type_bytes(b"l");
    screen.wait_for("Guess:");
    kill("-TERM", folder.read("pid").unwrap().trim());
    shows(&mut screen, "ENDED 143");
}

#[test]
fn what_can_only_print_lines_gets_lines() {
    for (args, env) in [
        (&["wordle", "--line"][..], &[][..]),
        (&["wordle", "--screen-reader"], &[]),
        (&["wordle"], &[("TERM", Some("dumb"))]),
    ] {
        let folder = Folder::new();
        let mut screen = PtyScreen::full(&folder, args, env, SIZE);
        screen.wait_for("Guess:");
        assert!(!screen.screen().alternate_screen(), "{args:?}");
    }
}

#[test]
fn without_colours_and_without_utf8_nothing_else_is_written() {
    let folder = home();
    let env = [("LANG", Some("C")), ("NO_COLOR", Some("1"))];
    let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &env, SIZE);
    shows(&mut screen, "6 of 6 attempts left");
    screen.type_bytes(b"crane\r");
    shows(&mut screen, "You found it in 1.");
    shows(&mut screen, "s share");
    screen.type_bytes(b"s");
    shows(&mut screen, "GGGGG");
    screen.type_bytes(b"\x1b");
    shows(&mut screen, "q quit");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    assert!(screen.raw.is_ascii(), "{}", screen.text());
    let raw = String::from_utf8_lossy(&screen.raw).into_owned();
    for colour in ["[30", "[31", "[32", "[33", "[38;", "[42", "[43", "[48;"] {
        assert!(!raw.contains(&format!("\x1b{colour}")), "{colour}");
    }
}

/// Runs the program between two looks at the terminal's modes, does something to it, and looks whether they
/// are the same. Gives the program's status.
fn given_back_after(what: &str, ends: impl FnOnce(&mut PtyScreen, &str)) -> String {
    let folder = home();
    let script = "stty -g > before; sh -c 'echo $$ > pid; exec \"$LEXICADE\" wampus --seed 1'; \
                  echo $? > status; stty -g > after; echo ENDED";
    let mut screen = PtyScreen::shell(&folder, script, SIZE);
    shows(&mut screen, "You stand at");
    let pid = folder.read("pid").unwrap();
    ends(&mut screen, pid.trim());
    shows(&mut screen, "ENDED");
    assert!(is_given_back(&screen), "{what}");
    let (before, after) = (folder.read("before"), folder.read("after"));
    assert!(before.is_some() && before == after, "{what}: {before:?} {after:?}");
    folder.read("status").unwrap().trim().to_owned()
}

fn kill(signal: &str, pid: &str) {
    let sent = Command::new("kill").args([signal, pid]).status().unwrap();
    assert!(sent.success());
}

/// Does it as often as it has to hold, a few at a time: 20 times, or as RUNS says.
fn often(run: impl Fn() + Sync) {
    let runs = std::env::var("RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(20);
    let left = AtomicUsize::new(runs);
    let take = || left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while take() {
                    run();
                }
            });
        }
    });
}

#[test]
fn the_terminal_is_given_back_after_signals() {
    for (signal, status) in [("-TERM", "143"), ("-HUP", "129"), ("-INT", "130")] {
        often(|| assert_eq!(given_back_after(signal, |_, pid| kill(signal, pid)), status));
    }
    let rare = [
        ("-QUIT", "131"),
        ("-ABRT", "134"),
        ("-USR1", "138"),
        ("-USR2", "140"),
        ("-ALRM", "142"),
        ("-XCPU", "152"),
        ("-XFSZ", "153"),
        ("-VTALRM", "154"),
        ("-PROF", "155"),
    ];
    for (signal, status) in rare {
        let ended = given_back_after(signal, |_, pid| kill(signal, pid));
        // Elsewhere they have other numbers.
        assert!(ended == status || !cfg!(target_os = "linux"), "{signal}: {ended}");
    }
}

#[test]
fn who_has_no_terminal_any_more_ends() {
    let folder = home();
    let script = "echo $$ > leader; mkfifo status; \
                  sh -c 'trap \"\" HUP; \"$LEXICADE\" wampus --seed 1; echo $? > status'; true";
    let mut screen = PtyScreen::shell(&folder, script, SIZE);
    shows(&mut screen, "You stand at");
    // When the first of a session ends, the others lose their terminal.
    kill("-KILL", folder.read("leader").unwrap().trim());
    let (send, ended) = channel();
    let status = folder.path().join("status");
    thread::spawn(move || send.send(std::fs::read_to_string(status)));
    let status = ended.recv_timeout(Duration::from_secs(60)).expect("it ends").unwrap();
    assert_eq!(status.trim(), "129");
}

#[test]
fn the_terminal_is_given_back_after_keys() {
    assert_eq!(given_back_after("q", |screen, _| screen.type_bytes(b"q")), "0");
    assert_eq!(given_back_after("Ctrl-C", |screen, _| screen.type_bytes(b"\x03")), "130");
}

#[test]
fn stopped_and_continued_it_goes_on_and_gives_the_terminal_back() {
    often(|| {
        let status = given_back_after("STOP", |screen, pid| {
            kill("-STOP", pid);
            kill("-CONT", pid);
            screen.type_bytes(b"?");
            shows(screen, "Keys");
            screen.type_bytes(b"\x1b");
            screen.wait_until("no keys", |text| {
                text.contains("You stand at") && !text.contains("Keys")
            });
            screen.type_bytes(b"q");
        });
        assert_eq!(status, "0");
    });
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_again() {
    stopped_by(|screen, _| screen.type_bytes(b"\x1a"));
}

#[test]
fn so_does_whoever_is_told_to_stop_by_somebody_else() {
    stopped_by(|_, pid| kill("-TSTP", pid));
}

fn stopped_by(stop: impl Fn(&mut PtyScreen, &str) + Sync) {
    often(|| {
        let folder = home();
        let script = "set -m; stty -g > before; \
                      sh -c 'echo $$ > pid; exec \"$LEXICADE\" wampus --seed 1'; \
                      stty -g > stopped; echo STOPPED; read line; fg > /dev/null; \
                      stty -g > after; echo ENDED";
        let mut screen = PtyScreen::shell(&folder, script, SIZE);
        shows(&mut screen, "You stand at");
        stop(&mut screen, folder.read("pid").unwrap().trim());
        shows(&mut screen, "STOPPED");
        assert!(is_given_back(&screen));
        screen.type_bytes(b"\n");
        shows(&mut screen, "You stand at");
        assert!(screen.screen().alternate_screen());
        screen.type_bytes(b"q");
        shows(&mut screen, "ENDED");
        assert!(is_given_back(&screen));
        let modes = ["before", "stopped", "after"].map(|name| folder.read(name).unwrap());
        assert!(modes.iter().all(|mode| *mode == modes[0]), "{modes:?}");
    });
}

#[test]
fn a_game_explains_itself_the_first_time_it_is_opened() {
    let folder = Folder::new();
    let mut screen = PtyScreen::full(&folder, &["wampus", "--seed", "1"], &[], SIZE);
    shows(&mut screen, "Enter play");
    screen.type_bytes(b"\r");
    shows(&mut screen, "You stand at");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    let mut screen = PtyScreen::full(&folder, &["wampus", "--seed", "1"], &[], SIZE);
    shows(&mut screen, "You stand at");
    assert!(!String::from_utf8_lossy(&screen.raw).contains("Welcome"));
}

#[test]
fn what_is_pasted_is_no_key() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &[], SIZE);
    shows(&mut screen, "6 of 6 attempts left");
    assert!(screen.screen().bracketed_paste());
    screen.type_bytes(b"\x1b[200~cran\r\x1b[201~");
    shows(&mut screen, "1 letter more");
    screen.type_bytes(b"e\r");
    shows(&mut screen, "You found it in 1.");
    shows(&mut screen, "q quit");
    screen.type_bytes(b"\x1b[200~q\x1b[201~");
    shows(&mut screen, "Nothing can be typed here");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    assert!(is_given_back(&screen));
}

#[test]
fn a_name_is_kept_by_whoever_leaves_in_the_middle_of_it() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &[], &[], SIZE);
    shows(&mut screen, "waiting");
    screen.type_bytes(b"settings\r\x1b[B\x1b[B\x1b[B\x1b[BBo");
    screen.wait_until("Bo", |text| text.lines().next().is_some_and(|line| line.ends_with("Bo")));
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    let kept = folder.read(".config/lexicade/settings.json").unwrap();
    assert!(kept.contains("\"name\": \"Bo\""), "{kept}");
}
