//! The worked cases, and properties against a search that tries everything.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

const ACRE: f64 = 4_046.856_422_4;

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<Ring> {
    let corners = [
        (x, y),
        (x + width, y),
        (x + width, y + height),
        (x, y + height),
        (x, y),
    ];
    vec![corners.map(|(x, y)| Point { x, y }).into()]
}

fn parcel(key: u128, owner: Option<i64>, [x, y, width, height]: [f64; 4]) -> Parcel {
    Parcel {
        key,
        owner,
        eligible: true,
        area: width * height,
        rings: rectangle(x, y, width, height),
    }
}

fn street(kind: RoadKind, ends: [(f64, f64); 2]) -> Road {
    Road {
        kind,
        name: Some("Main St".to_owned()),
        line: ends.map(|(x, y)| Point { x, y }).into(),
    }
}

fn linked(parcels: &[Parcel], roads: Vec<Road>) -> (Vec<Lot>, Vec<Link>, Vec<Frontage>) {
    let lots = ground_lots(parcels);
    let ways = Lines::new(roads);
    let (links, frontages) = links(&lots, &ways, &Rules::default(), &|| false).unwrap();
    (lots, links, frontages)
}

fn length(frontage: &Frontage) -> f64 {
    frontage.along.values().sum()
}

fn kinds(links: &[Link]) -> (usize, usize) {
    let edges = links
        .iter()
        .filter(|link| link.kind == LinkKind::Edge)
        .count();
    (edges, links.len() - edges)
}

fn wanted(acres: f64, max_owners: usize) -> Wanted {
    Wanted {
        min_area: acres * ACRE,
        max_owners,
        max_parcels: 50,
        streets: true,
        most: 100,
        work: 10_000_000,
    }
}

fn found(parcels: &[Parcel], wanted: &Wanted) -> (Found, BTreeSet<Vec<u128>>) {
    let (lots, links, _) = linked(parcels, Vec::new());
    let found = search(&lots, &links, wanted, &|| false);
    let keys = found
        .sites
        .iter()
        .map(|site| site.lots.iter().map(|lot| lots[*lot].key).collect());
    let keys = keys.collect();
    (found, keys)
}

#[test]
fn lots_adjoin_along_edges_and_not_at_corners() {
    let square = |key, x, y| parcel(key, None, [x, y, 50.0, 50.0]);
    let four = [
        square(1, 0.0, 0.0),
        square(2, 50.0, 0.0),
        square(3, 0.0, 50.0),
        square(4, 50.0, 50.0),
    ];
    let (_, links, _) = linked(&four, Vec::new());
    assert_eq!(kinds(&links), (4, 0));
    assert!(
        links.iter().all(|link| (link.length - 50.0).abs() < 0.01),
        "{links:?}"
    );
    // A sliver of 0.2 m counts, a gap of 5 m without a street does not.
    for (gap, edges) in [(0.2, 1), (0.5, 0), (5.0, 0)] {
        let two = [square(1, 0.0, 0.0), square(2, 50.0 + gap, 0.0)];
        assert_eq!(kinds(&linked(&two, Vec::new()).1), (edges, 0), "{gap}");
    }
    // An edge of 2.5 m is a corner.
    let offset = [square(1, 0.0, 0.0), square(2, 50.0, 47.5)];
    assert_eq!(kinds(&linked(&offset, Vec::new()).1), (0, 0));
}

#[test]
fn adjacency_that_is_ended_has_no_answer() {
    let lots = ground_lots(&row());
    let lines = Lines::new(Vec::new());
    assert!(links(&lots, &lines, &Rules::default(), &|| true).is_none());
}

#[test]
fn rows_across_a_local_street_adjoin_and_across_others_do_not() {
    let square = |key, x, y| parcel(key, None, [x, y, 50.0, 50.0]);
    let rows = [
        square(1, 0.0, 0.0),
        square(2, 50.0, 0.0),
        square(3, 0.0, 62.0),
        square(4, 50.0, 62.0),
    ];
    let middle = |kind| vec![street(kind, [(-100.0, 56.0), (200.0, 56.0)])];
    let (_, links, frontages) = linked(&rows, middle(RoadKind::Local));
    assert_eq!(kinds(&links), (2, 2));
    let across = links.iter().filter(|link| link.kind == LinkKind::Street);
    for link in across {
        assert!(
            (link.gap - 12.0).abs() < 0.01 && (link.length - 50.0).abs() < 0.5,
            "{link:?}"
        );
    }
    for (frontage, opposite) in frontages.iter().zip([2, 3, 0, 1]) {
        let along = (Some("Main St".to_owned()), Some(opposite));
        assert!((frontage.along[&along] - 50.0).abs() < 0.5, "{frontage:?}");
        assert_eq!(frontage.along.len(), 1, "{frontage:?}");
    }
    // A main road gives frontage, and joins nothing; a railway neither.
    let (_, links, frontages) = linked(&rows, middle(RoadKind::Main));
    assert_eq!(
        (kinds(&links), length(&frontages[0]).round() as i64),
        ((2, 0), 50)
    );
    let (_, links, frontages) = linked(&rows, middle(RoadKind::Barrier));
    assert_eq!(
        (kinds(&links), length(&frontages[0]).round() as i64),
        ((2, 0), 0)
    );
    // Nor a street with a third parcel in it.
    let mut with_third = rows.to_vec();
    with_third.push(parcel(5, None, [-10.0, 53.0, 120.0, 2.0]));
    let (_, links, _) = linked(&with_third, middle(RoadKind::Local));
    assert!(
        !links
            .iter()
            .any(|link| link.kind == LinkKind::Street && link.b < 4),
        "{links:?}"
    );
}

#[test]
fn condominiums_on_one_outline_are_one_lot_with_many_owners() {
    let mut parcels: Vec<Parcel> = (0..286)
        .map(|key| parcel(key, Some(i64::from(key as u32)), [0.0, 0.0, 50.0, 50.0]))
        .collect();
    // The same outline from another corner.
    parcels[7].rings[0].rotate_left(2);
    let first = parcels[7].rings[0][0];
    parcels[7].rings[0].push(first);
    let lots = ground_lots(&parcels);
    assert_eq!(
        (lots.len(), lots[0].parcels.len(), lots[0].owners.len()),
        (1, 286, 286)
    );
    assert!((lots[0].area - 2_500.0).abs() < 1e-9);
    // Owners without a name are never one.
    let unknown = [
        parcel(1, None, [0.0, 0.0, 9.0, 9.0]),
        parcel(2, None, [9.0, 0.0, 9.0, 9.0]),
    ];
    let lots = ground_lots(&unknown);
    assert_ne!(lots[0].owners, lots[1].owners);
}

/// A, B and C in a row, of 6, 1 and 6 acres.
fn row() -> Vec<Parcel> {
    let width = |acres: f64| acres * ACRE / 100.0;
    let (a, b) = (width(6.0), width(1.0));
    vec![
        parcel(1, Some(1), [0.0, 0.0, a, 100.0]),
        parcel(2, Some(2), [a, 0.0, b, 100.0]),
        parcel(3, Some(3), [a + b, 0.0, a, 100.0]),
    ]
}

#[test]
fn the_middle_of_a_row_is_a_hold_out() {
    let (found, keys) = found(&row(), &wanted(10.0, 3));
    assert_eq!(keys, BTreeSet::from([vec![1, 2, 3]]));
    assert!(found.proven);
    let (lots, links, _) = linked(&row(), Vec::new());
    let pairs: Vec<_> = links.iter().map(|link| (link.a, link.b)).collect();
    let without = without_owners(&lots, &[0, 1, 2], &pairs);
    let parts: Vec<usize> = without.iter().map(|rest| rest.parts).collect();
    assert_eq!(parts, [1, 2, 1]);
    assert!((without[1].area / ACRE - 12.0).abs() < 1e-6);
    // Nothing is left without the only owner: 0, and not -0.
    let alone = &without_owners(&lots, &[0], &[])[0];
    assert_eq!((alone.parts, alone.area.is_sign_positive()), (0, true));
    // A and C alone do not adjoin.
    let ends = [row()[0].clone(), row()[2].clone()];
    assert!(super::tests::found(&ends, &wanted(10.0, 3)).1.is_empty());
    // With two owners there is none, unless B is A's.
    assert!(super::tests::found(&row(), &wanted(10.0, 2)).1.is_empty());
    let mut owned = row();
    owned[1].owner = Some(1);
    assert_eq!(super::tests::found(&owned, &wanted(10.0, 2)).1.len(), 1);
    // One that may not be part of a site stands between.
    owned[1].eligible = false;
    assert!(super::tests::found(&owned, &wanted(10.0, 2)).1.is_empty());
}

#[test]
fn of_sites_with_mostly_the_same_land_the_first_in_any_order_is_left() {
    // 20 acres with an acre on either side.
    let width = |acres: f64| acres * ACRE / 100.0;
    let (large, small) = (width(20.0), width(1.0));
    let parcels = [
        parcel(1, Some(1), [0.0, 0.0, large, 100.0]),
        parcel(2, Some(2), [large, 0.0, small, 100.0]),
        parcel(3, Some(3), [-small, 0.0, small, 100.0]),
    ];
    let (lots, links, _) = linked(&parcels, Vec::new());
    let wanted = wanted(20.5, 2);
    let all = find(&lots, &links, &wanted, &|| false);
    let sites: Vec<&[usize]> = all.sites.iter().map(|site| site.lots.as_slice()).collect();
    assert_eq!(sites, [[0, 1], [0, 2]]);
    assert_eq!(distinct(&lots, all.sites.iter(), 10), [0]);
    assert_eq!(distinct(&lots, all.sites.iter().rev(), 10), [0]);
    let best = search(&lots, &links, &wanted, &|| false);
    assert_eq!(
        (best.count, best.sites.len(), &best.sites[0]),
        (2, 1, &all.sites[0])
    );
}

#[test]
fn no_parcel_at_the_edge_of_a_site_can_go() {
    // A row of ten lots of one owner, an acre each.
    let width = ACRE / 100.0;
    let lots: Vec<Parcel> = (0..10)
        .map(|key| parcel(key, Some(1), [key as f64 * width, 0.0, width, 100.0]))
        .collect();
    let (found, keys) = found(&lots, &wanted(3.99, 1));
    assert_eq!((found.blocks, keys.len()), (1, 1));
    assert_eq!(keys.first().map(Vec::len), Some(4));
    let few = Wanted {
        max_parcels: 3,
        ..wanted(3.99, 1)
    };
    let (found, keys) = super::tests::found(&lots, &few);
    // With other lots of the owner there might be one, so it is not proven that there is none.
    assert!(keys.is_empty() && !found.proven);
}

#[test]
fn a_search_that_is_ended_says_so() {
    let grid: Vec<Parcel> = (0..400_u128)
        .map(|key| {
            parcel(
                key,
                None,
                [
                    (key % 20) as f64 * 50.0,
                    (key / 20) as f64 * 50.0,
                    50.0,
                    50.0,
                ],
            )
        })
        .collect();
    let (lots, links, _) = linked(&grid, Vec::new());
    // 2,500 square metres are 0.62 acres: six of them.
    let exact = search(
        &lots,
        &links,
        &Wanted {
            most: 10,
            ..wanted(3.5, 6)
        },
        &|| false,
    );
    assert!(
        exact.proven && exact.sites.len() == 10 && exact.count > 10_000,
        "{}",
        exact.count
    );
    let short = search(
        &lots,
        &links,
        &Wanted {
            work: 1_000,
            ..wanted(3.5, 6)
        },
        &|| false,
    );
    assert!(!short.proven && short.examined <= 1_001);
    assert!(!search(&lots, &links, &wanted(3.5, 6), &|| true).proven);
    // Beyond six: found, but not proven.
    let beam = search(
        &lots,
        &links,
        &Wanted {
            work: 20_000,
            ..wanted(4.5, 8)
        },
        &|| false,
    );
    assert!(!beam.proven);
    assert!(beam.sites.iter().all(|site| site.owners == 8), "{beam:?}");
    assert!(!beam.sites.is_empty());
}

/// All minimal connected sets, by trying every one.
fn brute(lots: &[Lot], links: &[Link], wanted: &Wanted) -> BTreeSet<Vec<u128>> {
    let pairs: Vec<_> = links.iter().map(|link| (link.a, link.b)).collect();
    let sets = (1_u32..1 << lots.len())
        .map(|bits| -> Vec<usize> { (0..lots.len()).filter(|lot| bits >> lot & 1 == 1).collect() });
    let area = |set: &[usize]| -> f64 { set.iter().map(|lot| lots[*lot].area).sum() };
    let fits = |set: &[usize]| {
        let owners: BTreeSet<_> = set.iter().flat_map(|lot| &lots[*lot].owners).collect();
        set.len() <= 6
            && owners.len() <= wanted.max_owners
            && area(set) >= wanted.min_area
            && parts_of(set, &pairs).len() == 1
    };
    let minimal = sets.filter(|set| fits(set)).filter(|set| {
        set.iter().all(|gone| {
            let rest: Vec<usize> = set.iter().copied().filter(|lot| lot != gone).collect();
            area(&rest) < wanted.min_area || parts_of(&rest, &pairs).len() != 1
        })
    });
    minimal
        .map(|set| set.iter().map(|lot| lots[*lot].key).collect())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Each minimal set is found once, whatever the order of parcels; lots of different owners, so that blocks are lots.
    #[test]
    fn every_minimal_set_is_found(heights in prop::collection::vec(20.0_f64..90.0, 12), least in 1.0_f64..4.0, owners in 1_usize..5, turn in 0_usize..12) {
        let mut parcels: Vec<Parcel> = (0..12_u128)
            .map(|key| parcel(key, Some(key as i64), [(key % 4) as f64 * 60.0, (key / 4) as f64 * 90.0, 60.0, 90.0]))
            .collect();
        for (parcel, height) in parcels.iter_mut().zip(&heights) {
            parcel.area = 60.0 * height;
        }
        let wanted = Wanted { most: 10_000, ..wanted(least, owners) };
        let (lots, links, _) = linked(&parcels, Vec::new());
        let all = brute(&lots, &links, &wanted);
        let result = search(&lots, &links, &wanted, &|| false);
        prop_assert!(result.proven);
        prop_assert_eq!(result.count, all.len());
        let (_, keys) = found(&parcels, &wanted);
        prop_assert!(keys.iter().all(|set| all.contains(set)));
        parcels.rotate_left(turn);
        let (_, turned) = found(&parcels, &wanted);
        prop_assert_eq!(keys, turned);
    }
}
