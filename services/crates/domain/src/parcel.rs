//! Identification of parcels: the county's number, and a globally unique id.
//!
//! A parcel number is unique only within its county, so links use the `ll_uuid`. If a source has
//! none it is derived here, deterministically.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::ids::{parse_uuid, uuid_id};
use crate::{CustomerId, Invalid};

uuid_id! {
    /// A parcel's identity (`ll_uuid`), from its source or derived by [`ParcelUuid::derive`].
    ParcelUuid,
}

/// Namespace of derived parcel ids. Changing it would orphan every stored link.
const NAMESPACE: Uuid = Uuid::from_u128(0x8f3b_6d52_1c0e_5a7b_9d44_2e61_70c9_a815);

/// Namespace of the ids of sites. Changing it would make every site anew.
const SITES: Uuid = Uuid::from_u128(0x2b7e_90c4_63d1_5f08_8a1c_5d94_e7f2_0b36);

impl ParcelUuid {
    /// The id of a site, which is several parcels that a firm keeps as one: `UUIDv5` of the firm and
    /// its parcels, whatever their order.
    pub fn of_site(firm: CustomerId, members: &[Self]) -> Self {
        let mut members = members.to_vec();
        members.sort_unstable();
        members.dedup();
        let ids = members.iter().flat_map(|id| id.0.into_bytes());
        let name: Vec<u8> = firm.0.into_bytes().into_iter().chain(ids).collect();
        Self(Uuid::new_v5(&SITES, &name))
    }

    /// The id of a parcel without one in its source: `UUIDv5` of `<county FIPS>/<parcel number>`.
    /// `county_fips` is the five-digit state and county code.
    pub fn derive(county_fips: &str, parcelnumb: &ParcelNumber) -> Self {
        let name = format!("{}/{}", county_fips.trim(), parcelnumb.as_str());
        Self(Uuid::new_v5(&NAMESPACE, name.as_bytes()))
    }
}

/// A county's parcel number: 1 to 64 characters after trimming, no control characters. Spaces,
/// dots, dashes and slashes inside are significant, as is case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 64)]
pub struct ParcelNumber(String);

impl ParcelNumber {
    /// Most characters (not bytes) that a parcel number may have.
    pub const MAX_CHARS: usize = 64;

    /// The number as text, without surrounding space.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text itself.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl FromStr for ParcelNumber {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Invalid::new("Please enter a parcel number."));
        }
        if text.chars().count() > Self::MAX_CHARS {
            return Err(Invalid::new("A parcel number has at most 64 characters."));
        }
        if text.chars().any(char::is_control) {
            return Err(Invalid::new(
                "A parcel number cannot contain control characters.",
            ));
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for ParcelNumber {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        text.parse()
    }
}

impl AsRef<str> for ParcelNumber {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ParcelNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ParcelNumber {
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
    fn numbers_keep_what_counties_write() {
        for number in ["045-23-001.A", "R 1234/56", "№ 7", "0420360000012"] {
            assert_eq!(number.parse::<ParcelNumber>().unwrap().as_str(), number);
        }
        assert_eq!(" 12-3 ".parse::<ParcelNumber>().unwrap().as_str(), "12-3");
    }

    #[test]
    fn nonsense_is_refused() {
        for number in ["", "   ", "1\u{0}2", "1\n2", &"9".repeat(65)] {
            assert!(number.parse::<ParcelNumber>().is_err(), "{number:?}");
        }
        assert!("é".repeat(64).parse::<ParcelNumber>().is_ok());
    }

    #[test]
    fn derived_ids_never_change() {
        // Databases store these values: they must never change.
        let number: ParcelNumber = "045-23-001".parse().unwrap();
        let id = ParcelUuid::derive("48201", &number);
        assert_eq!(id.to_string(), "f8f75772-47d2-5403-b2d0-bcaaaf0e44bc");
        assert_eq!(id.0.get_version_num(), 5);
        assert_ne!(id, ParcelUuid::derive("48203", &number));
    }

    #[test]
    fn a_site_is_the_same_whatever_the_order_of_its_parcels() {
        let (firm, other) = (Uuid::from_u128(7), Uuid::from_u128(8));
        let ids = [1, 2, 3].map(|of| ParcelUuid(Uuid::from_u128(of)));
        let site = ParcelUuid::of_site(CustomerId(firm), &ids);
        // Databases store these values: they must never change.
        assert_eq!(site.to_string(), "fc86632c-125a-5caa-9a5a-961fd4f5a7dc");
        let turned = [ids[2], ids[0], ids[1], ids[2]];
        assert_eq!(ParcelUuid::of_site(CustomerId(firm), &turned), site);
        assert_ne!(ParcelUuid::of_site(CustomerId(other), &ids), site);
        assert_ne!(ParcelUuid::of_site(CustomerId(firm), &ids[..2]), site);
    }

    proptest! {
        #[test]
        fn any_text_is_judged_without_panic(text in ".*") {
            if let Ok(number) = text.parse::<ParcelNumber>() {
                prop_assert!((1..=64).contains(&number.as_str().chars().count()));
                prop_assert!(!number.as_str().chars().any(char::is_control));
                prop_assert_eq!(number.as_str().parse::<ParcelNumber>().unwrap(), number);
            }
        }

        #[test]
        fn different_parcels_have_different_ids(
            a in "[0-9]{5}", b in "[0-9]{5}",
            x in "[0-9A-Z./ -]{1,20}[0-9]", y in "[0-9A-Z./ -]{1,20}[0-9]",
        ) {
            let (x, y): (ParcelNumber, ParcelNumber) = (x.parse().unwrap(), y.parse().unwrap());
            let same = a == b && x == y;
            prop_assert_eq!(ParcelUuid::derive(&a, &x) == ParcelUuid::derive(&b, &y), same);
        }
    }
}
