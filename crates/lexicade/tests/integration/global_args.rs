//! How the program behaves in a terminal: exit status, colours, control characters, and terminals without a home folder
//! or UTF-8.

use crate::shared::{Folder, run, text};
use std::process::{Command, Output};

const GAMES: [&[&str]; 6] = [
    &["wizards", "--seed", "1"],
    &["hand", "--seed", "1"],
    &["wampus", "--seed", "1"],
    &["junior", "--seed", "1"],
    &["build", "b.txt"],
    &["wordle", "--seed", "1"],
];

/// Has the output no control characters except newlines?
fn is_harmless(bytes: &[u8]) -> bool {
    let turns = ['\u{202a}'..='\u{202e}', '\u{2066}'..='\u{2069}'];
    let obeyed = |c: char| c.is_control() && c != '\n' || turns.iter().any(|all| all.contains(&c));
    !text(bytes).contains(obeyed)
}

#[test]
fn the_end_of_input_is_status_0_in_every_game() {
    for args in GAMES.iter().chain([&[][..]].iter()) {
        Folder::new().out(args, "");
    }
}

#[test]
fn a_closed_pipe_ends_every_game_quietly() {
    for args in GAMES {
        let folder = Folder::new();
        let mut child = folder.command(args).spawn().unwrap();
        drop(child.stdout.take());
        drop(child.stdin.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

#[test]
fn a_pipe_gets_plain_text_unless_colours_are_forced() {
    let folder = Folder::new();
    assert!(is_harmless(folder.out(&["wordle", "--seed", "1"], "crane\n").as_bytes()));
    let mut command = folder.command(&["wordle", "--seed", "1"]);
    command.env("CLICOLOR_FORCE", "1");
    assert!(text(&run(command, "crane\n").stdout).contains("\x1b[30;42mA+\x1b[0m"));
    for args in
        [&["wordle", "--plain"][..], &["--no-color", "wordle"], &["wordle", "--screen-reader"]]
    {
        let mut command = folder.command(args);
        command.env("CLICOLOR_FORCE", "1");
        assert!(is_harmless(&run(command, "crane\n").stdout), "{args:?}");
    }
}

#[test]
fn without_a_home_folder_games_work_and_there_is_one_notice() {
    let once = |output: &Output| {
        assert!(output.status.success(), "{output:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{output:?}");
    };
    for args in GAMES {
        let folder = Folder::new();
        let without = |mut command: Command| {
            command.env_remove("HOME").env_remove("APPDATA");
            command
        };
        once(&run(without(folder.command(args)), ""));
        // A home folder that is a file can't be written to.
        let file = folder.write("file", "");
        let mut command = folder.command(args);
        command.env("HOME", &file).env("APPDATA", &file);
        once(&run(command, ""));
    }
}

#[test]
fn without_a_home_folder_a_board_is_saved_to_a_path_or_printed() {
    let folder = Folder::new();
    let build = |typed: &str| {
        let mut command = folder.command(&["build", "b"]);
        command.env_remove("HOME").env_remove("APPDATA");
        text(&run(command, typed).stdout)
    };
    let shown = build("5\n5\nAa H CAT\nsave\n\n");
    assert!(shown.contains("There is no boards folder.") && shown.contains("5 x 5\nAa H CAT\n"));
    build("5\n5\nAa H CAT\nsave\nelsewhere.txt\n");
    assert!(folder.read("elsewhere.txt").unwrap().contains("Aa H CAT"));
}

#[test]
fn control_characters_are_never_printed() {
    let folder = Folder::new();
    let evil = "a\u{1b}[2Jb\u{202e}c\u{9b}31m";
    folder.write("list.txt", format!("{evil}\ncrane\nslate\n"));
    folder.write("board.txt", format!("9 x 9\nAa H DOLPHIN\nCa H PENGUIN\n{evil} H CAT\n"));
    let board = format!("board={evil}");
    let name = format!("name={evil}");
    let bot = format!("1={evil}");
    let path = format!("{evil}/b.txt");
    let typed = format!("{evil}\n/{evil}\n?\n\u{7}\n/quit\n");
    for args in [
        &["wordle", "list.txt"][..],
        &["wordle", evil],
        &["wordle", "--words", evil],
        &["play", evil],
        &["rules", evil],
        &["junior", "--set", "board=board.txt", "--seats", "2"],
        &["junior", "--set", &board],
        &["junior", "--bot", &bot],
        &["build", evil],
        &["build", &path],
        &["build", "--set", &name],
        &["pipe", "wordle", "--set", evil],
        &["words", evil],
        &["ticket", evil],
        &["hand"],
        &["wizards"],
        &["wampus"],
        &[],
        &[evil],
    ] {
        let output = folder.run(args, &typed);
        assert!(is_harmless(&output.stdout), "{args:?}: {output:?}");
        assert!(is_harmless(&output.stderr), "{args:?}: {output:?}");
    }
}

#[test]
fn a_screen_reader_gets_no_drawings() {
    for args in GAMES {
        let typed = match args[0] {
            "wizards" => "p\n1\ntea\n/board\n/rack\n/score\n",
            "junior" => "toys\n2\n/board\n/rack\n/score\n",
            "build" => "5\n5\nAa H CAT\n/board\n/score\n/leave\n",
            _ => "/board\n/rack\n/score\n",
        };
        let text = Folder::new().out(&[args, &["--screen-reader"]].concat(), typed);
        let is_drawn =
            |line: &str| line.contains(". . .") || line.contains("# #") || line.contains("?  ");
        assert!(!text.lines().any(is_drawn), "{args:?}: {text}");
    }
}

#[cfg(unix)]
mod terminal {
    use super::{Folder, GAMES, is_harmless, text};
    use crate::screen::PtyScreen;

    const SIZE: (u16, u16) = (24, 80);

    fn open(args: &[&str], env: &[(&str, Option<&str>)]) -> (Folder, PtyScreen) {
        let folder = Folder::new();
        let screen = PtyScreen::open(&folder, args, env, SIZE);
        (folder, screen)
    }

    fn prompt(args: &[&str]) -> &'static str {
        match args[0] {
            "wizards" => "P, H or E:",
            "hand" => "Enter total number of hands:",
            "wampus" => "Your move:",
            "junior" => "Enter for “example”):",
            "build" => "Width (1 to 20):",
            _ => "Guess:",
        }
    }

    #[test]
    fn ctrl_c_ends_every_game_with_130() {
        for args in GAMES {
            let (_folder, mut screen) = open(args, &[]);
            screen.wait_for(prompt(args));
            let before = screen.raw.len();
            screen.type_bytes(b"\x03");
            assert_eq!(screen.status(), 130, "{args:?}");
            // An interrupted terminal may discard pending output.
            let after = &screen.raw[before..];
            let restored = after.ends_with(b"\x1b[0m\r\n");
            assert!(restored || after.is_empty() || after == b"^C", "{args:?}: {}", screen.text());
        }
    }

    #[test]
    fn ctrl_d_ends_every_game_with_0() {
        for args in GAMES {
            let (_folder, mut screen) = open(args, &[]);
            screen.wait_for(prompt(args));
            screen.type_bytes(b"\x04");
            assert_eq!(screen.status(), 0, "{args:?}");
            assert_eq!(screen.screen().cursor_position().1, 0, "{args:?}");
        }
    }

    #[test]
    fn ctrl_d_in_the_middle_of_a_hand_ends_the_whole_game() {
        let (_folder, mut screen) = open(&["hand", "--seed", "1"], &[]);
        screen.wait_for("Enter total number of hands:");
        screen.type_line("2");
        screen.wait_for("substitute a letter?");
        screen.type_bytes(b"\x04");
        assert_eq!(screen.status(), 0);
        assert!(screen.text().ends_with("Total score over all hands: 0"), "{}", screen.text());
    }

    #[test]
    fn ctrl_c_keeps_the_draft_of_a_board() {
        let (folder, mut screen) = open(&["build", "b.txt"], &[]);
        screen.wait_for("Width (1 to 20):");
        screen.type_line("5");
        screen.wait_for("Height (1 to 20):");
        screen.type_line("5");
        screen.wait_for("or ?:");
        screen.type_line("Aa H CAT");
        screen
            .wait_until("the word", |text| text.contains("3 letters.") && text.ends_with("or ?:"));
        screen.type_bytes(b"\x03");
        assert_eq!(screen.status(), 130);
        assert_eq!(folder.read("b.draft").as_deref(), Some("5 x 5\nAa H CAT\n"));
    }

    #[test]
    fn a_terminal_gets_colours_unless_they_are_off() {
        let colours = |env: &[(&str, Option<&str>)], args: &[&str]| {
            let (_folder, mut screen) = open(args, env);
            screen.wait_for("Guess:");
            screen.type_line("crane");
            screen.wait_until("the guess", |text| {
                text.contains("Guess 1") && text.ends_with("Guess:")
            });
            screen.type_line("/quit");
            assert_eq!(screen.status(), 0);
            screen.raw.contains(&0x1b)
        };
        let wordle = ["wordle", "--seed", "1"];
        assert!(colours(&[], &wordle));
        assert!(!colours(&[("NO_COLOR", Some("1"))], &wordle));
        assert!(!colours(&[("TERM", Some("dumb"))], &wordle));
        assert!(!colours(&[("CLICOLOR", Some("0"))], &wordle));
        assert!(!colours(&[], &["wordle", "--seed", "1", "--plain"]));
        assert!(!colours(&[], &["wordle", "--seed", "1", "--screen-reader"]));
    }

    #[test]
    fn in_the_c_locale_output_is_ascii_and_there_is_one_notice() {
        for locale in ["C", "POSIX", ""] {
            let (_folder, mut screen) = open(&["wordle", "--seed", "1"], &[("LANG", Some(locale))]);
            screen.wait_for("Guess:");
            for guess in ["crane", "slate", "stark", "stair"] {
                screen.type_line(guess);
            }
            screen.wait_for("Play again?");
            screen.type_line("n");
            assert_eq!(screen.status(), 0);
            assert!(screen.raw.is_ascii(), "{}", screen.text());
            assert_eq!(text(&screen.raw).matches("only ASCII is used").count(), 1);
            assert!(text(&screen.raw).contains("GGGGG"), "{}", screen.text());
        }
    }

    #[test]
    fn without_a_home_and_in_the_c_locale_there_is_still_one_notice() {
        let env = [("LANG", Some("C")), ("HOME", None)];
        let (_folder, mut screen) = open(&["wordle", "--seed", "1"], &env);
        screen.wait_for("Guess:");
        screen.type_line("/quit");
        assert_eq!(screen.status(), 0);
        assert_eq!(text(&screen.raw).matches("lexicade: ").count(), 1, "{}", screen.text());
    }

    #[test]
    fn arrow_keys_are_refused_and_not_echoed() {
        let (_folder, mut screen) = open(&["wordle", "--seed", "1", "--plain"], &[]);
        screen.wait_for("Guess:");
        screen.type_bytes(b"\x1b[A\x1b[2Jcrane\n");
        screen.wait_until("a refusal", |text| text.contains("control characters"));
        screen.type_line("/quit");
        assert_eq!(screen.status(), 0);
        let raw: Vec<u8> = screen.raw.iter().copied().filter(|&byte| byte != b'\r').collect();
        assert!(is_harmless(&raw), "{}", screen.text());
    }

    #[test]
    fn a_turn_of_every_game_fits_on_a_screen() {
        let turns: [(&[&str], &[&str], &str); 6] = [
            (&["wizards", "--seed", "1", "--set", "level=elder"], &[], "21 words are hidden"),
            (&["hand", "--seed", "1", "--set", "hands=2"], &[], "Loading word list"),
            (&["wampus", "--seed", "1"], &[], "You wake"),
            (&["junior", "--seed", "1", "--seats", "4"], &["example"], "Scrabble Junior."),
            (&["build", "b.txt"], &["20", "20"], "Board: b"),
            (
                &["wordle", "--seed", "1", "--set", "length=8", "--set", "tries=10"],
                &[],
                "Guess the 8-letter word.",
            ),
        ];
        for (args, typed, first) in turns {
            let (_folder, mut screen) = open(args, &[]);
            for line in typed {
                screen.wait_until("a question", |text| text.ends_with(':'));
                screen.type_line(line);
            }
            screen.wait_until("a turn", |text| text.contains(first) && text.ends_with([':', '?']));
            assert!(screen.text().contains(first), "{}", screen.text());
        }
    }

    #[test]
    fn a_hidden_rack_is_cleared_from_the_screen() {
        let args = [
            "junior",
            "--set",
            "board=toys",
            "--set",
            "racks=hidden",
            "--seats",
            "2",
            "--seed",
            "1",
        ];
        let (_folder, mut screen) = open(&args, &[]);
        screen.wait_for("Player 1, press Enter:");
        screen.type_line("");
        for place in ["Dc", "Ea"] {
            screen.wait_for("position:");
            assert!(screen.text().contains("Player 1's tiles"), "{}", screen.text());
            screen.type_line(place);
        }
        screen.wait_for("Player 2, press Enter:");
        assert!(!screen.text().contains("tiles:"), "{}", screen.text());
        screen.type_line("");
        screen.wait_for("position:");
        assert!(screen.text().contains("Player 2's tiles"), "{}", screen.text());
        assert!(!screen.text().contains("Player 1's tiles"), "{}", screen.text());
    }
}
