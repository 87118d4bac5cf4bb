//! Validated values of a property. No I/O.

use std::fmt;

use domain::Invalid;
use serde::{Deserialize, Deserializer, de};
use utoipa::ToSchema;

/// Floor area: a whole number of square feet, less than a billion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = i64, minimum = 0, maximum = 999_999_999, example = 18_400)]
pub struct SquareFeet(i64);

impl SquareFeet {
    const MAX_NUMBER: i64 = 999_999_999;
    const NOT_WHOLE: Invalid = Invalid::new("Square feet must be a whole number.");
    const OUT_OF_RANGE: Invalid = Invalid::new("Square feet must be between 0 and 999,999,999.");

    pub fn get(self) -> i64 {
        self.0
    }
}

impl TryFrom<i64> for SquareFeet {
    type Error = Invalid;

    fn try_from(number: i64) -> Result<Self, Invalid> {
        if (0..=Self::MAX_NUMBER).contains(&number) {
            Ok(Self(number))
        } else {
            Err(Self::OUT_OF_RANGE)
        }
    }
}

impl<'de> Deserialize<'de> for SquareFeet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl de::Visitor<'_> for Reader {
            type Value = SquareFeet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number of square feet")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<SquareFeet, E> {
                SquareFeet::try_from(number).map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<SquareFeet, E> {
                self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
            }

            fn visit_f64<E: de::Error>(self, _number: f64) -> Result<SquareFeet, E> {
                Err(E::custom(SquareFeet::NOT_WHOLE))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<SquareFeet, E> {
                let digits = text.trim().replace(',', "");
                match digits.parse() {
                    Ok(number) => self.visit_i64(number),
                    Err(_not_whole) => Err(E::custom(SquareFeet::NOT_WHOLE)),
                }
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

/// The firm's name for a property: one line, up to 200 characters.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, max_length = 200)]
pub struct PropertyName(Option<String>);

impl PropertyName {
    /// `None` when blank.
    pub fn into_inner(self) -> Option<String> {
        self.0
    }
}

impl TryFrom<String> for PropertyName {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.chars().count() > 200 {
            return Err(Invalid::new("A property name has at most 200 characters."));
        }
        if text.chars().any(char::is_control) {
            return Err(Invalid::new(
                "A property name cannot contain control characters.",
            ));
        }
        Ok(Self((!text.is_empty()).then(|| text.to_owned())))
    }
}

impl<'de> Deserialize<'de> for PropertyName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .try_into()
            .map_err(de::Error::custom)
    }
}

/// Pattern for `ILIKE` that matches `text` anywhere, wildcards escaped; `None` when blank.
pub fn search_pattern(text: Option<&str>) -> Option<String> {
    let text: String = text?
        .trim()
        .chars()
        .filter(|c| *c != '\0')
        .take(200)
        .collect();
    let escaped = text
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    (!text.is_empty()).then(|| format!("%{escaped}%"))
}

/// Reads a field that is required but may be null, so that absent and cleared are distinguished.
pub fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn feet(json: &str) -> Result<SquareFeet, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn square_feet_are_whole() {
        assert_eq!(feet("18400").unwrap().get(), 18_400);
        assert_eq!(feet("\"18,400\"").unwrap().get(), 18_400);
        for wrong in [
            "-1",
            "1.5",
            "1000000000",
            "1e99",
            "\"many\"",
            "\"\"",
            "true",
        ] {
            assert!(feet(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_blank_name_is_none() {
        let name = |text: &str| PropertyName::try_from(text.to_owned());
        assert_eq!(name("  ").unwrap().into_inner(), None);
        assert_eq!(
            name(" Mill 7 ").unwrap().into_inner().as_deref(),
            Some("Mill 7")
        );
        assert!(name("a\0b").is_err());
        assert!(name(&"x".repeat(201)).is_err());
    }

    #[test]
    fn wildcards_mean_themselves() {
        assert_eq!(search_pattern(Some(r" 5%_\ ")).unwrap(), r"%5\%\_\\%");
        assert_eq!(search_pattern(Some("  ")), None);
    }

    proptest! {
        #[test]
        fn any_text_is_judged_without_panic(text in ".*") {
            let _ = PropertyName::try_from(text.clone());
            let _ = feet(&serde_json::to_string(&text).unwrap());
        }
    }
}
