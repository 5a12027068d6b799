//! Sheets to print: a page for each puzzle, then the answers, in one HTML file or one tall SVG.

use super::letter;
use crate::args::Format;
use crate::html::escaped;
use games::wizards::grid::{COLS, DIAGONAL, GridCell, ROWS};
use games::wizards::puzzle::Puzzle;
use std::fmt::Write as _;

/// The side of a cell.
const SIDE: usize = 24;
const WIDE: usize = COLS * SIDE + 40;
const TALL: usize = ROWS * SIDE + 130;

/// A sheet that is being printed. It collects the answers for the end.
pub(super) struct Sheet {
    format: Format,
    count: u64,
    level: String,
    answers: String,
}

impl Sheet {
    pub(super) fn new(format: Format, count: u64, level: &str) -> Sheet {
        Sheet { format, count, level: level.to_owned(), answers: String::new() }
    }

    /// The text before the puzzles.
    pub(super) fn head(&self) -> String {
        let title = escaped(&format!("Wizards of Worderly Place: {}", self.level));
        match self.format {
            Format::Json | Format::Text => String::new(),
            Format::Svg => format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {}\" \
                 font-family=\"sans-serif\"><title>{title}</title>\n\
                 <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
                2 * self.count as usize * TALL
            ),
            Format::Html => format!(
                "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
                 <style>body{{font-family:sans-serif}}section{{break-after:page}}\
                 svg{{width:100%;max-height:92vh}}</style>\n<h1>{title}</h1>\n"
            ),
        }
    }

    /// The page of a puzzle. Keeps its answers for the end.
    pub(super) fn page(&mut self, n: u64, made: &Puzzle) -> String {
        let letters: Vec<String> =
            made.letters.text().chars().map(|c| c.to_ascii_uppercase().to_string()).collect();
        let title = format!("Puzzle {n}: {}", letters.join(" "));
        let puzzle = self.framed(n - 1, &title, &drawn(made, false));
        let words: Vec<&str> = made.words.iter().map(|placed| placed.word.text()).collect();
        let mut body = drawn(made, true);
        for (line, words) in words.chunks(11).enumerate() {
            let y = ROWS * SIDE + 80 + 20 * line;
            let _ = writeln!(
                body,
                "<text x=\"20\" y=\"{y}\" font-size=\"14\">{}</text>",
                escaped(&words.join(", "))
            );
        }
        let answer = self.framed(self.count + n - 1, &format!("Answers to puzzle {n}"), &body);
        self.answers.push_str(&answer);
        puzzle
    }

    /// The text after the puzzles: the answers.
    pub(super) fn tail(&self) -> String {
        match self.format {
            Format::Json | Format::Text => String::new(),
            Format::Svg => format!("{}</svg>\n", self.answers),
            Format::Html => format!("<h1>Answers</h1>\n{}</html>\n", self.answers),
        }
    }

    /// A drawing with its title: a page in HTML, or below the earlier ones in SVG.
    fn framed(&self, page: u64, title: &str, body: &str) -> String {
        let title = escaped(title);
        let body = format!("<text x=\"20\" y=\"34\" font-size=\"22\">{title}</text>\n{body}");
        match self.format {
            Format::Html => format!(
                "<section><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {TALL}\" \
                 font-family=\"sans-serif\" role=\"img\"><title>{title}</title>\n{body}</svg></section>\n"
            ),
            _ => format!("<g transform=\"translate(0 {})\">\n{body}</g>\n", page as usize * TALL),
        }
    }
}

/// The grid of a puzzle, empty or filled. The cells of the main word are shaded.
fn drawn(made: &Puzzle, filled: bool) -> String {
    let mut drawing = String::new();
    for cell in made.cells().iter() {
        let GridCell(row, col) = cell;
        let (x, y) = (20 + usize::from(col) * SIDE, 50 + usize::from(row) * SIDE);
        let fill = if DIAGONAL.contains(&cell) { "#ddd" } else { "#fff" };
        let _ = writeln!(
            drawing,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"#000\"/>"
        );
        if filled {
            let (x, y) = (x + SIDE / 2, y + SIDE * 3 / 4);
            let letter = letter(made, cell).to_ascii_uppercase().to_string();
            let _ = writeln!(
                drawing,
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"16\">{}</text>",
                escaped(&letter)
            );
        }
    }
    drawing
}
