//! A decimal that may be negative, for adjustments.

use std::fmt;
use std::str::FromStr;

use bigdecimal::BigDecimal;
use domain::Invalid;
use letter_of_intent::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A [`Decimal`] with a sign. In JSON it is a number, and read from a number or a string.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signed(BigDecimal);

impl Signed {
    /// A calculated number; `None` when it has more digits than a [`Decimal`] can.
    pub fn of(number: &BigDecimal) -> Option<Self> {
        number.to_plain_string().parse().ok()
    }

    /// The exact value.
    pub fn value(&self) -> &BigDecimal {
        &self.0
    }
}

impl FromStr for Signed {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        match text.strip_prefix('-') {
            // `--5` is refused: after the first sign, a number that is not negative follows.
            Some(rest) if !rest.starts_with('-') => {
                let number: Decimal = rest.parse()?;
                Ok(Self(-number.value().clone()))
            }
            _ => text
                .parse::<Decimal>()
                .map(|number| Self(number.value().clone())),
        }
    }
}

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_plain_string())
    }
}

impl Serialize for Signed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let magnitude: Decimal = self
            .0
            .abs()
            .to_plain_string()
            .parse()
            .map_err(serde::ser::Error::custom)?;
        if self.0 >= 0 {
            return magnitude.serialize(serializer);
        }
        let number: f64 = self
            .to_string()
            .parse()
            .map_err(serde::ser::Error::custom)?;
        serializer.serialize_f64(number)
    }
}

impl<'de> Deserialize<'de> for Signed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SignedVisitor)
    }
}

struct SignedVisitor;

impl de::Visitor<'_> for SignedVisitor {
    type Value = Signed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_u64<E: de::Error>(self, whole: u64) -> Result<Signed, E> {
        whole.to_string().parse().map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, whole: i64) -> Result<Signed, E> {
        whole.to_string().parse().map_err(E::custom)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Signed, E> {
        number.to_string().parse().map_err(E::custom)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Signed, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_sign_are_read_and_written_exactly() {
        for (json, shown) in [
            ("-3", "-3"),
            ("-0.10", "-0.1"),
            ("\"-87.5\"", "-87.5"),
            ("5", "5"),
        ] {
            let number: Signed = serde_json::from_str(json).unwrap();
            assert_eq!(number.to_string(), shown);
            let again = serde_json::to_string(&number).unwrap();
            assert_eq!(serde_json::from_str::<Signed>(&again).unwrap(), number);
        }
        for json in ["\"--3\"", "\"\"", "1e300", "\"-\"", "-0.0000001", "null"] {
            assert!(serde_json::from_str::<Signed>(json).is_err(), "{json}");
        }
    }
}
