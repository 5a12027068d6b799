//! Following a match or a table: a task that sends the whole state after each change. While the client doesn't read,
//! the task waits, and then sends only the newest state.

use crate::error::{ApiError, ApiResult};
use crate::id::CheckedId;
use crate::serve::AppState;
use crate::time_limit::start_clock_if_new;
use engine::{Code, Viewer};
use hall::{MatchId, Table, TableId};
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{Notify, broadcast, mpsc};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Messages to be sent on a socket.
pub(crate) type Outbox = mpsc::Sender<String>;

/// How often a table is read again when the store can't say which table has changed.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// A message with its type.
#[derive(Serialize)]
struct Envelope<'a, T> {
    r#type: &'a str,
    #[serde(flatten)]
    body: T,
}

pub(crate) fn message(r#type: &str, body: impl Serialize) -> String {
    // Messages are plain data; one that could not be serialized would fail every test.
    serde_json::to_string(&Envelope { r#type, body }).unwrap_or_default()
}

/// The message that a match or table can't be followed, or not any longer.
fn gone(kind: &str, id: &str, refused: ApiError) -> String {
    let refusal = refused.refusal;
    message("gone", json!({ kind: id, "code": refusal.code, "text": refusal.text }))
}

/// Follows a match for a member until the socket closes.
pub(crate) async fn follow_match(app: Arc<AppState>, me: String, id: MatchId, out: Outbox) {
    if let Err(refused) = match_news(&app, &me, &id, &out).await {
        app.metrics.count_refusal(Some(refused.refusal.code));
        let _ = out.send(gone("match", &id.0, refused)).await;
    }
}

async fn match_news(app: &Arc<AppState>, me: &str, id: &MatchId, out: &Outbox) -> ApiResult<()> {
    id.check()?;
    let access = app.access(Some(me), id).await?;
    start_clock_if_new(app, &access);
    let mut watch = app.hall.watch(id, access.viewer).await?;
    while let Some(update) = watch.next().await {
        // A spectator may have been removed from the table meanwhile.
        if let (Viewer::Public, Some(table), None) = (access.viewer, &access.table, &update.over) {
            app.known_table(me, &table.id).await?;
        }
        let shown = app.show(&access, update).await?;
        if out.send(message("update", shown)).await.is_err() {
            return Ok(());
        }
    }
    let text = "This match failed and is closed. Its log is saved.";
    Err(engine::Refusal::new(Code::Broken, text).into())
}

/// Follows a table for a member until the socket closes.
pub(crate) async fn follow_table(
    app: Arc<AppState>,
    me: String,
    home: String,
    id: TableId,
    out: Outbox,
) {
    if let Err(refused) = table_news(&app, &me, &home, &id, &out).await {
        app.metrics.count_refusal(Some(refused.refusal.code));
        let _ = out.send(gone("table", &id.0, refused)).await;
    }
}

async fn table_news(
    app: &Arc<AppState>,
    me: &str,
    home: &str,
    id: &TableId,
    out: &Outbox,
) -> ApiResult<()> {
    id.check()?;
    let mut changes = app.hall.table_changes();
    let signal = Arc::new(TableSignal::default());
    let (mut watchers, mut round) = (JoinSet::new(), 0);
    let mut sent = String::new();
    let mut read_at = Instant::now();
    let mut table = app.known_table(me, id).await?;
    loop {
        if table.rounds.len() != round {
            round = table.rounds.len();
            watchers.abort_all();
            listen(app, &table, &signal, &mut watchers);
        }
        signal.cancel_voted.store(!table.cancel_votes.is_empty(), Relaxed);
        let text = message("table", app.show_table(me, home, &table).await?);
        if text != sent {
            sent.clone_from(&text);
            if out.send(text).await.is_err() {
                return Ok(());
            }
        }
        match wait(&mut changes, &signal, id, read_at).await {
            // The table itself is still the same.
            News::Match => {}
            News::Table => {
                read_at = Instant::now();
                table = app.known_table(me, id).await?;
            }
        }
    }
}

/// Where there may be something new.
enum News {
    /// In a match of the table.
    Match,
    /// In the table's log.
    Table,
}

/// Waits until there may be something new at a table, which was last read at `read_at`.
async fn wait(
    changes: &mut broadcast::Receiver<Option<TableId>>,
    signal: &TableSignal,
    id: &TableId,
    read_at: Instant,
) -> News {
    loop {
        let change = tokio::select! {
            () = signal.changed.notified() => return News::Match,
            change = changes.recv() => change,
        };
        match change {
            Ok(Some(table)) if table != *id => {}
            Ok(None) if read_at.elapsed() < POLL_INTERVAL => {}
            Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => return News::Table,
            // The hall has shut down, and this task ends soon.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Signals a change in a match of the table.
#[derive(Default)]
struct TableSignal {
    changed: Notify,
    /// Whether a vote to cancel is open. Then every move counts as a change, because it withdraws the vote.
    cancel_voted: AtomicBool,
}

/// Watches the matches of the last round: in a race for everyone's progress, else for the end.
fn listen(
    app: &Arc<AppState>,
    table: &Table,
    signal: &Arc<TableSignal>,
    watchers: &mut JoinSet<()>,
) {
    for id in table.rounds.last().map(|round| round.matches.clone()).unwrap_or_default() {
        let (app, signal, race) = (Arc::clone(app), Arc::clone(signal), table.config.race);
        watchers.spawn(async move {
            let Ok(mut watch) = app.hall.watch(&id, engine::Viewer::Public).await else { return };
            while let Some(status) = watch.changed().await {
                if race || status.over || signal.cancel_voted.load(Relaxed) {
                    signal.changed.notify_one();
                }
            }
        });
    }
}

impl AppState {
    /// A table, for its members; `table.unknown` for everyone else.
    pub(crate) async fn known_table(&self, me: &str, id: &TableId) -> ApiResult<Table> {
        let table = self.hall.table(id).await?;
        match table.is_member(me) {
            true => Ok(table),
            false => Err(hall::tables::unknown_table().into()),
        }
    }
}
