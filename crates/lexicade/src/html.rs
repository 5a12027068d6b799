//! Escaping text for SVG and HTML.

/// Escapes markup, and replaces control characters, which are not allowed in such files.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            symbol if symbol.is_control() => safe.push('\u{fffd}'),
            symbol => safe.push(symbol),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escaped("<b a=\"1\">R&D's\0"), "&lt;b a=&quot;1&quot;&gt;R&amp;D&#39;s\u{fffd}");
        assert_eq!(escaped("plain é"), "plain é");
    }
}
