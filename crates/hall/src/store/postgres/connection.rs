//! A connection that is reopened when it is lost.

use super::error::{DatabaseAddress, is_final};
use super::{schema, writer};
use crate::StoreError;
use crate::store::Health;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error, NoTls, Statement};

/// How long to retry connecting before the caller gets an error.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the server may take to answer.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The first pause between attempts, and the longest.
pub(super) const BACKOFF: (Duration, Duration) =
    (Duration::from_millis(20), Duration::from_millis(500));

/// A connection and its prepared statement.
pub(super) struct DatabaseSession {
    pub(super) client: Client,
    pub(super) append: Statement,
}

/// Opens sessions, and reopens them when they are lost.
#[derive(Debug)]
pub(super) struct Connector {
    pub(super) config: Config,
    pub(super) place: DatabaseAddress,
    pub(super) health: Health,
    state: Mutex<ConnectionState>,
}

#[derive(Default)]
struct ConnectionState {
    session: Option<Arc<DatabaseSession>>,
    /// When connecting last failed, and why.
    failed: Option<(Instant, StoreError)>,
}

impl std::fmt::Debug for ConnectionState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConnectionState").field("connected", &self.session.is_some()).finish()
    }
}

impl Connector {
    pub(super) fn new(config: Config, place: DatabaseAddress, health: Health) -> Connector {
        Connector { config, place, health, state: Mutex::default() }
    }

    /// Maps an error that the server has sent, which also counts as an answer.
    pub(super) fn store_error(&self, error: &Error) -> StoreError {
        let error = self.place.store_error(error);
        self.health.answered();
        self.health.wrote::<()>(&Err(error.clone()));
        error
    }

    /// The current session, or a new one. Connecting is retried for a while, with growing pauses.
    pub(super) async fn session(&self) -> Result<Arc<DatabaseSession>, StoreError> {
        let asked = Instant::now();
        let mut state = self.state.lock().await;
        if let Some(session) = state.session.as_ref().filter(|open| !open.client.is_closed()) {
            return Ok(Arc::clone(session));
        }
        // Another task tried and failed while this one waited for the lock.
        if let Some((when, error)) = &state.failed
            && *when > asked
        {
            return Err(error.clone());
        }
        let mut pause = BACKOFF.0;
        loop {
            // A server may accept the connection and then not answer.
            let error = match timeout(CONNECT_TIMEOUT, self.connect()).await {
                Ok(Ok(session)) => {
                    self.health.answered();
                    let session = Arc::new(session);
                    state.session = Some(Arc::clone(&session));
                    return Ok(session);
                }
                Ok(Err(error)) if is_final(&error) || asked.elapsed() + pause > CONNECT_TIMEOUT => {
                    Some(self.place.store_error(&error))
                }
                Ok(Err(_)) => None,
                Err(_) => Some(self.place.silent()),
            };
            if let Some(error) = error {
                state.failed = Some((Instant::now(), error.clone()));
                return Err(error);
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(BACKOFF.1);
        }
    }

    /// Drops a session that is lost or doesn't answer.
    pub(super) async fn forget(&self, lost: &Arc<DatabaseSession>) {
        let mut state = self.state.lock().await;
        if state.session.as_ref().is_some_and(|session| Arc::ptr_eq(session, lost)) {
            state.session = None;
        }
    }

    async fn connect(&self) -> Result<DatabaseSession, Error> {
        let (client, connection) = self.config.connect(NoTls).await?;
        tokio::spawn(connection);
        schema::durable(&client).await?;
        let append = client.prepare(writer::APPEND).await?;
        Ok(DatabaseSession { client, append })
    }
}
