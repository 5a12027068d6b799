//! Which store: a file in the player's own folder, or a server that was named; memory where nothing
//! can be kept. Commands that have to do with matches get their hall here.

use crate::args::Manners;
use crate::{home, terminal};
use engine::{Refusal, line::quote};
use games::GAMES;
use hall::{Clock, Hall, Store, StoreError};
use line::{Console, House, Players, Trouble};
use std::env;
use std::io;
use std::path::PathBuf;
use tokio::runtime::{Builder, Runtime};

/// Where matches are kept.
#[derive(Clone)]
pub(crate) enum Place {
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

impl Place {
    /// As it was said, or else in the player's own folder.
    pub(crate) fn of(manners: &Manners) -> Result<Place, Refusal> {
        let said = manners.store.clone().or_else(|| env::var("LEXICADE_STORE").ok());
        match said.filter(|said| !said.is_empty()) {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Ok(Place::Server(url))
            }
            Some(memory) if memory == "memory" => Ok(Place::Memory),
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
                Some(data) if data.join(FILE).exists() || home::can_keep(&data) => {
                    Ok(Place::File(data.join(FILE)))
                }
                _ => Ok(Place::Nowhere),
            },
        }
    }

    /// May others, elsewhere, play the same matches?
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, Place::Server(_))
    }

    /// Opens the store there.
    pub(crate) fn open(&self, runtime: &Runtime) -> Result<Store, StoreError> {
        match self {
            Place::File(file) => Store::sqlite(file),
            Place::Server(url) => runtime.block_on(Store::postgres(url)),
            Place::Memory | Place::Nowhere => Ok(Store::memory()),
        }
    }

    /// What lies in a file that can be read and not written to.
    pub(crate) fn open_what_lies_there(&self) -> Option<Store> {
        match self {
            Place::File(file) if file.exists() => Store::sqlite_to_read(file).ok(),
            _ => None,
        }
    }

    /// The same for those who change what is there: where nothing was ever kept, nothing is made either.
    fn open_what_is_there(&self, runtime: &Runtime) -> Result<Store, StoreError> {
        match self {
            Place::File(file) if !file.exists() => Ok(Store::memory()),
            place => place.open(runtime),
        }
    }

    /// The same for those who only read: where nothing was ever kept, nothing is made either.
    fn open_to_read(&self, runtime: &Runtime) -> Result<Store, StoreError> {
        match self {
            Place::File(file) if !file.exists() => Ok(Store::memory()),
            Place::File(file) => Store::sqlite_to_read(file),
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
    manners: &Manners,
    run: impl FnOnce(&mut Console, House) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    with_store(manners, Place::open_to_read, run)
}

/// The same for a command that changes them.
pub(crate) fn with_hall_to_change(
    manners: &Manners,
    run: impl FnOnce(&mut Console, House) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    with_store(manners, Place::open_what_is_there, run)
}

fn with_store(
    manners: &Manners,
    open: fn(&Place, &Runtime) -> Result<Store, StoreError>,
    run: impl FnOnce(&mut Console, House) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let (place, runtime) = (Place::of(manners)?, runtime()?);
    let store = open(&place, &runtime).map_err(|error| closed(&error))?;
    let (hall, players) = (hall(store), players(manners)?);
    let shared = place.is_shared();
    let house = House { hall: &hall, runtime: &runtime, players: &players, shared };
    run(&mut terminal::console(manners), house)
}

/// The store for those who must have one.
pub(crate) fn store(manners: &Manners, runtime: &Runtime) -> Result<Store, Refusal> {
    match Place::of(manners)? {
        Place::Nowhere => {
            let text = "There is no place to keep matches in; name a folder with --data.";
            Err(Refusal::new("house.store", text))
        }
        place => place.open(runtime).map_err(|error| closed(&error)),
    }
}

/// That the store cannot be opened.
pub(crate) fn closed(error: &StoreError) -> Refusal {
    Refusal::new("house.store", format!("Matches cannot be kept or read: {error}."))
}

/// Who plays: as it was said, or else whoever is at this machine.
pub(crate) fn players(manners: &Manners) -> Result<Players, Refusal> {
    let said = manners.player.clone().or_else(|| env::var("LEXICADE_PLAYER").ok());
    match said.filter(|said| !said.is_empty()) {
        Some(names) => Players::read(&names),
        None => {
            let login = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| env::var(name).ok());
            Ok(Players::unnamed(&login.unwrap_or_default()))
        }
    }
}
