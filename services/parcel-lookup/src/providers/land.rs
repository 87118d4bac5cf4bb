//! Land without a parcel number that a provider has at a point, such as a right of way.
//!
//! It is shown and not stored: only imports write land without a number.

use domain::LonLat;
use parcel_record::esri_rings::{Ring, contains};
use parcel_record::{Provenance, Unnumbered};
use serde_json::Value;

/// Land without a parcel number as a provider returned it.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundLand {
    pub land: Unnumbered,
    /// Source and licence.
    pub provenance: Provenance,
}

/// Whether a point is on a GeoJSON polygon: within an odd number of rings, which are those of parts and holes.
pub(super) fn is_on(geometry: &Value, at: LonLat) -> bool {
    let coordinates = geometry.get("coordinates").and_then(Value::as_array);
    let Some(coordinates) = coordinates else {
        return false;
    };
    let rings: Vec<&Value> = match geometry.get("type").and_then(Value::as_str) {
        Some("Polygon") => coordinates.iter().collect(),
        Some("MultiPolygon") => coordinates
            .iter()
            .filter_map(Value::as_array)
            .flatten()
            .collect(),
        _ => return false,
    };
    let around = rings
        .into_iter()
        .filter_map(ring)
        .filter(|ring| contains(ring, [at.lon(), at.lat()]));
    around.count() % 2 == 1
}

fn ring(positions: &Value) -> Option<Ring> {
    positions
        .as_array()?
        .iter()
        .map(|position| Some([position.get(0)?.as_f64()?, position.get(1)?.as_f64()?]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_point_in_a_hole_is_not_on_the_land() {
        let square = |from: f64, to: f64| {
            json!([[from, from], [to, from], [to, to], [from, to], [from, from]])
        };
        let polygon =
            json!({ "type": "Polygon", "coordinates": [square(0.0, 9.0), square(4.0, 6.0)] });
        let parts = json!({ "type": "MultiPolygon", "coordinates": [[square(0.0, 3.0)], [square(6.0, 9.0)]] });
        for (place, on_polygon, on_parts) in [
            (1.0, true, true),
            (5.0, false, false),
            (7.0, true, true),
            (3.5, true, false),
            (10.0, false, false),
        ] {
            let at = LonLat::new(place, place).unwrap();
            assert_eq!(is_on(&polygon, at), on_polygon, "{place}");
            assert_eq!(is_on(&parts, at), on_parts, "{place}");
        }
        let line = json!({ "type": "LineString", "coordinates": [[0.0, 0.0], [2.0, 2.0]] });
        assert!(!is_on(&line, LonLat::new(1.0, 1.0).unwrap()));
    }
}
