//! Thinking for others takes time that others need: a hint has so much of it, and then the best so far is given.

use engine::Stop;
use std::time::Duration;
use tokio::time::sleep;

/// How long a mind may think for a hint.
const BUDGET: Duration = Duration::from_millis(100);

/// Waits for a thought; when it takes too long, it is told to stop.
pub(crate) async fn in_time<T>(stop: &Stop, thinking: impl Future<Output = T>) -> T {
    tokio::pin!(thinking);
    tokio::select! {
        thought = &mut thinking => return thought,
        () = sleep(BUDGET) => stop.set(),
    }
    thinking.await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_thinks_too_long_is_told_to_stop() {
        let stop = Stop::default();
        let dreams = async {
            while !stop.is_set() {
                tokio::task::yield_now().await;
            }
            "the best so far"
        };
        let patience = Duration::from_secs(60);
        let thought = tokio::time::timeout(patience, in_time(&stop, dreams)).await;
        assert_eq!(thought, Ok("the best so far"));
    }

    #[tokio::test]
    async fn who_is_quick_is_not() {
        let stop = Stop::default();
        assert_eq!((in_time(&stop, async { 7 }).await, stop.is_set()), (7, false));
    }
}
