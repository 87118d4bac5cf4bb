//! The hash that an approval is bound to: of a letter's template version, terms and body.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use domain::Invalid;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};

use crate::value::Values;

const NOT_A_HASH: Invalid = Invalid::new("This is not a hash of a letter.");
/// Changes when the form of what is hashed changes.
const FORM: &str = "letter-of-intent 1";

/// SHA-256 of a letter's content, in lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ContentHash(String);

impl ContentHash {
    /// Of a letter: the version of its template as text, its typed terms, its body.
    pub fn of(template_version: &str, terms: &Values, html: &str) -> Self {
        // A map of these values has text keys, so it is always JSON; its keys are in order.
        let terms = serde_json::to_string(terms).unwrap_or_default();
        let mut hash = Sha256::new();
        for part in [FORM, template_version, &terms, html] {
            // With lengths, so that no text moves from one part to the next unseen.
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        let mut digits = String::new();
        for byte in hash.finalize() {
            // Writing to a string does not fail.
            let _ = write!(digits, "{byte:02x}");
        }
        Self(digits)
    }

    /// 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ContentHash {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() == 64 && text.bytes().all(is_digit) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NOT_A_HASH)
        }
    }
}

impl Serialize for ContentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn terms(price: u32) -> Values {
        serde_json::from_value(json!({
            "dd_days": {"type": "int", "value": 60},
            "purchase_price": {"type": "money", "value": price},
        }))
        .unwrap()
    }

    #[test]
    fn every_part_changes_the_hash() {
        let hash = ContentHash::of("3", &terms(950_000), "<p>a</p>");
        assert_eq!(hash, ContentHash::of("3", &terms(950_000), "<p>a</p>"));
        assert_eq!(hash.as_str().parse::<ContentHash>().unwrap(), hash);
        for other in [
            ContentHash::of("4", &terms(950_000), "<p>a</p>"),
            ContentHash::of("3", &terms(950_001), "<p>a</p>"),
            ContentHash::of("3", &terms(950_000), "<p>b</p>"),
        ] {
            assert_ne!(hash, other);
        }
        // A stored approval of an earlier release stays valid.
        let empty = ContentHash::of("1", &Values::new(), "");
        assert_eq!(
            empty.as_str(),
            "1d54bd28d3d4f29fe2f80b6ac7ee081f1c1ea3b5a4487fef475dc55c9089be9f"
        );
        assert!("ABC".parse::<ContentHash>().is_err());
        assert!(hash.as_str().to_uppercase().parse::<ContentHash>().is_err());
    }
}
