//! Errors of a store. Each text is a clause for a sentence that a person can act on.

/// An error of a store.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The seq isn't the next one: another writer has written it, or the one before it is missing.
    #[error("entry {seq} of the match cannot be written: the log is at {next}")]
    Taken {
        /// The rejected seq.
        seq: u64,
        /// The next seq.
        next: u64,
    },
    /// A document was changed in the meantime.
    #[error("it was changed in the meantime")]
    Changed,
    /// There is no such match.
    #[error("there is no such match")]
    Unknown,
    /// An entry can't be read.
    #[error("entry {seq} of the log cannot be read: {text}")]
    Corrupt { seq: u64, text: String },
    /// Another program has locked the database.
    #[error("{place} is locked by another program; close that one, or try again in a moment")]
    Locked { place: String },
    /// It can be read but not written to.
    #[error("{place} cannot be written to; check its permissions")]
    ReadOnly { place: String },
    /// There is no room left.
    #[error("there is no room left for {place}; free some and try again")]
    Full { place: String },
    /// Its file was deleted or replaced while it was in use.
    #[error(
        "{place} was deleted or replaced while it was in use; put it back and start the program again"
    )]
    Lost { place: String },
    /// The whole file is damaged.
    #[error(
        "{place} is damaged ({text}); put a backup in its place, and remove the files beside it that end in -wal and -shm"
    )]
    Damaged {
        place: String,
        /// The database's own message.
        text: String,
    },
    /// It isn't a database, or belongs to another program.
    #[error("{place} is not a database of Lexicade; name another file")]
    Foreign { place: String },
    /// It was written by a newer version.
    #[error(
        "{place} was written by a newer version of Lexicade (its tables have version {found}, this program knows {known}); \
         use that version"
    )]
    Newer {
        place: String,
        /// The version of its tables.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// It cannot be opened or reached.
    #[error("{place} cannot be reached: {text}")]
    Unreachable { place: String, text: String },
    /// The connection was lost during a write, and the outcome is unknown.
    #[error(
        "the connection to {place} was lost, and it isn't known whether this was saved; look at the match again"
    )]
    Unsure { place: String },
    /// This kind of store can't do it.
    #[error("{0}")]
    Cannot(String),
    /// Any other error.
    #[error("{place} failed: {text}")]
    Failed { place: String, text: String },
}
