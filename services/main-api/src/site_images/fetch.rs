//! Downloads images from configured sources.
//!
//! Limited in time, size and concurrency, without redirects. After a failure the source is not
//! requested for a minute, because images are optional and users should not wait for them.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use reqwest::{Client, StatusCode};
use tokio::sync::Semaphore;

use super::SiteImageError;
use crate::users::avatars::picture_type;

/// Timeout of a request to the source.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);
/// Pause after a failure of the source.
const REST: Duration = Duration::from_mins(1);
const MAX_BYTES: usize = 8 * 1024 * 1024;
const MAX_AT_ONCE: usize = 4;

/// An image with its detected type.
pub struct Picture {
    pub bytes: Vec<u8>,
    pub content_type: &'static str,
}

/// Downloads `url` and detects the type from the first bytes: a source may return an error page
/// with status 200.
pub async fn fetch_picture(http: &Client, url: &str) -> Result<Picture, SiteImageError> {
    let bytes = download(http, url).await?;
    let Some((content_type, _)) = picture_type(&bytes) else {
        return Err(SiteImageError::Source("not an image".to_owned()));
    };
    Ok(Picture {
        bytes,
        content_type,
    })
}

#[derive(Debug, thiserror::Error)]
enum DownloadError {
    #[error("the source is unavailable")]
    Request(#[source] reqwest::Error),
    #[error("status {0}")]
    Status(StatusCode),
    #[error("more than {MAX_BYTES} bytes")]
    TooLarge,
}

impl DownloadError {
    /// Whether the source is unavailable or overloaded.
    fn is_away(&self) -> bool {
        match self {
            Self::Request(error) => error.is_connect() || error.is_timeout(),
            Self::Status(status) => {
                status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS
            }
            Self::TooLarge => false,
        }
    }
}

impl From<DownloadError> for SiteImageError {
    fn from(error: DownloadError) -> Self {
        Self::Source(match error {
            // The URL may hold an API key.
            DownloadError::Request(cause) => cause.without_url().to_string(),
            other => other.to_string(),
        })
    }
}

async fn download(http: &Client, url: &str) -> Result<Vec<u8>, DownloadError> {
    let answer = http.get(url).timeout(REQUEST_TIMEOUT).send().await;
    let answer = answer.map_err(DownloadError::Request)?;
    if !answer.status().is_success() {
        return Err(DownloadError::Status(answer.status()));
    }
    let mut bytes = Vec::new();
    let mut stream = answer.bytes_stream();
    while let Some(chunk) = stream.next().await {
        bytes.extend_from_slice(&chunk.map_err(DownloadError::Request)?);
        if bytes.len() > MAX_BYTES {
            return Err(DownloadError::TooLarge);
        }
    }
    Ok(bytes)
}

/// The source of aerial images.
#[derive(Debug)]
pub struct AerialSource {
    /// URL with `{west} {south} {east} {north}`.
    template: String,
    at_once: Semaphore,
    /// Time of the last failure.
    failed: Mutex<Option<Instant>>,
}

impl AerialSource {
    /// A source with this URL template: `{west} {south} {east} {north}`.
    pub fn new(template: String) -> Self {
        Self {
            template,
            at_once: Semaphore::new(MAX_AT_ONCE),
            failed: Mutex::new(None),
        }
    }

    pub fn template(&self) -> &str {
        &self.template
    }

    pub async fn fetch(&self, http: &Client, url: &str) -> Result<Vec<u8>, SiteImageError> {
        let closed = |_closed| SiteImageError::Source("stopping".to_owned());
        let _slot = self.at_once.acquire().await.map_err(closed)?;
        if self.rests() {
            return Err(SiteImageError::Source(
                "not requested after a recent failure".to_owned(),
            ));
        }
        let fetched = download(http, url).await;
        if fetched.as_ref().is_err_and(DownloadError::is_away) {
            self.rest();
        }
        Ok(fetched?)
    }

    fn rest(&self) {
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn rests(&self) -> bool {
        let failed = *self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.is_some_and(|since| since.elapsed() < REST)
    }
}
