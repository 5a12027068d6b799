//! Waiting for what has to happen, however long a slow machine takes for it.

use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How often a condition is looked at.
const PACE: Duration = Duration::from_millis(50);

/// The longest that anything may take which should happen soon.
pub(crate) const SOON: Duration = Duration::from_secs(60);

/// Waits until a condition holds. Returns false when it doesn't within this time; it is looked at once in any case.
pub(crate) async fn until(within: Duration, mut holds: impl AsyncFnMut() -> bool) -> bool {
    let begin = Instant::now();
    loop {
        if holds().await {
            return true;
        }
        if begin.elapsed() >= within {
            return false;
        }
        sleep(PACE).await;
    }
}
