//! Fetching a picture from the configured source.
//!
//! Bounded in time, size and number, without redirects. A source that does not answer is left alone
//! for a minute: a picture is a help, and nobody must wait for one.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use reqwest::Client;
use tokio::sync::Semaphore;

use super::SiteImageError;

/// How long the source may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);
/// How long a source that does not answer is left alone.
const REST: Duration = Duration::from_mins(1);
/// Largest picture in bytes.
const MAX_BYTES: usize = 8 * 1024 * 1024;
/// Most pictures fetched at once.
const MAX_AT_ONCE: usize = 4;

/// The source of aerial pictures.
#[derive(Debug)]
pub struct AerialSource {
    /// An address with `{west} {south} {east} {north}`.
    template: String,
    at_once: Semaphore,
    /// When it last did not answer.
    failed: Mutex<Option<Instant>>,
}

impl AerialSource {
    /// The source behind an address with `{west} {south} {east} {north}`.
    pub fn new(template: String) -> Self {
        Self {
            template,
            at_once: Semaphore::new(MAX_AT_ONCE),
            failed: Mutex::new(None),
        }
    }

    /// Its address, to be filled in.
    pub fn template(&self) -> &str {
        &self.template
    }

    /// Fetches `url`.
    pub async fn fetch(&self, http: &Client, url: &str) -> Result<Vec<u8>, SiteImageError> {
        let closed = |_closed| SiteImageError::Source("stopping".to_owned());
        let _slot = self.at_once.acquire().await.map_err(closed)?;
        if self.rests() {
            return Err(SiteImageError::Source(
                "left alone after a failure".to_owned(),
            ));
        }
        let answer = http.get(url).timeout(REQUEST_TIMEOUT).send().await;
        let answer = answer.map_err(|error| self.failure(error))?;
        let status = answer.status();
        if status.is_server_error() || status == reqwest::StatusCode::TOO_MANY_REQUESTS {
            self.rest();
        }
        if !status.is_success() {
            return Err(SiteImageError::Source(format!("status {status}")));
        }
        let mut bytes = Vec::new();
        let mut stream = answer.bytes_stream();
        while let Some(chunk) = stream.next().await {
            bytes.extend_from_slice(&chunk.map_err(|error| self.failure(error))?);
            if bytes.len() > MAX_BYTES {
                return Err(SiteImageError::Source(format!(
                    "more than {MAX_BYTES} bytes"
                )));
            }
        }
        Ok(bytes)
    }

    /// The error to tell; a source that is away rests.
    fn failure(&self, error: reqwest::Error) -> SiteImageError {
        if error.is_connect() || error.is_timeout() {
            self.rest();
        }
        SiteImageError::Source(error.without_url().to_string())
    }

    fn rest(&self) {
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn rests(&self) -> bool {
        let failed = *self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.is_some_and(|since| since.elapsed() < REST)
    }
}
