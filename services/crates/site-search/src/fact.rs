//! Facts of a parcel that criteria can use.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::decimal::with_decimals;

/// A fact of a parcel. `growth_decade` is the first year of a decade, 9999 if half of the land around is not urban within the growth run.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Area of the parcel, acres.
    Acres,
    /// Floor area of the buildings, square feet.
    BuildingSqft,
    /// Class of the land use.
    UseClass,
    /// Whether it has buildings.
    IsImproved,
    /// Zoning code of the place.
    Zoning,
    /// Whether it lies in a zone of the 1 % flood.
    InFloodZone,
    /// Year of construction of the main building.
    YearBuilt,
    /// Appraised value, dollars.
    TotalValue,
    /// Appraised value, dollars per acre.
    ValuePerAcre,
    /// Appraised value of the land, dollars per acre.
    LandValuePerAcre,
    /// Full years since the last sale.
    YearsHeld,
    /// Kind of owner.
    OwnerKind,
    /// Whether the owner's mail goes elsewhere.
    IsAbsentee,
    /// Owners of the site: those of all parcels on its land. One name of several persons is one owner.
    SiteOwners,
    /// Parcels that the owner has in the area, wherever they are: how large the owner's holdings are.
    OwnerParcels,
    /// Area of the adjoining parcels of the same owner, acres.
    AdjoiningOwnerAcres,
    /// Distance to a highway, metres.
    HighwayM,
    /// Distance to a railway, metres.
    RailM,
    /// Slope of the ground, percent.
    SlopePercent,
    /// Chance that the surroundings are urban at the end of a growth run, 0 to 1.
    GrowthChance,
    /// First year of the decade in which half of the land within 500 m is expected to be urban in a growth run, or [`BEYOND_RUN`].
    GrowthDecade,
    /// Whether it lies within the place of a gate. Only gates have places.
    InArea,
}

/// What the values of a fact are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactKind {
    /// A number.
    Number,
    /// One of these names.
    Class(&'static [&'static str]),
    /// Text, compared without regard to case.
    Text,
    /// Yes or no.
    Flag,
}

const USE_CLASSES: &[&str] = &[
    "industrial",
    "office",
    "retail",
    "hospitality",
    "multifamily",
    "residential",
    "agricultural",
    "public",
    "vacant",
    "commercial",
    "other",
];
const OWNER_KINDS: &[&str] = &[
    "person",
    "company",
    "trust",
    "estate",
    "government",
    "association",
    "bank",
    "religious",
    "utility",
];

impl Fact {
    /// All facts.
    pub const ALL: [Self; 22] = [
        Self::Acres,
        Self::BuildingSqft,
        Self::UseClass,
        Self::IsImproved,
        Self::Zoning,
        Self::InFloodZone,
        Self::YearBuilt,
        Self::TotalValue,
        Self::ValuePerAcre,
        Self::LandValuePerAcre,
        Self::YearsHeld,
        Self::OwnerKind,
        Self::IsAbsentee,
        Self::SiteOwners,
        Self::OwnerParcels,
        Self::AdjoiningOwnerAcres,
        Self::HighwayM,
        Self::RailM,
        Self::SlopePercent,
        Self::GrowthChance,
        Self::GrowthDecade,
        Self::InArea,
    ];

    /// As in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Acres => "acres",
            Self::BuildingSqft => "building_sqft",
            Self::UseClass => "use_class",
            Self::IsImproved => "is_improved",
            Self::Zoning => "zoning",
            Self::InFloodZone => "in_flood_zone",
            Self::YearBuilt => "year_built",
            Self::TotalValue => "total_value",
            Self::ValuePerAcre => "value_per_acre",
            Self::LandValuePerAcre => "land_value_per_acre",
            Self::YearsHeld => "years_held",
            Self::OwnerKind => "owner_kind",
            Self::IsAbsentee => "is_absentee",
            Self::SiteOwners => "site_owners",
            Self::OwnerParcels => "owner_parcels",
            Self::AdjoiningOwnerAcres => "adjoining_owner_acres",
            Self::HighwayM => "highway_m",
            Self::RailM => "rail_m",
            Self::SlopePercent => "slope_percent",
            Self::GrowthChance => "growth_chance",
            Self::GrowthDecade => "growth_decade",
            Self::InArea => "in_area",
        }
    }

    /// In a sentence.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Acres => "site size",
            Self::BuildingSqft => "building area",
            Self::UseClass => "use",
            Self::IsImproved => "buildings on the site",
            Self::Zoning => "zoning",
            Self::InFloodZone => "flood zone",
            Self::YearBuilt => "year built",
            Self::TotalValue => "total value",
            Self::ValuePerAcre => "value per acre",
            Self::LandValuePerAcre => "land value per acre",
            Self::YearsHeld => "years held",
            Self::OwnerKind => "kind of owner",
            Self::IsAbsentee => "absentee owner",
            Self::SiteOwners => "owners of the site",
            Self::OwnerParcels => "parcels of the owner in the area",
            Self::AdjoiningOwnerAcres => "adjoining land of the owner",
            Self::HighwayM => "distance to a highway",
            Self::RailM => "distance to a railway",
            Self::SlopePercent => "slope",
            Self::GrowthChance => "growth chance",
            Self::GrowthDecade => "growth decade",
            Self::InArea => "within a place",
        }
    }

    /// Unit of a number; empty if it has none.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Acres | Self::AdjoiningOwnerAcres => "acres",
            Self::BuildingSqft => "square feet",
            Self::TotalValue => "dollars",
            Self::ValuePerAcre | Self::LandValuePerAcre => "dollars per acre",
            Self::YearsHeld => "years",
            Self::SiteOwners => "owners",
            Self::OwnerParcels => "parcels",
            Self::HighwayM | Self::RailM => "metres",
            Self::SlopePercent => "percent",
            Self::GrowthChance => "share",
            Self::UseClass
            | Self::IsImproved
            | Self::Zoning
            | Self::InFloodZone
            | Self::YearBuilt
            | Self::OwnerKind
            | Self::IsAbsentee
            | Self::GrowthDecade
            | Self::InArea => "",
        }
    }

    /// What its values are.
    pub const fn kind(self) -> FactKind {
        match self {
            Self::UseClass => FactKind::Class(USE_CLASSES),
            Self::OwnerKind => FactKind::Class(OWNER_KINDS),
            Self::Zoning => FactKind::Text,
            Self::IsImproved | Self::InFloodZone | Self::IsAbsentee | Self::InArea => {
                FactKind::Flag
            }
            _ => FactKind::Number,
        }
    }

    /// A number of this fact with its unit, for a sentence.
    pub fn written(self, number: f64) -> String {
        let with = |decimals| with_decimals(number, decimals);
        match self {
            Self::TotalValue => format!("${}", rounded(number)),
            Self::ValuePerAcre | Self::LandValuePerAcre => format!("${} an acre", rounded(number)),
            Self::HighwayM | Self::RailM => {
                format!("{} miles", with_decimals(number / METRES_A_MILE, 2))
            }
            Self::SlopePercent => format!("{} %", with(1)),
            Self::GrowthChance => format!("{} %", with_decimals(number * 100.0, 0)),
            Self::GrowthDecade if number >= BEYOND_RUN => "not within the run".to_owned(),
            Self::GrowthDecade => format!("{:.0}s", self.greatest_to(number)),
            Self::YearBuilt => with(0),
            Self::Acres | Self::AdjoiningOwnerAcres => format!("{} acres", with(2)),
            Self::BuildingSqft => format!("{} square feet", rounded(number)),
            Self::YearsHeld => format!("{} years", with(1)),
            Self::SiteOwners if (number - 1.0).abs() < 0.5 => "1 owner".to_owned(),
            Self::SiteOwners => format!("{} owners", with(0)),
            Self::OwnerParcels => format!("{} parcels", with(0)),
            _ => number.to_string(),
        }
    }

    /// Such as '5.00 acres or more'.
    pub fn at_least(self, number: f64) -> String {
        let least = self.written(self.least_from(number));
        match self {
            Self::GrowthDecade => format!("{least} or later"),
            _ => format!("{least} or more"),
        }
    }

    /// Such as '5.00 acres or less'.
    pub fn at_most(self, number: f64) -> String {
        let greatest = self.written(self.greatest_to(number));
        match self {
            Self::GrowthDecade => format!("{greatest} or earlier"),
            _ => format!("{greatest} or less"),
        }
    }

    /// The least value of the fact from a number on.
    pub(crate) fn least_from(self, number: f64) -> f64 {
        match self {
            Self::GrowthDecade if number < BEYOND_RUN => {
                DECADE * ((number - ROUNDING) / DECADE).ceil()
            }
            _ => number,
        }
    }

    /// The greatest value of the fact up to a number.
    pub(crate) fn greatest_to(self, number: f64) -> f64 {
        match self {
            Self::GrowthDecade if number < BEYOND_RUN => {
                DECADE * ((number + ROUNDING) / DECADE).floor()
            }
            _ => number,
        }
    }

    /// The greatest value of the fact below a number.
    pub(crate) fn greatest_below(self, number: f64) -> f64 {
        match self {
            Self::GrowthDecade => self.least_from(number) - DECADE,
            _ => number,
        }
    }

    /// How far beyond a bound a number is still near.
    pub(crate) fn reach(self, bound: f64) -> f64 {
        match self {
            // A tenth of a year's number is two centuries.
            Self::YearBuilt | Self::GrowthDecade => DECADE,
            _ => bound.abs() * NEAR,
        }
    }
}

/// The fact `growth_decade` where half of the land is not urban within the run: later than each of its years.
pub const BEYOND_RUN: f64 = 9999.0;

/// Years.
const DECADE: f64 = 10.0;
/// What is lost when a value is turned back into a year.
const ROUNDING: f64 = 1e-6;
/// A share of the bound.
const NEAR: f64 = 0.1;

const METRES_A_MILE: f64 = 1609.344;

fn rounded(number: f64) -> String {
    let whole = number.abs().round() as u64;
    let sign = if number < 0.0 { "-" } else { "" };
    format!("{sign}{}", crate::with_commas(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_json_and_all_are_listed() {
        for (place, fact) in Fact::ALL.into_iter().enumerate() {
            assert_eq!(serde_json::json!(fact), fact.as_str());
            assert_eq!(fact as usize, place);
        }
    }

    #[test]
    fn numbers_are_written_with_their_units() {
        assert_eq!(Fact::ValuePerAcre.written(38_000.4), "$38,000 an acre");
        assert_eq!(Fact::HighwayM.written(1609.344), "1.00 miles");
        assert_eq!(Fact::GrowthChance.written(0.25), "25 %");
        assert_eq!(Fact::GrowthDecade.written(2040.0), "2040s");
        assert_eq!(Fact::GrowthDecade.written(BEYOND_RUN), "not within the run");
        assert_eq!(Fact::Acres.at_least(5.0), "5.00 acres or more");
        assert_eq!(Fact::SlopePercent.at_most(5.0), "5.0 % or less");
    }

    #[test]
    fn numbers_are_rounded_as_they_are_written() {
        assert_eq!(Fact::SlopePercent.written(67.05), "67.1 %");
        assert_eq!(Fact::YearsHeld.written(67.05), "67.1 years");
        assert_eq!(Fact::Acres.written(0.125), "0.13 acres");
        assert_eq!(Fact::Acres.written(1.005), "1.01 acres");
        assert_eq!(
            Fact::AdjoiningOwnerAcres.at_least(2.675),
            "2.68 acres or more"
        );
        assert_eq!(Fact::GrowthChance.written(0.125), "13 %");
        assert_eq!(Fact::SiteOwners.written(2.5), "3 owners");
    }

    #[test]
    fn decades_begin_every_ten_years() {
        let (least, most) = (
            [2030.0, 2030.1, 2039.9, 2040.0 + 1e-9].map(|year| Fact::GrowthDecade.at_least(year)),
            [2030.0, 2039.9, 2040.0 - 1e-9].map(|year| Fact::GrowthDecade.at_most(year)),
        );
        assert_eq!(
            least,
            [
                "2030s or later",
                "2040s or later",
                "2040s or later",
                "2040s or later"
            ]
        );
        assert_eq!(
            most,
            ["2030s or earlier", "2030s or earlier", "2040s or earlier"]
        );
    }
}
