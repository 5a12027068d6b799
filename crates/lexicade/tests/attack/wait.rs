//! Waiting for conditions, however long a slow machine takes.

use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How often a condition is checked.
const PACE: Duration = Duration::from_millis(50);

/// The timeout for everything that should happen soon.
pub(crate) const SOON: Duration = Duration::from_secs(60);

/// Waits until a condition holds. Returns false if it doesn't within this time. It is checked at least once.
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
