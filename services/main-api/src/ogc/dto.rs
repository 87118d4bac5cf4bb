//! Properties of features.

use chrono::{DateTime, Utc};
use domain::{MarkerId, ParcelUuid, ProjectId};
use serde::Serialize;
use utoipa::ToSchema;

/// A parcel of a project.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectParcelProperties {
    pub marker_id: MarkerId,
    pub project_id: ProjectId,
    pub project_name: String,
    /// Identity of the parcel.
    #[schema(required = true)]
    pub ll_uuid: Option<ParcelUuid>,
    pub parcelnumb: String,
    /// State and county, five digits.
    #[schema(required = true)]
    pub county_fips: Option<String>,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub scity: Option<String>,
    #[schema(required = true)]
    pub szip: Option<String>,
    #[schema(required = true)]
    pub owner: Option<String>,
    #[schema(required = true)]
    pub careof: Option<String>,
    /// As the source writes it.
    #[schema(required = true)]
    pub saledate: Option<String>,
    /// Name of the source of these facts; null of parcels that were added before it was kept.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Licence of the source.
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// When the source was read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
    /// When the parcel was added to the project.
    pub created_at: DateTime<Utc>,
}
