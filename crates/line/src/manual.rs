//! The rules of a game in a terminal: Markdown as lines with bold text and underlined headings, or as plain text
//! without any Markdown marks. It understands what the rules use: headings, paragraphs, lists, tables, code, bold text
//! and links.

use std::iter::repeat_n;

/// How a piece of text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextStyle {
    Plain,
    /// Bold text and code, like literal words in a manual page.
    Bold,
    /// Bold and underlined.
    Heading,
}

/// A piece of a line in one style.
pub(crate) type StyledText = (String, TextStyle);

/// A character in its style: the form in which text is wrapped.
type StyledChar = (char, TextStyle);

/// A column of a table gets no narrower than this; a table that is still too wide becomes a list.
const NARROWEST: usize = 12;

/// The columns between two columns of a table.
const GAP: usize = 2;

/// The lines of a manual. Only code blocks can be wider than `width`. Without a width, for a screen reader, nothing is
/// wrapped, and tables are lists.
pub(crate) fn lines(markdown: &str, width: Option<usize>) -> Vec<Vec<StyledText>> {
    let mut manual = Manual { width, lines: Vec::new(), paragraph: String::new() };
    let mut source = markdown.lines().peekable();
    while let Some(line) = source.next() {
        let text = line.trim();
        let heading = text.trim_start_matches('#');
        if text.starts_with("```") {
            manual.flush();
            for code in source.by_ref().take_while(|code| !code.trim().starts_with("```")) {
                manual.code(format!("    {code}").trim_end());
            }
        } else if text.is_empty() {
            manual.flush();
            manual.blank();
        } else if line.starts_with("    ") && manual.paragraph.is_empty() {
            manual.code(line.trim_end());
        } else if heading.len() < text.len() && heading.starts_with(' ') {
            manual.flush();
            manual.wrap("", styled(heading.trim(), TextStyle::Heading));
        } else if text.starts_with('|') {
            manual.flush();
            let mut rows = vec![text];
            while let Some(row) = source.next_if(|row| row.trim().starts_with('|')) {
                rows.push(row.trim());
            }
            manual.table(&rows);
        } else {
            if item(line).is_some() {
                manual.flush();
                manual.paragraph.push_str(line.trim_end());
                continue;
            }
            let gap = if manual.paragraph.is_empty() { "" } else { " " };
            manual.paragraph.push_str(gap);
            manual.paragraph.push_str(text);
        }
    }
    manual.flush();
    while manual.lines.last().is_some_and(Vec::is_empty) {
        manual.lines.pop();
    }
    manual.lines
}

struct Manual {
    width: Option<usize>,
    lines: Vec<Vec<StyledText>>,
    /// The paragraph or list item that the next line may continue.
    paragraph: String,
}

impl Manual {
    /// One blank line, however many the source has.
    fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(Vec::new());
        }
    }

    fn code(&mut self, line: &str) {
        self.lines.push(vec![(line.to_owned(), TextStyle::Plain)]);
    }

    /// Ends the paragraph. The lines of a list item are indented to its first word.
    fn flush(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        if paragraph.is_empty() {
            return;
        }
        match item(&paragraph) {
            Some((mark, text)) => self.wrap(&mark, inline(text)),
            None => self.wrap("", inline(&paragraph)),
        }
    }

    /// Adds wrapped text; the first line starts with the mark of a list item.
    fn wrap(&mut self, mark: &str, text: Vec<StyledChar>) {
        let indent = mark.chars().count();
        let room = self.width.map(|width| width.saturating_sub(indent));
        for (n, line) in wrap(&text, room).into_iter().enumerate() {
            let before = if n == 0 { mark.to_owned() } else { " ".repeat(indent) };
            self.lines.push(spans(styled(&before, TextStyle::Plain).into_iter().chain(line)));
        }
    }

    /// A table in columns, wrapped inside its cells. If the columns would be too narrow, each row becomes a list item.
    fn table(&mut self, rows: &[&str]) {
        let is_rule = |row: &str| row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
        let has_header = rows.get(1).is_some_and(|row| is_rule(row));
        let mut table = Vec::new();
        for (n, row) in rows.iter().filter(|row| !is_rule(row)).enumerate() {
            let mut cells: Vec<_> =
                row.trim_matches('|').split('|').map(|cell| inline(cell.trim())).collect();
            if n == 0 && has_header {
                cells.iter_mut().flatten().for_each(|(_, style)| *style = TextStyle::Bold);
            }
            table.push(cells);
        }
        let Some(widths) = self.width.and_then(|width| column_widths(&table, width)) else {
            let joined = |row: &Vec<Vec<StyledChar>>| row.join(&styled("; ", TextStyle::Plain)[..]);
            let rows: Vec<_> = table.iter().skip(usize::from(has_header)).map(joined).collect();
            return rows.into_iter().for_each(|row| self.wrap(BULLET, row));
        };
        for row in &table {
            let cells: Vec<_> =
                row.iter().zip(&widths).map(|(cell, width)| wrap(cell, Some(*width))).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for n in 0..height {
                let mut line: Vec<StyledChar> = Vec::new();
                let mut column = 0_usize;
                for (cell, width) in cells.iter().zip(&widths) {
                    line.extend(repeat_n(
                        (' ', TextStyle::Plain),
                        column.saturating_sub(line.len()),
                    ));
                    line.extend(cell.get(n).into_iter().flatten());
                    column += width + GAP;
                }
                while line.last().is_some_and(|(c, _)| *c == ' ') {
                    line.pop();
                }
                self.lines.push(spans(line));
            }
        }
    }
}

const BULLET: &str = "• ";

/// The mark and the text of a list item: `- text`, `* text` or `1. text`, perhaps indented.
fn item(line: &str) -> Option<(String, &str)> {
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    if let Some(text) = text.strip_prefix("- ").or(text.strip_prefix("* ")) {
        return Some((format!("{indent}{BULLET}"), text));
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &text[..text.len() - rest.len()];
    let text = rest.strip_prefix(". ").filter(|_| !number.is_empty())?;
    Some((format!("{indent}{number}. "), text))
}

/// Text with bold parts, code and links, without their marks.
fn inline(text: &str) -> Vec<StyledChar> {
    let mut shown = Vec::new();
    let mut bold = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let style = if bold { TextStyle::Bold } else { TextStyle::Plain };
        if let Some((code, after)) = rest.strip_prefix('`').and_then(|code| code.split_once('`')) {
            shown.extend(styled(code, TextStyle::Bold));
            rest = after;
        } else if let Some(after) = rest.strip_prefix("**") {
            bold = !bold;
            rest = after;
        } else if let Some((label, after)) = link(rest) {
            shown.extend(styled(label, style));
            rest = after;
        } else {
            shown.push((first, style));
            rest = &rest[first.len_utf8()..];
        }
    }
    shown
}

/// The label of a link at the start of a text, and the text after it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (label, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (_, after) = rest.split_once(')')?;
    (!label.contains(']')).then_some((label, after))
}

fn styled(text: &str, style: TextStyle) -> Vec<StyledChar> {
    text.chars().map(|c| (c, style)).collect()
}

/// Lines of whole words; a word that is wider than the room gets its own line.
fn wrap(text: &[StyledChar], room: Option<usize>) -> Vec<Vec<StyledChar>> {
    let mut lines: Vec<Vec<StyledChar>> = Vec::new();
    let words = text.split_inclusive(|(c, _)| *c == ' ');
    for word in words {
        let visible = word.iter().filter(|(c, _)| *c != ' ').count();
        if visible == 0 {
            continue;
        }
        match lines.last_mut() {
            Some(line) if room.is_none_or(|room| line.len() + visible <= room) => line.extend(word),
            _ => lines.push(word.to_vec()),
        }
    }
    for line in &mut lines {
        while line.last().is_some_and(|(c, _)| *c == ' ') {
            line.pop();
        }
    }
    lines
}

/// Joins neighbouring characters of the same style.
fn spans(text: impl IntoIterator<Item = StyledChar>) -> Vec<StyledText> {
    let mut spans: Vec<StyledText> = Vec::new();
    for (c, style) in text {
        match spans.last_mut() {
            Some((text, last)) if *last == style => text.push(c),
            _ => spans.push((c.to_string(), style)),
        }
    }
    spans
}

/// Widths with which a table fits: the widest columns shrink first. `None` if that makes them too narrow.
fn column_widths(table: &[Vec<Vec<StyledChar>>], width: usize) -> Option<Vec<usize>> {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let column = |n: usize| table.iter().filter_map(move |row| row.get(n));
    let word = |cell: &Vec<StyledChar>| cell.split(|(c, _)| *c == ' ').map(<[_]>::len).max();
    let longest_word = |n: usize| column(n).filter_map(word).max().unwrap_or(0);
    let mut widths: Vec<(usize, usize)> = (0..columns)
        .map(|n| (column(n).map(Vec::len).max().unwrap_or(0), longest_word(n).max(NARROWEST)))
        .collect();
    let room = width.checked_sub(GAP * columns.saturating_sub(1))?;
    while widths.iter().map(|(width, _)| width).sum::<usize>() > room {
        let can_shrink = widths.iter_mut().filter(|(width, narrowest)| width > narrowest);
        can_shrink.max()?.0 -= 1;
    }
    Some(widths.into_iter().map(|(width, _)| width).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(markdown: &str, width: Option<usize>) -> Vec<String> {
        let line = |line: Vec<StyledText>| line.into_iter().map(|(text, _)| text).collect();
        lines(markdown, width).into_iter().map(line).collect()
    }

    #[test]
    fn paragraphs_and_lists_are_wrapped_and_lose_their_marks() {
        let markdown = "# Title\n\nOne `two`\nthree **four**.\n\n- an item that\n  goes on\n- next\n\n12. twelve is here\n\n    A  B\n";
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
                "    A  B"
            ]
        );
    }

    #[test]
    fn headings_bold_text_and_code_have_styles() {
        let shown = lines("## A *b*\n\nx **y `z`** [link](https://example.org) `**`\n", Some(80));
        let piece = |text: &str, style| (text.to_owned(), style);
        assert_eq!(shown[0], [piece("A *b*", TextStyle::Heading)]);
        assert_eq!(
            shown[2],
            [
                piece("x ", TextStyle::Plain),
                piece("y z", TextStyle::Bold),
                piece(" link ", TextStyle::Plain),
                piece("**", TextStyle::Bold)
            ]
        );
    }

    #[test]
    fn code_blocks_stay_as_they_are() {
        assert_eq!(
            plain("```\na  **b**\n\n# c\n```\nd", Some(4)),
            ["    a  **b**", "", "    # c", "d"]
        );
    }

    #[test]
    fn a_table_has_aligned_columns_and_a_bold_header() {
        let markdown = "| key | value |\n|---|---|\n| `a` | one two three four |\n| bbbb | x |\n";
        assert_eq!(
            plain(markdown, Some(20)),
            ["key   value", "a     one two three", "      four", "bbbb  x"]
        );
        assert_eq!(plain("| one two three | x |\n", Some(15)), ["one two       x", "three"]);
        assert!(lines(markdown, Some(20))[0].contains(&("value".to_owned(), TextStyle::Bold)));
    }

    #[test]
    fn a_table_is_a_list_on_a_narrow_terminal_and_for_a_screen_reader() {
        let markdown = "| key | value |\n|---|---|\n| a | a long value here |\n";
        assert_eq!(plain(markdown, Some(12)), ["• a; a long", "  value here"]);
        assert_eq!(plain(markdown, None), ["• a; a long value here"]);
    }

    #[test]
    fn the_rules_of_all_games_have_no_marks_left_and_fit() {
        for game in games::GAMES {
            for width in [40, 80] {
                for line in plain(&game.info().terminal_manual(), Some(width)) {
                    if !line.starts_with("    ") {
                        assert!(line.chars().count() <= width, "{line}");
                        assert!(!line.contains(['`', '|', '#']) && !line.contains("**"), "{line}");
                    }
                }
            }
        }
    }
}
