//! The kept inputs of every fuzz target, and a megabyte of junk for each, on stable Rust.

use std::path::Path;

type Target = fn(&[u8]);

const TARGETS: &[(&str, Target)] = &[
    ("board", fuzz::board),
    ("builder", fuzz::builder),
    ("list", fuzz::list),
    ("log", fuzz::log),
    ("pipe", fuzz::pipe),
    ("ticket", fuzz::ticket),
];

#[test]
fn every_kept_input_is_survived() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let mut found = 0;
        for file in std::fs::read_dir(&folder).unwrap() {
            target(&std::fs::read(file.unwrap().path()).unwrap());
            found += 1;
        }
        assert!(found > 0, "{name} has no corpus");
    }
}

#[test]
fn a_megabyte_of_junk_is_survived() {
    const MEGABYTE: usize = 1 << 20;
    let mut junk = Vec::with_capacity(MEGABYTE);
    let mut chance = engine::Chance::new(7, 7);
    while junk.len() < MEGABYTE {
        junk.push(chance.below(256) as u8);
    }
    let one_line = vec![b'a'; MEGABYTE];
    let newlines = vec![b'\n'; MEGABYTE / 16];
    let letters: Vec<u8> =
        junk.iter().map(|byte| if byte % 9 == 0 { b'\n' } else { b'a' + byte % 26 }).collect();
    for (_, target) in TARGETS {
        for junk in [&junk, &one_line, &newlines, &letters] {
            target(junk);
        }
    }
}
