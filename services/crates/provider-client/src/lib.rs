//! HTTP client for external services.
//!
//! Limited in time and size, at most one retry, no redirect to another host; per host a rate limit, a
//! limit of concurrent requests and a circuit breaker. URLs may contain tokens, so errors and log
//! lines never contain a URL.

mod host;
mod turn;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use rand::Rng as _;
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use serde_json::Value;
use url::Url;

use turn::Turns;

pub use turn::Patience;

/// Limits of a request.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Time-out of a complete response.
    pub timeout: Duration,
    /// Size limit of a response, bytes.
    pub max_bytes: usize,
    /// Delay before the retry, plus up to half of it as jitter.
    pub retry_pause: Duration,
    /// Longest `Retry-After` that is waited for; a longer one ends the request, and the host is not
    /// requested until then.
    pub max_retry_after: Duration,
    /// Concurrent requests per host; further ones wait, at most for the time-out.
    pub concurrent: usize,
    /// Requests per second and host.
    pub calls_per_second: NonZeroU32,
    /// How long a [short](Patience::Short) request waits for the rate: longer ones of a batch may have taken
    /// what there was of it.
    pub rate_wait: Duration,
    /// Consecutive failures that open a host's circuit breaker.
    pub breaker_failures: u32,
    /// How long the breaker stays open.
    pub breaker_pause: Duration,
}

impl Default for Limits {
    /// 6 s, 8 MB, 3 requests per second, waited for a second, and 4 at the same time, breaker open for half a
    /// minute after 4 failures.
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(6),
            max_bytes: 8 * 1024 * 1024,
            retry_pause: Duration::from_millis(300),
            max_retry_after: Duration::from_secs(2),
            concurrent: 4,
            calls_per_second: NonZeroU32::MIN.saturating_add(2),
            rate_wait: Duration::from_secs(1),
            breaker_failures: 4,
            breaker_pause: Duration::from_secs(30),
        }
    }
}

/// Why a provider gave no result. Never contains a URL, which may hold a token.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// No connection, time-out, or an incomplete response.
    #[error("it could not be reached")]
    Unreachable(#[source] reqwest::Error),
    /// An error status.
    #[error("it responded with status {0}")]
    Status(u16),
    /// An error in a response with a success status.
    #[error("it returned an error: {0}")]
    Refused(String),
    /// An unexpected format (HTML, truncated JSON, another shape).
    #[error("its response is not readable: {0}")]
    Unreadable(&'static str),
    /// The response exceeds the size limit.
    #[error("its response is larger than {0} bytes")]
    TooLarge(usize),
    /// The circuit breaker is open.
    #[error("it failed repeatedly and is not requested for a short time")]
    Resting,
    /// The rate limit is exhausted.
    #[error("its rate limit is reached")]
    RateLimited,
    /// Other requests took all places for the whole time-out.
    #[error("it has too many requests at the same time")]
    Busy,
}

impl ProviderError {
    /// Whether a retry may succeed. A billed request is repeated only if the provider certainly
    /// returned nothing.
    fn is_passing(&self, billed: bool) -> bool {
        match self {
            Self::Unreachable(error) if billed => error.is_connect(),
            Self::Unreachable(error) => !error.is_redirect() && !error.is_builder(),
            Self::Status(status) => *status == 429 || *status >= 500,
            _ => false,
        }
    }

    /// Whether nothing was sent because our own limits left no room: worth asking again later.
    pub fn is_own_limit(&self) -> bool {
        matches!(self, Self::RateLimited | Self::Busy)
    }
}

/// The client shared by all adapters; cheap to clone.
#[derive(Clone)]
pub struct Http {
    inner: Arc<Inner>,
    /// Each answer is billed.
    billed: bool,
    patience: Patience,
}

struct Inner {
    client: reqwest::Client,
    limits: Limits,
    turns: Turns,
}

impl Http {
    /// A client with this `user_agent`.
    pub fn new(user_agent: &str, limits: Limits) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder()
            .user_agent(user_agent)
            .timeout(limits.timeout)
            .connect_timeout(limits.timeout / 2)
            .redirect(same_host())
            .build()?;
        Ok(Self {
            inner: Arc::new(Inner {
                client,
                limits,
                turns: Turns::new(limits),
            }),
            billed: false,
            patience: Patience::Short,
        })
    }

    /// For a provider that bills each answer: a request whose answer was lost is not repeated.
    #[must_use]
    pub fn billed(mut self) -> Self {
        self.billed = true;
        self
    }

    /// With requests that wait so long for the rate and for a place.
    #[must_use]
    pub fn waiting(&self, patience: Patience) -> Self {
        Self {
            patience,
            ..self.clone()
        }
    }

    /// Requests JSON: POST with `form` if given, else GET.
    pub async fn json(
        &self,
        url: &Url,
        form: Option<&[(&str, String)]>,
    ) -> Result<Value, ProviderError> {
        self.asked(url, form, |body| {
            let html = body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<');
            let reason = if html {
                "a web page instead of JSON"
            } else {
                "not JSON"
            };
            serde_json::from_slice(&body).map_err(|_syntax| ProviderError::Unreadable(reason))
        })
        .await
    }

    /// Requests a TIFF by GET. Map servers return errors as HTML and JSON with a success status, so
    /// the first bytes decide.
    pub async fn tiff(&self, url: &Url) -> Result<Vec<u8>, ProviderError> {
        self.asked(url, None, |body| {
            if body.starts_with(b"II*\0") || body.starts_with(b"MM\0*") {
                Ok(body)
            } else {
                Err(ProviderError::Unreadable("not a TIFF"))
            }
        })
        .await
    }

    async fn asked<T>(
        &self,
        url: &Url,
        form: Option<&[(&str, String)]>,
        understood: impl Fn(Vec<u8>) -> Result<T, ProviderError>,
    ) -> Result<T, ProviderError> {
        let host = url.host_str().unwrap_or_default().to_owned()
            + ":"
            + &url.port_or_known_default().unwrap_or_default().to_string();
        let turns = &self.inner.turns;
        let _turn = turns.wait(&host, self.patience).await?;
        let Limits {
            max_retry_after,
            retry_pause,
            ..
        } = self.inner.limits;
        let mut result = self.once(url, form).await;
        if let Err((error, wait)) = &result
            && error.is_passing(self.billed)
            && wait.is_none_or(|wait| wait <= max_retry_after)
        {
            let jitter = rand::rng().random_range(1.0..1.5);
            tokio::time::sleep(wait.unwrap_or(retry_pause).mul_f64(jitter)).await;
            result = self.once(url, form).await;
        }
        if let Err((_, Some(wait))) = &result {
            turns.hosts.rest(&host, *wait);
        }
        let result = result.map_err(|(error, _)| error).and_then(understood);
        turns.hosts.record(&host, result.is_ok());
        result
    }

    async fn once(
        &self,
        url: &Url,
        form: Option<&[(&str, String)]>,
    ) -> Result<Vec<u8>, (ProviderError, Option<Duration>)> {
        let request = match form {
            Some(form) => self.inner.client.post(url.clone()).form(form),
            None => self.inner.client.get(url.clone()),
        };
        let answer = request.send().await.map_err(unreachable)?;
        let status = answer.status();
        if !status.is_success() {
            let wait = answer
                .headers()
                .get(RETRY_AFTER)
                .and_then(|value| value.to_str().ok()?.parse().ok())
                .map(Duration::from_secs);
            return Err((ProviderError::Status(status.as_u16()), wait));
        }
        self.read(answer).await
    }

    async fn read(
        &self,
        answer: reqwest::Response,
    ) -> Result<Vec<u8>, (ProviderError, Option<Duration>)> {
        let most = self.inner.limits.max_bytes;
        let mut body = Vec::new();
        let mut chunks = answer.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(unreachable)?;
            if body.len() + chunk.len() > most {
                return Err((ProviderError::TooLarge(most), None));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}

fn unreachable(error: reqwest::Error) -> (ProviderError, Option<Duration>) {
    (ProviderError::Unreachable(error.without_url()), None)
}

/// Redirects may change the path, but not the host, the port or https to http, because URLs may
/// contain tokens.
fn same_host() -> Policy {
    Policy::custom(|attempt| {
        let from = attempt.previous().first();
        let same = from.is_some_and(|from| from.origin() == attempt.url().origin());
        if same && attempt.previous().len() <= 3 {
            attempt.follow()
        } else {
            attempt.error("a redirect to another host")
        }
    })
}
