//! Waits for a condition instead of sleeping.
//!
//! A bounded poll suits effects that cross processes, where nothing can be awaited directly. Not
//! for measuring time.

use std::future::Future;
use std::time::{Duration, Instant};

/// Polls `condition` until it returns true, for at most `bound`; then panics.
///
/// # Panics
/// When `bound` is over.
#[track_caller]
pub fn wait_for<F, Fut>(bound: Duration, mut condition: F) -> impl Future<Output = ()>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = bool>,
{
    let caller = std::panic::Location::caller();
    async move {
        let end = Instant::now() + bound;
        loop {
            if condition().await {
                return;
            }
            assert!(
                Instant::now() < end,
                "the condition at {caller} did not hold within {bound:?}"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
