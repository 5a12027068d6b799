//! Boards by name: the built-in ones, those that a player saved, and files.

use crate::opening::read_text;
use engine::{Refusal, line};
use games::board::{BOARDS, shipped};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Finds boards by name.
#[derive(Clone, Debug, Default)]
pub struct BoardLibrary {
    /// The folder of the player's own boards, if there is one.
    pub folder: Option<PathBuf>,
}

impl BoardLibrary {
    /// The text of the board that a setting names, or the setting itself if it is a board's text. Fails if it looks
    /// like a name and there is no such board.
    pub fn text(&self, value: &str) -> Result<String, Refusal> {
        match self.find(value)? {
            Some(text) => Ok(text),
            None if looks_like_a_name(value) => Err(self.unknown(value)),
            None => Ok(value.to_owned()),
        }
    }

    /// The text of the board with this name. Fails if there is none.
    pub fn named(&self, name: &str) -> Result<String, Refusal> {
        self.find(name)?.ok_or_else(|| self.unknown(name))
    }

    /// A saved board takes precedence over a built-in one with the same name, and both over a file in the current
    /// folder. The extension may be left out.
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

    /// The text of the built-in or saved board with this hash.
    pub fn hashed(&self, hash: &str) -> Option<String> {
        self.all().find(|(_, text)| engine::ticket::hash(text) == hash).map(|(_, text)| text)
    }

    /// The name of the built-in or saved board with this hash.
    pub fn name_of(&self, hash: &str) -> Option<String> {
        self.all().find(|(_, text)| engine::ticket::hash(text) == hash).map(|(name, _)| name)
    }

    /// The names and texts of the built-in and the saved boards.
    fn all(&self) -> impl Iterator<Item = (String, String)> {
        let shipped = BOARDS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let named = |name: String| self.named(&name).ok().map(|text| (name, text));
        shipped.chain(self.names().into_iter().filter_map(named))
    }

    /// The file for a saved board of this name, if there is a folder.
    pub fn saved(&self, name: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{name}.txt")))
    }

    /// The name and the file for a board that a player saves under a name or a path. There is no file for a name if
    /// there is no folder. Fails if it is neither a valid name nor a path to a file.
    pub fn place(&self, called: &str) -> Result<(String, Option<PathBuf>), Refusal> {
        if called.contains(['/', '\\']) || called.ends_with(".txt") {
            let path = PathBuf::from(called);
            let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
            if stem.is_empty() || called.ends_with(['/', '\\']) || path.is_dir() {
                let called = line::quote(called);
                let text =
                    format!("A board can't be saved as “{called}”. Give the path of a file.");
                return Err(Refusal::setup(text));
            }
            let plain = |c: char| if is_name(c.encode_utf8(&mut [0; 4])) { c } else { '_' };
            return Ok((stem.chars().map(plain).collect(), Some(path)));
        }
        if !is_name(called) {
            let called = line::quote(called);
            let text = format!(
                "“{called}” can't be a board name: use letters, digits and _ only. A path contains a / or \
                 ends with .txt."
            );
            return Err(Refusal::setup(text));
        }
        Ok((called.to_owned(), self.saved(called)))
    }

    /// The names of all boards: first the built-in ones, then the player's own.
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
            return Refusal::setup(format!(
                "A board can't be read from “{name}”: it isn't a regular file."
            ));
        }
        let (name, names) = (line::quote(name), self.names().join(", "));
        let text = format!("There is no board or file “{name}”. The boards are {names}.");
        Refusal::setup(text)
    }
}

/// Whether this is a valid board name: one or more of `A-Z a-z 0-9 _`.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether this looks like a name: a board's text contains blanks and starts with a number.
fn looks_like_a_name(text: &str) -> bool {
    let begins = text.chars().next();
    begins.is_some_and(|c| !c.is_ascii_digit()) && !text.contains(char::is_whitespace)
}

/// Only regular files are opened: a pipe or a device could block for ever.
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

/// Writes a file completely or not at all, by renaming a temporary file beside it.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let placed = written.and_then(|()| fs::rename(&temporary, path));
    if placed.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    placed
}
