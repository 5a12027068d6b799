//! The page in a real browser: the program serves, Chromium plays. The stories are in `crates/web/tests/browser` and take
//! minutes: `STORIES=1` plays them, as `scripts/nightly` does. Where there is no Node, it says what it skips, except in CI
//! on Linux, where `scripts/test` brings it.

use std::path::{Path, PathBuf};
use std::process::Command;

const BROWSERS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

fn stories() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/tests/browser")
}

/// What is missing for these tests, if anything.
fn missing() -> Option<&'static str> {
    let node = Command::new("node").arg("--version").output();
    if !node.is_ok_and(|version| version.status.success()) {
        return Some("Node");
    }
    if !stories().join("node_modules/playwright-core").exists() {
        return Some("playwright-core (npm ci in crates/web/tests/browser)");
    }
    None
}

fn has_browser() -> bool {
    std::env::var_os("CHROMIUM").is_some() || BROWSERS.iter().any(|path| Path::new(path).exists())
}

/// Runs a program in the folder of the stories, unless something is missing.
fn run(what: &str, missing: Option<&str>, command: &mut Command) {
    if let Some(missing) = missing {
        let must = cfg!(target_os = "linux") && std::env::var_os("CI").is_some();
        assert!(!must, "{what} needs {missing}");
        eprintln!("skipped: {what} needs {missing}");
        return;
    }
    let done = command.current_dir(stories()).env("LEXICADE", env!("CARGO_BIN_EXE_lexicade"));
    let done = done.output().expect("it starts");
    let told = String::from_utf8_lossy(&done.stdout);
    let wrong = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{told}\n{wrong}");
}

#[test]
fn the_page_has_the_types_of_the_protocol() {
    let mut check = Command::new("node");
    run(
        "the check of types",
        missing(),
        check.args(["node_modules/typescript/bin/tsc", "-p", "."]),
    );
}

#[test]
fn people_play_in_a_browser() {
    if std::env::var_os("STORIES").is_none() {
        eprintln!("skipped: the stories take minutes; STORIES=1 plays them");
        return;
    }
    let missing = missing().or_else(|| (!has_browser()).then_some("Chromium"));
    let mut play = Command::new("node");
    run("playing in a browser", missing, play.args(["--test", "--test-concurrency=1"]));
}
