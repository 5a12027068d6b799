//! The pictures of the README are what the program shows: the house and every game in play on a screen of 80 by
//! 24, in the full screen and in plain lines, with their colours, as SVG files. When they differ,
//! `scripts/pictures` draws them anew.
#![cfg(unix)]

#[path = "shared/screen.rs"]
mod screen;
mod shared;

use screen::PtyScreen;
use shared::Folder;
use std::fmt::Write;
use std::path::Path;

const ROWS: u16 = 24;
const COLS: u16 = 80;

#[test]
fn every_picture_is_what_the_program_shows() {
    let pictures: [(&str, &[&str], &[&str]); 6] = [
        (
            "wizards",
            &["wizards", "--seed", "1"],
            &["p", "scholar", "pale", "pearl", "leap", "earl", "peel", "tea", "repeal"],
        ),
        (
            "hand",
            &["hand", "--set", "deals=aci*prt:dd*lout", "--set", "swaps=a"],
            &["2", "no", "part", "ic*", "no"],
        ),
        (
            "wampus",
            &["wampus", "--set", "cave=classic", "--seed", "1"],
            &["up", "right", "up", "grab"],
        ),
        (
            "junior",
            &["junior", "--set", "board=example", "--bot", "1=sensible", "--seed", "1"],
            &["Ca", "Gh", "Bj", "Cb", "Kd"],
        ),
        (
            "builder",
            &["build", "pets.txt", "--set", "rows=12", "--set", "cols=12", "--seed", "1"],
            &["Bb H DOLPHIN", "Bd V LION", "Ed H NEST", "fill 4", "Aa H CAT"],
        ),
        ("wordle", &["wordle", "--seed", "1"], &["crane", "slate", "stark"]),
    ];
    for (name, args, typed) in pictures {
        is_as_kept(name, picture(args, typed));
    }
}

fn is_as_kept(name: &str, now: String) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/pictures/{name}.svg"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, now).unwrap();
    } else {
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == now, "{name} looks different now: run scripts/pictures and see");
    }
}

/// What is typed, and what stands on the screen then.
type TypedSteps<'a> = &'a [(&'a str, &'a str)];

#[test]
fn every_picture_of_the_full_screen_is_what_the_program_shows() {
    let pictures: [(&str, &[&str], TypedSteps); 6] = [
        (
            "wizards",
            &["wizards", "--seed", "1", "--set", "level=scholar"],
            &[
                ("", "15 of 15 lives"),
                ("repeal\r", "“repeal” "),
                ("pearl\r", "“pearl” "),
                ("pale\r", "“pale” "),
                ("leap\r", "“leap” "),
                ("tea\r", "14 of 15 lives"),
                ("earl\r", "“earl” "),
                ("pee", "│ P ││ E ││ E │"),
            ],
        ),
        (
            "hand",
            &["hand", "--set", "deals=aci*prt:dd*lout", "--set", "swaps=a"],
            &[
                ("", "Substitute a letter?"),
                ("\r", "Type a word"),
                ("part\r", "earned"),
                ("ic*\r", "Replay the hand?"),
                ("n", "Hand 2 of 2"),
                ("\r", "Type a word"),
                ("loud", "5 x 19 = 95 points, if it is a word"),
            ],
        ),
        (
            "wampus",
            &["wampus", "--set", "layout=...E:WG..:....:A.P."],
            &[
                ("", "You stand at row 4, column 1."),
                ("\x1b[C", "row 4, column 2"),
                ("\x1b[D", "row 4, column 1"),
                ("\x1b[A", "row 3, column 1"),
                ("n\x1b[Aw", "wampus?"),
                ("\x1b", "Shift"),
            ],
        ),
        (
            "junior",
            &["junior", "--set", "board=example", "--bot", "1=sensible", "--seed", "1"],
            &[("", "Enter cover"), ("\t\r", "1 of "), ("\t\r", "4 of "), ("", " takes ")],
        ),
        (
            "builder",
            &["build", "pets.txt", "--set", "rows=12", "--set", "cols=12", "--seed", "1"],
            &[
                ("", "Words that fit"),
                ("Bb H DOLPHIN\r", "1 word"),
                ("Bd V LION\r", "2 words"),
                ("Ed H NEST\r", "3 words"),
                ("\x1b[B\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\t", "Words that fit at Bh V"),
            ],
        ),
        (
            "wordle",
            &["wordle", "--seed", "1"],
            &[
                ("", "6 of 6"),
                ("crane\r", "5 of 6"),
                ("slate\r", "4 of 6"),
                ("stark\r", "3 of 6"),
                ("st", "3 letters more"),
            ],
        ),
    ];
    for (name, args, steps) in pictures {
        is_as_kept(&format!("screen-{name}"), full(&still(), args, steps));
    }
    let folder = still();
    for (args, steps) in [
        (&["wordle", "--seed", "1"][..], &[("", "6 of 6"), ("crane\r", "5 of 6"), ("\x03", "")]),
        (
            &["wampus", "--set", "layout=...E:WG..:....:A.P."],
            &[("", "You stand"), ("\x1b[A", "row 3"), ("\x03", "")],
        ),
    ] {
        full(&folder, args, steps);
    }
    is_as_kept(
        "screen-lobby",
        full(&folder, &[], &[("", "Go on with Hunt the Wampus where you were.")]),
    );
}

/// A home in which nothing moves, so that a picture is the same every time.
fn still() -> Folder {
    let folder = Folder::new();
    folder.write(".config/lexicade/settings.json", "{\"welcomed\":true,\"motion\":false}");
    folder
}

/// The full screen after these steps. Only what day it is differs from day to day, and how long ago something was from
/// machine to machine.
fn full(folder: &Folder, args: &[&str], steps: TypedSteps) -> String {
    let env = [("USER", Some("ann"))];
    let mut screen = PtyScreen::full(folder, args, &env, (ROWS, COLS));
    for (typed, shown) in steps {
        screen.type_bytes(typed.as_bytes());
        match *shown {
            "" => drop(screen.status()),
            shown => screen.wait_until(shown, |text| text.contains(shown)),
        }
    }
    let timeless = |line: &str| match line.split_once(" textLength") {
        Some((start, rest)) if rest.contains(">Daily, ") => {
            format!("{start} fill=\"{FAINT}\">Daily</text>\n")
        }
        Some((start, rest))
            if rest.ends_with(" ago</text>") || rest.ends_with(">just now</text>") =>
        {
            format!("{start} fill=\"{FAINT}\">just now</text>\n")
        }
        _ => format!("{line}\n"),
    };
    svg(screen.screen()).lines().map(timeless).collect()
}

/// A game after these lines.
fn picture(args: &[&str], typed: &[&str]) -> String {
    let folder = Folder::new();
    let mut screen = PtyScreen::open(&folder, args, &[], (ROWS, COLS));
    screen.wait_for_question(0);
    for line in typed {
        let before = screen.raw.len();
        screen.type_line(line);
        screen.wait_for_question(before);
    }
    svg(screen.screen())
}

const CELL: (f32, f32) = (8.4, 17.0);
const MARGIN: f32 = 12.0;

/// What is written in no colour, and on what.
const INK: &str = "#d8d8d8";
const GROUND: &str = "#1d1f21";
const FAINT: &str = "#7f8389";

fn svg(screen: &vt100::Screen) -> String {
    let (width, height) =
        (f32::from(COLS) * CELL.0 + 2.0 * MARGIN, f32::from(ROWS) * CELL.1 + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"14\">\n\
         <rect width=\"{width:.1}\" height=\"{height:.1}\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    );
    for row in 0..ROWS {
        let mut col = 0;
        while col < COLS {
            let look = look(screen, row, col);
            let end =
                (col..COLS).find(|&next| self::look(screen, row, next) != look).unwrap_or(COLS);
            let text: String = (col..end).map(|col| letter(screen, row, col)).collect();
            let (x, y) = (MARGIN + f32::from(col) * CELL.0, MARGIN + f32::from(row) * CELL.1);
            let wide = f32::from(end - col) * CELL.0;
            if let Some(ground) = look.ground {
                let high = CELL.1;
                writeln!(svg, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"{ground}\"/>").unwrap();
            }
            if !text.trim().is_empty() {
                let (base, ink) = (y + 13.0, look.ink);
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                let weight = if look.bold { " font-weight=\"bold\"" } else { "" };
                writeln!(svg, "<text x=\"{x:.1}\" y=\"{base:.1}\" textLength=\"{wide:.1}\" xml:space=\"preserve\" fill=\"{ink}\"{weight}>{text}</text>").unwrap();
            }
            col = end;
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// What a cell looks like.
#[derive(PartialEq)]
struct Look {
    ink: &'static str,
    ground: Option<&'static str>,
    bold: bool,
}

fn look(screen: &vt100::Screen, row: u16, col: u16) -> Look {
    let plain = Look { ink: INK, ground: None, bold: false };
    let Some(cell) = screen.cell(row, col) else { return plain };
    let ink = match colour(cell.fgcolor()) {
        Some(ink) => ink,
        None if cell.dim() => FAINT,
        None => plain.ink,
    };
    let (ground, bold) = (colour(cell.bgcolor()), cell.bold());
    match cell.inverse() {
        true => Look { ink: ground.unwrap_or(GROUND), ground: Some(ink), bold },
        false => Look { ink, ground, bold },
    }
}

fn letter(screen: &vt100::Screen, row: u16, col: u16) -> String {
    let text = screen.cell(row, col).map(|cell| cell.contents().to_owned()).unwrap_or_default();
    if text.is_empty() { " ".into() } else { text }
}

/// The colours that the program uses, as a terminal might show them.
fn colour(colour: vt100::Color) -> Option<&'static str> {
    match colour {
        vt100::Color::Default => None,
        vt100::Color::Idx(0) => Some("#101010"),
        vt100::Color::Idx(1) => Some("#cc342b"),
        vt100::Color::Idx(2) => Some("#6aaf4f"),
        vt100::Color::Idx(3) => Some("#e0b341"),
        vt100::Color::Idx(6) => Some("#56b6c2"),
        vt100::Color::Idx(15) => Some("#ffffff"),
        other => panic!("there is no {other:?} in the program"),
    }
}
