//! The command line: input, output and exit status.

use crate::shared::Folder;
use std::process::{Command, Output, Stdio};

fn lexicade(args: &[&str], input: &[u8]) -> Output {
    Folder::new().run(args, input)
}

fn out(args: &[&str], input: &[u8]) -> String {
    let output = lexicade(args, input);
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a wrong command line: one sentence on standard error, nothing on standard output, status 2.
fn wrong(args: &[&str]) -> String {
    let output = lexicade(args, b"");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert_eq!(text.lines().count(), 1, "{args:?}: {text}");
    assert!(text.starts_with("lexicade: ") && text.ends_with(".\n"), "{args:?}: {text}");
    text
}

#[test]
fn without_arguments_it_shows_the_lobby() {
    let text = out(&[], b"");
    for game in ["wordle", "wampus"] {
        assert!(text.contains(game), "{text}");
    }
    assert!(!text.contains("null"), "the template is not offered");
}

#[test]
fn the_lobby_starts_a_game_and_can_be_left() {
    let text = out(&[], b"nonsense\n6\n/quit\n");
    assert!(text.contains("Type the name or number of a game"), "{text}");
    assert!(text.contains("Wordle. Type ?"), "{text}");
    assert!(out(&[], b"/quit\n").ends_with("Which game? /quit\n"));
}

#[test]
fn rules_tickets_completions_and_the_manual_are_printed() {
    let rules = out(&["rules", "hand"], b"");
    assert!(rules.starts_with("Hand\n") && !rules.contains(['#', '`']), "{rules}");
    let ticket = out(&["ticket", "wordle", "--set", "word=crane", "--seed", "7"], b"");
    assert!(ticket.starts_with("wordle/1/word=~") && !ticket.contains("crane"), "{ticket}");
    let play = out(&["play", ticket.trim()], b"crane\nn\n");
    assert!(play.contains("Solved in 1!"), "{play}");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(out(&["completions", shell], b"").contains("wampus"));
    }
    assert!(out(&["man"], b"").contains(".TH"));
}

#[test]
fn every_command_has_its_own_help() {
    assert!(out(&["--help"], b"").contains("Examples:"));
    for game in games::GAMES.iter().map(|game| game.info()).filter(|info| info.listed) {
        let about = game.blurb.trim_end_matches('.');
        assert!(out(&["--help"], b"").replace("\n               ", "").contains(about), "{about}");
        assert!(out(&[game.id, "--help"], b"").starts_with(about), "{about}");
    }
    assert!(out(&["pipe", "--help"], b"").contains("--viewer"));
    assert!(out(&["words", "--help"], b"").contains("--pattern"));
    assert!(out(&["--version"], b"").starts_with("lexicade "));
}

#[test]
fn a_wrong_command_line_gives_one_sentence_and_status_2() {
    let folder = Folder::new();
    let list = folder.write("empty.txt", b"123\n");
    let latin = folder.write("latin.txt", b"caf\xe9\n");
    let (list, latin) = (list.to_str().unwrap(), latin.to_str().unwrap());
    let set_words = ["pipe", "wordle", "--words", list];
    for args in [
        &["nonsense"][..],
        &["--nonsense"],
        &["pipe"],
        &["pipe", "chess"],
        &["pipe", "wordle", "--seats", "2"],
        &["pipe", "wordle", "--seats", "x"],
        &["pipe", "wordle", "--seed", "x"],
        &["pipe", "wordle", "--seed", "18446744073709551616"],
        &["pipe", "wordle", "--set", "length"],
        &["pipe", "wordle", "--set", "length=9"],
        &["pipe", "wordle", "--set", "size=5"],
        &["pipe", "wordle", "--set", "word=@/nowhere/at/all"],
        &["pipe", "wordle", "--viewer", "1"],
        &["pipe", "wordle", "--seats", "0", "--viewer", "0"],
        &["pipe", "junior", "--seats", "0", "--viewer", "0"],
        &["pipe", "wordle", "--viewer", "everybody"],
        &["pipe", "wordle", "--words", "/nowhere/at/all"],
        &["pipe", "wordle", "--words", latin],
        &set_words,
        &["pipe", "wordle/1/-/en-1"],
        &["pipe", "wordle/9/-/en-1/0000000000000"],
        &["pipe", "wordle/1/-/other/0000000000000"],
        &["pipe", "wordle/1/word=~AAAA/en-1/0000000000000"],
        &["pipe", "wordle/1/-/en-1/0000000000000", "--seed", "1"],
        &["pipe", "wordle/1/-/en-1/0000000000000", "--seats", "1"],
        &["pipe", "wordle/1/-/en-1/0000000000000", "--set", "hard=true"],
        &["play", "chess"],
        &["play", "junior", "--bot", "sensible"],
        &["play", "junior", "--bot", "1=nobody"],
        &["play", "junior", "--bot", "7=sensible"],
        &["wordle", "/nowhere/at/all"],
        &["rules", "chess"],
        &["ticket", "wordle", "--set", "word=toolong"],
        &["completions", "tcsh"],
        &["words"],
        &["words", "a1"],
        &["words", "abc", "--pattern", "a*"],
        &["words", "abc", "--wild", "x"],
        &["words", "abc", "--words", list],
    ] {
        wrong(args);
    }
}

/// The text of the board of a new match.
fn board(folder: &Folder, args: &[&str]) -> String {
    let text = folder.out(&[&["pipe"], args].concat(), "");
    let hello: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let key = if args[0] == "junior" { "board" } else { "from" };
    hello["setup"][key].as_str().unwrap_or_else(|| panic!("{hello}")).to_owned()
}

#[test]
fn a_board_is_given_by_name_by_file_or_as_text_in_the_pipe_too() {
    let folder = Folder::new();
    let own = "9 x 9\nAa H DOLPHIN\nCa H PENGUIN\n";
    let path = folder.write("here.txt", own);
    folder.write("data/boards/mine.txt", own);
    let toys = games::board::shipped("toys").unwrap();
    let absolute = format!("board={}", path.display());
    assert_eq!(board(&folder, &["junior"]), games::board::EXAMPLE);
    for (set, text) in [
        ("board=toys", toys),
        ("board=here.txt", own),
        ("board=./here.txt", own),
        (&absolute, own),
        ("board=@here.txt", own),
        ("board=mine", own),
        ("board=mine.txt", own),
        ("board=9 x 9 Aa H DOLPHIN Ca H PENGUIN", "9 x 9 Aa H DOLPHIN Ca H PENGUIN"),
        ("board=9x9AaHDOLPHIN Ca H PENGUIN", "9x9AaHDOLPHIN Ca H PENGUIN"),
    ] {
        assert_eq!(board(&folder, &["junior", "--data", "data", "--set", set]), text, "{set}");
    }
    assert_eq!(board(&folder, &["builder", "--set", "from=toys"]), toys);
    assert_eq!(board(&folder, &["builder", "--set", "from=here.txt"]), own);
    let ticket = folder.out(&["ticket", "junior", "--set", "board=toys", "--seed", "1"], "");
    assert!(ticket.starts_with("junior/1/board=@"), "{ticket}");
    assert_eq!(board(&folder, &["junior", "--set", "board=toys"]), toys);
    let by_ticket = folder.out(&["pipe", ticket.trim(), "--set", "board=toys"], "");
    assert!(by_ticket.starts_with("{\"hello\":1,"), "{by_ticket}");
    for set in ["board=nowhere", "board=nowhere.txt", "board=@nowhere.txt", "board=", "board=."] {
        wrong(&["pipe", "junior", "--set", set]);
    }
}

/// Files that would block a program that opens them, or that have no end.
#[cfg(unix)]
#[test]
fn special_files_are_refused_without_blocking() {
    let folder = Folder::new();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    for name in ["pipe", "socket", "folder", "/dev/zero"] {
        let setting = format!("word=@{name}");
        let board = format!("board=@{name}");
        for args in [
            &["wordle", "--line", "--words", name][..],
            &["words", "cat", "--words", name],
            &["wordle", "--line", "--set", &setting],
            &["junior", "--line", "--set", &board],
            &["import", name],
            &["solve", "wordle", "--check", name],
        ] {
            let run = folder.run(args, "");
            let said = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.status.code(), Some(2), "{args:?}: {said}");
            assert!(said.contains("it is not a regular file"), "{args:?}: {said}");
        }
    }
}

#[test]
fn quoted_input_has_no_control_characters() {
    const EVIL: &str = "\x1b]0;owned\x07\x1b[2J\r\u{9b}31m";
    let set = format!("word=@/nowhere/{EVIL}");
    let ticket = format!("wordle/1/{EVIL}/en-1/0000000000000");
    let list = format!("/nowhere/{EVIL}");
    for args in [
        &["pipe", EVIL][..],
        &[EVIL],
        &["pipe", &ticket],
        &["pipe", "wordle", "--set", EVIL],
        &["pipe", "wordle", "--set", &set],
        &["pipe", "wordle", "--seed", EVIL],
        &["pipe", "wordle", "--viewer", EVIL],
        &["pipe", "wordle", "--words", &list],
        &["play", EVIL],
        &["play", "junior", "--bot", &format!("1={EVIL}")],
        &["rules", EVIL],
        &["words", EVIL],
        &["words", "abc", "--pattern", EVIL],
    ] {
        let text = wrong(args);
        assert!(!text.trim_end_matches('\n').contains(char::is_control), "{args:?}: {text:?}");
    }
}

#[test]
fn words_lists_the_longest_first() {
    let words = out(&["words", "AEINRST", "--min", "7"], b"");
    assert_eq!(words.lines().next(), Some("anestri"));
    assert!(words.lines().any(|word| word == "retains"));
    assert_eq!(out(&["words", "tca"], b""), "act\ncat\nat\nta\n");
    assert_eq!(out(&["words", "zq"], b""), "");
    assert_eq!(out(&["words", "qz", "--wild", "1", "--min", "3"], b""), "");
    assert_eq!(out(&["words", "rtae", "--wild", "1", "--pattern", "c?ate"], b""), "crate\n");
}

#[test]
fn words_takes_an_own_word_list() {
    let folder = Folder::new();
    folder.write("own.txt", b"\xef\xbb\xbfCat\r\nact\ncat\nzzz\n");
    assert_eq!(folder.out(&["words", "tac", "--words", "own.txt"], ""), "act\ncat\n");
    folder.write("odd.txt", b"cat\ndon't\ntwo words\n");
    let output = folder.run(&["words", "tac", "--words", "odd.txt"], "");
    assert_eq!(output.stdout, b"cat\n");
    let output_text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output_text.matches("2 lines").count(), 1, "{output_text}");
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexicade"))
        .args(["words", "abcdefghijklmnopqrstuvwxyz", "--wild", "20"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}
