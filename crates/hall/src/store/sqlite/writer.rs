//! The desk where writing is done, by one at a time. Who comes while it is taken leaves what they have
//! in a pile; who gets the desk next writes the whole pile in one transaction, with one sync, and
//! nobody is answered before that is done.
//!
//! Arguments are numbered `?1`: SQLite takes `$1` for a name, and counts names as they come.
//!
//! Whoever gets the desk writes on their own thread: handing it to another would take longer than the
//! writing does when a machine is busy.

use super::error::DatabaseFile;
use super::identity::Identity;
use super::schema;
use crate::store::events::Publisher;
use crate::store::row::{self, EntryRow, SummaryRow};
use crate::store::{Change, Document};
use crate::store::{Condition, Health, StoreEvent};
use crate::{MatchId, StoreError};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::sync::{Mutex, PoisonError};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::oneshot;

/// Something to be written.
#[derive(Debug)]
pub(super) enum Write {
    /// An entry and what it leads to.
    Append(EntryRow),
    /// The whole log of a match, each entry with its time, and what it leads to.
    Add { bodies: Vec<(i64, String)>, after: SummaryRow },
    /// Summaries made from the logs.
    Project(Vec<SummaryRow>),
    /// Nothing of matches without a log.
    Sweep,
    /// A long text.
    SaveText { hash: String, text: String },
    /// Papers.
    ChangeDocuments(Vec<Change>),
}

#[derive(Debug)]
struct WriteJob {
    write: Write,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The desk and the pile.
#[derive(Debug)]
pub(super) struct Writer {
    /// The connection that writes, once something was written.
    connection: tokio::sync::Mutex<Option<Connection>>,
    queue: Mutex<Vec<WriteJob>>,
    pub(super) identity: Identity,
    pub(super) health: Health,
    place: DatabaseFile,
    publisher: Publisher,
}

impl Writer {
    /// A desk with this connection, or one that has none yet.
    pub(super) fn new(
        connection: impl Into<Option<Connection>>,
        place: DatabaseFile,
        crier: Publisher,
    ) -> Writer {
        let desk = tokio::sync::Mutex::new(connection.into());
        let (identity, health) = (Identity::new(place.clone()), Health::default());
        Writer {
            connection: desk,
            queue: Mutex::default(),
            identity,
            health,
            place,
            publisher: crier,
        }
    }

    /// Writes, and returns when it is safe.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, mut answer) = oneshot::channel();
        self.queue().push(WriteJob { write, done });
        let answer = tokio::select! {
            biased;
            // Somebody else has written it with theirs.
            answer = &mut answer => answer.ok(),
            mut desk = self.connection.lock() => {
                run_blocking(|| self.write_queue(&mut desk));
                answer.try_recv().ok()
            }
        };
        answer.unwrap_or_else(|| Err(self.place.failed(&"it was not written")))
    }

    /// Writes all that is there, and answers.
    fn write_queue(&self, desk: &mut Option<Connection>) {
        let jobs = std::mem::take(&mut *self.queue());
        if jobs.is_empty() {
            return;
        }
        let written = self.write_group(desk, &jobs);
        self.health.wrote(&written);
        match written {
            Ok(answers) => jobs.into_iter().zip(answers).for_each(|(job, answer)| {
                self.tell(&job.write, &answer);
                // Who asked may have gone.
                let _ = job.done.send(answer);
            }),
            // Nothing of it is stored.
            Err(error) => {
                jobs.into_iter().for_each(|job| drop(job.done.send(Err(error.clone()))));
            }
        }
    }

    /// Writes a group. What went to a file that is gone was not stored: the file is looked at after each commit and before
    /// anybody is answered.
    fn write_group(
        &self,
        desk: &mut Option<Connection>,
        jobs: &[WriteJob],
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        if self.health.now() == Condition::Lost {
            return Err(StoreError::Lost { place: self.place.name() });
        }
        let connection = self.connection(desk)?;
        let written = group(connection, jobs).map_err(|error| self.place.store_error(&error))?;
        self.identity.check_written()?;
        Ok(written)
    }

    fn connection<'a>(
        &self,
        desk: &'a mut Option<Connection>,
    ) -> Result<&'a mut Connection, StoreError> {
        match desk {
            Some(connection) => Ok(connection),
            None => {
                // Opening would make a new file.
                self.identity.check()?;
                Ok(desk.insert(schema::open(&self.place)?))
            }
        }
    }

    fn tell(&self, write: &Write, answer: &Result<(), StoreError>) {
        match (write, answer) {
            (Write::Append(row), Ok(())) => {
                let id = MatchId(row.after.id.clone());
                self.publisher.publish(StoreEvent::Written(id, row::seq(row.after.seq)));
            }
            (Write::ChangeDocuments(filings), Ok(())) => self.publisher.publish_changes(filings),
            _ => {}
        }
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, Vec<WriteJob>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs something that waits for the disk. Where there are several threads, the others take over what
/// this one had to do; where there is only one, everybody waits for the disk.
fn run_blocking(run: impl FnOnce()) {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => run(),
        _ => tokio::task::block_in_place(run),
    }
}

/// Writes a group in one transaction; one that comes too late fails alone.
fn group(
    desk: &mut Connection,
    jobs: &[WriteJob],
) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
    if !desk.is_autocommit() {
        // A group that failed could not even be rolled back then.
        desk.execute_batch("rollback")?;
    }
    let group = desk.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let answers = jobs.iter().map(|job| write(&group, &job.write)).collect::<Result<_, _>>()?;
    group.commit()?;
    Ok(answers)
}

/// Writes one thing. The outer error is of the whole group, the inner one its own.
fn write(group: &Transaction<'_>, write: &Write) -> rusqlite::Result<Result<(), StoreError>> {
    match write {
        Write::Append(row) => return append(group, row),
        Write::ChangeDocuments(filings) => return change_documents(group, filings),
        Write::Add { bodies, after } => {
            let insert = "insert into entry (match, seq, at, body) values (?1, ?2, ?3, ?4)
                on conflict do nothing";
            let mut insert = group.prepare_cached(insert)?;
            for (seq, (at, body)) in (0_i64..).zip(bodies) {
                insert.execute((&after.id, seq, at, body))?;
            }
            project(group, after)?;
        }
        Write::Project(rows) => {
            for row in rows {
                let newest = "select max(seq) from entry where match = ?1";
                let newest: Option<i64> =
                    group.prepare_cached(newest)?.query_row((&row.id,), |row| row.get(0))?;
                if newest == Some(row.seq) {
                    row.players.iter().try_for_each(|player| seat(group, player, &row.id))?;
                    project(group, row)?;
                }
            }
        }
        Write::Sweep => group.execute_batch(row::SWEEP)?,
        Write::SaveText { hash, text } => {
            let keep = "insert into long_text (hash, body) values (?1, ?2) on conflict do nothing";
            group.prepare_cached(keep)?.execute((hash, text))?;
        }
    }
    Ok(Ok(()))
}

fn append(group: &Transaction<'_>, row: &EntryRow) -> rusqlite::Result<Result<(), StoreError>> {
    let (id, seq) = (&row.after.id, row.after.seq);
    let insert = "insert into entry (match, seq, at, body) select ?1, ?2, ?3, ?4
        where ?2 = (select coalesce(max(seq) + 1, 0) from entry where match = ?1)";
    if group.prepare_cached(insert)?.execute((id, seq, row.after.last, &row.body))? == 0 {
        let next = "select coalesce(max(seq) + 1, 0) from entry where match = ?1";
        let next = group.prepare_cached(next)?.query_row((id,), |row| row.get(0))?;
        return Ok(Err(row.taken(next)));
    }
    if let Some(player) = &row.player {
        seat(group, player, id)?;
    }
    if !keep_up(group, &row.after)? {
        project(group, &row.after)?;
    }
    Ok(Ok(()))
}

/// Somebody sits at a match.
fn seat(group: &Transaction<'_>, player: &str, id: &str) -> rusqlite::Result<()> {
    let insert = "insert into seat (player, match) values ($1, $2) on conflict do nothing";
    group.prepare_cached(insert)?.execute((player, id)).map(drop)
}

/// Files papers, all or none.
fn change_documents(
    group: &Transaction<'_>,
    filings: &[Change],
) -> rusqlite::Result<Result<(), StoreError>> {
    group.execute_batch("savepoint filing")?;
    for filing in filings {
        let fits = match filing {
            Change::Put(paper) => put(group, paper)?,
            Change::Check { kind, id, version } => {
                let check = "select 1 from paper where kind = ?1 and id = ?2 and version = ?3";
                group.prepare_cached(check)?.exists((kind, id, row::number(*version)))?
            }
            Change::Delete { kind, id, .. } => {
                let shred = "delete from paper where kind = $1 and id = $2";
                group.prepare_cached(shred)?.execute((kind, id))?;
                true
            }
        };
        if !fits {
            group.execute_batch("rollback to filing; release filing")?;
            return Ok(Err(StoreError::Changed));
        }
    }
    group.execute_batch("release filing").map(Ok)
}

/// Files a paper, if it is the next one or there already.
fn put(group: &Transaction<'_>, paper: &Document) -> rusqlite::Result<bool> {
    let Document { kind, id, owner, version, body } = paper;
    let values = (kind, id, owner, row::number(*version), body);
    // With question marks, since these are counted by their numbers and not by where they stand first.
    let put = match version {
        0 => {
            "insert into paper (kind, id, owner, version, body) values (?1, ?2, ?3, ?4, ?5)
              on conflict do nothing"
        }
        _ => {
            "update paper set owner = ?3, version = ?4, body = ?5
              where kind = ?1 and id = ?2 and version = ?4 - 1"
        }
    };
    let same = "select exists (select 1 from paper where kind = ?1 and id = ?2 and owner = ?3
        and version = ?4 and body = ?5)";
    Ok(group.prepare_cached(put)?.execute(values)? > 0
        || group.prepare_cached(same)?.query_row(values, |row| row.get(0))?)
}

/// Changes what every entry changes; what a summary is found by is said when a match begins and when
/// it ends. An index that is not touched is a page less to be synced.
fn keep_up(group: &Transaction<'_>, row: &SummaryRow) -> rusqlite::Result<bool> {
    if row.seq == 0 || row.over != 0 {
        return Ok(false);
    }
    let change = "update summary set seq = ?2, last = ?3, body = ?4 where match = ?1";
    let changed = group.prepare_cached(change)?.execute((&row.id, row.seq, row.last, &row.body))?;
    Ok(changed > 0)
}

fn project(group: &Transaction<'_>, row: &SummaryRow) -> rusqlite::Result<()> {
    let replace = "insert into summary (match, seq, game, last, over, daily, ticket, body)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        on conflict (match) do update set seq = excluded.seq, game = excluded.game,
          last = excluded.last, over = excluded.over, daily = excluded.daily,
          ticket = excluded.ticket, body = excluded.body";
    let SummaryRow { id, seq, game, last, over, daily, ticket, body, players: _ } = row;
    let row = (id, seq, game, last, over, daily, ticket, body);
    group.prepare_cached(replace)?.execute(row).map(drop)
}
