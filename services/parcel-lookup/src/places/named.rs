//! Places that have the searched name: counties, cities and markets. No I/O.

use std::sync::LazyLock;

use domain::{LonLat, State};
use parcel_record::counties::{Bounds, County};

use super::domain::{PlaceName, name_key};
use super::dto::{Place, PlaceKind};

/// Most places of each kind that are compared.
pub const MAX_OF_KIND: usize = 3;
/// Most places of all kinds: parcels follow.
const MAX_NAMED: usize = 4;

/// Aleutians West reaches beyond the antimeridian, so its box goes around the globe: this is its
/// part with the towns.
const ACROSS: (&str, Bounds) = (
    "02016",
    Bounds {
        west: -179.1366,
        south: 51.2291,
        east: -166.0931,
        north: 57.2296,
    },
);

/// The names of all counties as they are compared.
static KEYS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let keys = County::all().iter().map(|county| name_key(county.name));
    keys.collect()
});

/// A place whose name is the searched one, or begins with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    pub place: Place,
    /// The whole name was typed.
    pub is_whole: bool,
}

impl Named {
    /// A place with an extent; its point is in the middle.
    pub fn new(kind: PlaceKind, label: String, bounds: Bounds, is_whole: bool) -> Self {
        let (lon, lat) = bounds.middle();
        let place = Place {
            label,
            kind,
            lat,
            lon,
            ll_uuid: None,
            acres: None,
            bbox: Some([bounds.west, bounds.south, bounds.east, bounds.north]),
            from: None,
        };
        Self { place, is_whole }
    }
}

/// The counties of this name, best first.
pub fn counties(name: &PlaceName, near: LonLat) -> Vec<Named> {
    let in_state = |county: &County| {
        name.state
            .is_none_or(|state| county.state == state.postal_code)
    };
    let found = County::all()
        .iter()
        .zip(KEYS.iter())
        .filter(|(county, key)| key.starts_with(&name.key) && in_state(county));
    let counties = found.map(|(county, key)| {
        let (across, part) = ACROSS;
        let bounds = if county.county_fips == across {
            part
        } else {
            county.bounds
        };
        let label = format!("{}, {}", county.name, county.state);
        Named::new(PlaceKind::County, label, bounds, *key == name.key)
    });
    best(counties.collect(), near)
}

/// The box around the counties of a state.
pub fn state_bounds(state: &State) -> Option<Bounds> {
    let counties = County::all().iter();
    let of_state = counties.filter(|county| county.state == state.postal_code);
    of_state
        .map(|county| county.bounds)
        .reduce(|all, bounds| all.joined(&bounds))
}

/// `Houston, TX`.
pub fn city_label(city: &str, statefp: &str) -> String {
    match State::with_fips(statefp) {
        Some(state) => format!("{city}, {}", state.postal_code),
        None => city.to_owned(),
    }
}

/// The extent of the best place, if its whole name was typed.
pub fn whole_bounds(places: &[Named]) -> Option<Bounds> {
    let best = places.first().filter(|place| place.is_whole)?;
    let [west, south, east, north] = best.place.bbox?;
    Some(Bounds {
        west,
        south,
        east,
        north,
    })
}

/// Whole names first, then the nearest.
pub fn best(mut places: Vec<Named>, near: LonLat) -> Vec<Named> {
    let distance = |place: &Place| {
        let shortening = near.lat().to_radians().cos();
        ((place.lon - near.lon()) * shortening).hypot(place.lat - near.lat())
    };
    places.sort_by(|a, b| {
        let nearest = distance(&a.place).total_cmp(&distance(&b.place));
        let whole = b.is_whole.cmp(&a.is_whole).then(nearest);
        whole.then_with(|| a.place.label.cmp(&b.place.label))
    });
    places.truncate(MAX_OF_KIND);
    places
}

/// The best of each kind, then the second of each, so that no kind hides another one.
pub fn mixed<const N: usize>(kinds: [Vec<Named>; N]) -> Vec<Place> {
    let mut kinds = kinds.map(Vec::into_iter);
    let mut places = Vec::new();
    for _round in 0..MAX_OF_KIND {
        places.extend(kinds.iter_mut().filter_map(Iterator::next));
    }
    places.truncate(MAX_NAMED);
    places.into_iter().map(|named| named.place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::domain::SearchText;

    fn found(text: &str, lon: f64, lat: f64) -> Vec<String> {
        let name = SearchText::parse(text).name.unwrap();
        let near = LonLat::new(lon, lat).unwrap();
        let counties = counties(&name, near).into_iter();
        counties.map(|named| named.place.label).collect()
    }

    #[test]
    fn counties_of_the_whole_country_are_found_the_nearest_first() {
        let houston = (-95.37, 29.76);
        assert_eq!(
            found("harris county", houston.0, houston.1)[0],
            "Harris, TX"
        );
        assert_eq!(found("Harris", -84.9, 32.7)[0], "Harris, GA");
        assert_eq!(found("harris ga", houston.0, houston.1), ["Harris, GA"]);
        assert_eq!(found("dona", houston.0, houston.1)[0], "Doña Ana, NM");
        assert_eq!(found("smith", houston.0, houston.1).len(), MAX_OF_KIND);
        assert_eq!(found("xyzzy", houston.0, houston.1), [""; 0]);
    }

    #[test]
    fn a_county_across_the_antimeridian_does_not_go_around_the_globe() {
        for county in County::all() {
            let name = PlaceName {
                key: name_key(county.name),
                state: State::of_county(county.county_fips),
                is_county: true,
            };
            for named in counties(&name, LonLat::new(0.0, 0.0).unwrap()) {
                let [west, _, east, _] = named.place.bbox.unwrap();
                assert!(west < east && east - west < 30.0, "{named:?}");
            }
        }
    }

    #[test]
    fn no_kind_hides_another_one() {
        let bounds = ACROSS.1;
        let some = |kind, count: usize| {
            let label = |n: usize| format!("{kind:?} {n}");
            (0..count)
                .map(|n| Named::new(kind, label(n), bounds, true))
                .collect::<Vec<_>>()
        };
        let mixed = mixed([
            some(PlaceKind::City, 3),
            some(PlaceKind::County, 1),
            some(PlaceKind::Market, 3),
        ]);
        let labels: Vec<&str> = mixed.iter().map(|place| place.label.as_str()).collect();
        assert_eq!(labels, ["City 0", "County 0", "Market 0", "City 1"]);
    }
}
