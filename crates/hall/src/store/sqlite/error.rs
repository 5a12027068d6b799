//! Maps SQLite's errors to ours.

use crate::StoreError;
use rusqlite::{Error, ErrorCode, ffi};
use std::fmt::Display;
use std::path::PathBuf;
use std::{fs, io};

/// The path of the database, for error messages.
#[derive(Clone, Debug)]
pub(super) struct DatabaseFile(pub(super) PathBuf);

impl DatabaseFile {
    pub(super) fn name(&self) -> String {
        self.0.display().to_string()
    }

    /// A file that SQLite keeps beside the database.
    pub(super) fn beside(&self, end: &str) -> PathBuf {
        PathBuf::from(format!("{}{end}", self.name()))
    }

    /// The database or one of the files beside it can't be written to; SQLite doesn't say which.
    fn read_only(&self) -> StoreError {
        let is_read_only =
            |path: &PathBuf| fs::metadata(path).is_ok_and(|found| found.permissions().readonly());
        let files = [self.0.clone(), self.beside("-wal"), self.beside("-shm")];
        let file = files.into_iter().find(is_read_only).unwrap_or_else(|| self.0.clone());
        StoreError::ReadOnly { place: file.display().to_string() }
    }

    /// Maps an error of SQLite.
    pub(super) fn store_error(&self, error: &Error) -> StoreError {
        let place = self.name();
        let Error::SqliteFailure(failure, text) = error else { return self.failed(error) };
        let text = text.clone().unwrap_or_else(|| error.to_string());
        match failure.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Locked { place },
            ErrorCode::ReadOnly | ErrorCode::PermissionDenied => self.read_only(),
            ErrorCode::DiskFull => StoreError::Full { place },
            ErrorCode::DatabaseCorrupt => StoreError::Damaged { place, text },
            ErrorCode::NotADatabase => StoreError::Foreign { place },
            ErrorCode::CannotOpen => match self.try_to_write() {
                Ok(()) => StoreError::Unreachable { place, text },
                Err(error) => self.io(&error),
            },
            // The index of the write-ahead log needs a little room, too.
            _ if failure.extended_code == ffi::SQLITE_IOERR_SHMSIZE => StoreError::Full { place },
            _ => StoreError::Failed { place, text },
        }
    }

    /// SQLite doesn't say why a file can't be opened; the file system does.
    fn try_to_write(&self) -> io::Result<()> {
        if self.0.exists() {
            fs::File::options().append(true).open(&self.0)?;
        }
        let beside = self.beside("-try");
        fs::File::create_new(&beside)?;
        fs::remove_file(beside)
    }

    /// Maps an error of the file system.
    pub(super) fn io(&self, error: &io::Error) -> StoreError {
        let place = self.name();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::Full { place },
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
                StoreError::ReadOnly { place }
            }
            _ => StoreError::Unreachable { place, text: error.to_string() },
        }
    }

    pub(super) fn failed(&self, error: &impl Display) -> StoreError {
        StoreError::Failed { place: self.name(), text: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_names_the_file_that_is_read_only() {
        let folder = std::env::temp_dir().join(format!("lexicade-named-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let place = DatabaseFile(folder.join("matches.db"));
        let files = [place.0.clone(), place.beside("-wal"), place.beside("-shm")];
        files.iter().for_each(|file| fs::write(file, "").unwrap());
        let refused = Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_READONLY), None);
        // From the last to the first, because the first read-only file is named.
        for file in files.iter().rev() {
            let mut permissions = fs::metadata(file).unwrap().permissions();
            permissions.set_readonly(true);
            fs::set_permissions(file, permissions).unwrap();
            let place = StoreError::ReadOnly { place: file.display().to_string() };
            assert_eq!(DatabaseFile(files[0].clone()).store_error(&refused), place);
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
