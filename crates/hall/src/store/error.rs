//! Why a store could not do what it was asked: a clause for a sentence that a person can act on.

/// Why a store could not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has written this seq, or the one before it is not there yet.
    #[error("entry {seq} of the match cannot be written: the log is at {next}")]
    Taken {
        /// The seq that was to be written.
        seq: u64,
        /// The seq that comes next.
        next: u64,
    },
    /// Somebody else has changed a paper in the meantime.
    #[error("somebody else has changed it in the meantime")]
    Changed,
    /// There is no such match.
    #[error("there is no such match")]
    Unknown,
    /// An entry that cannot be read.
    #[error("entry {seq} of the log cannot be read: {text}")]
    Corrupt {
        /// Which.
        seq: u64,
        /// Why.
        text: String,
    },
    /// Another program holds the database and does not let go.
    #[error("{place} is locked by another program; close that one, or try again in a moment")]
    Locked {
        /// Where it is.
        place: String,
    },
    /// It can be read but not written.
    #[error("{place} cannot be written to; check who may write there")]
    ReadOnly {
        /// Where it is.
        place: String,
    },
    /// There is no room left.
    #[error("there is no room left for {place}; free some and try again")]
    Full {
        /// Where it is.
        place: String,
    },
    /// Its file was deleted or replaced while it was in use.
    #[error(
        "{place} was deleted or replaced while it was in use; put it back and start the program again"
    )]
    Lost {
        /// Where it was.
        place: String,
    },
    /// The file is broken as a whole.
    #[error(
        "{place} is damaged ({text}); put a backup in its place, and remove the files beside it that end in -wal and -shm"
    )]
    Damaged {
        /// Where it is.
        place: String,
        /// What was found.
        text: String,
    },
    /// It is no database, or that of another program.
    #[error("{place} is not a database of Lexicade; name another file")]
    Foreign {
        /// Where it is.
        place: String,
    },
    /// It was written by a newer program.
    #[error(
        "{place} was made by a newer Lexicade (its version is {found}, this program knows {known}); \
         use that one"
    )]
    Newer {
        /// Where it is.
        place: String,
        /// The version of its tables.
        found: u32,
        /// The newest version that is known here.
        known: u32,
    },
    /// It cannot be opened or reached.
    #[error("{place} cannot be reached: {text}")]
    Unreachable {
        /// Where it is.
        place: String,
        /// Why.
        text: String,
    },
    /// The connection was lost while something was written, and it could not be found out what
    /// became of it.
    #[error(
        "the connection to {place} was lost, and it is not known yet what became of this; look again"
    )]
    Unsure {
        /// Where it is.
        place: String,
    },
    /// This kind of store cannot do it.
    #[error("{0}")]
    Cannot(String),
    /// Something else went wrong.
    #[error("{place} failed: {text}")]
    Failed {
        /// Where it is.
        place: String,
        /// How.
        text: String,
    },
}
