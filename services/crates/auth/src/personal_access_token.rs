//! The text of personal access tokens.
//!
//! `swp_`, 43 random base62 characters (256 bits) and a checksum. The fixed start lets scanners find
//! tokens in published text; the checksum lets a service reject mistyped ones without a request.
//! Only the hash is stored, so that a copy of the database grants no access.

use std::fmt;

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::Rng as _;
use rand::distr::Alphanumeric;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use settings::Secret;

const START: &str = "swp_";
/// 62^43 exceeds 2^256.
const RANDOM_CHARACTERS: usize = 43;
/// 62^6 exceeds 2^32.
const CHECKSUM_CHARACTERS: usize = 6;
const LENGTH: usize = START.len() + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS;
/// Length of the stored beginning, by which its user recognizes a token.
const PREFIX_CHARACTERS: usize = START.len() + 6;

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A well-formed personal access token; `Debug` never shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalAccessToken(Secret<String>);

impl PersonalAccessToken {
    /// A new token.
    pub fn generate() -> Self {
        let random = rand::rng()
            .sample_iter(Alphanumeric)
            .take(RANDOM_CHARACTERS)
            .map(char::from);
        let mut text: String = START.chars().chain(random).collect();
        text.push_str(&checksum(&text));
        Self(Secret::new(text))
    }

    /// Whether a credential claims to be a personal access token.
    pub fn is_claimed(text: &str) -> bool {
        text.starts_with(START)
    }

    /// A token with a correct form and checksum.
    pub fn parse(text: &str) -> Option<Self> {
        let body = text.strip_prefix(START)?;
        let is_base62 = body.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if text.len() != LENGTH || !is_base62 {
            return None;
        }
        let (content, given) = text.split_at(LENGTH - CHECKSUM_CHARACTERS);
        (checksum(content) == given).then(|| Self(Secret::new(text.to_owned())))
    }

    /// The plain text, shown only once.
    pub fn reveal(&self) -> &str {
        self.0.expose()
    }

    /// The beginning that is stored.
    pub fn prefix(&self) -> &str {
        &self.reveal()[..PREFIX_CHARACTERS]
    }

    /// The hash that is stored. SHA-256 suffices for random tokens; a slow hash would add nothing.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(self.reveal())
    }
}

/// SHA-256 of a token. Services and the database know a personal access token by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of any token's text.
    pub(crate) fn of(text: &str) -> Self {
        Self(sha256(text))
    }

    /// As stored.
    pub const fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

impl Serialize for TokenHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl<'de> Deserialize<'de> for TokenHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(de::Error::custom)?;
        match bytes.try_into() {
            Ok(hash) => Ok(Self(hash)),
            Err(_length) => Err(de::Error::custom("expected 32 bytes")),
        }
    }
}

fn sha256(text: &str) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest(&SHA256, text.as_bytes()).as_ref());
    hash
}

/// The first 32 bits of the SHA-256 of `content`, in base62.
fn checksum(content: &str) -> String {
    let [a, b, c, d, ..] = sha256(content);
    let mut rest = u32::from_be_bytes([a, b, c, d]);
    let mut digits = [b'0'; CHECKSUM_CHARACTERS];
    for place in digits.iter_mut().rev() {
        *place = BASE62[(rest % 62) as usize];
        rest /= 62;
    }
    digits.map(char::from).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_token_is_well_formed_and_unlike_others() {
        let (one, other) = (
            PersonalAccessToken::generate(),
            PersonalAccessToken::generate(),
        );
        assert_ne!(one, other);
        assert_eq!(one.reveal().len(), LENGTH);
        assert_eq!(PersonalAccessToken::parse(one.reveal()), Some(one.clone()));
        assert_eq!(
            one.hash(),
            PersonalAccessToken::parse(one.reveal()).unwrap().hash()
        );
        assert_ne!(one.hash(), other.hash());
        assert!(one.reveal().starts_with(one.prefix()) && one.prefix().len() == 10);
        assert!(!format!("{one:?} {:?}", one.hash()).contains(one.prefix()));
    }

    #[test]
    fn mistyped_tokens_are_noticed() {
        let token = PersonalAccessToken::generate();
        let text = token.reveal();
        let other_end = if text.ends_with('a') { 'b' } else { 'a' };
        let mistyped = format!("{}{other_end}", &text[..LENGTH - 1]);
        let cut = &text[..LENGTH - 1];
        let longer = format!("{text}a");
        let accent = text.replacen(&text[4..6], "é", 1);
        for wrong in [
            "",
            "swp_",
            "swp",
            cut,
            &longer,
            &mistyped,
            &accent,
            &text[4..],
        ] {
            assert_eq!(PersonalAccessToken::parse(wrong), None, "{wrong}");
        }
        assert!(
            PersonalAccessToken::is_claimed(&mistyped) && !PersonalAccessToken::is_claimed("a.b.c")
        );
    }

    #[test]
    fn issued_tokens_stay_valid() {
        let issued = "swp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1vFsP4";
        assert!(PersonalAccessToken::parse(issued).is_some());
    }

    #[test]
    fn hashes_travel_as_text() {
        let hash = PersonalAccessToken::generate().hash();
        let json = serde_json::to_string(&hash).unwrap();
        assert_eq!(serde_json::from_str::<TokenHash>(&json).unwrap(), hash);
        assert!(serde_json::from_str::<TokenHash>("\"AAAA\"").is_err());
    }
}
