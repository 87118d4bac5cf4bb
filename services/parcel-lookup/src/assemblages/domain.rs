//! Limits of a search, and validation of what is searched for. No I/O.

use std::time::{Duration, Instant};

use http_kit::{ApiError, ApiResult};

use super::dto::{AssemblageSearchRequest, NearParcel};

/// Most parcels of an area that may be part of a site.
pub const MAX_AREA: usize = 20_000;
/// Most parcels of an area that match a filter: of more than [`MAX_AREA`], what can be in no site is left out first.
pub const MAX_MATCHING: usize = 300_000;
/// Most parcels that stand around them, with them.
pub const MAX_AROUND: usize = 60_000;
/// Most parcels of one assemblage that is measured.
pub const MAX_PARCELS: usize = 100;
/// Parcels so far around stand in the way, metres.
pub const MARGIN: f64 = 45.0;
const MAX_OWNERS: usize = 10;
const MAX_SITES: usize = 100;
const DEFAULT_SITES: usize = 30;
const DEFAULT_PARCELS: usize = 20;
/// Sets that a search looks at.
const WORK: u64 = 5_000_000;
/// Square metres of an acre.
pub const ACRE: f64 = 4_046.856_422_4;

/// The limits of a search.
pub fn wanted(request: &AssemblageSearchRequest) -> ApiResult<::assemblage::Wanted> {
    let refused = |field: &'static str, sentence| Err(ApiError::invalid(field, sentence));
    if !(request.min_acres > 0.0 && request.min_acres <= 100_000.0) {
        return refused("min_acres", "It is more than 0 and at most 100,000 acres.");
    }
    let max_parcels = request.max_parcels.unwrap_or(DEFAULT_PARCELS);
    if !(1..=MAX_OWNERS).contains(&request.max_owners) {
        return refused("max_owners", "Choose 1 to 10 owners.");
    }
    if !(1..=MAX_PARCELS).contains(&max_parcels) {
        return refused("max_parcels", "Choose 1 to 100 parcels.");
    }
    let most = request.limit.unwrap_or(DEFAULT_SITES);
    if !(1..=MAX_SITES).contains(&most) {
        return refused("limit", "A search answers with 1 to 100 sites.");
    }
    Ok(::assemblage::Wanted {
        min_area: request.min_acres * ACRE,
        max_owners: request.max_owners,
        max_parcels,
        streets: request.across_streets,
        most,
        work: WORK,
    })
}

/// The distance around a parcel.
pub fn radius(near: &NearParcel) -> ApiResult<f64> {
    if near.radius_m > 0.0 && near.radius_m <= 10_000.0 {
        Ok(near.radius_m)
    } else {
        let sentence = "The distance is more than 0 and at most 10,000 metres.";
        Err(ApiError::invalid("near", sentence))
    }
}

/// Whether so much time has passed from now on.
pub fn is_over(time: Duration) -> impl Fn() -> bool {
    let end = Instant::now() + time;
    move || Instant::now() > end
}
