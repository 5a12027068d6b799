//! Following a match or a table: a task that sends the whole whenever something has changed. It waits while the client
//! does not read, and then sends only the newest.

use crate::error::{ApiError, ApiResult};
use crate::id::CheckedId;
use crate::serve::AppState;
use crate::time_limit::start_clock_if_new;
use engine::Viewer;
use hall::{MatchId, Table, TableId};
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{Notify, broadcast, mpsc};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Where messages of a socket go.
pub(crate) type Outbox = mpsc::Sender<String>;

/// How often a table is looked at when it is not known whether there is anything new.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// A message with its type before it.
#[derive(Serialize)]
struct Envelope<'a, T> {
    r#type: &'a str,
    #[serde(flatten)]
    what: T,
}

/// A message as text.
pub(crate) fn message(r#type: &str, what: impl Serialize) -> String {
    // What is sent is plain data; a type that could not be written would fail every test there is.
    serde_json::to_string(&Envelope { r#type, what }).unwrap_or_default()
}

/// That something cannot be followed, or not any longer.
fn gone(what: &str, id: &str, refused: ApiError) -> String {
    let refusal = refused.refusal;
    message("gone", json!({ what: id, "code": refusal.code, "text": refusal.text }))
}

/// Follows a match for somebody until the socket is gone.
pub(crate) async fn follow_match(app: Arc<AppState>, me: String, id: MatchId, out: Outbox) {
    if let Err(refused) = match_news(&app, &me, &id, &out).await {
        app.metrics.count_refusal(Some(refused.refusal.code));
        let _ = out.send(gone("match", &id.0, refused)).await;
    }
}

async fn match_news(app: &Arc<AppState>, me: &str, id: &MatchId, out: &Outbox) -> ApiResult<()> {
    id.check()?;
    let sight = app.access(Some(me), id).await?;
    start_clock_if_new(app, &sight);
    let mut watch = app.hall.watch(id, sight.viewer).await?;
    while let Some(update) = watch.next().await {
        // Who only watches may have been shown the door meanwhile.
        if let (Viewer::Public, Some(table), None) = (sight.viewer, &sight.table, &update.over) {
            app.known_table(me, &table.id).await?;
        }
        let shown = app.show(&sight, update).await?;
        if out.send(message("update", shown)).await.is_err() {
            return Ok(());
        }
    }
    let text = "This match failed and is closed; its log is kept, and the house goes on.";
    Err(engine::Refusal::new("house.broken", text).into())
}

/// Follows a table for somebody until the socket is gone.
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
    let mut news = app.hall.table_changes();
    let bell = Arc::new(TableSignal::default());
    let (mut ears, mut round) = (JoinSet::new(), 0);
    let mut sent = String::new();
    loop {
        let table = app.known_table(me, id).await?;
        if table.rounds.len() != round {
            round = table.rounds.len();
            ears.abort_all();
            listen(app, &table, &bell, &mut ears);
        }
        bell.cancel_voted.store(!table.cancel_votes.is_empty(), Relaxed);
        let looked = Instant::now();
        let text = message("table", app.show_table(me, home, &table).await?);
        if text != sent {
            sent.clone_from(&text);
            if out.send(text).await.is_err() {
                return Ok(());
            }
        }
        wait(&mut news, &bell, id, looked).await;
    }
}

/// Waits until there may be something new at a table.
async fn wait(
    news: &mut broadcast::Receiver<Option<TableId>>,
    bell: &TableSignal,
    id: &TableId,
    looked: Instant,
) {
    loop {
        let heard = tokio::select! {
            () = bell.rings.notified() => return,
            heard = news.recv() => heard,
        };
        match heard {
            Ok(Some(table)) if table != *id => {}
            Ok(None) if looked.elapsed() < POLL_INTERVAL => {}
            Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => return,
            // The hall is gone, and so is everybody soon.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Rings when there is something new in a match of the table.
#[derive(Default)]
struct TableSignal {
    rings: Notify,
    /// Has somebody asked for it to be called off? Then every move matters: it takes that back.
    cancel_voted: AtomicBool,
}

/// Listens at the matches of the last round: in a race for how far everybody is, else for the end.
fn listen(app: &Arc<AppState>, table: &Table, bell: &Arc<TableSignal>, ears: &mut JoinSet<()>) {
    for id in table.rounds.last().map(|round| round.matches.clone()).unwrap_or_default() {
        let (app, bell, race) = (Arc::clone(app), Arc::clone(bell), table.config.race);
        ears.spawn(async move {
            let Ok(mut watch) = app.hall.watch(&id, engine::Viewer::Public).await else { return };
            while let Some(update) = watch.next().await {
                if race || update.over.is_some() || bell.cancel_voted.load(Relaxed) {
                    bell.rings.notify_one();
                }
            }
        });
    }
}

impl AppState {
    /// A table at which somebody is. To all others it is not there.
    pub(crate) async fn known_table(&self, me: &str, id: &TableId) -> ApiResult<Table> {
        let table = self.hall.table(id).await?;
        match table.is_member(me) {
            true => Ok(table),
            false => Err(hall::tables::unknown_table().into()),
        }
    }
}
