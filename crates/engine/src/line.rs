//! Cleaning text from outside. Every line that reaches a game passes through [`clean`]. The characters that stand for
//! seats in sentences count as control characters, so that nobody outside can write one.

use crate::names::is_mention;
use crate::{Code, Refusal};

/// The longest line that is accepted, in bytes.
pub const MAX_BYTES: usize = 4096;

/// Turns bytes into a line for a game: UTF-8 without control characters, without spaces at either end, with single
/// spaces inside. A final carriage return is dropped. The line may be empty.
pub fn clean(bytes: &[u8]) -> Result<String, Refusal> {
    let refuse = |text: &str| Err(Refusal::new(Code::Text, text));
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    if bytes.len() > MAX_BYTES {
        return refuse("This line is too long. It may have at most 4,096 bytes.");
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return refuse("A line must be UTF-8 text.");
    };
    if text.chars().any(is_control) {
        return refuse("A line can't contain control characters.");
    }
    Ok(squeeze(text))
}

/// Removes spaces at both ends and makes inner ones single.
fn squeeze(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Is this a control character, or one that stands for a seat?
fn is_control(c: char) -> bool {
    c.is_control() || is_mention(c)
}

/// Is this a control character other than a newline, a tab or a carriage return?
fn is_stray(c: char) -> bool {
    is_control(c) && !matches!(c, '\n' | '\t' | '\r')
}

/// The number, from 1, of the first line that contains a control character other than a tab or a carriage return.
pub fn stray_control(text: &str) -> Option<usize> {
    let (before, _) = text.split_once(is_stray)?;
    Some(1 + before.matches('\n').count())
}

/// The text without control characters, except newlines, tabs and carriage returns.
pub fn without_stray_controls(text: String) -> String {
    match stray_control(&text) {
        Some(_) => text.replace(is_stray, ""),
        None => text,
    }
}

/// The start of a text from outside, safe to quote in a message: control characters, which a terminal would obey, are
/// replaced.
pub fn quote(text: &str) -> String {
    const SHOWN: usize = 24;
    let mut shown: String =
        text.chars().take(SHOWN).map(|c| if is_control(c) { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(bytes: &[u8]) -> &'static str {
        clean(bytes).unwrap_err().code.as_str()
    }

    #[test]
    fn control_characters_are_found_and_removed() {
        assert_eq!(stray_control("a\n\tb\r\n"), None);
        assert_eq!(stray_control("a\nb\u{1b}[0m"), Some(2));
        assert_eq!(without_stray_controls("a\nb\tc".into()), "a\nb\tc");
        assert_eq!(without_stray_controls("a\0\nb\u{7f}".into()), "a\nb");
    }

    #[test]
    fn spaces_and_a_final_carriage_return_dont_matter() {
        assert_eq!(clean(b"  guess   crane \r").unwrap(), "guess crane");
        assert_eq!(clean(b"   ").unwrap(), "");
        assert_eq!(clean("a\u{a0}b".as_bytes()).unwrap(), "a\u{a0}b");
    }

    #[test]
    fn invalid_text_is_refused() {
        for bytes in [
            &b"\xff"[..],
            b"a\0b",
            b"a\tb",
            b"a\rb",
            b"\x1b[2J",
            "\u{85}".as_bytes(),
            "\u{f0001}".as_bytes(),
        ] {
            assert_eq!(code(bytes), "house.text");
        }
        assert_eq!(code(&[b'a'; 4097]), "house.text");
        assert_eq!(clean(&[b'a'; 4096]).unwrap().len(), 4096);
        assert_eq!(clean(format!("{}\r", "a".repeat(4096)).as_bytes()).unwrap().len(), 4096);
    }

    #[test]
    fn control_characters_in_a_board_file_are_found_by_line_and_removed() {
        let text = "6 x 6\r\nAa H\tCAT\n\u{1b}[2J\0";
        assert_eq!(stray_control(text), Some(3));
        assert_eq!(without_stray_controls(text.into()), "6 x 6\r\nAa H\tCAT\n[2J");
        assert_eq!(stray_control("6 x 6\r\nAa H\tCAT\n"), None);
    }

    #[test]
    fn a_quote_is_short_and_has_no_control_characters() {
        assert_eq!(quote("crane"), "crane");
        assert_eq!(quote("\x1b[2J"), "\u{fffd}[2J");
        assert_eq!(quote("\u{f0001} wins"), "\u{fffd} wins");
        assert_eq!(quote(&"é".repeat(25)), format!("{}…", "é".repeat(24)));
    }
}
