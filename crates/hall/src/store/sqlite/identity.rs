//! Is the file that was opened still the one that the path leads to? A process goes on writing to a file that somebody has
//! deleted, and nobody ever finds what it wrote.

use super::error::DatabaseFile;
use crate::StoreError;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// Which file it is, whatever its name. Elsewhere than on Unix, only whether there is one: Windows refuses to delete a file
/// that SQLite has open.
#[cfg(unix)]
type FileId = (u64, u64);
#[cfg(not(unix))]
type FileId = ();

/// The database as it was opened.
#[derive(Debug)]
pub(super) struct Identity {
    place: DatabaseFile,
    /// Nothing where the file could not be looked at then: there is nothing to compare.
    database: Option<FileId>,
    /// The log beside it, which is there once something was written.
    log: OnceLock<FileId>,
}

impl Identity {
    /// The database that the path leads to now.
    pub(super) fn new(place: DatabaseFile) -> Identity {
        let database = file_id(&place.0);
        Identity { place, database, log: OnceLock::new() }
    }

    /// Fails with `Lost` when the path leads elsewhere or nowhere, or the log beside the file is gone.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let is_same = self.database.is_none() || file_id(&self.place.0) == self.database;
        let log = self.log.get();
        match is_same && log.is_none_or(|log| self.log_now().as_ref() == Some(log)) {
            true => Ok(()),
            false => Err(StoreError::Lost { place: self.place.name() }),
        }
    }

    /// The same after something was written: then there is a log. SQLite keeps it as long as anybody has the file open.
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
