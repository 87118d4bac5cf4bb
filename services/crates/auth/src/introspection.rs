//! Who a personal access token belongs to.
//!
//! main-api knows; the other services ask it by the token's hash. Results are cached: a map opens
//! dozens of tiles with one token. A revoked token is removed by `personal_access_token.revoked`;
//! when such events may have been missed, the cache is cleared.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::{CustomerId, PersonalAccessTokenId, UserId};
use serde::{Deserialize, Deserializer, Serialize};
use tokio::time::Instant;

use crate::{PersonalAccessToken, Scope, TokenHash};

/// Path of the introspection at main-api's own port. Not routed by the proxy.
pub const INTROSPECTION_PATH: &str = "/token-introspection";

/// How long the owner of a token is cached.
const KEPT: Duration = Duration::from_mins(1);
/// How long it is cached that a token is not valid.
const REFUSAL_KEPT: Duration = Duration::from_secs(10);
/// Most cached results of either kind.
const MAX_CACHED: usize = 10_000;

/// Request body of the introspection.
#[derive(Debug, Serialize, Deserialize)]
pub struct IntrospectionRequest {
    /// The token's hash; the token itself stays in the service that received it.
    pub token_hash: TokenHash,
    /// The client that sent the token; unknown tokens are counted by it.
    pub client_address: String,
}

/// Response body of the introspection.
#[derive(Debug, Serialize, Deserialize)]
pub struct IntrospectionResponse {
    /// None when the token is unknown, revoked or expired.
    pub grant: Option<TokenGrant>,
}

/// What a valid token grants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenGrant {
    /// The token.
    pub token_id: PersonalAccessTokenId,
    /// The user in whose name it reads.
    pub user_id: UserId,
    /// The user's firm.
    pub customer_id: CustomerId,
    /// What it allows.
    #[serde(deserialize_with = "known_scopes")]
    pub scopes: Vec<Scope>,
    /// When it expires (exclusive).
    pub expires_at: DateTime<Utc>,
}

/// A newer main-api may know more scopes; they allow nothing here.
fn known_scopes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Scope>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
}

/// Why nothing can be said about a token.
#[derive(Debug, thiserror::Error)]
pub enum IntrospectionError {
    /// The client sent too many unknown tokens; seconds until the next is looked up.
    #[error("too many unknown tokens")]
    TooManyUnknown(u64),
    /// main-api or its database is unavailable.
    #[error("the token cannot be looked up")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

type Answer = Result<Option<TokenGrant>, IntrospectionError>;
type Lookup =
    dyn Fn(IntrospectionRequest) -> Pin<Box<dyn Future<Output = Answer> + Send>> + Send + Sync;

/// Looks tokens up and caches the results. Clones share the cache.
#[derive(Clone)]
pub struct Introspection(Arc<Inner>);

struct Inner {
    look_up: Box<Lookup>,
    cache: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    grants: HashMap<TokenHash, (TokenGrant, Instant)>,
    refusals: HashMap<TokenHash, Instant>,
    /// Incremented by every removal, so that a result that was looked up before is not cached.
    removals: u64,
}

impl Introspection {
    /// Looks tokens up with this function.
    pub fn new<F, Fut>(look_up: F) -> Self
    where
        F: Fn(IntrospectionRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Answer> + Send + 'static,
    {
        Self(Arc::new(Inner {
            look_up: Box::new(move |request| Box::pin(look_up(request))),
            cache: Mutex::default(),
        }))
    }

    /// What a token grants at this moment; none when it is not valid.
    pub async fn grant_of(&self, token: &PersonalAccessToken, client_address: &str) -> Answer {
        let token_hash = token.hash();
        let removals = {
            let mut cache = self.cache();
            if let Some(known) = cache.find(&token_hash) {
                return Ok(known);
            }
            cache.removals
        };
        let request = IntrospectionRequest {
            token_hash,
            client_address: client_address.to_owned(),
        };
        let found = (self.0.look_up)(request).await?;
        let mut cache = self.cache();
        match &found {
            Some(grant) if cache.removals == removals => cache.keep(token_hash, grant.clone()),
            Some(_) => {}
            None => cache.refuse(token_hash),
        }
        Ok(found)
    }

    /// Removes revoked tokens.
    pub fn revoke(&self, tokens: &[PersonalAccessTokenId]) {
        let mut cache = self.cache();
        cache.removals += 1;
        cache
            .grants
            .retain(|_, (grant, _)| !tokens.contains(&grant.token_id));
    }

    /// Clears the cache, because revocations may have been missed.
    pub fn forget(&self) {
        let mut cache = self.cache();
        cache.removals += 1;
        cache.grants.clear();
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        // The maps stay consistent even if a thread panicked while holding the lock.
        self.0.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cache {
    /// A cached result: what the token grants, or none for one that is not valid.
    #[expect(
        clippy::option_option,
        reason = "not cached, not valid and a grant are three things"
    )]
    fn find(&mut self, hash: &TokenHash) -> Option<Option<TokenGrant>> {
        let now = Instant::now();
        if let Some((grant, until)) = self.grants.get(hash) {
            if *until > now && grant.expires_at > Utc::now() {
                return Some(Some(grant.clone()));
            }
            self.grants.remove(hash);
        }
        let until = self.refusals.get(hash)?;
        (*until > now).then_some(None)
    }

    fn keep(&mut self, hash: TokenHash, grant: TokenGrant) {
        make_room(&mut self.grants, |(_, until)| *until);
        self.grants.insert(hash, (grant, Instant::now() + KEPT));
    }

    fn refuse(&mut self, hash: TokenHash) {
        make_room(&mut self.refusals, |until| *until);
        self.refusals.insert(hash, Instant::now() + REFUSAL_KEPT);
    }
}

/// Removes what has expired from a full map, and everything if nothing has.
fn make_room<T>(map: &mut HashMap<TokenHash, T>, until: impl Fn(&T) -> Instant) {
    if map.len() < MAX_CACHED {
        return;
    }
    let now = Instant::now();
    map.retain(|_, entry| until(entry) > now);
    if map.len() >= MAX_CACHED {
        map.clear();
    }
}

impl fmt::Debug for Introspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Introspection").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Notify;
    use uuid::Uuid;

    use super::*;

    const TOKEN: PersonalAccessTokenId = PersonalAccessTokenId(Uuid::from_u128(1));

    fn grant(expires_at: DateTime<Utc>) -> TokenGrant {
        TokenGrant {
            token_id: TOKEN,
            user_id: UserId(Uuid::from_u128(2)),
            customer_id: CustomerId(Uuid::from_u128(3)),
            scopes: vec![Scope::ParcelsRead],
            expires_at,
        }
    }

    /// Always this result; counts the lookups.
    fn counted(found: Option<TokenGrant>) -> (Introspection, Arc<AtomicUsize>) {
        let lookups = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&lookups);
        let introspection = Introspection::new(move |_request| {
            counter.fetch_add(1, Ordering::SeqCst);
            std::future::ready(Ok(found.clone()))
        });
        (introspection, lookups)
    }

    fn tomorrow() -> DateTime<Utc> {
        Utc::now() + chrono::Duration::days(1)
    }

    #[tokio::test(start_paused = true)]
    async fn a_grant_is_looked_up_once_a_minute() {
        let (introspection, lookups) = counted(Some(grant(tomorrow())));
        let token = PersonalAccessToken::generate();
        for (wait, expected) in [(0, 1), (59, 1), (2, 2)] {
            tokio::time::advance(Duration::from_secs(wait)).await;
            let found = introspection.grant_of(&token, "a").await.unwrap();
            assert_eq!(found.unwrap().token_id, TOKEN);
            assert_eq!(lookups.load(Ordering::SeqCst), expected);
        }
        let other = PersonalAccessToken::generate();
        introspection.grant_of(&other, "a").await.unwrap();
        assert_eq!(lookups.load(Ordering::SeqCst), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn a_refusal_is_looked_up_every_ten_seconds() {
        let (introspection, lookups) = counted(None);
        let token = PersonalAccessToken::generate();
        for (wait, expected) in [(0, 1), (9, 1), (2, 2)] {
            tokio::time::advance(Duration::from_secs(wait)).await;
            assert_eq!(introspection.grant_of(&token, "a").await.unwrap(), None);
            assert_eq!(lookups.load(Ordering::SeqCst), expected);
        }
    }

    #[tokio::test]
    async fn revoked_expired_and_forgotten_tokens_are_looked_up_again() {
        let (introspection, lookups) = counted(Some(grant(tomorrow())));
        let token = PersonalAccessToken::generate();
        let other = PersonalAccessTokenId(Uuid::from_u128(9));
        for (change, expected) in [(None, 1), (Some(other), 1), (Some(TOKEN), 2)] {
            introspection.revoke(change.as_slice());
            introspection.grant_of(&token, "a").await.unwrap();
            assert_eq!(lookups.load(Ordering::SeqCst), expected);
        }
        introspection.forget();
        introspection.grant_of(&token, "a").await.unwrap();
        assert_eq!(lookups.load(Ordering::SeqCst), 3);
        let (introspection, lookups) = counted(Some(grant(Utc::now())));
        for expected in [1, 2] {
            introspection.grant_of(&token, "a").await.unwrap();
            assert_eq!(lookups.load(Ordering::SeqCst), expected);
        }
    }

    #[tokio::test]
    async fn a_revocation_during_a_lookup_is_not_lost() {
        let (begun, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let lookups = Arc::new(AtomicUsize::new(0));
        let parts = (Arc::clone(&begun), Arc::clone(&go_on), Arc::clone(&lookups));
        let introspection = Introspection::new(move |_request| {
            let (begun, go_on, lookups) = parts.clone();
            async move {
                if lookups.fetch_add(1, Ordering::SeqCst) > 0 {
                    return Ok(None);
                }
                begun.notify_one();
                go_on.notified().await;
                Ok(Some(grant(tomorrow())))
            }
        });
        let token = PersonalAccessToken::generate();
        let early = introspection.clone();
        let same = token.clone();
        let early = tokio::spawn(async move { early.grant_of(&same, "a").await });
        begun.notified().await;
        introspection.revoke(&[TOKEN]);
        go_on.notify_one();
        assert!(early.await.unwrap().unwrap().is_some());
        assert_eq!(introspection.grant_of(&token, "a").await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_failed_lookup_is_not_cached() {
        let introspection = Introspection::new(|_request| {
            std::future::ready(Err(IntrospectionError::Unavailable("away".into())))
        });
        let token = PersonalAccessToken::generate();
        assert!(introspection.grant_of(&token, "a").await.is_err());
        assert!(introspection.cache().refusals.is_empty());
    }

    #[test]
    fn the_cache_is_bounded() {
        let mut cache = Cache::default();
        for _ in 0..=MAX_CACHED {
            cache.refuse(PersonalAccessToken::generate().hash());
        }
        assert!(cache.refusals.len() <= MAX_CACHED);
    }

    #[test]
    fn scopes_of_a_newer_version_allow_nothing() {
        let mut wire = serde_json::to_value(grant(tomorrow())).unwrap();
        wire["scopes"] = serde_json::json!(["letters:read", "parcels:read"]);
        let read: TokenGrant = serde_json::from_value(wire).unwrap();
        assert_eq!(read.scopes, [Scope::ParcelsRead]);
    }
}
