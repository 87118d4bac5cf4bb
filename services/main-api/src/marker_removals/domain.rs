//! Validation of a request to remove many parcels.

use std::collections::HashSet;

use domain::MarkerId;
use http_kit::ApiError;

use crate::marker_batches::domain::MAX_PARCELS;

/// Ids of a request, each once, in the given order.
///
/// # Errors
/// [`ApiError`] when there are none, or more than [`MAX_PARCELS`].
pub fn check_markers(given: Vec<MarkerId>) -> Result<Vec<MarkerId>, ApiError> {
    let mut known = HashSet::new();
    let markers: Vec<_> = given.into_iter().filter(|id| known.insert(*id)).collect();
    if markers.is_empty() {
        return Err(ApiError::invalid(
            "marker_ids",
            "Select at least one parcel.",
        ));
    }
    if markers.len() > MAX_PARCELS {
        return Err(ApiError::invalid(
            "marker_ids",
            "Select at most 10,000 parcels.",
        ));
    }
    Ok(markers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(count: i64) -> Vec<MarkerId> {
        (0..count).map(MarkerId).collect()
    }

    #[test]
    fn a_parcel_counts_once() {
        assert_eq!(check_markers([ids(3), ids(3)].concat()).unwrap(), ids(3));
    }

    #[test]
    fn none_and_too_many_are_refused() {
        assert!(check_markers(Vec::new()).is_err());
        assert!(check_markers(ids(10_001)).is_err());
        assert_eq!(check_markers(ids(10_000)).unwrap().len(), 10_000);
    }
}
