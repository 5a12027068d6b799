//! Draws a scene as lines for a terminal: the grid on the left, everything else beside it if there is room, so that a
//! turn fits on a screen of 80 by 24. Marks say what cells mean, with or without colours.

use engine::scene::Text;
use engine::text::{self, Line, Span, draw_pane, plain};
use engine::{Body, Cell, Pane, Scene, Tone};

/// The width for output on terminals that are not narrower.
pub(crate) const WIDTH: usize = 80;

/// The columns between the grid and the panes beside it.
const GAP: usize = 2;

/// The smallest width for panes beside the grid.
const NARROWEST: usize = 16;

/// The whole scene in a width. Leaves out the sentences in `said`, which were just shown.
pub(crate) fn scene(scene: &Scene, said: &[String], room: usize) -> Vec<Line> {
    let is_grid = |pane: &&Pane| matches!(pane.body, Body::Grid(_));
    let grid: Vec<Line> = scene.panes.iter().filter(is_grid).flat_map(|p| pane(p, room)).collect();
    let taken = grid.iter().map(width).max().unwrap_or(0) + GAP;
    let beside = room.checked_sub(taken).filter(|room| *room >= NARROWEST);
    let side = |room: usize| -> Vec<Line> {
        let rest = scene.panes.iter().filter(|pane| !is_grid(pane));
        let new = |line: &Line| !said.iter().any(|said| *line == plain(said.as_str()));
        rest.flat_map(|rest| unwrapped(rest, room))
            .filter(new)
            .flat_map(|line| wrap_line(line, room))
            .collect()
    };
    match beside {
        Some(room) if !grid.is_empty() => join(grid, side(room), taken),
        _ => [grid, side(room)].concat(),
    }
}

/// One pane, no wider than `room`.
pub(crate) fn pane(pane: &Pane, room: usize) -> Vec<Line> {
    unwrapped(pane, room).into_iter().flat_map(|line| wrap_line(line, room)).collect()
}

fn unwrapped(pane: &Pane, room: usize) -> Vec<Line> {
    match &pane.body {
        Body::Grid(rows) if pane.id == "grid" => rows.iter().map(|row| crossword(row)).collect(),
        Body::Grid(rows) if pane.id == "cave" => numbered(rows),
        Body::Tiles(rows) => tiles(&pane.title, rows, room),
        Body::Text(texts) if texts.len() > 1 && !texts.iter().any(|text| is_sentence(text)) => {
            listed(&pane.title, texts)
        }
        Body::Grid(rows) if rows.iter().flatten().all(|cell| cell.tone == Tone::Plain) => {
            draw_pane(pane).into_iter().map(painted).collect()
        }
        _ => draw_pane(pane),
    }
}

/// Highlights letters on a grid in which no cell has a tone.
fn painted(mut line: Line) -> Line {
    for span in line.iter_mut().skip(1) {
        if span.text.chars().all(|c| c.is_ascii_uppercase()) {
            span.tone = Tone::Good;
        }
    }
    line
}

/// Is it a sentence? Then it needs no title.
fn is_sentence(text: &str) -> bool {
    text.ends_with(['.', '?', '!'])
}

/// Several short texts under their title.
fn listed(title: &str, texts: &[Text]) -> Vec<Line> {
    let title = plain(format!("{title}:"));
    [title].into_iter().chain(texts.iter().map(|text| plain(format!("  {text}")))).collect()
}

/// A row of a crossword. Empty cells are blank, and capitals replace the marks.
fn crossword(row: &[Cell]) -> Line {
    let letter = |cell: &Cell| match cell.tone {
        Tone::Hidden => Span { text: Tone::Hidden.mark().into(), tone: Tone::Hidden },
        tone if cell.text.is_empty() => Span { text: " ".into(), tone },
        tone => Span { text: cell.text.to_string(), tone },
    };
    row.iter().flat_map(|cell| [blank(1), letter(cell)]).collect()
}

/// A cave with numbered rows and columns, because sentences name cells by them.
fn numbered(rows: &[Vec<Cell>]) -> Vec<Line> {
    const CELL: usize = 6;
    let columns = rows.first().map_or(0, Vec::len);
    let head: String = (1..=columns).map(|n| format!("{n:<CELL$}")).collect();
    let mut lines = vec![plain(format!("    {head}"))];
    for (n, row) in (1..).zip(rows) {
        let mut line = plain(format!("  {n} "));
        for cell in row {
            let text = marked(cell);
            let room = CELL.saturating_sub(text.chars().count());
            line.extend([Span { text, tone: cell.tone }, blank(room)]);
        }
        lines.push(line);
    }
    lines
}

/// Tiles. A single row follows its title. A keyboard has its rows indented like a real one, and only its letters.
fn tiles(title: &str, rows: &[Vec<Cell>], room: usize) -> Vec<Line> {
    let spaced = |wide: usize, row: &[Cell]| -> Line {
        let keys = row.iter().filter(|cell| cell.text.chars().count() == 1);
        keys.flat_map(|cell| {
            let text = marked(cell);
            let space = wide.saturating_sub(text.chars().count());
            [Span { text, tone: cell.tone }, blank(space)]
        })
        .collect()
    };
    if let [row] = rows {
        let plain_row = row.iter().all(|cell| cell.tone == Tone::Plain);
        let wide = if plain_row || 3 * row.len() > room { 2 } else { 3 };
        let row = spaced(wide, row);
        let mut line = plain(format!("{title}: "));
        if width(&line) + width(&row) <= room {
            line.extend(row);
            return vec![line];
        }
        return vec![line, [vec![blank(2)], row].concat()];
    }
    let indented = |(n, row): (usize, &Vec<Cell>)| [vec![blank(n)], spaced(3, row)].concat();
    rows.iter().enumerate().map(indented).collect()
}

fn marked(cell: &Cell) -> String {
    match cell.tone {
        Tone::Plain | Tone::Hidden => cell.text.to_string(),
        tone => format!("{}{}", cell.text, tone.mark()),
    }
}

/// Puts two blocks of lines side by side; the second starts in this column.
fn join(left: Vec<Line>, right: Vec<Line>, place: usize) -> Vec<Line> {
    let rows = left.len().max(right.len());
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let row = |_| {
        let mut line = left.next().unwrap_or_default();
        if let Some(beside) = right.next() {
            line.push(blank(place.saturating_sub(width(&line))));
            line.extend(beside);
        }
        line
    };
    (0..rows).map(row).collect()
}

fn blank(width: usize) -> Span {
    Span { text: " ".repeat(width), tone: Tone::Plain }
}

fn width(line: &Line) -> usize {
    line.iter().map(|span| text::width(&span.text)).sum()
}

/// Wraps a line of plain text between words; leaves a line with tones as it is.
fn wrap_line(line: Line, room: usize) -> Vec<Line> {
    match line.as_slice() {
        [Span { text, tone: Tone::Plain }] => {
            text::wrap(text, room).into_iter().map(plain).collect()
        }
        _ => vec![line],
    }
}

/// One pane for a screen reader, without its empty cells.
pub(crate) fn spoken(pane: &Pane) -> Vec<String> {
    let (Body::Grid(rows) | Body::Tiles(rows)) = &pane.body else {
        return engine::text::speak_pane(pane);
    };
    if pane.id == "grid" {
        return spoken_crossword(rows);
    }
    let keyboard = pane.id == "keys";
    let says_something = |cell: &&Cell| match cell.tone {
        Tone::Plain => !keyboard && !cell.text.is_empty(),
        Tone::Hidden => cell.text.is_empty(),
        _ => true,
    };
    let row = |row: &Vec<Cell>| {
        let names: Vec<Text> = row.iter().filter(says_something).map(name).collect();
        (!names.is_empty()).then(|| format!("{}: {}.", pane.title, names.join("; ")))
    };
    rows.iter().filter_map(row).collect()
}

/// A crossword for a screen reader: the start, direction and visible letters of each word.
fn spoken_crossword(rows: &[Vec<Cell>]) -> Vec<String> {
    let cell = |row: usize, col: usize| {
        let cell = rows.get(row).and_then(|row| row.get(col));
        cell.filter(|cell| cell.tone == Tone::Hidden || !cell.text.is_empty())
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let places = || (0..rows.len()).flat_map(|row| (0..columns).map(move |col| (row, col)));
    let mut words = Vec::new();
    for (way, down, right) in [("across", 0, 1), ("down", 1, 0)] {
        for (row, col) in places() {
            let before = row.checked_sub(down).zip(col.checked_sub(right));
            if before.is_some_and(|(row, col)| cell(row, col).is_some()) {
                continue;
            }
            let run: Vec<&str> = (0..)
                .map_while(|n| cell(row + n * down, col + n * right))
                .map(|cell| if cell.tone == Tone::Hidden { "blank" } else { &*cell.text })
                .collect();
            if run.len() > 1 {
                let (row, col, length) = (row + 1, col + 1, run.len());
                let run = match run.iter().all(|letter| *letter == "blank") {
                    true => format!("{length} hidden letters"),
                    false => run.join(", "),
                };
                words.push(format!("Row {row}, column {col}, {way}: {run}."));
            }
        }
    }
    let capital = |cell: &&Cell| cell.text.starts_with(|c: char| c.is_ascii_uppercase());
    let diagonal: Vec<&str> =
        rows.iter().flatten().filter(capital).map(|cell| &*cell.text).collect();
    if !diagonal.is_empty() {
        words.push(format!("Capitals on the diagonal, from the top: {}.", diagonal.join(", ")));
    }
    words
}

fn name(cell: &Cell) -> Text {
    match (cell.name.is_empty(), cell.tone) {
        (false, _) => cell.name.clone(),
        (true, Tone::Plain) => cell.text.clone(),
        (true, Tone::Hidden) => "hidden".into(),
        (true, tone) => format!("{}, {}", cell.text, tone.word()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(lines: &[Line]) -> Vec<String> {
        let line = |line: &Line| line.iter().map(|span| &*span.text).collect::<String>();
        lines.iter().map(|l| line(l).trim_end().to_owned()).collect()
    }

    fn grid(id: &'static str, cols: usize) -> Pane {
        let row = vec![Cell::new("A", Tone::Good); cols];
        Pane { id, title: "Grid".into(), body: Body::Grid(vec![row]) }
    }

    fn sentences(texts: &[&'static str]) -> Pane {
        let texts = texts.iter().map(|text| (*text).into()).collect();
        Pane { id: "news", title: "News".into(), body: Body::Text(texts) }
    }

    #[test]
    fn a_crossword_is_read_word_by_word_and_its_diagonal_last() {
        let shown = |text: &'static str| Cell::new(text, Tone::Plain);
        let hidden = || Cell::new("", Tone::Hidden);
        let rows = vec![vec![shown("C"), shown("a")], vec![hidden(), shown("T")]];
        let pane = Pane { id: "grid", title: "Grid".into(), body: Body::Grid(rows) };
        assert_eq!(
            spoken(&pane),
            [
                "Row 1, column 1, across: C, a.",
                "Row 2, column 1, across: blank, T.",
                "Row 1, column 1, down: C, blank.",
                "Row 1, column 2, down: a, T.",
                "Capitals on the diagonal, from the top: C, T.",
            ]
        );
    }

    #[test]
    fn panes_are_drawn_beside_the_grid_where_there_is_room() {
        let panes = vec![grid("rows", 2), sentences(&["It rains.", "It pours."])];
        let shown = Scene { panes, ..Scene::default() };
        assert_eq!(
            text(&scene(&shown, &[], WIDTH)),
            ["  A+ A+   It rains.", "          It pours."]
        );
        assert_eq!(text(&scene(&shown, &["It rains.".into()], WIDTH)), ["  A+ A+   It pours."]);
    }

    #[test]
    fn panes_are_drawn_below_a_wide_grid() {
        let panes = vec![grid("rows", 24), sentences(&["It rains."])];
        let lines = text(&scene(&Scene { panes, ..Scene::default() }, &[], WIDTH));
        assert_eq!(lines.last().map(String::as_str), Some("It rains."));
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn hidden_words_of_a_crossword_are_counted() {
        let row = |text: &str| -> Vec<Cell> {
            let cell = |c: char| match c {
                '#' => Cell::new("", Tone::Hidden),
                '.' => Cell::default(),
                c => Cell::new(c.to_string(), Tone::Plain),
            };
            text.chars().map(cell).collect()
        };
        let body = Body::Grid(vec![row(".#a"), row("..#"), row("##.")]);
        let pane = Pane { id: "grid", title: "Grid".into(), body };
        assert_eq!(
            spoken(&pane),
            [
                "Row 1, column 2, across: blank, a.",
                "Row 3, column 1, across: 2 hidden letters.",
                "Row 1, column 3, down: a, blank."
            ]
        );
    }

    #[test]
    fn a_screen_reader_skips_empty_cells() {
        let row = vec![Cell::default(), Cell::new("Q", Tone::Plain), Cell::new("E", Tone::Off)];
        let keys = Pane { id: "keys", title: "Keys".into(), body: Body::Tiles(vec![row.clone()]) };
        assert_eq!(spoken(&keys), ["Keys: E, off."]);
        let rack = Pane { id: "rack", title: "Rack".into(), body: Body::Tiles(vec![row]) };
        assert_eq!(spoken(&rack), ["Rack: Q; E, off."]);
        assert!(
            spoken(&Pane { body: Body::Tiles(vec![vec![Cell::default()]]), ..rack }).is_empty()
        );
    }
}
