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

    /// Frontage around and within some lots of the site, and of that around it along each named street, metres.
    fn frontage(land: &Land, lots: &[usize]) -> (f64, f64, BTreeMap<String, f64>) {
        let set: HashSet<usize> = lots.iter().copied().collect();
        let (mut outer, mut inner) = (0.0_f64, 0.0_f64);
        let mut streets: BTreeMap<String, f64> = BTreeMap::new();
        let along = lots.iter().flat_map(|lot| &land.frontages[*lot].along);
        for ((street, across), metres) in along {
            if across.is_some_and(|lot| set.contains(&lot)) {
                inner += *metres;
                continue;
            }
            outer += *metres;
            if let Some(street) = street {
                *streets.entry(street.clone()).or_default() += *metres;
            }
        }
        (outer, inner, streets)
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
            // The sum of no numbers would be -0.
            total_value: values.iter().flatten().fold(0.0, |sum, value| sum + value),
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

#[cfg(test)]
mod tests {
    use ::assemblage::Frontage;

    use super::*;

    type Along<'a> = &'a [(Option<&'a str>, Option<usize>, f64)];

    fn frontage(along: Along<'_>) -> Frontage {
        let along = along
            .iter()
            .map(|(street, across, metres)| ((street.map(ToOwned::to_owned), *across), *metres));
        Frontage {
            along: along.collect(),
        }
    }

    #[test]
    fn a_street_between_the_lots_is_no_street_around_them() {
        let (cooper, aspen) = (Some("N Cooper"), Some("Aspen"));
        // The third lot is not of the site.
        let land = Land {
            parcels: Vec::new(),
            owners: Vec::new(),
            lots: Vec::new(),
            links: Vec::new(),
            frontages: vec![
                frontage(&[
                    (cooper, Some(1), 100.1),
                    (cooper, Some(2), 12.5),
                    (aspen, None, 40.0),
                    (None, None, 5.0),
                ]),
                frontage(&[(cooper, Some(0), 100.2), (aspen, Some(2), 40.0)]),
                frontage(&[(cooper, Some(0), 12.5)]),
            ],
            streets_known: true,
        };
        let (outer, inner, streets) = Draft::frontage(&land, &[0, 1]);
        let named = |streets: [(&str, f64); 2]| -> BTreeMap<String, f64> {
            streets
                .map(|(street, metres)| (street.to_owned(), metres))
                .into()
        };
        assert_eq!(streets, named([("Aspen", 80.0), ("N Cooper", 12.5)]));
        // The street without a name is of the whole only.
        assert!((outer - 5.0 - streets.values().sum::<f64>()).abs() < 1e-9);
        assert!((inner - 200.3).abs() < 1e-9, "{inner}");
        let (outer, inner, streets) = Draft::frontage(&land, &[0]);
        assert!((outer - 157.6).abs() < 1e-9 && inner.abs() < 1e-9);
        assert_eq!(streets, named([("Aspen", 40.0), ("N Cooper", 112.6)]));
    }
}
