//! What is known of each host: circuit breaker, and concurrent requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::{Limits, ProviderError};

/// The longest that a host's `Retry-After` is obeyed; a wrong date must not disable it for days.
const MAX_REST: Duration = Duration::from_mins(15);

pub(crate) struct Hosts {
    limits: Limits,
    known: Mutex<HashMap<String, Host>>,
}

struct Host {
    /// Consecutive failures.
    failures: u32,
    resting_until: Option<Instant>,
    places: Arc<Semaphore>,
    /// One place less for those that can wait, so that they do not take all.
    patient: Arc<Semaphore>,
}

impl Hosts {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            known: Mutex::default(),
        }
    }

    /// Fails while the host rests.
    pub(crate) fn admit(&self, host: &str) -> Result<(), ProviderError> {
        let until = self.with(host, |host| host.resting_until);
        if until.is_some_and(|until| until > Instant::now()) {
            return Err(ProviderError::Resting);
        }
        Ok(())
    }

    /// Waits until fewer requests than allowed are sent to the host.
    pub(crate) async fn place(
        &self,
        host: &str,
        end: Instant,
    ) -> Result<OwnedSemaphorePermit, ProviderError> {
        one_of(self.with(host, |host| Arc::clone(&host.places)), end).await
    }

    /// Waits, in the order of arrival, until few enough requests wait for the rate or a place, or are sent.
    pub(crate) async fn patient_place(
        &self,
        host: &str,
        end: Instant,
    ) -> Result<OwnedSemaphorePermit, ProviderError> {
        one_of(self.with(host, |host| Arc::clone(&host.patient)), end).await
    }

    /// The host asked not to be requested for this long.
    pub(crate) fn rest(&self, host: &str, wait: Duration) {
        self.with(host, |host| {
            host.resting_until = Some(Instant::now() + wait.min(MAX_REST));
        });
    }

    /// Counts failures, and opens the breaker.
    pub(crate) fn record(&self, host: &str, good: bool) {
        self.with(host, |host| {
            if good {
                host.failures = 0;
                return;
            }
            host.failures += 1;
            if host.failures >= self.limits.breaker_failures {
                // Half open: one more failure opens the breaker again.
                let until = Instant::now() + self.limits.breaker_pause;
                host.resting_until = host.resting_until.max(Some(until));
            }
        });
    }

    fn with<T>(&self, host: &str, work: impl FnOnce(&mut Host) -> T) -> T {
        let mut known = self.lock();
        let entry = known.entry(host.to_owned()).or_insert_with(|| Host {
            failures: 0,
            resting_until: None,
            places: Arc::new(Semaphore::new(self.limits.concurrent)),
            patient: Arc::new(Semaphore::new(
                self.limits.concurrent.saturating_sub(1).max(1),
            )),
        });
        work(entry)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Host>> {
        // Consistent even after a panic: only counters are written under the lock.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn one_of(
    places: Arc<Semaphore>,
    end: Instant,
) -> Result<OwnedSemaphorePermit, ProviderError> {
    match tokio::time::timeout_at(end, places.acquire_owned()).await {
        Ok(Ok(place)) => Ok(place),
        _ => Err(ProviderError::Busy),
    }
}
