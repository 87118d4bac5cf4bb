//! The ground that an image covers, and the path under which it is served.

use domain::{LonLat, ParcelNumber, ParcelUuid};
use geojson::{Geometry, GeometryValue};
use serde_json::Value;

/// Radius of the Web Mercator sphere, metres.
const RADIUS: f64 = 6_378_137.0;
/// Width divided by height.
const ASPECT: f64 = 4.0 / 3.0;
/// Margin on each side of a parcel, as a share of its size.
const MARGIN: f64 = 0.25;
/// Minimum ground width, metres, so that a small lot is shown with its neighbours.
const LEAST_WIDTH: f64 = 160.0;
/// Ground width when no outline is known, metres.
const WIDTH_AROUND_POINT: f64 = 320.0;

/// A parcel's outline: rings of longitude and latitude.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outline(Vec<Vec<(f64, f64)>>);

impl Outline {
    /// The rings of a `GeoJSON` Polygon or `MultiPolygon`; none for anything else.
    pub fn from_geojson(geometry: Value) -> Option<Self> {
        let geometry: Geometry = serde_json::from_value(geometry).ok()?;
        let rings = match geometry.value {
            GeometryValue::Polygon { coordinates } => coordinates,
            GeometryValue::MultiPolygon { coordinates } => {
                coordinates.into_iter().flatten().collect()
            }
            _ => return None,
        };
        let point = |position: &geojson::Position| match position.as_slice() {
            &[lon, lat, ..] => Some((lon, lat)),
            _ => None,
        };
        let rings: Vec<Vec<_>> = rings
            .iter()
            .map(|ring| ring.iter().filter_map(point).collect::<Vec<_>>())
            .filter(|ring| ring.len() > 1)
            .collect();
        (!rings.is_empty()).then_some(Self(rings))
    }

    pub fn rings(&self) -> &[Vec<(f64, f64)>] {
        &self.0
    }

    /// Bounding box in Web Mercator: west, south, east, north.
    fn bounds(&self) -> [f64; 4] {
        let start = [
            f64::INFINITY,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NEG_INFINITY,
        ];
        self.0.iter().flatten().fold(start, |bounds, &(lon, lat)| {
            let (x, y) = project(lon, lat);
            [
                bounds[0].min(x),
                bounds[1].min(y),
                bounds[2].max(x),
                bounds[3].max(y),
            ]
        })
    }

    /// Whether a point lies in the bounding box.
    pub fn is_around(&self, at: LonLat) -> bool {
        let [west, south, east, north] = self.bounds();
        let (x, y) = project(at.lon(), at.lat());
        (west..=east).contains(&x) && (south..=north).contains(&y)
    }
}

/// The ground that an image covers, in Web Mercator, with the image's aspect ratio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    middle: (f64, f64),
    half: (f64, f64),
}

impl Frame {
    /// The outline with a margin, or the surroundings of the point.
    pub fn of(at: LonLat, outline: Option<&Outline>) -> Self {
        // Web Mercator stretches distances with the latitude.
        let metre = 1.0 / at.lat().to_radians().cos().max(0.01);
        let (middle, width, height) = match outline.map(Outline::bounds) {
            Some([west, south, east, north]) => (
                (f64::midpoint(west, east), f64::midpoint(south, north)),
                ((east - west) * (1.0 + 2.0 * MARGIN)).max(LEAST_WIDTH * metre),
                (north - south) * (1.0 + 2.0 * MARGIN),
            ),
            None => (project(at.lon(), at.lat()), WIDTH_AROUND_POINT * metre, 0.0),
        };
        let width = width.max(height * ASPECT);
        Self {
            middle,
            half: (width / 2.0, width / 2.0 / ASPECT),
        }
    }

    /// Fills the box into the configured URL: `{west} {south} {east} {north} {lat} {lon}`.
    pub fn fill(&self, template: &str) -> String {
        let (x, y) = self.middle;
        let (west, south) = degrees(x - self.half.0, y - self.half.1);
        let (east, north) = degrees(x + self.half.0, y + self.half.1);
        let (lon, lat) = degrees(x, y);
        [
            ("{west}", west),
            ("{south}", south),
            ("{east}", east),
            ("{north}", north),
            ("{lat}", lat),
            ("{lon}", lon),
        ]
        .iter()
        .fold(template.to_owned(), |url, (name, degrees)| {
            url.replace(name, &format!("{degrees:.7}"))
        })
    }

    /// Pixel position of a place in an image of this size, from the upper left corner.
    pub fn pixel(&self, (lon, lat): (f64, f64), (width, height): (u32, u32)) -> (f64, f64) {
        let (x, y) = project(lon, lat);
        (
            (x - self.middle.0 + self.half.0) / (2.0 * self.half.0) * f64::from(width),
            (self.middle.1 + self.half.1 - y) / (2.0 * self.half.1) * f64::from(height),
        )
    }
}

fn project(lon: f64, lat: f64) -> (f64, f64) {
    // Web Mercator is infinite at the poles.
    let lat = lat.clamp(-85.05, 85.05).to_radians();
    (RADIUS * lon.to_radians(), RADIUS * (lat.tan().asinh()))
}

fn degrees(x: f64, y: f64) -> (f64, f64) {
    (
        (x / RADIUS).to_degrees(),
        (y / RADIUS).sinh().atan().to_degrees(),
    )
}

/// Path of a parcel's image; parcel numbers may contain slashes and spaces. Its identity, if known,
/// tells it from parcels of other counties with the same number.
pub fn image_path(number: &ParcelNumber, ll_uuid: Option<ParcelUuid>) -> String {
    let encoded: String =
        url::form_urlencoded::byte_serialize(number.as_str().as_bytes()).collect();
    let path = format!("/api/site_images/{}.jpg", encoded.replace('+', "%20"));
    match ll_uuid {
        Some(id) => format!("{path}?ll_uuid={id}"),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn numbers(frame: &Frame) -> Vec<f64> {
        let url = frame.fill("https://aerial.example/export?bbox={west},{south},{east},{north}");
        let (_, numbers) = url.split_once('=').unwrap();
        numbers.split(',').map(|n| n.parse().unwrap()).collect()
    }

    #[test]
    fn without_an_outline_the_box_is_around_the_point() {
        let at = LonLat::new(-95.3698, 29.7604).unwrap();
        let numbers = numbers(&Frame::of(at, None));
        assert!(numbers[0] < at.lon() && numbers[2] > at.lon());
        assert!(numbers[1] < at.lat() && numbers[3] > at.lat());
        // Ground width.
        let metres = (numbers[2] - numbers[0]).to_radians() * RADIUS * at.lat().to_radians().cos();
        assert!((metres - 320.0).abs() < 1.0, "{metres}");
    }

    #[test]
    fn a_large_parcel_is_whole_in_its_picture() {
        let at = LonLat::new(-95.37, 29.76).unwrap();
        let ring = json!([
            [-95.38, 29.70],
            [-95.36, 29.70],
            [-95.36, 29.80],
            [-95.38, 29.80],
            [-95.38, 29.70]
        ]);
        let outline =
            Outline::from_geojson(json!({ "type": "Polygon", "coordinates": [ring] })).unwrap();
        assert!(outline.is_around(at) && !outline.is_around(LonLat::new(-95.0, 29.76).unwrap()));
        let frame = Frame::of(at, Some(&outline));
        let numbers = numbers(&frame);
        // The margin above and below, and the aspect ratio.
        assert!(
            (numbers[3] - 29.825).abs() < 1e-3 && (numbers[1] - 29.675).abs() < 1e-3,
            "{numbers:?}"
        );
        for &corner in &outline.rings()[0] {
            let (x, y) = frame.pixel(corner, (1024, 768));
            assert!(
                (0.0..=1024.0).contains(&x) && (0.0..=768.0).contains(&y),
                "{x} {y}"
            );
        }
        assert_eq!(
            Outline::from_geojson(json!({ "type": "Point", "coordinates": [1, 2] })),
            None
        );
    }

    #[test]
    fn numbers_are_encoded_in_paths() {
        assert_eq!(
            image_path(&"041 02/3".parse().unwrap(), None),
            "/api/site_images/041%2002%2F3.jpg"
        );
    }
}
