//! main-api's list of ended sessions, over HTTP.

use std::time::Duration;

use domain::SessionId;
use reqwest::{Client, Url};
use serde::{Deserialize, Serialize};

/// Path of the list at main-api's own port. Not routed by the proxy.
pub const ENDED_SESSIONS_PATH: &str = "/ended-sessions";
/// How far the list reaches back, seconds: until a session's last access token has certainly
/// expired.
pub const ENDED_SECONDS: i64 = crate::ACCESS_SECONDS + 60;

/// Time-out of one request.
const LIMIT: Duration = Duration::from_secs(3);

/// Response body of the list.
#[derive(Debug, Serialize, Deserialize)]
pub struct EndedList {
    /// Sessions that ended within [`ENDED_SECONDS`].
    pub session_ids: Vec<SessionId>,
}

/// The list's URL cannot be derived from that of the keys.
#[derive(Debug, thiserror::Error)]
pub enum EndedSessionsError {
    /// `JWKS_URL` is not a URL.
    #[error("JWKS_URL is not a valid URL")]
    Address(#[from] url::ParseError),
    /// The HTTP client.
    #[error("the HTTP client cannot be created")]
    Http(#[from] reqwest::Error),
}

/// main-api's list of ended sessions.
#[derive(Debug, Clone)]
pub struct EndedSessions {
    url: Url,
    http: Client,
}

impl EndedSessions {
    /// The list of the main-api that publishes its keys at `jwks_url`.
    pub fn beside(jwks_url: &str) -> Result<Self, EndedSessionsError> {
        let http = Client::builder()
            .timeout(LIMIT)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self {
            url: Url::parse(jwks_url)?.join(ENDED_SESSIONS_PATH)?,
            http,
        })
    }

    /// Reads the list.
    pub async fn list(&self) -> Result<Vec<SessionId>, reqwest::Error> {
        let answer = self.http.get(self.url.clone()).send().await?;
        let list: EndedList = answer.error_for_status()?.json().await?;
        Ok(list.session_ids)
    }
}
