//! US dollars, exact to the cent, and the offer rule.
//!
//! A decimal, because floats cannot represent cents. In JSON it is a number, as specified: with at
//! most 12 digits before the point and 2 after, a JSON number's shortest text is the amount itself,
//! so the conversion is lossless.

use std::fmt;
use std::str::FromStr;

use bigdecimal::{BigDecimal, RoundingMode, ToPrimitive as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::ToSchema;

use crate::Invalid;

const NOT_A_NUMBER: Invalid =
    Invalid::new("Please enter an amount of dollars, such as 250000 or 250000.50.");
const NEGATIVE: Invalid = Invalid::new("The amount cannot be negative.");
const TOO_LARGE: Invalid = Invalid::new("The amount must be less than 1,000,000,000,000 dollars.");
const TOO_FINE: Invalid = Invalid::new("The amount can have at most two decimals.");

/// Decimals of a dollar amount.
const CENTS: i64 = 2;

/// A non-negative amount of US dollars below 10¹² with two decimals.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[cfg_attr(
    feature = "diesel",
    derive(diesel_derive_newtype::DieselNewType),
    diesel_newtype(try_from)
)]
#[schema(value_type = f64, minimum = 0, exclusive_maximum = 1_000_000_000_000.0, multiple_of = 0.01, example = json!(250_000.5))]
pub struct Money(BigDecimal);

impl Money {
    /// The amount with two decimals, for the database column.
    pub fn amount(&self) -> &BigDecimal {
        &self.0
    }

    /// The amount in cents.
    pub fn cents(&self) -> u64 {
        (&self.0 * 100_i64).to_u64().unwrap_or(u64::MAX)
    }

    /// The amount rounded to whole dollars, half up.
    pub fn whole_dollars(&self) -> u64 {
        self.0
            .with_scale_round(0, RoundingMode::HalfUp)
            .to_u64()
            .unwrap_or(u64::MAX)
    }

    /// The sum; `None` if it is too large for an amount.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        Self::try_from(&self.0 + &other.0).ok()
    }

    /// The largest amount: one cent under 10¹² dollars.
    pub fn max() -> Self {
        Self(BigDecimal::new(99_999_999_999_999_i64.into(), CENTS))
    }
}

impl TryFrom<BigDecimal> for Money {
    type Error = Invalid;

    fn try_from(amount: BigDecimal) -> Result<Self, Invalid> {
        if amount < 0 {
            return Err(NEGATIVE);
        }
        if amount >= 1_000_000_000_000_i64 {
            return Err(TOO_LARGE);
        }
        let cents = amount.with_scale_round(CENTS, RoundingMode::Down);
        if cents == amount {
            Ok(Self(cents))
        } else {
            Err(TOO_FINE)
        }
    }
}

impl From<Money> for BigDecimal {
    fn from(money: Money) -> Self {
        money.0
    }
}

impl FromStr for Money {
    type Err = Invalid;

    /// Reads `1234`, `1234.5` and `1234.50`. No exponent, sign `+`, separator or currency sign: the
    /// screens remove those, and an exponent could request gigabytes of digits.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) {
            return Err(NOT_A_NUMBER);
        }
        if whole.trim_start_matches('0').len() > 12 {
            return Err(if negative { NEGATIVE } else { TOO_LARGE });
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > 2 {
            return Err(if negative { NEGATIVE } else { TOO_FINE });
        }
        let sign = if negative { "-" } else { "" };
        format!("{sign}{whole}.{fraction:0<2}")
            .parse::<BigDecimal>()
            .map_err(|_refused: bigdecimal::ParseBigDecimalError| NOT_A_NUMBER)?
            .try_into()
    }
}

impl fmt::Display for Money {
    /// Always two decimals, no separators: `250000.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_plain_string())
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Whole amounts as integers, so that the JSON text is 250000 and not 250000.0.
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

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MoneyVisitor)
    }
}

struct MoneyVisitor;

impl de::Visitor<'_> for MoneyVisitor {
    type Value = Money;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an amount of dollars")
    }

    fn visit_u64<E: de::Error>(self, whole: u64) -> Result<Money, E> {
        Money::try_from(BigDecimal::from(whole)).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, whole: i64) -> Result<Money, E> {
        Money::try_from(BigDecimal::from(whole)).map_err(E::custom)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Money, E> {
        // JSON parsers may miss the nearest float by one step. Below 10¹² three steps are far less
        // than 0.1 cent, so this finds the written amount and still detects a third decimal.
        let cents = format!("{number:.2}");
        let nearest: f64 = cents.parse().map_err(E::custom)?;
        let step = nearest.abs().next_up() - nearest.abs();
        if (nearest - number).abs() <= 3.0 * step {
            return cents.parse().map_err(E::custom);
        }
        number.to_string().parse().map_err(E::custom)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Money, E> {
        text.parse().map_err(E::custom)
    }
}

/// The offer for a property: 1.15 times the lower of the appraised and market values plus 0.08
/// times the difference to the higher (specification, point 9), rounded to cents, half up.
///
/// The result is at most [`Money::max`], which only a property near a trillion dollars reaches.
pub fn offer_value(appraised: &Money, market: &Money) -> Money {
    let lower = &appraised.min(market).0;
    let higher = &appraised.max(market).0;
    let per_lower = BigDecimal::new(115.into(), 2);
    let per_difference = BigDecimal::new(8.into(), 2);
    let offer = per_lower * lower + per_difference * (higher - lower);
    Money(offer.with_scale_round(CENTS, RoundingMode::HalfUp)).min(Money::max())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::de::Visitor as _;

    fn dollars(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn amounts_are_read_and_written_exactly() {
        for (json, shown) in [
            ("0", "0.00"),
            ("250000", "250000.00"),
            ("0.1", "0.10"),
            ("1234.56", "1234.56"),
            ("\"1234.5\"", "1234.50"),
            ("999999999999.99", "999999999999.99"),
            ("2.5e3", "2500.00"),
        ] {
            let money: Money = serde_json::from_str(json).unwrap();
            assert_eq!(money.to_string(), shown);
        }
        assert_eq!(
            serde_json::to_string(&dollars("250000.00")).unwrap(),
            "250000"
        );
        assert_eq!(serde_json::to_string(&dollars("0.10")).unwrap(), "0.1");
        assert_eq!(
            serde_json::to_string(&Money::max()).unwrap(),
            "999999999999.99"
        );
    }

    #[test]
    fn a_sum_is_exact_or_none() {
        let sum = dollars("0.10").plus(&dollars("1000000.25"));
        assert_eq!(sum, Some(dollars("1000000.35")));
        assert_eq!(Money::max().plus(&dollars("0.01")), None);
    }

    #[test]
    fn other_input_is_refused_with_its_reason() {
        for (json, sentence) in [
            ("-1", NEGATIVE),
            ("-0.01", NEGATIVE),
            ("1000000000000", TOO_LARGE),
            ("1e300", TOO_LARGE),
            ("18446744073709551615", TOO_LARGE),
            ("0.001", TOO_FINE),
            ("999999999999.999", TOO_FINE),
            ("\"\"", NOT_A_NUMBER),
            ("\"NaN\"", NOT_A_NUMBER),
            ("\"1e9\"", NOT_A_NUMBER),
            ("\"1,000\"", NOT_A_NUMBER),
            ("\"$5\"", NOT_A_NUMBER),
            ("\"5.\"", NOT_A_NUMBER),
        ] {
            let error = serde_json::from_str::<Money>(json).unwrap_err().to_string();
            assert!(error.starts_with(sentence.sentence()), "{json}: {error}");
        }
        assert!(serde_json::from_str::<Money>("null").is_err());
        assert!(serde_json::from_str::<Money>("true").is_err());
    }

    #[test]
    fn the_offer_follows_the_rule() {
        for (appraised, market, offer) in [
            ("1000000", "1000000", "1150000.00"),
            ("1000000", "1500000", "1190000.00"),
            ("1500000", "1000000", "1190000.00"),
            ("0", "100", "8.00"),
            ("0", "0", "0.00"),
            // 1.15 × 0.10 + 0.08 × 0.03 = 0.1174
            ("0.10", "0.13", "0.12"),
            // 1.15 × 0.30 = 0.345: half a cent goes up
            ("0.30", "0.30", "0.35"),
        ] {
            assert_eq!(
                offer_value(&dollars(appraised), &dollars(market)).to_string(),
                offer
            );
        }
        assert_eq!(offer_value(&Money::max(), &Money::max()), Money::max());
        assert_eq!(dollars("1190000.50").whole_dollars(), 1_190_001);
    }

    proptest! {
        #[test]
        fn every_amount_survives_json(cents in 0..100_000_000_000_000_i64) {
            let money = Money::try_from(BigDecimal::new(cents.into(), 2)).unwrap();
            let json = serde_json::to_string(&money).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Money>(&json).unwrap(), &money);
            prop_assert_eq!(money.to_string().parse::<Money>().unwrap(), money);
        }

        #[test]
        fn any_text_is_judged_without_panic(text in ".*") {
            let _ = text.parse::<Money>();
        }

        #[test]
        fn any_number_is_judged_without_panic(number in any::<f64>()) {
            if let Ok(money) = MoneyVisitor.visit_f64::<de::value::Error>(number) {
                prop_assert!(money <= Money::max());
                let back: f64 = money.to_string().parse().unwrap();
                prop_assert!((back - number.abs()).abs() < 0.001, "{} {}", back, number);
            }
        }

        #[test]
        fn the_offer_does_not_care_for_the_order(a in 0..10_000_000_000_i64, b in 0..10_000_000_000_i64) {
            let a = Money::try_from(BigDecimal::new(a.into(), 2)).unwrap();
            let b = Money::try_from(BigDecimal::new(b.into(), 2)).unwrap();
            let offer = offer_value(&a, &b);
            prop_assert_eq!(&offer, &offer_value(&b, &a));
            prop_assert!(&offer >= (&a).min(&b));
        }
    }
}
