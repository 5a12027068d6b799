//! Where the house keeps what is the player's own: boards, and matches as they are played.

use crate::args::GlobalArgs;
use crate::store_location::StoreLocation;
use line::BoardLibrary;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder for boards; none where there is no home.
pub(crate) fn boards(manners: &GlobalArgs) -> BoardLibrary {
    BoardLibrary { folder: data(manners).map(|data| data.join("boards")) }
}

/// Why nothing can be kept, if it is so.
pub(crate) fn notice(manners: &GlobalArgs, place: &StoreLocation) -> Option<String> {
    let forgotten = match place {
        // It was looked whether a file can be made.
        StoreLocation::File(_) => return None,
        StoreLocation::Nowhere => "what is played is forgotten in the end, and ",
        StoreLocation::Server(_) | StoreLocation::Memory => "",
    };
    let why = match data(manners) {
        None => "there is no home folder".to_owned(),
        Some(data) if !is_writable(&data) => format!("nothing can be kept in {}", data.display()),
        Some(_) => return None,
    };
    Some(format!("{why}: {forgotten}boards have to be saved by path"))
}

/// The data folder: as it was said, as the desktop has it, or as is the custom.
pub(crate) fn data(manners: &GlobalArgs) -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let custom = || match cfg!(windows) {
        true => folder("APPDATA"),
        false => folder("HOME").map(|home| home.join(".local").join("share")),
    };
    let house = || folder("XDG_DATA_HOME").or_else(custom).map(|data| data.join("lexicade"));
    let said = || env::var_os("LEXICADE_DATA").filter(|said| !said.is_empty()).map(PathBuf::from);
    manners.data.clone().or_else(said).or_else(house)
}

/// The folder for settings: as the desktop has it, or as is the custom.
pub(crate) fn config() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let custom = || match cfg!(windows) {
        true => folder("APPDATA"),
        false => folder("HOME").map(|home| home.join(".config")),
    };
    folder("XDG_CONFIG_HOME").or_else(custom).map(|config| config.join("lexicade"))
}

/// Can a file be made there? The nearest folder that exists decides; only trying tells for certain.
pub(crate) fn is_writable(data: &Path) -> bool {
    let Ok(data) = std::path::absolute(data) else { return false };
    let Some(folder) = data.ancestors().find(|folder| folder.exists()) else { return false };
    let trial = folder.join(format!(".lexicade-{}", std::process::id()));
    let made = fs::OpenOptions::new().write(true).create_new(true).open(&trial).is_ok();
    made && fs::remove_file(&trial).is_ok()
}
