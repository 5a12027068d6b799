//! The folders for the player's data and settings.

use crate::args::GlobalArgs;
use crate::store_location::StoreLocation;
use line::BoardLibrary;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder for boards, if there is a home folder.
pub(crate) fn boards(global: &GlobalArgs) -> BoardLibrary {
    BoardLibrary { folder: data(global).map(|data| data.join("boards")) }
}

/// Explains why nothing can be saved, if that is so.
pub(crate) fn notice(global: &GlobalArgs, location: &StoreLocation) -> Option<String> {
    let unsaved = match location {
        // The location is a file only if it can be created.
        StoreLocation::File(_) => return None,
        StoreLocation::Nowhere => "matches are not saved, and ",
        StoreLocation::Server(_) | StoreLocation::Memory => "",
    };
    let why = match data(global) {
        None => "there is no home folder".to_owned(),
        Some(data) if !is_writable(&data) => {
            format!("there is no write access to {}", data.display())
        }
        Some(_) => return None,
    };
    Some(format!("{why}: {unsaved}boards can be saved only to a path"))
}

/// The data folder: from `--data`, `LEXICADE_DATA`, `XDG_DATA_HOME` or the default of the system.
pub(crate) fn data(global: &GlobalArgs) -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let default = || match cfg!(windows) {
        true => folder("APPDATA"),
        false => folder("HOME").map(|home| home.join(".local").join("share")),
    };
    let standard = || folder("XDG_DATA_HOME").or_else(default).map(|data| data.join("lexicade"));
    let variable =
        || env::var_os("LEXICADE_DATA").filter(|path| !path.is_empty()).map(PathBuf::from);
    global.data.clone().or_else(variable).or_else(standard)
}

/// The folder for settings: from `XDG_CONFIG_HOME` or the default of the system.
pub(crate) fn config() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let default = || match cfg!(windows) {
        true => folder("APPDATA"),
        false => folder("HOME").map(|home| home.join(".config")),
    };
    folder("XDG_CONFIG_HOME").or_else(default).map(|config| config.join("lexicade"))
}

/// Can a file be created there? Tries it in the nearest existing folder, because permissions alone are not reliable.
pub(crate) fn is_writable(data: &Path) -> bool {
    let Ok(data) = std::path::absolute(data) else { return false };
    let Some(folder) = data.ancestors().find(|folder| folder.exists()) else { return false };
    let trial = folder.join(format!(".lexicade-{}", std::process::id()));
    let made = fs::OpenOptions::new().write(true).create_new(true).open(&trial).is_ok();
    made && fs::remove_file(&trial).is_ok()
}
