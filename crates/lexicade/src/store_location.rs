//! Which store: a file in the player's own folder, or a server that was named; memory where nothing
//! can be kept. Commands that have to do with matches get their hall here.

use crate::args::GlobalArgs;
use crate::{home, terminal};
use engine::{Refusal, line::quote};
use games::GAMES;
use hall::{Clock, Hall, Store, StoreError};
use line::{Console, HallContext, LineError, Players};
use std::env;
use std::io;
use std::path::PathBuf;
use tokio::runtime::{Builder, Runtime};

/// Where matches are kept.
#[derive(Clone)]
pub(crate) enum StoreLocation {
    /// In this file.
    File(PathBuf),
    /// On the server with this URL, where others may play the same matches.
    Server(String),
    /// In memory, as was asked for.
    Memory,
    /// Nowhere: there is no place for a file.
    Nowhere,
}

/// The name of the file in the player's folder.
const FILE: &str = "lexicade.db";

impl StoreLocation {
    /// As it was said, or else in the player's own folder.
    pub(crate) fn of(manners: &GlobalArgs) -> Result<StoreLocation, Refusal> {
        let said = manners.store.clone().or_else(|| env::var("LEXICADE_STORE").ok());
        match said.filter(|said| !said.is_empty()) {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Ok(StoreLocation::Server(url))
            }
            Some(memory) if memory == "memory" => Ok(StoreLocation::Memory),
            Some(other) => {
                let other = quote(&other);
                let text = format!("A store is postgres://… or memory, not “{other}”.");
                Err(Refusal::setup(text))
            }
            None => match home::data(manners) {
                Some(data) if data.exists() && !data.is_dir() => {
                    let data = quote(&data.to_string_lossy());
                    Err(Refusal::setup(format!("“{data}” is not a folder.")))
                }
                // What was kept there can be read even where nothing more can be written.
                Some(data) if data.join(FILE).exists() || home::is_writable(&data) => {
                    Ok(StoreLocation::File(data.join(FILE)))
                }
                _ => Ok(StoreLocation::Nowhere),
            },
        }
    }

    /// May others, elsewhere, play the same matches?
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, StoreLocation::Server(_))
    }

    /// Opens the store there.
    pub(crate) fn open(&self, runtime: &Runtime) -> Result<Store, StoreError> {
        match self {
            StoreLocation::File(file) => Store::sqlite(file),
            StoreLocation::Server(url) => runtime.block_on(Store::postgres(url)),
            StoreLocation::Memory | StoreLocation::Nowhere => Ok(Store::memory()),
        }
    }

    /// What lies in a file that can be read and not written to.
    pub(crate) fn open_existing_read_only(&self) -> Option<Store> {
        match self {
            StoreLocation::File(file) if file.exists() => Store::sqlite_read_only(file).ok(),
            _ => None,
        }
    }

    /// The same for those who change what is there: where nothing was ever kept, nothing is made either.
    fn open_existing(&self, runtime: &Runtime) -> Result<Store, StoreError> {
        match self {
            StoreLocation::File(file) if !file.exists() => Ok(Store::memory()),
            place => place.open(runtime),
        }
    }

    /// The same for those who only read: where nothing was ever kept, nothing is made either.
    fn open_read_only(&self, runtime: &Runtime) -> Result<Store, StoreError> {
        match self {
            StoreLocation::File(file) if !file.exists() => Ok(Store::memory()),
            StoreLocation::File(file) => Store::sqlite_read_only(file),
            place => place.open(runtime),
        }
    }
}

/// What a hall runs on.
pub(crate) fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().build()
}

/// A hall on this machine: its days are those of whoever sits here.
pub(crate) fn hall(store: Store) -> Hall {
    Hall::with_clock(GAMES, store, Clock::local())
}

/// Runs a command on the matches that are kept: what it has to say goes to the console.
pub(crate) fn with_hall(
    manners: &GlobalArgs,
    run: impl FnOnce(&mut Console, HallContext) -> Result<(), LineError>,
) -> Result<(), LineError> {
    with_store(manners, StoreLocation::open_read_only, run)
}

/// The same for a command that changes them.
pub(crate) fn with_writable_hall(
    manners: &GlobalArgs,
    run: impl FnOnce(&mut Console, HallContext) -> Result<(), LineError>,
) -> Result<(), LineError> {
    with_store(manners, StoreLocation::open_existing, run)
}

fn with_store(
    manners: &GlobalArgs,
    open: fn(&StoreLocation, &Runtime) -> Result<Store, StoreError>,
    run: impl FnOnce(&mut Console, HallContext) -> Result<(), LineError>,
) -> Result<(), LineError> {
    let (place, runtime) = (StoreLocation::of(manners)?, runtime()?);
    let store = open(&place, &runtime).map_err(|error| store_refusal(&error))?;
    let (hall, players) = (hall(store), players(manners)?);
    let shared = place.is_shared();
    let house = HallContext { hall: &hall, runtime: &runtime, players: &players, shared };
    run(&mut terminal::console(manners), house)
}

/// The store for those who must have one.
pub(crate) fn store(manners: &GlobalArgs, runtime: &Runtime) -> Result<Store, Refusal> {
    match StoreLocation::of(manners)? {
        StoreLocation::Nowhere => {
            let text = "There is no place to keep matches in; name a folder with --data.";
            Err(Refusal::new("house.store", text))
        }
        place => place.open(runtime).map_err(|error| store_refusal(&error)),
    }
}

/// That the store cannot be opened.
pub(crate) fn store_refusal(error: &StoreError) -> Refusal {
    Refusal::new("house.store", format!("Matches cannot be kept or read: {error}."))
}

/// Who plays: as it was said, or else whoever is at this machine.
pub(crate) fn players(manners: &GlobalArgs) -> Result<Players, Refusal> {
    let said = manners.player.clone().or_else(|| env::var("LEXICADE_PLAYER").ok());
    match said.filter(|said| !said.is_empty()) {
        Some(names) => Players::read(&names),
        None => {
            let login = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| env::var(name).ok());
            Ok(Players::unnamed(&login.unwrap_or_default()))
        }
    }
}
