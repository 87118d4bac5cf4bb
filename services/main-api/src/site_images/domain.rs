//! The square around a parcel, and the path under which its picture is served.

use domain::{LonLat, ParcelNumber};

/// Half of the picture's width and height in metres.
const HALF_METRES: (f64, f64) = (160.0, 120.0);
/// Metres of one degree of latitude.
const METRES_PER_DEGREE: f64 = 111_320.0;

/// The configured address with the box around `at` filled in: `{west} {south} {east} {north} {lat} {lon}`.
pub fn fill(template: &str, at: LonLat) -> String {
    let (half_width, half_height) = HALF_METRES;
    let dy = half_height / METRES_PER_DEGREE;
    // Close to a pole the circle of latitude shrinks to nothing; no parcel is there.
    let dx = half_width / (METRES_PER_DEGREE * at.lat().to_radians().cos().max(0.01));
    [
        ("{west}", at.lon() - dx),
        ("{south}", at.lat() - dy),
        ("{east}", at.lon() + dx),
        ("{north}", at.lat() + dy),
        ("{lat}", at.lat()),
        ("{lon}", at.lon()),
    ]
    .iter()
    .fold(template.to_owned(), |url, (name, degrees)| {
        url.replace(name, &format!("{degrees:.7}"))
    })
}

/// Path of a parcel's picture; the number may hold slashes and spaces.
pub fn image_path(number: &ParcelNumber) -> String {
    let encoded: String =
        url::form_urlencoded::byte_serialize(number.as_str().as_bytes()).collect();
    format!("/api/site_images/{}.jpg", encoded.replace('+', "%20"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_is_around_the_parcel() {
        let at = LonLat::new(-95.3698, 29.7604).unwrap();
        let url = fill(
            "https://aerial.example/export?bbox={west},{south},{east},{north}",
            at,
        );
        let numbers: Vec<f64> = url
            .split_once('=')
            .unwrap()
            .1
            .split(',')
            .map(|n| n.parse().unwrap())
            .collect();
        assert!(
            numbers[0] < -95.3698
                && numbers[2] > -95.3698
                && numbers[1] < 29.7604
                && numbers[3] > 29.7604
        );
        // As wide as it should be on the ground.
        let width = (numbers[2] - numbers[0]) * METRES_PER_DEGREE * at.lat().to_radians().cos();
        assert!((width - 320.0).abs() < 0.5, "{width}");
    }

    #[test]
    fn numbers_are_encoded_in_paths() {
        assert_eq!(
            image_path(&"041 02/3".parse().unwrap()),
            "/api/site_images/041%2002%2F3.jpg"
        );
    }
}
