//! The comparable sales of a dossier in words, as property-api has them. No I/O.

use chrono::NaiveDate;
use serde::Deserialize;

use super::said;

/// The comparable sales that are chosen for a property.
#[derive(Debug, Clone, Deserialize)]
pub struct CompSet {
    pub unit: Unit,
    pub items: Vec<CompItem>,
    pub statistics: Statistics,
}

/// What prices are divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Acre,
    LandSquareFoot,
    GrossSquareFoot,
    RentableSquareFoot,
}

/// A sale of a set.
#[derive(Debug, Clone, Deserialize)]
pub struct CompItem {
    pub comp: Comp,
    pub adjustments: Vec<Adjustment>,
    pub excluded_reason: Option<String>,
    pub adjusted_price: Option<f64>,
    pub net_percent: Option<f64>,
    pub gross_percent: Option<f64>,
    pub unit_price: Option<f64>,
    pub not_counted: Option<NotCounted>,
}

/// A sale.
#[derive(Debug, Clone, Deserialize)]
pub struct Comp {
    pub address: Option<String>,
    pub parcel_number: Option<String>,
    pub sale_date: NaiveDate,
    /// Dollars.
    pub price: f64,
    pub acres: Option<f64>,
    pub land_square_feet: Option<f64>,
    pub gross_square_feet: Option<f64>,
    pub rentable_square_feet: Option<f64>,
    pub source: String,
}

/// An adjustment of a sale.
#[derive(Debug, Clone, Deserialize)]
pub struct Adjustment {
    pub kind: Kind,
    pub unit: AmountUnit,
    pub amount: f64,
    pub reason: String,
}

/// What a sale is adjusted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    PropertyRights,
    Financing,
    ConditionsOfSale,
    MarketConditions,
    Location,
    Physical,
    Economic,
    Use,
}

/// What an adjustment's amount is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AmountUnit {
    Percent,
    Dollars,
}

/// Why a sale does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotCounted {
    Excluded,
    Deleted,
    SeveralParcels,
    RelatedParties,
    NoArea,
    AdjustedAway,
}

/// Figures of the sales that count, dollars per unit.
#[derive(Debug, Clone, Deserialize)]
pub struct Statistics {
    pub count: usize,
    pub median: Option<f64>,
    pub lowest: Option<f64>,
    pub highest: Option<f64>,
}

impl Unit {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Acre => "acre",
            Self::LandSquareFoot => "S.F. of land",
            Self::GrossSquareFoot => "gross S.F.",
            Self::RentableSquareFoot => "rentable S.F.",
        }
    }

    /// Whole dollars an acre, cents a square foot.
    pub fn price(self, value: f64) -> String {
        let decimals = if self == Self::Acre { 0 } else { 2 };
        format!("${}", said::number(value, decimals))
    }
}

impl Kind {
    const fn words(self) -> &'static str {
        match self {
            Self::PropertyRights => "Property rights",
            Self::Financing => "Financing",
            Self::ConditionsOfSale => "Conditions of sale",
            Self::MarketConditions => "Market conditions (time)",
            Self::Location => "Location",
            Self::Physical => "Physical",
            Self::Economic => "Economic",
            Self::Use => "Use",
        }
    }
}

impl NotCounted {
    const fn words(self) -> &'static str {
        match self {
            Self::Excluded => "excluded",
            Self::Deleted => "deleted",
            Self::SeveralParcels => "several parcels in one deed",
            Self::RelatedParties => "related parties",
            Self::NoArea => "no area in this unit",
            Self::AdjustedAway => "nothing remains after adjustments",
        }
    }
}

impl Adjustment {
    /// 'Location +5 %: better corner'.
    pub fn words(&self) -> String {
        let sign = if self.amount < 0.0 { "-" } else { "+" };
        let amount = self.amount.abs();
        let decimals = usize::from(amount.fract() != 0.0);
        let amount = match self.unit {
            AmountUnit::Percent => format!("{sign}{} %", said::number(amount, decimals)),
            AmountUnit::Dollars => format!("{sign}${}", said::number(amount, 0)),
        };
        format!("{} {amount}: {}", self.kind.words(), self.reason)
    }
}

impl CompItem {
    pub fn name(&self) -> String {
        let number = self.comp.parcel_number.as_deref().and_then(said::text);
        let address = self.comp.address.as_deref().and_then(said::text);
        address
            .or_else(|| number.map(|number| format!("Parcel {number}")))
            .unwrap_or_default()
    }

    /// In the unit of the set, as it was entered.
    pub fn area(&self, unit: Unit) -> Option<String> {
        let comp = &self.comp;
        let feet = |area: f64| format!("{} S.F.", said::number(area, 0));
        match unit {
            Unit::Acre | Unit::LandSquareFoot => {
                let land = comp.land_square_feet.map(feet);
                let acres = comp.acres.map(said::acres);
                if unit == Unit::Acre {
                    acres.or(land)
                } else {
                    land.or(acres)
                }
            }
            Unit::GrossSquareFoot => comp.gross_square_feet.map(feet),
            Unit::RentableSquareFoot => comp.rentable_square_feet.map(feet),
        }
    }

    /// Why it does not count; `None` if it does.
    pub fn left_out(&self) -> Option<String> {
        let why = self.not_counted?;
        let reason = self.excluded_reason.as_deref().and_then(said::text);
        Some(reason.map_or_else(
            || format!("Not counted: {}", why.words()),
            |reason| format!("Not counted: {}, {reason}", why.words()),
        ))
    }
}

impl CompSet {
    /// What the sales say together.
    pub fn summary(&self) -> String {
        let Statistics {
            count,
            median,
            lowest,
            highest,
        } = self.statistics;
        let unit = self.unit;
        match (median, lowest, highest) {
            (Some(median), Some(lowest), Some(highest)) => format!(
                "Median of {count} sales: {} per {}; from {} to {}",
                unit.price(median),
                unit.words(),
                unit.price(lowest),
                unit.price(highest)
            ),
            _ => format!("{count} of the sales count, too few for a median"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn set() -> CompSet {
        let item = json!({
            "comp": { "comp_id": "x", "address": null, "parcel_number": "001", "sale_date": "2026-03-04", "price": 500_000,
                "acres": 5, "land_square_feet": null, "gross_square_feet": null, "rentable_square_feet": null, "source": "Broker" },
            "adjustments": [
                { "kind": "location", "unit": "percent", "amount": 5, "reason": "better corner", "author_name": "Ana" },
                { "kind": "market_conditions", "unit": "dollars", "amount": -12_500, "reason": "fell", "author_name": "Ana" },
            ],
            "excluded_reason": "a gift", "excluded_by_name": "Ana", "adjusted_price": 512_500, "net_percent": 2.5,
            "gross_percent": 7.5, "unit_price": 102_500, "not_counted": "excluded", "mark": null, "duplicate": false,
        });
        let statistics = json!({ "count": 3, "median": 125_000, "mean": 1, "total": 1, "lowest": 90_000, "highest": 150_000,
            "interval": null });
        serde_json::from_value(
            json!({ "unit": "acre", "items": [item], "statistics": statistics, "version": 1 }),
        )
        .unwrap()
    }

    #[test]
    fn sales_are_said_with_their_adjustments_and_why_they_do_not_count() {
        let set = set();
        let item = &set.items[0];
        assert_eq!(item.name(), "Parcel 001");
        assert_eq!(item.area(set.unit).as_deref(), Some("5.00 acres"));
        assert_eq!(item.area(Unit::GrossSquareFoot), None);
        let words: Vec<String> = item.adjustments.iter().map(Adjustment::words).collect();
        assert_eq!(
            words,
            [
                "Location +5 %: better corner",
                "Market conditions (time) -$12,500: fell"
            ]
        );
        assert_eq!(
            item.left_out().as_deref(),
            Some("Not counted: excluded, a gift")
        );
        assert_eq!(
            set.summary(),
            "Median of 3 sales: $125,000 per acre; from $90,000 to $150,000"
        );
    }

    #[test]
    fn few_sales_have_no_median() {
        let mut set = set();
        set.statistics.median = None;
        set.statistics.count = 2;
        assert_eq!(set.summary(), "2 of the sales count, too few for a median");
        assert_eq!(Unit::LandSquareFoot.price(2.5), "$2.50");
    }
}
