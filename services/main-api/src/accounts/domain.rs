//! What a password and a theme may be.
//!
//! Parsed at the border so that the rest never sees a value outside the rules. It hashes nothing.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zxcvbn::{Score, zxcvbn};

/// Our own name, which belongs in no password of ours.
const PRODUCT: &str = "sitewright";

/// Fewest characters of a new password.
pub const PASSWORD_MIN: usize = 12;
/// Most characters that are looked at for words and patterns: more would cost time and tell nothing.
const PASSWORD_LOOKED_AT: usize = 64;
/// Most bytes of any password: argon2 would take more, a hostile client too.
pub const PASSWORD_MAX_BYTES: usize = 512;

/// A password somebody chooses: long enough, not absurdly long, and not among those that attackers
/// try first: common passwords, rows of keys, repetitions, and words that belong to the account.
#[derive(Clone)]
pub struct NewPassword(String);

impl NewPassword {
    /// Checks the rules; the error is the sentence to show.
    ///
    /// `own` are the words of the account: address, name, firm.
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

    /// The characters themselves, for hashing only.
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

/// How the screens look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Always light.
    Light,
    /// Always dark.
    Dark,
    /// As the device says.
    Auto,
}

impl Theme {
    /// As it stands in the database and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Auto => "auto",
        }
    }

    /// From the database; anything unknown follows the device.
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
