//! The page in real browsers: Chromium plays all of `crates/web/tests/browser`, Firefox the keyboard tests. If Node or
//! a browser is missing, a test says that it is skipped; in CI on Linux it fails, because `scripts/test` installs them.
#![cfg(test)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A browser: its name, the variable with its path, and its usual path.
struct Browser {
    name: &'static str,
    variable: &'static str,
    paths: &'static [&'static str],
}

const CHROMIUM: Browser = Browser {
    name: "Chromium",
    variable: "CHROMIUM",
    paths: &["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
};

const FIREFOX: Browser = Browser {
    name: "Firefox",
    variable: "FIREFOX",
    paths: &["/usr/bin/firefox-esr", "/usr/bin/firefox"],
};

impl Browser {
    fn is_there(&self) -> bool {
        std::env::var_os(self.variable).is_some()
            || self.paths.iter().any(|path| Path::new(path).exists())
    }
}

fn browser_tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/tests/browser")
}

/// The program that is missing for these tests, if any.
fn missing() -> Option<&'static str> {
    let node = Command::new("node").arg("--version").output();
    if !node.is_ok_and(|version| version.status.success()) {
        return Some("Node");
    }
    if !browser_tests().join("node_modules/playwright-core").exists() {
        return Some("playwright-core (npm ci in crates/web/tests/browser)");
    }
    None
}

/// Runs Node in the folder of the tests, unless something is missing.
fn run(what: &str, missing: Option<&str>, play_in: &str, args: &[&str]) {
    if let Some(missing) = missing {
        let must = cfg!(target_os = "linux") && std::env::var_os("CI").is_some();
        assert!(!must, "{what} needs {missing}");
        eprintln!("skipped: {what} needs {missing}");
        return;
    }
    let mut node = Command::new("node");
    let node = node.args(args).current_dir(browser_tests()).env("PLAY_IN", play_in);
    let done = node.env("LEXICADE", env!("CARGO_BIN_EXE_lexicade")).output().expect("it starts");
    let output_text = String::from_utf8_lossy(&done.stdout);
    let wrong = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{output_text}\n{wrong}");
}

#[test]
fn the_page_has_the_types_of_the_protocol() {
    run("the check of types", missing(), "", &["node_modules/typescript/bin/tsc", "-p", "."]);
}

/// Runs the tests of a file in a browser.
fn play(file: &str, browser: &Browser) {
    let missing = missing().or_else(|| (!browser.is_there()).then_some(browser.name));
    let args = ["--test", "--test-reporter=spec", file];
    run("playing in a browser", missing, browser.name, &args);
}

/// A test for each file, and one that checks that no file is missing here.
macro_rules! play {
    ($($name:ident),+ $(,)?) => {
        $(#[test]
        fn $name() {
            play(concat!(stringify!($name), ".test.js"), &CHROMIUM);
        })+

        #[test]
        fn every_file_is_run() {
            let files = std::fs::read_dir(browser_tests()).expect("the browser_tests are there");
            let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
            let mut names: Vec<String> =
                names.filter_map(|name| Some(name.strip_suffix(".test.js")?.to_owned())).collect();
            names.sort();
            let mut output_text = [$(stringify!($name)),+];
            output_text.sort_unstable();
            assert_eq!(names, output_text);
        }
    };
}

play!(
    access, account, boards, faults, games, keys, looks, modules, puzzles, shell, slips, tables,
    text
);

/// Firefox handles focus and keys differently from Chromium.
#[test]
fn keys_in_firefox() {
    play("keys.test.js", &FIREFOX);
}
