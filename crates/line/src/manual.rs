//! A game's rules for a terminal: paragraphs as wide as it is; headings, tables, lists and examples stay
//! what they are.

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
        if fixed {
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
}
