//! The secret of a link: 256 random bits, of which only the SHA-256 is stored.
//!
//! It is in the fragment of the page's address and in a header of the calls, so that neither logs
//! nor referrers have it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::RngCore as _;
use sha2::{Digest as _, Sha256};

/// The page that reads the token from its address.
const PAGE: &str = "/sign#";

/// The address of the page, which a token follows.
pub fn page(public_url: &str) -> String {
    format!("{public_url}{PAGE}")
}

/// A new token; it is not logged or stored, so it has no `Debug`.
pub struct Token(String);

/// What is stored of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenHash(Vec<u8>);

impl Token {
    pub fn random() -> Self {
        let mut bytes = [0; 32];
        rand::rng().fill_bytes(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).to_vec())
    }
}

impl TokenHash {
    /// Of a caller's token; none if it cannot be one of ours.
    pub fn of(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == 32).then(|| Self(Sha256::digest(text.as_bytes()).to_vec()))
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_by_its_hash_alone() {
        let (one, two) = (Token::random(), Token::random());
        assert_ne!(one.as_str(), two.as_str());
        assert_eq!(one.as_str().len(), 43);
        assert_eq!(TokenHash::of(one.as_str()), Some(one.hash()));
        for bad in [
            "",
            "x",
            &one.as_str()[1..],
            &format!("{}AA", one.as_str()),
            "é",
        ] {
            assert_eq!(TokenHash::of(bad), None, "{bad}");
        }
    }
}
