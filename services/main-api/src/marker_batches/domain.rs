//! Validation of a request to add many parcels.

use domain::{LonLat, ParcelUuid, SelectionId};
use http_kit::ApiError;

use super::dto::AddMarkersRequest;
use crate::markers::domain::NewMarker;
use crate::markers::facts::ParcelFacts;
use crate::markers::many::check_parcels;

/// Which parcels are added.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    Selection(SelectionId),
    /// Each once.
    Parcels(Vec<ParcelUuid>),
}

impl Wanted {
    /// # Errors
    /// [`ApiError`] when the request has both or neither, or too many parcels.
    pub fn of(request: AddMarkersRequest) -> Result<Self, ApiError> {
        match (request.selection_id, request.ll_uuids) {
            (Some(id), None) => Ok(Self::Selection(id)),
            (None, Some(ids)) => check_parcels("ll_uuids", ids).map(Self::Parcels),
            (None, None) | (Some(_), Some(_)) => Err(ApiError::invalid(
                "selection_id",
                "Give either selection_id or ll_uuids.",
            )),
        }
    }
}

/// The marker of a parcel that exists; `None` of one that its county no longer has.
pub fn marker_of(facts: &ParcelFacts) -> Option<NewMarker> {
    if facts.retired_at.is_some() {
        return None;
    }
    Some(NewMarker {
        at: LonLat::new(facts.lon, facts.lat).ok()?,
        parcelnumb: facts.parcelnumb.parse().ok()?,
        ll_uuid: Some(facts.ll_uuid),
        county_fips: Some(facts.county_fips.clone()),
        address: facts.address.clone(),
        scity: facts.scity.clone(),
        szip: facts.szip.clone(),
        owner: facts.owner.clone(),
        careof: facts.careof.clone(),
        saledate: facts.saledate.map(|date| date.to_string()),
        source: Some(facts.source.clone()),
        source_licence: facts.source_licence.clone(),
        fetched_at: facts.fetched_at,
        keep_until: facts.keep_until,
        image_path: None,
    })
}
