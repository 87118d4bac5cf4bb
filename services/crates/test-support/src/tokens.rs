//! Personal access tokens of a service under test that is not main-api.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use auth::{Introspection, PersonalAccessToken, Scope, TokenGrant, TokenHash};
use chrono::{Duration, Utc};
use domain::PersonalAccessTokenId;
use uuid::Uuid;

use crate::Persona;

/// Stands in for main-api, which issues and verifies tokens. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct TestTokens(Arc<Mutex<HashMap<TokenHash, TokenGrant>>>);

impl TestTokens {
    /// Issues a token that is valid for a day.
    pub fn issue(&self, persona: &Persona, scopes: &[Scope]) -> String {
        self.issue_for(Duration::days(1), persona, scopes)
    }

    /// Issues a token that has expired.
    pub fn issue_expired(&self, persona: &Persona, scopes: &[Scope]) -> String {
        self.issue_for(Duration::days(-1), persona, scopes)
    }

    /// Revokes a token, without an event.
    ///
    /// # Panics
    /// When the text is not a token.
    pub fn revoke(&self, token: &str) {
        let token = PersonalAccessToken::parse(token).expect("a token");
        self.known().remove(&token.hash());
    }

    /// Verifies these tokens.
    pub fn introspection(&self) -> Introspection {
        let tokens = self.clone();
        Introspection::new(move |request| {
            let grant = tokens.known().get(&request.token_hash).cloned();
            let valid = grant.filter(|grant| grant.expires_at > Utc::now());
            std::future::ready(Ok(valid))
        })
    }

    fn issue_for(&self, validity: Duration, persona: &Persona, scopes: &[Scope]) -> String {
        let token = PersonalAccessToken::generate();
        let grant = TokenGrant {
            token_id: PersonalAccessTokenId(Uuid::new_v4()),
            user_id: persona.user_id,
            customer_id: persona.customer_id,
            scopes: scopes.to_vec(),
            expires_at: Utc::now() + validity,
        };
        self.known().insert(token.hash(), grant);
        token.reveal().to_owned()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<TokenHash, TokenGrant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
