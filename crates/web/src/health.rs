//! What the server does when its store falls silent, is full or is lost: see
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
const READY: Duration = Duration::from_secs(3);

/// How often a full store is tried again.
const TRY: Duration = Duration::from_secs(1);

/// Over how much time sockets are closed when the store is silent: their clients should not all come back at once.
const SPREAD: Duration = Duration::from_secs(5);

/// The store answers. A request that asks for this is refused at once when it does not.
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
    /// Refuses when the store cannot be read and written now.
    pub(crate) async fn is_ready(&self) -> ApiResult<()> {
        if self.health.now() != Condition::Healthy {
            return Err(ApiError::no_store());
        }
        match timeout(READY, self.hall.document("house", "key")).await {
            Ok(found) => Ok(found.map(drop)?),
            Err(_) => Err(ApiError::no_store()),
        }
    }

    /// Waits until a socket has to be closed because the store is silent. Each socket has its own moment; one whose moment
    /// comes after the store has answered again stays open.
    pub(crate) async fn store_is_silent(&self) {
        let mut health = self.health.watch();
        loop {
            if health.wait_for(|now| *now == Condition::Silent).await.is_err() {
                pending::<()>().await;
            }
            let healed = health.wait_for(|now| *now != Condition::Silent);
            if timeout(moment(), healed).await.is_err() {
                return;
            }
        }
    }
}

/// A random moment within the spread.
fn moment() -> Duration {
    let random = getrandom::u32().unwrap_or_default();
    SPREAD.mul_f64(f64::from(random) / f64::from(u32::MAX))
}

/// Logs how the store is, and tries again to write to a full one, until the server closes.
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
            () = sleep(TRY), if now == Condition::Full => {
                // When it could be written, the store is healthy.
                let _ = app.hall.try_to_write().await;
            }
        }
    }
}

fn log(now: Condition) {
    match now {
        Condition::Healthy => tracing::info!("the store answers and takes what is written"),
        Condition::Full => tracing::error!("the store is full: free some room"),
        Condition::Silent => tracing::error!("the store does not answer"),
        // The server ends now: `Server::store_is_lost` logs it, which nothing overtakes.
        Condition::Lost => {}
    }
}
