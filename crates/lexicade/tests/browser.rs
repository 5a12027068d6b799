//! The page in a real browser: the program serves, Chromium plays, and Firefox what is played by keys. The stories are in
//! `crates/web/tests/browser`. Where Node or a browser is missing, it says what it skips, except in CI on Linux, where
//! `scripts/test` brings them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A browser: its name, what says where it is, and where it usually is.
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

/// Runs Node in the folder of the stories, unless something is missing.
fn run(what: &str, missing: Option<&str>, play_in: &str, args: &[&str]) {
    if let Some(missing) = missing {
        let must = cfg!(target_os = "linux") && std::env::var_os("CI").is_some();
        assert!(!must, "{what} needs {missing}");
        eprintln!("skipped: {what} needs {missing}");
        return;
    }
    let mut node = Command::new("node");
    let node = node.args(args).current_dir(stories()).env("PLAY_IN", play_in);
    let done = node.env("LEXICADE", env!("CARGO_BIN_EXE_lexicade")).output().expect("it starts");
    let told = String::from_utf8_lossy(&done.stdout);
    let wrong = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{told}\n{wrong}");
}

#[test]
fn the_page_has_the_types_of_the_protocol() {
    run("the check of types", missing(), "", &["node_modules/typescript/bin/tsc", "-p", "."]);
}

/// The stories of a file, in a browser of their own.
fn play(file: &str, browser: &Browser) {
    let missing = missing().or_else(|| (!browser.is_there()).then_some(browser.name));
    let args = ["--test", "--test-reporter=spec", file];
    run("playing in a browser", missing, browser.name, &args);
}

/// A test for each file of stories, and one that there is no other.
macro_rules! play {
    ($($name:ident),+ $(,)?) => {
        $(#[test]
        fn $name() {
            play(concat!(stringify!($name), ".test.js"), &CHROMIUM);
        })+

        #[test]
        fn every_story_is_told() {
            let files = std::fs::read_dir(stories()).expect("the stories are there");
            let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
            let mut names: Vec<String> =
                names.filter_map(|name| Some(name.strip_suffix(".test.js")?.to_owned())).collect();
            names.sort();
            let mut told = [$(stringify!($name)),+];
            told.sort_unstable();
            assert_eq!(names, told);
        }
    };
}

play!(access, account, boards, faults, games, keys, looks, puzzles, shell, slips, tables, text);

/// Firefox has ways of its own with the focus and with keys, and those who use them meet it first.
#[test]
fn keys_in_firefox() {
    play("keys.test.js", &FIREFOX);
}
