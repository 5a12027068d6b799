//! A manual in a terminal: blocks of Markdown as lines with bold text and headings.

use crate::markdown::{Block, Inline, InlineStyle};
use std::iter::repeat_n;
use textwrap::core::{Fragment, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;

/// How a piece of a line looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextStyle {
    Plain,
    /// Bold text and code, like literal words in a manual page.
    Bold,
    Heading,
    /// A line of a code block.
    Example,
}

/// A line, in pieces of one style each.
pub type StyledLine = Vec<(String, TextStyle)>;

/// A character in its style: the form in which text is wrapped.
type StyledChar = (char, TextStyle);

/// A column of a table gets no narrower than this; a table that is still too wide becomes a list.
const NARROWEST: usize = 12;

/// The columns between two columns of a table.
const GAP: usize = 2;

const BULLET: &str = "• ";

/// The lines of a manual, with an empty one between blocks. Only code blocks can be wider than `width`. Without a
/// width, for a screen reader, nothing is wrapped, and tables are lists.
pub fn lines(blocks: &[Block], width: Option<usize>) -> Vec<StyledLine> {
    let mut manual = Layout { width, lines: Vec::new() };
    for block in blocks {
        if !manual.lines.is_empty() {
            manual.lines.push(Vec::new());
        }
        manual.block(block);
    }
    manual.lines
}

struct Layout {
    width: Option<usize>,
    lines: Vec<StyledLine>,
}

impl Layout {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { text, .. } => {
                let text = styled(text).into_iter().map(|(c, _)| (c, TextStyle::Heading));
                self.wrap("", &text.collect::<Vec<_>>());
            }
            Block::Paragraph { text } => self.wrap("", &styled(text)),
            Block::List { start, items } => {
                for (n, item) in (0..).zip(items) {
                    let mark = start.map_or(BULLET.to_owned(), |start| format!("{}. ", start + n));
                    self.wrap(&mark, &styled(item));
                }
            }
            Block::Table { head, rows } => self.table(head, rows),
            Block::Code { text } => {
                for line in text.lines() {
                    let line = format!("    {line}").trim_end().to_owned();
                    self.lines.push(spans([(line, TextStyle::Example)]));
                }
            }
        }
    }

    /// Adds wrapped text; the first line starts with the mark of a list item, and the others are indented to it.
    fn wrap(&mut self, mark: &str, text: &[StyledChar]) {
        let indent = display_width(mark);
        let room = self.width.map(|width| width.saturating_sub(indent));
        for (n, line) in wrap(text, room).into_iter().enumerate() {
            let before = if n == 0 { mark.to_owned() } else { " ".repeat(indent) };
            let line = line.into_iter().map(|(c, style)| (c.to_string(), style));
            self.lines.push(spans([(before, TextStyle::Plain)].into_iter().chain(line)));
        }
    }

    /// A table in columns, wrapped inside its cells. If the columns would be too narrow, each row becomes a list item.
    fn table(&mut self, head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>]) {
        let cells = |row: &[Vec<Inline>]| row.iter().map(|cell| styled(cell)).collect::<Vec<_>>();
        let mut table: Vec<_> =
            [cells(head)].into_iter().chain(rows.iter().map(|row| cells(row))).collect();
        for (_, style) in table.iter_mut().take(1).flatten().flatten() {
            *style = TextStyle::Bold;
        }
        let Some(widths) = self.width.and_then(|width| column_widths(&table, width)) else {
            let between = [(';', TextStyle::Plain), (' ', TextStyle::Plain)];
            for row in table.iter().skip(1) {
                self.wrap(BULLET, &row.join(&between[..]));
            }
            return;
        };
        for row in &table {
            let cells: Vec<_> =
                row.iter().zip(&widths).map(|(cell, width)| wrap(cell, Some(*width))).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for n in 0..height {
                let mut line: Vec<StyledChar> = Vec::new();
                let mut column = 0_usize;
                for (cell, room) in cells.iter().zip(&widths) {
                    let gap = column.saturating_sub(width(&line));
                    line.extend(repeat_n((' ', TextStyle::Plain), gap));
                    line.extend(cell.get(n).into_iter().flatten());
                    column += room + GAP;
                }
                trim_end(&mut line);
                self.lines.push(spans(line.into_iter().map(|(c, style)| (c.to_string(), style))));
            }
        }
    }
}

fn styled(text: &[Inline]) -> Vec<StyledChar> {
    let style = |piece: &Inline| match piece.style {
        InlineStyle::Bold | InlineStyle::Code => TextStyle::Bold,
        InlineStyle::Plain | InlineStyle::Italic => TextStyle::Plain,
    };
    text.iter().flat_map(|piece| piece.text.chars().map(move |c| (c, style(piece)))).collect()
}

/// A word and the blank after it.
#[derive(Debug)]
struct Word<'a>(&'a [StyledChar]);

impl Fragment for Word<'_> {
    fn width(&self) -> f64 {
        width(self.0) as f64 - self.whitespace_width()
    }

    fn whitespace_width(&self) -> f64 {
        f64::from(u8::from(self.0.last().is_some_and(|(c, _)| *c == ' ')))
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// Lines of whole words; a word that is wider than the room gets its own line.
fn wrap(text: &[StyledChar], room: Option<usize>) -> Vec<Vec<StyledChar>> {
    let words: Vec<_> = text.split_inclusive(|(c, _)| *c == ' ').map(Word).collect();
    let room = room.map_or(f64::INFINITY, |room| room as f64);
    let lines = wrap_first_fit(&words, &[room]);
    let mut lines: Vec<Vec<_>> =
        lines.iter().map(|line| line.iter().flat_map(|word| word.0).copied().collect()).collect();
    lines.iter_mut().for_each(trim_end);
    lines
}

fn trim_end(line: &mut Vec<StyledChar>) {
    while line.last().is_some_and(|(c, _)| *c == ' ') {
        line.pop();
    }
}

fn width(text: &[StyledChar]) -> usize {
    display_width(&text.iter().map(|(c, _)| c).collect::<String>())
}

/// Joins neighbouring pieces of the same style, and leaves out empty ones.
fn spans(pieces: impl IntoIterator<Item = (String, TextStyle)>) -> StyledLine {
    let mut line = StyledLine::new();
    for (text, style) in pieces.into_iter().filter(|(text, _)| !text.is_empty()) {
        match line.last_mut() {
            Some((last, same)) if *same == style => last.push_str(&text),
            _ => line.push((text, style)),
        }
    }
    line
}

/// Widths with which a table fits: the widest columns shrink first. `None` if that makes them too narrow.
fn column_widths(table: &[Vec<Vec<StyledChar>>], room: usize) -> Option<Vec<usize>> {
    let columns = table.first().map_or(0, Vec::len);
    let column = |n: usize| table.iter().filter_map(move |row| row.get(n));
    let word = |cell: &Vec<StyledChar>| cell.split(|(c, _)| *c == ' ').map(width).max();
    let longest_word = |n: usize| column(n).filter_map(word).max().unwrap_or(0);
    let mut widths: Vec<(usize, usize)> = (0..columns)
        .map(|n| {
            (column(n).map(|cell| width(cell)).max().unwrap_or(0), longest_word(n).max(NARROWEST))
        })
        .collect();
    let room = room.checked_sub(GAP * columns.saturating_sub(1))?;
    while widths.iter().map(|(width, _)| width).sum::<usize>() > room {
        let can_shrink = widths.iter_mut().filter(|(width, narrowest)| width > narrowest);
        can_shrink.max()?.0 -= 1;
    }
    Some(widths.into_iter().map(|(width, _)| width).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::blocks;

    fn plain(markdown: &str, width: Option<usize>) -> Vec<String> {
        let line = |line: StyledLine| line.into_iter().map(|(text, _)| text).collect();
        lines(&blocks(markdown), width).into_iter().map(line).collect()
    }

    #[test]
    fn paragraphs_and_lists_are_wrapped_and_lose_their_marks() {
        let markdown = "# Title\n\nOne `two`\nthree **four**.\n\n- an item that\n  goes on\n- next\n\n12. twelve is here\n\nA\n\n    B  C\n";
        assert_eq!(
            plain(markdown, Some(12)),
            [
                "Title",
                "",
                "One two",
                "three four.",
                "",
                "• an item",
                "  that goes",
                "  on",
                "• next",
                "",
                "12. twelve",
                "    is here",
                "",
                "A",
                "",
                "    B  C"
            ]
        );
        assert_eq!(plain("an unbreakable word", Some(4)), ["an", "unbreakable", "word"]);
        assert_eq!(plain("日本語 日本語", Some(8)), ["日本語", "日本語"]);
    }

    #[test]
    fn headings_bold_text_and_code_have_styles() {
        let markdown =
            "## A *b*\n\nx **y `z`** [link](https://example.org) `**`\n\n```\ne\n\nf\n```";
        let shown = lines(&blocks(markdown), Some(80));
        let piece = |text: &str, style| (text.to_owned(), style);
        assert_eq!(shown[0], [piece("A b", TextStyle::Heading)]);
        assert_eq!(
            shown[2],
            [
                piece("x ", TextStyle::Plain),
                piece("y z", TextStyle::Bold),
                piece(" link ", TextStyle::Plain),
                piece("**", TextStyle::Bold)
            ]
        );
        assert_eq!(shown[4], [piece("    e", TextStyle::Example)]);
        assert_eq!(shown[5], []);
    }

    #[test]
    fn a_table_has_aligned_columns_and_a_bold_header() {
        let markdown = "| key | value |\n|---|---|\n| `a` | one two three four |\n| bbbb | x |\n";
        assert_eq!(
            plain(markdown, Some(20)),
            ["key   value", "a     one two three", "      four", "bbbb  x"]
        );
        let shown = lines(&blocks(markdown), Some(20));
        assert!(shown[0].contains(&("value".to_owned(), TextStyle::Bold)));
    }

    #[test]
    fn a_table_is_a_list_on_a_narrow_terminal_and_for_a_screen_reader() {
        let markdown = "| key | value |\n|---|---|\n| a | a long value here |\n";
        assert_eq!(plain(markdown, Some(12)), ["• a; a long", "  value here"]);
        assert_eq!(plain(markdown, None), ["• a; a long value here"]);
    }
}
