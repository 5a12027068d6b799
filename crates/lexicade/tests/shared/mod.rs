//! Shared by the tests of the program: a temporary folder, running the program in it, and transcripts.
#![allow(dead_code)] // Not every test needs all of it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Environment variables that would change the output, so the tests remove them.
pub(crate) const REMOVED_VARIABLES: [&str; 8] = [
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "LEXICADE_DATA",
    "LEXICADE_STORE",
    "LEXICADE_PLAYER",
];

/// A temporary folder, which is the player's home too.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("lexicade-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.0.join(name)).ok()
    }

    /// The program in this folder, with this home and default colours.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lexicade"));
        command.args(args).current_dir(&self.0).env("HOME", &self.0).env("APPDATA", &self.0);
        for name in REMOVED_VARIABLES {
            command.env_remove(name);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program with this input.
    pub(crate) fn run(&self, args: &[&str], input: impl AsRef<[u8]>) -> Output {
        run(self.command(args), input)
    }

    /// The output of a successful run, with forward slashes in paths.
    pub(crate) fn out(&self, args: &[&str], input: impl AsRef<[u8]>) -> String {
        let output = self.run(args, input);
        assert!(output.status.success(), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        if cfg!(windows) { text.replace('\\', "/") } else { text }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a command with this input.
pub(crate) fn run(mut command: Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_owned();
    // The program may exit before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// How often a prompt was shown.
pub(crate) fn asked(text: &str, prompt: &str) -> usize {
    text.lines().filter(|line| line.starts_with(prompt)).count()
}

/// The id of the only match that `matches` lists with these arguments.
pub(crate) fn only_match(folder: &Folder, args: &[&str]) -> String {
    let list = folder.out(&[&["matches"], args].concat(), "");
    assert_eq!(list.lines().count(), 1, "{list}");
    list.split(' ').next().unwrap().to_owned()
}

/// A transcript file: the first line has the arguments, lines after `> ` are typed, and the output follows `---`.
pub(crate) struct Transcript {
    pub(crate) path: PathBuf,
    pub(crate) script: String,
    pub(crate) printed: String,
}

impl Transcript {
    /// All transcripts.
    pub(crate) fn all() -> Vec<Transcript> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
        let read = |path: PathBuf| {
            let text = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            let (script, printed) = text.split_once("---\n").unwrap_or((&text, ""));
            let (script, printed) = (script.to_owned(), printed.to_owned());
            Transcript { path, script, printed }
        };
        let mut all: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|file| read(file.unwrap().path())).collect();
        all.sort_by(|a, b| a.path.cmp(&b.path));
        all
    }

    pub(crate) fn args(&self) -> Vec<&str> {
        self.script.lines().next().unwrap().split(' ').skip(2).collect()
    }

    pub(crate) fn typed(&self) -> Vec<&str> {
        self.script.lines().skip(1).map(|line| line[1..].trim_start()).collect()
    }
}
