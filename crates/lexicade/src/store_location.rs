//! Chooses and opens the store: a file in the player's data folder, a database server, or memory. Commands that work
//! with matches get their hall here.

use crate::args::GlobalArgs;
use crate::{home, terminal};
use engine::{Code, Refusal, line::quote};
use games::GAMES;
use hall::{Clock, Hall, Store, StoreError};
use line::{Console, HallContext, LineError, Players};
use std::env;
use std::io;
use std::path::PathBuf;
use tokio::runtime::{Builder, Runtime};

/// Where matches are stored.
#[derive(Clone)]
pub(crate) enum StoreLocation {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL server with this URL, which others may use too.
    Server(String),
    /// Memory, because the player asked for it.
    Memory,
    /// Memory, because a file can't be created.
    Nowhere,
}

/// The name of the file in the data folder.
const FILE: &str = "lexicade.db";

impl StoreLocation {
    /// The location from `--store` or `LEXICADE_STORE`, or else a file in the data folder.
    pub(crate) fn of(global: &GlobalArgs) -> Result<StoreLocation, Refusal> {
        let chosen = global.store.clone().or_else(|| env::var("LEXICADE_STORE").ok());
        match chosen.filter(|chosen| !chosen.is_empty()) {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Ok(StoreLocation::Server(url))
            }
            Some(memory) if memory == "memory" => Ok(StoreLocation::Memory),
            Some(other) => {
                let other = quote(&other);
                let text = format!("The store must be postgres://… or memory, not “{other}”.");
                Err(Refusal::setup(text))
            }
            None => match home::data(global) {
                Some(data) if data.exists() && !data.is_dir() => {
                    let data = quote(&data.to_string_lossy());
                    Err(Refusal::setup(format!("“{data}” isn't a folder.")))
                }
                // An existing file can be read even if the folder is not writable.
                Some(data) if data.join(FILE).exists() || home::is_writable(&data) => {
                    Ok(StoreLocation::File(data.join(FILE)))
                }
                _ => Ok(StoreLocation::Nowhere),
            },
        }
    }

    /// Can others use the same store from other machines?
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, StoreLocation::Server(_))
    }

    pub(crate) fn open(&self, runtime: &Runtime) -> Result<Store, StoreError> {
        match self {
            StoreLocation::File(file) => Store::sqlite(file),
            StoreLocation::Server(url) => runtime.block_on(Store::postgres(url)),
            StoreLocation::Memory | StoreLocation::Nowhere => Ok(Store::memory()),
        }
    }

    /// Opens an existing file for reading only, if that works.
    pub(crate) fn open_existing_read_only(&self) -> Option<Store> {
        match self {
            StoreLocation::File(file) if file.exists() => Store::sqlite_read_only(file).ok(),
            _ => None,
        }
    }

    /// Opens the store for commands that change existing data: creates no file.
    fn open_existing(&self, runtime: &Runtime) -> Result<Store, StoreError> {
        match self {
            StoreLocation::File(file) if !file.exists() => Ok(Store::memory()),
            location => location.open(runtime),
        }
    }

    /// Opens the store for commands that only read: creates no file.
    fn open_read_only(&self, runtime: &Runtime) -> Result<Store, StoreError> {
        match self {
            StoreLocation::File(file) if !file.exists() => Ok(Store::memory()),
            StoreLocation::File(file) => Store::sqlite_read_only(file),
            location => location.open(runtime),
        }
    }
}

/// The runtime for a hall.
pub(crate) fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().build()
}

/// A hall with the days of the local time zone.
pub(crate) fn hall(store: Store) -> Hall {
    Hall::with_clock(GAMES, store, Clock::local())
}

/// Runs a command that reads stored matches.
pub(crate) fn with_hall(
    global: &GlobalArgs,
    run: impl FnOnce(&mut Console, HallContext) -> Result<(), LineError>,
) -> Result<(), LineError> {
    with_store(global, StoreLocation::open_read_only, run)
}

/// Runs a command that changes stored matches.
pub(crate) fn with_writable_hall(
    global: &GlobalArgs,
    run: impl FnOnce(&mut Console, HallContext) -> Result<(), LineError>,
) -> Result<(), LineError> {
    with_store(global, StoreLocation::open_existing, run)
}

fn with_store(
    global: &GlobalArgs,
    open: fn(&StoreLocation, &Runtime) -> Result<Store, StoreError>,
    run: impl FnOnce(&mut Console, HallContext) -> Result<(), LineError>,
) -> Result<(), LineError> {
    let (location, runtime) = (StoreLocation::of(global)?, runtime()?);
    let store = open(&location, &runtime).map_err(|error| store_refusal(&error))?;
    let (hall, players) = (hall(store), players(global)?);
    let shared = location.is_shared();
    let context = HallContext { hall: &hall, runtime: &runtime, players: &players, shared };
    run(&mut terminal::console(global), context)
}

/// The store, for commands that need one on disk or on a server.
pub(crate) fn store(global: &GlobalArgs, runtime: &Runtime) -> Result<Store, Refusal> {
    match StoreLocation::of(global)? {
        StoreLocation::Nowhere => {
            let text = "There is no folder for matches. Choose one with --data.";
            Err(Refusal::new(Code::Store, text))
        }
        location => location.open(runtime).map_err(|error| store_refusal(&error)),
    }
}

/// The refusal for a store that fails.
pub(crate) fn store_refusal(error: &StoreError) -> Refusal {
    Refusal::new(Code::Store, format!("Can't open the store: {error}."))
}

/// The players from `--as` or `LEXICADE_PLAYER`, or else the user of this machine.
pub(crate) fn players(global: &GlobalArgs) -> Result<Players, Refusal> {
    let chosen = global.player.clone().or_else(|| env::var("LEXICADE_PLAYER").ok());
    match chosen.filter(|chosen| !chosen.is_empty()) {
        Some(names) => Players::read(&names),
        None => {
            let login = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| env::var(name).ok());
            Ok(Players::unnamed(&login.unwrap_or_default()))
        }
    }
}
