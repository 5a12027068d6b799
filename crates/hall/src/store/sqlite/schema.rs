//! How the file is opened, and how it is brought up to date.

use super::trouble::Place;
use crate::StoreError;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::io;
use std::path::Path;
use std::time::Duration;

/// Every change of the tables there has been, in order; the version of a file is how many it has had.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/sqlite/0001.sql"),
    include_str!("../../../migrations/sqlite/0002.sql"),
];

/// Says in the file that it is ours: "Lexi".
const APPLICATION: u32 = 0x4c65_7869;

/// How long to wait for another program to let go.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the file for writing, makes it when it is not there, and brings it up to date.
pub(super) fn open(place: &Place) -> Result<Connection, StoreError> {
    make_folder(&place.0).map_err(|error| place.io(&error))?;
    let trouble = |error| place.trouble(&error);
    let mut writer = Connection::open(&place.0).map_err(trouble)?;
    check(&mut writer, place)?;
    durable(&writer).map_err(trouble)?;
    migrate(&mut writer, place)?;
    Ok(writer)
}

/// Opens the file for reading.
pub(super) fn reader(place: &Place) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || {
        let reader = Connection::open_with_flags(&place.0, flags)?;
        reader.busy_timeout(PATIENCE)?;
        reader.pragma_update(None, "query_only", true)?;
        Ok(reader)
    };
    open().map_err(|error| place.trouble(&error))
}

/// Is it ours, and not too new? Nothing is changed before that is known.
fn check(writer: &mut Connection, place: &Place) -> Result<(), StoreError> {
    let trouble = |error| place.trouble(&error);
    writer.busy_timeout(PATIENCE).map_err(trouble)?;
    let application: u32 = pragma(writer, "application_id").map_err(trouble)?;
    let count = "select count(*) from sqlite_schema";
    let tables: u32 = writer.query_row(count, (), |row| row.get(0)).map_err(trouble)?;
    if application != APPLICATION && (application != 0 || tables != 0) {
        return Err(StoreError::Foreign { place: place.name() });
    }
    version(writer, place).map(drop)
}

/// How many migrations it has had.
fn version(connection: &Connection, place: &Place) -> Result<usize, StoreError> {
    let found: u32 = pragma(connection, "user_version").map_err(|error| place.trouble(&error))?;
    let known = MIGRATIONS.len() as u32;
    if found > known {
        return Err(StoreError::Newer { place: place.name(), found, known });
    }
    Ok(found as usize)
}

/// A commit survives the loss of power: the log is synced before it returns. On a Mac that takes
/// more than an fsync.
fn durable(writer: &Connection) -> rusqlite::Result<()> {
    writer.pragma_update(None, "journal_mode", "wal")?;
    writer.pragma_update(None, "synchronous", "full")?;
    writer.pragma_update(None, "fullfsync", true)?;
    writer.pragma_update(None, "checkpoint_fullfsync", true)
}

/// Runs the migrations it has not had, in one transaction. Another program may be doing the same.
fn migrate(writer: &mut Connection, place: &Place) -> Result<(), StoreError> {
    if version(writer, place)? == MIGRATIONS.len() {
        return Ok(());
    }
    let trouble = |error| place.trouble(&error);
    let step = writer.transaction_with_behavior(TransactionBehavior::Immediate).map_err(trouble)?;
    let had = version(&step, place)?;
    run(&step, had).map_err(trouble)?;
    step.commit().map_err(trouble)
}

fn run(step: &Transaction<'_>, had: usize) -> rusqlite::Result<()> {
    for migration in MIGRATIONS.iter().skip(had) {
        step.execute_batch(migration)?;
    }
    step.pragma_update(None, "application_id", APPLICATION)?;
    step.pragma_update(None, "user_version", MIGRATIONS.len() as u32)
}

/// A number that the file keeps about itself.
pub(super) fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

/// Makes the folder of a file, so that it stays even when the power fails.
fn make_folder(file: &Path) -> io::Result<()> {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            std::fs::create_dir_all(folder)?;
            sync_folder(folder)
        }
        _ => Ok(()),
    }
}

/// Makes sure that a name is in its folder for good.
#[cfg(unix)]
pub(super) fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Elsewhere a folder cannot be synced, and need not be.
#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
