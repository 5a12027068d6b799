//! How the file is opened, and how it is brought up to date.

use super::error::DatabaseFile;
use crate::StoreError;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// Every change of the tables there has been, in order; the version of a file is how many it has had.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/sqlite/0001.sql"),
    include_str!("../../../migrations/sqlite/0002.sql"),
    include_str!("../../../migrations/sqlite/0003.sql"),
];

/// Says in the file that it is ours: "Lexi".
const APPLICATION: u32 = 0x4c65_7869;

/// How long to wait for another program to let go.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens the file for writing, makes it when it is not there, and brings it up to date.
pub(super) fn open(place: &DatabaseFile) -> Result<Connection, StoreError> {
    let (mut writer, _) = checked(place)?;
    make_ready(&mut writer, place)?;
    Ok(writer)
}

/// The same for those who only look at first, as most do: a file that is up to date needs nothing more for that.
pub(super) fn open_to_look(place: &DatabaseFile) -> Result<Connection, StoreError> {
    let (mut connection, had) = checked(place)?;
    if had < MIGRATIONS.len() {
        make_ready(&mut connection, place)?;
    }
    only_read(&connection).map_err(|error| place.store_error(&error))?;
    Ok(connection)
}

/// Opens the file or makes an empty one, and looks whether it is ours. Gives how many migrations it has had.
fn checked(place: &DatabaseFile) -> Result<(Connection, usize), StoreError> {
    make_folder(&place.0).map_err(|error| place.io(&error))?;
    own(&place.0);
    let mut connection = Connection::open(&place.0).map_err(|error| place.store_error(&error))?;
    let had = check(&mut connection, place)?;
    Ok((connection, had))
}

/// Sees to it that what is written stays, and that all tables are there.
fn make_ready(writer: &mut Connection, place: &DatabaseFile) -> Result<(), StoreError> {
    retry_while_busy(|| durable(writer)).map_err(|error| place.store_error(&error))?;
    migrate(writer, place)
}

/// A new file is its owner's alone, and so is one that everybody could read because nobody had said otherwise: it holds
/// the key of a house, and what is dealt. What SQLite makes beside it is like it. What cannot be changed stays as it is.
#[cfg(unix)]
pub(super) fn own(file: &Path) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    match std::fs::metadata(file) {
        Ok(there) if there.is_file() && there.permissions().mode() & 0o777 == 0o644 => {
            let _ = std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600));
        }
        Ok(_) => {}
        Err(_) => {
            let _ = std::fs::File::options().write(true).create_new(true).mode(0o600).open(file);
        }
    }
}

/// Elsewhere a file belongs to whoever its folder belongs to.
#[cfg(not(unix))]
pub(super) fn own(_: &Path) {}

/// Tries until nobody else is in the way. SQLite itself does not wait for others while it changes how a file is kept.
fn retry_while_busy(mut change: impl FnMut() -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let asked = Instant::now();
    loop {
        match change() {
            Err(error) if is_busy(&error) && asked.elapsed() < BUSY_TIMEOUT => {
                std::thread::sleep(Duration::from_millis(5));
            }
            done => return done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Opens the file for reading.
pub(super) fn reader(place: &DatabaseFile, still: bool) -> Result<Connection, StoreError> {
    if still {
        return open_immutable(place);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || {
        let reader = Connection::open_with_flags(&place.0, flags)?;
        reader.busy_timeout(BUSY_TIMEOUT)?;
        only_read(&reader)?;
        Ok(reader)
    };
    open().map_err(|error| place.store_error(&error))
}

/// From now on nothing is written by this connection.
pub(super) fn only_read(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "query_only", true)
}

/// Opens a file to which nobody writes: nothing is made beside it, and nothing can be written.
pub(super) fn open_immutable(place: &DatabaseFile) -> Result<Connection, StoreError> {
    let path = std::path::absolute(&place.0).map_err(|error| place.io(&error))?;
    let path = path.to_string_lossy().replace('\\', "/");
    let escaped = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let address = format!("file:///{}?immutable=1", escaped.trim_start_matches('/'));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let mut reader =
        Connection::open_with_flags(address, flags).map_err(|error| place.store_error(&error))?;
    match check(&mut reader, place)? == MIGRATIONS.len() {
        true => Ok(reader),
        // It would have to be brought up to date first.
        false => Err(StoreError::ReadOnly { place: place.name() }),
    }
}

/// Is it ours, and not too new? Nothing is changed before that is known. Gives how many migrations it has had.
fn check(writer: &mut Connection, place: &DatabaseFile) -> Result<usize, StoreError> {
    let trouble = |error| place.store_error(&error);
    writer.busy_timeout(BUSY_TIMEOUT).map_err(trouble)?;
    // What is ours stays ours.
    if pragma(writer, "application_id").map_err(trouble)? == APPLICATION {
        return version(writer, place);
    }
    // All at one moment: another program may be making the tables just now.
    let look = writer.transaction().map_err(trouble)?;
    let is_ours = match pragma(&look, "application_id").map_err(trouble)? {
        APPLICATION => true,
        // An empty file is nobody's.
        0 => {
            let any = "select exists (select 1 from sqlite_schema)";
            !look.query_row(any, (), |row| row.get::<_, bool>(0)).map_err(trouble)?
        }
        _ => false,
    };
    if !is_ours {
        return Err(StoreError::Foreign { place: place.name() });
    }
    version(&look, place)
}

/// How many migrations it has had.
fn version(connection: &Connection, place: &DatabaseFile) -> Result<usize, StoreError> {
    let found: u32 =
        pragma(connection, "user_version").map_err(|error| place.store_error(&error))?;
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
fn migrate(writer: &mut Connection, place: &DatabaseFile) -> Result<(), StoreError> {
    if version(writer, place)? == MIGRATIONS.len() {
        return Ok(());
    }
    let trouble = |error| place.store_error(&error);
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
