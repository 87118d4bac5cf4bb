//! Validation of what is selected.

use std::collections::HashSet;

use domain::{LonLat, ParcelUuid, RunId};
use http_kit::ApiError;
use parcel_record::is_county_fips;

use super::dto::{AreaGeometry, LineGeometry, SelectionRequest};
use super::points;

/// Most parcels of a selection.
pub const MAX_SELECTED: usize = 100_000;
/// Most positions of a drawn geometry.
const MAX_POSITIONS: usize = 10_000;
/// Most numbers or addresses.
const MAX_NUMBERS: usize = 10_000;
const MAX_NUMBER_CHARS: usize = 200;
const MAX_PREFERRED: usize = 100;
const MAX_ADJOINING: usize = 100;
/// Most parcels that are given one by one.
const MAX_LISTED: usize = 10_000;
/// Most of the best of a search run, and the number where none is given.
const MAX_BEST: u32 = 10_000;
const DEFAULT_BEST: u32 = 10;
/// Web Mercator, in which outlines are compared, ends there.
const MAX_LATITUDE: f64 = 85.0;

/// What the parcels have in common, besides the filter.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// Inner point in the GeoJSON.
    Within(String),
    WithinBox([f64; 4]),
    /// Centre and metres.
    WithinCircle(LonLat, f64),
    /// Touched by the strip along the GeoJSON, metres to each side.
    Along(String, f64),
    AdjoiningTo(Vec<ParcelUuid>),
    /// Trimmed, each once.
    Numbers(Vec<String>),
    /// Under one of the points, each once.
    Under(Vec<LonLat>),
    /// Each once.
    Listed(Vec<ParcelUuid>),
    /// The best of a search run.
    Best(RunId, usize),
    /// The same owner's.
    OwnerOf(ParcelUuid),
    Everything,
}

pub(super) type Checked<T> = Result<T, ApiError>;

/// The one choice of a request.
pub fn check(request: &SelectionRequest) -> Checked<Choice> {
    let preferred = request.preferred_counties.as_deref().unwrap_or_default();
    if preferred.len() > MAX_PREFERRED {
        let sentence = "Give at most 100 counties.";
        return Err(ApiError::invalid("preferred_counties", sentence));
    }
    let county = request.county_fips.iter().map(|code| ("county_fips", code));
    let preferred = preferred.iter().map(|code| ("preferred_counties", code));
    for (field, code) in county.chain(preferred) {
        if !is_county_fips(code) {
            let sentence = "A county code has five digits, such as 48201.";
            return Err(ApiError::invalid(field, sentence));
        }
    }
    let mut choices = Vec::new();
    if let Some(area) = &request.area {
        choices.push(("area", within("area", area).map(Choice::Within)?));
    }
    if let Some(bbox) = request.bbox {
        choices.push(("bbox", within_box(bbox)?));
    }
    if let Some(circle) = &request.circle {
        let at = point("circle", circle.lon, circle.lat)?;
        metres("circle", circle.radius_m, 100_000.0)?;
        choices.push(("circle", Choice::WithinCircle(at, circle.radius_m)));
    }
    if let Some(corridor) = &request.corridor {
        metres("corridor", corridor.distance_m, 10_000.0)?;
        choices.push(("corridor", along(&corridor.line, corridor.distance_m)?));
    }
    if let Some(parcels) = &request.adjoining_to {
        choices.push(("adjoining_to", adjoining(parcels)?));
    }
    if let Some(numbers) = &request.numbers {
        choices.push(("numbers", numbered(numbers)?));
    }
    if let Some(given) = &request.points {
        choices.push(("points", points::check(given).map(Choice::Under)?));
    }
    if let Some(parcels) = &request.ll_uuids {
        choices.push(("ll_uuids", listed(parcels)?));
    }
    if let Some(run_id) = request.search_run_id {
        let top = request.top.unwrap_or(DEFAULT_BEST);
        if !(1..=MAX_BEST).contains(&top) {
            return Err(ApiError::invalid("top", "Choose the best 1 to 10,000."));
        }
        choices.push(("search_run_id", Choice::Best(run_id, top as usize)));
    }
    if let Some(parcel) = request.owner_of {
        choices.push(("owner_of", Choice::OwnerOf(parcel)));
    }
    match (
        choices.pop(),
        choices.pop(),
        &request.filter,
        &request.county_fips,
    ) {
        (Some((_, choice)), None, ..) => Ok(choice),
        (Some((field, _)), Some(_), ..) => Err(ApiError::invalid(
            field,
            "Select by one of area, bbox, circle, corridor, adjoining_to, numbers, points, ll_uuids, owner_of and search_run_id.",
        )),
        (None, _, None, None) => Err(ApiError::invalid(
            "area",
            "Select an area or give a filter.",
        )),
        (None, ..) => Ok(Choice::Everything),
    }
}

/// A drawn area, checked, as GeoJSON.
pub fn within(field: &'static str, area: &AreaGeometry) -> Checked<String> {
    let rings: Vec<&Vec<Vec<f64>>> = match area {
        AreaGeometry::Polygon(rings) => rings.iter().collect(),
        AreaGeometry::MultiPolygon(parts) => parts.iter().flatten().collect(),
    };
    for ring in &rings {
        if ring.len() < 4 || ring.first() != ring.last() {
            let sentence = "A ring has at least four positions, the last of which is the first.";
            return Err(ApiError::invalid(field, sentence));
        }
    }
    positions(field, rings.into_iter().flatten())?;
    json(field, area)
}

fn along(line: &LineGeometry, distance: f64) -> Checked<Choice> {
    let lines: Vec<&Vec<Vec<f64>>> = match line {
        LineGeometry::LineString(line) => vec![line],
        LineGeometry::MultiLineString(lines) => lines.iter().collect(),
    };
    if lines.iter().any(|line| line.len() < 2) {
        return Err(ApiError::invalid(
            "corridor",
            "A line has at least two positions.",
        ));
    }
    positions("corridor", lines.into_iter().flatten())?;
    json("corridor", line).map(|line| Choice::Along(line, distance))
}

fn within_box([west, south, east, north]: [f64; 4]) -> Checked<Choice> {
    point("bbox", west, south)?;
    point("bbox", east, north)?;
    if west >= east || south >= north {
        let sentence = "A box has west, south, east and north, in this order.";
        return Err(ApiError::invalid("bbox", sentence));
    }
    Ok(Choice::WithinBox([west, south, east, north]))
}

fn adjoining(parcels: &[ParcelUuid]) -> Checked<Choice> {
    match parcels.len() {
        1..=MAX_ADJOINING => Ok(Choice::AdjoiningTo(parcels.to_vec())),
        _ => Err(ApiError::invalid(
            "adjoining_to",
            "Choose 1 to 100 parcels.",
        )),
    }
}

fn numbered(given: &[String]) -> Checked<Choice> {
    let mut known = HashSet::new();
    let numbers: Vec<String> = given
        .iter()
        .map(|text| text.trim())
        .filter(|text| !text.is_empty() && known.insert(*text))
        .map(ToOwned::to_owned)
        .collect();
    let refused = |sentence| Err(ApiError::invalid("numbers", sentence));
    if numbers.is_empty() {
        return refused("Give at least one parcel number or address.");
    }
    if numbers.len() > MAX_NUMBERS {
        return refused("Give at most 10,000 parcel numbers or addresses.");
    }
    if numbers
        .iter()
        .any(|text| text.chars().count() > MAX_NUMBER_CHARS || text.contains(char::is_control))
    {
        return refused(
            "A parcel number or address has at most 200 characters, none of them control characters.",
        );
    }
    Ok(Choice::Numbers(numbers))
}

fn listed(given: &[ParcelUuid]) -> Checked<Choice> {
    let mut known = HashSet::new();
    let parcels: Vec<ParcelUuid> = given
        .iter()
        .copied()
        .filter(|id| known.insert(*id))
        .collect();
    match parcels.len() {
        1..=MAX_LISTED => Ok(Choice::Listed(parcels)),
        0 => Err(ApiError::invalid("ll_uuids", "Give at least one parcel.")),
        _ => Err(ApiError::invalid(
            "ll_uuids",
            "Give at most 10,000 parcels.",
        )),
    }
}

fn positions<'a>(field: &'static str, all: impl Iterator<Item = &'a Vec<f64>>) -> Checked<()> {
    let mut count = 0;
    for position in all {
        let [lon, lat, ..] = position.as_slice() else {
            return Err(ApiError::invalid(
                field,
                "A position has longitude and latitude.",
            ));
        };
        point(field, *lon, *lat)?;
        count += 1;
    }
    match count {
        0 => Err(ApiError::invalid(field, "The outline is empty.")),
        1..=MAX_POSITIONS => Ok(()),
        _ => Err(ApiError::invalid(
            field,
            "An outline has at most 10,000 positions.",
        )),
    }
}

pub(super) fn point(field: &'static str, lon: f64, lat: f64) -> Checked<LonLat> {
    let at = LonLat::new(lon, lat).map_err(|error| ApiError::invalid(field, error.sentence()))?;
    if lat.abs() > MAX_LATITUDE {
        return Err(ApiError::invalid(
            field,
            "Latitude is between -85 and 85 degrees.",
        ));
    }
    Ok(at)
}

fn metres(field: &'static str, distance: f64, most: f64) -> Checked<()> {
    if distance > 0.0 && distance <= most {
        Ok(())
    } else {
        let sentence = format!("The distance is more than 0 and at most {most} metres.");
        Err(ApiError::invalid(field, sentence))
    }
}

fn json(field: &'static str, geometry: &impl serde::Serialize) -> Checked<String> {
    serde_json::to_string(geometry)
        .map_err(|_not_finite| ApiError::invalid(field, "Coordinates are finite numbers."))
}

#[cfg(test)]
mod tests {
    use super::super::dto::Circle;
    use super::*;

    fn request(json: serde_json::Value) -> SelectionRequest {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn one_choice_is_needed() {
        use serde_json::json;
        let bbox = json!([-95.4, 29.7, -95.3, 29.8]);
        assert!(check(&request(json!({ "bbox": bbox }))).is_ok());
        assert!(check(&request(json!({}))).is_err());
        assert!(check(&request(json!({ "bbox": bbox, "numbers": ["1"] }))).is_err());
        let filter = request(json!({ "filter": "ll_gisacre > 5" }));
        assert_eq!(check(&filter).unwrap(), Choice::Everything);
    }

    #[test]
    fn nonsense_is_refused() {
        use serde_json::json;
        for wrong in [
            json!({ "bbox": [-95.3, 29.7, -95.4, 29.8] }),
            json!({ "bbox": [-95.4, 89.0, -95.3, 89.5] }),
            json!({ "area": { "type": "Polygon", "coordinates": [] } }),
            json!({ "area": { "type": "Polygon", "coordinates": [[[0, 0], [1, 1], [2, 0]]] } }),
            json!({ "area": { "type": "Polygon", "coordinates": [[[0, 0], [1, 1], [200, 0], [0, 0]]] } }),
            json!({ "area": { "type": "Polygon", "coordinates": [[[0], [1], [2], [0]]] } }),
            json!({ "corridor": { "line": { "type": "LineString", "coordinates": [[0, 0]] }, "distance_m": 5 } }),
            json!({ "numbers": ["", "  "] }),
            json!({ "numbers": ["a\u{0}b"] }),
            json!({ "adjoining_to": [] }),
            json!({ "bbox": [-95.4, 29.7, -95.3, 29.8], "county_fips": "48" }),
            json!({ "numbers": ["1"], "preferred_counties": ["48201", "Harris"] }),
            json!({ "numbers": ["1"], "preferred_counties": vec!["48201"; 101] }),
        ] {
            assert!(check(&request(wrong.clone())).is_err(), "{wrong}");
        }
        for radius_m in [0.0, -1.0, 100_001.0, f64::NAN] {
            let circle = Some(Circle {
                lon: 0.0,
                lat: 0.0,
                radius_m,
            });
            let request = SelectionRequest {
                circle,
                ..Default::default()
            };
            assert!(check(&request).is_err(), "{radius_m}");
        }
    }

    #[test]
    fn numbers_are_trimmed_and_each_is_asked_once() {
        let given = [" 12 ", "12", "", "13"].map(str::to_owned);
        let wanted = ["12", "13"].map(str::to_owned).to_vec();
        assert_eq!(numbered(&given).unwrap(), Choice::Numbers(wanted));
    }
}
