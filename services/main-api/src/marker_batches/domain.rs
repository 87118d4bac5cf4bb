//! Validation of a request to add many parcels.

use std::collections::HashSet;
use std::hash::Hash;

use domain::{LonLat, ParcelUuid, SelectionId};
use http_kit::ApiError;

use super::dto::AddMarkersRequest;
use crate::markers::domain::NewMarker;
use crate::markers::facts::ParcelFacts;

/// Most parcels that are added at once.
pub const MAX_PARCELS: usize = 10_000;

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

/// Identities of parcels or markers of a request, each once, in the given order.
///
/// # Errors
/// [`ApiError`] of `field` when there are none, or more than [`MAX_PARCELS`].
pub fn check_parcels<Id: Copy + Eq + Hash>(
    field: &'static str,
    given: Vec<Id>,
) -> Result<Vec<Id>, ApiError> {
    let mut known = HashSet::new();
    let parcels: Vec<_> = given.into_iter().filter(|id| known.insert(*id)).collect();
    if parcels.is_empty() {
        return Err(ApiError::invalid(field, "Select at least one parcel."));
    }
    if parcels.len() > MAX_PARCELS {
        return Err(ApiError::invalid(field, "Select at most 10,000 parcels."));
    }
    Ok(parcels)
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

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn ids(count: u128) -> Vec<ParcelUuid> {
        (0..count).map(Uuid::from_u128).map(ParcelUuid).collect()
    }

    #[test]
    fn a_parcel_counts_once() {
        let twice = [ids(3), ids(3)].concat();
        assert_eq!(check_parcels("ll_uuids", twice).unwrap(), ids(3));
    }

    #[test]
    fn none_and_too_many_are_refused() {
        assert!(check_parcels("ll_uuids", ids(0)).is_err());
        assert!(check_parcels("ll_uuids", ids(10_001)).is_err());
        assert_eq!(
            check_parcels("ll_uuids", ids(10_000)).unwrap().len(),
            10_000
        );
    }
}
