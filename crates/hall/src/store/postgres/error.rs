//! PostgreSQL's troubles in our words.

use crate::StoreError;
use std::error::Error as _;
use tokio_postgres::config::Host;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Config, Error};

/// What our own function says when a paper was changed by somebody else.
const CHANGED: &str = "LX001";

/// Where the database is, without who may enter: most troubles have to name it.
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

    /// What a trouble of the server's means.
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

    /// It has taken the question, and gives no answer.
    pub(super) fn silent(&self) -> StoreError {
        self.unreachable("it does not answer")
    }

    pub(super) fn unsure(&self) -> StoreError {
        StoreError::Unsure { place: self.name() }
    }
}

/// Is the connection gone? Then nobody knows what became of a statement. A server that is told to
/// stop says so even when it has committed.
pub(super) fn is_disconnected(error: &Error) -> bool {
    match error.code() {
        None => true,
        Some(code) => code.code().starts_with("57P") || class(code) == "08",
    }
}

/// Did two statements get into each other's way? Then nothing was done, and it can be tried again.
pub(super) fn is_conflict(error: &Error) -> bool {
    error.code().is_some_and(|code| class(code) == "40")
}

/// Is it of no use to try again at once?
pub(super) fn is_final(error: &Error) -> bool {
    error.code().is_some_and(|code| ["28", "3D", "42"].contains(&class(code)))
}

/// The first two characters of a code, which stand for its kind.
fn class(code: &SqlState) -> &str {
    code.code().get(..2).unwrap_or_default()
}

fn text(error: &Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(said), _) => said.message().to_owned(),
        (None, Some(cause)) => cause.to_string(),
        (None, None) => error.to_string(),
    }
}
