//! Opaque tokens: refresh tokens and reset links.
//!
//! Random, and stored only as a hash, so that a copy of the database grants no access. Access
//! tokens are signed in `auth::Signer`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::RngCore as _;
use sha2::{Digest as _, Sha256};

/// 256 random bits; `Debug` never shows them.
pub struct OpaqueToken(String);

impl OpaqueToken {
    pub fn generate() -> Self {
        let mut bytes = [0_u8; 32];
        rand::rng().fill_bytes(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The plain text, returned only once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> Vec<u8> {
        hash(&self.0)
    }
}

impl std::fmt::Debug for OpaqueToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OpaqueToken(…)")
    }
}

/// SHA-256 suffices for random tokens; a slow hash would add nothing.
pub fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_found_by_their_hash() {
        let (one, other) = (OpaqueToken::generate(), OpaqueToken::generate());
        assert_ne!(one.reveal(), other.reveal());
        assert_eq!(one.hash(), hash(one.reveal()));
        assert_eq!(one.reveal().len(), 43);
        assert!(!format!("{one:?}").contains(one.reveal()));
    }
}
