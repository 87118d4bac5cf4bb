//! Who may call a service: the keys that verify tokens, and the sessions that ended early.

use auth::{Authenticator, EndedSessions, EndedSessionsError, KeySet, Origins, Revocations};
use settings::Env;

use crate::sessions::EndedSessionList;

/// What decides about callers.
pub struct Access {
    /// What the extractors verify with.
    pub authenticator: Authenticator,
    /// Where the sessions are read that ended before their tokens ran out.
    pub ended: EndedSessionList,
}

/// Settings of the services that verify what main-api signed.
#[derive(Debug, Clone)]
pub struct AccessConfig {
    /// Where main-api publishes its keys (`JWKS_URL`).
    pub jwks_url: String,
    /// Issuer of accepted tokens (`JWT_ISSUER`).
    pub jwt_issuer: String,
    /// Origin of the product as browsers see it (`PUBLIC_URL`).
    pub public_url: String,
}

/// Why nobody could be let in.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The HTTP client of the keys.
    #[error("the HTTP client cannot be made")]
    Keys(#[from] reqwest::Error),
    /// The list of ended sessions.
    #[error(transparent)]
    Ended(#[from] EndedSessionsError),
}

impl AccessConfig {
    /// Reads `JWKS_URL` and `PUBLIC_URL` (required), and `JWT_ISSUER`.
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            jwks_url: env.required("JWKS_URL"),
            jwt_issuer: env.parsed("JWT_ISSUER", auth::DEFAULT_ISSUER.to_owned()),
            public_url: env.required("PUBLIC_URL"),
        }
    }
}

impl Access {
    /// By main-api's keys and its list of ended sessions, both read over HTTP when they are needed.
    /// Pages of the product and of `allowed_origins` may call with cookies.
    pub fn by_main_api(
        config: &AccessConfig,
        allowed_origins: &[String],
    ) -> Result<Self, AccessError> {
        let allowed = allowed_origins.iter().cloned();
        Ok(Self {
            authenticator: Authenticator {
                keys: KeySet::remote(config.jwks_url.clone(), config.jwt_issuer.clone())?,
                revocations: Revocations::unread(),
                origins: Origins::new(&config.public_url, allowed),
            },
            ended: EndedSessions::beside(&config.jwks_url)?.into(),
        })
    }
}
