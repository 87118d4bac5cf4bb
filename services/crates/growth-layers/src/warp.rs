//! Transforms an area's grid to any coordinate system.
//!
//! Transforming four million cells one by one takes seconds, so every sixteenth is transformed and
//! the others are interpolated; over a few hundred metres the error is far below a cell, which a
//! test verifies.

use proj4rs::Proj;
use proj4rs::adaptors::transform_xy;

use super::area::Frame;

/// Distance between control points, cells.
const STEP: usize = 16;

/// Cell centres of an area in another coordinate system.
pub(super) struct Warp {
    control_points: Vec<(f64, f64)>,
    across: usize,
}

impl Warp {
    /// `system` is `EPSG:5070` or a proj string. The error says what is wrong.
    pub(super) fn new(frame: &Frame, system: &str) -> Result<Self, String> {
        let fault = |error: proj4rs::errors::Error| format!("{system}: {error}");
        let earth = Proj::from_proj_string("+proj=longlat +datum=WGS84 +no_defs").map_err(fault)?;
        let there = Proj::from_user_string(system).map_err(fault)?;
        let across = frame.shape.cols / STEP + 2;
        let down = frame.shape.rows / STEP + 2;
        let mut control_points = Vec::with_capacity(across * down);
        for row in 0..down {
            for col in 0..across {
                let (lon, lat) = frame.middle(row * STEP, col * STEP);
                let (x, y) = transform_xy(&earth, &there, lon.to_radians(), lat.to_radians())
                    .map_err(fault)?;
                control_points.push(if there.is_latlong() {
                    (x.to_degrees(), y.to_degrees())
                } else {
                    (x, y)
                });
            }
        }
        Ok(Self {
            control_points,
            across,
        })
    }

    /// The centre of a cell, in the other system's units.
    pub(super) fn at(&self, row: usize, col: usize) -> (f64, f64) {
        let (down, over) = (row / STEP, col / STEP);
        let south = (row % STEP) as f64 / STEP as f64;
        let east = (col % STEP) as f64 / STEP as f64;
        let control_point =
            |down: usize, over: usize| self.control_points[down * self.across + over];
        let mix = |one: (f64, f64), other: (f64, f64), share: f64| {
            (
                one.0 + (other.0 - one.0) * share,
                one.1 + (other.1 - one.1) * share,
            )
        };
        let upper = mix(
            control_point(down, over),
            control_point(down, over + 1),
            east,
        );
        let lower = mix(
            control_point(down + 1, over),
            control_point(down + 1, over + 1),
            east,
        );
        mix(upper, lower, south)
    }
}

#[cfg(test)]
mod tests {
    use domain::BBox;

    use super::*;
    use crate::area::MAX_CELLS_PER_SIDE;

    #[test]
    fn interpolated_places_are_within_centimetres_of_transformed_ones() {
        let bbox = BBox::new(-105.2, 39.5, -104.6, 40.0).unwrap();
        let frame = Frame::of(bbox, 30.0, MAX_CELLS_PER_SIDE);
        let earth = Proj::from_proj_string("+proj=longlat +datum=WGS84 +no_defs").unwrap();
        for system in ["EPSG:5070", "EPSG:26913", "EPSG:3857"] {
            let warp = Warp::new(&frame, system).unwrap();
            let there = Proj::from_user_string(system).unwrap();
            for row in (0..frame.shape.rows).step_by(97) {
                for col in (0..frame.shape.cols).step_by(101) {
                    let (lon, lat) = frame.middle(row, col);
                    let (lon, lat) = (lon.to_radians(), lat.to_radians());
                    let (x, y) = transform_xy(&earth, &there, lon, lat).unwrap();
                    let (near_x, near_y) = warp.at(row, col);
                    let off = (x - near_x).hypot(y - near_y);
                    assert!(off < 0.1, "{system}: {off} m at {row}, {col}");
                }
            }
        }
        // A known point: 40° north, 105° west in the Albers of the lower 48.
        let one = Frame::of(BBox::new(-105.0, 39.9, -104.9, 40.0).unwrap(), 30.0, 2_000);
        let (x, y) = Warp::new(&one, "EPSG:5070").unwrap().at(0, 0);
        assert!((-770_000.0..-750_000.0).contains(&x), "{x}");
        assert!((1_900_000.0..1_930_000.0).contains(&y), "{y}");
        assert!(Warp::new(&frame, "EPSG:1").is_err());
    }
}
