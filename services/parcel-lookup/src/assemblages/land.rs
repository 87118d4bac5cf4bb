//! The land of an area: its parcels as lots, what links them, and their frontage. No I/O.

use std::collections::{BTreeMap, HashSet};

use ::assemblage::{
    Frontage, Lines, Link, Lot, OwnerId, Parcel, Road, RoadKind, Rules, ground_lots, links,
};
use uuid::Uuid;

use super::owners::{self, Owners};
use super::store::{LineRow, ParcelRow};
use super::wkb;

/// Parcels, and the lots that they are on.
pub struct Land {
    pub parcels: Vec<ParcelRow>,
    /// The owner of each of them, if it is named.
    pub owners: Vec<Option<i64>>,
    pub lots: Vec<Lot>,
    pub links: Vec<Link>,
    pub frontages: Vec<Frontage>,
    pub streets_known: bool,
}

impl Land {
    /// Only the eligible parcels may be part of a site. The owners are those of a larger area, if it is known. `None` if `stop` ended it.
    pub fn of(
        parcels: Vec<ParcelRow>,
        roads: &[LineRow],
        eligible: &HashSet<Uuid>,
        known: Option<Owners>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let owners = owners::of(&parcels, known);
        let all: Vec<Parcel> = parcels
            .iter()
            .zip(&owners)
            .map(|(row, owner)| Parcel {
                key: row.ll_uuid.as_u128(),
                owner: *owner,
                eligible: eligible.contains(&row.ll_uuid),
                area: row.area,
                rings: wkb::lines(&row.outline),
            })
            .collect();
        let lots = ground_lots(&all);
        let roads: Vec<Road> = roads.iter().flat_map(roads_of).collect();
        let streets_known = roads.iter().any(|road| road.kind != RoadKind::Barrier);
        let (links, frontages) = links(&lots, &Lines::new(roads), &Rules::default(), stop)?;
        Some(Self {
            parcels,
            owners,
            lots,
            links,
            frontages,
            streets_known,
        })
    }

    /// The lots that have any of these parcels.
    pub fn lots_with(&self, wanted: &HashSet<Uuid>) -> Vec<usize> {
        let has = |lot: &Lot| {
            let mut parcels = lot.parcels.iter();
            parcels.any(|place| wanted.contains(&self.parcels[*place].ll_uuid))
        };
        (0..self.lots.len())
            .filter(|lot| has(&self.lots[*lot]))
            .collect()
    }

    /// The parcels of each owner of some lots.
    pub fn parcels_of_owners(&self, lots: &[usize]) -> BTreeMap<OwnerId, Vec<usize>> {
        let mut owners: BTreeMap<OwnerId, Vec<usize>> = BTreeMap::new();
        for lot in lots.iter().map(|lot| &self.lots[*lot]) {
            for (place, owner) in lot.parcels.iter().zip(&lot.parcel_owners) {
                owners.entry(*owner).or_default().push(*place);
            }
        }
        owners
    }
}

fn roads_of(row: &LineRow) -> Vec<Road> {
    let kind = match (row.kind.as_str(), row.class.as_deref()) {
        ("highway" | "rail" | "water", _) | ("road", Some("motorway")) => RoadKind::Barrier,
        ("road", Some("local")) => RoadKind::Local,
        ("road", Some("arterial")) => RoadKind::Main,
        // Alleys and paths are no streets.
        _ => return Vec::new(),
    };
    let lines = wkb::lines(&row.line).into_iter();
    let road = |line| Road {
        kind,
        name: row.name.clone(),
        line,
    };
    lines.map(road).collect()
}
