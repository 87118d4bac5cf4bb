//! Requests about many parcels or markers.

use std::collections::HashSet;
use std::hash::Hash;

use http_kit::ApiError;

/// Most of a request.
pub const MOST: usize = 10_000;

/// Identities of parcels or markers of a request, each once, in the given order.
///
/// # Errors
/// [`ApiError`] of `field` when there are none, or more than [`MOST`].
pub fn check_parcels<Id: Copy + Eq + Hash>(
    field: &'static str,
    given: Vec<Id>,
) -> Result<Vec<Id>, ApiError> {
    let mut known = HashSet::new();
    let parcels: Vec<_> = given.into_iter().filter(|id| known.insert(*id)).collect();
    if parcels.is_empty() {
        return Err(ApiError::invalid(field, "Select at least one parcel."));
    }
    if parcels.len() > MOST {
        return Err(ApiError::invalid(field, "Select at most 10,000 parcels."));
    }
    Ok(parcels)
}

#[cfg(test)]
mod tests {
    use domain::ParcelUuid;
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
