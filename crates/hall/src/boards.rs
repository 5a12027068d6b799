//! Boards by their names: those that come with the house, those that a player saved, and files.

use crate::opening::read_text;
use engine::{Refusal, line};
use games::board::{BOARDS, shipped};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where boards are found.
#[derive(Clone, Debug, Default)]
pub struct BoardLibrary {
    /// The player's own folder; none where there is no place for it.
    pub folder: Option<PathBuf>,
}

impl BoardLibrary {
    /// The text that a setting stands for: that of the board which is called so, or else the setting
    /// itself. A mere name that nothing is called by is refused.
    pub fn text(&self, value: &str) -> Result<String, Refusal> {
        match self.find(value)? {
            Some(text) => Ok(text),
            None if is_mere_name(value) => Err(self.unknown(value)),
            None => Ok(value.to_owned()),
        }
    }

    /// The text of the board that is called so.
    pub fn named(&self, name: &str) -> Result<String, Refusal> {
        self.find(name)?.ok_or_else(|| self.unknown(name))
    }

    /// A saved board goes before one of the house with the same name, and both before a file of the
    /// folder we are in. The ending may be left out.
    fn find(&self, name: &str) -> Result<Option<String>, Refusal> {
        let plain = name.strip_suffix(".txt").unwrap_or(name);
        if name.ends_with(".txt") && is_file(Path::new(name)) {
            return read_text(Path::new(name)).map(Some);
        }
        if is_name(plain) {
            if let Some(path) = self.saved(plain).filter(|path| is_file(path)) {
                return read_text(&path).map(Some);
            }
            if let Some(text) = shipped(&plain.to_ascii_lowercase()) {
                return Ok(Some(text.to_owned()));
            }
        }
        let path = [PathBuf::from(name), PathBuf::from(format!("{name}.txt"))];
        path.iter().find(|path| is_file(path)).map(|path| read_text(path)).transpose()
    }

    /// The text with this hash, if it is that of a board of the house or a saved one.
    pub fn hashed(&self, hash: &str) -> Option<String> {
        self.all().find(|(_, text)| engine::ticket::hash(text) == hash).map(|(_, text)| text)
    }

    /// The name of the board with this hash.
    pub fn name_of(&self, hash: &str) -> Option<String> {
        self.all().find(|(_, text)| engine::ticket::hash(text) == hash).map(|(name, _)| name)
    }

    /// The boards of the house and the saved ones, with their names.
    fn all(&self) -> impl Iterator<Item = (String, String)> {
        let shipped = BOARDS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let named = |name: String| self.named(&name).ok().map(|text| (name, text));
        shipped.chain(self.names().into_iter().filter_map(named))
    }

    /// Where a board of this name is saved.
    pub fn saved(&self, name: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{name}.txt")))
    }

    /// What a player calls a board: a name of the folder for boards, or a path. Gives its name, and where its
    /// file goes; nowhere, where there is no folder.
    pub fn place(&self, called: &str) -> Result<(String, Option<PathBuf>), Refusal> {
        if called.contains(['/', '\\']) || called.ends_with(".txt") {
            let path = PathBuf::from(called);
            let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
            if stem.is_empty() || called.ends_with(['/', '\\']) || path.is_dir() {
                let called = line::quote(called);
                let text = format!("“{called}” is no file that a board could be written to.");
                return Err(Refusal::setup(text));
            }
            let plain = |c: char| if is_name(c.encode_utf8(&mut [0; 4])) { c } else { '_' };
            return Ok((stem.chars().map(plain).collect(), Some(path)));
        }
        if !is_name(called) {
            let called = line::quote(called);
            let text = format!(
                "“{called}” is no name for a board: it is made of the letters A to Z and a to z, \
                 digits and _. A path has a / in it or ends with .txt."
            );
            return Err(Refusal::setup(text));
        }
        Ok((called.to_owned(), self.saved(called)))
    }

    /// The names of all boards: those of the house, then the player's own.
    pub fn names(&self) -> Vec<String> {
        let mut own: Vec<String> =
            self.folder.iter().flat_map(|folder| in_folder(folder)).collect();
        own.sort();
        own.retain(|name| shipped(name).is_none());
        BOARDS.iter().map(|(name, _)| (*name).to_owned()).chain(own).collect()
    }

    fn unknown(&self, name: &str) -> Refusal {
        if Path::new(name).exists() {
            let name = line::quote(name);
            return Refusal::setup(format!("“{name}” is no file that a board could be read from."));
        }
        let (name, names) = (line::quote(name), self.names().join(", "));
        let text = format!("There is no board “{name}”, and no such file; there are {names}.");
        Refusal::setup(text)
    }
}

/// May a board be called so? One or more of `A-Z a-z 0-9 _`.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A board's text has blanks in it and begins with a number; this has neither.
fn is_mere_name(text: &str) -> bool {
    let begins = text.chars().next();
    begins.is_some_and(|c| !c.is_ascii_digit()) && !text.contains(char::is_whitespace)
}

/// Only what is a plain file is opened: a pipe or a device could keep us waiting for ever.
fn is_file(path: &Path) -> bool {
    path.is_file()
}

fn in_folder(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |path: PathBuf| {
        let is_board = path.extension().is_some_and(|ending| ending == "txt");
        path.file_stem().and_then(|stem| stem.to_str()).filter(|_| is_board).map(str::to_owned)
    };
    entries.filter_map(|entry| name(entry.path())).filter(|name| is_name(name)).collect()
}

/// Writes a file as a whole or not at all: first beside it, then in its place.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let placed = written.and_then(|()| fs::rename(&beside, path));
    if placed.is_err() {
        // What could not be put in its place is of no use to anybody.
        let _ = fs::remove_file(&beside);
    }
    placed
}
