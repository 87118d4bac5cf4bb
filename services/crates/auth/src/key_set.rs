//! The public keys that verify access tokens: fixed, or fetched from main-api.
//!
//! A fetched set is cached and refreshed when a token names an unknown key, or when it is old.
//! Fetches are rate-limited, so that forged key ids cannot flood main-api; a failed fetch keeps the
//! current keys. Authorization is not decided here.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::jwk::{Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use tokio::sync::{Mutex, RwLock};
use tokio::time::Instant;

use crate::{AUDIENCE, Claims};

/// Minimum interval between fetches.
const SPACING: Duration = Duration::from_secs(5);
/// Age at which a set is refreshed, so that a withdrawn key is no longer accepted.
const MAX_AGE: Duration = Duration::from_mins(10);
/// Time-out of one fetch.
const FETCH_LIMIT: Duration = Duration::from_secs(3);
/// Tolerated clock difference between two machines, seconds.
const LEEWAY: u64 = 5;

/// Why a token was rejected; not shown to callers.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Invalid signature, expired, or another issuer or audience.
    #[error("the token is not valid")]
    Invalid(#[from] jsonwebtoken::errors::Error),
    /// Names a key that is not in the set.
    #[error("the token was signed with an unknown key")]
    UnknownKey,
    /// The set could not be fetched, so the token cannot be verified.
    #[error("the key set cannot be fetched: {0}")]
    Unreachable(String),
}

/// The keys and the issuer of the tokens; cheap to clone.
#[derive(Clone)]
pub struct KeySet(Arc<Inner>);

struct Inner {
    issuer: String,
    keys: RwLock<JwkSet>,
    remote: Option<Remote>,
}

struct Remote {
    url: String,
    http: reqwest::Client,
    last: Mutex<Option<Attempt>>,
}

struct Attempt {
    at: Instant,
    failure: Option<String>,
}

impl KeySet {
    /// Keys that never change.
    pub fn fixed(keys: JwkSet, issuer: impl Into<String>) -> Self {
        Self::new(keys, issuer, None)
    }

    /// Keys published at `url`, fetched on first use. Fails only when the HTTP client cannot be
    /// created.
    pub fn remote(
        url: impl Into<String>,
        issuer: impl Into<String>,
    ) -> Result<Self, reqwest::Error> {
        let http = reqwest::Client::builder()
            .timeout(FETCH_LIMIT)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        let remote = Remote {
            url: url.into(),
            http,
            last: Mutex::new(None),
        };
        Ok(Self::new(JwkSet { keys: Vec::new() }, issuer, Some(remote)))
    }

    fn new(keys: JwkSet, issuer: impl Into<String>, remote: Option<Remote>) -> Self {
        Self(Arc::new(Inner {
            issuer: issuer.into(),
            keys: RwLock::new(keys),
            remote,
        }))
    }

    /// Checks signature, algorithm, issuer, audience and expiry.
    pub async fn verify(&self, token: &str) -> Result<Claims, VerifyError> {
        let kid = decode_header(token)?.kid.ok_or(VerifyError::UnknownKey)?;
        let key = self.key(&kid).await?;
        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_issuer(&[&self.0.issuer]);
        rules.set_audience(&[AUDIENCE]);
        rules.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        rules.leeway = LEEWAY;
        Ok(decode::<Claims>(token, &DecodingKey::from_jwk(&key)?, &rules)?.claims)
    }

    /// Whether keys are available, for `/readyz`; fetches them if there are none.
    pub async fn ready(&self) -> Result<(), VerifyError> {
        if self.0.keys.read().await.keys.is_empty()
            && let Some(remote) = &self.0.remote
        {
            self.refetch(remote, SPACING).await?;
        }
        Ok(())
    }

    async fn key(&self, kid: &str) -> Result<Jwk, VerifyError> {
        let known = self.find(kid).await;
        let Some(remote) = &self.0.remote else {
            return known.ok_or(VerifyError::UnknownKey);
        };
        let spacing = if known.is_some() { MAX_AGE } else { SPACING };
        match (self.refetch(remote, spacing).await, known) {
            (Ok(()), _) => self.find(kid).await.ok_or(VerifyError::UnknownKey),
            // An old set is better than rejecting everyone while main-api restarts.
            (Err(_unreachable), Some(known)) => Ok(known),
            (Err(error), None) => Err(error),
        }
    }

    async fn find(&self, kid: &str) -> Option<Jwk> {
        self.0.keys.read().await.find(kid).cloned()
    }

    /// Fetches the set unless the last attempt is younger than `spacing`; then its result is
    /// reused, a failure for at most [`SPACING`].
    async fn refetch(&self, remote: &Remote, spacing: Duration) -> Result<(), VerifyError> {
        let mut last = remote.last.lock().await;
        if let Some(attempt) = &*last {
            let age = attempt.at.elapsed();
            match &attempt.failure {
                Some(reason) if age < SPACING => {
                    return Err(VerifyError::Unreachable(reason.clone()));
                }
                None if age < spacing => return Ok(()),
                _ => {}
            }
        }
        let fetched = fetch(remote).await;
        let at = Instant::now();
        match fetched {
            Ok(keys) => {
                *self.0.keys.write().await = keys;
                *last = Some(Attempt { at, failure: None });
                Ok(())
            }
            Err(error) => {
                let reason = error.without_url().to_string();
                tracing::warn!(error.cause = reason, "the key set cannot be fetched");
                let failure = Some(reason.clone());
                *last = Some(Attempt { at, failure });
                Err(VerifyError::Unreachable(reason))
            }
        }
    }
}

async fn fetch(remote: &Remote) -> Result<JwkSet, reqwest::Error> {
    let answer = remote.http.get(&remote.url).send().await?;
    answer.error_for_status()?.json().await
}

impl fmt::Debug for KeySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeySet")
            .field("issuer", &self.0.issuer)
            .field("url", &self.0.remote.as_ref().map(|remote| &remote.url))
            .finish_non_exhaustive()
    }
}
