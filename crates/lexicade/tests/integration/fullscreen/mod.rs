//! The full screen in a real terminal: complete matches by keyboard and mouse, and restoring the terminal in every
//! case.

mod boards;
mod lobby;
mod spelling;

use crate::screen::PtyScreen;
use crate::shared::Folder;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

const SIZE: (u16, u16) = (24, 80);

fn shows(screen: &mut PtyScreen, text: &str) {
    screen.wait_until(text, |shown| shown.contains(text));
}

/// The home of a player who has seen the introductions.
fn home() -> Folder {
    let folder = Folder::new();
    folder.write(".config/lexicade/settings.json", "{\"welcomed\":true}");
    folder
}

/// Is the terminal restored: main screen, cursor shown, no mouse reports, no bracketed paste?
fn is_restored(screen: &PtyScreen) -> bool {
    let now = screen.screen();
    let mouse = now.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
    !now.alternate_screen() && !now.hide_cursor() && !mouse && !now.bracketed_paste()
}

#[test]
fn a_match_of_wordle_by_keyboard() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &[], SIZE);
    shows(&mut screen, "6 of 6 attempts left");
    screen.type_bytes(b"slate");
    shows(&mut screen, "│ E │");
    screen.type_bytes(b"\r");
    shows(&mut screen, "5 of 6 attempts left");
    screen.type_bytes(b"crane\r");
    shows(&mut screen, "Solved in 2!");
    shows(&mut screen, "The word was CRANE.");
    shows(&mut screen, "q quit");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    assert!(is_restored(&screen));
    let kept = folder.out(&["matches", "--all"], "");
    assert!(kept.contains("wordle   over, 5"), "{kept}");
}

/// Impossible sizes: the first is the largest that a terminal can report, the second once took 927 MB.
#[test]
fn only_a_part_of_a_huge_terminal_is_drawn() {
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
fn a_match_of_wampus_by_keyboard() {
    let folder = home();
    let args = ["wampus", "--set", "layout=...E:WG..:....:A.P."];
    let mut screen = PtyScreen::full(&folder, &args, &[], SIZE);
    shows(&mut screen, "You stand at row 4, column 1.");
    let (up, right) = ("\x1b[A", "\x1b[C");
    let mut step = |keys: &str, answer: &str| {
        screen.type_bytes(keys.as_bytes());
        shows(&mut screen, answer);
    };
    step("f", "Shoot in which direction?");
    step("\x1b", "f aim");
    step("\x1b[1;2A", "no arrow left");
    step("", "You shot the wampus");
    step(up, "You stand at row 3, column 1.");
    step(up, "You stand at row 2, column 1.");
    step(right, "You stand at row 2, column 2.");
    step("g", "You have the gold.");
    step(up, "You stand at row 1, column 2.");
    step(right, "You stand at row 1, column 3.");
    step(right, "You escape");
    // At the end the whole cave is visible.
    step("", "PIT");
    step("", "1092");
    step("", "q quit");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    let kept = folder.out(&["matches", "--all"], "");
    assert!(kept.contains("wampus   over, 1092"), "{kept}");
}

#[test]
fn an_incomplete_key_sequence_blocks_nothing() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &[], SIZE);
    shows(&mut screen, "6 of 6 attempts left");
    // Alt+[ is the start of other key sequences. The tiles flip nevertheless.
    screen.type_bytes(b"slate\r\x1b[");
    shows(&mut screen, "A+");
    screen.type_bytes(b"\x03");
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    assert!(is_restored(&screen));
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_burst_of_keys_is_read_completely_with_few_frames() {
    let folder = Folder::new();
    let mut screen = PtyScreen::full(&folder, &[], &[], SIZE);
    shows(&mut screen, "Welcome");
    screen.type_bytes(b"\r");
    shows(&mut screen, "not played");
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
fn a_file_that_blocks_is_refused() {
    let folder = Folder::new();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap();
    assert!(made.success());
    let mut screen = PtyScreen::full(&folder, &[], &[], SIZE);
    shows(&mut screen, "Welcome");
    screen.type_bytes(b"\r");
    shows(&mut screen, "not played");
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
fn a_terminal_without_a_size_works() {
    let folder = home();
    let mut screen =
        PtyScreen::shell(&folder, "stty rows 0 cols 0; \"$LEXICADE\" wampus --seed 1", SIZE);
    shows(&mut screen, "You stand at");
    screen.type_bytes(b"\x03");
}

#[test]
fn a_match_of_wampus_by_mouse() {
    let folder = home();
    let args = ["wampus", "--set", "layout=...E:WG..:....:A.P."];
    let mut screen = PtyScreen::full(&folder, &args, &[], SIZE);
    shows(&mut screen, "You stand at row 4, column 1.");
    // The cell in a row and a column of the cave.
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
    shows(&mut screen, "You escape");
    // At the end the whole cave is visible.
    shows(&mut screen, "WAMPUS");
    shows(&mut screen, "q quit");
    screen.click_on("q quit");
    assert_eq!(screen.status(), 0);
    let kept = folder.out(&["matches", "--all"], "");
    assert!(kept.contains("wampus   over, 993"), "{kept}");
}

#[test]
fn notes_survive_a_restart() {
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
fn notes_from_before_the_first_move_survive_too() {
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
    // Plain lines have no notes, and do not change the match.
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
    shows(&mut screen, "not played");
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
fn signals_end_plain_lines_too() {
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
fn a_dumb_terminal_gets_plain_lines() {
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
fn without_colours_and_utf8_only_plain_ascii_is_written() {
    let folder = home();
    let env = [("LANG", Some("C")), ("NO_COLOR", Some("1"))];
    let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &env, SIZE);
    shows(&mut screen, "6 of 6 attempts left");
    screen.type_bytes(b"crane\r");
    shows(&mut screen, "Solved in 1!");
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

/// Runs the program, ends it in some way, and checks that the terminal's modes are as before. Returns the exit status.
fn restored_after(what: &str, ends: impl FnOnce(&mut PtyScreen, &str)) -> String {
    let folder = home();
    let script = "stty -g > before; sh -c 'echo $$ > pid; exec \"$LEXICADE\" wampus --seed 1'; \
                  echo $? > status; stty -g > after; echo ENDED";
    let mut screen = PtyScreen::shell(&folder, script, SIZE);
    shows(&mut screen, "You stand at");
    let pid = folder.read("pid").unwrap();
    ends(&mut screen, pid.trim());
    shows(&mut screen, "ENDED");
    assert!(is_restored(&screen), "{what}");
    let (before, after) = (folder.read("before"), folder.read("after"));
    assert!(before.is_some() && before == after, "{what}: {before:?} {after:?}");
    folder.read("status").unwrap().trim().to_owned()
}

fn kill(signal: &str, pid: &str) {
    let sent = Command::new("kill").args([signal, pid]).status().unwrap();
    assert!(sent.success());
}

/// Runs a test 20 times, or as often as `RUNS` says, a few at a time.
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
fn signals_restore_the_terminal() {
    for (signal, status) in [("-TERM", "143"), ("-HUP", "129"), ("-INT", "130")] {
        often(|| assert_eq!(restored_after(signal, |_, pid| kill(signal, pid)), status));
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
        let ended = restored_after(signal, |_, pid| kill(signal, pid));
        // Other systems have other numbers.
        assert!(ended == status || !cfg!(target_os = "linux"), "{signal}: {ended}");
    }
}

#[test]
fn losing_the_terminal_ends_the_program() {
    let folder = home();
    let script = "echo $$ > leader; mkfifo status; \
                  sh -c 'trap \"\" HUP; \"$LEXICADE\" wampus --seed 1; echo $? > status'; true";
    let mut screen = PtyScreen::shell(&folder, script, SIZE);
    shows(&mut screen, "You stand at");
    // When the leader of a session ends, the other processes lose their terminal.
    kill("-KILL", folder.read("leader").unwrap().trim());
    let (send, ended) = channel();
    let status = folder.path().join("status");
    thread::spawn(move || send.send(std::fs::read_to_string(status)));
    let status = ended.recv_timeout(Duration::from_secs(60)).expect("it ends").unwrap();
    assert_eq!(status.trim(), "129");
}

#[test]
fn quit_keys_restore_the_terminal() {
    assert_eq!(restored_after("q", |screen, _| screen.type_bytes(b"q")), "0");
    assert_eq!(restored_after("Ctrl-C", |screen, _| screen.type_bytes(b"\x03")), "130");
}

#[test]
fn the_program_continues_after_stop_and_restores_the_terminal() {
    often(|| {
        let status = restored_after("STOP", |screen, pid| {
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
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back() {
    stopped_by(|screen, _| screen.type_bytes(b"\x1a"));
}

#[test]
fn a_stop_signal_suspends_and_fg_resumes() {
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
        assert!(is_restored(&screen));
        screen.type_bytes(b"\n");
        shows(&mut screen, "You stand at");
        assert!(screen.screen().alternate_screen());
        screen.type_bytes(b"q");
        shows(&mut screen, "ENDED");
        assert!(is_restored(&screen));
        let modes = ["before", "stopped", "after"].map(|name| folder.read(name).unwrap());
        assert!(modes.iter().all(|mode| *mode == modes[0]), "{modes:?}");
    });
}

#[test]
fn a_game_shows_its_introduction_the_first_time() {
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
fn pasted_text_is_never_read_as_keys() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &["wordle", "--set", "word=crane"], &[], SIZE);
    shows(&mut screen, "6 of 6 attempts left");
    assert!(screen.screen().bracketed_paste());
    screen.type_bytes(b"\x1b[200~cran\r\x1b[201~");
    shows(&mut screen, "1 letter to go");
    screen.type_bytes(b"e\r");
    shows(&mut screen, "Solved in 1!");
    shows(&mut screen, "q quit");
    screen.type_bytes(b"\x1b[200~q\x1b[201~");
    shows(&mut screen, "There is no text field here");
    screen.type_bytes(b"q");
    assert_eq!(screen.status(), 0);
    assert!(is_restored(&screen));
}

#[test]
fn a_half_typed_name_is_saved_when_the_player_leaves() {
    let folder = home();
    let mut screen = PtyScreen::full(&folder, &[], &[], SIZE);
    shows(&mut screen, "not played");
    screen.type_bytes(b"settings\r\x1b[B\x1b[B\x1b[B\x1b[BBo");
    screen.wait_until("Bo", |text| text.lines().next().is_some_and(|line| line.ends_with("Bo")));
    screen.type_bytes(b"\x03");
    assert_eq!(screen.status(), 130);
    let kept = folder.read(".config/lexicade/settings.json").unwrap();
    assert!(kept.contains("\"name\": \"Bo\""), "{kept}");
}
