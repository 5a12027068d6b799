//! Weaves `data/lexicon-en.tsv` into the automaton that lies in the binary, with the library's own
//! loom. What it writes is plain Rust statics: right on any machine, and nothing to load or parse
//! when the program starts. A fault in the list stops the build.

#![allow(clippy::expect_used, clippy::panic, reason = "a build that cannot go on should say why")]

use std::fmt::{Debug, Write};
use std::path::Path;
use std::{env, fs};

#[path = "src/dawg.rs"]
mod dawg;
#[path = "src/tag.rs"]
mod tag;

use dawg::DawgBuilder;
use tag::Tag;

fn main() {
    let home = env::var("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder");
    let source = Path::new(&home).join("../../data/lexicon-en.tsv");
    for input in ["build.rs", "src/dawg.rs", "src/tag.rs", "../../data/lexicon-en.tsv"] {
        println!("cargo::rerun-if-changed={input}");
    }

    let rows = fs::read_to_string(&source).expect("data/lexicon-en.tsv is readable");
    let mut loom = DawgBuilder::new();
    let mut tags = Vec::new();
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let (word, tag) = parse(row).unwrap_or_else(|| panic!("not a row of the list: {row:?}"));
        loom.add(word.as_bytes());
        tags.push(tag.0);
    }
    let dawg = loom.finish();
    // A row out of order would be ignored by the loom, and every later tag belong to another word.
    assert_eq!(dawg.len as usize, tags.len(), "the list is sorted and has no repeats");

    let mut code = String::new();
    array(&mut code, "PAIRS", "[u32; 2]", &dawg.pairs);
    array(&mut code, "TAGS", "u16", &tags);
    let _ = writeln!(code, "pub(super) const ROOT: u32 = {};", dawg.root);
    let _ = writeln!(code, "pub(super) const LEN: u32 = {};", dawg.len);
    let out = env::var("OUT_DIR").expect("cargo names the output folder");
    fs::write(Path::new(&out).join("lexicon-en.rs"), code).expect("the output folder is writable");
}

/// A row's word and what is said of it: word, level, Zipf x 100, taboo, and the region, unused
/// here.
fn parse(row: &str) -> Option<(&str, Tag)> {
    let mut columns = row.split('\t');
    let word = columns.next().filter(|word| word.bytes().all(|b| b.is_ascii_lowercase()))?;
    let level = columns.next()?.parse().ok()?;
    let zipf = columns.next()?.parse().ok()?;
    let taboo = columns.next()?.parse().ok()?;
    Some((word, Tag::pack(level, zipf, taboo)?))
}

fn array(code: &mut String, name: &str, kind: &str, values: &[impl Debug]) {
    let _ = writeln!(code, "pub(super) static {name}: [{kind}; {}] = [", values.len());
    for line in values.chunks(16) {
        for value in line {
            let _ = write!(code, "{value:?},");
        }
        code.push('\n');
    }
    code.push_str("];\n");
}
