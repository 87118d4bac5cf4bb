//! Validation of a selection on the growth map.
//!
//! The area follows the specification's estimate (point 9), not a geodesic computation, because the
//! screen computes the same number and both must agree at the limit.

use domain::BBox;
use growth_layers::{Frame, MAX_AREA_KM2};
use http_kit::{ApiError, ApiResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Bounding box of the US states, degrees: west, south, east, north.
const UNITED_STATES: (f64, f64, f64, f64) = (-179.2, 18.8, -66.8, 71.5);

/// A selection as submitted by the screen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SelectionBox {
    /// Degrees.
    pub west: f64,
    /// Degrees.
    pub south: f64,
    /// Degrees.
    pub east: f64,
    /// Degrees.
    pub north: f64,
}

/// A selection that passed validation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Selection {
    bbox: BBox,
    area_km2: f64,
}

impl Selection {
    pub fn bbox(&self) -> BBox {
        self.bbox
    }

    /// Area by the specification's estimate, km².
    pub fn area_km2(&self) -> f64 {
        self.area_km2
    }
}

impl SelectionBox {
    /// The bounds of an area's grid.
    pub fn of_frame(frame: &Frame) -> Self {
        Self {
            west: frame.west,
            south: frame.south(),
            east: frame.east(),
            north: frame.north,
        }
    }

    /// Share of another box that lies in this one, 0..1, in degrees.
    pub fn share_of(&self, other: &Self) -> f64 {
        let width = self.east.min(other.east) - self.west.max(other.west);
        let height = self.north.min(other.north) - self.south.max(other.south);
        let whole = (other.east - other.west) * (other.north - other.south);
        width.max(0.0) * height.max(0.0) / whole
    }

    /// Checks numbers, order, place and size; a violation is a 422 that names the field.
    pub fn check(self) -> ApiResult<Selection> {
        let mut wrong = ApiError::validation();
        for (field, value, limit) in [
            ("west", self.west, 180.0),
            ("south", self.south, 90.0),
            ("east", self.east, 180.0),
            ("north", self.north, 90.0),
        ] {
            if !value.is_finite() || value.abs() > limit {
                wrong = wrong.field(
                    format!("bbox.{field}"),
                    format!("{field} must be between -{limit} and {limit} degrees."),
                );
            }
        }
        wrong.check()?;
        for (field, is_refused, sentence) in [
            (
                "bbox.west",
                self.west > self.east,
                "The selected area must not cross the 180th meridian, and west must be less than east.",
            ),
            (
                "bbox.south",
                self.south > self.north,
                "South must be less than north.",
            ),
            // Only the error differs.
            (
                "bbox.west",
                self.west >= self.east,
                "The selected area has no width: west and east are the same.",
            ),
            (
                "bbox.south",
                self.south >= self.north,
                "The selected area has no height: south and north are the same.",
            ),
        ] {
            if is_refused {
                return Err(ApiError::invalid(field, sentence));
            }
        }
        let (west, south, east, north) = UNITED_STATES;
        if self.west < west || self.east > east || self.south < south || self.north > north {
            return Err(ApiError::invalid(
                "bbox",
                "The selected area must lie in the United States.",
            ));
        }
        let bbox = BBox::new(self.west, self.south, self.east, self.north)
            .map_err(|refused| ApiError::invalid("bbox", refused.sentence()))?;
        let area_km2 = bbox.area_km2();
        if area_km2 > MAX_AREA_KM2 {
            return Err(ApiError::invalid(
                "bbox",
                format!(
                    "Maximum area is 3,600 km² (about 60 km by 60 km); the selected area has {} km².",
                    grouped(area_km2.round() as u64)
                ),
            ));
        }
        Ok(Selection { bbox, area_km2 })
    }
}

/// Adds thousands separators: 217,230.
fn grouped(number: u64) -> String {
    match number / 1_000 {
        0 => number.to_string(),
        thousands => format!("{},{:03}", grouped(thousands), number % 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn selection(west: f64, south: f64, east: f64, north: f64) -> ApiResult<Selection> {
        SelectionBox {
            west,
            south,
            east,
            north,
        }
        .check()
    }

    #[test]
    fn the_area_follows_the_specification() {
        // Half a degree around 35° north: 0.5² × 111.32² × cos 35.25°.
        let area = selection(-81.0, 35.0, -80.5, 35.5).unwrap().area_km2();
        assert!(
            (area - 0.25 * 111.32 * 111.32 * 35.25_f64.to_radians().cos()).abs() < 1e-6,
            "{area}"
        );
    }

    #[test]
    fn what_cannot_be_simulated_is_refused_in_words() {
        for ((w, s, e, n), sentence) in [
            ((f64::NAN, 35.0, -80.0, 36.0), "west must be between"),
            ((-81.0, 35.0, f64::INFINITY, 36.0), "east must be between"),
            ((-81.0, -135.0, -80.0, 36.0), "south must be between"),
            (
                (170.0, 52.0, -170.0, 53.0),
                "must not cross the 180th meridian",
            ),
            ((-80.0, 35.0, -81.0, 35.5), "west must be less than east"),
            ((-81.0, 35.5, -80.5, 35.0), "South must be less than north"),
            (
                (-81.0, 35.0, -81.0, 35.5),
                "The selected area has no width: west and east are the same.",
            ),
            (
                (-81.0, 35.0, -80.5, 35.0),
                "The selected area has no height: south and north are the same.",
            ),
            ((2.0, 48.0, 2.2, 48.2), "must lie in the United States"),
            ((-81.0, 35.0, -80.0, 36.0), "area has 10,089 km²."),
        ] {
            let refused = selection(w, s, e, n).unwrap_err();
            assert!(refused.shown().contains(sentence), "{}", refused.shown());
        }
    }

    #[test]
    fn a_box_covers_a_share_of_another() {
        let of = |west, south, east, north| SelectionBox {
            west,
            south,
            east,
            north,
        };
        let area = of(-81.0, 35.0, -80.0, 36.0);
        for (other, share) in [
            (area, 1.0),
            (of(-80.5, 35.0, -79.5, 36.0), 0.5),
            (of(-81.5, 34.5, -79.5, 36.5), 0.25),
            (of(-105.0, 39.0, -104.0, 40.0), 0.0),
        ] {
            assert!((area.share_of(&other) - share).abs() < 1e-9);
        }
    }

    proptest! {
        #[test]
        fn no_numbers_panic(w in any::<f64>(), s in any::<f64>(), e in any::<f64>(), n in any::<f64>()) {
            if let Ok(selection) = selection(w, s, e, n) {
                prop_assert!(selection.area_km2() > 0.0 && selection.area_km2() <= MAX_AREA_KM2);
            }
        }
    }
}
