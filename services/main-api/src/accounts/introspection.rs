//! Verification of personal access tokens, for the services that receive them.
//!
//! Only unknown tokens are counted per client address, and a valid one is never refused for the
//! count: guessing 256 random bits is hopeless, and one mistyped token must not lock out an office.

use auth::{Introspection, IntrospectionError, IntrospectionRequest, TokenGrant};

use super::AccountError;
use super::throttle::{self, TOKEN_BY_ADDRESS};
use crate::personal_access_tokens::store;

/// Verifies tokens for this service itself.
pub fn introspection(pool: &db::Pool) -> Introspection {
    let pool = pool.clone();
    Introspection::new(move |request| {
        let pool = pool.clone();
        async move {
            introspect(&pool, &request)
                .await
                .map_err(|error| match error {
                    AccountError::TooManyAttempts(seconds) => {
                        IntrospectionError::TooManyUnknown(seconds)
                    }
                    other => IntrospectionError::Unavailable(other.into()),
                })
        }
    })
}

/// What the token of this hash grants; none when it is unknown or has ended.
pub async fn introspect(
    pool: &db::Pool,
    request: &IntrospectionRequest,
) -> Result<Option<TokenGrant>, AccountError> {
    let found = db::unscoped_tx(pool, "personal access token", async |conn| {
        let Some(row) = store::unscoped_find_by_hash(conn, &request.token_hash).await? else {
            return Ok::<_, AccountError>(None);
        };
        let grant = row.grant();
        if let Some(grant) = &grant {
            store::unscoped_touch(conn, grant.token_id).await?;
        }
        Ok(Some(grant))
    })
    .await?;
    let outcome = match &found {
        Some(Some(_)) => "valid",
        Some(None) => "ended",
        None => "unknown",
    };
    metrics::counter!("token_introspections_total", "outcome" => outcome).increment(1);
    if found.is_none() {
        throttle::take(pool, &[(TOKEN_BY_ADDRESS, request.client_address.as_str())])
            .await?
            .map_err(AccountError::TooManyAttempts)?;
    }
    Ok(found.flatten())
}
