//! The rules of a game: headings, lists, examples and tables.

use super::AppPage;
use super::list::ListCursor;
use crate::action::{Effect, KeyBinding, UiAction, list_keys};
use crate::app::PageContext;
use crate::canvas::Canvas;
use crate::text;
use engine::AnyGame;

/// The columns reserved for the percentage read.
const PERCENT_WIDTH: u16 = 6;

pub(crate) struct ManualPage {
    game: &'static dyn AnyGame,
    top: ListCursor,
}

impl ManualPage {
    pub(crate) fn new(game: &'static dyn AnyGame) -> ManualPage {
        ManualPage { game, top: ListCursor::default() }
    }

    /// The lines of the rules, leaving space for the percentage.
    fn lines(&self, width: u16) -> Vec<(LineKind, String)> {
        lines(
            &self.game.info().terminal_manual(),
            usize::from(width.saturating_sub(PERCENT_WIDTH)).min(90),
        )
    }
}

impl AppPage for ManualPage {
    fn title(&self, _: &PageContext) -> String {
        format!("{}: rules", self.game.info().name)
    }

    fn binds(&self, _: &PageContext) -> Vec<KeyBinding> {
        let mut binds = vec![KeyBinding::hint("↑↓", "scroll")];
        binds.extend(list_keys(true));
        binds
    }

    fn update(&mut self, action: UiAction, context: &mut PageContext) -> Vec<Effect> {
        if action == UiAction::Back {
            return vec![Effect::Pop];
        }
        let body = context.body();
        let lines = self.lines(body.width).len();
        self.top.update(&action, lines.saturating_sub(body.height.into()) + 1);
        Vec::new()
    }

    fn draw(&self, _: &PageContext, canvas: &mut Canvas) {
        let (area, theme) = (canvas.area, canvas.theme);
        let lines = self.lines(area.width);
        let room = usize::from(area.height);
        let top = self.top.at.min(lines.len().saturating_sub(room));
        for (y, (kind, line)) in (area.y..area.bottom()).zip(lines.iter().skip(top)) {
            let style = match kind {
                LineKind::Heading => theme.accent(),
                LineKind::Text => theme.text(),
                LineKind::Example => theme.strong(),
            };
            canvas.text(area.x, y, line, style);
        }
        if lines.len() > room {
            let share = (top + room).min(lines.len()) * 100 / lines.len();
            canvas.text_right(area.bottom() - 1, &format!(" {share} %"), theme.faint());
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineKind {
    Heading,
    Text,
    Example,
}

/// Formats Markdown as lines of the screen, without the title, which the page shows already.
pub(crate) fn lines(markdown: &str, width: usize) -> Vec<(LineKind, String)> {
    let mut lines = Vec::new();
    let mut paragraph = String::new();
    let source: Vec<&str> = markdown.lines().collect();
    let mut rows = source.iter().peekable();
    while let Some(line) = rows.next() {
        let heading = line.trim_start_matches('#');
        let item = line.starts_with("- ") || numbered(line);
        let fixed = line.starts_with("    ") || heading.len() < line.len() || line.starts_with('|');
        if fixed || item || line.trim().is_empty() {
            flush(&mut lines, &mut paragraph, width);
        }
        match () {
            () if line.starts_with("# ") => {}
            () if heading.len() < line.len() => {
                lines.push((LineKind::Heading, heading.trim().into()))
            }
            () if line.starts_with("    ") => lines.push((LineKind::Example, (*line).to_owned())),
            () if line.starts_with('|') => {
                let mut table = vec![*line];
                while let Some(row) = rows.next_if(|row| row.starts_with('|')) {
                    table.push(row);
                }
                lines.extend(rows_of(&table, width).into_iter().map(|row| (LineKind::Text, row)));
            }
            () if line.trim().is_empty() => lines.push((LineKind::Text, String::new())),
            () => {
                let gap = if paragraph.is_empty() { "" } else { " " };
                paragraph.push_str(gap);
                paragraph.push_str(line.trim());
            }
        }
    }
    flush(&mut lines, &mut paragraph, width);
    let first = lines.iter().position(|(_, line)| !line.is_empty()).unwrap_or(0);
    lines.drain(..first);
    lines
}

fn numbered(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with(". ")
}

/// Adds a paragraph, or a list item with its lines indented.
fn flush(lines: &mut Vec<(LineKind, String)>, paragraph: &mut String, width: usize) {
    if paragraph.is_empty() {
        return;
    }
    let text = without_markup(paragraph);
    let (mark, rest) = match text.strip_prefix("- ") {
        Some(rest) => ("• ", rest),
        None => ("", text.as_str()),
    };
    let room = width.saturating_sub(text::width(mark));
    for (n, line) in text::wrap(rest, room).into_iter().enumerate() {
        let before = if n == 0 { mark } else { &"  "[..text::width(mark)] };
        lines.push((LineKind::Text, format!("{before}{line}")));
    }
    paragraph.clear();
}

fn without_markup(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

/// Formats a table in columns, or as a list if it is too wide.
fn rows_of(table: &[&str], width: usize) -> Vec<String> {
    let cells = |row: &str| -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| without_markup(cell.trim())).collect()
    };
    let is_rule = |row: &&&str| !row.contains(|c: char| !matches!(c, '|' | '-' | ':' | ' '));
    let rows: Vec<Vec<String>> =
        table.iter().filter(|row| !is_rule(row)).map(|row| cells(row)).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide =
        |col: usize| rows.iter().filter_map(|row| row.get(col)).map(|c| text::width(c)).max();
    let widths: Vec<usize> = (0..columns).map(|col| wide(col).unwrap_or(0)).collect();
    if widths.iter().sum::<usize>() + 2 * columns > width {
        let item = |row: &Vec<String>| text::wrap(&format!("  {}", row.join("; ")), width);
        return rows.iter().skip(1).flat_map(item).collect();
    }
    let row = |row: &Vec<String>| -> String {
        let cell = |(cell, wide): (&String, &usize)| {
            format!("{cell}{}", " ".repeat(wide + 2 - text::width(cell)))
        };
        row.iter().zip(&widths).map(cell).collect::<String>().trim_end().to_owned()
    };
    rows.iter().map(row).map(|row| format!("  {row}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_become_lines_of_the_screen() {
        let markdown = "# Title\n\nOne two\nthree **four**.\n\n## Next\n- an item that\n  goes on\n\n    A  B\n| a | b |\n|---|---|\n| `c` | dd |\n";
        let shown: Vec<_> = lines(markdown, 12).into_iter().map(|(_, line)| line).collect();
        assert_eq!(
            shown,
            [
                "One two",
                "three four.",
                "",
                "Next",
                "• an item",
                "  that goes",
                "  on",
                "",
                "    A  B",
                "  a  b",
                "  c  dd"
            ]
        );
    }

    #[test]
    fn no_line_of_any_rules_is_wider_than_the_screen() {
        for game in games::GAMES {
            for (kind, line) in lines(&game.info().terminal_manual(), 76) {
                assert!(kind == LineKind::Example || text::width(&line) <= 76, "{line}");
            }
        }
    }
}
