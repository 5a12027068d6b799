//! What a player wishes of the program, and the notes they take: two small files, each written whole or not at
//! all. One that cannot be read is said so in a sentence, and the program goes on without it.

use crate::theme::Palette;
use games::wizards::Level;
use hall::MatchId;
use hall::boards::write;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What a player wishes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Wishes {
    /// Which colours.
    pub(crate) theme: Palette,
    /// Nothing faint, and colours that everybody can tell apart.
    pub(crate) contrast: bool,
    /// Things that move.
    pub(crate) motion: bool,
    /// The mouse is heard.
    pub(crate) mouse: bool,
    /// What the player is called; nobody in particular when empty.
    pub(crate) name: String,
    /// The file of a word list; the built-in one when empty.
    pub(crate) words: String,
    /// Has the first page been seen?
    pub(crate) welcomed: bool,
    /// The level of Wizards that was last chosen.
    pub(crate) level: Level,
    /// In its friendly form, in which words that are not in the grid cost nothing?
    pub(crate) friendly: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        Wishes {
            theme: Palette::default(),
            contrast: false,
            motion: true,
            mouse: true,
            name: String::new(),
            words: String::new(),
            welcomed: false,
            level: Level::default(),
            friendly: false,
        }
    }
}

/// A player's notes on the cells of matches: a word for `ROW,COL`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Notes(BTreeMap<MatchId, BTreeMap<String, String>>);

impl Notes {
    /// The note on a cell.
    pub(crate) fn get(&self, id: &MatchId, row: u8, col: u8) -> Option<&str> {
        self.0.get(id)?.get(&format!("{row},{col}")).map(String::as_str)
    }

    /// Writes a note on a cell, or wipes it when it is empty.
    pub(crate) fn set(&mut self, id: &MatchId, row: u8, col: u8, note: &str) {
        let notes = self.0.entry(id.clone()).or_default();
        match note {
            "" => notes.remove(&format!("{row},{col}")),
            note => notes.insert(format!("{row},{col}"), note.to_owned()),
        };
        self.0.retain(|_, notes| !notes.is_empty());
    }

    /// A match that is over needs none any more.
    pub(crate) fn forget(&mut self, id: &MatchId) -> bool {
        self.0.remove(id).is_some()
    }
}

/// Where both are kept; nowhere, where there is no home.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    /// The file of wishes.
    pub(crate) wishes: Option<PathBuf>,
    /// The file of notes.
    pub(crate) notes: Option<PathBuf>,
}

impl Files {
    /// Writes both: that one cannot be written is no reason to lose the other.
    pub(crate) fn keep(&self, wishes: &Wishes, notes: &Notes) -> Result<(), String> {
        let wishes = keep(self.wishes.as_deref(), wishes);
        let notes = keep(self.notes.as_deref(), notes);
        wishes.and(notes)
    }
}

/// Reads a file; what is not there is as by default. What cannot be read is so too, and is told.
pub(crate) fn read<T: DeserializeOwned + Default>(path: Option<&Path>) -> (T, Option<String>) {
    let Some(path) = path else { return (T::default(), None) };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (T::default(), None),
        Err(error) => return (T::default(), Some(unread(path, &error.to_string()))),
    };
    match serde_json::from_str(&text) {
        Ok(read) => (read, None),
        Err(error) => (T::default(), Some(unread(path, &error.to_string()))),
    }
}

fn unread(path: &Path, why: &str) -> String {
    format!("The file {} cannot be read, so defaults are used: {why}.", path.display())
}

/// Writes a file.
pub(crate) fn keep<T: Serialize>(path: Option<&Path>, what: &T) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    let written = serde_json::to_string_pretty(what).map_err(io::Error::other);
    written
        .and_then(|text| write(path, &format!("{text}\n")))
        .map_err(|error| format!("The file {} cannot be written: {error}.", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_and_notes_are_read_as_they_were_kept() {
        let folder = std::env::temp_dir().join(format!("lexicade-wishes-{}", std::process::id()));
        let path = folder.join("deep").join("settings.json");
        let wishes = Wishes { contrast: true, name: "Ann".into(), ..Wishes::default() };
        keep(Some(&path), &wishes).unwrap();
        assert_eq!(read::<Wishes>(Some(&path)), (wishes, None));
        fs::write(&path, "{\"contrast\":true,\"new\":1}").unwrap();
        assert!(read::<Wishes>(Some(&path)).0.contrast, "what is missing or new is no matter");
        fs::write(&path, "{").unwrap();
        let (wishes, told) = read::<Wishes>(Some(&path));
        assert_eq!(wishes, Wishes::default());
        assert!(told.unwrap().contains("so defaults are used"));
        fs::remove_dir_all(folder).unwrap();
        assert_eq!(read::<Wishes>(Some(&path)), (Wishes::default(), None));
    }

    #[test]
    fn notes_are_kept_where_wishes_cannot_be() {
        let folder = std::env::temp_dir().join(format!("lexicade-notes-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        // A file where a folder would be.
        fs::write(folder.join("config"), "").unwrap();
        let files = Files {
            wishes: Some(folder.join("config/settings.json")),
            notes: Some(folder.join("notes.json")),
        };
        let mut notes = Notes::default();
        notes.set(&MatchId("1".into()), 1, 2, "pit");
        assert!(files.keep(&Wishes::default(), &notes).is_err());
        assert_eq!(read::<Notes>(files.notes.as_deref()), (notes, None));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn notes_are_kept_by_match_and_cell() {
        let (one, other) = (MatchId("1".into()), MatchId("2".into()));
        let mut notes = Notes::default();
        notes.set(&one, 1, 2, "pit");
        notes.set(&other, 1, 2, "safe");
        assert_eq!(notes.get(&one, 1, 2), Some("pit"));
        let text = serde_json::to_string(&notes).unwrap();
        assert_eq!(serde_json::from_str::<Notes>(&text).unwrap(), notes);
        notes.set(&one, 1, 2, "");
        assert!(!notes.forget(&one) && notes.forget(&other));
        assert_eq!(notes, Notes::default());
    }
}
