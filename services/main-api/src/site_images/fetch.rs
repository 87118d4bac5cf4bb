//! Fetching pictures from configured sources.
//!
//! Bounded in time, size and number, without redirects. A source that does not answer is left alone
//! for a minute: a picture is a help, and nobody must wait for one.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use reqwest::{Client, StatusCode};
use tokio::sync::Semaphore;

use super::SiteImageError;
use crate::users::avatars::picture_type;

/// How long the source may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);
/// How long a source that does not answer is left alone.
const REST: Duration = Duration::from_mins(1);
/// Largest picture in bytes.
const MAX_BYTES: usize = 8 * 1024 * 1024;
/// Most pictures fetched at once.
const MAX_AT_ONCE: usize = 4;

/// A picture with what its bytes say it is.
pub struct Picture {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Content type.
    pub content_type: &'static str,
}

/// Fetches `url`, and judges it by its first bytes: a source may answer an error page as 200.
pub async fn fetch_picture(http: &Client, url: &str) -> Result<Picture, SiteImageError> {
    let bytes = download(http, url).await?;
    let Some((content_type, _)) = picture_type(&bytes) else {
        return Err(SiteImageError::Source("not a picture".to_owned()));
    };
    Ok(Picture {
        bytes,
        content_type,
    })
}

#[derive(Debug, thiserror::Error)]
enum DownloadError {
    #[error("the source did not answer")]
    Request(#[source] reqwest::Error),
    #[error("status {0}")]
    Status(StatusCode),
    #[error("more than {MAX_BYTES} bytes")]
    TooLarge,
}

impl DownloadError {
    /// Whether the source itself is away or overloaded.
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
            // The address may hold a key.
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
