//! A connection that comes back: who asks for a session gets one, or hears why there is none.

use super::error::{DatabaseAddress, is_final};
use super::{schema, writer};
use crate::StoreError;
use crate::store::Health;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error, NoTls, Statement};

/// How long to try to connect again before who asked is told.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a server may take to answer.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The first pause between tries, and the longest.
pub(super) const BACKOFF: (Duration, Duration) =
    (Duration::from_millis(20), Duration::from_millis(500));

/// A connection and what was prepared on it.
pub(super) struct DatabaseSession {
    pub(super) client: Client,
    pub(super) append: Statement,
}

/// A connection that comes back.
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
    /// When it was last given up, and why.
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

    /// What a trouble means that the server has told of: it has answered.
    pub(super) fn store_error(&self, error: &Error) -> StoreError {
        let trouble = self.place.store_error(error);
        self.health.answered();
        self.health.wrote::<()>(&Err(trouble.clone()));
        trouble
    }

    /// The session there is, or a new one. It is tried for a while, with growing pauses.
    pub(super) async fn session(&self) -> Result<Arc<DatabaseSession>, StoreError> {
        let asked = Instant::now();
        let mut state = self.state.lock().await;
        if let Some(session) = state.session.as_ref().filter(|open| !open.client.is_closed()) {
            return Ok(Arc::clone(session));
        }
        // Somebody else has tried while this one waited: all are told at once.
        if let Some((when, error)) = &state.failed
            && *when > asked
        {
            return Err(error.clone());
        }
        let mut pause = BACKOFF.0;
        loop {
            // A server may take the connection and then say nothing.
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

    /// A session that is lost, or as good as lost.
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
