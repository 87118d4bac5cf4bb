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
    /// When the parcel was added to the project.
    pub created_at: DateTime<Utc>,
}
