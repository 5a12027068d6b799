//! Where match logs and documents are stored. The kinds of stores are a closed set, so this is an enum; one test suite
//! (`tests/integration/store.rs`) checks that all of them behave alike.
//!
//! `(match, seq)` is the only concurrency control: the second writer of a seq gets an error. A store reads no clock;
//! the hall passes the time.

mod document;
mod error;
mod events;
mod filter;
mod health;
mod memory;
mod meter;
mod postgres;
mod row;
mod sqlite;

use crate::{Entry, LoggedEntry, MatchId, Summary};
pub use document::{Change, Document};
pub use error::StoreError;
pub use events::{StoreEvent, StoreEvents};
pub use filter::MatchFilter;
pub use health::{Condition, Health};
pub use memory::Memory;
pub use meter::metered;
pub use postgres::Postgres;
pub use sqlite::Sqlite;
use std::path::Path;

/// A summary, or the match whose summary can't be read and has to be rebuilt from its log.
pub type ParsedSummary = Result<Summary, MatchId>;

/// Summaries as a store returns them. Databases store them as text, and parsing many takes a while.
#[derive(Debug)]
pub enum SummaryRows {
    /// Already parsed.
    Parsed(Vec<Summary>),
    /// Match ids, and their summaries as text.
    Text(Vec<(String, String)>),
}

impl SummaryRows {
    pub fn len(&self) -> usize {
        match self {
            SummaryRows::Parsed(summaries) => summaries.len(),
            SummaryRows::Text(rows) => rows.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The matches.
    pub fn ids(&self) -> Vec<MatchId> {
        match self {
            SummaryRows::Parsed(summaries) => summaries.iter().map(|it| it.id.clone()).collect(),
            SummaryRows::Text(rows) => rows.iter().map(|(id, _)| MatchId(id.clone())).collect(),
        }
    }

    pub fn parse(self) -> Vec<ParsedSummary> {
        match self {
            SummaryRows::Parsed(summaries) => summaries.into_iter().map(Ok).collect(),
            SummaryRows::Text(rows) => {
                rows.into_iter().map(|(id, body)| row::summary(id, &body)).collect()
            }
        }
    }
}

/// A store. Clones share it.
#[derive(Clone, Debug)]
pub enum Store {
    /// In memory, until the process ends.
    Memory(Memory),
    /// In a file.
    Sqlite(Sqlite),
    /// In a PostgreSQL database, which several servers may share.
    Postgres(Postgres),
}

impl Store {
    /// A store in memory.
    pub fn memory() -> Store {
        Store::Memory(Memory::default())
    }

    /// The store in this file, which is created if it doesn't exist and migrated if it is old.
    pub fn sqlite(file: &Path) -> Result<Store, StoreError> {
        Sqlite::open(file).map(Store::Sqlite)
    }

    /// The same for readers. If nothing can be written beside the file, it is opened read-only, and writes fail.
    pub fn sqlite_read_only(file: &Path) -> Result<Store, StoreError> {
        Sqlite::open_read_only(file).map(Store::Sqlite)
    }

    /// The store at this URL (`postgres://…`). Its tables are created if they don't exist.
    pub async fn postgres(url: &str) -> Result<Store, StoreError> {
        Postgres::open(url).await.map(Store::Postgres)
    }

    /// Writes an entry and the summary after it, which contains the match, the seq and the time of the entry. Seq 0
    /// opens a match, and no seq may be skipped. When this returns, both are as durable as this store makes them. Fails
    /// with `Taken` if the seq isn't the next one.
    pub async fn append(&self, entry: &Entry, after: &Summary) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.ask(|memory| memory.append(entry, after)).await,
            Store::Sqlite(sqlite) => sqlite.append(entry, after).await,
            Store::Postgres(postgres) => postgres.append(entry, after).await,
        }
    }

    /// Writes the whole log of an imported match with its summary, all or nothing. Adding the same log again changes
    /// nothing.
    pub async fn add(&self, log: &[LoggedEntry], after: &Summary) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.ask(|memory| memory.add(log, after)).await,
            Store::Sqlite(sqlite) => sqlite.add(log, after).await,
            Store::Postgres(postgres) => postgres.add(log, after).await,
        }
    }

    /// The entries of a match from seq `from` on.
    pub async fn load(&self, id: &MatchId, from: u64) -> Result<Vec<LoggedEntry>, StoreError> {
        self.load_page(id, from, u32::MAX).await
    }

    /// The same, at most `limit` entries.
    pub async fn load_page(
        &self,
        id: &MatchId,
        from: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEntry>, StoreError> {
        match self {
            Store::Memory(memory) => memory.ask(|memory| memory.load(id, from, limit)).await,
            Store::Sqlite(sqlite) => sqlite.load(id, from, limit).await,
            Store::Postgres(postgres) => postgres.load(id, from, limit).await,
        }
    }

    /// Every match that has a log.
    pub async fn matches(&self) -> Result<Vec<MatchId>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.ask(Memory::matches).await),
            Store::Sqlite(sqlite) => sqlite.matches().await,
            Store::Postgres(postgres) => postgres.matches().await,
        }
    }

    /// The seq of the last entry of each of these matches.
    pub async fn newest(&self, ids: Vec<MatchId>) -> Result<Vec<(MatchId, u64)>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.ask(|memory| memory.newest(ids)).await),
            Store::Sqlite(sqlite) => sqlite.newest(ids).await,
            Store::Postgres(postgres) => postgres.newest(ids).await,
        }
    }

    /// The summaries that pass a filter, the latest first.
    pub async fn summaries(&self, filter: &MatchFilter) -> Result<SummaryRows, StoreError> {
        match self {
            Store::Memory(memory) => {
                let summaries = memory.ask(|memory| memory.summaries(filter)).await;
                Ok(SummaryRows::Parsed(summaries))
            }
            Store::Sqlite(sqlite) => sqlite.summaries(filter).await,
            Store::Postgres(postgres) => postgres.summaries(filter).await,
        }
    }

    /// Replaces summaries by rebuilt ones. If the match has new entries since, its summary is newer and stays.
    pub async fn project(&self, summaries: &[Summary]) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => {
                memory.ask(|memory| memory.project(summaries)).await;
                Ok(())
            }
            Store::Sqlite(sqlite) => sqlite.project(summaries).await,
            Store::Postgres(postgres) => postgres.project(summaries).await,
        }
    }

    /// Deletes summaries and seats of matches that have no log.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        match self {
            // In memory, a summary is stored with its log.
            Store::Memory(_) => Ok(()),
            Store::Sqlite(sqlite) => sqlite.sweep().await,
            Store::Postgres(postgres) => postgres.sweep().await,
        }
    }

    /// Stores a long text, such as a board or a word list, by its hash.
    pub async fn save_text(&self, hash: &str, text: &str) -> Result<(), StoreError> {
        // Many matches share one board, which is written only once.
        if self.text(hash).await?.is_some() {
            return Ok(());
        }
        meter::count_row(hash.len() + text.len());
        match self {
            Store::Memory(memory) => {
                memory.ask(|memory| memory.save_text(hash, text)).await;
                Ok(())
            }
            Store::Sqlite(sqlite) => sqlite.save_text(hash, text).await,
            Store::Postgres(postgres) => postgres.save_text(hash, text).await,
        }
    }

    /// The long text with this hash.
    pub async fn text(&self, hash: &str) -> Result<Option<String>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.ask(|memory| memory.text(hash)).await),
            Store::Sqlite(sqlite) => sqlite.text(hash).await,
            Store::Postgres(postgres) => postgres.text(hash).await,
        }
    }

    /// The long texts with these hashes, as far as there are any.
    pub async fn texts(&self, hashes: Vec<String>) -> Result<Vec<(String, String)>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.ask(|memory| memory.texts(&hashes)).await),
            Store::Sqlite(sqlite) => sqlite.texts(hashes).await,
            Store::Postgres(postgres) => postgres.texts(hashes).await,
        }
    }

    /// Applies changes to documents, all or none. Fails with `Changed` if one of them was changed in the meantime.
    pub async fn change_documents(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        for change in &changes {
            if let Change::Put(document) = change {
                meter::count_row(document.id.len() + document.owner.len() + document.body.len());
            }
        }
        match self {
            Store::Memory(memory) => memory.ask(|memory| memory.change_documents(&changes)).await,
            Store::Sqlite(sqlite) => sqlite.change_documents(changes).await,
            Store::Postgres(postgres) => postgres.change_documents(changes).await,
        }
    }

    /// The document of this kind with this id.
    pub async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<Document>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.ask(|memory| memory.document(kind, id)).await),
            Store::Sqlite(sqlite) => sqlite.document(kind, id).await,
            Store::Postgres(postgres) => postgres.document(kind, id).await,
        }
    }

    /// The documents of this kind that belong to an owner, ordered by id.
    pub async fn documents(
        &self,
        kind: &'static str,
        owner: &str,
    ) -> Result<Vec<Document>, StoreError> {
        self.documents_since(kind, owner, "").await
    }

    /// Those of them with an id after `after`.
    pub async fn documents_since(
        &self,
        kind: &'static str,
        owner: &str,
        after: &str,
    ) -> Result<Vec<Document>, StoreError> {
        match self {
            Store::Memory(memory) => {
                Ok(memory.ask(|memory| memory.documents(kind, owner, after)).await)
            }
            Store::Sqlite(sqlite) => sqlite.documents(kind, owner, after).await,
            Store::Postgres(postgres) => postgres.documents(kind, owner, after).await,
        }
    }

    /// A page of at most `limit` documents of this kind with an id after `after`, ordered by id.
    pub async fn documents_after(
        &self,
        kind: &'static str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Document>, StoreError> {
        match self {
            Store::Memory(memory) => {
                Ok(memory.ask(|memory| memory.documents_after(kind, after, limit)).await)
            }
            Store::Sqlite(sqlite) => sqlite.documents_after(kind, after, limit).await,
            Store::Postgres(postgres) => postgres.documents_after(kind, after, limit).await,
        }
    }

    /// The health of the store, which is monitored from now on.
    pub fn health(&self) -> Health {
        match self {
            Store::Memory(_) => Health::default(),
            Store::Sqlite(sqlite) => sqlite.health(),
            Store::Postgres(postgres) => postgres.health(),
        }
    }

    /// Subscribes to what others write.
    pub fn subscribe(&self) -> StoreEvents {
        match self {
            Store::Memory(memory) => memory.subscribe(),
            Store::Sqlite(sqlite) => sqlite.subscribe(),
            Store::Postgres(postgres) => postgres.subscribe(),
        }
    }

    /// Copies a consistent snapshot into a new file. Matches may continue meanwhile.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        let cannot = |text: &str| Err(StoreError::Cannot(text.into()));
        match self {
            Store::Memory(_) => cannot("a store in memory can't be backed up"),
            Store::Sqlite(sqlite) => sqlite.backup(file).await,
            Store::Postgres(_) => cannot("use pg_dump to back up a PostgreSQL store"),
        }
    }
}
