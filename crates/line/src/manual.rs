//! A game's rules for a terminal: paragraphs as wide as it is; headings, lists and examples stay what they
//! are, and so do tables that fit.

use crate::draw;

/// The rules, no wider than this where they are prose.
pub fn manual(markdown: &str, width: usize) -> String {
    let mut text = String::new();
    let mut paragraph = String::new();
    for line in markdown.lines() {
        let fixed =
            line.trim().is_empty() || line.starts_with("    ") || line.starts_with(['#', '|']);
        let begins = fixed || line.starts_with("- ") || starts_with_number(line);
        if begins {
            flush(&mut text, &mut paragraph, width);
        }
        if line.starts_with('|') {
            row(&mut text, line, width);
        } else if fixed {
            text.push_str(line);
            text.push('\n');
        } else {
            let gap = if paragraph.is_empty() { "" } else { " " };
            paragraph.push_str(gap);
            paragraph.push_str(line.trim());
        }
    }
    flush(&mut text, &mut paragraph, width);
    text
}

/// A row of a table that is too wide is written as prose, its cells one after the other.
fn row(text: &mut String, line: &str, width: usize) {
    if line.chars().count() <= width {
        text.push_str(line);
        text.push('\n');
        return;
    }
    let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
    let mut paragraph = format!("- {}", cells.join("; "));
    flush(text, &mut paragraph, width);
}

/// `1. `
fn starts_with_number(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with(". ")
}

/// Writes a paragraph; the lines of an item of a list stand below its first word.
fn flush(text: &mut String, paragraph: &mut String, width: usize) {
    if paragraph.is_empty() {
        return;
    }
    let (mark, rest) = match paragraph.strip_prefix("- ") {
        Some(rest) => ("- ", rest),
        None => ("", paragraph.as_str()),
    };
    for (n, line) in draw::wrap(rest, width.saturating_sub(mark.len())).iter().enumerate() {
        text.push_str(if n == 0 { mark } else { &"  "[..mark.len()] });
        text.push_str(line);
        text.push('\n');
    }
    paragraph.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_filled_and_the_rest_stays() {
        let markdown = "# Title\n\nOne two\nthree four.\n- an item that\n  goes on\n- next\n\n    A  B\n| a | b |\n";
        assert_eq!(
            manual(markdown, 12),
            "# Title\n\nOne two\nthree four.\n- an item\n  that goes\n  on\n- next\n\n    A  B\n| a | b |\n"
        );
    }

    #[test]
    fn a_row_that_is_too_wide_becomes_prose() {
        assert_eq!(manual("| one | two three four |\n", 12), "- one; two\n  three four\n");
    }
}
