//! Request and response bodies of the comparable sales of a property.

use chrono::{DateTime, Utc};
use comparable_sales::{
    Adjustment, AdjustmentKind, AdjustmentUnit, AreaUnit, Calculation, Mark, Measure, Signed,
    Statistics,
};
use domain::{CompId, CompSnapshotId, Money, PropertyId};
use letter_of_intent::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::Comp;

/// Whose comparable sales.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompSetQuery {
    #[param(value_type = Uuid)]
    pub property_id: PropertyId,
}

/// The comparable sales of a property, with what they say.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompSet {
    pub property_id: PropertyId,
    /// 0 before the first change.
    pub version: i64,
    pub unit: AreaUnit,
    /// The property's area in the unit, as far as known: land from the county, the buildings' square
    /// feet from the firm.
    #[schema(required = true, value_type = Option<f64>)]
    pub area: Option<Decimal>,
    pub items: Vec<CompSetItem>,
    pub statistics: Statistics,
    #[schema(required = true)]
    pub updated_by_name: Option<String>,
}

/// A sale of a set, and what it says about the property.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CompSetItem {
    pub comp: Comp,
    pub adjustments: Vec<CompAdjustment>,
    /// Why a person excluded it.
    #[schema(required = true)]
    pub excluded_reason: Option<String>,
    #[schema(required = true)]
    pub excluded_by_name: Option<String>,
    #[serde(flatten)]
    pub figures: CompFigures,
}

/// What a sale says about the property.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CompFigures {
    /// US dollars; null when nothing above 0 remains.
    #[schema(required = true)]
    pub adjusted_price: Option<Money>,
    /// All adjustments together, in percent of the price.
    #[schema(required = true, value_type = Option<f64>)]
    pub net_percent: Option<Signed>,
    /// Their absolute amounts together, in percent of the price.
    #[schema(required = true, value_type = Option<f64>)]
    pub gross_percent: Option<Signed>,
    /// The gross adjustments are above 25 %.
    pub large_adjustments: bool,
    /// Adjusted, per unit of the set; null when there is no area in it.
    #[schema(required = true)]
    pub unit_price: Option<Money>,
    /// What to look at before the sale is relied on; it counts nevertheless.
    #[schema(required = true)]
    pub mark: Option<Mark>,
    /// Another sale of the set has the same day, price and area.
    pub duplicate: bool,
    /// Why the sale does not count.
    #[schema(required = true)]
    pub not_counted: Option<NotCounted>,
}

/// Why a sale does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CompNotCounted)]
pub enum NotCounted {
    /// A person excluded it.
    Excluded,
    /// It was deleted from the firm's sales.
    Deleted,
    /// The deed conveyed other parcels too.
    SeveralParcels,
    /// The parties belong together, or the firm itself bought.
    RelatedParties,
    /// It has no area in the unit of the set.
    NoArea,
    /// Nothing above 0 remains after the adjustments.
    AdjustedAway,
}

/// An adjustment with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CompAdjustment {
    pub kind: AdjustmentKind,
    pub unit: AdjustmentUnit,
    /// Above 0 when the sale is inferior to the property.
    #[schema(value_type = f64)]
    pub amount: Signed,
    pub reason: String,
    pub author_name: String,
}

impl CompAdjustment {
    pub fn calculated(&self) -> Adjustment {
        Adjustment {
            kind: self.kind,
            unit: self.unit,
            amount: self.amount.clone(),
        }
    }
}

/// The set as it should be, as a whole.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateCompSetRequest {
    pub property_id: PropertyId,
    /// The version that the caller knows; 0 for the first.
    pub version: i64,
    pub unit: AreaUnit,
    /// At most 100, in the order to show.
    #[schema(max_items = 100)]
    pub items: Vec<CompSetItemInput>,
}

/// A sale of a set.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CompSetItemInput {
    pub comp_id: CompId,
    /// At most 20.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub adjustments: Vec<CompAdjustmentInput>,
    /// Excludes the sale: one line of 1 to 200 characters.
    #[serde(default)]
    pub excluded_reason: Option<String>,
}

/// An adjustment; its author is the user unless it is as it was.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CompAdjustmentInput {
    pub kind: AdjustmentKind,
    pub unit: AdjustmentUnit,
    /// Percent from -100 to 1,000, or dollars.
    #[schema(value_type = f64)]
    pub amount: Signed,
    /// One line of 1 to 200 characters.
    pub reason: String,
}

/// How an offer is calculated from the comparable sales.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UseCompsRequest {
    pub property_id: PropertyId,
    /// The version of the set that the caller saw.
    pub version: i64,
    pub measure: Measure,
    /// Added to the average.
    #[schema(value_type = f64)]
    pub percent: Signed,
    /// The property's area in the unit of the set.
    #[schema(value_type = f64)]
    pub area: Decimal,
    /// The offer is the nearest multiple of it, in whole dollars.
    #[schema(minimum = 1, maximum = 100_000_000)]
    pub step: u32,
}

/// The offer that was calculated.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompsUsed {
    pub snapshot_id: CompSnapshotId,
    /// US dollars.
    pub offer_value: Money,
    /// How it was calculated, as the offer history says.
    pub reason: String,
}

/// What is frozen for an offer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FrozenComps {
    pub items: Vec<CompSetItem>,
    pub statistics: Statistics,
    pub calculation: CompCalculation,
    /// US dollars.
    pub offer_value: Money,
    pub reason: String,
}

/// The calculation of an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CompCalculation {
    pub measure: Measure,
    pub unit: AreaUnit,
    /// Added to the average.
    #[schema(value_type = f64)]
    pub percent: Signed,
    /// The property's, in the unit.
    #[schema(value_type = f64)]
    pub area: Decimal,
    pub step: u32,
}

impl From<Calculation> for CompCalculation {
    fn from(of: Calculation) -> Self {
        Self {
            measure: of.measure,
            unit: of.unit,
            percent: of.percent,
            area: of.area,
            step: of.step,
        }
    }
}

/// The comparable sales that an offer was calculated from, as they were.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompSnapshot {
    pub snapshot_id: CompSnapshotId,
    pub property_id: PropertyId,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    #[serde(flatten)]
    pub frozen: FrozenComps,
}
