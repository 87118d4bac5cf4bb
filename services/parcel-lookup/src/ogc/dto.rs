//! Properties of a parcel as a feature.

use chrono::{DateTime, Utc};
use parcel_record::{ParcelFacts, ParcelFields};
use serde::Serialize;
use utoipa::ToSchema;

/// Facts of a parcel and where they are from.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelProperties {
    #[serde(flatten)]
    pub fields: ParcelFields,
    /// Name of the source.
    pub source: String,
    /// Licence of the source.
    pub source_licence: Option<String>,
    /// Generated sample data.
    pub is_sample: bool,
    /// When the source was read.
    pub fetched_at: DateTime<Utc>,
    #[serde(flatten)]
    pub facts: ParcelFacts,
}
