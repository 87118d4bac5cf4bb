//! An e-mail address with a plausible form.
//!
//! The check is simple by design (one `@`, a dotted domain, no space), because only a delivered
//! message proves an address. `Debug` hides the address from logs.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;

use crate::Invalid;

const NOT_AN_EMAIL: Invalid = Invalid::new("Please enter a valid email address.");

/// An e-mail address as entered, without surrounding space; at most 254 bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[schema(value_type = String, format = "email", max_length = 254)]
pub struct Email(String);

impl Email {
    /// The address as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text itself.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Lower case, to compare addresses of accounts.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

fn is_atom_char(c: char) -> bool {
    !c.is_control()
        && !c.is_whitespace()
        && !matches!(
            c,
            '@' | '<' | '>' | '(' | ')' | ',' | ';' | ':' | '"' | '\\' | '[' | ']'
        )
}

fn is_domain(domain: &str) -> bool {
    domain.len() <= 253
        && domain.contains('.')
        && domain.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c == '-' || c.is_alphanumeric())
        })
}

impl FromStr for Email {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let (local, domain) = text.rsplit_once('@').ok_or(NOT_AN_EMAIL)?;
        let local_ok = (1..=64).contains(&local.len())
            && local.chars().all(is_atom_char)
            && local.split('.').all(|atom| !atom.is_empty());
        if local_ok && text.len() <= 254 && is_domain(domain) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NOT_AN_EMAIL)
        }
    }
}

impl AsRef<str> for Email {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Debug output is written to logs, which must not contain addresses.
        f.write_str("Email(redacted)")
    }
}

impl<'de> Deserialize<'de> for Email {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn usual_addresses_pass() {
        for address in [
            "ann@example.com",
            " o'neil+crm@mail.example.co.uk ",
            "jürgen@müller.de",
        ] {
            assert_eq!(address.parse::<Email>().unwrap().as_str(), address.trim());
        }
    }

    #[test]
    fn others_are_refused_with_the_sentence_of_the_screen() {
        let long = format!("{}@example.com", "a".repeat(65));
        for address in [
            "",
            "@",
            "ann",
            "ann@",
            "@example.com",
            "ann@example",
            "ann@.com",
            "ann@-x.com",
            "ann smith@example.com",
            "ann@exa mple.com",
            "a@b@example.com",
            "ann.@example.com",
            "ann@example.com\r\nBcc: all@example.com",
            "Ann <ann@example.com>",
            &long,
        ] {
            let error = address.parse::<Email>().unwrap_err();
            assert_eq!(
                error.sentence(),
                "Please enter a valid email address.",
                "{address:?}"
            );
        }
    }

    #[test]
    fn logs_do_not_show_it() {
        let email: Email = "Ann@Example.com".parse().unwrap();
        assert_eq!(format!("{email:?}"), "Email(redacted)");
        assert_eq!(email.key(), "ann@example.com");
    }

    proptest! {
        #[test]
        fn any_text_is_judged_without_panic(text in ".*") {
            if let Ok(email) = text.parse::<Email>() {
                prop_assert!(!email.as_str().contains(char::is_control));
                prop_assert_eq!(email.as_str().matches('@').count(), 1);
            }
        }

        #[test]
        fn plain_addresses_pass(local in "[a-z0-9+_-]{1,20}", domain in "[a-z0-9]{1,10}\\.[a-z]{2,5}") {
            let address = format!("{local}@{domain}");
            prop_assert!(address.parse::<Email>().is_ok());
        }
    }
}
