//! Validation of a search.

use http_kit::ApiError;
use serde_json::Value;

use super::dto::{SavedArea, SearchFields};
use crate::field::Fields;

/// Most searches of a project.
pub const MAX_SEARCHES: i64 = 100;
const MAX_NAME_CHARS: usize = 80;
/// Most positions of an area, as in a selection.
const MAX_POSITIONS: usize = 10_000;

/// A valid name, filter and area.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedSearch {
    pub name: String,
    pub filter: String,
    pub area: Option<Value>,
}

impl CheckedSearch {
    /// # Errors
    /// [`ApiError`] that names the fields. Whether the filter's properties exist is known to parcel-lookup
    /// only, when it searches.
    pub fn of(given: SearchFields) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        let name = fields.required("name", Some(given.name), MAX_NAME_CHARS, "Give it a name.");
        let filter = fields.required(
            "filter",
            Some(given.filter),
            ogc_features::MAX_FILTER_LENGTH,
            "Give a filter.",
        );
        if !filter.is_empty()
            && let Err(error) = ogc_features::check_syntax(&filter)
        {
            fields.refuse("filter", error.sentence);
        }
        let area = given.area.map(|area| {
            if !is_valid(&area) {
                let sentence = "An area has closed rings of longitudes and latitudes, at most 10,000 positions.";
                fields.refuse("area", sentence);
            }
            serde_json::json!(area)
        });
        fields.finish(None)?;
        Ok(Self { name, filter, area })
    }
}

fn is_valid(area: &SavedArea) -> bool {
    let rings: Vec<&Vec<Vec<f64>>> = match area {
        SavedArea::Polygon(rings) => rings.iter().collect(),
        SavedArea::MultiPolygon(parts) => parts.iter().flatten().collect(),
    };
    let is_position = |position: &Vec<f64>| matches!(position[..], [lon, lat, ..] if lon.abs() <= 180.0 && lat.abs() <= 85.0);
    let positions: usize = rings.iter().map(|ring| ring.len()).sum();
    !rings.is_empty()
        && positions <= MAX_POSITIONS
        && rings.iter().all(|ring| {
            ring.len() >= 4 && ring.first() == ring.last() && ring.iter().all(is_position)
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(filter: &str, area: &Value) -> Result<CheckedSearch, ApiError> {
        let fields = json!({ "name": " Land ", "filter": filter, "area": area });
        CheckedSearch::of(serde_json::from_value(fields).unwrap())
    }

    #[test]
    fn names_are_trimmed_and_filters_are_read() {
        let triangle = json!({ "type": "Polygon", "coordinates": [[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]] });
        let checked = check("ll_gisacre > 5", &triangle).unwrap();
        assert_eq!(checked.name, "Land");
        assert_eq!(checked.area, Some(triangle));
        assert!(check("ll_gisacre >", &Value::Null).is_err());
        assert!(check(" ", &Value::Null).is_err());
        assert!(check(&"a = 1 OR ".repeat(1000), &Value::Null).is_err());
    }

    #[test]
    fn areas_are_closed_and_on_the_map() {
        for ring in [
            json!([]),
            json!([[0, 0], [1, 0], [0, 0]]),
            json!([[0, 0], [1, 0], [1, 1], [0, 1]]),
            json!([[0, 0], [1, 0], [1, 100], [0, 0]]),
            json!([[0], [1], [1], [0]]),
        ] {
            let area = json!({ "type": "Polygon", "coordinates": [ring] });
            assert!(check("a = 1", &area).is_err(), "{area}");
        }
    }
}
