//! Properties of every seed's city, and of the default one.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::plane::{Point, area, intersection, point};
use super::*;

fn plan(parcel: &SampleParcel) -> Vec<Point> {
    parcel.plan.iter().map(|(x, y)| point(*x, *y)).collect()
}

fn covers(parcel: &SampleParcel, lon: f64, lat: f64) -> bool {
    let corners = &parcel.corners;
    (0..corners.len()).all(|i| {
        let ((x1, y1), (x2, y2)) = (corners[i], corners[(i + 1) % corners.len()]);
        (x2 - x1) * (lat - y1) - (y2 - y1) * (lon - x1) >= 0.0
    })
}

fn boxes_meet(a: &[Point], b: &[Point]) -> bool {
    let reach = |plan: &[Point], pick: fn(&Point) -> f64| {
        plan.iter()
            .map(pick)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
                (l.min(v), h.max(v))
            })
    };
    [(|p: &Point| p.x) as fn(&Point) -> f64, |p: &Point| p.y]
        .into_iter()
        .all(|pick| {
            let ((a_low, a_high), (b_low, b_high)) = (reach(a, pick), reach(b, pick));
            a_low < b_high && b_low < a_high
        })
}

#[test]
fn the_city_is_large_and_its_middle_is_a_parcel() {
    let city = city(SEED);
    assert!((20_000..40_000).contains(&city.len()), "{}", city.len());
    assert_eq!(
        city.iter()
            .filter(|parcel| covers(parcel, ORIGIN_LON, ORIGIN_LAT))
            .count(),
        1
    );
}

#[test]
fn every_parcel_is_named_once_and_says_what_it_is() {
    let city = city(SEED);
    let ids: HashSet<_> = city.iter().map(|parcel| parcel.fields.ll_uuid).collect();
    assert_eq!(ids.len(), city.len());
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for SampleParcel { fields, .. } in &city {
        *uses.entry(fields.usecode.as_deref().unwrap()).or_default() += 1;
        let (land, built, total) = (
            fields.landval.clone().unwrap(),
            fields.improvval.clone().unwrap(),
            fields.parval.clone().unwrap(),
        );
        assert_eq!(land.amount() + built.amount(), *total.amount());
        assert!(fields.address.is_some() && fields.owner.is_some() && fields.flood_zone.is_some());
        if let (Some(built), Some(sold)) = (fields.year_built, fields.saledate) {
            assert!(
                chrono::Datelike::year(&sold) >= built.min(2024),
                "sold before it stood: {fields:?}"
            );
        }
    }
    for code in ["A1", "B1", "C1", "C2", "F1", "F2", "X3", "XV"] {
        assert!(uses.get(code).is_some_and(|count| *count >= 40), "{uses:?}");
    }
    let flooded = city
        .iter()
        .filter(|parcel| parcel.fields.flood_zone.as_deref() == Some("AE"))
        .count();
    assert!((300..city.len() / 5).contains(&flooded), "{flooded}");
    let addresses: HashSet<_> = city
        .iter()
        .map(|parcel| (&parcel.fields.address, &parcel.fields.szip))
        .collect();
    assert!(
        addresses.len() * 100 > city.len() * 97,
        "{} addresses for {} parcels",
        addresses.len(),
        city.len()
    );
}

#[test]
fn the_same_seed_makes_the_same_city() {
    assert_eq!(city(SEED), city(SEED));
    assert_ne!(city(SEED), city(SEED + 1));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, ..ProptestConfig::default() })]

    /// For every seed: lots do not overlap, and none is a sliver.
    #[test]
    fn lots_do_not_overlap_and_are_no_slivers(seed in any::<u64>()) {
        let city = city(seed);
        prop_assert!(city.len() >= 20_000);
        let mut cells: HashMap<(i64, i64), Vec<usize>> = HashMap::new();
        let plans: Vec<Vec<Point>> = city.iter().map(plan).collect();
        for (index, plan) in plans.iter().enumerate() {
            let ground = area(plan);
            let around: f64 = super::plane::edges(plan).map(|(a, b)| (b - a).length()).sum();
            prop_assert!(ground >= 85.0, "{ground} m²");
            // A square scores 0.785, a strip of 1 to 20 scores 0.14.
            prop_assert!(4.0 * std::f64::consts::PI * ground / (around * around) > 0.2, "{plan:?}");
            let reach = |values: Vec<f64>| {
                let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(*v), h.max(*v)));
                (low / 100.0) as i64 - 1..=(high / 100.0) as i64 + 1
            };
            for x in reach(plan.iter().map(|p| p.x).collect()) {
                for y in reach(plan.iter().map(|p| p.y).collect()) {
                    cells.entry((x, y)).or_default().push(index);
                }
            }
        }
        for members in cells.values() {
            for (i, a) in members.iter().enumerate() {
                for b in &members[i + 1..] {
                    if !boxes_meet(&plans[*a], &plans[*b]) {
                        continue;
                    }
                    let shared = area(&intersection(&plans[*a], &plans[*b]));
                    prop_assert!(shared < 0.01, "{shared} m² of {} and {}", city[*a].fields.parcelnumb, city[*b].fields.parcelnumb);
                }
            }
        }
    }
}
