//! Reads interface text, docs and comments for phrases that CONTRIBUTING.md's glossary replaces, and names the file and
//! the line of each. `phrases.txt` holds the phrases and the places where one of them is allowed.

mod text;

use crate::shared::root;
use std::fmt::Write;
use std::fs;
use text::{Passage, passages};

/// Folders that hold no text of ours.
const SKIPPED: &[&str] =
    &["target", "node_modules", ".git", "data", "corpus", "artifacts", "pictures", "vectors"];

/// A phrase that is never right, except in some places.
struct Phrase {
    text: String,
    /// Beginnings of paths in which it is allowed.
    allowed: Vec<String>,
}

fn phrases() -> Vec<Phrase> {
    let lines = include_str!("phrases.txt").lines();
    let lines = lines.filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (text, allowed) = line.split_once(" | ").unwrap_or((line, ""));
            Phrase {
                text: text.trim().to_lowercase(),
                allowed: allowed.split_whitespace().map(str::to_owned).collect(),
            }
        })
        .collect()
}

impl Phrase {
    /// Where the phrase begins in a text in lower case, as whole words.
    fn find(&self, text: &str) -> Option<usize> {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        text.match_indices(&self.text).map(|(at, _)| at).find(|&at| {
            let (before, after) = (&text[..at], &text[at + self.text.len()..]);
            let whole_start = !is_letter(before.chars().next_back());
            // A phrase that ends with a blank is the beginning of a clause.
            let whole_end = self.text.ends_with(' ') || !is_letter(after.chars().next());
            whole_start && whole_end && !is_identifier(before, after)
        })
    }

    fn is_allowed(&self, path: &str) -> bool {
        self.allowed.iter().any(|allowed| path.starts_with(allowed))
    }
}

/// Whether a match is part of a name, a path or a code, such as `house.stale` or `/honours`: the protocol keeps those.
fn is_identifier(before: &str, after: &str) -> bool {
    let joins = |c: Option<char>| matches!(c, Some('_' | '/' | '-'));
    let code = after.strip_prefix('.').and_then(|rest| rest.chars().next());
    joins(before.chars().next_back())
        || joins(after.chars().next())
        || code.is_some_and(|c| c.is_lowercase() || c == '*')
}

/// Every file with text of ours, by its path in the repository.
fn files() -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![root()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !SKIPPED.contains(&name.as_str()) {
                folders.push(path);
            } else if path.is_file() && text::is_ours(&name) {
                let path = path.strip_prefix(root()).unwrap();
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

fn found_in(path: &str, passages: &[Passage], phrases: &[Phrase], report: &mut String) {
    for passage in passages {
        let text = passage.text.to_lowercase();
        for phrase in phrases.iter().filter(|phrase| !phrase.is_allowed(path)) {
            if let Some(at) = phrase.find(&text) {
                let line = passage.line_at(at);
                let _ = writeln!(report, "{path}:{line}: \"{}\"", phrase.text.trim());
            }
        }
    }
}

#[test]
fn nothing_speaks_the_old_dialect() {
    let (phrases, mut report) = (phrases(), String::new());
    // The lists of this test quote what they forbid.
    for path in files()
        .iter()
        .filter(|path| !path.starts_with("crates/lexicade/tests/integration/language/"))
    {
        let Ok(text) = fs::read_to_string(root().join(path)) else { continue };
        found_in(path, &passages(path, &text), &phrases, &mut report);
    }
    assert!(report.is_empty(), "see the glossary in CONTRIBUTING.md:\n{report}");
}

#[test]
fn every_phrase_of_the_old_dialect_is_caught() {
    let phrases = phrases();
    for line in include_str!("before.txt").lines() {
        let mut report = String::new();
        found_in("", &[Passage::of(1, line)], &phrases, &mut report);
        assert!(!report.is_empty(), "not caught: {line}");
    }
}

#[test]
fn a_phrase_is_found_across_lines_with_its_own_line() {
    let source = "//! Fine.\n\nlet a = 1; // first\n// She\n// called\n// off the match.\nlet text = \"so be it\";\n";
    let phrases = [Phrase { text: "called off".into(), allowed: Vec::new() }];
    let mut report = String::new();
    found_in("a.rs", &passages("a.rs", source), &phrases, &mut report);
    assert_eq!(report, "a.rs:5: \"called off\"\n");
}

#[test]
fn codes_paths_and_names_are_left_alone() {
    let phrases = [Phrase { text: "house".into(), allowed: Vec::new() }];
    let source = "// `house.stale`, the_house_code, /house, house-rules and houses.\nlet house = \"house.*\";\n";
    let mut report = String::new();
    found_in("a.rs", &passages("a.rs", source), &phrases, &mut report);
    assert_eq!(report, "");
    found_in("a.rs", &passages("a.rs", "// A house.\n"), &phrases, &mut report);
    assert_eq!(report, "a.rs:1: \"house\"\n");
}
