//! Rules of passwords and themes.
//!
//! Parsed at the boundary, so that later code never sees a value that breaks a rule. No hashing.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zxcvbn::{Score, zxcvbn};

/// The product's name, which a password must not contain.
const PRODUCT: &str = "sitewright";

pub const PASSWORD_MIN: usize = 12;
/// zxcvbn reads only so many characters: its cost grows with length, its estimate hardly does.
const PASSWORD_LOOKED_AT: usize = 64;
/// Limits the cost of argon2 on hostile input.
pub const PASSWORD_MAX_BYTES: usize = 512;

/// A new password: long enough, within the maximum, and not easily guessed (common passwords,
/// keyboard patterns, repetitions, words of the account).
#[derive(Clone)]
pub struct NewPassword(String);

impl NewPassword {
    /// Checks the rules; the error is the message for the user.
    ///
    /// `own` are words of the account: address, name, firm.
    pub fn parse(text: String, own: &[&str]) -> Result<Self, String> {
        if text.chars().count() < PASSWORD_MIN {
            return Err(format!("Use at least {PASSWORD_MIN} characters."));
        }
        if text.len() > PASSWORD_MAX_BYTES {
            return Err(format!("Use at most {PASSWORD_MAX_BYTES} characters."));
        }
        if is_easily_guessed(&text, own) {
            return Err(
                "This password is easy to guess. Use several words that do not belong together."
                    .to_owned(),
            );
        }
        Ok(Self(text))
    }

    /// The plain text, for hashing only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Whether zxcvbn, with its lists of common passwords and words, needs fewer than 10^8 guesses.
fn is_easily_guessed(text: &str, own: &[&str]) -> bool {
    let own: Vec<&str> = own
        .iter()
        .flat_map(|words| {
            let parts = words.split(|c: char| !c.is_alphanumeric());
            parts.chain(std::iter::once(*words))
        })
        .filter(|word| word.chars().count() > 2)
        .chain([PRODUCT])
        .collect();
    let looked_at: String = text.trim().chars().take(PASSWORD_LOOKED_AT).collect();
    zxcvbn(&looked_at, &own).score() < Score::Three
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword(…)")
    }
}

/// A theme of the user interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    Light,
    Dark,
    /// Follows the device.
    Auto,
}

impl Theme {
    /// As stored and as sent in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Auto => "auto",
        }
    }

    /// Unknown values follow the device.
    pub fn from_stored(text: &str) -> Self {
        match text {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_have_a_length() {
        let parse = |text: &str| NewPassword::parse(text.to_owned(), &[]);
        assert_eq!(
            parse("otter velv7").unwrap_err(),
            "Use at least 12 characters."
        );
        assert!(parse("otter velv7t").is_ok());
        assert!(parse(&"x".repeat(513)).is_err());
        let shown = format!("{:?}", parse("sesame opens velvet").unwrap());
        assert!(!shown.contains("sesame"));
    }

    #[test]
    fn what_attackers_try_first_is_refused() {
        let own = [
            "ana.lyst@harborpoint.example",
            "Ana",
            "Harbor Point Capital",
        ];
        for guessed in [
            "password1234",
            "123456789012",
            "qwertyuiop12",
            "qwertyuiop[]",
            "aaaaaaaaaaaaaaaa",
            "            ",
            "abcabcabcabc",
            "iloveyou1234",
            "sitewright12",
            "Sitewright2026",
            "harborpoint1",
            "HarborPoint2026",
            "ana.lyst@harborpoint.example",
        ] {
            let refused = NewPassword::parse(guessed.to_owned(), &own);
            assert!(refused.is_err(), "{guessed}");
        }
        for good in [
            "correct horse battery",
            "a new long password",
            "first chosen password",
            "second chosen password",
            "gravel-Otter-91",
        ] {
            let taken = NewPassword::parse(good.to_owned(), &own);
            assert!(taken.is_ok(), "{good}");
        }
    }

    #[test]
    fn themes_survive_the_database() {
        for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
            assert_eq!(Theme::from_stored(theme.as_str()), theme);
        }
    }
}
