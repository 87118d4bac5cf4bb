//! Ground lots: parcels with the same outline, such as condominiums, are one piece of land with several owners.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::geometry::Ring;

/// An owner, by number.
pub type OwnerId = u32;

/// A parcel.
#[derive(Debug, Clone)]
pub struct Parcel {
    /// Its identity: results do not depend on the order of parcels.
    pub key: u128,
    /// The group of its owner; without one it is an owner of its own.
    pub owner: Option<i64>,
    /// It may be part of a site; others only stand in the way.
    pub eligible: bool,
    /// Square metres.
    pub area: f64,
    /// Its outline in metres.
    pub rings: Vec<Ring>,
}

/// A piece of land.
#[derive(Debug, Clone)]
pub struct Lot {
    /// Of its first parcel.
    pub key: u128,
    /// Places of its parcels, by their keys.
    pub parcels: Vec<usize>,
    /// The owner of each of them.
    pub parcel_owners: Vec<OwnerId>,
    /// Owners of its parcels.
    pub owners: BTreeSet<OwnerId>,
    /// All of its parcels may be part of a site.
    pub eligible: bool,
    /// Square metres, once.
    pub area: f64,
    /// Its outline in metres.
    pub rings: Vec<Ring>,
}

/// The ground lots of parcels, by their keys.
pub fn ground_lots(parcels: &[Parcel]) -> Vec<Lot> {
    let mut order: Vec<usize> = (0..parcels.len()).collect();
    order.sort_by_key(|place| parcels[*place].key);
    let mut numbers: HashMap<i64, OwnerId> = HashMap::new();
    let mut next = 0;
    let mut lots: BTreeMap<usize, Lot> = BTreeMap::new();
    let mut known: HashMap<Vec<(i64, i64)>, usize> = HashMap::new();
    for place in order {
        let parcel = &parcels[place];
        let mut new = || {
            next += 1;
            next
        };
        let owner = match parcel.owner {
            Some(group) => *numbers.entry(group).or_insert_with(new),
            None => new(),
        };
        let count = lots.len();
        let at = *known.entry(shape_of(parcel)).or_insert(count);
        let lot = lots.entry(at).or_insert_with(|| Lot {
            key: parcel.key,
            parcels: Vec::new(),
            parcel_owners: Vec::new(),
            owners: BTreeSet::new(),
            eligible: true,
            area: parcel.area,
            rings: parcel.rings.clone(),
        });
        lot.parcels.push(place);
        lot.parcel_owners.push(owner);
        lot.owners.insert(owner);
        lot.eligible &= parcel.eligible;
    }
    lots.into_values().collect()
}

/// The corners in decimetres, in an order of their own: two outlines may begin at different corners.
fn shape_of(parcel: &Parcel) -> Vec<(i64, i64)> {
    let decimetres = |metres: f64| (metres * 10.0).round() as i64;
    let corners = parcel.rings.iter().flatten();
    let mut corners: Vec<(i64, i64)> = corners
        .map(|corner| (decimetres(corner.x), decimetres(corner.y)))
        .collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}
