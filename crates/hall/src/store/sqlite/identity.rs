//! Checks that the path still leads to the file that was opened. A process can keep writing to a deleted file, and
//! those writes would be lost.

use super::error::DatabaseFile;
use crate::StoreError;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

/// How every SQLite database starts.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Identifies a file regardless of its name. On other systems than Unix, only its existence is checked: Windows refuses
/// to delete a file that SQLite has open.
#[cfg(unix)]
type FileId = (u64, u64);
#[cfg(not(unix))]
type FileId = ();

/// The identity of the database when it was opened.
#[derive(Debug)]
pub(super) struct Identity {
    place: DatabaseFile,
    /// `None` if the file couldn't be inspected; then there is nothing to compare.
    database: Option<FileId>,
    /// The write-ahead log, which exists after the first write.
    log: OnceLock<FileId>,
}

impl Identity {
    /// Records the file that the path leads to now.
    pub(super) fn new(place: DatabaseFile) -> Identity {
        let database = file_id(&place.0);
        Identity { place, database, log: OnceLock::new() }
    }

    /// Fails with `Lost` if the path leads to another file or to none, or if the write-ahead log is gone.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let is_same = self.database.is_none()
            || file_id(&self.place.0) == self.database && is_database(&self.place.0);
        let log = self.log.get();
        match is_same && log.is_none_or(|log| self.log_now().as_ref() == Some(log)) {
            true => Ok(()),
            false => Err(StoreError::Lost { place: self.place.name() }),
        }
    }

    /// The same after a write, when the write-ahead log exists. SQLite keeps it as long as any process has the file
    /// open.
    pub(super) fn check_written(&self) -> Result<(), StoreError> {
        if self.log.get().is_none()
            && let Some(log) = self.log_now()
        {
            let _ = self.log.set(log);
        }
        self.check()
    }

    fn log_now(&self) -> Option<FileId> {
        file_id(&self.place.beside("-wal"))
    }
}

/// Does the file still start like a database? It doesn't after it was emptied or overwritten in place.
fn is_database(path: &Path) -> bool {
    let mut start = [0; MAGIC.len()];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *MAGIC
}

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn file_id(path: &Path) -> Option<FileId> {
    fs::metadata(path).ok().map(drop)
}
