//! Request and response of sites.

use domain::ParcelUuid;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::assemblages::dto::Assemblage;
use crate::parcel_facts::dto::ParcelWithUnits;

/// Parcels to keep as one site.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SiteRequest {
    /// 2 to 50 parcels that adjoin, by an edge or across a local street. The first one gives the site its number.
    #[schema(min_items = 2, max_items = 50)]
    pub ll_uuids: Vec<ParcelUuid>,
    /// Name of the site; of one that is kept already, its new name.
    #[serde(default)]
    #[schema(max_length = 100)]
    pub name: Option<String>,
}

/// A site of several parcels.
#[derive(Debug, Serialize, ToSchema)]
pub struct Site {
    /// Its identity, also as a parcel: `ll_uuid` of `parcel`.
    pub site_id: ParcelUuid,
    /// What is known of it as one parcel, with its parcels in `site`.
    pub parcel: ParcelWithUnits,
    /// Its measures; null while a parcel of it is retired or missing.
    #[schema(required = true)]
    pub land: Option<Assemblage>,
}
