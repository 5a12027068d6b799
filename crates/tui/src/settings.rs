//! The player's settings and notes: two small files, each written atomically. If one can't be read, the player
//! is problem and defaults are used.

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

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PlayerSettings {
    pub(crate) theme: Palette,
    /// Nothing faint, and colours that everybody can tell apart.
    pub(crate) contrast: bool,
    /// Animations.
    pub(crate) motion: bool,
    pub(crate) mouse: bool,
    /// The player's name; may be empty.
    pub(crate) name: String,
    /// The file of a word list; empty for the built-in one.
    pub(crate) words: String,
    /// Whether the introduction to all games was seen.
    pub(crate) welcomed: bool,
    /// The games whose introduction was seen before their first match.
    pub(crate) met: BTreeSet<String>,
    /// The level of Wizards chosen last.
    pub(crate) level: Level,
    /// The variant of Wizards in which valid words that aren't in the grid cost nothing.
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
    /// Whether the player has seen the introduction to this game.
    pub(crate) fn has_seen_intro(&self, game: &str) -> bool {
        self.welcomed || self.met.contains(game)
    }
}

/// The player's notes on cells, by match and `ROW,COL`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct CellNotes(BTreeMap<MatchId, BTreeMap<String, String>>);

impl CellNotes {
    pub(crate) fn get(&self, id: &MatchId, row: u8, col: u8) -> Option<&str> {
        self.0.get(id)?.get(&format!("{row},{col}")).map(String::as_str)
    }

    /// Sets the note on a cell; an empty one removes it.
    pub(crate) fn set(&mut self, id: &MatchId, row: u8, col: u8, note: &str) {
        let notes = self.0.entry(id.clone()).or_default();
        match note {
            "" => notes.remove(&format!("{row},{col}")),
            note => notes.insert(format!("{row},{col}"), note.to_owned()),
        };
        self.0.retain(|_, notes| !notes.is_empty());
    }

    pub(crate) fn has(&self, id: &MatchId) -> bool {
        self.0.contains_key(id)
    }

    pub(crate) fn matches(&self) -> BTreeSet<MatchId> {
        self.0.keys().cloned().collect()
    }

    /// Removes the notes of a match; returns whether there were any.
    pub(crate) fn remove(&mut self, id: &MatchId) -> bool {
        self.0.remove(id).is_some()
    }
}

/// The paths of both files; `None` if there is no folder for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingsFiles {
    pub(crate) settings: Option<PathBuf>,
    pub(crate) notes: Option<PathBuf>,
}

impl SettingsFiles {
    /// Saves the changes to both files, even if one of them fails.
    pub(crate) fn save(
        &self,
        before: &(PlayerSettings, CellNotes),
        now: &(PlayerSettings, CellNotes),
    ) -> Result<(), String> {
        let settings = save_changes(self.settings.as_deref(), &before.0, &now.0);
        let notes = save_changes(self.notes.as_deref(), &before.1, &now.1);
        settings.and(notes)
    }
}

pub(crate) fn notes_in(folder: &Path) -> PathBuf {
    folder.join("notes.json")
}

/// The matches with notes, from the notes file in this folder. They can be resumed even if nothing was played
/// in them.
pub fn matches_with_notes(folder: Option<&Path>) -> BTreeSet<MatchId> {
    let (notes, _) = read::<CellNotes>(folder.map(notes_in).as_deref());
    notes.matches()
}

/// Reads a file. A missing file gives the defaults; a broken one gives what can be read, and a sentence about
/// it.
pub(crate) fn read<T: DeserializeOwned + Default>(path: Option<&Path>) -> (T, Option<String>) {
    let Some(path) = path else { return (T::default(), None) };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if is_missing(&error) => return (T::default(), None),
        Err(error) => return (T::default(), Some(read_problem(path, &error.to_string()))),
    };
    let (read, why) = parse(&text);
    (read, why.map(|why| read_problem(path, &why)))
}

/// Parses a text. Values that can't be read get their defaults, and the error is returned.
fn parse<T: DeserializeOwned + Default>(text: &str) -> (T, Option<String>) {
    match serde_json::from_str(text) {
        Ok(read) => (read, None),
        Err(error) => (parse_lenient(text), Some(error.to_string())),
    }
}

/// Whether any text, read as either file and written again, reads the same. For fuzz tests.
#[doc(hidden)]
pub fn reads_the_same(text: &str) -> bool {
    fn same<T: DeserializeOwned + Serialize + Default + PartialEq>(text: &str) -> bool {
        let read: T = parse(text).0;
        serde_json::to_string(&read).is_ok_and(|again| parse(&again) == (read, None))
    }
    same::<PlayerSettings>(text) && same::<CellNotes>(text)
}

/// Whether there is no such file, or a file in place of its folder.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn read_problem(path: &Path, why: &str) -> String {
    format!("Can't read {}, so defaults are used: {why}.", path.display())
}

/// Parses each value on its own and skips those that are invalid.
fn parse_lenient<T: DeserializeOwned + Default>(text: &str) -> T {
    let Ok(values) = serde_json::from_str::<Map<String, Value>>(text) else { return T::default() };
    let read = |values: Map<String, Value>| serde_json::from_value::<T>(Value::Object(values));
    let is_valid = |(name, value): &(String, Value)| {
        read(Map::from_iter([(name.clone(), value.clone())])).is_ok()
    };
    read(values.into_iter().filter(is_valid).collect()).unwrap_or_default()
}

/// Writes the changes into the file as it is now, because another program may have changed it. A file that
/// can't be parsed is renamed first.
fn save_changes<T: Serialize + PartialEq>(
    path: Option<&Path>,
    before: &T,
    now: &T,
) -> Result<(), String> {
    let Some(path) = path.filter(|path| before != now || !path.exists()) else { return Ok(()) };
    merged(path, before, now)
        .and_then(|text| write(path, &format!("{text}\n")))
        .map_err(|error| format!("Can't write {}: {error}.", path.display()))
}

fn merged<T: Serialize>(path: &Path, before: &T, now: &T) -> io::Result<String> {
    let values = |of: &T| match serde_json::to_value(of) {
        Ok(Value::Object(values)) => Ok(values),
        Ok(_) => Err(io::Error::other("not a JSON object")),
        Err(error) => Err(io::Error::other(error)),
    };
    let (before, now) = (values(before)?, values(now)?);
    let stored = match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str::<Map<String, Value>>(&text).ok(),
        Err(error) if is_missing(&error) => Some(now.clone()),
        Err(_) => None,
    };
    let merged = match stored {
        Some(mut stored) => {
            merge(&mut stored, &before, &now);
            stored
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

/// Applies the changes, also inside nested objects, so that each note of a match is merged on its own.
fn merge(stored: &mut Map<String, Value>, before: &Map<String, Value>, now: &Map<String, Value>) {
    let none = Map::new();
    for name in before.keys().chain(now.keys()) {
        let (old, new) = (before.get(name), now.get(name));
        if old == new {
            continue;
        }
        match (stored.get_mut(name), old, new) {
            (Some(Value::Object(inner)), _, Some(Value::Object(new))) => {
                merge(inner, old.and_then(Value::as_object).unwrap_or(&none), new);
            }
            (Some(Value::Object(inner)), Some(Value::Object(old)), None) => {
                merge(inner, old, &none);
                if inner.is_empty() {
                    stored.remove(name);
                }
            }
            (_, _, Some(new)) => drop(stored.insert(name.clone(), new.clone())),
            (_, _, None) => drop(stored.remove(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_notes_round_trip() {
        let folder = std::env::temp_dir().join(format!("lexicade-settings-{}", std::process::id()));
        let path = folder.join("deep").join("settings.json");
        let settings =
            PlayerSettings { contrast: true, name: "Ann".into(), ..PlayerSettings::default() };
        save_changes(Some(&path), &PlayerSettings::default(), &settings).unwrap();
        assert_eq!(read::<PlayerSettings>(Some(&path)), (settings, None));
        fs::write(&path, "{\"contrast\":true,\"new\":1}").unwrap();
        assert!(
            read::<PlayerSettings>(Some(&path)).0.contrast,
            "missing and unknown values do no harm"
        );
        fs::write(&path, "{").unwrap();
        let (settings, problem) = read::<PlayerSettings>(Some(&path));
        assert_eq!(settings, PlayerSettings::default());
        assert!(problem.unwrap().contains("so defaults are used"));
        // A broken file is kept for the player to repair.
        save_changes(
            Some(&path),
            &settings,
            &PlayerSettings { mouse: false, ..PlayerSettings::default() },
        )
        .unwrap();
        assert!(!read::<PlayerSettings>(Some(&path)).0.mouse);
        assert_eq!(fs::read_to_string(folder.join("deep/settings.json.unread")).unwrap(), "{");
        fs::remove_dir_all(folder).unwrap();
        assert_eq!(read::<PlayerSettings>(Some(&path)), (PlayerSettings::default(), None));
    }

    #[test]
    fn an_unknown_value_does_not_cost_the_others() {
        let folder = std::env::temp_dir().join(format!("lexicade-values-{}", std::process::id()));
        let path = folder.join("settings.json");
        fs::create_dir_all(&folder).unwrap();
        fs::write(&path, "{\"theme\":\"solarized\",\"contrast\":true,\"later\":[1]}").unwrap();
        let (settings, problem) = read::<PlayerSettings>(Some(&path));
        assert_eq!(settings, PlayerSettings { contrast: true, ..PlayerSettings::default() });
        assert!(problem.unwrap().contains("solarized"));
        save_changes(Some(&path), &settings, &PlayerSettings { motion: false, ..settings.clone() })
            .unwrap();
        let text = fs::read_to_string(&path).unwrap();
        for kept in ["\"solarized\"", "\"later\"", "\"contrast\": true", "\"motion\": false"] {
            assert!(text.contains(kept), "no {kept}: {text}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn two_programs_keep_the_changes_of_both() {
        let folder = std::env::temp_dir().join(format!("lexicade-two-{}", std::process::id()));
        let (settings, notes) = (folder.join("settings.json"), folder.join("notes.json"));
        let files = SettingsFiles { settings: Some(settings.clone()), notes: Some(notes.clone()) };
        let start = (PlayerSettings::default(), CellNotes::default());
        let mut one = start.clone();
        one.0.theme = Palette::Dark;
        one.1.set(&MatchId("1".into()), 1, 2, "pit");
        files.save(&start, &one).unwrap();
        let mut other = start.clone();
        other.0.contrast = true;
        other.1.set(&MatchId("2".into()), 3, 4, "safe");
        files.save(&start, &other).unwrap();
        // Only what the first program takes back is removed.
        let mut then = one.clone();
        then.0.theme = Palette::Terminal;
        then.1.set(&MatchId("1".into()), 1, 2, "");
        files.save(&one, &then).unwrap();
        assert_eq!(read::<PlayerSettings>(Some(&settings)), (other.0, None));
        assert_eq!(read::<CellNotes>(Some(&notes)), (other.1, None));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn two_programs_on_one_match_keep_the_notes_of_both() {
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
        // Only the first program's note is removed.
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
        // A file in place of the folder.
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
        assert!(!notes.remove(&one) && notes.remove(&other));
        assert_eq!(notes, CellNotes::default());
    }
}
