//! The time from the start of the process to its first line.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

fn main() {
    divan::main();
}

#[divan::bench(args = ["wordle", "wampus"], sample_count = 50)]
fn hello(game: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexicade"))
        .args(["pipe", game])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("its output is ours");
    BufReader::new(output).read_line(&mut line).expect("it says hello");
    assert!(line.starts_with(r#"{"hello":1"#), "{line}");
    drop(child.stdin.take());
    child.wait().expect("it ends");
}
