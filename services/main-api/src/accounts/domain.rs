//! What a password and a theme may be.
//!
//! Parsed at the border so that the rest never sees a value outside the rules. It hashes nothing.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Fewest characters of a new password.
pub const PASSWORD_MIN: usize = 10;
/// Most bytes of any password: argon2 would take more, a hostile client too.
pub const PASSWORD_MAX_BYTES: usize = 512;

/// A password somebody chooses: long enough, not absurdly long.
#[derive(Clone)]
pub struct NewPassword(String);

impl NewPassword {
    /// Checks the rules; the error is the sentence to show.
    pub fn parse(text: String) -> Result<Self, String> {
        if text.chars().count() < PASSWORD_MIN {
            return Err(format!("Use at least {PASSWORD_MIN} characters."));
        }
        if text.len() > PASSWORD_MAX_BYTES {
            return Err(format!("Use at most {PASSWORD_MAX_BYTES} characters."));
        }
        Ok(Self(text))
    }

    /// The characters themselves, for hashing only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
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
        assert!(NewPassword::parse("123456789".into()).is_err());
        assert!(NewPassword::parse("1234567890".into()).is_ok());
        assert!(NewPassword::parse("x".repeat(513)).is_err());
        let shown = format!("{:?}", NewPassword::parse("sesame open".into()).unwrap());
        assert!(!shown.contains("sesame"));
    }

    #[test]
    fn themes_survive_the_database() {
        for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
            assert_eq!(Theme::from_stored(theme.as_str()), theme);
        }
    }
}
