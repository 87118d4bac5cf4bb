//! Whether the area of a search can have parcels of counties. No I/O.

use parcel_record::counties::{Bounds, County};
use serde_json::Value;

/// Degrees that a county's parcels may lie outside of its box.
const MARGIN: f64 = 0.06;

/// By boxes, so true also of some areas that only come near. Counties without a box can be anywhere.
pub fn touches(area: Option<&Value>, counties: &[String]) -> bool {
    let Some(area) = area else { return true };
    let Some(area) = bounds(&area["coordinates"]) else {
        return false;
    };
    counties.iter().any(|county| {
        County::with_fips(county).is_none_or(|county| {
            area.west <= county.bounds.east + MARGIN
                && area.east >= county.bounds.west - MARGIN
                && area.south <= county.bounds.north + MARGIN
                && area.north >= county.bounds.south - MARGIN
        })
    })
}

/// The box of all positions in nested arrays.
fn bounds(coordinates: &Value) -> Option<Bounds> {
    let parts = coordinates.as_array()?;
    if let [lon, lat, ..] = parts.as_slice()
        && let (Some(lon), Some(lat)) = (lon.as_f64(), lat.as_f64())
    {
        return Some(Bounds {
            west: lon,
            south: lat,
            east: lon,
            north: lat,
        });
    }
    let parts = parts.iter().filter_map(bounds);
    parts.reduce(|all, part| all.joined(&part))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_area_touches_the_counties_that_it_comes_near() {
        let harris = ["48201".to_owned()];
        let at = |lon: f64| json!({ "type": "Polygon", "coordinates": [[[lon, 29.7], [lon + 0.1, 29.7], [lon, 29.8], [lon, 29.7]]] });
        assert!(touches(None, &harris));
        assert!(touches(Some(&at(-95.4)), &harris));
        assert!(!touches(Some(&at(-98.4)), &harris));
        let both = json!({ "type": "MultiPolygon", "coordinates": [at(-98.4)["coordinates"], at(-95.4)["coordinates"]] });
        assert!(touches(Some(&both), &harris));
        assert!(!touches(Some(&at(-95.4)), &["56043".to_owned()]));
        // A planning region of Connecticut, of which there is no box.
        assert!(touches(Some(&at(-95.4)), &["09110".to_owned()]));
        assert!(!touches(
            Some(&json!({ "type": "Polygon", "coordinates": [] })),
            &harris
        ));
    }
}
