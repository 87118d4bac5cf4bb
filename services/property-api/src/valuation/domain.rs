//! The rules of the four values of a property. No I/O.

use domain::{Invalid, Money, offer_value};
use serde::{Deserialize, Deserializer, de};
use utoipa::ToSchema;

use crate::properties::store::{Change, PropertyRow, money};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Total,
    Appraised,
    Market,
    Offer,
}

impl Field {
    pub const ALL: [Self; 4] = [Self::Total, Self::Appraised, Self::Market, Self::Offer];

    /// Name in JSON and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Total => "total_value",
            Self::Appraised => "appraised_value",
            Self::Market => "market_value",
            Self::Offer => "offer_value",
        }
    }

    /// Name in sentences.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Total => "total value",
            Self::Appraised => "appraised value",
            Self::Market => "market value",
            Self::Offer => "offer value",
        }
    }
}

/// Why an offer was set: one line of 1 to 200 characters.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 200)]
pub struct OfferReason(String);

impl OfferReason {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for OfferReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let text = text.trim();
        let is_line = !text.is_empty() && !text.chars().any(char::is_control);
        if !is_line || text.chars().count() > 200 {
            let sentence = Invalid::new("A reason is one line of 1 to 200 characters.");
            return Err(de::Error::custom(sentence));
        }
        Ok(Self(text.to_owned()))
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Values {
    pub total: Option<Money>,
    pub appraised: Option<Money>,
    pub market: Option<Money>,
    pub offer: Option<Money>,
}

impl Values {
    pub fn of(row: &PropertyRow) -> Self {
        Self {
            total: money(row.total_value.clone()),
            appraised: money(row.appraised_value.clone()),
            market: money(row.market_value.clone()),
            offer: money(row.offer_value.clone()),
        }
    }

    pub const fn get(&self, field: Field) -> &Option<Money> {
        match field {
            Field::Total => &self.total,
            Field::Appraised => &self.appraised,
            Field::Market => &self.market,
            Field::Offer => &self.offer,
        }
    }

    /// The values with one as it was; nothing is recomputed.
    #[must_use]
    pub fn with(mut self, field: Field, value: Option<Money>) -> Self {
        *match field {
            Field::Total => &mut self.total,
            Field::Appraised => &mut self.appraised,
            Field::Market => &mut self.market,
            Field::Offer => &mut self.offer,
        } = value;
        self
    }

    /// The values after one is set or cleared. A new appraised or market value recomputes the offer
    /// when both are known.
    #[must_use]
    pub fn set(&self, field: Field, value: Option<Money>) -> Self {
        let mut next = self.clone().with(field, value);
        let recalculates = next.appraised != self.appraised || next.market != self.market;
        if recalculates && let (Some(appraised), Some(market)) = (&next.appraised, &next.market) {
            next.offer = Some(offer_value(appraised, market));
        }
        next
    }

    /// The values that differ from `before`.
    pub fn changed_since(&self, before: &Self) -> Vec<Field> {
        let differs = |field: &Field| self.get(*field) != before.get(*field);
        Field::ALL.into_iter().filter(differs).collect()
    }

    pub fn to_change(&self) -> Change {
        let column = |value: &Option<Money>| Some(value.clone().map(Into::into));
        Change {
            total_value: column(&self.total),
            appraised_value: column(&self.appraised),
            market_value: column(&self.market),
            offer_value: column(&self.offer),
            ..Change::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use bigdecimal::BigDecimal;
    use proptest::prelude::*;

    use super::*;

    fn dollars(cents: i64) -> Money {
        Money::try_from(BigDecimal::new(cents.into(), 2)).unwrap()
    }

    #[test]
    fn a_set_offer_stands_until_the_next_recalculation() {
        let values = Values::default()
            .set(Field::Appraised, Some(dollars(100_000_000)))
            .set(Field::Market, Some(dollars(150_000_000)));
        assert_eq!(values.offer, Some(dollars(119_000_000)));
        let own = values.set(Field::Offer, Some(dollars(7)));
        assert_eq!(own.offer, Some(dollars(7)));
        let same = own.set(Field::Market, own.market.clone());
        assert_eq!(
            same.offer,
            Some(dollars(7)),
            "nothing changed, so nothing is recalculated"
        );
        let again = own.set(Field::Market, Some(dollars(100_000_000)));
        assert_eq!(again.offer, Some(dollars(115_000_000)));
        assert_eq!(again.changed_since(&own), [Field::Market, Field::Offer]);
    }

    #[test]
    fn one_value_alone_makes_no_offer_and_clearing_keeps_it() {
        let one = Values::default().set(Field::Market, Some(dollars(100)));
        assert_eq!(one.offer, None);
        let both = one.set(Field::Appraised, Some(dollars(100)));
        let cleared = both.set(Field::Market, None);
        assert_eq!(cleared.offer, both.offer);
        assert_eq!(cleared.set(Field::Offer, None).offer, None);
    }

    proptest! {
        #[test]
        fn the_offer_is_115_percent_of_the_lower_and_8_of_the_difference(
            appraised in 0..10_000_000_000_i64,
            market in 0..10_000_000_000_i64,
        ) {
            let values = Values::default()
                .set(Field::Appraised, Some(dollars(appraised)))
                .set(Field::Market, Some(dollars(market)));
            let (lower, higher) = (appraised.min(market), appraised.max(market));
            // In hundredths of a cent, rounded half up.
            let exact = i128::from(lower) * 115 + i128::from(higher - lower) * 8;
            let cents = i64::try_from((exact + 50) / 100).unwrap();
            prop_assert_eq!(values.offer, Some(dollars(cents)));
        }
    }
}
