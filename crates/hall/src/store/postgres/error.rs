//! Maps PostgreSQL's errors to ours.

use crate::StoreError;
use std::error::Error as _;
use tokio_postgres::config::Host;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Config, Error};

/// The SQLSTATE of our own function when a document was changed in the meantime.
const CHANGED: &str = "LX001";

/// The address of the database without user and password, for error messages.
#[derive(Clone, Debug)]
pub(super) struct DatabaseAddress(String);

impl DatabaseAddress {
    pub(super) fn new(config: &Config) -> DatabaseAddress {
        let host = match config.get_hosts().first() {
            Some(Host::Tcp(name)) => name.clone(),
            #[cfg(unix)]
            Some(Host::Unix(folder)) => folder.display().to_string(),
            None => "localhost".into(),
        };
        let name = config.get_dbname().or(config.get_user()).unwrap_or("postgres");
        DatabaseAddress(format!("the database {name} at {host}"))
    }

    pub(super) fn name(&self) -> String {
        self.0.clone()
    }

    /// Maps an error of the server.
    pub(super) fn store_error(&self, error: &Error) -> StoreError {
        let place = self.name();
        let Some(code) = error.code() else { return self.unreachable(&text(error)) };
        match code {
            code if code.code() == CHANGED => StoreError::Changed,
            &SqlState::DISK_FULL => StoreError::Full { place },
            &SqlState::READ_ONLY_SQL_TRANSACTION | &SqlState::INSUFFICIENT_PRIVILEGE => {
                StoreError::ReadOnly { place }
            }
            &SqlState::DUPLICATE_TABLE => StoreError::Foreign { place },
            &SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED => {
                StoreError::Damaged { place, text: text(error) }
            }
            &SqlState::LOCK_NOT_AVAILABLE => StoreError::Locked { place },
            code if ["08", "28", "3D", "53", "57"].contains(&class(code)) => {
                self.unreachable(&text(error))
            }
            _ => StoreError::Failed { place, text: text(error) },
        }
    }

    pub(super) fn unreachable(&self, text: &str) -> StoreError {
        StoreError::Unreachable { place: self.name(), text: text.into() }
    }

    /// The server accepted a request and didn't answer.
    pub(super) fn silent(&self) -> StoreError {
        self.unreachable("it does not answer")
    }

    pub(super) fn unsure(&self) -> StoreError {
        StoreError::Unsure { place: self.name() }
    }
}

/// Whether the connection is lost. Then the outcome of a statement is unknown: a server that shuts down reports that
/// even after a commit.
pub(super) fn is_disconnected(error: &Error) -> bool {
    match error.code() {
        None => true,
        Some(code) => code.code().starts_with("57P") || class(code) == "08",
    }
}

/// Whether two statements conflicted. Then nothing was done, and the statement can be retried.
pub(super) fn is_conflict(error: &Error) -> bool {
    error.code().is_some_and(|code| class(code) == "40")
}

/// Whether retrying at once is pointless.
pub(super) fn is_final(error: &Error) -> bool {
    error.code().is_some_and(|code| ["28", "3D", "42"].contains(&class(code)))
}

/// The class of an SQLSTATE: its first two characters.
fn class(code: &SqlState) -> &str {
    code.code().get(..2).unwrap_or_default()
}

fn text(error: &Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(error), _) => error.message().to_owned(),
        (None, Some(cause)) => cause.to_string(),
        (None, None) => error.to_string(),
    }
}
