//! A scene as lines of text: drawn for eyes, or said for a voice. Colours are the front end's
//! business; here every meaning has a mark, so that nothing hangs on colour.

use crate::scene::{Body, Cell, Pane, Scene, Tone};

/// A piece of a line, in one tone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The text.
    pub text: String,
    /// What it means.
    pub tone: Tone,
}

/// A line of text.
pub type Line = Vec<Span>;

/// A plain line.
pub fn plain(text: impl Into<String>) -> Line {
    vec![Span { text: text.into(), tone: Tone::Plain }]
}

/// The whole scene, drawn.
pub fn draw(scene: &Scene) -> Vec<Line> {
    scene.panes.iter().flat_map(draw_pane).collect()
}

/// One pane, drawn.
pub fn draw_pane(pane: &Pane) -> Vec<Line> {
    match &pane.body {
        Body::Grid(rows) if pane.id == BOARD => lettered(draw_cells(rows, '.')),
        Body::Grid(rows) if pane.id == CROSSWORD => draw_cells(&unmarked(rows), ' '),
        Body::Grid(rows) => draw_cells(rows, '.'),
        Body::Tiles(rows) => draw_cells(rows, ' '),
        Body::Meter { value, of } => vec![plain(format!("{}: {value} of {of}", pane.title))],
        Body::Scores(scores) => {
            let scores: Vec<_> = scores.iter().map(|(who, n)| format!("{who} {n}")).collect();
            vec![plain(format!("{}: {}", pane.title, scores.join(", ")))]
        }
        Body::Text(texts) => texts.iter().map(|text| plain(sentence(&pane.title, text))).collect(),
    }
}

/// The pane of a crossword: an empty cell is none, and capitals say what a mark would.
const CROSSWORD: &str = "grid";

/// Cells whose letters alone say what they mean.
fn unmarked(rows: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let plain = |cell: &Cell| match cell.tone {
        Tone::Hidden => cell.clone(),
        _ => Cell { tone: Tone::Plain, ..cell.clone() },
    };
    rows.iter().map(|row| row.iter().map(plain).collect()).collect()
}

/// The pane whose cells are spoken of by letters: rows `A B C`, columns `a b c`.
const BOARD: &str = "board";

/// A drawn board with the letters of its rows and columns.
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

/// What stands on a cell without colour. What is hidden says so by its text already.
fn face(cell: &Cell, empty: char) -> String {
    match cell.tone {
        Tone::Plain if cell.text.is_empty() => empty.to_string(),
        Tone::Hidden if cell.text.is_empty() => Tone::Hidden.mark().to_string(),
        Tone::Plain | Tone::Hidden => cell.text.to_string(),
        tone => format!("{}{}", cell.text, tone.mark()),
    }
}

/// A sentence speaks for itself; anything shorter needs to be named.
fn sentence(title: &str, text: &str) -> String {
    match text.ends_with(['.', '?', '!']) {
        true => text.to_owned(),
        false => format!("{title}: {text}"),
    }
}

/// The whole scene, said.
pub fn speak(scene: &Scene) -> Vec<String> {
    scene.panes.iter().flat_map(speak_pane).collect()
}

/// One pane, said: a sentence for each row that has something to say.
pub fn speak_pane(pane: &Pane) -> Vec<String> {
    let title = &pane.title;
    match &pane.body {
        Body::Grid(rows) | Body::Tiles(rows) => {
            let spoken = |row: &Vec<Cell>| {
                let names: Vec<_> = row.iter().map(name).filter(|name| !name.is_empty()).collect();
                (!names.is_empty()).then(|| format!("{title}: {}.", names.join(", ")))
            };
            rows.iter().filter_map(spoken).collect()
        }
        Body::Meter { value, of } => vec![format!("{title}: {value} of {of}.")],
        Body::Scores(_) | Body::Text(_) => draw_pane(pane)
            .iter()
            .map(|line| line.iter().map(|span| &*span.text).collect())
            .collect(),
    }
}

/// What a voice says for a cell.
fn name(cell: &Cell) -> String {
    match (cell.name.is_empty(), cell.tone.word()) {
        (false, _) => cell.name.to_string(),
        (true, "") => cell.text.to_string(),
        (true, word) if cell.text.is_empty() => word.to_owned(),
        (true, word) => format!("{} {word}", cell.text),
    }
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
    fn every_meaning_has_a_mark() {
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
    fn what_is_hidden_says_so_by_its_text_or_by_its_mark() {
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
    fn what_is_hidden_is_drawn_and_what_is_no_cell_is_not() {
        let row = vec![Cell::new("", Tone::Hidden), Cell::default(), Cell::new("e", Tone::Plain)];
        let pane = Pane { id: "grid", title: "Grid".into(), body: Body::Grid(vec![row]) };
        let line: String = draw_pane(&pane)[0].iter().map(|span| &*span.text).collect();
        assert_eq!(line, "  #   e ");
    }

    #[test]
    fn a_voice_says_names_and_words() {
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
}
