//! What the server does when its store stops answering, is full or is lost: see
//! docs/decisions/0013-sqlite-and-postgres-stores.md.

use crate::error::{ApiError, ApiResult};
use crate::serve::{AppState, closed};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use hall::Condition;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How long `/readyz` waits for the store.
const READY_TIMEOUT: Duration = Duration::from_secs(3);

/// How often a write to a full store is retried.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Over how much time sockets are closed when the store is silent, so that their clients don't all reconnect at once.
const SPREAD: Duration = Duration::from_secs(5);

/// An extractor that refuses the request at once while the store doesn't answer.
pub(crate) struct StoreAnswers;

impl FromRequestParts<Arc<AppState>> for StoreAnswers {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, app: &Arc<AppState>) -> ApiResult<StoreAnswers> {
        match app.health.now() {
            Condition::Healthy | Condition::Full => Ok(StoreAnswers),
            Condition::Silent | Condition::Lost => Err(ApiError::no_store()),
        }
    }
}

impl AppState {
    /// Fails when the store can't be read and written now.
    pub(crate) async fn is_ready(&self) -> ApiResult<()> {
        if self.health.now() != Condition::Healthy {
            return Err(ApiError::no_store());
        }
        match timeout(READY_TIMEOUT, self.hall.document("house", "key")).await {
            Ok(found) => Ok(found.map(drop)?),
            Err(_) => Err(ApiError::no_store()),
        }
    }

    /// Waits until a socket has to be closed because the store is silent. Each socket closes after a random delay; if
    /// the store answers before that, the socket stays open.
    pub(crate) async fn store_is_silent(&self) {
        let mut health = self.health.watch();
        loop {
            if health.wait_for(|now| *now == Condition::Silent).await.is_err() {
                pending::<()>().await;
            }
            let recovered = health.wait_for(|now| *now != Condition::Silent);
            if timeout(random_delay(), recovered).await.is_err() {
                return;
            }
        }
    }
}

/// A random time within the spread.
fn random_delay() -> Duration {
    let random = getrandom::u32().unwrap_or_default();
    SPREAD.mul_f64(f64::from(random) / f64::from(u32::MAX))
}

/// Logs changes of the store's condition and retries writing to a full one, until the server shuts down.
pub(crate) async fn watch(app: Arc<AppState>) {
    let mut health = app.health.watch();
    let mut closing = app.closing.clone();
    let mut logged = Condition::Healthy;
    loop {
        let now = *health.borrow_and_update();
        if std::mem::replace(&mut logged, now) != now {
            log(now);
        }
        tokio::select! {
            () = closed(&mut closing) => return,
            changed = health.changed() => if changed.is_err() { return },
            () = sleep(RETRY_INTERVAL), if now == Condition::Full => {
                // A successful write makes the condition healthy.
                let _ = app.hall.try_to_write().await;
            }
        }
    }
}

fn log(now: Condition) {
    match now {
        Condition::Healthy => tracing::info!("the store can be read and written"),
        Condition::Full => tracing::error!("the store is full: free some disk space"),
        Condition::Silent => tracing::error!("the store isn't answering"),
        // The server stops now: `Server::store_is_lost` logs it, so that the line is written before the process ends.
        Condition::Lost => {}
    }
}
