//! Whether a sale can be compared, and by which area.

use bigdecimal::BigDecimal;
use domain::Money;
use letter_of_intent::{Decimal, SQUARE_FEET_PER_ACRE};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Prices up to this many dollars are the nominal ones of deeds that do not state the price.
const NOMINAL_PRICE: u32 = 100;

/// What a price is divided by. Figures of different units are never mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CompAreaUnit)]
pub enum AreaUnit {
    /// Acres of land.
    Acre,
    /// S.F. of land.
    LandSquareFoot,
    /// Gross S.F. of the buildings.
    GrossSquareFoot,
    /// Rentable S.F. of the buildings.
    RentableSquareFoot,
}

/// The areas of a sale, as given; 0 counts as not given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Areas {
    /// Of the land.
    pub acres: Option<Decimal>,
    /// Of the land.
    pub land_square_feet: Option<Decimal>,
    /// Of the buildings.
    pub gross_square_feet: Option<Decimal>,
    /// Of the buildings.
    pub rentable_square_feet: Option<Decimal>,
}

impl Areas {
    /// The area in a unit, not rounded. Land given in the other unit is converted; the kinds of
    /// building area cannot be.
    pub fn of(&self, unit: AreaUnit) -> Option<BigDecimal> {
        let given = |area: &Option<Decimal>| {
            let area = area.as_ref().filter(|area| !area.is_zero());
            area.map(|area| area.value().clone())
        };
        let feet = BigDecimal::from(SQUARE_FEET_PER_ACRE);
        match unit {
            AreaUnit::Acre => {
                given(&self.acres).or_else(|| given(&self.land_square_feet).map(|area| area / feet))
            }
            AreaUnit::LandSquareFoot => {
                given(&self.land_square_feet).or_else(|| given(&self.acres).map(|area| area * feet))
            }
            AreaUnit::GrossSquareFoot => given(&self.gross_square_feet),
            AreaUnit::RentableSquareFoot => given(&self.rentable_square_feet),
        }
    }
}

impl AreaUnit {
    /// After a slash or a number, as in `125,000/acre`.
    pub const fn per(self) -> &'static str {
        match self {
            Self::Acre => "acre",
            Self::LandSquareFoot => "S.F. of land",
            Self::GrossSquareFoot => "gross S.F.",
            Self::RentableSquareFoot => "rentable S.F.",
        }
    }

    /// After an area, as in `10.37 ac`.
    pub const fn abbreviation(self) -> &'static str {
        match self {
            Self::Acre => "ac",
            _ => "S.F.",
        }
    }

    /// Decimals of a price: whole dollars an acre, cents a square foot.
    pub(crate) const fn decimals(self) -> i64 {
        match self {
            Self::Acre => 0,
            _ => 2,
        }
    }
}

/// Whether an amount can be the price of land; deeds state 10 dollars to state none.
pub fn is_price(price: &Money) -> bool {
    *price.amount() > NOMINAL_PRICE
}

/// Whether acres and square feet of the same land differ by more than 1 %.
pub fn areas_disagree(acres: &Decimal, land_square_feet: &Decimal) -> bool {
    let from_acres = acres.value() * BigDecimal::from(SQUARE_FEET_PER_ACRE);
    let difference = (&from_acres - land_square_feet.value()).abs();
    difference * BigDecimal::from(100) > from_acres
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<Decimal> {
        text.parse().ok()
    }

    #[test]
    fn a_sale_without_an_area_has_none_in_that_unit() {
        let land = Areas {
            acres: number("2"),
            ..Areas::default()
        };
        assert_eq!(land.of(AreaUnit::LandSquareFoot).unwrap(), 87_120);
        assert_eq!(land.of(AreaUnit::GrossSquareFoot), None);
        let building = Areas {
            acres: number("0"),
            land_square_feet: number("21780"),
            gross_square_feet: number("1000"),
            ..Areas::default()
        };
        assert_eq!(
            building.of(AreaUnit::Acre).unwrap(),
            "0.5".parse::<BigDecimal>().unwrap()
        );
        assert_eq!(building.of(AreaUnit::GrossSquareFoot).unwrap(), 1000);
        assert_eq!(
            building.of(AreaUnit::RentableSquareFoot),
            None,
            "never converted"
        );
    }

    #[test]
    fn acres_and_square_feet_may_differ_by_one_percent() {
        let acre: Decimal = "1".parse().unwrap();
        for (feet, differs) in [
            ("43560", false),
            ("43995.6", false),
            ("43995.7", true),
            ("43124.3", true),
        ] {
            assert_eq!(
                areas_disagree(&acre, &feet.parse().unwrap()),
                differs,
                "{feet}"
            );
        }
    }

    #[test]
    fn nominal_prices_are_no_prices() {
        for (dollars, real) in [
            ("0", false),
            ("10", false),
            ("100", false),
            ("100.01", true),
        ] {
            assert_eq!(is_price(&dollars.parse().unwrap()), real, "{dollars}");
        }
    }
}
