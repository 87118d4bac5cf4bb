//! The public keys that verify access tokens: fixed, or fetched from main-api.
//!
//! A fetched set is cached and refreshed when a token names an unknown key, or when it is old.
//! Fetches are rate-limited, so that forged key ids cannot flood main-api; a failed fetch keeps the
//! current keys. A signature is verified once for as long as the set lasts: that takes longer than
//! looking a parcel up. Authorization is not decided here.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use chrono::Utc;
use jsonwebtoken::jwk::{Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use tokio::sync::{Mutex, RwLock};
use tokio::time::Instant;

use crate::{AUDIENCE, Claims, TokenHash};

/// Minimum interval between fetches.
const SPACING: Duration = Duration::from_secs(5);
/// Age at which a set is refreshed, so that a withdrawn key is no longer accepted.
const MAX_AGE: Duration = Duration::from_mins(10);
/// Time-out of one fetch.
const FETCH_LIMIT: Duration = Duration::from_secs(3);
/// Tolerated clock difference between two machines, seconds.
const LEEWAY: u64 = 5;
/// Most tokens whose claims are kept.
const MAX_VERIFIED: usize = 10_000;

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
    known: RwLock<Arc<Known>>,
    remote: Option<Remote>,
}

/// A set, and the tokens that it has verified: another set starts without any.
struct Known {
    keys: JwkSet,
    verified: std::sync::Mutex<HashMap<TokenHash, Claims>>,
}

impl Known {
    fn new(keys: JwkSet) -> Arc<Self> {
        Arc::new(Self {
            keys,
            verified: std::sync::Mutex::default(),
        })
    }

    /// Claims of a token that was verified before and has not expired.
    fn claims(&self, token: &TokenHash) -> Option<Claims> {
        let verified = self.verified.lock();
        let verified = verified.unwrap_or_else(PoisonError::into_inner);
        verified
            .get(token)
            .filter(|claims| is_live(claims))
            .cloned()
    }

    fn keep(&self, token: TokenHash, claims: Claims) {
        let verified = self.verified.lock();
        // The map stays consistent even if a thread panicked while holding the lock.
        let mut verified = verified.unwrap_or_else(PoisonError::into_inner);
        if verified.len() >= MAX_VERIFIED {
            verified.retain(|_, claims| is_live(claims));
        }
        if verified.len() >= MAX_VERIFIED {
            verified.clear();
        }
        verified.insert(token, claims);
    }
}

fn is_live(claims: &Claims) -> bool {
    claims.exp.saturating_add_unsigned(LEEWAY) >= Utc::now().timestamp()
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
            known: RwLock::new(Known::new(keys)),
            remote,
        }))
    }

    /// Checks signature, algorithm, issuer, audience and expiry.
    pub async fn verify(&self, token: &str) -> Result<Claims, VerifyError> {
        let hash = TokenHash::of(token);
        if let Some(claims) = self.current().await.claims(&hash) {
            return Ok(claims);
        }
        let kid = decode_header(token)?.kid.ok_or(VerifyError::UnknownKey)?;
        let (known, key) = self.key(&kid).await?;
        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_issuer(&[&self.0.issuer]);
        rules.set_audience(&[AUDIENCE]);
        rules.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        rules.leeway = LEEWAY;
        let claims = decode::<Claims>(token, &DecodingKey::from_jwk(&key)?, &rules)?.claims;
        known.keep(hash, claims.clone());
        Ok(claims)
    }

    /// Whether keys are available, for `/readyz`; fetches them if there are none.
    pub async fn ready(&self) -> Result<(), VerifyError> {
        if self.known().await.keys.keys.is_empty()
            && let Some(remote) = &self.0.remote
        {
            self.refetch(remote, SPACING).await?;
        }
        Ok(())
    }

    /// The key, and the set that it is of.
    async fn key(&self, kid: &str) -> Result<(Arc<Known>, Jwk), VerifyError> {
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

    async fn find(&self, kid: &str) -> Option<(Arc<Known>, Jwk)> {
        let known = self.known().await;
        let key = known.keys.find(kid).cloned()?;
        Some((known, key))
    }

    async fn known(&self) -> Arc<Known> {
        Arc::clone(&*self.0.known.read().await)
    }

    /// The set, refreshed if it is old.
    async fn current(&self) -> Arc<Known> {
        if let Some(remote) = &self.0.remote
            && let Err(error) = self.refetch(remote, MAX_AGE).await
        {
            tracing::debug!(error.cause = %error, "the key set is not refreshed");
        }
        self.known().await
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
                *self.0.known.write().await = Known::new(keys);
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

#[cfg(test)]
mod tests {
    use domain::{CustomerId, SessionId, UserId};
    use uuid::Uuid;

    use super::*;
    use crate::{DEFAULT_ISSUER, Role, Signer};

    fn signed(signer: &Signer) -> String {
        let [user, customer, session] = [1, 2, 3].map(Uuid::from_u128);
        signer
            .sign(
                UserId(user),
                CustomerId(customer),
                Role::User,
                "ann@example.com",
                SessionId(session),
            )
            .unwrap()
    }

    #[tokio::test]
    async fn a_verified_token_is_known_until_it_expires_or_the_set_changes() {
        let signer = Signer::ephemeral(DEFAULT_ISSUER).unwrap();
        let keys = signer.key_set();
        let token = signed(&signer);
        let hash = TokenHash::of(&token);
        assert!(keys.known().await.claims(&hash).is_none());
        let claims = keys.verify(&token).await.unwrap();
        assert_eq!(keys.known().await.claims(&hash), Some(claims.clone()));
        assert_eq!(keys.verify(&token).await.unwrap(), claims);
        let mut expired = claims;
        expired.exp = Utc::now().timestamp() - 10;
        keys.known().await.keep(hash, expired);
        assert!(keys.known().await.claims(&hash).is_none());
        *keys.0.known.write().await = Known::new(JwkSet { keys: Vec::new() });
        let refused = keys.verify(&token).await.unwrap_err();
        assert!(matches!(refused, VerifyError::UnknownKey), "{refused}");
    }

    #[tokio::test]
    async fn a_rejected_token_is_not_kept_and_the_number_is_bounded() {
        let signer = Signer::ephemeral(DEFAULT_ISSUER).unwrap();
        let keys = signer.key_set();
        let foreign = signed(&Signer::ephemeral(DEFAULT_ISSUER).unwrap());
        assert!(keys.verify(&foreign).await.is_err());
        let known = keys.known().await;
        assert!(known.claims(&TokenHash::of(&foreign)).is_none());
        let claims = keys.verify(&signed(&signer)).await.unwrap();
        for number in 0..=MAX_VERIFIED {
            known.keep(TokenHash::of(&number.to_string()), claims.clone());
        }
        assert!(known.verified.lock().unwrap().len() <= MAX_VERIFIED);
    }
}
