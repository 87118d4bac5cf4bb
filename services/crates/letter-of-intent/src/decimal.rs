//! Factors, areas and percentages: exact decimals that a JSON number holds without loss.

use std::fmt;
use std::str::FromStr;

use bigdecimal::{BigDecimal, ToPrimitive as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use domain::Invalid;

const NOT_A_NUMBER: Invalid = Invalid::new("Please enter a number, such as 87.5.");
const NEGATIVE: Invalid = Invalid::new("The number cannot be negative.");
const TOO_LONG: Invalid = Invalid::new(
    "The number can have at most 12 digits before and 6 after the point, and 15 together.",
);

const MAX_WHOLE: usize = 12;
const MAX_FRACTION: usize = 6;
/// A double has the shortest text of every decimal with this many digits.
const MAX_DIGITS: usize = 15;

/// A decimal that is not negative, with at most 12 digits before and 6 after the point, 15 together.
///
/// In JSON it is a number, and read from a number or a string; never calculated as a floating-point
/// number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(BigDecimal);

impl Decimal {
    /// The exact value.
    pub fn value(&self) -> &BigDecimal {
        &self.0
    }

    /// Of a constant within the limits.
    pub(crate) fn from_exact(value: &BigDecimal) -> Self {
        Self(value.normalized())
    }

    /// A measured number, such as an area, cut to the decimals that fit. Cut and not rounded: rounded
    /// to fewer decimals afterwards, it gives what the number itself gives.
    ///
    /// # Errors
    /// It is negative, not finite or has more than 12 digits before the point.
    pub fn cut(number: f64) -> Result<Self, Invalid> {
        cut(&number.to_string())
    }

    /// The same of an exact number, such as an area in another unit.
    ///
    /// # Errors
    /// As [`Self::cut`].
    pub fn cut_exact(number: &BigDecimal) -> Result<Self, Invalid> {
        cut(&number.to_plain_string())
    }

    /// Whether it is 0. Of areas and values that counts as not entered.
    pub fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

fn cut(text: &str) -> Result<Decimal, Invalid> {
    let Some((whole, fraction)) = text.split_once('.') else {
        return text.parse();
    };
    let digits = whole.trim_start_matches(['-', '0']).len();
    let room = MAX_DIGITS.saturating_sub(digits).min(MAX_FRACTION);
    let fraction = fraction.get(..room).unwrap_or(fraction);
    format!("{whole}.{fraction}0").parse()
}

impl From<u32> for Decimal {
    fn from(whole: u32) -> Self {
        Self(BigDecimal::from(whole))
    }
}

impl TryFrom<f64> for Decimal {
    type Error = Invalid;

    /// Reads the number's shortest text: 87.1 is 87.1, not the double beside it.
    fn try_from(number: f64) -> Result<Self, Invalid> {
        number.to_string().parse()
    }
}

impl FromStr for Decimal {
    type Err = Invalid;

    /// Reads `87`, `87.5` and `.5`. No exponent, sign `+` or separator.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if fraction.is_empty() || digits.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return Err(NOT_A_NUMBER);
        }
        let (whole, fraction) = (
            whole.trim_start_matches('0'),
            fraction.trim_end_matches('0'),
        );
        if negative && !(whole.is_empty() && fraction.is_empty()) {
            return Err(NEGATIVE);
        }
        let digits = whole.len() + fraction.len();
        if whole.len() > MAX_WHOLE || fraction.len() > MAX_FRACTION || digits > MAX_DIGITS {
            return Err(TOO_LONG);
        }
        format!("0{whole}.{fraction}0")
            .parse::<BigDecimal>()
            .map(|value| Self(value.normalized()))
            .map_err(|_refused: bigdecimal::ParseBigDecimalError| NOT_A_NUMBER)
    }
}

impl fmt::Display for Decimal {
    /// No separators, no zeros at the end: `87.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_plain_string())
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_integer()
            && let Some(whole) = self.0.to_u64()
        {
            return serializer.serialize_u64(whole);
        }
        let number: f64 = self
            .to_string()
            .parse()
            .map_err(serde::ser::Error::custom)?;
        serializer.serialize_f64(number)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DecimalVisitor)
    }
}

struct DecimalVisitor;

impl de::Visitor<'_> for DecimalVisitor {
    type Value = Decimal;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_u64<E: de::Error>(self, whole: u64) -> Result<Decimal, E> {
        whole.to_string().parse().map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, whole: i64) -> Result<Decimal, E> {
        whole.to_string().parse().map_err(E::custom)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Decimal, E> {
        Decimal::try_from(number).map_err(E::custom)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Decimal, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_read_and_written_exactly() {
        for (json, shown) in [
            ("87.1", "87.1"),
            ("\"87.50\"", "87.5"),
            ("0", "0"),
            ("-0.0", "0"),
            ("95", "95"),
            ("120", "120"),
            ("\".5\"", "0.5"),
            ("999999999999.999", "999999999999.999"),
            ("123456789.123456", "123456789.123456"),
        ] {
            let number: Decimal = serde_json::from_str(json).unwrap();
            assert_eq!(number.to_string(), shown);
            let again = serde_json::to_string(&number).unwrap();
            assert_eq!(serde_json::from_str::<Decimal>(&again).unwrap(), number);
        }
        assert_eq!(
            serde_json::to_string(&Decimal::from(120_u32)).unwrap(),
            "120"
        );
    }

    #[test]
    fn other_input_is_refused() {
        for json in [
            "-1",
            "1e300",
            "0.0000001",
            "1000000000000",
            "\"1e3\"",
            "\"\"",
            "\".\"",
            "\"5.\"",
            "\"1,000\"",
            "\"NaN\"",
            "1234567890123.5",
            "1234567890.123456",
            "null",
        ] {
            assert!(serde_json::from_str::<Decimal>(json).is_err(), "{json}");
        }
        assert!(Decimal::try_from(f64::NAN).is_err());
        assert!(Decimal::try_from(f64::INFINITY).is_err());
    }

    #[test]
    fn measured_numbers_are_cut() {
        for (number, shown) in [
            (10.370_000_000_000_001, "10.37"),
            (1.004_999_999_9, "1.004999"),
            (123_456_789_012.123_45, "123456789012.123"),
            (1e-9, "0"),
            (5.0, "5"),
        ] {
            assert_eq!(Decimal::cut(number).unwrap().to_string(), shown);
        }
        assert!(Decimal::cut(-1.5).is_err());
        assert!(Decimal::cut(f64::NAN).is_err());
        assert!(Decimal::cut(1e13).is_err());
    }

    #[test]
    fn exact_numbers_keep_the_decimals_that_fit() {
        for (number, shown) in [
            ("0.3957", "0.3957"),
            ("17236.692", "17236.692"),
            ("0.1234567", "0.123456"),
            ("53777377381.16936", "53777377381.1693"),
            ("4356e2", "435600"),
        ] {
            let number: BigDecimal = number.parse().unwrap();
            assert_eq!(Decimal::cut_exact(&number).unwrap().to_string(), shown);
        }
        assert!(Decimal::cut_exact(&BigDecimal::from(10_000_000_000_000_i64)).is_err());
    }

    proptest! {
        #[test]
        fn every_decimal_survives_json(digits in 0..1_000_000_000_000_000_u64, fraction in 3..=6_usize) {
            let text = format!("{digits:016}");
            let (whole, rest) = text.split_at(16 - fraction);
            let number: Decimal = format!("{whole}.{rest}").parse().unwrap_or_else(|_| Decimal::from(1_u32));
            let json = serde_json::to_string(&number).unwrap();
            prop_assert_eq!(serde_json::from_str::<Decimal>(&json).unwrap(), number);
        }

        #[test]
        fn any_text_is_judged_without_panic(text in ".*") {
            let _ = text.parse::<Decimal>();
        }
    }
}
