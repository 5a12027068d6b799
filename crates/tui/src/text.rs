//! Text on its way to the screen: without anything that a terminal would obey, without characters whose width
//! terminals disagree about, in lines no wider than their area.

use std::borrow::Cow;
use textwrap::{Options, WordSplitter};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes. Most texts are simple and need not be measured.
pub(crate) fn width(text: &str) -> usize {
    columns(text).unwrap_or_else(|| text.width())
}

/// The columns of a text in which every character takes exactly one, as ASCII and our drawing characters do;
/// `None` for any other text.
pub(crate) fn columns(text: &str) -> Option<usize> {
    let drawn = |c: char| matches!(c, '·' | '–' | '—' | '‘'..='”' | '•' | '…' | '←'..='↓' | '─'..='◐' | '⠀'..='⣿');
    let mut columns = 0;
    for c in text.chars() {
        if !matches!(c, ' '..='~') && !drawn(c) {
            return None;
        }
        columns += 1;
    }
    Some(columns)
}

/// Removes control characters and marks that change the writing direction, and reduces what terminals disagree
/// about, such as joined emoji, to one character.
pub(crate) fn sanitize(text: &str) -> Cow<'_, str> {
    if columns(text).is_some() {
        return Cow::Borrowed(text);
    }
    let plain = |grapheme: &str| -> String {
        let first = grapheme.chars().next().unwrap_or(' ');
        match first.width() {
            None | Some(0) => "?".to_owned(),
            // An accent on its letter does no harm; other joining characters do.
            Some(wide) if grapheme.width() == wide && !grapheme.contains(is_joiner) => {
                grapheme.into()
            }
            Some(_) => first.to_string(),
        }
    };
    Cow::Owned(text.graphemes(true).map(plain).collect())
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{feff}')
}

/// As much of a text as fits, with `…` if it is cut off.
pub(crate) fn fit(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut shown = String::new();
    let mut taken = 0;
    for grapheme in text.graphemes(true) {
        if taken + grapheme.width() + 1 > room {
            break;
        }
        taken += grapheme.width();
        shown.push_str(grapheme);
    }
    if room > 0 {
        shown.push('…');
    }
    shown
}

/// The end of a text, where the player is typing, with `…` if its start is cut off.
pub(crate) fn fit_end(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut rest = text;
    for grapheme in text.graphemes(true) {
        if rest.width() < room {
            break;
        }
        rest = rest.get(grapheme.len()..).unwrap_or_default();
    }
    if room > 0 { format!("…{rest}") } else { String::new() }
}

/// Breaks a text without spaces, such as a path, into lines of at most this width.
pub(crate) fn chunks(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for grapheme in text.graphemes(true) {
        match lines.last_mut() {
            Some(line) if line.width() + grapheme.width() <= room => line.push_str(grapheme),
            _ => lines.push(grapheme.to_owned()),
        }
    }
    lines
}

/// Breaks a text between words into lines of at most this width; a longer word is broken anywhere. All lines get the
/// indentation of the first.
pub(crate) fn wrap(text: &str, room: usize) -> Vec<String> {
    if !text.starts_with(' ') && width(text) <= room {
        return vec![text.trim_end().to_owned()];
    }
    let (indent, text) = text.split_at(text.len() - text.trim_start_matches(' ').len());
    let options = Options::new(room.max(1)).initial_indent(indent).subsequent_indent(indent);
    let options = options.word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// The ASCII character that replaces a symbol.
pub(crate) fn ascii(symbol: &str) -> &'static str {
    match symbol.chars().next().unwrap_or(' ') {
        '─' | '━' | '–' | '—' | '╌' | '╴' | '╶' => "-",
        '│' | '┃' | '▏' => "|",
        '┌'..='╋' | '╭'..='╰' => "+",
        '“' | '”' => "\"",
        '‘' | '’' => "'",
        '·' | '░' | '∙' => ".",
        '•' | '◆' => "*",
        '…' => "~",
        '↑' => "^",
        '↓' => "v",
        '←' | '‹' | '◂' => "<",
        '→' | '›' | '▸' | '➤' => ">",
        '█' | '▇' | '▓' | '■' | '▉'..='▎' => "#",
        '●' => "*",
        '○' | '◐' => "o",
        '✓' => "+",
        '✗' => "x",
        '⠀'..='⣿' => "*",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_a_terminal_obeys_gets_through() {
        for (text, shown) in [
            ("plain", "plain"),
            ("a\x1b[2Jb", "a?[2Jb"),
            ("a\u{9b}b\u{202e}c", "a?b?c"),
            ("日本", "日本"),
            ("e\u{301}", "e\u{301}"),
            ("👩\u{200d}🚀!", "👩!"),
            ("⬜\u{fe0f}", "⬜"),
            ("\u{301}", "?"),
        ] {
            assert_eq!(sanitize(text), shown, "{text:?}");
        }
    }

    #[test]
    fn simple_text_is_as_wide_as_it_is_measured() {
        let simple = (' '..='\u{ffff}').filter(|c| columns(&c.to_string()).is_some());
        let simple: String = simple.collect();
        assert!(simple.contains("abc") && simple.contains("░▒▓"));
        for c in simple.chars() {
            assert_eq!(c.width(), Some(1), "{c:?}");
        }
        assert_eq!(simple.graphemes(true).count(), simple.chars().count());
        assert_eq!(columns(&simple), Some(simple.chars().count()));
        for text in ["日", "e\u{301}", "\x1b"] {
            assert_eq!(columns(text), None, "{text:?}");
        }
    }

    #[test]
    fn lines_fit_their_room() {
        assert_eq!(fit("日本語", 5), "日本…");
        assert_eq!(fit("日本語", 4), "日…");
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!(fit("abc", 0), "");
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("one two ", 9), ["one two"]);
        assert_eq!(wrap("  one two", 6), ["  one", "  two"]);
        assert_eq!(wrap("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert_eq!(wrap("well-known", 9), ["well-know", "n"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn every_symbol_has_a_one_character_ascii_form() {
        for symbol in ["─", "╭", "┼", "…", "█", "⠋", "é", "●"] {
            assert_eq!(ascii(symbol).len(), 1, "{symbol}");
            assert!(ascii(symbol).is_ascii());
        }
    }

    /// Collects the non-ASCII characters of the sources, without comments and tests.
    fn drawn(folder: &std::path::Path, found: &mut Vec<char>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|extension| extension.to_str()) {
                None if path.is_dir() && !path.ends_with("tests") => drawn(&path, found),
                Some("rs") if !path.ends_with("text.rs") => {
                    let source = std::fs::read_to_string(&path).unwrap();
                    let program =
                        source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
                    let lines = program.lines().filter(|line| !line.trim_start().starts_with("//"));
                    found.extend(lines.flat_map(str::chars).filter(|c| !c.is_ascii()));
                }
                Some("md") => {
                    let text = std::fs::read_to_string(&path).unwrap();
                    found.extend(text.chars().filter(|c| !c.is_ascii()));
                }
                _ => {}
            }
        }
    }

    #[test]
    fn every_character_that_is_drawn_has_an_ascii_form() {
        let mut found = Vec::new();
        drawn(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert!(found.contains(&'╶') && found.contains(&'▸') && found.contains(&'✓'));
        for c in found {
            assert_ne!(ascii(&c.to_string()), "?", "{c}");
        }
    }

    #[test]
    fn the_end_of_a_typed_text_stays_visible() {
        for (text, room, shown) in
            [("pets", 4, "pets"), ("my pets", 5, "…pets"), ("日本語", 4, "…語"), ("pets", 0, "")]
        {
            assert_eq!(fit_end(text, room), shown, "{text}");
        }
    }

    #[test]
    fn a_path_is_broken_anywhere() {
        assert_eq!(chunks("/boards/pets.txt", 8), ["/boards/", "pets.txt"]);
        assert_eq!(chunks("日本語.txt", 5), ["日本", "語.tx", "t"]);
        assert_eq!(chunks("", 5), [""]);
    }
}
