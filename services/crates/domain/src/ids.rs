//! One newtype per id, so that a user's id can never be passed where a project's is meant.
//!
//! They are transparent in JSON, in paths and in query strings; the inner value is public because
//! queries bind it (`.0`). No id is made here: the owner of the data does that.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Invalid;

const NOT_A_UUID: Invalid = Invalid::new("This is not a valid id.");

macro_rules! uuid_id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema,
        )]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = Invalid;

            fn from_str(text: &str) -> Result<Self, Invalid> {
                parse_uuid(text).map(Self)
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }

        impl From<$name> for Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    )+};
}
pub(crate) use uuid_id;

uuid_id! {
    /// A firm that uses the product; every tenant-owned row carries it.
    CustomerId,
    /// A person who can sign in.
    UserId,
    /// A site-selection project.
    ProjectId,
    /// A person in a firm's contact directory.
    ContactId,
    /// A company in a firm's company list.
    CompanyId,
    /// One sign-in, from the password to logging out; survives token refreshes.
    SessionId,
}

/// Only the hyphenated form and the plain 32 digits are taken; `urn:` and braces are not ids here.
pub(crate) fn parse_uuid(text: &str) -> Result<Uuid, Invalid> {
    if !matches!(text.len(), 32 | 36) {
        return Err(NOT_A_UUID);
    }
    text.parse().map_err(|_refused: uuid::Error| NOT_A_UUID)
}

/// A marker on a project's map.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
pub struct MarkerId(pub i64);

impl fmt::Display for MarkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for MarkerId {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        text.parse()
            .map(Self)
            .map_err(|_refused: std::num::ParseIntError| {
                Invalid::new("This is not a valid marker id.")
            })
    }
}

impl From<i64> for MarkerId {
    fn from(id: i64) -> Self {
        Self(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ids_are_transparent_in_json() {
        let id = ProjectId(Uuid::from_u128(7));
        let json = serde_json::to_string(&id).unwrap();
        assert_eq!(json, "\"00000000-0000-0000-0000-000000000007\"");
        assert_eq!(serde_json::from_str::<ProjectId>(&json).unwrap(), id);
        assert_eq!(serde_json::to_string(&MarkerId(12)).unwrap(), "12");
    }

    #[test]
    fn a_wrong_id_is_refused_in_words() {
        let error = serde_json::from_str::<UserId>("\"nobody\"").unwrap_err();
        assert!(error.to_string().starts_with("This is not a valid id."));
        assert!(
            "urn:uuid:00000000-0000-0000-0000-000000000007"
                .parse::<UserId>()
                .is_err()
        );
        assert!("12a".parse::<MarkerId>().is_err());
    }

    proptest! {
        #[test]
        fn what_is_shown_can_be_read_back(bits in any::<u128>(), marker in any::<i64>()) {
            let id = ContactId(Uuid::from_u128(bits));
            prop_assert_eq!(id.to_string().parse::<ContactId>().unwrap(), id);
            prop_assert_eq!(MarkerId(marker).to_string().parse::<MarkerId>().unwrap(), MarkerId(marker));
        }

        #[test]
        fn any_text_is_judged_without_panic(text in ".*") {
            let _ = text.parse::<CustomerId>();
        }
    }
}
