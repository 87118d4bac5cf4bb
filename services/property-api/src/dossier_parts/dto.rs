//! Request and response of the parts of dossiers.

use domain::{ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::attachments::dto::Attachment;
use crate::comps::set_dto::CompSet;

/// The sites of a dossier.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DossierPartsRequest {
    /// Only pictures of this project and of none.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// 1 to 6 sites.
    #[schema(min_items = 1, max_items = 6)]
    pub sites: Vec<DossierPartsSite>,
}

/// A site of a dossier.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DossierPartsSite {
    /// 1 to 200 parcels, or sites in a parcel's place. The first one with comparable sales gives them.
    #[schema(min_items = 1, max_items = 200)]
    pub ll_uuids: Vec<ParcelUuid>,
}

/// What the firm's properties add to a dossier.
#[derive(Debug, Serialize, ToSchema)]
pub struct DossierParts {
    /// In the order of the request.
    pub sites: Vec<DossierPartsOfSite>,
}

/// What the properties of a site add to a dossier.
#[derive(Debug, Serialize, ToSchema)]
pub struct DossierPartsOfSite {
    /// The newest six attachments that are pictures, each in its newest version, newest first.
    pub pictures: Vec<Attachment>,
    /// How many there are.
    pub picture_count: usize,
    /// Chosen comparable sales; null if no property of the site has any.
    #[schema(required = true)]
    pub comps: Option<CompSet>,
}
