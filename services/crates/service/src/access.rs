//! Access control of a service: the keys that verify tokens, the sessions that ended early, and the
//! owners of personal access tokens.

use auth::{Authenticator, EndedSessions, EndedSessionsError, KeySet, Origins, Revocations};
use reqwest::Url;
use settings::Env;

use crate::sessions::EndedSessionList;
use crate::{ServiceClient, introspection};

/// Data for verifying callers.
pub struct Access {
    /// Used by the extractors.
    pub authenticator: Authenticator,
    /// The list of sessions that ended before their tokens expired.
    pub ended: EndedSessionList,
}

/// Settings of the services that verify main-api's tokens.
#[derive(Debug, Clone)]
pub struct AccessConfig {
    /// URL of main-api's key set (`JWKS_URL`).
    pub jwks_url: String,
    /// Issuer of accepted tokens (`JWT_ISSUER`).
    pub jwt_issuer: String,
    /// The product's origin in browsers (`PUBLIC_URL`).
    pub public_url: String,
}

/// Why access control could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// An HTTP client failed to build.
    #[error("the HTTP client cannot be created")]
    Http(#[from] reqwest::Error),
    /// `JWKS_URL` is not a URL.
    #[error("JWKS_URL is not a valid URL")]
    Address(#[from] url::ParseError),
    /// The client for the list of ended sessions failed to build.
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

    /// A client of main-api, at the host of `JWKS_URL`.
    ///
    /// # Errors
    /// When that is not a URL, or TLS cannot be initialized.
    pub fn main_api(&self) -> Result<ServiceClient, AccessError> {
        let origin = Url::parse(&self.jwks_url)?.origin().ascii_serialization();
        Ok(ServiceClient::new(&origin)?)
    }
}

impl Access {
    /// Uses main-api's keys, its list of ended sessions and its personal access tokens, all
    /// requested over HTTP when needed.
    /// Pages of the product and of `allowed_origins` may send requests with cookies.
    pub fn by_main_api(
        config: &AccessConfig,
        allowed_origins: &[String],
    ) -> Result<Self, AccessError> {
        let allowed = allowed_origins.iter().cloned();
        Ok(Self {
            authenticator: Authenticator {
                keys: KeySet::remote(config.jwks_url.clone(), config.jwt_issuer.clone())?,
                revocations: Revocations::unread(),
                introspection: introspection::by_main_api(config.main_api()?),
                origins: Origins::new(&config.public_url, allowed),
            },
            ended: EndedSessions::beside(&config.jwks_url)?.into(),
        })
    }
}
