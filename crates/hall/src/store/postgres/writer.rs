//! Group commit. Entries that arrive while the server commits go into the next statement: one round trip and one commit
//! for all of them. No caller is answered before that commit.
//!
//! If the connection is lost meanwhile, it is unknown whether the server has committed. Then the same rows are sent
//! again. If the first attempt is still running, the server lets the second one wait; the primary key admits only one
//! of them, and the stored row tells whether it is ours.

use super::connection::{ANSWER_TIMEOUT, Connector, DatabaseSession};
use super::error::{is_conflict, is_disconnected};
use crate::StoreError;
use crate::store::row::{EntryRow, SummaryRow};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_postgres::Error;
use tokio_postgres::types::{ToSql, Type};

/// How many entries may share one commit.
const GROUP: usize = 512;

/// How often the same rows are sent before the outcome is reported as unknown.
const TRIES: u32 = 3;

/// Writes the entries that are next in their matches, with their summaries, and returns which ones. A match may occur
/// only once. Rows are ordered by match, so that two servers can't deadlock.
pub(super) const APPEND: &str = "
    with new as (
      select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[],
        $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
        as t (match, seq, game, last, over, daily, ticket, summary, body, player)
    ), written as (
      insert into entry (match, seq, at, body)
      select match, seq, last, body from new
      where seq = (select coalesce(max(seq) + 1, 0) from entry where entry.match = new.match)
      order by match
      on conflict do nothing
      returning match, seq
    ), projected as (
      insert into summary (match, seq, game, last, over, daily, ticket, body)
      select match, seq, game, last, over, daily, ticket, summary from new
      where match in (select match from written)
      order by match
      on conflict (match) do update set seq = excluded.seq, game = excluded.game,
        last = excluded.last, over = excluded.over, daily = excluded.daily,
        ticket = excluded.ticket, body = excluded.body
    ), seated as (
      insert into seat (player, match)
      select player, match from new
      where player is not null and match in (select match from written)
      order by match
      on conflict do nothing
    )
    select match, pg_notify('lexicade', match || ' ' || seq) from written";

/// Writes the whole log of a match, and its summary.
pub(super) const ADD: &str = "
    with new as (
      select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[],
        $6::text[], $7::text[], $8::text[]) as t (match, seq, game, last, over, daily, ticket, body)
    ), written as (
      insert into entry (match, seq, at, body)
      select new.match, log.seq - 1, log.at, log.body
      from new, unnest($9::bigint[], $10::text[]) with ordinality as log (at, body, seq)
      on conflict do nothing
    )
    insert into summary (match, seq, game, last, over, daily, ticket, body) select * from new
    on conflict do nothing";

/// Replaces summaries by those that are as new as their logs.
pub(super) const PROJECT: &str = "
    insert into summary (match, seq, game, last, over, daily, ticket, body)
    select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[],
      $6::text[], $7::text[], $8::text[]) as t (match, seq, game, last, over, daily, ticket, body)
    where seq = (select max(seq) from entry where entry.match = t.match)
    order by match
    on conflict (match) do update set seq = excluded.seq, game = excluded.game,
      last = excluded.last, over = excluded.over, daily = excluded.daily,
      ticket = excluded.ticket, body = excluded.body
    where summary.seq <= excluded.seq";

/// The stored entries at the given keys, and the next seq of their matches.
const FOUND: &str = "
    select t.match, (select coalesce(max(seq) + 1, 0) from entry where entry.match = t.match),
      entry.at, entry.body
    from unnest($1::text[], $2::bigint[]) as t (match, seq)
    left join entry on entry.match = t.match and entry.seq = t.seq";

/// An entry to be written, and the channel for the answer.
pub(super) struct AppendJob {
    pub(super) row: EntryRow,
    pub(super) done: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes jobs until the queue is closed.
pub(super) async fn run(mut queue: mpsc::UnboundedReceiver<AppendJob>, connector: Connector) {
    let mut waiting = VecDeque::new();
    loop {
        if waiting.is_empty() {
            match queue.recv().await {
                Some(job) => waiting.push_back(job),
                None => return,
            }
        }
        while let Ok(job) = queue.try_recv() {
            waiting.push_back(job);
        }
        let group = take_group(&mut waiting);
        let rows: Vec<_> = group.iter().map(|job| &job.row).collect();
        let answers = write(&connector, &rows).await;
        for (job, answer) in group.into_iter().zip(answers) {
            // The caller may have stopped waiting.
            let _ = job.done.send(answer);
        }
    }
}

/// Takes the next group from the queue, with at most one entry per match.
fn take_group(waiting: &mut VecDeque<AppendJob>) -> Vec<AppendJob> {
    let (mut group, mut rest) = (Vec::new(), VecDeque::new());
    let mut matches = HashSet::new();
    for job in waiting.drain(..) {
        if group.len() < GROUP && matches.insert(job.row.after.id.clone()) {
            group.push(job);
        } else {
            rest.push_back(job);
        }
    }
    *waiting = rest;
    group
}

/// Writes a group, and finds out its outcome if the connection is lost.
async fn write(connector: &Connector, rows: &[&EntryRow]) -> Vec<Result<(), StoreError>> {
    let all = |error: StoreError| rows.iter().map(|_| Err(error.clone())).collect();
    let mut unsure = false;
    for _ in 0..TRIES {
        let session = match connector.session().await {
            Ok(session) => session,
            Err(_) if unsure => return all(connector.place.unsure()),
            Err(error) => return all(error),
        };
        match timeout(ANSWER_TIMEOUT, try_to_write(&session, rows, unsure)).await {
            Ok(Ok(answers)) => {
                connector.health.answered();
                return answers;
            }
            Ok(Err(error)) if is_conflict(&error) => {}
            Ok(Err(error)) if !is_disconnected(&error) => return all(connector.store_error(&error)),
            Ok(Err(_)) | Err(_) => {
                unsure = true;
                connector.forget(&session).await;
            }
        }
    }
    all(connector.place.unsure())
}

/// Sends the rows once. `unsure` means that an earlier attempt may have written them.
async fn try_to_write(
    session: &Arc<DatabaseSession>,
    rows: &[&EntryRow],
    unsure: bool,
) -> Result<Vec<Result<(), StoreError>>, Error> {
    let columns = Columns::new(rows.iter().map(|row| &row.after));
    let bodies: Vec<_> = rows.iter().map(|row| row.body.as_str()).collect();
    let players: Vec<_> = rows.iter().map(|row| row.player.as_deref()).collect();
    let mut arguments = columns.arguments();
    arguments.push(&bodies);
    arguments.push(&players);
    let written = session.client.query(&session.append, &arguments).await?;
    let written: HashSet<String> = written.iter().map(|row| row.get(0)).collect();
    let mut answers = vec![Ok(()); rows.len()];
    if written.len() == rows.len() {
        return Ok(answers);
    }
    let keys = [(&columns.ids as _, Type::TEXT_ARRAY), (&columns.seqs as _, Type::INT8_ARRAY)];
    let found = session.client.query_typed(FOUND, &keys).await?;
    for row in &found {
        let id: &str = row.get(0);
        let Some(place) = columns.ids.iter().position(|other| *other == id) else { continue };
        let (Some(ours), Some(answer)) = (rows.get(place), answers.get_mut(place)) else {
            continue;
        };
        let stored: (Option<i64>, Option<&str>) = (row.get(2), row.get(3));
        let is_ours = stored == (Some(ours.after.last), Some(ours.body.as_str()));
        let is_written = written.contains(id) || (unsure && is_ours);
        if !is_written {
            *answer = Err(ours.taken(row.get(1)));
        }
    }
    Ok(answers)
}

/// Rows as the array arguments of a statement, one per column.
pub(super) struct Columns<'a> {
    ids: Vec<&'a str>,
    seqs: Vec<i64>,
    games: Vec<&'a str>,
    lasts: Vec<i64>,
    overs: Vec<i64>,
    dailies: Vec<Option<&'a str>>,
    tickets: Vec<&'a str>,
    summaries: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    pub(super) fn new(rows: impl Iterator<Item = &'a SummaryRow> + Clone) -> Columns<'a> {
        Columns {
            ids: rows.clone().map(|row| row.id.as_str()).collect(),
            seqs: rows.clone().map(|row| row.seq).collect(),
            games: rows.clone().map(|row| row.game.as_str()).collect(),
            lasts: rows.clone().map(|row| row.last).collect(),
            overs: rows.clone().map(|row| row.over).collect(),
            dailies: rows.clone().map(|row| row.daily.as_deref()).collect(),
            tickets: rows.clone().map(|row| row.ticket.as_str()).collect(),
            summaries: rows.map(|row| row.body.as_str()).collect(),
        }
    }

    pub(super) fn arguments(&self) -> Vec<&(dyn ToSql + Sync)> {
        let Columns { ids, seqs, games, lasts, overs, dailies, tickets, summaries } = self;
        vec![ids, seqs, games, lasts, overs, dailies, tickets, summaries]
    }
}
