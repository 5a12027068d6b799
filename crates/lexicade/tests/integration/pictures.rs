//! The terminal pictures in the README and in docs/playing.md are what the program shows on a screen of 80 by 24, as
//! SVG files with the terminal's colours: the lobby and every game, full screen and in plain lines, and an animated
//! match of Wordle. When a picture differs from the program, `scripts/pictures` draws it again.

use crate::screen::PtyScreen;
use crate::shared::Folder;
use std::collections::BTreeMap;
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
        assert!(kept == now, "{name} looks different now: run scripts/pictures and look at it");
    }
}

/// What is typed, and the text to wait for after it.
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
                ("", "Swap one letter?"),
                ("\r", "Type a word"),
                ("part\r", "earned"),
                ("ic*\r", "Replay this hand?"),
                ("n", "Hand 2 of 2"),
                ("\r", "Type a word"),
                ("loud", "5 x 19 = 95 points, if it is a word"),
            ],
        ),
        (
            "wampus",
            &["wampus", "--set", "layout=...E:WG..:....:A.P."],
            &[
                ("", "1 arrow"),
                ("\x1b[C", "-1"),
                ("\x1b[D", "-2"),
                ("\x1b[A", "-3"),
                ("n\x1b[Aw", "wampus?"),
                ("\x1b", "Shift"),
            ],
        ),
        (
            "junior",
            &["junior", "--set", "board=example", "--bot", "1=sensible", "--seed", "1"],
            &[("", "Enter cover"), ("\t\r", "1 of "), ("\t\r", "4 of "), ("", " fits at Kd")],
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
                ("st", "3 letter"),
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
            &[("", "1 arrow"), ("\x1b[A", "-1"), ("\x03", "")],
        ),
    ] {
        full(&folder, args, steps);
    }
    is_as_kept("screen-lobby", full(&folder, &[], &[("", "1 action")]));
}

/// A home folder whose settings turn motion off, so that a picture is the same every time.
fn still() -> Folder {
    let folder = Folder::new();
    folder.write(".config/lexicade/settings.json", "{\"welcomed\":true,\"motion\":false}");
    folder
}

#[test]
fn the_animation_is_what_the_program_shows() {
    let folder = still();
    let mut screen = PtyScreen::full(
        &folder,
        &["wordle", "--seed", "1"],
        &[("USER", Some("ann"))],
        (ROWS, COLS),
    );
    screen.wait_until("an empty board", |text| text.contains("6 of 6"));
    let mut frames = vec![Frame::of(&screen, 1500)];
    let solved = "╰─+─╯ ╰─+─╯ ╰─+─╯ ╰─+─╯ ╰─+─╯";
    for (guess, shown) in [("crane", "5 of 6"), ("slate", "4 of 6"), ("stair", solved)] {
        for typed in 1..=guess.len() {
            screen.type_bytes(&guess.as_bytes()[typed - 1..typed]);
            let row = tiles(&guess[..typed]);
            // How many letters are missing comes a moment after the letter.
            let missing = (typed < guess.len()).then(|| format!("{} letter", guess.len() - typed));
            screen.wait_until(&row, |text| {
                let noted = missing
                    .as_ref()
                    .map_or(!text.contains(" letter"), |missing| text.contains(missing));
                noted && text.contains(&row)
            });
            frames.push(Frame::of(&screen, 250));
        }
        screen.type_bytes(b"\r");
        screen.wait_until(shown, |text| text.contains(shown));
        frames.push(Frame::of(&screen, 1500));
    }
    // Keys work again a moment after the end.
    screen.wait_until("the keys", |text| text.contains("q quit"));
    frames.pop();
    frames.push(Frame::of(&screen, 4000));
    is_as_kept("wordle-animated", animated(&frames));
}

/// A row of Wordle's tiles with this much of a guess in it.
fn tiles(typed: &str) -> String {
    let letters = typed.to_uppercase();
    let tiles: Vec<String> =
        letters.chars().chain(std::iter::repeat(' ')).take(5).map(|c| format!("│ {c} │")).collect();
    tiles.join(" ")
}

/// The full screen after these steps, without the date and the times since, which differ from run to run.
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
    svg(seen(&screen).screen()).lines().map(timeless).collect()
}

/// A game in plain lines, after these lines are typed.
fn picture(args: &[&str], typed: &[&str]) -> String {
    let folder = Folder::new();
    let mut screen = PtyScreen::open(&folder, args, &[], (ROWS, COLS));
    screen.wait_for_question(0);
    for line in typed {
        let before = screen.raw.len();
        screen.type_line(line);
        screen.wait_for_question(before);
    }
    svg(seen(&screen).screen())
}

const CELL: (f32, f32) = (8.4, 17.0);
const MARGIN: f32 = 12.0;

/// The default colours of text and background, and that of dim text.
const INK: &str = "#d8d8d8";
const GROUND: &str = "#1d1f21";
const FAINT: &str = "#7f8389";

/// The screen after everything that was written to it, in one piece: the parser misreads a character that comes in two.
fn seen(screen: &PtyScreen) -> vt100::Parser {
    let side = |side: u16| std::num::NonZero::new(side).unwrap();
    let mut parser = vt100::Parser::new(side(ROWS), side(COLS), 0);
    parser.process(&screen.raw);
    parser
}

/// The start of every picture: its size, its font and its background.
fn head() -> String {
    let (width, height) =
        (f32::from(COLS) * CELL.0 + 2.0 * MARGIN, f32::from(ROWS) * CELL.1 + 2.0 * MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"14\">\n\
         <rect width=\"{width:.1}\" height=\"{height:.1}\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    )
}

fn svg(screen: &vt100::Screen) -> String {
    head() + &runs(screen).concat() + "</svg>\n"
}

/// What is on the screen: an SVG fragment for each run of cells that look the same.
fn runs(screen: &vt100::Screen) -> Vec<String> {
    let mut runs = Vec::new();
    for row in 0..ROWS {
        let mut col = 0;
        while col < COLS {
            let look = look(screen, row, col);
            let end =
                (col..COLS).find(|&next| self::look(screen, row, next) != look).unwrap_or(COLS);
            let text: String = (col..end).map(|col| letter(screen, row, col)).collect();
            let (x, y) = (MARGIN + f32::from(col) * CELL.0, MARGIN + f32::from(row) * CELL.1);
            let wide = f32::from(end - col) * CELL.0;
            let mut run = String::new();
            if let Some(ground) = look.ground {
                let high = CELL.1;
                writeln!(run, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"{ground}\"/>").unwrap();
            }
            if !text.trim().is_empty() {
                let (base, ink) = (y + 13.0, look.ink);
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                let weight = if look.bold { " font-weight=\"bold\"" } else { "" };
                writeln!(run, "<text x=\"{x:.1}\" y=\"{base:.1}\" textLength=\"{wide:.1}\" xml:space=\"preserve\" fill=\"{ink}\"{weight}>{text}</text>").unwrap();
            }
            if !run.is_empty() {
                runs.push(run);
            }
            col = end;
        }
    }
    runs
}

/// A screen of an animation, and how long it stays.
struct Frame {
    runs: Vec<String>,
    lasts_ms: u32,
}

impl Frame {
    fn of(screen: &PtyScreen, lasts_ms: u32) -> Frame {
        Frame { runs: runs(seen(screen).screen()), lasts_ms }
    }
}

/// An SVG file that shows these frames again and again, by CSS alone. A run of cells that several frames share is
/// written once. Where motion isn't wanted, the last frame stands still.
fn animated(frames: &[Frame]) -> String {
    let mut seen: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for (n, frame) in frames.iter().enumerate() {
        for run in &frame.runs {
            seen.entry(run).or_insert_with(|| vec![false; frames.len()])[n] = true;
        }
    }
    let mut groups: BTreeMap<Vec<bool>, String> = BTreeMap::new();
    for (run, shown) in seen {
        groups.entry(shown).or_default().push_str(run);
    }
    let whole: u32 = frames.iter().map(|frame| frame.lasts_ms).sum();
    let (mut style, mut body) = (String::new(), String::new());
    for (n, (shown, runs)) in groups.iter().enumerate() {
        if shown.iter().all(|&shown| shown) {
            body.push_str(runs);
            continue;
        }
        let at_rest = visibility(shown.last() == Some(&true));
        writeln!(style, "#g{n}{{{at_rest};animation-name:k{n}}}").unwrap();
        write!(style, "@keyframes k{n}{{").unwrap();
        let (mut start, mut before) = (0, None);
        for (frame, &shown) in frames.iter().zip(shown) {
            if before != Some(shown) {
                let percent = f64::from(start) * 100.0 / f64::from(whole);
                write!(style, "{percent:.2}%{{{}}}", visibility(shown)).unwrap();
            }
            before = Some(shown);
            start += frame.lasts_ms;
        }
        writeln!(style, "}}").unwrap();
        writeln!(body, "<g id=\"g{n}\">\n{runs}</g>").unwrap();
    }
    format!(
        "{}<style>\ng{{animation:{whole}ms step-end infinite}}\n{style}\
         @media (prefers-reduced-motion:reduce){{g{{animation:none!important}}}}\n</style>\n{body}</svg>\n",
        head()
    )
}

fn visibility(shown: bool) -> &'static str {
    if shown { "visibility:visible" } else { "visibility:hidden" }
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
