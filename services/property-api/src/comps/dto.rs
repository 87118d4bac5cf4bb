//! Request and response bodies of comparable sales.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{CompId, Money, ParcelUuid};
use letter_of_intent::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::domain::Confidence;
use super::store::CompRow;

/// Which sales.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompsQuery {
    /// Part of an address, a parcel number, a buyer or a seller.
    #[serde(default)]
    pub q: Option<String>,
    /// Only sales on this day and later.
    #[serde(default)]
    pub since: Option<NaiveDate>,
    /// `next` of the previous page.
    #[serde(default)]
    pub after: Option<String>,
    /// 50 when absent, at most 200.
    #[serde(default)]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u16>,
}

/// Which sales a file has.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompsExportQuery {
    /// Part of an address, a parcel number, a buyer or a seller.
    #[serde(default)]
    pub q: Option<String>,
    /// Only sales on this day and later.
    #[serde(default)]
    pub since: Option<NaiveDate>,
}

/// Comparable sales of the firm, the latest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Comps {
    pub comps: Vec<Comp>,
    /// `after` of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// What the firm knows of a sale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CompFields {
    /// This or a parcel number is needed.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub address: Option<String>,
    /// The parcel's identity, if known.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    #[serde(default)]
    #[schema(max_length = 200)]
    pub parcel_number: Option<String>,
    /// Degrees, WGS 84.
    #[serde(default)]
    pub lon: Option<f64>,
    /// Degrees, WGS 84.
    #[serde(default)]
    pub lat: Option<f64>,
    /// Not in the future.
    pub sale_date: NaiveDate,
    /// US dollars, above 100: deeds state less when they state no price.
    pub price: Money,
    /// Of the land.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    pub acres: Option<Decimal>,
    /// Of the land; within 1 % of the acres when both are given.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    pub land_square_feet: Option<Decimal>,
    /// Of the buildings.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    pub gross_square_feet: Option<Decimal>,
    /// Of the buildings.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    pub rentable_square_feet: Option<Decimal>,
    #[serde(default)]
    #[schema(max_length = 200)]
    pub use_class: Option<String>,
    #[serde(default)]
    #[schema(max_length = 200)]
    pub buyer: Option<String>,
    #[serde(default)]
    #[schema(max_length = 200)]
    pub seller: Option<String>,
    /// Who states the price.
    #[schema(min_length = 1, max_length = 200)]
    pub source: String,
    pub confidence: Confidence,
    /// The deed conveyed other parcels too. Such a sale is listed but does not count.
    #[serde(default)]
    pub several_parcels: bool,
    /// The parties belong together, or the firm itself bought. Such a sale is listed but does not
    /// count.
    #[serde(default)]
    pub related_parties: bool,
    #[serde(default)]
    #[schema(max_length = 5000)]
    pub notes: Option<String>,
}

/// A comparable sale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Comp {
    pub comp_id: CompId,
    #[serde(flatten)]
    pub sale: CompFields,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub version: i64,
}

impl From<CompRow> for Comp {
    fn from(row: CompRow) -> Self {
        let columns = row.columns;
        // The columns hold what was read as a decimal.
        let area = |number: Option<bigdecimal::BigDecimal>| {
            number.and_then(|number| number.to_plain_string().parse().ok())
        };
        Self {
            comp_id: row.comp_id,
            sale: CompFields {
                address: columns.address,
                ll_uuid: columns.ll_uuid,
                parcel_number: columns.parcel_number,
                lon: columns.lon,
                lat: columns.lat,
                sale_date: columns.sale_date,
                price: columns.price,
                acres: area(columns.acres),
                land_square_feet: area(columns.land_square_feet),
                gross_square_feet: area(columns.gross_square_feet),
                rentable_square_feet: area(columns.rentable_square_feet),
                use_class: columns.use_class,
                buyer: columns.buyer,
                seller: columns.seller,
                source: columns.source,
                confidence: columns.confidence,
                several_parcels: columns.several_parcels,
                related_parties: columns.related_parties,
                notes: columns.notes,
            },
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            version: row.version,
        }
    }
}

/// A sale as it should be; absent fields are cleared.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateCompRequest {
    pub sale: CompFields,
    /// The version that the caller knows.
    pub version: i64,
}
