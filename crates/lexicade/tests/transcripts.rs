//! Whole matches in the plain terminal, as they are read. The first line of a transcript is the call,
//! the lines after `> ` were typed, and below `---` stands all that was printed.
//!
//! `UPDATE=1 cargo test -p lexicade --test transcripts` writes them anew: read what has changed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn every_transcript_reads_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut found = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let (script, printed) = text.split_once("---\n").unwrap_or((&text, ""));
        let mut lines = script.lines();
        let args: Vec<_> = lines.next().unwrap().split(' ').skip(2).collect();
        let typed: String = lines.map(|line| format!("{}\n", &line[2..])).collect();
        let now = play(&args, &typed);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, format!("{script}---\n{now}")).unwrap();
        } else {
            assert_eq!(now, printed, "{}", path.display());
        }
        found += 1;
    }
    assert!(found >= 6);
}

fn play(args: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexicade"))
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/boards"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}
