//! The measures of a site. No I/O.

use std::collections::{BTreeMap, HashSet};
use std::f64::consts::PI;

use ::assemblage::{LinkKind, parts_of, without_owners};
use domain::ParcelUuid;
use serde_json::Value;
use uuid::Uuid;

use super::domain::ACRE;
use super::dto::{Assemblage, AssemblageOwner, StreetFrontage};
use super::land::Land;
use super::store::SiteRow;

/// Shorter frontage along a second street makes no corner site, metres.
const CORNER: f64 = 5.0;

/// Other spellings of an owner's name that are told.
const MAX_NAMES: usize = 5;

/// Lots of a site, before its outline is known.
pub struct Draft {
    pub lots: Vec<usize>,
    pub parcels: Vec<Uuid>,
    /// The widest street between its lots, metres; 0 without one.
    pub gap: f64,
    links: Vec<(usize, usize)>,
}

impl Draft {
    pub fn of(land: &Land, lots: Vec<usize>, streets: bool) -> Self {
        let set: HashSet<usize> = lots.iter().copied().collect();
        let inner = land.links.iter().filter(|link| {
            (streets || link.kind == LinkKind::Edge)
                && set.contains(&link.a)
                && set.contains(&link.b)
        });
        let gap = inner.clone().map(|link| link.gap).fold(0.0, f64::max);
        let parcels = lots.iter().flat_map(|lot| &land.lots[*lot].parcels);
        Self {
            parcels: parcels.map(|place| land.parcels[*place].ll_uuid).collect(),
            links: inner.map(|link| (link.a, link.b)).collect(),
            gap,
            lots,
        }
    }

    /// The parcels of each part that adjoins, the part with most land first.
    pub fn parts(&self, land: &Land) -> Vec<Vec<ParcelUuid>> {
        let area = |lots: &[usize]| lots.iter().map(|lot| land.lots[*lot].area).sum::<f64>();
        let mut parts = parts_of(&self.lots, &self.links);
        parts.sort_by(|one, other| area(other).total_cmp(&area(one)));
        let parcels = |lots: &Vec<usize>| {
            let places = lots.iter().flat_map(|lot| &land.lots[*lot].parcels);
            places
                .map(|place| ParcelUuid(land.parcels[*place].ll_uuid))
                .collect()
        };
        parts.iter().map(parcels).collect()
    }

    /// Frontage around and within some lots of the site, and along each street, metres.
    fn frontage(land: &Land, lots: &[usize]) -> (f64, f64, BTreeMap<String, f64>) {
        let set: HashSet<&usize> = lots.iter().collect();
        let (mut all, mut inner, mut streets) = (0.0, 0.0, BTreeMap::new());
        for frontage in lots.iter().map(|lot| &land.frontages[*lot]) {
            all += frontage.length;
            let opposite = frontage.opposite.iter();
            inner += opposite
                .filter(|(lot, _)| set.contains(lot))
                .map(|(_, metres)| metres)
                .sum::<f64>();
            for (street, metres) in &frontage.streets {
                *streets.entry(street.clone()).or_insert(0.0) += metres;
            }
        }
        (all - inner, inner, streets)
    }

    pub fn measured(
        self,
        land: &Land,
        shape: Option<&SiteRow>,
        in_project: &HashSet<Uuid>,
    ) -> Assemblage {
        let area: f64 = self.lots.iter().map(|lot| land.lots[*lot].area).sum();
        let (frontage_m, inner_frontage_m, streets) = Self::frontage(land, &self.lots);
        let long = streets.values().filter(|metres| **metres >= CORNER).count();
        let mut streets: Vec<StreetFrontage> = streets
            .into_iter()
            .map(|(street, metres)| StreetFrontage { street, metres })
            .collect();
        streets.sort_by(|one, two| two.metres.total_cmp(&one.metres));
        let places = self.lots.iter().flat_map(|lot| &land.lots[*lot].parcels);
        let values: Vec<Option<f64>> = places.map(|place| land.parcels[*place].value).collect();
        let perimeter = shape.map_or(0.0, |row| row.perimeter);
        Assemblage {
            owners: self.owners(land),
            lots: self.lots.len(),
            acres: area / ACRE,
            total_value: values.iter().flatten().sum(),
            without_value: values.iter().filter(|value| value.is_none()).count(),
            frontage_m,
            inner_frontage_m,
            is_corner: long > 1,
            streets,
            width_m: shape.map_or(0.0, |row| 2.0 * row.radius),
            envelope_m: shape.map_or([0.0; 2], |row| [row.long_side, row.short_side]),
            compactness: shape
                .filter(|_| perimeter > 0.0)
                .map_or(0.0, |row| 4.0 * PI * row.area / (perimeter * perimeter)),
            parts: parts_of(&self.lots, &self.links).len(),
            across_streets: self.gap > 0.0,
            in_project: self
                .parcels
                .iter()
                .filter(|id| in_project.contains(id))
                .count(),
            judged: None,
            geometry: shape
                .and_then(|row| serde_json::from_str(&row.shape).ok())
                .unwrap_or(Value::Null),
            ll_uuids: self.parcels.into_iter().map(ParcelUuid).collect(),
        }
    }

    /// The owner of most land first.
    fn owners(&self, land: &Land) -> Vec<AssemblageOwner> {
        let parcels = land.parcels_of_owners(&self.lots);
        let without = without_owners(&land.lots, &self.lots, &self.links).into_iter();
        let whole: f64 = self.lots.iter().map(|lot| land.lots[*lot].area).sum();
        let mut owners: Vec<AssemblageOwner> = without
            .map(|rest| {
                let places = parcels.get(&rest.owner).map_or(&[][..], Vec::as_slice);
                let rows = places.iter().map(|place| &land.parcels[*place]);
                let mut names: Vec<String> = Vec::new();
                for name in rows.clone().filter_map(|row| row.owner.as_ref()) {
                    if !names.contains(name) {
                        names.push(name.clone());
                    }
                }
                let mut names = names.into_iter();
                AssemblageOwner {
                    owner: names.next(),
                    other_names: names.take(MAX_NAMES).collect(),
                    ll_uuids: rows.map(|row| ParcelUuid(row.ll_uuid)).collect(),
                    acres: (whole - rest.area) / ACRE,
                    is_hold_out: rest.parts > 1,
                    acres_without: rest.area / ACRE,
                    parts_without: rest.parts,
                    frontage_without_m: Self::frontage(land, &rest.lots).0,
                }
            })
            .collect();
        owners.sort_by(|one, two| two.acres.total_cmp(&one.acres));
        owners
    }
}
