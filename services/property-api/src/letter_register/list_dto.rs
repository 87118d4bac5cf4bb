//! Request and response of the list of numbered letters.

use bigdecimal::{BigDecimal, ToPrimitive as _};
use domain::{LetterJobId, ProjectId, PropertyId};
use letter_of_intent::Status;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::{IntoParams, ToSchema};

use super::dto::LetterSummary;

/// Filters and paging.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LettersQuery {
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    #[serde(default)]
    pub status: Option<Status>,
    #[serde(default)]
    #[param(value_type = Option<Uuid>)]
    pub property_id: Option<PropertyId>,
    /// Letters that were made together.
    #[serde(default)]
    #[param(value_type = Option<Uuid>)]
    pub job_id: Option<LetterJobId>,
    /// Only letters that are out: sent or opened, not withdrawn, not answered, and not replaced by a later version that went out.
    #[serde(default)]
    pub out: bool,
    /// Sent at least so many whole days ago.
    #[serde(default)]
    pub sent_days_min: Option<u16>,
    /// Sent at most so many whole days ago.
    #[serde(default)]
    pub sent_days_max: Option<u16>,
    /// That expire within so many days from now, and are not replaced.
    #[serde(default)]
    pub expires_within: Option<u16>,
    /// Part of a number, address, parcel number, owner or city.
    #[serde(default)]
    pub q: Option<String>,
    /// `next` of the page before.
    #[serde(default)]
    pub after: Option<String>,
    /// Page size, 1 to 200; 50 when absent.
    #[serde(default)]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u16>,
}

/// A page of letters, the highest number first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Letters {
    pub letters: Vec<LetterSummary>,
    /// Cursor of the next page.
    #[schema(required = true)]
    pub next: Option<String>,
    /// Of all pages and all states.
    pub totals: LetterTotals,
}

/// Letters of a filter without its state.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterTotals {
    pub count: i64,
    /// Sum of the prices, US dollars.
    #[serde(serialize_with = "dollars")]
    #[schema(value_type = f64)]
    pub price: BigDecimal,
    /// States that occur.
    pub by_status: Vec<LetterStatusTotal>,
}

/// Letters of a state.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterStatusTotal {
    pub status: Status,
    pub count: i64,
    /// Sum of the prices, US dollars.
    #[serde(serialize_with = "dollars")]
    #[schema(value_type = f64)]
    pub price: BigDecimal,
}

/// A sum of many amounts, which may be larger than one.
pub fn dollars<S: Serializer>(sum: &BigDecimal, serializer: S) -> Result<S::Ok, S::Error> {
    match sum.to_u64().filter(|_| sum.is_integer()) {
        Some(whole) => serializer.serialize_u64(whole),
        None => serializer.serialize_f64(sum.to_f64().unwrap_or(f64::MAX)),
    }
}
