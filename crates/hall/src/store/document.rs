//! Papers: what a house keeps besides matches. A person, a session, a board, an entry of a table's log: each is a
//! small text by kind and name, found by its owner too. What is in it, others know.

/// A paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// What kind it is.
    pub kind: &'static str,
    /// Its name among those of its kind.
    pub id: String,
    /// What it belongs to.
    pub owner: String,
    /// 0 when it is new; each change counts one on, so that nobody overwrites what they have not read.
    pub version: u64,
    /// What it says.
    pub body: String,
}

/// Something to be done with a paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A new one is filed, or the next version of one. The same again is the same.
    Put(Document),
    /// It is deleted, whatever its version; one that is not there is no trouble.
    Delete {
        /// What kind it is.
        kind: &'static str,
        /// Its name.
        id: String,
        /// What it belongs to: its owner's followers are told.
        owner: String,
    },
    /// Nothing is written, but the document must exist with exactly this version while the rest is.
    Check {
        /// What kind it is.
        kind: &'static str,
        /// Its name.
        id: String,
        /// Its version.
        version: u64,
    },
}
