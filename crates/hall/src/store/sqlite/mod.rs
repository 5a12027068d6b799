//! A store in a file, by SQLite. One connection writes, and what waits for it is written together (see
//! `writer`); readers have connections of their own and wait for nobody.

mod ear;
mod schema;
#[cfg(test)]
mod tests;
mod trouble;
mod writer;

use super::news::Crier;
use super::row::{self, EntryRow, SummaryRow};
use super::{News, StoreError, Which};
use crate::{Entry, Logged, MatchId, Summary};
use rusqlite::{Connection, OptionalExtension, params_from_iter};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once, PoisonError};
use trouble::Place;
use writer::{Write, Writer};

/// A store in a file; clones share it.
#[derive(Clone, Debug)]
pub struct Sqlite(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    place: Place,
    writer: Writer,
    /// Connections for reading that nobody uses just now.
    readers: Mutex<Vec<Connection>>,
    crier: Crier,
    listens: Once,
}

impl Sqlite {
    /// Opens the file, or makes it.
    pub fn open(file: &Path) -> Result<Sqlite, StoreError> {
        let place = Place(file.to_path_buf());
        let connection = schema::open(&place)?;
        let crier = Crier::default();
        let writer = Writer::new(connection, place.clone(), crier.clone());
        Ok(Sqlite(Arc::new(Inner {
            place,
            writer,
            readers: Mutex::default(),
            crier,
            listens: Once::new(),
        })))
    }

    pub(super) async fn append(&self, entry: &Entry, after: &Summary) -> Result<(), StoreError> {
        self.0.writer.write(Write::Append(EntryRow::new(entry, after)?)).await
    }

    pub(super) async fn add(&self, log: &[Logged], after: &Summary) -> Result<(), StoreError> {
        let (bodies, after) = (row::bodies(log)?, SummaryRow::new(after)?);
        self.0.writer.write(Write::Add { bodies, after }).await
    }

    pub(super) async fn load(&self, id: &MatchId, from: u64) -> Result<Vec<Logged>, StoreError> {
        let (id, first) = (id.0.clone(), row::number(from));
        let rows: Vec<(i64, i64, String)> = self
            .read(move |reader| {
                let mut query = reader.prepare_cached(
                    "select seq, at, body from entry where match = ?1 and seq >= ?2 order by seq",
                )?;
                let rows = query.query_map((&id, first), |row| row.try_into())?;
                let rows = rows.collect::<Result<Vec<_>, _>>()?;
                if rows.is_empty() && !has(reader, &id)? {
                    return Ok(None);
                }
                Ok(Some(rows))
            })
            .await?
            .ok_or(StoreError::Unknown)?;
        row::log(from, rows.into_iter())
    }

    pub(super) async fn matches(&self) -> Result<Vec<MatchId>, StoreError> {
        self.read(|reader| {
            let mut query = reader.prepare("select distinct match from entry")?;
            query.query_map((), |row| row.get(0).map(MatchId))?.collect()
        })
        .await
    }

    pub(super) async fn newest(
        &self,
        ids: Vec<MatchId>,
    ) -> Result<Vec<(MatchId, u64)>, StoreError> {
        self.read(move |reader| {
            let mut query = reader.prepare_cached("select max(seq) from entry where match = ?1")?;
            let mut newest = Vec::with_capacity(ids.len());
            for id in ids {
                let seq: Option<i64> = query.query_row((&id.0,), |row| row.get(0))?;
                newest.extend(seq.map(|number| (id, row::seq(number))));
            }
            Ok(newest)
        })
        .await
    }

    pub(super) async fn summaries(&self, which: &Which) -> Result<Vec<Summary>, StoreError> {
        let (query, arguments) = which.query();
        let rows: Vec<(String, String)> = self
            .read(move |reader| {
                let mut query = reader.prepare_cached(&query)?;
                query.query_map(params_from_iter(arguments), |row| row.try_into())?.collect()
            })
            .await?;
        rows.iter().map(|(id, body)| row::summary(id, body)).collect()
    }

    pub(super) async fn project(&self, summaries: &[Summary]) -> Result<(), StoreError> {
        let rows = summaries.iter().map(SummaryRow::new).collect::<Result<_, _>>()?;
        self.0.writer.write(Write::Project(rows)).await
    }

    pub(super) async fn keep(&self, hash: &str, text: &str) -> Result<(), StoreError> {
        if self.text(hash).await?.is_some() {
            return Ok(());
        }
        self.0.writer.write(Write::Keep { hash: hash.into(), text: text.into() }).await
    }

    pub(super) async fn text(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let hash = hash.to_owned();
        self.read(move |reader| {
            let mut query = reader.prepare_cached("select body from long_text where hash = ?1")?;
            query.query_row((&hash,), |row| row.get(0)).optional()
        })
        .await
    }

    pub(super) fn news(&self) -> News {
        self.0.listens.call_once(|| ear::listen(Arc::downgrade(&self.0)));
        self.0.crier.news()
    }

    /// Writes beside it first: a backup that has its name is whole.
    pub(super) async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        let file = file.to_path_buf();
        if file.exists() {
            let text = format!("{} is there already; name a new file", file.display());
            return Err(StoreError::Cannot(text));
        }
        let part = PathBuf::from(format!("{}.part", file.display()));
        let place = Place(part.clone());
        let half = part.clone();
        self.read_at(place.clone(), move |reader| {
            // What is left of a backup that was cut short.
            let _ = std::fs::remove_file(&half);
            reader.pragma_update(None, "query_only", false)?;
            reader.execute("vacuum into ?1", (half.to_string_lossy(),))?;
            reader.pragma_update(None, "query_only", true)
        })
        .await?;
        let finish = move || {
            std::fs::File::options().write(true).open(&part)?.sync_all()?;
            std::fs::rename(&part, &file)?;
            schema::sync_folder(&file)
        };
        match tokio::task::spawn_blocking(finish).await {
            Ok(finished) => finished.map_err(|error| place.io(&error)),
            Err(error) => Err(place.failed(&error)),
        }
    }

    /// Reads on a thread where waiting is allowed.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.read_at(self.0.place.clone(), read).await
    }

    /// The same; trouble is said of `place`.
    async fn read_at<T: Send + 'static>(
        &self,
        place: Place,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inner = Arc::clone(&self.0);
        let at = place.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let free = inner.readers().pop();
            let reader = match free {
                Some(reader) => reader,
                None => schema::reader(&inner.place)?,
            };
            let found = read(&reader).map_err(|error| at.trouble(&error))?;
            // One that met trouble is not used again.
            inner.readers().push(reader);
            Ok(found)
        });
        reading.await.unwrap_or_else(|error| Err(place.failed(&error)))
    }
}

impl Inner {
    fn readers(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Is there such a match?
fn has(reader: &Connection, id: &str) -> rusqlite::Result<bool> {
    let mut query = reader.prepare_cached("select 1 from entry where match = ?1 limit 1")?;
    query.exists((id,))
}
