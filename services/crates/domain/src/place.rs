//! Where a parcel lies, which tells parcels of one number apart: a number is unique only within its county.

use crate::LonLat;

/// Metres of a degree of latitude.
const METRES_PER_DEGREE: f64 = 111_320.0;
/// Two points no farther apart than this are of one parcel, also if the simplified outline of a county runs between
/// them, metres.
const OF_ONE_PARCEL: f64 = 500.0;
/// Points farther apart than this are of two parcels where a county is not known, metres.
const OF_TWO_COUNTIES: f64 = 20_000.0;

/// A point of a parcel, and its county if that is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The point.
    pub at: LonLat,
    /// State and county, five digits.
    pub county_fips: Option<String>,
}

impl Place {
    /// Whether parcels of one number at both places are the same parcel.
    pub fn is_of_same_parcel(&self, other: &Self) -> bool {
        let metres = self.metres_to(other);
        metres <= OF_ONE_PARCEL
            || match (&self.county_fips, &other.county_fips) {
                (Some(county), Some(others)) => county == others,
                _ => metres <= OF_TWO_COUNTIES,
            }
    }

    /// Metres between the points, on a plane that is true at the middle of both.
    pub fn metres_to(&self, other: &Self) -> f64 {
        let middle = f64::midpoint(self.at.lat(), other.at.lat());
        let east = (self.at.lon() - other.at.lon()) * middle.to_radians().cos();
        METRES_PER_DEGREE * east.hypot(self.at.lat() - other.at.lat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(lon: f64, lat: f64, county: Option<&str>) -> Place {
        Place {
            at: LonLat::new(lon, lat).unwrap(),
            county_fips: county.map(ToOwned::to_owned),
        }
    }

    #[test]
    fn a_number_is_of_one_parcel_in_its_county() {
        let here = place(-95.37, 29.76, Some("48201"));
        for (lon, lat, county, is_same) in [
            (-95.0, 29.6, Some("48201"), true),
            (-95.0, 29.6, Some("48167"), false),
            // Two counties in 10 km, and a border through a parcel.
            (-95.27, 29.76, Some("48167"), false),
            (-95.367, 29.76, Some("48167"), true),
            // Without a county only the distance tells.
            (-95.27, 29.76, None, true),
            (-95.0, 29.6, None, false),
        ] {
            let other = place(lon, lat, county);
            assert_eq!(here.is_of_same_parcel(&other), is_same, "{other:?}");
            assert_eq!(other.is_of_same_parcel(&here), is_same, "{other:?}");
        }
    }

    #[test]
    fn a_degree_of_longitude_is_shorter_in_the_north() {
        let metres = place(-95.0, 60.0, None).metres_to(&place(-96.0, 60.0, None));
        assert!((metres - 55_660.0).abs() < 1.0, "{metres}");
    }
}
