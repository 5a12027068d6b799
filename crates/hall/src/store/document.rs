//! Documents: everything that is stored besides matches. A person, a session, a board, an entry of a table's log: each
//! is a small text with a kind and an id, and can also be found by its owner. The store doesn't look at its contents.

/// A versioned text with a kind and an id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    pub kind: &'static str,
    /// Unique within its kind.
    pub id: String,
    /// The person or thing that it belongs to.
    pub owner: String,
    /// 0 for a new document, and one more with each change, so that no writer overwrites a version it hasn't read.
    pub version: u64,
    pub body: String,
}

/// A change to a document, or a condition for changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Writes a new document or the next version. Writing the same version again changes nothing.
    Put(Document),
    /// Deletes a document of any version. It need not exist.
    Delete {
        kind: &'static str,
        id: String,
        /// Listeners for this owner's documents are notified.
        owner: String,
    },
    /// Writes nothing, but all changes fail unless the document has exactly this version.
    Check { kind: &'static str, id: String, version: u64 },
}
