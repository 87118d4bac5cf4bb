//! What signers consent to, and what they type. No I/O.

use domain::Invalid;
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;

/// Of [`CONSENT`]; another text has another version.
pub const CONSENT_VERSION: &str = "2026-11-25";
/// What a signer agrees to before signing.
pub const CONSENT: &str = "I agree to sign this letter electronically. My typed name is my signature, and I am authorized to sign \
    for the party that the letter names. I can read, save and print the letter here. If I want to sign on paper instead, I download \
    the letter, sign it and return it to the sender; nothing is signed here then.";

/// The letter counts as opened by a person when it was visible for so long, and pointer or keys were
/// used.
pub const VISIBLE_MS: u32 = 5_000;

/// Initials: one line of 1 to 10 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 10, as = SignerInitials)]
pub struct Initials(String);

impl TryFrom<String> for Initials {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        let text = text.trim();
        if !(1..=10).contains(&text.chars().count()) || text.chars().any(char::is_control) {
            return Err(Invalid::new("Please enter your initials."));
        }
        Ok(Self(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for Initials {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .try_into()
            .map_err(de::Error::custom)
    }
}

/// Words of a signer who declines: at most 2,000 characters.
#[derive(Debug, Clone, PartialEq, Eq, Default, ToSchema)]
#[schema(value_type = String, max_length = 2_000, as = DeclineText)]
pub struct Words(Option<String>);

impl Words {
    /// None when blank.
    pub fn text(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?.replace('\0', "");
        let text = text.trim();
        if text.chars().count() > 2_000 {
            let sentence = Invalid::new("Use at most 2,000 characters.");
            return Err(de::Error::custom(sentence));
        }
        Ok(Self((!text.is_empty()).then(|| text.to_owned())))
    }
}
