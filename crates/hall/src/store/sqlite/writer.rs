//! The one that writes. What comes in while it syncs is written together next time: one transaction
//! and one sync for all of it, and nobody is answered before that is done.

use super::schema::pragma;
use super::trouble::Place;
use crate::StoreError;
use crate::store::Heard;
use crate::store::news::Crier;
use crate::store::row::{self, EntryRow, SummaryRow};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// How many writes may share one transaction.
const GROUP: usize = 1024;

/// How often to look whether another program has written, while anybody wants to know.
const LOOK: Duration = Duration::from_millis(250);

/// Something to be written.
#[derive(Debug)]
pub(super) enum Write {
    /// An entry and what it leads to.
    Append(EntryRow),
    /// Summaries made from the logs.
    Project(Vec<SummaryRow>),
    /// A long text.
    Keep { hash: String, text: String },
}

struct Job {
    write: Write,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The thread that writes; it ends when it is dropped, after what it has begun.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    place: Place,
}

impl Writer {
    pub(super) fn start(
        connection: Connection,
        place: Place,
        crier: Crier,
    ) -> Result<Writer, StoreError> {
        let (jobs, queue) = channel();
        let mut desk = Desk { connection, place: place.clone(), crier, seen: 0 };
        let thread = std::thread::Builder::new().name("sqlite".into());
        let thread =
            thread.spawn(move || desk.run(&queue)).map_err(|error| place.failed(&error))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread), place })
    }

    /// Writes, and returns when it is safe.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        if let Some(jobs) = &self.jobs {
            // When nobody takes it, nobody answers.
            let _ = jobs.send(Job { write, done });
        }
        answer.await.unwrap_or_else(|_| Err(self.place.failed(&"its thread is gone")))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Where the writing is done.
struct Desk {
    connection: Connection,
    place: Place,
    crier: Crier,
    /// The version of the data when others' writing was last looked for.
    seen: u32,
}

impl Desk {
    fn run(&mut self, queue: &Receiver<Job>) {
        loop {
            let first = match queue.recv_timeout(LOOK) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.look();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let mut jobs = vec![first];
            jobs.extend(queue.try_iter().take(GROUP - 1));
            let answers = self.group(&jobs);
            match answers {
                Ok(answers) => jobs.into_iter().zip(answers).for_each(|(job, answer)| {
                    self.tell(&job.write, &answer);
                    // Who asked may have gone.
                    let _ = job.done.send(answer);
                }),
                // Nothing of the group is stored.
                Err(error) => {
                    let error = self.place.trouble(&error);
                    jobs.into_iter().for_each(|job| drop(job.done.send(Err(error.clone()))));
                }
            }
        }
    }

    /// Writes a group in one transaction; one that comes too late fails alone.
    fn group(&mut self, jobs: &[Job]) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
        if !self.connection.is_autocommit() {
            // A group that failed could not even be rolled back then.
            self.connection.execute_batch("rollback")?;
        }
        let group = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let answers = jobs.iter().map(|job| write(&group, &job.write)).collect::<Result<_, _>>()?;
        group.commit()?;
        Ok(answers)
    }

    fn tell(&self, write: &Write, answer: &Result<(), StoreError>) {
        if let (Write::Append(row), Ok(())) = (write, answer) {
            let id = crate::MatchId(row.after.id.clone());
            self.crier.cry(Heard::Written(id, row::seq(row.after.seq)));
        }
    }

    /// Has another program written? The version of the data changes only then.
    fn look(&mut self) {
        if !self.crier.is_heard() {
            return;
        }
        if let Ok(version) = pragma(&self.connection, "data_version")
            && version != std::mem::replace(&mut self.seen, version)
        {
            self.crier.cry(Heard::Look);
        }
    }
}

/// Writes one thing. The outer error is of the whole group, the inner one its own.
fn write(group: &Transaction<'_>, write: &Write) -> rusqlite::Result<Result<(), StoreError>> {
    match write {
        Write::Append(row) => return append(group, row),
        Write::Project(rows) => {
            for row in rows {
                let newest = "select max(seq) from entry where match = $1";
                let newest: Option<i64> =
                    group.prepare_cached(newest)?.query_row((&row.id,), |row| row.get(0))?;
                if newest == Some(row.seq) {
                    project(group, row)?;
                }
            }
        }
        Write::Keep { hash, text } => {
            let keep = "insert into long_text (hash, body) values ($1, $2) on conflict do nothing";
            group.prepare_cached(keep)?.execute((hash, text))?;
        }
    }
    Ok(Ok(()))
}

fn append(group: &Transaction<'_>, row: &EntryRow) -> rusqlite::Result<Result<(), StoreError>> {
    let (id, seq) = (&row.after.id, row.after.seq);
    let next = "select coalesce(max(seq) + 1, 0) from entry where match = $1";
    let next: i64 = group.prepare_cached(next)?.query_row((id,), |row| row.get(0))?;
    if seq != next {
        return Ok(Err(row.taken(next)));
    }
    let insert = "insert into entry (match, seq, at, body) values ($1, $2, $3, $4)";
    group.prepare_cached(insert)?.execute((id, seq, row.after.last, &row.body))?;
    project(group, &row.after)?;
    Ok(Ok(()))
}

fn project(group: &Transaction<'_>, row: &SummaryRow) -> rusqlite::Result<()> {
    let replace = "insert into summary (match, seq, game, last, over, daily, ticket, body)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (match) do update set seq = excluded.seq, game = excluded.game,
          last = excluded.last, over = excluded.over, daily = excluded.daily,
          ticket = excluded.ticket, body = excluded.body";
    let SummaryRow { id, seq, game, last, over, daily, ticket, body } = row;
    let row = (id, seq, game, last, over, daily, ticket, body);
    group.prepare_cached(replace)?.execute(row).map(drop)
}
