//! A store in a PostgreSQL database, for several servers that share their matches. One connection writes (see
//! `writer`), one reads, one listens (see `listener`). They have their own runtime, so that they work on any runtime of
//! the hall, and even while that isn't being driven.

mod connection;
mod error;
mod listener;
mod schema;
mod writer;

use super::events::Publisher;
use super::row::{self, EntryRow, SummaryRow};
use super::{Change, Document, Health, MatchFilter, StoreError, StoreEvents, SummaryRows};
use crate::{Entry, LoggedEntry, MatchId, Summary};
use connection::{ANSWER_TIMEOUT, Connector, DatabaseSession};
use error::{DatabaseAddress, is_disconnected};
use std::future::Future;
use std::sync::{Arc, Once};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_postgres::config::SslMode;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Config, Error, Row};
use writer::{AppendJob, Columns};

/// Records the people in the seats of matches.
const SEAT: &str = "insert into seat (player, match)
    select * from unnest($1::text[], $2::text[]) as t (player, match) order by 2, 1 on conflict do nothing";

/// From how many entries on they are parsed on a blocking thread, so that nothing else has to wait.
const MANY: usize = 500;

/// How often a request that can be repeated is tried.
const TRIES: u32 = 3;

/// A store in a PostgreSQL server; clones share it.
#[derive(Clone, Debug)]
pub struct Postgres(Arc<PostgresInner>);

#[derive(Debug)]
struct PostgresInner {
    reader: Arc<Connector>,
    jobs: mpsc::UnboundedSender<AppendJob>,
    publisher: Publisher,
    listens: Once,
    health: Health,
    runtime: Option<Runtime>,
}

impl Postgres {
    /// Connects, and creates or migrates the tables.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        let config = read_url(url)?;
        let place = DatabaseAddress::new(&config);
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(|error| place.unreachable(&error.to_string()))?;
        let (jobs, queue) = mpsc::unbounded_channel();
        let health = Health::default();
        let connect = || Connector::new(config.clone(), place.clone(), health.clone());
        let (reader, writer) = (Arc::new(connect()), connect());
        // This owns the runtime from here on, because its `Drop` shuts the runtime down without blocking.
        let inner = PostgresInner {
            reader,
            jobs,
            publisher: Publisher::default(),
            listens: Once::new(),
            health,
            runtime: Some(runtime),
        };
        inner.run(async move { schema::migrate(&config, &place).await }).await?;
        if let Some(runtime) = &inner.runtime {
            runtime.spawn(writer::run(queue, writer));
        }
        Ok(Postgres(Arc::new(inner)))
    }

    pub(super) async fn append(&self, entry: &Entry, after: &Summary) -> Result<(), StoreError> {
        let row = EntryRow::new(entry, after)?;
        let (done, answer) = oneshot::channel();
        // If the writer is gone, the answer is an error.
        let _ = self.0.jobs.send(AppendJob { row, done });
        answer.await.unwrap_or_else(|_| Err(self.0.reader.place.unsure()))
    }

    /// One statement, so that it can be repeated safely.
    pub(super) async fn add(&self, log: &[LoggedEntry], after: &Summary) -> Result<(), StoreError> {
        let rows = Arc::new((row::bodies(log)?, SummaryRow::new(after)?));
        self.with_session(move |session| {
            let rows = Arc::clone(&rows);
            async move {
                let (bodies, after) = &*rows;
                let columns = Columns::new(std::iter::once(after));
                let ats: Vec<i64> = bodies.iter().map(|(at, _)| *at).collect();
                let texts: Vec<&str> = bodies.iter().map(|(_, body)| body.as_str()).collect();
                let mut arguments = columns.arguments();
                arguments.extend([&ats as &(dyn ToSql + Sync), &texts]);
                session.client.execute(writer::ADD, &arguments).await
            }
        })
        .await
        .map(drop)
    }

    pub(super) async fn load(
        &self,
        id: &MatchId,
        from: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEntry>, StoreError> {
        // One row with arrays, because a row for each entry takes longer to send and to read. `exists` tells a match
        // without new entries from one that doesn't exist.
        let query = "select array_agg(seq), array_agg(at), array_agg(body),
              exists (select from entry where match = $1 and seq = 0)
            from (select seq, at, body from entry where match = $1 and seq >= $2 order by seq
              limit $3) as log";
        let (id, first, limit) = (id.0.clone(), row::number(from), i64::from(limit));
        let key = move || {
            vec![
                argument(&id, Type::TEXT),
                argument(&first, Type::INT8),
                argument(&limit, Type::INT8),
            ]
        };
        let rows = self.ask(query, key).await?;
        let Some(all) = rows.first() else { return Err(StoreError::Unknown) };
        let numbers = |column| all.get::<_, Option<Vec<i64>>>(column).unwrap_or_default();
        let bodies = all.get::<_, Option<Vec<String>>>(2).unwrap_or_default();
        if bodies.is_empty() && !all.get::<_, bool>(3) {
            return Err(StoreError::Unknown);
        }
        let rows = numbers(0).into_iter().zip(numbers(1)).zip(bodies);
        let rows = rows.map(|((seq, at), body)| (seq, at, body));
        if rows.len() < MANY {
            return row::log(from, rows);
        }
        let parsed = tokio::task::spawn_blocking(move || row::log(from, rows)).await;
        parsed.unwrap_or_else(|_| Err(self.0.reader.place.unsure()))
    }

    pub(super) async fn matches(&self) -> Result<Vec<MatchId>, StoreError> {
        let rows = self.ask("select distinct match from entry", Vec::new).await?;
        Ok(rows.iter().map(|row| MatchId(row.get(0))).collect())
    }

    pub(super) async fn newest(
        &self,
        ids: Vec<MatchId>,
    ) -> Result<Vec<(MatchId, u64)>, StoreError> {
        let ids: Vec<_> = ids.into_iter().map(|id| id.0).collect();
        let query = "select t.match, (select max(seq) from entry where entry.match = t.match)
            from unnest($1::text[]) as t (match)";
        let rows = self.ask(query, move || vec![argument(&ids, Type::TEXT_ARRAY)]).await?;
        let newest =
            |row: &Row| Some((MatchId(row.get(0)), row::seq(row.get::<_, Option<i64>>(1)?)));
        Ok(rows.iter().filter_map(newest).collect())
    }

    pub(super) async fn summaries(&self, filter: &MatchFilter) -> Result<SummaryRows, StoreError> {
        let (query, texts) = filter.query();
        let texts = move || texts.iter().map(|text| argument(text, Type::TEXT)).collect();
        let rows = self.ask(&query, texts).await?;
        Ok(SummaryRows::Text(rows.iter().map(|row| (row.get(0), row.get(1))).collect()))
    }

    pub(super) async fn project(&self, summaries: &[Summary]) -> Result<(), StoreError> {
        let rows: Vec<_> = summaries.iter().map(SummaryRow::new).collect::<Result<_, _>>()?;
        let rows = Arc::new(rows);
        self.with_session(move |session| {
            let rows = Arc::clone(&rows);
            async move {
                let columns = Columns::new(rows.iter());
                session.client.execute(writer::PROJECT, &columns.arguments()).await?;
                let seats =
                    rows.iter().flat_map(|row| row.players.iter().map(|name| (name, &row.id)));
                let (players, ids): (Vec<_>, Vec<_>) = seats.unzip();
                session.client.execute(SEAT, &[&players, &ids]).await
            }
        })
        .await
        .map(drop)
    }

    pub(super) async fn sweep(&self) -> Result<(), StoreError> {
        let sweep = |session: Arc<DatabaseSession>| async move {
            session.client.batch_execute(row::SWEEP).await
        };
        self.with_session(sweep).await
    }

    pub(super) async fn save_text(&self, hash: &str, text: &str) -> Result<(), StoreError> {
        let query = "insert into long_text (hash, body) values ($1, $2) on conflict do nothing";
        let (hash, text) = (hash.to_owned(), text.to_owned());
        let arguments = move || vec![argument(&hash, Type::TEXT), argument(&text, Type::TEXT)];
        self.ask(query, arguments).await.map(drop)
    }

    pub(super) async fn text(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let hash = hash.to_owned();
        let query = "select body from long_text where hash = $1";
        let rows = self.ask(query, move || vec![argument(&hash, Type::TEXT)]).await?;
        Ok(rows.first().map(|row| row.get(0)))
    }

    pub(super) async fn texts(
        &self,
        hashes: Vec<String>,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let query = "select hash, body from long_text where hash = any($1)";
        let rows = self.ask(query, move || vec![argument(&hashes, Type::TEXT_ARRAY)]).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    pub(super) async fn change_documents(
        &self,
        mut changes: Vec<Change>,
    ) -> Result<(), StoreError> {
        // Always in the same order, so that two servers can't deadlock.
        changes.sort_by(|a, b| key(a).cmp(&key(b)));
        let mut columns = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for change in changes {
            let (kind, id, owner, version, body) = match change {
                Change::Put(document) => (
                    document.kind,
                    document.id,
                    document.owner,
                    document.version,
                    Some(document.body),
                ),
                Change::Delete { kind, id, owner } => (kind, id, owner, 0, None),
                // The database function recognizes a check by its empty owner.
                Change::Check { kind, id, version } => (kind, id, String::new(), version, None),
            };
            columns.0.push(kind.to_owned());
            columns.1.push(id);
            columns.2.push(owner);
            columns.3.push(row::number(version));
            columns.4.push(body);
        }
        let columns = Arc::new(columns);
        self.with_session(move |session| {
            let columns = Arc::clone(&columns);
            async move {
                let (kinds, ids, owners, versions, bodies) = &*columns;
                let query = "select lexicade_file($1, $2, $3, $4, $5)";
                session.client.execute(query, &[kinds, ids, owners, versions, bodies]).await
            }
        })
        .await
        .map(drop)
    }

    pub(super) async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<Document>, StoreError> {
        let query = "select id, owner, version, body from paper where kind = $1 and id = $2";
        let id = id.to_owned();
        let key = move || vec![argument(&kind, Type::TEXT), argument(&id, Type::TEXT)];
        let rows = self.ask(query, key).await?;
        Ok(rows.first().map(|row| document_from_row(kind, row)))
    }

    pub(super) async fn documents(
        &self,
        kind: &'static str,
        owner: &str,
        after: &str,
    ) -> Result<Vec<Document>, StoreError> {
        let query = "select id, owner, version, body from paper
            where kind = $1 and owner = $2 and id > $3 order by id";
        let (owner, after) = (owner.to_owned(), after.to_owned());
        let key = move || {
            vec![
                argument(&kind, Type::TEXT),
                argument(&owner, Type::TEXT),
                argument(&after, Type::TEXT),
            ]
        };
        let rows = self.ask(query, key).await?;
        Ok(rows.iter().map(|row| document_from_row(kind, row)).collect())
    }

    pub(super) async fn documents_after(
        &self,
        kind: &'static str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Document>, StoreError> {
        let query = "select id, owner, version, body from paper where kind = $1 and id > $2
            order by id limit $3";
        let (after, limit) = (after.to_owned(), i64::from(limit));
        let key = move || {
            vec![
                argument(&kind, Type::TEXT),
                argument(&after, Type::TEXT),
                argument(&limit, Type::INT8),
            ]
        };
        let rows = self.ask(query, key).await?;
        Ok(rows.iter().map(|row| document_from_row(kind, row)).collect())
    }

    pub(super) fn health(&self) -> Health {
        self.listen();
        self.0.health.clone()
    }

    pub(super) fn subscribe(&self) -> StoreEvents {
        let events = self.0.publisher.subscribe();
        self.listen();
        events
    }

    fn listen(&self) {
        self.0.listens.call_once(|| {
            if let Some(runtime) = &self.0.runtime {
                let (config, publisher) = (self.0.reader.config.clone(), self.0.publisher.clone());
                let health = self.0.health.clone();
                runtime.spawn(listener::remind(publisher.clone(), health.clone()));
                runtime.spawn(listener::listen(config, publisher, health));
            }
        });
    }

    /// Runs a query that can be repeated.
    async fn ask(
        &self,
        query: &str,
        arguments: impl Fn() -> Vec<Argument> + Send + Sync + 'static,
    ) -> Result<Vec<Row>, StoreError> {
        let query = query.to_owned();
        self.with_session(move |session| {
            let (query, arguments) = (query.clone(), arguments());
            async move {
                let arguments: Vec<(&(dyn ToSql + Sync), Type)> =
                    arguments.iter().map(|(value, of)| (&**value as _, of.clone())).collect();
                session.client.query_typed(&query, &arguments).await
            }
        })
        .await
    }

    /// Runs a request that can be repeated, and repeats it on a new connection if one is lost.
    async fn with_session<T, F>(
        &self,
        run: impl Fn(Arc<DatabaseSession>) -> F + Send + Sync + 'static,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Error>> + Send,
    {
        let connector = Arc::clone(&self.0.reader);
        let run = async move {
            for _ in 0..TRIES {
                let session = connector.session().await?;
                match timeout(ANSWER_TIMEOUT, run(Arc::clone(&session))).await {
                    Ok(Ok(done)) => {
                        connector.health.answered();
                        return Ok(done);
                    }
                    Ok(Err(error)) if !is_disconnected(&error) => {
                        return Err(connector.store_error(&error));
                    }
                    Ok(Err(_)) | Err(_) => connector.forget(&session).await,
                }
            }
            Err(connector.place.silent())
        };
        self.0.run(run).await
    }
}

impl PostgresInner {
    /// Runs a future on this store's runtime, which has timers and sockets.
    async fn run<T: Send + 'static>(
        &self,
        run: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let gone = || Err(self.reader.place.unsure());
        match &self.runtime {
            Some(runtime) => runtime.spawn(run).await.unwrap_or_else(|_| gone()),
            None => gone(),
        }
    }
}

impl Drop for PostgresInner {
    fn drop(&mut self) {
        // A plain drop would block, which isn't allowed in async code.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The document that a change is about.
fn key(change: &Change) -> (&'static str, &str) {
    match change {
        Change::Put(document) => (document.kind, &document.id),
        Change::Delete { kind, id, .. } | Change::Check { kind, id, .. } => (kind, id),
    }
}

fn document_from_row(kind: &'static str, row: &Row) -> Document {
    let version = row::seq(row.get(2));
    Document { kind, id: row.get(0), owner: row.get(1), version, body: row.get(3) }
}

/// A value of a query, with its type.
type Argument = (Box<dyn ToSql + Sync + Send>, Type);

fn argument(value: &(impl ToSql + Sync + Send + Clone + 'static), of: Type) -> Argument {
    (Box::new(value.clone()), of)
}

/// The configuration of a URL. Fails if it requires TLS.
fn read_url(url: &str) -> Result<Config, StoreError> {
    let mut config: Config = url.parse().map_err(|error: Error| {
        StoreError::Cannot(format!("this isn't the address of a PostgreSQL database: {error}"))
    })?;
    if config.get_ssl_mode() == SslMode::Require {
        let text = "this program connects to PostgreSQL without TLS only; use sslmode=disable over a \
                    socket, a private network or a tunnel";
        return Err(StoreError::Cannot(text.into()));
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(ANSWER_TIMEOUT / 2);
    }
    if config.get_application_name().is_none() {
        config.application_name("lexicade");
    }
    Ok(config)
}
