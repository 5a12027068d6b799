//! Opening and migrating the file.

use super::error::DatabaseFile;
use crate::StoreError;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// All migrations in order. The version of a file is how many of them were run.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/sqlite/0001.sql"),
    include_str!("../../../migrations/sqlite/0002.sql"),
    include_str!("../../../migrations/sqlite/0003.sql"),
    include_str!("../../../migrations/sqlite/0004.sql"),
];

/// The application id in the file: "Lexi".
const APPLICATION: u32 = 0x4c65_7869;

/// How long to wait for a lock of another program.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens the file for writing. Creates it if it doesn't exist, and migrates it if it is old.
pub(super) fn open(place: &DatabaseFile) -> Result<Connection, StoreError> {
    let (mut writer, _) = checked(place)?;
    prepare(&mut writer, place)?;
    Ok(writer)
}

/// The same for reading, which changes a current file in no way.
pub(super) fn open_to_read(place: &DatabaseFile) -> Result<Connection, StoreError> {
    let (mut connection, version) = checked(place)?;
    if version < MIGRATIONS.len() {
        prepare(&mut connection, place)?;
    }
    only_read(&connection).map_err(|error| place.store_error(&error))?;
    Ok(connection)
}

/// Opens the file or creates an empty one, and checks that it is ours. Returns how many migrations were run.
fn checked(place: &DatabaseFile) -> Result<(Connection, usize), StoreError> {
    create_folder(&place.0).map_err(|error| place.io(&error))?;
    own(&place.0);
    let mut connection = Connection::open(&place.0).map_err(|error| place.store_error(&error))?;
    let version = check(&mut connection, place)?;
    Ok((connection, version))
}

/// Makes commits durable and runs the missing migrations.
fn prepare(writer: &mut Connection, place: &DatabaseFile) -> Result<(), StoreError> {
    retry_while_busy(|| durable(writer)).map_err(|error| place.store_error(&error))?;
    migrate(writer, place)
}

/// Lets only the owner read the file, if it is new or has default permissions: it contains the server's key and the
/// secrets of matches. SQLite creates its other files with the same permissions. Errors are ignored.
#[cfg(unix)]
pub(super) fn own(file: &Path) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    match std::fs::metadata(file) {
        Ok(found) if found.is_file() && found.permissions().mode() & 0o777 == 0o644 => {
            let _ = std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600));
        }
        Ok(_) => {}
        Err(_) => {
            let _ = std::fs::File::options().write(true).create_new(true).mode(0o600).open(file);
        }
    }
}

/// On other systems a file has the permissions of its folder.
#[cfg(not(unix))]
pub(super) fn own(_: &Path) {}

/// Retries while another program has a lock. SQLite itself doesn't wait when the journal mode is changed.
fn retry_while_busy(mut change: impl FnMut() -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        match change() {
            Err(error) if is_busy(&error) && started.elapsed() < BUSY_TIMEOUT => {
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
pub(super) fn reader(place: &DatabaseFile, is_immutable: bool) -> Result<Connection, StoreError> {
    if is_immutable {
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

/// Forbids writing on this connection.
pub(super) fn only_read(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "query_only", true)
}

/// Opens a file that no process writes to. Nothing is created beside it, and nothing can be written.
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
        // It would have to be migrated first.
        false => Err(StoreError::ReadOnly { place: place.name() }),
    }
}

/// Checks that the file is ours and not too new, without changing it. Returns how many migrations were run.
fn check(writer: &mut Connection, place: &DatabaseFile) -> Result<usize, StoreError> {
    let failed = |error| place.store_error(&error);
    writer.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
    // Quick check without a transaction: the id never changes once it is set.
    if pragma(writer, "application_id").map_err(failed)? == APPLICATION {
        return version(writer, place);
    }
    // In one transaction, since another program may be creating the tables.
    let transaction = writer.transaction().map_err(failed)?;
    let is_ours = match pragma(&transaction, "application_id").map_err(failed)? {
        APPLICATION => true,
        // An empty file may be used.
        0 => {
            let any = "select exists (select 1 from sqlite_schema)";
            !transaction.query_row(any, (), |row| row.get::<_, bool>(0)).map_err(failed)?
        }
        _ => false,
    };
    if !is_ours {
        return Err(StoreError::Foreign { place: place.name() });
    }
    version(&transaction, place)
}

/// How many migrations were run. Fails if there are more than this program knows.
fn version(connection: &Connection, place: &DatabaseFile) -> Result<usize, StoreError> {
    let found: u32 =
        pragma(connection, "user_version").map_err(|error| place.store_error(&error))?;
    let known = MIGRATIONS.len() as u32;
    if found > known {
        return Err(StoreError::Newer { place: place.name(), found, known });
    }
    Ok(found as usize)
}

/// Makes commits survive a power failure: the log is synced before a commit returns. On macOS that takes more than an
/// fsync.
fn durable(writer: &Connection) -> rusqlite::Result<()> {
    writer.pragma_update(None, "journal_mode", "wal")?;
    writer.pragma_update(None, "synchronous", "full")?;
    writer.pragma_update(None, "fullfsync", true)?;
    writer.pragma_update(None, "checkpoint_fullfsync", true)
}

/// Runs the missing migrations in one transaction. Another program may be doing the same.
fn migrate(writer: &mut Connection, place: &DatabaseFile) -> Result<(), StoreError> {
    if version(writer, place)? == MIGRATIONS.len() {
        return Ok(());
    }
    let failed = |error| place.store_error(&error);
    let transaction =
        writer.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let version = version(&transaction, place)?;
    run(&transaction, version).map_err(failed)?;
    transaction.commit().map_err(failed)
}

fn run(transaction: &Transaction<'_>, version: usize) -> rusqlite::Result<()> {
    for migration in MIGRATIONS.iter().skip(version) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)
}

/// The value of a numeric pragma.
pub(super) fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

/// Creates the folder of a file durably.
fn create_folder(file: &Path) -> io::Result<()> {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            std::fs::create_dir_all(folder)?;
            sync_folder(folder)
        }
        _ => Ok(()),
    }
}

/// Makes the name of a file durable by syncing its folder.
#[cfg(unix)]
pub(super) fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// On other systems a folder can't be synced, and needn't be.
#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
