//! What a player wishes of the program, and the notes they take: two small files, each written whole or not at
//! all. One that cannot be read is said so in a sentence, and the program goes on without it.

use crate::theme::Palette;
use games::wizards::Level;
use hall::MatchId;
use hall::boards::write;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What a player wishes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PlayerSettings {
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
    /// Have the pages about all games been seen?
    pub(crate) welcomed: bool,
    /// The games of which the page was seen on its own, before the first match.
    pub(crate) met: BTreeSet<String>,
    /// The level of Wizards that was last chosen.
    pub(crate) level: Level,
    /// In its friendly form, in which words that are not in the grid cost nothing?
    pub(crate) friendly: bool,
}

impl Default for PlayerSettings {
    fn default() -> Self {
        PlayerSettings {
            theme: Palette::default(),
            contrast: false,
            motion: true,
            mouse: true,
            name: String::new(),
            words: String::new(),
            welcomed: false,
            met: BTreeSet::new(),
            level: Level::default(),
            friendly: false,
        }
    }
}

impl PlayerSettings {
    /// Has the player read what this game is about?
    pub(crate) fn has_seen_intro(&self, game: &str) -> bool {
        self.welcomed || self.met.contains(game)
    }
}

/// A player's notes on the cells of matches: a word for `ROW,COL`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct CellNotes(BTreeMap<MatchId, BTreeMap<String, String>>);

impl CellNotes {
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

    /// Was something noted in this match?
    pub(crate) fn has(&self, id: &MatchId) -> bool {
        self.0.contains_key(id)
    }

    /// The matches in which something was noted.
    pub(crate) fn matches(&self) -> BTreeSet<MatchId> {
        self.0.keys().cloned().collect()
    }

    /// A match that is over needs none any more.
    pub(crate) fn forget(&mut self, id: &MatchId) -> bool {
        self.0.remove(id).is_some()
    }
}

/// Where both are kept; nowhere, where there is no home.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingsFiles {
    /// The file of wishes.
    pub(crate) settings: Option<PathBuf>,
    /// The file of notes.
    pub(crate) notes: Option<PathBuf>,
}

impl SettingsFiles {
    /// Writes what is new of both: that one cannot be written is no reason to lose the other.
    pub(crate) fn save(
        &self,
        before: &(PlayerSettings, CellNotes),
        now: &(PlayerSettings, CellNotes),
    ) -> Result<(), String> {
        let wishes = save_changes(self.settings.as_deref(), &before.0, &now.0);
        let notes = save_changes(self.notes.as_deref(), &before.1, &now.1);
        wishes.and(notes)
    }
}

/// The file of notes in this folder.
pub(crate) fn notes_in(folder: &Path) -> PathBuf {
    folder.join("notes.json")
}

/// The matches in which something was noted, by the notes in this folder: a player wants to go on with them, even
/// where nothing was played yet.
pub fn matches_with_notes(folder: Option<&Path>) -> BTreeSet<MatchId> {
    let (notes, _) = read::<CellNotes>(folder.map(notes_in).as_deref());
    notes.matches()
}

/// Reads a file; what is not there is as by default. What cannot be read is so too, and is told.
pub(crate) fn read<T: DeserializeOwned + Default>(path: Option<&Path>) -> (T, Option<String>) {
    let Some(path) = path else { return (T::default(), None) };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if is_nowhere(&error) => return (T::default(), None),
        Err(error) => return (T::default(), Some(unread(path, &error.to_string()))),
    };
    let (read, why) = parse(&text);
    (read, why.map(|why| unread(path, &why)))
}

/// What a text says. What cannot be read of it is as by default, and it is said why.
fn parse<T: DeserializeOwned + Default>(text: &str) -> (T, Option<String>) {
    match serde_json::from_str(text) {
        Ok(read) => (read, None),
        Err(error) => (parse_lenient(text), Some(error.to_string())),
    }
}

/// Any text at all may stand in either file: what is read of it is written so that it reads the same. For tests with
/// texts of all kinds.
#[doc(hidden)]
pub fn reads_the_same(text: &str) -> bool {
    fn same<T: DeserializeOwned + Serialize + Default + PartialEq>(text: &str) -> bool {
        let read: T = parse(text).0;
        serde_json::to_string(&read).is_ok_and(|again| parse(&again) == (read, None))
    }
    same::<PlayerSettings>(text) && same::<CellNotes>(text)
}

/// Is there no such file? So it is, too, where a file stands in place of a folder.
fn is_nowhere(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn unread(path: &Path, why: &str) -> String {
    format!("The file {} cannot be read, so defaults are used: {why}.", path.display())
}

/// What can be read of a text, value by value.
fn parse_lenient<T: DeserializeOwned + Default>(text: &str) -> T {
    let Ok(there) = serde_json::from_str::<Map<String, Value>>(text) else { return T::default() };
    let read = |values: Map<String, Value>| serde_json::from_value::<T>(Value::Object(values));
    let alone = |(name, value): &(String, Value)| {
        read(Map::from_iter([(name.clone(), value.clone())])).is_ok()
    };
    read(there.into_iter().filter(alone).collect()).unwrap_or_default()
}

/// Writes what is new into a file as it is now: another program may have written to it since. One that cannot be read
/// is put aside.
fn save_changes<T: Serialize + PartialEq>(
    path: Option<&Path>,
    before: &T,
    now: &T,
) -> Result<(), String> {
    let Some(path) = path.filter(|path| before != now || !path.exists()) else { return Ok(()) };
    merged(path, before, now)
        .and_then(|text| write(path, &format!("{text}\n")))
        .map_err(|error| format!("The file {} cannot be written: {error}.", path.display()))
}

fn merged<T: Serialize>(path: &Path, before: &T, now: &T) -> io::Result<String> {
    let values = |of: &T| match serde_json::to_value(of) {
        Ok(Value::Object(values)) => Ok(values),
        Ok(_) => Err(io::Error::other("it is no object")),
        Err(error) => Err(io::Error::other(error)),
    };
    let (before, now) = (values(before)?, values(now)?);
    let there = match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str::<Map<String, Value>>(&text).ok(),
        Err(error) if is_nowhere(&error) => Some(now.clone()),
        Err(_) => None,
    };
    let merged = match there {
        Some(mut there) => {
            merge(&mut there, &before, &now);
            there
        }
        None => {
            let mut aside = path.as_os_str().to_owned();
            aside.push(".unread");
            fs::rename(path, aside)?;
            now
        }
    };
    serde_json::to_string_pretty(&merged).map_err(io::Error::other)
}

/// Changes what has changed, in objects within objects too: of a match's notes each stands for itself.
fn merge(there: &mut Map<String, Value>, before: &Map<String, Value>, now: &Map<String, Value>) {
    let none = Map::new();
    for name in before.keys().chain(now.keys()) {
        let (old, new) = (before.get(name), now.get(name));
        if old == new {
            continue;
        }
        match (there.get_mut(name), old, new) {
            (Some(Value::Object(there_too)), _, Some(Value::Object(new))) => {
                merge(there_too, old.and_then(Value::as_object).unwrap_or(&none), new);
            }
            (Some(Value::Object(there_too)), Some(Value::Object(old)), None) => {
                merge(there_too, old, &none);
                if there_too.is_empty() {
                    there.remove(name);
                }
            }
            (_, _, Some(new)) => drop(there.insert(name.clone(), new.clone())),
            (_, _, None) => drop(there.remove(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_notes_round_trip() {
        let folder = std::env::temp_dir().join(format!("lexicade-wishes-{}", std::process::id()));
        let path = folder.join("deep").join("settings.json");
        let wishes =
            PlayerSettings { contrast: true, name: "Ann".into(), ..PlayerSettings::default() };
        save_changes(Some(&path), &PlayerSettings::default(), &wishes).unwrap();
        assert_eq!(read::<PlayerSettings>(Some(&path)), (wishes, None));
        fs::write(&path, "{\"contrast\":true,\"new\":1}").unwrap();
        assert!(
            read::<PlayerSettings>(Some(&path)).0.contrast,
            "what is missing or new is no matter"
        );
        fs::write(&path, "{").unwrap();
        let (wishes, told) = read::<PlayerSettings>(Some(&path));
        assert_eq!(wishes, PlayerSettings::default());
        assert!(told.unwrap().contains("so defaults are used"));
        // Whoever can read it may want to have it back.
        save_changes(
            Some(&path),
            &wishes,
            &PlayerSettings { mouse: false, ..PlayerSettings::default() },
        )
        .unwrap();
        assert!(!read::<PlayerSettings>(Some(&path)).0.mouse);
        assert_eq!(fs::read_to_string(folder.join("deep/settings.json.unread")).unwrap(), "{");
        fs::remove_dir_all(folder).unwrap();
        assert_eq!(read::<PlayerSettings>(Some(&path)), (PlayerSettings::default(), None));
    }

    #[test]
    fn one_value_that_is_not_known_costs_no_other() {
        let folder = std::env::temp_dir().join(format!("lexicade-values-{}", std::process::id()));
        let path = folder.join("settings.json");
        fs::create_dir_all(&folder).unwrap();
        fs::write(&path, "{\"theme\":\"solarized\",\"contrast\":true,\"later\":[1]}").unwrap();
        let (wishes, told) = read::<PlayerSettings>(Some(&path));
        assert_eq!(wishes, PlayerSettings { contrast: true, ..PlayerSettings::default() });
        assert!(told.unwrap().contains("solarized"));
        save_changes(Some(&path), &wishes, &PlayerSettings { motion: false, ..wishes.clone() })
            .unwrap();
        let text = fs::read_to_string(&path).unwrap();
        for kept in ["\"solarized\"", "\"later\"", "\"contrast\": true", "\"motion\": false"] {
            assert!(text.contains(kept), "no {kept}: {text}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn two_programs_keep_what_is_new_to_each() {
        let folder = std::env::temp_dir().join(format!("lexicade-two-{}", std::process::id()));
        let (wishes, notes) = (folder.join("settings.json"), folder.join("notes.json"));
        let files = SettingsFiles { settings: Some(wishes.clone()), notes: Some(notes.clone()) };
        let start = (PlayerSettings::default(), CellNotes::default());
        let mut one = start.clone();
        one.0.theme = Palette::Dark;
        one.1.set(&MatchId("1".into()), 1, 2, "pit");
        files.save(&start, &one).unwrap();
        let mut other = start.clone();
        other.0.contrast = true;
        other.1.set(&MatchId("2".into()), 3, 4, "safe");
        files.save(&start, &other).unwrap();
        // What the first takes back is gone, and nothing else.
        let mut then = one.clone();
        then.0.theme = Palette::Terminal;
        then.1.set(&MatchId("1".into()), 1, 2, "");
        files.save(&one, &then).unwrap();
        assert_eq!(read::<PlayerSettings>(Some(&wishes)), (other.0, None));
        assert_eq!(read::<CellNotes>(Some(&notes)), (other.1, None));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn two_programs_on_one_match_keep_the_notes_of_each() {
        let folder = std::env::temp_dir().join(format!("lexicade-cells-{}", std::process::id()));
        let files = SettingsFiles { settings: None, notes: Some(folder.join("notes.json")) };
        let id = MatchId("1".into());
        let start = (PlayerSettings::default(), CellNotes::default());
        let (mut one, mut other) = (start.clone(), start.clone());
        one.1.set(&id, 1, 2, "pit");
        files.save(&start, &one).unwrap();
        other.1.set(&id, 3, 4, "safe");
        files.save(&start, &other).unwrap();
        let both = read::<CellNotes>(files.notes.as_deref()).0;
        assert_eq!((both.get(&id, 1, 2), both.get(&id, 3, 4)), (Some("pit"), Some("safe")));
        // What the first takes back, its only one, is all that goes.
        files.save(&one, &start).unwrap();
        assert_eq!(read::<CellNotes>(files.notes.as_deref()), (other.1.clone(), None));
        files.save(&other, &start).unwrap();
        assert_eq!(read::<CellNotes>(files.notes.as_deref()), (CellNotes::default(), None));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn notes_are_saved_where_settings_cannot_be() {
        let folder = std::env::temp_dir().join(format!("lexicade-notes-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        // A file where a folder would be.
        fs::write(folder.join("config"), "").unwrap();
        let files = SettingsFiles {
            settings: Some(folder.join("config/settings.json")),
            notes: Some(folder.join("notes.json")),
        };
        let mut notes = CellNotes::default();
        notes.set(&MatchId("1".into()), 1, 2, "pit");
        let before = (PlayerSettings::default(), CellNotes::default());
        assert_eq!(
            read::<PlayerSettings>(files.settings.as_deref()),
            (PlayerSettings::default(), None)
        );
        assert!(files.save(&before, &(PlayerSettings::default(), notes.clone())).is_err());
        assert_eq!(read::<CellNotes>(files.notes.as_deref()), (notes, None));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn notes_are_kept_by_match_and_cell() {
        let (one, other) = (MatchId("1".into()), MatchId("2".into()));
        let mut notes = CellNotes::default();
        notes.set(&one, 1, 2, "pit");
        notes.set(&other, 1, 2, "safe");
        assert_eq!(notes.get(&one, 1, 2), Some("pit"));
        let text = serde_json::to_string(&notes).unwrap();
        assert_eq!(serde_json::from_str::<CellNotes>(&text).unwrap(), notes);
        notes.set(&one, 1, 2, "");
        assert!(!notes.forget(&one) && notes.forget(&other));
        assert_eq!(notes, CellNotes::default());
    }
}
