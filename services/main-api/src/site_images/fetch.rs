//! Fetching a picture from the configured source.
//!
//! Bounded in time and size, without redirects, and judged by its first bytes: a source that
//! answers an error page as 200 must not leave it in our storage.

use std::time::Duration;

use futures::StreamExt as _;
use reqwest::Client;

use super::SiteImageError;
use crate::users::avatars::picture_type;

/// How long the source may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// Largest picture in bytes.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// A picture with what its bytes say it is.
pub struct Picture {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Content type.
    pub content_type: &'static str,
    /// File extension.
    pub extension: &'static str,
}

/// Fetches `url`.
pub async fn fetch(http: &Client, url: &str) -> Result<Picture, SiteImageError> {
    let fault = |error: reqwest::Error| SiteImageError::Source(error.without_url().to_string());
    let answer = http
        .get(url)
        .timeout(PATIENCE)
        .send()
        .await
        .map_err(fault)?;
    if !answer.status().is_success() {
        return Err(SiteImageError::Source(format!(
            "status {}",
            answer.status()
        )));
    }
    let mut bytes = Vec::new();
    let mut stream = answer.bytes_stream();
    while let Some(chunk) = stream.next().await {
        bytes.extend_from_slice(&chunk.map_err(fault)?);
        if bytes.len() > MAX_BYTES {
            return Err(SiteImageError::Source(format!(
                "more than {MAX_BYTES} bytes"
            )));
        }
    }
    let Some((content_type, extension)) = picture_type(&bytes) else {
        return Err(SiteImageError::Source("not a picture".to_owned()));
    };
    Ok(Picture {
        bytes,
        content_type,
        extension,
    })
}
