//! Generated counties over the whole country, to measure the product with many parcels.
//!
//! Sizes are lifelike: few counties are large, most are small, and those of a metropolitan area are
//! larger than others. The lots of a county fill blocks around the middle of its box, and lie inside of
//! it. Outlines of counties are not considered.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::LazyLock;

use domain::{ParcelNumber, ParcelUuid};
use parcel_import::{ImportError, MadeCounty, Report, Staged};
use parcel_record::counties::County;
use parcel_record::{ParcelFields, Provenance, Shape};

use crate::blocks::{self, Lot, Site};
use crate::chance::Chance;
use crate::districts::{Character, District};
use crate::lots::{Locality, fill};
use crate::names;
use crate::plane::{Frame, METRES_PER_DEGREE, Point, point};

/// Counties of metropolitan areas.
const METROS: &str = include_str!("../../../main-api/data/metros.csv");
/// How much larger these are than others.
const OF_METRO: f64 = 5.0;
/// Standard deviation of the logarithm of sizes: of 3,000 counties, the largest has 2 to 3 % of all parcels.
const SPREAD: f64 = 1.45;
/// Most parcels of a square kilometre of a county's box. Full blocks have 1,270; those downtown and at the edges have fewer.
const DENSEST: f64 = 500.0;
/// A box of more degrees reaches across the antimeridian, and its middle is elsewhere.
const WIDEST: f64 = 30.0;
/// Side of a town, in blocks.
const TOWN: i64 = 24;
/// Metres from the middle of a county within which blocks are not residential, and at most such shares of its box.
const DOWNTOWN: (f64, f64) = (400.0, 0.1);
const INNER: (f64, f64) = (1_500.0, 0.3);

static IN_METROS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = METROS.lines().skip(1);
    lines.filter_map(|line| line.rsplit(',').next()).collect()
});

/// Source and licence of the records.
pub fn provenance() -> Provenance {
    Provenance {
        source: "Sitewright generated counties".to_owned(),
        ..crate::provenance()
    }
}

/// A generated county.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// The county.
    pub county: &'static County,
    /// Its number of parcels.
    pub parcels: u64,
}

/// The counties of a spread of so many parcels, without those that get none. The county of the sample city is left out.
pub fn plans(count: u64, seed: u64) -> Vec<Plan> {
    let chance = Chance::new(seed);
    let sizes: Vec<(&County, f64, f64)> = County::all()
        .iter()
        .filter(|county| county.county_fips != crate::COUNTY_FIPS)
        .filter(|county| county.bounds.east - county.bounds.west < WIDEST)
        .map(|county| (county, weight(county, &chance), room(county)))
        .collect();
    // Counties without room get what fits; the rest is shared by the others.
    let mut full = BTreeSet::new();
    let share = loop {
        let (mut left, mut weights) = (count as f64, 0.0);
        for (county, weight, room) in &sizes {
            if full.contains(county.county_fips) {
                left -= room;
            } else {
                weights += weight;
            }
        }
        let share = left.max(0.0) / weights.max(f64::MIN_POSITIVE);
        let before = full.len();
        let filled = sizes
            .iter()
            .filter(|(_, weight, room)| weight * share > *room);
        full.extend(filled.map(|(county, ..)| county.county_fips));
        if full.len() == before {
            break share;
        }
    };
    // Rounded sums, so that the numbers add up.
    let mut sum = 0.0_f64;
    let plans = sizes.iter().map(|(county, weight, room)| {
        let before = sum.round();
        sum += (weight * share).min(*room);
        Plan {
            county,
            parcels: (sum.round() - before) as u64,
        }
    });
    plans.filter(|plan| plan.parcels > 0).collect()
}

fn weight(county: &County, chance: &Chance) -> f64 {
    let mut dice = chance.fork(code(county));
    // The sum of twelve is nearly normal.
    let normal = (0..12).map(|_| dice.unit()).sum::<f64>() - 6.0;
    let base = if IN_METROS.contains(county.county_fips) {
        OF_METRO
    } else {
        1.0
    };
    base * f64::exp(SPREAD * normal)
}

/// Parcels that the county's box has room for.
fn room(county: &County) -> f64 {
    let half = half_sides(county);
    (4.0 * half.x * half.y / 1e6 * DENSEST).floor()
}

/// Half of the width and height of the county's box, metres.
fn half_sides(county: &County) -> Point {
    let bounds = county.bounds;
    let (_, lat) = bounds.middle();
    let narrow = lat.to_radians().cos();
    point(
        (bounds.east - bounds.west) / 2.0 * METRES_PER_DEGREE * narrow,
        (bounds.north - bounds.south) / 2.0 * METRES_PER_DEGREE,
    )
}

fn code(county: &County) -> u64 {
    county.county_fips.parse().unwrap_or_default()
}

/// Writes the counties that have no parcels yet, one after the other, each in a transaction of its own: a run that
/// was killed is continued by the next one. `done` is told of each, none if it was left alone.
pub async fn load(
    database: &db::DbConfig,
    plans: &[Plan],
    seed: u64,
    done: impl Fn(&Plan, Option<&Report>),
) -> Result<(), ImportError> {
    let all: Vec<&str> = plans.iter().map(|plan| plan.county.county_fips).collect();
    let known = parcel_import::counties_with_parcels(database, &all).await?;
    for plan in plans {
        if known.contains(plan.county.county_fips) {
            done(plan, None);
            continue;
        }
        let made = MadeCounty {
            county_fips: plan.county.county_fips.to_owned(),
            rows: plan.parcels,
        };
        let rows = parcels(plan, seed);
        let report = parcel_import::load_made(database, rows, &provenance(), Some(made)).await?;
        done(plan, Some(&report));
    }
    Ok(())
}

/// The parcels of a county, in a fixed order.
pub fn parcels(plan: &Plan, seed: u64) -> impl Iterator<Item = Staged> + Send + 'static {
    let limit = usize::try_from(plan.parcels).unwrap_or(usize::MAX);
    Blocks::new(plan.county, seed)
        .flatten()
        .take(limit)
        .zip(1..)
        .map(|((corners, fields), line)| Staged {
            line,
            shape: Shape::Wkb(wkb(&corners)),
            crs: None,
            fields,
            provenance: None,
            raw: None,
        })
}

/// A polygon in the form that a parcel's outline is written from directly.
fn wkb(corners: &[(f64, f64)]) -> Vec<u8> {
    const POLYGON: u32 = 3;
    let ring = || corners.iter().chain(corners.first());
    let mut bytes = vec![1];
    for number in [POLYGON, 1, ring().count() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    for (lon, lat) in ring() {
        bytes.extend(lon.to_le_bytes());
        bytes.extend(lat.to_le_bytes());
    }
    bytes
}

/// A part of a county with names of its own.
struct Town {
    city: String,
    zip: String,
    subdivision: String,
    /// Blocks along a street whose house numbers come before position 0 of the county.
    before: i64,
    streets: Chance,
}

/// The corners of an outline in degrees, and the facts.
type Parcel = (Vec<(f64, f64)>, ParcelFields);

/// The blocks of a county, ring by ring around its middle.
struct Blocks {
    county: &'static County,
    chance: Chance,
    frame: Frame,
    /// Half of its box, metres.
    half: Point,
    /// Factor on land values.
    demand: f64,
    ring: i64,
    /// Positions of the ring that are left.
    left: VecDeque<(i64, i64)>,
    number: u32,
}

impl Blocks {
    fn new(county: &'static County, seed: u64) -> Self {
        let chance = Chance::new(seed).fork(code(county) | 1 << 32);
        let mut dice = chance.fork(0);
        Self {
            county,
            frame: Frame::new(point(-90.0, -35.0), dice.between(-20.0, 20.0)),
            half: half_sides(county),
            demand: dice.between(0.3, 1.4),
            chance,
            ring: 0,
            left: VecDeque::from([(0, 0)]),
            number: 0,
        }
    }

    /// The positions of a ring: the blocks are longer than wide, so it has more of them across.
    fn positions(ring: i64) -> VecDeque<(i64, i64)> {
        let (across, before) = (ring * 2, (ring - 1) * 2);
        let all = (-ring..=ring).flat_map(|i| (-across..=across).map(move |j| (i, j)));
        all.filter(|(i, j)| i.abs() == ring || j.abs() > before)
            .collect()
    }

    fn is_inside(&self, corners: &[Point]) -> bool {
        corners
            .iter()
            .all(|corner| corner.x.abs() < self.half.x && corner.y.abs() < self.half.y)
    }

    fn block(&mut self, at: (i64, i64), corners: &[Point]) -> Vec<Parcel> {
        self.number += 1;
        let mut dice = self.chance.fork(u64::from(self.number));
        let from_middle = corners.iter().map(|corner| corner.length());
        let least = self.half.x.min(self.half.y);
        let within = |(metres, share): (f64, f64)| metres.min(share * least);
        let character = match from_middle.fold(f64::INFINITY, f64::min) {
            near if near < within(DOWNTOWN) => Character::Core,
            near if near < within(INNER) => Character::Urban,
            _ if dice.happens(0.04) => Character::Industrial,
            _ => Character::Residential,
        };
        let town = self.town(at);
        let street = |index: i64, wide| {
            let mut dice = town.streets.fork(index.rem_euclid(1 << 32) as u64);
            names::county_street(&mut dice, wide)
        };
        let site = Site {
            street: &street,
            before: town.before,
            character,
            number: self.number,
            at,
        };
        let lots = site.lots(&mut dice, &self.frame);
        lots.iter()
            .filter_map(|lot| self.parcel(lot, character, &town, &mut dice))
            .collect()
    }

    /// The town at a block.
    fn town(&self, (i, j): (i64, i64)) -> Town {
        let (x, y) = (
            (i + TOWN / 2).div_euclid(TOWN),
            (j + TOWN).div_euclid(2 * TOWN),
        );
        let salt = (x.rem_euclid(1 << 15) as u64) << 16 | y.rem_euclid(1 << 15) as u64;
        let mut dice = self.chance.fork(salt | 1 << 40);
        let name = names::compound(&mut dice);
        let zip = format!("{}{:03}", &self.county.county_fips[..2], dice.whole(1, 999));
        // Low numbers are more frequent.
        let first = dice.whole(1, 80).min(dice.whole(1, 80));
        Town {
            subdivision: name.to_uppercase(),
            city: if (x, y) == (0, 0) {
                self.county.name.to_owned()
            } else {
                name
            },
            zip,
            before: first - (x * TOWN - TOWN / 2),
            streets: self.chance.fork(salt | 1 << 41),
        }
    }

    fn parcel(
        &self,
        lot: &Lot,
        character: Character,
        town: &Town,
        dice: &mut Chance,
    ) -> Option<Parcel> {
        let county_fips = self.county.county_fips;
        // Counties number in forms of their own: few have the same numbers.
        let form = code(self.county) * 7_919 % 9_973;
        let number = format!("{form:04}{:05}-{:03}", lot.block, lot.number);
        let number: ParcelNumber = number.parse().ok()?;
        let id = ParcelUuid::derive(county_fips, &number);
        let mut fields = ParcelFields::new(id, county_fips.to_owned(), number.into_string());
        let district = District {
            name: "",
            character,
            centre: point(0.0, 0.0),
            angle: 0.0,
            zip: "",
            built: (1925, 2022),
            demand: self.demand,
        };
        let locality = Locality {
            city: &town.city,
            state: self.county.state,
            zip: &town.zip,
            subdivision: &town.subdivision,
            owner: names::county_owner,
        };
        // A third of the lots is within half a kilometre of water.
        let to_water = dice.between(60.0, 1_500.0);
        fill(&mut fields, lot, &district, &locality, to_water, dice);
        fields.zoning = fields.zoning_subtype.clone();
        let middle = self.county.bounds.middle();
        let corners = lot
            .shape
            .iter()
            .map(|corner| corner.degrees_around(middle))
            .collect();
        Some((corners, fields))
    }
}

impl Iterator for Blocks {
    type Item = Vec<Parcel>;

    fn next(&mut self) -> Option<Vec<Parcel>> {
        loop {
            while let Some(at) = self.left.pop_front() {
                let corners = blocks::corners(at, &self.frame);
                if self.is_inside(&corners) {
                    return Some(self.block(at, &corners));
                }
            }
            self.ring += 1;
            // A block is at least 150 m wide with its streets, also across two of them.
            if self.ring as f64 * 140.0 > self.half.length() + 500.0 {
                return None;
            }
            self.left = Self::positions(self.ring);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(fields: &ParcelFields) -> (&str, &str) {
        let address = fields.address.as_deref().unwrap();
        address.split_once(' ').unwrap()
    }

    #[test]
    fn sizes_are_lifelike_and_add_up() {
        let plans = plans(10_000_000, crate::SEED);
        let all: u64 = plans.iter().map(|plan| plan.parcels).sum();
        assert_eq!(all, 10_000_000);
        let mut sizes: Vec<u64> = plans.iter().map(|plan| plan.parcels).collect();
        sizes.sort_unstable();
        let states: BTreeSet<&str> = plans.iter().map(|plan| plan.county.state).collect();
        assert!(plans.len() > 3_000 && states.len() > 50);
        let large = sizes.iter().filter(|size| **size >= 100_000).count();
        let median = sizes[sizes.len() / 2];
        assert!(
            (3..30).contains(&large),
            "{large} large, {:?}",
            sizes.last()
        );
        assert!((500..3_000).contains(&median), "{median}");
        assert!(
            plans
                .iter()
                .all(|plan| plan.county.county_fips != crate::COUNTY_FIPS)
        );
    }

    #[test]
    fn the_same_seed_makes_the_same_parcels() {
        let rows = |seed| -> Vec<Staged> {
            let plans = plans(20_000, seed);
            plans.iter().flat_map(|plan| parcels(plan, seed)).collect()
        };
        let first = rows(7);
        assert_eq!(first.len(), 20_000);
        assert_eq!(first, rows(7));
        assert_ne!(first, rows(8));
    }

    /// House number and street.
    #[test]
    fn names_are_as_many_as_in_the_country() {
        let plans = plans(60_000, 5);
        let fields = plans.iter().flat_map(|plan| parcels(plan, 5));
        let fields: Vec<ParcelFields> = fields.map(|row| row.fields).collect();
        let distinct = |part: fn(&ParcelFields) -> &str| -> usize {
            fields.iter().map(part).collect::<HashSet<&str>>().len()
        };
        let (streets, houses) = (
            distinct(|fields| address(fields).1),
            distinct(|fields| address(fields).0),
        );
        let owners = distinct(|fields| fields.owner.as_deref().unwrap());
        assert!(
            streets > 4_000 && houses > 4_000 && owners > 50_000,
            "{streets} {houses} {owners}"
        );
    }

    #[test]
    fn numbers_occur_once_in_a_county_and_parcels_lie_inside_of_it() {
        // The smallest and the largest box, and one with an own part of a metropolitan area.
        for fips in ["51610", "06071", "53033"] {
            let county = County::with_fips(fips).unwrap();
            let plan = Plan {
                county,
                parcels: (room(county) as u64).min(40_000),
            };
            let limit = usize::try_from(plan.parcels).unwrap();
            let made: Vec<Parcel> = Blocks::new(county, 3).flatten().take(limit).collect();
            assert_eq!(made.len(), limit, "{fips}");
            let numbers: HashSet<&str> = made
                .iter()
                .map(|(_, fields)| fields.parcelnumb.as_str())
                .collect();
            assert_eq!(numbers.len(), made.len());
            let bounds = county.bounds;
            for (corners, fields) in &made {
                for (lon, lat) in corners {
                    assert!(
                        (bounds.west..=bounds.east).contains(lon)
                            && (bounds.south..=bounds.north).contains(lat),
                        "{fields:?}"
                    );
                }
                assert!(fields.owner.is_some() && fields.parval.is_some());
            }
        }
    }
}
