//! The source file of the built-in list, parsed here independently of the crate's own code.

use std::path::PathBuf;

/// A row of `lexicon-en.tsv`.
pub(crate) struct LexiconRow {
    pub(crate) word: String,
    pub(crate) level: u8,
    pub(crate) zipf: u16,
    pub(crate) taboo: u8,
}

/// The text of a file in `data/`.
pub(crate) fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The rows of the built-in list, in the file's order.
pub(crate) fn rows() -> Vec<LexiconRow> {
    let rows = data("lexicon-en.tsv");
    let rows = rows.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let column: Vec<&str> = line.split('\t').collect();
        LexiconRow {
            word: column[0].to_owned(),
            level: column[1].parse().unwrap(),
            zipf: column[2].parse().unwrap(),
            taboo: column[3].parse().unwrap(),
        }
    })
    .collect()
}
