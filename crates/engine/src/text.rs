//! A scene as lines of text, either drawn or described for a screen reader. Front ends add the colours; here every tone
//! has a mark, so that no meaning depends on colour alone.

use crate::scene::{Body, Cell, Pane, Scene, Tone};
use std::borrow::Cow;
use textwrap::WordSplitter;
use textwrap::core::display_width;

/// A piece of a line, in one tone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub text: String,
    pub tone: Tone,
}

/// A line of text in several tones.
pub type Line = Vec<Span>;

/// A line in the plain tone.
pub fn plain(text: impl Into<String>) -> Line {
    vec![Span { text: text.into(), tone: Tone::Plain }]
}

/// Draws the whole scene.
pub fn draw(scene: &Scene) -> Vec<Line> {
    scene.panes.iter().flat_map(draw_pane).collect()
}

/// Draws one pane.
pub fn draw_pane(pane: &Pane) -> Vec<Line> {
    match &pane.body {
        Body::Grid(rows) if pane.id == BOARD => lettered(draw_cells(rows, '.')),
        Body::Grid(rows) if pane.id == CROSSWORD => draw_cells(&unmarked(rows), ' '),
        Body::Grid(rows) => draw_cells(rows, '.'),
        Body::Tiles(rows) => draw_cells(rows, ' '),
        Body::Meter { value, of } => vec![plain(format!("{}: {value} of {of}", pane.title))],
        Body::Scores(scores) => {
            let scores: Vec<_> = scores.iter().map(|(name, n)| format!("{name} {n}")).collect();
            vec![plain(format!("{}: {}", pane.title, scores.join(", ")))]
        }
        Body::Text(texts) => texts.iter().map(|text| plain(sentence(&pane.title, text))).collect(),
    }
}

/// The pane of a crossword. Its empty cells aren't part of the grid, and capitals take the place of marks.
const CROSSWORD: &str = "grid";

/// The same cells without marks, except for hidden ones.
fn unmarked(rows: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let plain = |cell: &Cell| match cell.tone {
        Tone::Hidden => cell.clone(),
        _ => Cell { tone: Tone::Plain, ..cell.clone() },
    };
    rows.iter().map(|row| row.iter().map(plain).collect()).collect()
}

/// The pane whose cells have names such as `Ba`: rows `A B C`, columns `a b c`.
const BOARD: &str = "board";

/// Adds the letters of rows and columns to a drawn board.
fn lettered(board: Vec<Line>) -> Vec<Line> {
    let cells = |line: &Line| line.len().saturating_sub(1) / 2;
    let width = |line: &Line| {
        let cell = line.iter().skip(1).take(2).map(|span| span.text.chars().count());
        cell.sum::<usize>()
    };
    let (columns, width) = board.first().map_or((0, 0), |line| (cells(line), width(line)));
    let head: String = ('a'..='z').take(columns).map(|c| format!("{c:width$}")).collect();
    let mut lines = vec![plain(format!("  {head}"))];
    for (mut line, letter) in board.into_iter().zip('A'..='Z') {
        if let Some(indent) = line.first_mut() {
            indent.text = format!("{letter} ");
        }
        lines.push(line);
    }
    lines
}

/// Cells in columns of equal width, each with its mark.
fn draw_cells(rows: &[Vec<Cell>], empty: char) -> Vec<Line> {
    let face = |cell: &Cell| face(cell, empty);
    let width = rows.iter().flatten().map(|cell| face(cell).chars().count()).max().unwrap_or(0);
    let draw = |cell: &Cell| {
        let text = face(cell);
        let room = " ".repeat((width + 1).saturating_sub(text.chars().count()));
        [Span { text, tone: cell.tone }, Span { text: room, tone: Tone::Plain }]
    };
    rows.iter().map(|row| indented(row.iter().flat_map(draw).collect())).collect()
}

fn indented(mut line: Line) -> Line {
    line.insert(0, Span { text: "  ".into(), tone: Tone::Plain });
    line
}

/// A cell's text with its mark. A hidden cell needs no mark if it has a text, such as `?`.
fn face(cell: &Cell, empty: char) -> String {
    match cell.tone {
        Tone::Plain if cell.text.is_empty() => empty.to_string(),
        Tone::Hidden if cell.text.is_empty() => Tone::Hidden.mark().to_string(),
        Tone::Plain | Tone::Hidden => cell.text.to_string(),
        tone => format!("{}{}", cell.text, tone.mark()),
    }
}

/// A full sentence as it is; anything else with the pane's title before it.
fn sentence(title: &str, text: &str) -> String {
    match text.ends_with(['.', '?', '!']) {
        true => text.to_owned(),
        false => format!("{title}: {text}"),
    }
}

/// Describes the whole scene for a screen reader.
pub fn speak(scene: &Scene) -> Vec<String> {
    scene.panes.iter().flat_map(speak_pane).collect()
}

/// Describes one pane for a screen reader, with a sentence for each row that isn't empty.
pub fn speak_pane(pane: &Pane) -> Vec<String> {
    let title = &pane.title;
    match &pane.body {
        Body::Grid(rows) | Body::Tiles(rows) => {
            let describe = |row: &Vec<Cell>| {
                let names: Vec<_> = row.iter().map(name).filter(|name| !name.is_empty()).collect();
                (!names.is_empty()).then(|| format!("{title}: {}.", names.join(", ")))
            };
            rows.iter().filter_map(describe).collect()
        }
        Body::Meter { value, of } => vec![format!("{title}: {value} of {of}.")],
        Body::Scores(_) | Body::Text(_) => draw_pane(pane)
            .iter()
            .map(|line| line.iter().map(|span| &*span.text).collect())
            .collect(),
    }
}

/// What a screen reader says for a cell.
fn name(cell: &Cell) -> String {
    match (cell.name.is_empty(), cell.tone.word()) {
        (false, _) => cell.name.to_string(),
        (true, "") => cell.text.to_string(),
        (true, word) if cell.text.is_empty() => word.to_owned(),
        (true, word) => format!("{} {word}", cell.text),
    }
}

/// The columns that a text takes in a terminal.
pub fn width(text: &str) -> usize {
    display_width(text)
}

/// Wraps text between words. A word that is wider than `room` gets its own line. All lines have the indent of the
/// first.
pub fn wrap(text: &str, room: usize) -> Vec<String> {
    let (indent, text) = text.split_at(text.len() - text.trim_start_matches(' ').len());
    let options = textwrap::Options::new(room).initial_indent(indent).subsequent_indent(indent);
    let options = options.break_words(false).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let row = vec![
            Cell::new("S", Tone::Off),
            Cell::new("P", Tone::Good).named("P, correct"),
            Cell::new("_", Tone::Plain),
        ];
        let pane = |id, title: &'static str, body| Pane { id, title: title.into(), body };
        Scene {
            panes: vec![
                pane("rows", "Guesses", Body::Grid(vec![row])),
                pane("left", "Attempts", Body::Meter { value: 2, of: 6 }),
                pane("score", "Points", Body::Scores(vec![("Ann".into(), 3), ("Bo".into(), 0)])),
                pane("news", "News", Body::Text(vec!["It rains.".into(), "wind".into()])),
                pane("rack", "Rack", Body::Tiles(vec![vec![Cell::new("Q", Tone::Plain)]])),
            ],
            ..Scene::default()
        }
    }

    #[test]
    fn every_tone_has_a_mark() {
        let lines: Vec<String> = draw(&scene())
            .iter()
            .map(|line| line.iter().map(|span| &*span.text).collect())
            .collect();
        assert_eq!(
            lines,
            [
                "  S- P+ _  ",
                "Attempts: 2 of 6",
                "Points: Ann 3, Bo 0",
                "It rains.",
                "News: wind",
                "  Q "
            ]
        );
    }

    #[test]
    fn a_hidden_cell_shows_its_text_or_its_mark() {
        let row = vec![Cell::new("", Tone::Hidden), Cell::new("?", Tone::Hidden)];
        let pane = Pane { id: "cave", title: "Cave".into(), body: Body::Grid(vec![row]) };
        let [line] = &draw_pane(&pane)[..] else { panic!() };
        let text: String = line.iter().map(|span| &*span.text).collect();
        assert_eq!(text, format!("  {} ? ", Tone::Hidden.mark()));
        let word = Tone::Hidden.word();
        assert_eq!(speak_pane(&pane), [format!("Cave: {word}, ? {word}.")]);
    }

    #[test]
    fn a_board_has_the_letters_of_its_rows_and_columns() {
        let rows = vec![
            vec![Cell::new("C", Tone::Plain), Cell::new("A", Tone::Good)],
            vec![Cell::default(), Cell::default()],
        ];
        let pane = Pane { id: "board", title: "Board".into(), body: Body::Grid(rows) };
        let lines: Vec<String> = draw_pane(&pane)
            .iter()
            .map(|line| line.iter().map(|span| &*span.text).collect())
            .collect();
        assert_eq!(lines, ["  a  b  ", "A C  A+ ", "B .  .  "]);
    }

    #[test]
    fn hidden_cells_of_a_crossword_are_drawn_and_empty_ones_are_not() {
        let row = vec![Cell::new("", Tone::Hidden), Cell::default(), Cell::new("e", Tone::Plain)];
        let pane = Pane { id: "grid", title: "Grid".into(), body: Body::Grid(vec![row]) };
        let line: String = draw_pane(&pane)[0].iter().map(|span| &*span.text).collect();
        assert_eq!(line, "  #   e ");
    }

    #[test]
    fn a_screen_reader_gets_names_and_words() {
        assert_eq!(
            speak(&scene()),
            [
                "Guesses: S off, P, correct, _.",
                "Attempts: 2 of 6.",
                "Points: Ann 3, Bo 0",
                "It rains.",
                "News: wind",
                "Rack: Q."
            ]
        );
    }

    #[test]
    fn text_is_wrapped_between_words_and_keeps_its_indent() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("  one two", 6), ["  one", "  two"]);
        assert_eq!(wrap("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrap("an unbreakable word", 4), ["an", "unbreakable", "word"]);
        assert_eq!(wrap("    far to the right", 2), ["    far", "    to", "    the", "    right"]);
        assert_eq!(wrap("  a b", 0), ["  a", "  b"]);
        assert_eq!(wrap("a   table  of things", 14), ["a   table  of", "things"]);
        assert_eq!(wrap("é é é", 3), ["é é", "é"]);
        assert_eq!(wrap("日本 日本", 4), ["日本", "日本"]);
        assert_eq!(wrap("well-known", 6), ["well-known"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
