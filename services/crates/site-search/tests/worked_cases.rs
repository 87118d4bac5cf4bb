//! The hand-computed cases of the method, and what must hold for all parcels and criteria.
#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "what cannot be set up has failed; JSON is written where it is used"
)]

use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::{Value, json};
use site_search::{
    Among, BEYOND_RUN, ChangeKind, Codes, Column, Columns, Criteria, Fact, FactValue, Judged,
    Lists, Outcome, changes, check, explain, judge, lists, rank_range,
};
use uuid::Uuid;

fn criteria(gates: Value, wishes: Value) -> Criteria {
    let criteria = json!({ "version": 1, "gates": gates, "wishes": wishes });
    let criteria: Criteria = serde_json::from_value(criteria).unwrap();
    assert_eq!(check(&criteria), []);
    criteria
}

/// The facts that stand for the first, second and third criterion: numbers from 0 to 1.
const THREE: [Fact; 3] = [Fact::GrowthChance, Fact::Acres, Fact::YearsHeld];

/// Three wishes with the weights 50, 30 and 20, whose facts are their values.
fn three() -> Criteria {
    let wish = |fact: Fact, weight: i32| json!({ "fact": fact, "weight": weight, "curve": { "kind": "ramp", "zero": 0, "one": 1 } });
    criteria(
        json!([]),
        json!([wish(THREE[0], 50), wish(THREE[1], 30), wish(THREE[2], 20)]),
    )
}

fn columns(rows: &[[f64; 3]]) -> Columns {
    let mut columns = Columns::of((1..=rows.len() as u128).map(Uuid::from_u128).collect());
    for (at, fact) in THREE.into_iter().enumerate() {
        columns.put(
            fact,
            Column::Numbers(rows.iter().map(|row| row[at]).collect()),
        );
    }
    columns
}

fn found(criteria: &Criteria, columns: &Columns) -> (Judged, Lists) {
    let judged = judge(criteria, columns, |_rows| true).unwrap();
    let lists = lists(columns, &judged);
    (judged, lists)
}

const A: [f64; 3] = [0.80, 0.50, 1.00];
const B: [f64; 3] = [0.70, 0.90, 0.60];
const C: [f64; 3] = [0.95, 0.30, 0.50];

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn three_sites_have_the_scores_of_the_note() {
    let columns = columns(&[C, A, B]);
    let (judged, lists) = found(&three(), &columns);
    assert_eq!(lists.ranked, [1, 2, 0]);
    for (row, score) in [(1, 75.0), (2, 74.0), (0, 66.5)] {
        close(judged.score(row), score);
    }
}

#[test]
fn weights_that_move_by_a_fifth_leave_the_first_two_open_and_the_third_sure() {
    let (judged, lists) = found(&three(), &columns(&[A, B, C]));
    let ranges: Vec<(usize, usize)> = (0..3)
        .map(|place| rank_range(&judged, &lists.ranked, place))
        .map(|range| (range.best, range.worst))
        .collect();
    assert_eq!(ranges, [(1, 2), (1, 2), (3, 3)]);
}

#[test]
fn ties_are_at_the_weights_and_the_value_of_the_note() {
    let (criteria, columns) = (three(), columns(&[A, B, C]));
    let (judged, lists) = found(&criteria, &columns);
    assert_eq!(changes(&criteria, &columns, &judged, &lists.ranked, 0), []);
    let found = changes(&criteria, &columns, &judged, &lists.ranked, 1);
    let needed = |kind: ChangeKind| -> Vec<(Fact, f64)> {
        let of_kind = found.iter().filter(|change| change.kind == kind);
        let pair = of_kind.map(|change| match (change.fact, &change.needed) {
            (Some(fact), Some(FactValue::Number(number))) => (fact, *number),
            other => panic!("{other:?}"),
        });
        pair.collect()
    };
    let weights = needed(ChangeKind::Weight);
    for ((fact, weight), (expected, at)) in weights.iter().zip([(40.0, 0), (32.5, 1), (17.5, 2)]) {
        assert_eq!(*fact, THREE[at]);
        close(*weight, expected);
    }
    assert_eq!(weights.len(), 3);
    let values = needed(ChangeKind::Fact);
    assert_eq!(values[0].0, THREE[0]);
    close(values[0].1, 0.72);
    assert!(found.iter().all(|change| change.rank == 1));
    assert_eq!(
        found[0].sentence,
        "Growth chance: 72 % or more: level with rank 1"
    );
}

#[test]
fn an_unknown_fact_is_neutral_and_widens_the_score() {
    let row = [0.8, f64::NAN, 1.0];
    let (judged, lists) = found(&three(), &columns(&[row]));
    close(judged.score(0), 75.0);
    let (low, high) = judged.score_range(0);
    close(low, 60.0);
    close(high, 90.0);
    close(judged.certainty(0), 0.7);
    assert_eq!(lists.ranked, [0]);
}

#[test]
fn less_than_half_of_the_weight_known_is_listed_apart() {
    let unknown = f64::NAN;
    let (judged, lists) = found(
        &three(),
        &columns(&[
            [0.9, unknown, unknown],
            [unknown, 1.0, 1.0],
            [unknown, 1.0, unknown],
        ]),
    );
    // 50 of 100, 50 of 100, 30 of 100.
    assert_eq!(
        judged.outcomes,
        [Outcome::Fit, Outcome::Fit, Outcome::Uncertain]
    );
    assert_eq!(lists.uncertain, [2]);
    assert_eq!(judged.uncertain, 1);
}

#[test]
fn scores_do_not_depend_on_the_other_parcels() {
    // P 5 acres at $300,000, Q 8 at 420,000, R 6 at 900,000; with the least and the greatest value of the set,
    // P and Q would swap when (30 acres, 450,000) is added.
    let criteria = criteria(
        json!([]),
        json!([
            { "fact": "acres", "weight": 1, "curve": { "kind": "ramp", "zero": 5, "one": 8 } },
            { "fact": "total_value", "weight": 1, "curve": { "kind": "ramp", "zero": 900_000, "one": 300_000 } },
        ]),
    );
    let score = |parcels: &[(f64, f64)]| -> Vec<f64> {
        let mut columns = Columns::of((1..=parcels.len() as u128).map(Uuid::from_u128).collect());
        let (acres, values): (Vec<f64>, Vec<f64>) = parcels.iter().copied().unzip();
        columns.put(Fact::Acres, Column::Numbers(acres));
        columns.put(Fact::TotalValue, Column::Numbers(values));
        let (judged, _) = found(&criteria, &columns);
        (0..2).map(|row| judged.score(row)).collect()
    };
    let three = [(5.0, 300_000.0), (8.0, 420_000.0), (6.0, 900_000.0)];
    let before = score(&three);
    close(before[0], 50.0);
    close(before[1], 90.0);
    let added = [three.as_slice(), &[(30.0, 450_000.0)]].concat();
    assert_eq!(score(&added), before);
}

#[test]
fn gates_count_what_they_fail_alone_and_what_is_near() {
    let criteria = criteria(
        json!([
            { "fact": "acres", "min": 5, "max": 40 },
            { "fact": "use_class", "any_of": ["vacant", "industrial"], "unknown": "fail" },
            { "fact": "in_flood_zone", "is": false, "unknown": "pass" },
        ]),
        json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "ramp", "zero": 0, "one": 10 } }]),
    );
    let rows: [(f64, Option<&str>, u8, Outcome); 8] = [
        (6.0, Some("vacant"), 0, Outcome::Fit),
        // Near the least size; near the greatest, but in another use; far.
        (4.6, Some("vacant"), 0, Outcome::Failed),
        (43.0, Some("office"), 0, Outcome::Failed),
        (2.0, Some("vacant"), 0, Outcome::Failed),
        (f64::NAN, Some("vacant"), 0, Outcome::Unknown),
        (7.0, None, 0, Outcome::Failed),
        (7.0, Some("industrial"), 2, Outcome::Fit),
        // Unknown, but it fails another gate.
        (f64::NAN, Some("vacant"), 1, Outcome::Failed),
    ];
    let mut columns = Columns::of((1..=8).map(Uuid::from_u128).collect());
    let mut uses = Codes::default();
    for row in &rows {
        uses.push(row.1);
    }
    columns.put(Fact::Acres, Column::Numbers(rows.map(|row| row.0).to_vec()));
    columns.put(Fact::UseClass, Column::Codes(uses));
    columns.put(
        Fact::InFloodZone,
        Column::Flags(rows.map(|row| row.2).to_vec()),
    );
    let (judged, lists) = found(&criteria, &columns);
    assert_eq!(judged.outcomes, rows.map(|row| row.3));
    let counts: Vec<[usize; 4]> = judged
        .gates
        .iter()
        .map(|gate| [gate.fails, gate.fails_alone, gate.unknown, gate.near_miss])
        .collect();
    assert_eq!(counts, [[3, 2, 2, 1], [2, 1, 1, 0], [1, 1, 1, 0]]);
    assert_eq!((lists.ranked, lists.unknown), (vec![6, 0], vec![4]));
    assert_eq!(
        explain(&criteria, &judged),
        "2 of 8 fit: site size alone leaves 5; 1 are listed apart, because facts are unknown"
    );
}

/// What is not within a growth run is later than each decade, and not unknown.
#[test]
fn decades_are_judged_and_told_as_whole_ones() {
    let of = |curve: Value| {
        criteria(
            json!([{ "fact": "growth_decade", "max": 2030 }]),
            json!([{ "fact": "growth_decade", "weight": 1, "curve": curve }]),
        )
    };
    let mut columns = Columns::of((1..=5).map(Uuid::from_u128).collect());
    let decades = vec![2020.0, 2030.0, 2040.0, BEYOND_RUN, f64::NAN];
    columns.put(Fact::GrowthDecade, Column::Numbers(decades));
    let ramp = of(json!({ "kind": "ramp", "zero": 2060, "one": 2020 }));
    let (judged, lists) = found(&ramp, &columns);
    assert_eq!((lists.ranked, lists.unknown), (vec![0, 1], vec![4]));
    let gate = judged.gates[0];
    // The next decade is near.
    assert_eq!(
        [gate.fails, gate.fails_alone, gate.unknown, gate.near_miss],
        [2, 2, 1, 1]
    );
    let sentence = |criteria: Criteria, place: usize| {
        let criteria = Criteria {
            gates: Vec::new(),
            ..criteria
        };
        let (judged, lists) = found(&criteria, &columns);
        assert_eq!(lists.ranked, [0, 1, 2, 3]);
        let mut changes = changes(&criteria, &columns, &judged, &lists.ranked, place);
        changes.remove(0).sentence
    };
    assert_eq!(
        sentence(ramp.clone(), 1),
        "Growth decade: 2020s or earlier: level with rank 1"
    );
    assert_eq!(
        sentence(ramp, 3),
        "Growth decade: 2040s or earlier: level with rank 3"
    );
    // A step ends before the decade in which the next one begins.
    let steps = of(json!({ "kind": "steps", "at": [2030, 2040], "values": [1, 0.5, 0] }));
    assert_eq!(
        sentence(steps, 1),
        "Growth decade: 2020s or earlier: level with rank 1"
    );
}

#[test]
fn ten_years_are_near() {
    let criteria = criteria(
        json!([{ "fact": "year_built", "min": 1980 }]),
        json!([{ "fact": "year_built", "weight": 1, "curve": { "kind": "ramp", "zero": 1900, "one": 2000 } }]),
    );
    let mut columns = Columns::of((1..=4).map(Uuid::from_u128).collect());
    columns.put(
        Fact::YearBuilt,
        Column::Numbers(vec![1980.0, 1970.0, 1969.0, 1800.0]),
    );
    let (judged, _) = found(&criteria, &columns);
    let gate = judged.gates[0];
    assert_eq!([gate.fails, gate.near_miss], [3, 1]);
}

/// Two gates with places of their own, of which the second is unknown of all.
#[test]
fn each_place_is_a_gate_of_its_own() {
    let airport = json!({ "name": "Airport", "point": [-95.4, 29.7], "distance_m": 3218.688 });
    let north = json!({ "name": "North", "submarket_id": 5 });
    let criteria = criteria(
        json!([
            { "fact": "in_area", "is": false, "area": airport },
            { "fact": "in_area", "is": true, "area": north, "unknown": "pass" },
        ]),
        json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "ramp", "zero": 0, "one": 10 } }]),
    );
    let mut columns = Columns::of((1..=4).map(Uuid::from_u128).collect());
    columns.put(Fact::Acres, Column::Numbers(vec![1.0, 2.0, 3.0, 4.0]));
    // Within, not within twice, unknown.
    columns.put_area(0, Column::Flags(vec![1, 0, 0, 2]));
    let (judged, lists) = found(&criteria, &columns);
    assert_eq!((lists.ranked, lists.unknown), (vec![2, 1], vec![3]));
    let counts = judged.gates.iter();
    let counts: Vec<[usize; 2]> = counts.map(|gate| [gate.fails, gate.unknown]).collect();
    assert_eq!(counts, [[1, 1], [0, 4]]);
    assert_eq!(
        explain(&criteria, &judged),
        "2 of 4 fit: not within 2.00 miles of Airport alone leaves 3; 1 are listed apart, because facts are unknown"
    );
    let [first, second] = [&criteria.gates[0], &criteria.gates[1]];
    let passes = |row| first.passes(columns.gate_value(0, first, row).as_ref());
    assert_eq!([0, 1, 3].map(passes), [Some(false), Some(true), None]);
    assert_eq!(columns.gate_value(1, second, 0), None);
}

#[test]
fn impossible_gates_name_the_tightest() {
    let criteria = criteria(
        json!([{ "fact": "acres", "min": 0.5 }, { "fact": "acres", "max": 0.4 }]),
        json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "ramp", "zero": 0, "one": 1 } }]),
    );
    let rows: Vec<[f64; 3]> = (0..94_112)
        .map(|row| [0.0, if row < 12 { 0.9 } else { 0.1 }, 0.0])
        .collect();
    let (judged, lists) = found(&criteria, &columns(&rows));
    assert!(lists.ranked.is_empty());
    assert_eq!(
        explain(&criteria, &judged),
        "0 of 94,112 fit: site size alone leaves 12"
    );
}

#[test]
fn all_gates_unknown_means_no_rank() {
    let criteria = criteria(
        json!([{ "fact": "slope_percent", "max": 5 }, { "fact": "in_flood_zone", "is": false }]),
        three_wishes(),
    );
    let (judged, lists) = found(&criteria, &columns(&[A, B]));
    assert!(lists.ranked.is_empty());
    assert_eq!((judged.listed_unknown, lists.unknown), (2, vec![0, 1]));
}

fn three_wishes() -> Value {
    serde_json::to_value(three().wishes).unwrap()
}

#[test]
fn judging_stops_when_it_is_told_to() {
    assert!(judge(&three(), &columns(&[A]), |_rows| false).is_err());
}

#[test]
fn no_single_fact_is_enough_when_the_one_before_is_too_far() {
    let (criteria, columns) = (three(), columns(&[[1.0, 1.0, 1.0], [0.1, 0.1, 0.1]]));
    let (judged, lists) = found(&criteria, &columns);
    let found = changes(&criteria, &columns, &judged, &lists.ranked, 1);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].kind, found[0].sentence.as_str()),
        (ChangeKind::Nothing, "No single fact is enough.")
    );
}

#[test]
fn equal_sums_are_level_and_say_what_orders_them() {
    let columns = columns(&[A, A, B, A]);
    let criteria = three();
    let (judged, lists) = found(&criteria, &columns);
    assert_eq!(lists.ranked, [0, 1, 3, 2]);
    let said = |place| {
        let changes = changes(&criteria, &columns, &judged, &lists.ranked, place);
        let said = changes.into_iter();
        said.map(|of| (of.kind, of.rank, of.sentence))
            .collect::<Vec<_>>()
    };
    let level = |rank: usize| {
        let sentence = format!("Level with rank {rank}: order by parcel identity");
        vec![(ChangeKind::Level, rank, sentence)]
    };
    // The first is level with the second.
    assert_eq!([said(0), said(1), said(2)], [level(2), level(1), level(2)]);
    assert!(said(3).iter().all(|(kind, ..)| *kind != ChangeKind::Level));
}

fn fact() -> impl Strategy<Value = f64> {
    prop_oneof![9 => 0.0..=1.0, 1 => Just(f64::NAN)]
}

/// Everything that a run keeps, as text.
fn written(criteria: &Criteria, columns: &Columns) -> String {
    let (judged, lists) = found(criteria, columns);
    let mut text = String::new();
    for list in [&lists.ranked, &lists.unknown, &lists.uncertain] {
        for row in list {
            let row = *row as usize;
            let (id, sum) = (columns.ids()[row], judged.sum(row));
            let _ = write!(text, "{id} {sum} {:?};", judged.score_range(row));
        }
    }
    for place in 0..lists.ranked.len() {
        let _ = write!(text, "{:?}", rank_range(&judged, &lists.ranked, place));
        let _ = write!(
            text,
            "{:?}",
            changes(criteria, columns, &judged, &lists.ranked, place)
        );
    }
    text
}

/// The values of a parcel's wishes, as a run keeps them.
fn kept_values(judged: &Judged, row: usize) -> Vec<Option<f64>> {
    let value = |wish: usize| f64::from(judged.values(row)[wish]) / 10_000.0;
    (0..3)
        .map(|wish| judged.is_known(row, wish).then(|| value(wish)))
        .collect()
}

#[test]
fn a_site_has_its_place_among_kept_results() {
    let criteria = three();
    // The same sum twice; half of the weight of the last is unknown.
    let columns = columns(&[A, B, A, C, [f64::NAN, 0.5, 0.25]]);
    let (judged, lists) = found(&criteria, &columns);
    let rows = lists.ranked.iter().map(|row| *row as usize);
    let kept: Vec<(Uuid, Vec<Option<f64>>)> = rows
        .map(|row| (columns.ids()[row], kept_values(&judged, row)))
        .collect();
    assert_eq!(kept.len(), 5);
    for (place, site) in kept.iter().enumerate() {
        let others = kept.iter().filter(|(id, _)| *id != site.0).cloned();
        assert_eq!(Among::new(&criteria, site.clone(), others).place, place);
    }
    // Of equal ones the lesser identity is first: that of the first and the third parcel.
    let place = |id: u128| {
        let site = (Uuid::from_u128(id), kept_values(&judged, 0));
        Among::new(&criteria, site, kept.clone()).place
    };
    assert_eq!([place(0), place(2), place(9)], [0, 1, 2]);
}

#[test]
fn the_worst_rank_is_the_least_where_the_next_ones_are_not_known() {
    let criteria = three();
    let columns = columns(&[A, B, C, [0.0; 3]]);
    let (judged, lists) = found(&criteria, &columns);
    assert_eq!(lists.ranked, [0, 1, 2, 3]);
    let site = || (Uuid::from_u128(1), kept_values(&judged, 0));
    let among = |kept: &[usize]| {
        let kept = kept
            .iter()
            .map(|row| (columns.ids()[*row], kept_values(&judged, *row)));
        Among::new(&criteria, site(), kept)
    };
    // One after B may come before A too; none after the one that has nothing does.
    let (few, is_least) = among(&[1]).range(true);
    assert_eq!((few.worst, is_least), (2, true));
    let all = rank_range(&judged, &lists.ranked, 0);
    assert_eq!(among(&[1, 2, 3]).range(true), (all, false));
    assert_eq!(among(&[1]).range(false), (few, false));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The order of the parcels changes no byte.
    #[test]
    fn shuffled_parcels_give_the_same_bytes(
        rows in prop::collection::vec([fact(), fact(), fact()], 1..40),
        seed in any::<u64>(),
    ) {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|at| (*at as u64 + 1).wrapping_mul(seed | 1));
        let of = |order: &[usize]| {
            let ids = order.iter().map(|at| Uuid::from_u128(*at as u128 % 7 * 100 + *at as u128));
            let mut columns = Columns::of(ids.collect());
            for (at, fact) in THREE.into_iter().enumerate() {
                columns.put(fact, Column::Numbers(order.iter().map(|row| rows[*row][at]).collect()));
            }
            written(&three(), &columns)
        };
        let straight: Vec<usize> = (0..rows.len()).collect();
        prop_assert_eq!(of(&straight), of(&order));
    }

    /// A site beside the first of the others has the range and the changes that it has among all of them, as far as these are told.
    #[test]
    fn a_site_among_kept_results_is_as_among_all(
        rows in prop::collection::vec([fact(), fact(), fact()], 2..30),
        kept in 0_usize..30,
    ) {
        let columns_of = columns;
        let columns = columns_of(&rows);
        let criteria = three();
        let (judged, lists) = found(&criteria, &columns);
        let others: Vec<u32> = lists.ranked.iter().copied().filter(|row| *row != 0).collect();
        let kept = kept.min(others.len());
        let place = lists.ranked.iter().position(|row| *row == 0);
        let has_more = kept < others.len();
        if let Some(place) = place.filter(|place| *place < kept || !has_more) {
            let first = others[..kept].iter().map(|row| *row as usize);
            let first = first.map(|row| (columns.ids()[row], kept_values(&judged, row)));
            let among = Among::new(&criteria, (columns.ids()[0], kept_values(&judged, 0)), first);
            prop_assert_eq!(among.place, place);
            let all = rank_range(&judged, &lists.ranked, place);
            let (range, is_least) = among.range(has_more);
            prop_assert_eq!(range.best, all.best);
            if is_least {
                prop_assert!(range.worst <= all.worst);
            } else {
                prop_assert_eq!(range.worst, all.worst);
            }
            let site = columns_of(&rows[..1]);
            prop_assert_eq!(among.changes(&criteria, &site), changes(&criteria, &columns, &judged, &lists.ranked, place));
        }
    }

    /// The pruned range is that of comparing all pairs, and holds for weights within the fifth.
    #[test]
    fn ranges_hold_for_all_weights(
        rows in prop::collection::vec([fact(), fact(), fact()], 1..30),
        moves in [-20_i32..=20, -20_i32..=20, -20_i32..=20],
    ) {
        let columns = columns(&rows);
        let criteria = three();
        let (judged, lists) = found(&criteria, &columns);
        let weights = [50_i64, 30, 20];
        let sure = |one: u32, other: u32| {
            let pairs = judged.values(one as usize).iter().zip(judged.values(other as usize));
            let differences: Vec<i64> = pairs.map(|(one, other)| i64::from(*one) - i64::from(*other)).collect();
            let ahead: i64 = weights.iter().zip(&differences).map(|(weight, difference)| weight * difference).sum();
            let all: i64 = weights.iter().zip(&differences).map(|(weight, difference)| weight * difference.abs()).sum();
            5 * ahead > all
        };
        let ranked = &lists.ranked;
        // A thousand times the weights, moved.
        let moved: Vec<i64> = weights.iter().zip(moves).map(|(weight, by)| weight * (100 + i64::from(by))).collect();
        let sum = |row: u32| -> i64 {
            judged.values(row as usize).iter().zip(&moved).map(|(v, weight)| i64::from(*v) * weight).sum()
        };
        for (place, row) in ranked.iter().enumerate() {
            let range = rank_range(&judged, ranked, place);
            let best = 1 + ranked.iter().filter(|other| sure(**other, *row)).count();
            let worst = ranked.len() - ranked.iter().filter(|other| sure(*row, **other)).count();
            prop_assert_eq!((range.best, range.worst), (best, worst));
            let ahead = ranked.iter().filter(|other| sum(**other) > sum(*row)).count();
            let level = ranked.iter().filter(|other| sum(**other) == sum(*row)).count();
            prop_assert!(ahead + level >= range.best && ahead < range.worst);
        }
    }

    /// What is said to be needed of a fact brings the parcel level.
    #[test]
    fn needed_facts_are_enough(rows in prop::collection::vec([0.0..=1.0_f64, 0.0..=1.0, 0.0..=1.0], 2..10)) {
        let criteria = three();
        let before = columns(&rows);
        let (judged, lists) = found(&criteria, &before);
        for place in 1..lists.ranked.len() {
            let row = lists.ranked[place] as usize;
            let ahead = judged.sum(lists.ranked[place - 1] as usize);
            for change in changes(&criteria, &before, &judged, &lists.ranked, place) {
                let (ChangeKind::Fact, Some(fact), Some(FactValue::Number(needed))) = (change.kind, change.fact, change.needed) else { continue };
                let at = THREE.iter().position(|of| *of == fact).unwrap();
                let mut changed = rows.clone();
                changed[row][at] = needed;
                let (again, _) = found(&criteria, &columns(&changed));
                prop_assert!(again.sum(row) >= ahead, "{} {needed}", fact.as_str());
            }
        }
    }

    /// A greater fact is never worth less on a rising ramp.
    #[test]
    fn scores_rise_with_their_facts(row in [0.0..=1.0_f64, 0.0..=1.0, 0.0..=1.0], at in 0_usize..3, more in 0.0..=1.0_f64) {
        let mut better = row;
        better[at] = (better[at] + more).min(1.0);
        let (judged, _) = found(&three(), &columns(&[row, better]));
        prop_assert!(judged.sum(1) >= judged.sum(0));
    }
}
