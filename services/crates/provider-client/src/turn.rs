//! When a request may be sent: neither more often than its host's rate, nor more than allowed at once.

use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Jitter, Quota, RateLimiter};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout, timeout_at};

use crate::host::Hosts;
use crate::{Limits, ProviderError};

/// How much later than a short request one that can wait tries again.
const BEHIND: Duration = Duration::from_millis(50);

/// How long a request waits for the rate and for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Somebody waits for this one answer: a moment, see [`Limits::rate_wait`].
    Short,
    /// One of many: until then, behind short ones. None is sent later.
    Until(Instant),
}

/// The turns of all hosts.
pub(crate) struct Turns {
    limits: Limits,
    rates: DefaultKeyedRateLimiter<String>,
    pub(crate) hosts: Hosts,
}

/// The places of a request; free again on drop.
pub(crate) struct Turn {
    _patient: Option<OwnedSemaphorePermit>,
    _place: OwnedSemaphorePermit,
}

impl Turns {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            rates: RateLimiter::keyed(Quota::per_second(limits.calls_per_second)),
            hosts: Hosts::new(limits),
        }
    }

    /// Waits until a request to the host may be sent.
    pub(crate) async fn wait(&self, host: &str, patience: Patience) -> Result<Turn, ProviderError> {
        self.hosts.admit(host)?;
        let turn = match patience {
            Patience::Short => self.soon(host).await?,
            Patience::Until(end) => self.until(host, end).await?,
        };
        // It may have begun to rest meanwhile.
        self.hosts.admit(host)?;
        Ok(turn)
    }

    async fn soon(&self, host: &str) -> Result<Turn, ProviderError> {
        let key = host.to_owned();
        timeout(self.limits.rate_wait, self.rates.until_key_ready(&key))
            .await
            .map_err(|_late| ProviderError::RateLimited)?;
        let end = Instant::now() + self.limits.timeout;
        Ok(Turn {
            _patient: None,
            _place: self.hosts.place(host, end).await?,
        })
    }

    async fn until(&self, host: &str, end: Instant) -> Result<Turn, ProviderError> {
        if end <= Instant::now() {
            return Err(ProviderError::RateLimited);
        }
        let patient = self.hosts.patient_place(host, end).await?;
        // A short request that waits for the rate too has tried before.
        let jitter = Jitter::new(BEHIND, BEHIND);
        let key = host.to_owned();
        let ready = self.rates.until_key_ready_with_jitter(&key, jitter);
        timeout_at(end, ready)
            .await
            .map_err(|_late| ProviderError::RateLimited)?;
        Ok(Turn {
            _patient: Some(patient),
            _place: self.hosts.place(host, end).await?,
        })
    }
}
