//! The text in a file that a person reads: all of a document, and the comments and string literals of code.

/// Some text from consecutive lines, with single blanks between words.
pub(crate) struct Passage {
    pub(crate) text: String,
    /// Where each line begins in the text.
    lines: Vec<(usize, usize)>,
}

impl Passage {
    pub(crate) fn of(line: usize, text: &str) -> Passage {
        let mut passage = Passage { text: String::new(), lines: Vec::new() };
        passage.add(line, text);
        passage
    }

    fn add(&mut self, line: usize, text: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.lines.push((self.text.len(), line));
        self.text += &text.split_whitespace().collect::<Vec<_>>().join(" ");
    }

    /// The line in the file of a place in the text.
    pub(crate) fn line_at(&self, at: usize) -> usize {
        self.lines.iter().rev().find(|(start, _)| *start <= at).map_or(0, |(_, line)| *line)
    }
}

/// Whether a file is written by people for people.
pub(crate) fn is_ours(name: &str) -> bool {
    let ends = [
        ".rs",
        ".md",
        ".js",
        ".css",
        ".html",
        ".toml",
        ".txt",
        ".snap",
        ".webmanifest",
        ".yml",
        ".sh",
    ];
    let names = ["setup", "test", "coverage", "golden", "nightly", "pictures", "run"];
    ends.iter().any(|end| name.ends_with(end)) || names.contains(&name)
}

pub(crate) fn passages(path: &str, source: &str) -> Vec<Passage> {
    match path.rsplit('.').next() {
        Some("rs" | "js") => code(source),
        _ => paragraphs(source),
    }
}

/// Lines up to the next empty one.
fn paragraphs(source: &str) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let mut is_new = true;
    for (n, line) in source.lines().enumerate() {
        let text = line.trim_start_matches(['#', '>', ' ', '*', '-']).trim();
        match found.last_mut() {
            _ if text.is_empty() => is_new = true,
            Some(last) if !is_new => last.add(n + 1, text),
            _ => {
                found.push(Passage::of(n + 1, text));
                is_new = false;
            }
        }
    }
    found
}

/// Comments, joined over consecutive lines, and string literals.
fn code(source: &str) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let (mut line, mut last_comment, mut rest) = (1, 0, source);
    while let Some(c) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("//") {
            let text = comment.lines().next().unwrap_or_default();
            let shown = text.trim_start_matches(['/', '!']);
            match found.last_mut() {
                Some(passage) if last_comment + 1 == line && !shown.trim().is_empty() => {
                    passage.add(line, shown);
                }
                _ => found.push(Passage::of(line, shown)),
            }
            last_comment = if shown.trim().is_empty() { 0 } else { line };
            rest = &comment[text.len()..];
            continue;
        }
        let length = literal(rest);
        if let Some((start, end)) = length.1 {
            for (n, text) in rest[start..end].lines().enumerate() {
                found.push(Passage::of(line + n, text.trim_end_matches('\\')));
            }
        }
        let taken = length.0.max(c.len_utf8());
        line += rest[..taken].matches('\n').count();
        rest = &rest[taken..];
    }
    found
}

/// How many bytes a token at the beginning takes, and where its text is when it is a string or a block comment.
fn literal(rest: &str) -> (usize, Option<(usize, usize)>) {
    if rest.starts_with("/*") {
        let end = rest.find("*/").unwrap_or(rest.len());
        return ((end + 2).min(rest.len()), Some((2, end)));
    }
    if rest.starts_with("r\"") || rest.starts_with("r#") {
        let hashes = rest[1..].bytes().take_while(|b| *b == b'#').count();
        let start = 2 + hashes;
        if rest.as_bytes().get(1 + hashes) == Some(&b'"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let end = rest[start..].find(&close).map_or(rest.len(), |end| start + end);
            return ((end + close.len()).min(rest.len()), Some((start, end)));
        }
    }
    // A quote as a character is no string.
    for quoted in ["'\"'", "'\\\"'", "b'\"'"] {
        if rest.starts_with(quoted) {
            return (quoted.len(), None);
        }
    }
    match rest.chars().next() {
        Some(quote @ ('"' | '`')) => {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == quote && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let end = end.map_or(rest.len(), |end| 1 + end);
            ((end + 1).min(rest.len()), Some((1, end)))
        }
        // A whole word, so that the r of `for"` begins no raw string.
        Some(c) if c.is_alphanumeric() => {
            (rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()), None)
        }
        _ => (0, None),
    }
}
