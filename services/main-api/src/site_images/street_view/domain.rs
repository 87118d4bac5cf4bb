//! Selects the image that shows a place best. No I/O.

use domain::LonLat;

/// Maximum distance of the camera, metres (specification, point 9).
pub const RADIUS: f64 = 50.0;

/// Half the usable angle of view, degrees.
const HALF_OF_VIEW: f64 = 60.0;
const METRES_PER_DEGREE: f64 = 111_320.0;

/// An image offered by the provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Taken {
    /// The provider's id.
    pub id: String,
    /// Position of the camera.
    pub at: LonLat,
    /// Viewing direction, degrees clockwise from north.
    pub heading: Option<f64>,
    /// Panoramas are distorted on a flat screen.
    pub is_panorama: bool,
    /// Milliseconds since 1970.
    pub captured_at: Option<i64>,
    /// Name of the photographer, as the provider shows it.
    pub creator: Option<String>,
}

/// West, south, east and north of the square around `place` that holds everything within
/// [`RADIUS`].
pub fn square(place: LonLat) -> [f64; 4] {
    let dy = RADIUS / METRES_PER_DEGREE;
    let dx = dy / narrowing(place);
    [
        place.lon() - dx,
        place.lat() - dy,
        place.lon() + dx,
        place.lat() + dy,
    ]
}

/// The best image within [`RADIUS`]: flat before panorama, facing the place before facing away,
/// then the nearest, then the newest.
pub fn best(taken: Vec<Taken>, place: LonLat) -> Option<Taken> {
    let rank = |one: &Taken| {
        let (east, north) = offset(one.at, place);
        let looks_away = one.heading.is_none_or(|heading| {
            let turn = (east.atan2(north).to_degrees() - heading).rem_euclid(360.0);
            turn.min(360.0 - turn) > HALF_OF_VIEW
        });
        (one.is_panorama, looks_away, east.hypot(north))
    };
    taken
        .into_iter()
        .map(|one| (rank(&one), one))
        .filter(|((_, _, metres), _)| *metres <= RADIUS)
        .min_by(|(a, one), (b, other)| {
            (a.0, a.1)
                .cmp(&(b.0, b.1))
                .then(a.2.total_cmp(&b.2))
                .then(other.captured_at.cmp(&one.captured_at))
        })
        .map(|(_, one)| one)
}

/// Metres east and north from `from` to `to`.
fn offset(from: LonLat, to: LonLat) -> (f64, f64) {
    let east = (to.lon() - from.lon()) * METRES_PER_DEGREE * narrowing(from);
    (east, (to.lat() - from.lat()) * METRES_PER_DEGREE)
}

/// Length of a degree of longitude relative to one of latitude. Clamped near the poles, where there
/// are no parcels.
fn narrowing(at: LonLat) -> f64 {
    at.lat().to_radians().cos().max(0.01)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUSE: (f64, f64) = (-95.3698, 29.7604);

    fn place() -> LonLat {
        LonLat::new(HOUSE.0, HOUSE.1).unwrap()
    }

    /// `metres` south of the house.
    fn south(id: &str, metres: f64, heading: Option<f64>) -> Taken {
        Taken {
            id: id.to_owned(),
            at: LonLat::new(HOUSE.0, HOUSE.1 - metres / METRES_PER_DEGREE).unwrap(),
            heading,
            is_panorama: false,
            captured_at: None,
            creator: None,
        }
    }

    fn chosen(taken: &[Taken]) -> Option<String> {
        best(taken.to_vec(), place()).map(|one| one.id)
    }

    #[test]
    fn nothing_beyond_fifty_metres_is_chosen() {
        assert_eq!(chosen(&[south("far", 50.5, Some(0.0))]), None);
        assert_eq!(
            chosen(&[south("near", 49.5, Some(0.0))]).as_deref(),
            Some("near")
        );
        // The square's corner is farther away than its sides.
        let [west, south, ..] = square(place());
        let corner = Taken {
            at: LonLat::new(west, south).unwrap(),
            ..super::tests::south("corner", 0.0, None)
        };
        assert_eq!(chosen(&[corner]), None);
    }

    #[test]
    fn a_flat_picture_of_the_place_comes_first() {
        let away = south("away", 5.0, Some(180.0));
        let unknown = south("unknown", 6.0, None);
        let towards = south("towards", 40.0, Some(340.0));
        let around = Taken {
            is_panorama: true,
            ..south("around", 1.0, Some(0.0))
        };
        let all = [around.clone(), away.clone(), unknown, towards];
        assert_eq!(chosen(&all).as_deref(), Some("towards"));
        assert_eq!(chosen(&all[..3]).as_deref(), Some("away"));
        assert_eq!(chosen(&[around]).as_deref(), Some("around"));
    }

    #[test]
    fn of_two_from_one_spot_the_newer_is_chosen() {
        let at = |id: &str, captured_at| Taken {
            captured_at: Some(captured_at),
            ..south(id, 10.0, Some(0.0))
        };
        assert_eq!(
            chosen(&[at("old", 1), at("new", 2)]).as_deref(),
            Some("new")
        );
    }
}
