//! The words of a puzzle by length: those that can be read, how many are left, and at the end all of them.

use crate::canvas::Canvas;
use crate::text;
use engine::Tone;
use games::wizards::View;
use games::wizards::grid::{COLS, DIAGONAL, GridCell};
use ratatui::style::Style;

/// The words of one length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WordRow {
    length: usize,
    /// Each word, with whether the player has it: always true during play, guessed at the end.
    words: Vec<(String, bool)>,
    left: u32,
}

/// One row per length, from three letters to six, without empty ones.
pub(super) fn rows(view: &View) -> Vec<WordRow> {
    let mut all: Vec<(String, bool)> = match &view.answers {
        None => readable(view).into_iter().map(|word| (word, true)).collect(),
        Some(answers) => {
            let guessed =
                answers.iter().map(|a| (a.word.to_string(), view.found.contains(&a.word)));
            guessed.collect()
        }
    };
    all.sort();
    let left = [view.left.three, view.left.four, view.left.five, view.left.six];
    let of = |length: usize| all.iter().filter(|(word, _)| word.len() == length).cloned().collect();
    let rows = (3..).zip(left).map(|(length, left)| WordRow { length, words: of(length), left });
    rows.filter(|row| row.left > 0 || !row.words.is_empty()).collect()
}

/// All words that can be read. No two words touch, so every run of letters is a word.
fn readable(view: &View) -> Vec<String> {
    let column = |col| view.grid.iter().filter_map(|row| row.chars().nth(col)).collect::<String>();
    let across = view.grid.iter().cloned();
    let lines: Vec<String> = across.chain((0..COLS).map(column)).collect();
    let runs = lines.iter().flat_map(|line| line.split('.')).filter(|run| run.len() > 1);
    let seen =
        |&GridCell(row, col): &GridCell| view.grid.get(usize::from(row))?.chars().nth(col.into());
    let main: String = DIAGONAL.iter().filter_map(seen).collect();
    let words = runs.map(str::to_owned).chain([main]);
    words.filter(|word| !word.contains('#')).map(|word| word.to_ascii_lowercase()).collect()
}

/// The width of the column with the lengths.
const GUTTER: u16 = 3;

impl WordRow {
    /// Draws the row and returns the line after it.
    pub(super) fn draw(&self, over: bool, canvas: &mut Canvas, y: u16) -> u16 {
        let (area, theme) = (canvas.area, canvas.theme);
        canvas.text(area.x, y, &self.length.to_string(), theme.faint());
        let left = match (over, self.left) {
            (true, _) => String::new(),
            (false, 0) => "✓".to_owned(),
            (false, left) => format!("{left} left"),
        };
        canvas.text_right(y, &left, theme.faint());
        let look = |(word, yours): &(String, bool)| match (over, yours) {
            (false, _) => (word.clone(), theme.strong()),
            (true, true) => (format!("✓{word}"), theme.ink(Tone::Good)),
            (true, false) => (format!("·{word}"), theme.ink(Tone::Near)),
        };
        let words: Vec<(String, Style)> = self.words.iter().map(look).collect();
        let room = area.width.saturating_sub(GUTTER + text::width(&left) as u16 + 1);
        flow(&words, canvas, (area.x + GUTTER, y), room)
    }
}

/// Draws words one after the other, in as many lines as they need, and returns the line after them.
fn flow(words: &[(String, Style)], canvas: &mut Canvas, (left, y): (u16, u16), room: u16) -> u16 {
    let (mut x, mut y) = (left, y);
    for (word, style) in words {
        let wide = text::width(word) as u16;
        if x > left && x + wide > left + room {
            (x, y) = (left, y + 1);
        }
        canvas.text(x, y, word, *style);
        x += wide + 1;
    }
    y + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A view in which only the grid matters.
    fn view(grid: &[(usize, &str)]) -> View {
        let mut rows = vec![".".repeat(COLS); 15];
        grid.iter().for_each(|(row, seen)| rows[*row].replace_range(..seen.len(), seen));
        let view = serde_json::json!({
            "rows": 15, "cols": 25, "grid": rows, "letters": "tsaerk", "lives": 1, "points": 0,
            "last": null, "found": [], "wrong": [], "left": {"3": 2, "4": 1, "5": 0, "6": 1},
            "bonus": [], "level": "elder", "status": "playing", "answers": null,
        });
        serde_json::from_value(view).unwrap()
    }

    #[test]
    fn readable_words_are_listed_by_length_and_others_only_counted() {
        let view = view(&[(2, "ask.##T#"), (3, "r..s...."), (4, "tar#....")]);
        let rows = rows(&view);
        let words: Vec<Vec<&str>> =
            rows.iter().map(|row| row.words.iter().map(|(word, _)| &**word).collect()).collect();
        assert_eq!(words, [vec!["art", "ask"], vec![], vec![]]);
        let left: Vec<_> = rows.iter().map(|row| (row.length, row.left)).collect();
        assert_eq!(left, [(3, 2), (4, 1), (6, 1)], "a length without words has no row");
    }
}
