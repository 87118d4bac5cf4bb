//! Validation of points that select the parcels under them.

use std::collections::HashSet;

use domain::LonLat;
use http_kit::ApiError;

use super::domain::{Checked, point};

/// Most points of a request.
const MAX_POINTS: usize = 10_000;

/// Boxes around the states and territories: west, south, east and north in degrees. Coarse: they only tell a
/// file of another country, or with exchanged coordinates, from one whose points are on no parcel.
const UNITED_STATES: [[f64; 4]; 7] = [
    // The contiguous states.
    [-125.0, 24.3, -66.8, 49.5],
    // Alaska, on both sides of the antimeridian.
    [-180.0, 51.0, -129.9, 71.6],
    [172.3, 51.0, 180.0, 53.2],
    // Hawaii.
    [-178.5, 18.8, -154.7, 28.6],
    // Puerto Rico and the Virgin Islands.
    [-68.0, 17.6, -64.5, 18.6],
    // Guam and the Northern Mariana Islands.
    [144.5, 13.1, 146.2, 20.7],
    // American Samoa.
    [-171.2, -14.7, -168.1, -11.0],
];

/// The points of a request, longitude and latitude, each once.
pub fn check(given: &[[f64; 2]]) -> Checked<Vec<LonLat>> {
    let refused = |sentence| Err(ApiError::invalid("points", sentence));
    if given.is_empty() {
        return refused("Give at least one point.");
    }
    if given.len() > MAX_POINTS {
        return refused("Give at most 10,000 points.");
    }
    let mut known = HashSet::new();
    let mut points = Vec::with_capacity(given.len());
    for [lon, lat] in given {
        if known.insert([lon.to_bits(), lat.to_bits()]) {
            points.push(point("points", *lon, *lat)?);
        }
    }
    if !points.iter().copied().any(in_united_states) {
        return refused(
            "None of the points is in the United States. A point is its longitude, then its latitude.",
        );
    }
    Ok(points)
}

/// Points as they are told: latitude first, as people write them.
pub(super) fn written(points: &[LonLat]) -> Vec<String> {
    let written = points
        .iter()
        .map(|at| format!("{}, {}", at.lat(), at.lon()));
    written.collect()
}

fn in_united_states(at: LonLat) -> bool {
    UNITED_STATES.iter().any(|[west, south, east, north]| {
        (*west..=*east).contains(&at.lon()) && (*south..=*north).contains(&at.lat())
    })
}

#[cfg(test)]
mod tests {
    use parcel_record::counties::County;

    use super::*;

    const HOUSTON: [f64; 2] = [-95.3695, 29.7605];

    #[test]
    fn a_point_is_told_with_its_latitude_first() {
        let points = [
            LonLat::new(-95.3695, 29.7605).unwrap(),
            LonLat::new(-95.0, 30.0).unwrap(),
        ];
        assert_eq!(written(&points), ["29.7605, -95.3695", "30, -95"]);
    }

    #[test]
    fn each_point_is_asked_once() {
        let (other, abroad) = ([-95.0, 30.0], [2.35, 48.86]);
        let points = check(&[HOUSTON, other, HOUSTON, abroad]).unwrap();
        let expected = [HOUSTON, other, abroad].map(|[lon, lat]| LonLat::new(lon, lat).unwrap());
        assert_eq!(points, expected);
    }

    #[test]
    fn what_cannot_be_looked_up_is_refused() {
        let many = vec![HOUSTON; 10_001];
        let cases: [&[[f64; 2]]; 5] = [
            &[],
            &many,
            &[HOUSTON, [-195.0, 29.0]],
            // Latitude first.
            &[[29.7605, -95.3695]],
            &[[2.35, 48.86], [0.0, 0.0]],
        ];
        for wrong in cases {
            assert!(check(wrong).is_err(), "{:?}", wrong.first());
        }
        assert!(check(&many[..10_000]).is_ok());
    }

    #[test]
    fn the_middle_of_every_county_is_in_the_country() {
        for county in County::all() {
            let (lon, lat) = county.bounds.middle();
            let middle = LonLat::new(lon, lat).unwrap();
            // The box of the Aleutian Islands crosses the antimeridian.
            assert!(
                in_united_states(middle) || county.county_fips == "02016",
                "{county:?}"
            );
        }
    }
}
