//! Packs `data/lexicon-en.tsv` into the automaton that is part of the binary, with the library's own builder. The
//! output is Rust statics: they work on any machine, and the program has nothing to load or parse when it starts. An
//! error in the list stops the build.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

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
    let mut builder = DawgBuilder::new();
    let mut tags = Vec::new();
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let (word, tag) = parse(row).unwrap_or_else(|| panic!("invalid row: {row:?}"));
        builder.add(word.as_bytes());
        tags.push(tag.0);
    }
    let dawg = builder.finish();
    // The builder ignores a row out of order; every later tag would then belong to another word.
    assert_eq!(dawg.len as usize, tags.len(), "the list is sorted and has no repeats");

    let mut code = String::new();
    array(&mut code, "PAIRS", "[u32; 2]", &dawg.pairs);
    array(&mut code, "TAGS", "u16", &tags);
    let _ = writeln!(code, "pub(super) const ROOT: u32 = {};", dawg.root);
    let _ = writeln!(code, "pub(super) const LEN: u32 = {};", dawg.len);
    let out = env::var("OUT_DIR").expect("cargo names the output folder");
    fs::write(Path::new(&out).join("lexicon-en.rs"), code).expect("the output folder is writable");
}

/// The word of a row and its tag. The columns are word, level, Zipf x 100, taboo, and the region, which isn't used.
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
