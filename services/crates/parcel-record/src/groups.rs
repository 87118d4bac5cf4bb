//! County groups: the partitions of the table `parcels`, and those in which the parcels of a place or of a county are.
//!
//! A parcel's `county_group` is the code of its county if that has a partition of its own, else the first digit of it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use domain::State;

use crate::counties::{Bounds, County, NEWER};

/// First key of the advisory locks of county groups; the second is the county's code. Who writes a single parcel
/// holds it shared, who attaches the partition of a county alone.
pub const GROUP_LOCK: i32 = 0x7061_7267;

/// First key of the advisory locks of shared land, as above: who writes single parcels of a county holds it alone.
pub const LAND_LOCK: i32 = 0x6c61_6e64;

/// Degrees that a county's parcels may lie outside of its box: an import takes 0.05.
const MARGIN: f64 = 0.06;
/// Groups of codes of which counties have no boxes: territories, and no states.
const WITHOUT_BOXES: [&str; 4] = ["6", "7", "8", "9"];
/// More groups than this are not named: a statement then reads all.
const MOST: usize = 32;

/// The boxes of states with counties that have none.
static OF_NEWER: LazyLock<Vec<(&str, Bounds)>> = LazyLock::new(|| {
    let bounds = |code: &'static str| {
        let state = State::of_county(code)?;
        let counties = County::all().iter();
        let of_state = counties.filter(|county| county.state == state.postal_code);
        let bounds = of_state.map(|county| county.bounds);
        Some((code, bounds.reduce(|all, bounds| all.joined(&bounds))?))
    };
    NEWER.into_iter().filter_map(bounds).collect()
});

/// The group of a county without a partition of its own.
pub fn first_digit(county_fips: &str) -> &str {
    county_fips.get(..1).unwrap_or_default()
}

/// The second key of the lock of a county.
pub fn lock_key(county_fips: &str) -> i32 {
    county_fips.parse().unwrap_or_default()
}

/// The groups that parcels of these counties can be in.
pub fn of_counties<'a>(counties: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let groups = counties
        .into_iter()
        .flat_map(|county| [county, first_digit(county)]);
    let groups: BTreeSet<&str> = groups.collect();
    groups.into_iter().map(str::to_owned).collect()
}

/// The groups that parcels of a county can be in; none if it is no known county.
pub fn of_county(county_fips: &str) -> Option<Groups> {
    let known = County::with_fips(county_fips).map(|county| county.county_fips);
    let code = known.or_else(|| NEWER.into_iter().find(|code| *code == county_fips))?;
    Some(Groups::padded([code, first_digit(code)].into()))
}

/// The groups that parcels of a box can be in, degrees; none if they are too many to be named.
pub fn near(place: &Bounds) -> Option<Groups> {
    let groups = within(place);
    (groups.len() <= MOST).then(|| Groups::padded(groups))
}

/// The groups that parcels of a box can be in, degrees, however many.
pub fn within(place: &Bounds) -> BTreeSet<&'static str> {
    let meets = |bounds: &Bounds| {
        place.west <= bounds.east + MARGIN
            && place.east >= bounds.west - MARGIN
            && place.south <= bounds.north + MARGIN
            && place.north >= bounds.south - MARGIN
    };
    let counties = County::all()
        .iter()
        .map(|county| (county.county_fips, &county.bounds));
    let newer = OF_NEWER.iter().map(|(code, bounds)| (*code, bounds));
    let codes = counties
        .chain(newer)
        .filter(|(_, bounds)| meets(bounds))
        .flat_map(|(code, _)| [code, first_digit(code)]);
    codes.chain(WITHOUT_BOXES).collect()
}

/// Groups for a list of parameters. Its length is one of few, so that there are few statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups(Vec<&'static str>);

impl Groups {
    fn padded(groups: BTreeSet<&'static str>) -> Self {
        let mut groups: Vec<&str> = groups.into_iter().collect();
        // A repeated value changes nothing.
        let last = groups.last().copied().unwrap_or_default();
        groups.resize(groups.len().next_power_of_two(), last);
        Self(groups)
    }

    /// The groups, some more than once.
    pub fn as_slice(&self) -> &[&'static str] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(lon: f64, lat: f64) -> Bounds {
        Bounds {
            west: lon,
            south: lat,
            east: lon,
            north: lat,
        }
    }

    #[test]
    fn a_point_is_in_few_groups_and_a_large_box_in_all() {
        let houston = near(&at(-95.37, 29.76)).unwrap();
        assert!(houston.as_slice().contains(&"48201") && houston.as_slice().contains(&"4"));
        assert!(!houston.as_slice().contains(&"48113"));
        assert!(houston.as_slice().len() <= 8);
        // A planning region of Connecticut, which has no box.
        let hartford = near(&at(-72.68, 41.76)).unwrap();
        assert!(hartford.as_slice().contains(&"09110"));
        let all = Bounds {
            west: -125.0,
            south: 24.0,
            east: -66.0,
            north: 50.0,
        };
        assert_eq!(near(&all), None);
        let nowhere = near(&at(0.0, 0.0)).unwrap();
        assert_eq!(nowhere.as_slice(), WITHOUT_BOXES);
        assert_eq!(of_county("48201").unwrap().as_slice(), ["4", "48201"]);
        assert_eq!(of_county("09110").unwrap().as_slice(), ["0", "09110"]);
        assert_eq!(of_county("99001"), None);
        assert_eq!(
            of_counties(["48201", "48113", "06071"]),
            ["0", "06071", "4", "48113", "48201"]
        );
    }

    proptest! {
        /// Wherever an import may take a parcel of a county, its groups are named, if any are.
        #[test]
        fn no_parcel_of_a_county_is_missed(index in any::<prop::sample::Index>(), x in -0.05_f64..=0.05, y in -0.05_f64..=0.05, east in any::<bool>(), north in any::<bool>()) {
            let county = index.get(County::all());
            let bounds = county.bounds;
            let place = at(
                if east { bounds.east } else { bounds.west } + x,
                if north { bounds.north } else { bounds.south } + y,
            );
            let of_county = [county.county_fips, first_digit(county.county_fips)];
            let groups = within(&place);
            prop_assert!(of_county.iter().all(|group| groups.contains(group)));
            if let Some(named) = near(&place) {
                prop_assert!(of_county.iter().all(|group| named.as_slice().contains(group)));
            }
        }
    }
}
