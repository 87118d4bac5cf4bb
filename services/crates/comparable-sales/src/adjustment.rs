//! Adjustments of a sale's price toward the property: an inferior sale is adjusted upward.
//!
//! The order of the appraisers: the first four kinds one after the other, each on the price that the
//! one before it left; the others added together, all on the price after those four.

use bigdecimal::BigDecimal;
use domain::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rounding::{money, rounded};
use crate::signed::Signed;

/// Gross adjustments above are to be looked at, in percent of the price.
const GROSS_LIMIT: u32 = 25;

/// What a sale is adjusted for, in the order of calculation.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AdjustmentKind {
    /// The rights that were sold.
    PropertyRights,
    /// To a price in cash.
    Financing,
    /// How freely the parties acted.
    ConditionsOfSale,
    /// How prices moved since the sale.
    MarketConditions,
    /// Where it is.
    Location,
    /// Size, shape, access, soil and buildings.
    Physical,
    /// Income, leases and costs.
    Economic,
    /// Zoning and use.
    Use,
}

/// What an adjustment's amount means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdjustmentUnit {
    /// Of the price so far.
    Percent,
    /// Of the whole price.
    Dollars,
}

/// An adjustment of a sale's price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjustment {
    /// What for.
    pub kind: AdjustmentKind,
    /// What the amount means.
    pub unit: AdjustmentUnit,
    /// Above 0 when the sale is inferior to the property.
    pub amount: Signed,
}

/// A price after its adjustments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjusted {
    /// Exact.
    pub price: BigDecimal,
    /// All adjustments together, in percent of the sale's price, one decimal.
    pub net_percent: BigDecimal,
    /// Their absolute amounts together, in percent of the sale's price, one decimal.
    pub gross_percent: BigDecimal,
    /// The gross adjustments are so large that the sale is hardly comparable.
    pub is_large: bool,
}

impl Adjusted {
    /// The price in whole dollars; `None` when it is too large.
    pub fn whole_dollars(&self) -> Option<Money> {
        money(&self.price, 0)
    }
}

impl AdjustmentKind {
    const fn is_sequential(self) -> bool {
        matches!(
            self,
            Self::PropertyRights
                | Self::Financing
                | Self::ConditionsOfSale
                | Self::MarketConditions
        )
    }
}

impl Adjustment {
    fn effect_on(&self, price: &BigDecimal) -> BigDecimal {
        match self.unit {
            AdjustmentUnit::Percent => price * self.amount.value() / BigDecimal::from(100),
            AdjustmentUnit::Dollars => self.amount.value().clone(),
        }
    }
}

/// The price with its adjustments, in the order of their kinds; `None` when nothing above 0 remains.
/// The price must be above 0.
pub fn adjust(price: &Money, adjustments: &[Adjustment]) -> Option<Adjusted> {
    let sold_for = price.amount();
    let mut ordered: Vec<&Adjustment> = adjustments.iter().collect();
    ordered.sort_by_key(|adjustment| adjustment.kind);
    let (mut running, mut gross) = (sold_for.clone(), BigDecimal::from(0));
    let is_first = |adjustment: &&&Adjustment| adjustment.kind.is_sequential();
    for adjustment in ordered.iter().filter(is_first) {
        let effect = adjustment.effect_on(&running);
        gross += effect.abs();
        running += effect;
    }
    let base = running.clone();
    for adjustment in ordered.iter().filter(|one| !one.kind.is_sequential()) {
        let effect = adjustment.effect_on(&base);
        gross += effect.abs();
        running += effect;
    }
    if base <= 0 || running <= 0 || *sold_for <= 0 {
        return None;
    }
    let percent = |dollars: BigDecimal| dollars * BigDecimal::from(100) / sold_for;
    let gross_percent = percent(gross);
    Some(Adjusted {
        net_percent: rounded(&percent(&running - sold_for), 1),
        is_large: gross_percent > GROSS_LIMIT,
        gross_percent: rounded(&gross_percent, 1),
        price: running,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use AdjustmentKind::{Financing, Location, MarketConditions, Physical};
    use AdjustmentUnit::{Dollars, Percent};

    fn one(kind: AdjustmentKind, unit: AdjustmentUnit, amount: &str) -> Adjustment {
        let amount = amount.parse().unwrap();
        Adjustment { kind, unit, amount }
    }

    fn decimal(text: &str) -> BigDecimal {
        text.parse().unwrap()
    }

    #[test]
    fn the_first_four_follow_each_other_and_the_rest_are_added() {
        let price: Money = "1000000".parse().unwrap();
        // 1,000,000 − 50,000 = 950,000; + 10 % = 1,045,000; then + 10 % and − 5 % of that.
        let adjusted = adjust(
            &price,
            &[
                one(Location, Percent, "10"),
                one(MarketConditions, Percent, "10"),
                one(Physical, Percent, "-5"),
                one(Financing, Dollars, "-50000"),
            ],
        )
        .unwrap();
        assert_eq!(adjusted.price, decimal("1097250"));
        assert_eq!(adjusted.whole_dollars().unwrap().to_string(), "1097250.00");
        assert_eq!(adjusted.net_percent, decimal("9.7"));
        // 50,000 + 95,000 + 104,500 + 52,250 of 1,000,000
        assert_eq!(adjusted.gross_percent, decimal("30.2"));
        assert!(adjusted.is_large);
    }

    #[test]
    fn opposite_adjustments_are_gross_but_not_net() {
        let price: Money = "200000".parse().unwrap();
        let both = [
            one(Location, Percent, "12.5"),
            one(Physical, Percent, "-12.5"),
        ];
        let adjusted = adjust(&price, &both).unwrap();
        assert_eq!(
            (adjusted.price, adjusted.net_percent),
            (decimal("200000"), decimal("0"))
        );
        assert_eq!(adjusted.gross_percent, decimal("25"));
        assert!(!adjusted.is_large, "25 % is not above 25 %");
    }

    #[test]
    fn a_price_that_is_adjusted_away_is_none() {
        let price: Money = "1000".parse().unwrap();
        for adjustments in [
            vec![one(Location, Percent, "-100")],
            vec![
                one(Financing, Dollars, "-1000"),
                one(Location, Dollars, "5000"),
            ],
        ] {
            assert_eq!(adjust(&price, &adjustments), None);
        }
        assert_eq!(adjust(&price, &[]).unwrap().price, decimal("1000"));
    }
}
