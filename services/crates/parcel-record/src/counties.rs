//! The box around each county, to compare outlines with the county that they are said to be in.
//!
//! `data/county_boxes.csv` is made from the outlines of main-api; see the crate's README.

use std::sync::LazyLock;

use domain::State;

const TABLE: &str = include_str!("../data/county_boxes.csv");

/// Counties that were formed after 2017, of which there is no box: two of Alaska and the planning
/// regions of Connecticut.
pub(crate) const NEWER: [&str; 11] = [
    "02063", "02066", "09110", "09120", "09130", "09140", "09150", "09160", "09170", "09180",
    "09190",
];

static COUNTIES: LazyLock<Vec<County>> =
    LazyLock::new(|| TABLE.lines().skip(1).filter_map(read).collect());

/// A box in degrees of WGS 84, or in the units of a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Smallest x.
    pub west: f64,
    /// Smallest y.
    pub south: f64,
    /// Largest x.
    pub east: f64,
    /// Largest y.
    pub north: f64,
}

impl Bounds {
    /// Whether no part is further than `margin` outside of `other`.
    pub fn is_within(&self, other: &Self, margin: f64) -> bool {
        self.west >= other.west - margin
            && self.east <= other.east + margin
            && self.south >= other.south - margin
            && self.north <= other.north + margin
    }

    /// Whether these can be degrees of longitude and latitude.
    pub fn are_degrees(&self) -> bool {
        let globe = Self {
            west: -180.0,
            south: -90.0,
            east: 180.0,
            north: 90.0,
        };
        self.is_within(&globe, 0.0)
    }

    /// The smallest box around both.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        Self {
            west: self.west.min(other.west),
            south: self.south.min(other.south),
            east: self.east.max(other.east),
            north: self.north.max(other.north),
        }
    }

    /// The point in the middle: x, y.
    pub fn middle(&self) -> (f64, f64) {
        (
            f64::midpoint(self.west, self.east),
            f64::midpoint(self.south, self.north),
        )
    }
}

/// A county and the box around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct County {
    /// State and county, five digits.
    pub county_fips: &'static str,
    /// State, two letters.
    pub state: &'static str,
    /// Name without `County`.
    pub name: &'static str,
    /// The box around its outline, degrees.
    pub bounds: Bounds,
}

impl County {
    /// Those of 2017, ordered by code.
    pub fn all() -> &'static [Self] {
        &COUNTIES
    }

    /// By its five digits.
    pub fn with_fips(county_fips: &str) -> Option<&'static Self> {
        COUNTIES
            .binary_search_by(|county| county.county_fips.cmp(county_fips))
            .ok()
            .map(|index| &COUNTIES[index])
    }

    /// The county at a point. Boxes overlap, so it may be a neighbour of the true one: of several
    /// boxes, the one whose middle is nearest.
    pub fn near(lon: f64, lat: f64) -> Option<&'static Self> {
        let point = Bounds {
            west: lon,
            south: lat,
            east: lon,
            north: lat,
        };
        let distance = |county: &Self| {
            let (x, y) = county.bounds.middle();
            (x - lon).hypot(y - lat)
        };
        COUNTIES
            .iter()
            .filter(|county| point.is_within(&county.bounds, 0.0))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}

/// Whether there is a county of this code; some have no box.
pub fn is_county(county_fips: &str) -> bool {
    County::with_fips(county_fips).is_some() || NEWER.contains(&county_fips)
}

/// A county for a sentence: `Wake, NC (37183)`; the code and the state's name if it is not in the
/// table.
pub fn county_label(county_fips: &str) -> String {
    match (
        County::with_fips(county_fips),
        State::of_county(county_fips),
    ) {
        (Some(county), _) => format!("{}, {} ({county_fips})", county.name, county.state),
        (None, Some(state)) => format!("{county_fips} in {}", state.name),
        (None, None) => county_fips.to_owned(),
    }
}

fn read(line: &'static str) -> Option<County> {
    let mut cells = line.split(',');
    let (county_fips, state, name) = (cells.next()?, cells.next()?, cells.next()?);
    let mut degrees = || cells.next()?.parse().ok();
    Some(County {
        county_fips,
        state,
        name,
        bounds: Bounds {
            west: degrees()?,
            south: degrees()?,
            east: degrees()?,
            north: degrees()?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    /// The table as the outlines of main-api give it.
    fn made() -> String {
        let outlines = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../main-api/data/counties.csv"
        );
        let outlines = std::fs::read_to_string(outlines).unwrap();
        let mut table = "county_fips,state,name,west,south,east,north\n".to_owned();
        for line in outlines.lines().skip(1) {
            let (names, outline) = line.split_once('"').unwrap();
            let (fips, name) = names.trim_end_matches(',').split_once(',').unwrap();
            let numbers: Vec<f64> = outline
                .split(|c: char| !(c.is_ascii_digit() || c == '-' || c == '.'))
                .filter_map(|number| number.parse().ok())
                .collect();
            let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
            for (index, number) in numbers.iter().enumerate() {
                low[index % 2] = low[index % 2].min(*number);
                high[index % 2] = high[index % 2].max(*number);
            }
            let state = State::of_county(fips).unwrap().postal_code;
            writeln!(
                table,
                "{fips},{state},{name},{},{},{},{}",
                low[0], low[1], high[0], high[1]
            )
            .unwrap();
        }
        table
    }

    #[test]
    fn the_table_is_what_the_outlines_say() {
        let made = made();
        if std::env::var_os("UPDATE_COUNTY_BOXES").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/county_boxes.csv");
            std::fs::write(file, &made).unwrap();
        }
        assert!(
            made == TABLE,
            "data/county_boxes.csv is not what counties.csv says; see the crate's README"
        );
    }

    #[test]
    fn every_line_is_read_and_found_by_its_code() {
        assert_eq!(County::all().len(), TABLE.lines().count() - 1);
        for county in County::all() {
            assert_eq!(County::with_fips(county.county_fips), Some(county));
            assert!(county.bounds.are_degrees(), "{county:?}");
        }
        assert_eq!(County::with_fips("09110"), None);
        assert!(is_county("37161") && is_county("09110") && !is_county("28202"));
    }

    #[test]
    fn a_place_is_named_by_the_county_there() {
        let name = |lon, lat| County::near(lon, lat).map(|county| county.county_fips);
        assert_eq!(name(-81.86, 35.33), Some("37161"));
        assert_eq!(name(-95.37, 29.76), Some("48201"));
        assert_eq!(name(2.35, 48.86), None);
        assert_eq!(county_label("37161"), "Rutherford, NC (37161)");
        assert_eq!(county_label("09110"), "09110 in Connecticut");
        assert_eq!(county_label("99001"), "99001");
    }
}
