//! Test users, and tokens for them.
//!
//! The key pair is always the same. Rows for these users are not created here: a service
//! that needs them inserts them with the persona's ids.

use std::sync::OnceLock;

use auth::{ACCESS_SECONDS, AUDIENCE, Claims, DEFAULT_ISSUER, KeySet, Role, Signer};
use domain::{CustomerId, SessionId, UserId};
use uuid::Uuid;

/// A signed-in user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Persona {
    /// The user.
    pub user_id: UserId,
    /// The user's firm.
    pub customer_id: CustomerId,
    /// The role within it.
    pub role: Role,
    /// A generated address, different for each persona.
    pub email: String,
    /// The session that [`token_for`] names.
    pub session_id: SessionId,
}

impl Persona {
    /// The admin of a new firm.
    pub fn admin() -> Self {
        Self::of(CustomerId(Uuid::new_v4()), Role::Admin)
    }

    /// A user of a new firm.
    pub fn user() -> Self {
        Self::of(CustomerId(Uuid::new_v4()), Role::User)
    }

    /// A user of the same firm.
    #[must_use]
    pub fn colleague(&self) -> Self {
        Self::of(self.customer_id, Role::User)
    }

    /// A user of this firm with this role.
    pub fn of(customer_id: CustomerId, role: Role) -> Self {
        let user_id = UserId(Uuid::new_v4());
        Self {
            user_id,
            customer_id,
            role,
            email: format!("{}-{}@firm.example", role.as_str(), user_id.0.simple()),
            session_id: SessionId(Uuid::new_v4()),
        }
    }
}

/// The key pair of the tests.
pub struct TestKeys {
    pem: &'static str,
    signer: Signer,
}

impl TestKeys {
    /// The private key, PKCS#8 in PEM, as in `JWT_PRIVATE_KEY_FILE`.
    pub fn pem(&self) -> &str {
        self.pem
    }

    /// Signs tokens.
    pub fn signer(&self) -> &Signer {
        &self.signer
    }

    /// Verifies them; given to a service under test.
    pub fn key_set(&self) -> KeySet {
        self.signer.key_set()
    }
}

/// The published private key of RFC 8037, appendix A.1. The first random number of a process costs it a fifteenth of a second (the library
/// measures jitter first), and most tests need no other than a key's.
const RFC_8037: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n";

/// Keys with the default issuer; always the same.
///
/// # Panics
/// Never.
pub fn test_keys() -> &'static TestKeys {
    static KEYS: OnceLock<TestKeys> = OnceLock::new();
    KEYS.get_or_init(|| {
        let signer = Signer::from_pkcs8_pem(RFC_8037, DEFAULT_ISSUER).expect("a published key");
        TestKeys {
            pem: RFC_8037,
            signer,
        }
    })
}

/// A valid access token, for `Authorization: Bearer` or the access cookie.
///
/// # Panics
/// Never for keys of [`test_keys`].
pub fn token_for(persona: &Persona) -> String {
    test_keys()
        .signer()
        .sign(
            persona.user_id,
            persona.customer_id,
            persona.role,
            &persona.email,
            persona.session_id,
        )
        .expect("a token")
}

/// A token that was valid until an hour ago.
///
/// # Panics
/// Never for keys of [`test_keys`].
pub fn expired_token_for(persona: &Persona) -> String {
    let expired = chrono::Utc::now().timestamp() - 3600;
    test_keys()
        .signer()
        .sign_claims(&Claims {
            sub: persona.user_id,
            cid: persona.customer_id,
            role: persona.role,
            email: persona.email.clone(),
            sid: persona.session_id,
            iss: DEFAULT_ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            iat: expired - ACCESS_SECONDS,
            exp: expired,
        })
        .expect("a token")
}

#[cfg(test)]
mod tests {
    use super::{Persona, expired_token_for, test_keys, token_for};

    #[tokio::test]
    async fn a_token_proves_its_persona() {
        let persona = Persona::admin();
        let claims = test_keys()
            .key_set()
            .verify(&token_for(&persona))
            .await
            .expect("valid");
        assert_eq!(claims.sub, persona.user_id);
        assert_eq!(claims.cid, persona.customer_id);
        assert_eq!(persona.colleague().customer_id, persona.customer_id);
        assert_ne!(persona.colleague().user_id, persona.user_id);
    }

    #[tokio::test]
    async fn an_expired_token_proves_nothing() {
        let token = expired_token_for(&Persona::user());
        assert!(test_keys().key_set().verify(&token).await.is_err());
    }
}
