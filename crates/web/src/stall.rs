//! Counts requests and messages that block an async thread for too long. Costly work belongs to the scheduler.

use crate::metrics::increment;
use crate::serve::AppState;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

/// How much processor time one poll of a request or socket may take. Debug builds are slower.
const LIMIT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 20 });

/// A future whose polls are measured.
pub(crate) struct Watched<F> {
    app: Arc<AppState>,
    future: Pin<Box<F>>,
}

impl<F: Future> Watched<F> {
    pub(crate) fn new(app: &Arc<AppState>, future: F) -> Watched<F> {
        Watched { app: Arc::clone(app), future: Box::pin(future) }
    }
}

impl<F: Future> Future for Watched<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let before = processor_time();
        let polled = self.future.as_mut().poll(cx);
        if processor_time().saturating_sub(before) > LIMIT {
            increment(&self.app.metrics.async_stalls);
        }
        polled
    }
}

/// The processor time of this thread, so that other threads on a busy machine don't count.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The elapsed time, on systems without a clock for each thread.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
