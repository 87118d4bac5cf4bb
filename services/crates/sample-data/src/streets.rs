//! Streets, waterways, parks and districts of the sample city, for a base map.

use super::districts::{self, Character, DISTRICTS, whole_cell};
use super::plane::{Lines, Point, edges, point};
use super::{SEED, blocks, city, names};

/// Half the width of open water, metres.
const WATER: f64 = 24.0;
/// Streets other than boulevards end this far from the middle of a waterway, metres.
const BANK: f64 = 42.0;
/// Parts of streets shorter than this are left out, metres.
const SHORTEST: f64 = 40.0;
/// Interval at which a street's distance to water is measured, metres.
const STEP: f64 = 12.0;
/// State code of parks in the parcels' fields.
const PARK: &str = "XV";

/// Longitude and latitude in degrees.
pub type LonLat = (f64, f64);

/// Importance of a street.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreetKind {
    /// Through the city, without crossings.
    Freeway,
    /// Between two districts.
    Arterial,
    /// Wide street of a district.
    Boulevard,
    /// All others.
    Street,
}

/// A street or a part of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Street {
    /// Its name, as in the addresses of parcels.
    pub name: String,
    /// Its importance.
    pub kind: StreetKind,
    /// Its middle.
    pub line: Vec<LonLat>,
}

/// A waterway.
#[derive(Debug, Clone, PartialEq)]
pub struct Waterway {
    /// Its name.
    pub name: &'static str,
    /// Its middle.
    pub line: Vec<LonLat>,
    /// Its banks as a ring without the closing corner.
    pub banks: Vec<LonLat>,
}

/// A district.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbourhood {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Its middle.
    pub centre: LonLat,
    /// Its land is used by industry.
    pub industrial: bool,
    /// Its outline as a ring without the closing corner.
    pub outline: Vec<LonLat>,
}

/// What a base map shows of the sample city.
#[derive(Debug, Clone, PartialEq)]
pub struct Ground {
    /// All streets.
    pub streets: Vec<Street>,
    /// All waterways.
    pub waterways: Vec<Waterway>,
    /// All districts.
    pub neighbourhoods: Vec<Neighbourhood>,
    /// Outlines of public green space, one for each parcel.
    pub parks: Vec<Vec<LonLat>>,
}

/// The ground of the default city.
pub fn ground() -> Ground {
    let bayous = districts::bayous();
    let water = Lines::new(&bayous);
    let grid = (0..DISTRICTS.len()).flat_map(|district| grid_streets(district, &water));
    let freeways = names::FREEWAYS
        .iter()
        .zip(districts::freeways())
        .map(|(name, line)| street((*name).to_owned(), StreetKind::Freeway, &line));
    Ground {
        streets: grid.chain(arterials()).chain(freeways).collect(),
        waterways: names::BAYOUS
            .iter()
            .zip(&bayous)
            .map(|(name, line)| Waterway {
                name,
                line: degrees(line),
                banks: degrees(&banks(line)),
            })
            .collect(),
        neighbourhoods: DISTRICTS
            .iter()
            .enumerate()
            .map(|(index, district)| Neighbourhood {
                name: district.name,
                centre: district.centre.degrees(),
                industrial: district.character == Character::Industrial,
                outline: degrees(&whole_cell(index)),
            })
            .collect(),
        parks: city(SEED)
            .into_iter()
            .filter(|parcel| parcel.fields.usecode.as_deref() == Some(PARK))
            .map(|parcel| parcel.corners)
            .collect(),
    }
}

fn degrees(line: &[Point]) -> Vec<LonLat> {
    line.iter().map(|place| place.degrees()).collect()
}

fn street(name: String, kind: StreetKind, line: &[Point]) -> Street {
    Street {
        name,
        kind,
        line: degrees(line),
    }
}

/// The streets of a district. Only boulevards have bridges.
fn grid_streets(district: usize, water: &Lines) -> Vec<Street> {
    blocks::centre_lines(district)
        .into_iter()
        .flat_map(|line| {
            let (kind, parts) = if line.wide {
                (StreetKind::Boulevard, vec![line.ends])
            } else {
                (StreetKind::Street, away_from(water, line.ends))
            };
            parts
                .into_iter()
                .filter(|(from, to)| (*to - *from).length() >= SHORTEST)
                .map(move |(from, to)| street(line.name.clone(), kind, &[from, to]))
        })
        .collect()
}

/// The parts of a segment that are not on the banks of a waterway.
fn away_from(water: &Lines, (from, to): (Point, Point)) -> Vec<(Point, Point)> {
    let steps = ((to - from).length() / STEP).ceil().max(1.0);
    let mut parts = Vec::new();
    let mut open: Option<(Point, Point)> = None;
    for step in 0..=steps as u32 {
        let here = from + (to - from) * (f64::from(step) / steps);
        if water.clearance(&[here]) >= BANK {
            open = Some((open.map_or(here, |(first, _)| first), here));
        } else {
            parts.extend(open.take());
        }
    }
    parts.extend(open);
    parts
}

/// The streets between neighbouring districts.
fn arterials() -> Vec<Street> {
    let distance = |district: usize, place: Point| (DISTRICTS[district].centre - place).length();
    let mut streets = Vec::new();
    for one in 0..DISTRICTS.len() {
        for (from, to) in edges(&whole_cell(one)) {
            let middle = (from + to) * 0.5;
            let neighbour = (one + 1..DISTRICTS.len())
                .find(|&other| (distance(other, middle) - distance(one, middle)).abs() < 1.0);
            if let Some(other) = neighbour {
                let name = names::arterial(one, other);
                streets.push(street(name, StreetKind::Arterial, &[from, to]));
            }
        }
    }
    streets
}

/// Both banks of a waterway as a ring.
fn banks(line: &[Point]) -> Vec<Point> {
    let normal = |index: usize| {
        let (before, after) = (
            line[index.saturating_sub(1)],
            line[(index + 1).min(line.len() - 1)],
        );
        let along = after - before;
        point(-along.y, along.x) * (WATER / along.length())
    };
    let left = (0..line.len()).map(|index| line[index] + normal(index));
    let right = (0..line.len()).map(|index| line[index] - normal(index));
    left.chain(right.rev()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_street_has_the_name_that_addresses_along_it_have() {
        let ground = ground();
        let named: HashSet<&str> = ground
            .streets
            .iter()
            .map(|street| street.name.as_str())
            .collect();
        let parcels = city(SEED);
        let missing = parcels
            .iter()
            .filter_map(|parcel| parcel.fields.address.as_deref()?.split_once(' '))
            .filter(|(_, street)| !named.contains(street))
            .count();
        // Blocks at the edge of a district face a street that an arterial replaces.
        assert!(
            missing * 50 < parcels.len(),
            "{missing} of {}",
            parcels.len()
        );
    }

    #[test]
    fn streets_lie_between_the_parcels() {
        let ground = ground();
        let parcels = city(SEED);
        let inside = |(lon, lat): LonLat, corners: &[LonLat]| {
            (0..corners.len()).all(|at| {
                let ((x1, y1), (x2, y2)) = (corners[at], corners[(at + 1) % corners.len()]);
                (x2 - x1) * (lat - y1) - (y2 - y1) * (lon - x1) > 0.0
            })
        };
        for street in ground.streets.iter().step_by(7) {
            let [(x1, y1), (x2, y2)] = street.line[..] else {
                continue;
            };
            for share in [0.25, 0.5, 0.75] {
                let at = (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share);
                assert!(
                    !parcels.iter().any(|parcel| inside(at, &parcel.corners)),
                    "{} at {at:?}",
                    street.name
                );
            }
        }
    }

    #[test]
    fn only_wide_streets_cross_water() {
        let bayous = districts::bayous();
        let water = Lines::new(&bayous);
        for (from, to) in (0..DISTRICTS.len())
            .flat_map(blocks::centre_lines)
            .filter(|line| !line.wide)
            .flat_map(|line| away_from(&water, line.ends))
        {
            assert!(water.clearance(&[from]) >= BANK && water.clearance(&[to]) >= BANK);
        }
    }
}
