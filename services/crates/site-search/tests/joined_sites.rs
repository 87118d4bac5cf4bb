//! Adjoining parcels judged as one: the hand-computed cases of each rule (decision 98).
#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "what cannot be set up has failed; JSON is written where it is used"
)]

use proptest::prelude::*;
use serde_json::{Value, json};
use site_search::{
    BEYOND_RUN, Codes, Column, Columns, Criteria, Fact, FactValue, JoinedSite, Joining, Judged,
    OfParcels, Outcome, changes, check, fails_alone, joined, judge, lists, of_parcels,
    tightest_alone,
};
use uuid::Uuid;

fn criteria(gates: Value, wishes: Value) -> Criteria {
    let criteria = json!({ "version": 1, "gates": gates, "wishes": wishes });
    let criteria: Criteria = serde_json::from_value(criteria).unwrap();
    assert_eq!(check(&criteria), []);
    criteria
}

fn ramp(fact: &str, weight: i32, zero: f64, one: f64) -> Value {
    json!({ "fact": fact, "weight": weight, "curve": { "kind": "ramp", "zero": zero, "one": one } })
}

/// Three parcels of 6, 1 and 3 acres.
const LAND: [f64; 3] = [6.0, 1.0, 3.0];

fn parcels(facts: Vec<(Fact, Column)>) -> Columns {
    let mut columns = Columns::of((1..=3).map(Uuid::from_u128).collect());
    columns.put(Fact::Acres, Column::Numbers(LAND.to_vec()));
    for (fact, column) in facts {
        columns.put(fact, column);
    }
    columns
}

fn numbers(numbers: [f64; 3]) -> Column {
    Column::Numbers(numbers.to_vec())
}

fn names(names: [Option<&str>; 3]) -> Column {
    let mut codes = Codes::default();
    for name in names {
        codes.push(name);
    }
    Column::Codes(codes)
}

fn site(rows: &[usize]) -> JoinedSite {
    JoinedSite {
        parcels: rows.iter().map(|row| (*row, LAND[*row])).collect(),
        lands: rows.to_vec(),
        acres: rows.iter().map(|row| LAND[*row]).sum(),
        owners: 2.0,
        owner_parcels: 9.0,
        adjoining_owner_acres: 4.0,
    }
}

fn all() -> JoinedSite {
    site(&[0, 1, 2])
}

fn judged(criteria: &Criteria, parcels: &Columns, sites: &[JoinedSite]) -> (Columns, Judged) {
    let columns = joined(criteria, parcels, sites);
    let judged = judge(criteria, &columns, |_| true).unwrap();
    (columns, judged)
}

/// What the only wish, for a number, is judged by.
fn number(fact: &str, parcels: &Columns, site: JoinedSite) -> Option<f64> {
    let criteria = criteria(json!([]), json!([ramp(fact, 1, 0.0, 1.0)]));
    let columns = joined(&criteria, parcels, &[site]);
    match columns.value(criteria.wishes[0].fact, 0) {
        Some(FactValue::Number(number)) => Some(number),
        _ => None,
    }
}

/// What becomes of a site by one gate.
fn outcome(gate: Value, parcels: &Columns) -> Outcome {
    let criteria = criteria(json!([gate]), json!([ramp("acres", 1, 0.0, 10.0)]));
    judged(&criteria, parcels, &[all()]).1.outcomes[0]
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

const UNKNOWN: f64 = f64::NAN;

#[test]
fn facts_of_the_site_itself_are_given_with_it() {
    let parcels = parcels(Vec::new());
    for (fact, expected) in [
        ("acres", 10.0),
        ("site_owners", 2.0),
        ("owner_parcels", 9.0),
        ("adjoining_owner_acres", 4.0),
    ] {
        assert_eq!(number(fact, &parcels, all()), Some(expected), "{fact}");
    }
    let unnamed = JoinedSite {
        owners: UNKNOWN,
        ..all()
    };
    assert_eq!(number("site_owners", &parcels, unnamed), None);
}

#[test]
fn dollars_and_floor_area_are_sums_and_unknown_if_one_is() {
    let known = parcels(vec![
        (Fact::TotalValue, numbers([600.0, 50.0, 150.0])),
        (Fact::BuildingSqft, numbers([1000.0, 0.0, 500.0])),
    ]);
    assert_eq!(number("total_value", &known, all()), Some(800.0));
    assert_eq!(number("building_sqft", &known, all()), Some(1500.0));
    let open = parcels(vec![(Fact::TotalValue, numbers([600.0, UNKNOWN, 150.0]))]);
    assert_eq!(number("total_value", &open, all()), None);
    assert_eq!(number("total_value", &open, site(&[0, 2])), Some(750.0));
}

#[test]
fn dollars_an_acre_are_the_sum_by_the_land_of_the_site() {
    // $100, 50 and 50 an acre: 600 + 50 + 150 = $800 on 10 acres.
    let known = parcels(vec![(Fact::ValuePerAcre, numbers([100.0, 50.0, 50.0]))]);
    assert_eq!(number("value_per_acre", &known, all()), Some(80.0));
    // Measured at 16 acres, as one.
    let measured = JoinedSite {
        acres: 16.0,
        ..all()
    };
    assert_eq!(number("value_per_acre", &known, measured), Some(50.0));
    // The second and third are units on the 3 acres of the third: 600 + 150 on 9 acres.
    let stacked = JoinedSite {
        lands: vec![0, 2],
        acres: 9.0,
        ..all()
    };
    assert_eq!(number("value_per_acre", &known, stacked), Some(750.0 / 9.0));
    let open = parcels(vec![(
        Fact::LandValuePerAcre,
        numbers([100.0, 50.0, UNKNOWN]),
    )]);
    assert_eq!(number("land_value_per_acre", &open, all()), None);
}

#[test]
fn growth_is_the_mean_by_land_and_a_road_is_as_near_as_the_nearest_parcel() {
    let known = parcels(vec![
        (Fact::GrowthChance, numbers([0.5, 1.0, 0.0])),
        (Fact::HighwayM, numbers([900.0, 400.0, 700.0])),
        (Fact::RailM, numbers([UNKNOWN, 400.0, 700.0])),
    ]);
    // (6 · 0.5 + 1 · 1.0) / 10.
    close(number("growth_chance", &known, all()).unwrap(), 0.4);
    assert_eq!(number("highway_m", &known, all()), Some(400.0));
    // The one that is unknown may be nearer.
    assert_eq!(number("rail_m", &known, all()), None);
    assert_eq!(number("rail_m", &known, site(&[1, 2])), Some(400.0));
}

#[test]
fn a_site_has_buildings_if_a_parcel_has() {
    let flags = |flags: [u8; 3]| parcels(vec![(Fact::IsImproved, Column::Flags(flags.to_vec()))]);
    let gate = |is: bool| json!({ "fact": "is_improved", "is": is });
    for (each, with, without) in [
        ([0, 1, 2], Outcome::Fit, Outcome::Failed),
        ([0, 0, 0], Outcome::Failed, Outcome::Fit),
        ([0, 0, 2], Outcome::Unknown, Outcome::Unknown),
    ] {
        let parcels = flags(each);
        assert_eq!(outcome(gate(true), &parcels), with, "{each:?}");
        assert_eq!(outcome(gate(false), &parcels), without, "{each:?}");
    }
}

#[test]
fn a_gate_on_use_flood_or_slope_holds_for_all_parcels() {
    let uses = json!({ "fact": "use_class", "any_of": ["vacant", "industrial"] });
    let of = |uses| parcels(vec![(Fact::UseClass, names(uses))]);
    let (vacant, office) = (Some("vacant"), Some("office"));
    // Different names that all pass, one that fails by an acre of ten, one that is unknown, and both.
    for (each, expected) in [
        ([vacant, Some("industrial"), vacant], Outcome::Fit),
        ([vacant, office, vacant], Outcome::Failed),
        ([vacant, None, vacant], Outcome::Unknown),
        ([None, office, vacant], Outcome::Failed),
    ] {
        assert_eq!(outcome(uses.clone(), &of(each)), expected, "{each:?}");
    }
    let dry = json!({ "fact": "in_flood_zone", "is": false });
    for (each, expected) in [
        ([0, 0, 0], Outcome::Fit),
        ([0, 1, 0], Outcome::Failed),
        ([0, 2, 0], Outcome::Unknown),
    ] {
        let parcels = parcels(vec![(Fact::InFloodZone, Column::Flags(each.to_vec()))]);
        assert_eq!(outcome(dry.clone(), &parcels), expected, "{each:?}");
    }
    let flat = json!({ "fact": "slope_percent", "max": 5 });
    for (each, expected) in [
        ([2.0, 5.0, 0.0], Outcome::Fit),
        ([2.0, 8.0, 0.0], Outcome::Failed),
        ([2.0, UNKNOWN, 0.0], Outcome::Unknown),
    ] {
        let parcels = parcels(vec![(Fact::SlopePercent, numbers(each))]);
        assert_eq!(outcome(flat.clone(), &parcels), expected, "{each:?}");
    }
    // No parcel has the fact: unknown, and the gate says what becomes of it.
    let none = parcels(Vec::new());
    assert_eq!(outcome(flat, &none), Outcome::Unknown);
    for (unknown, expected) in [("pass", Outcome::Fit), ("fail", Outcome::Failed)] {
        let gate = json!({ "fact": "slope_percent", "max": 5, "unknown": unknown });
        assert_eq!(outcome(gate, &none), expected);
    }
}

#[test]
fn the_site_size_is_that_of_the_union() {
    // No parcel has 8 acres, together they have 10.
    let parcels = parcels(Vec::new());
    assert_eq!(
        outcome(json!({ "fact": "acres", "min": 8 }), &parcels),
        Outcome::Fit
    );
    assert_eq!(
        outcome(json!({ "fact": "acres", "max": 9 }), &parcels),
        Outcome::Failed
    );
}

#[test]
fn a_wish_has_the_mean_of_the_values_of_the_parcels_by_land() {
    let wishes = json!([
        { "fact": "use_class", "weight": 30, "curve": { "kind": "classes", "values": { "vacant": 1, "industrial": 0.5 } } },
        ramp("years_held", 10, 0.0, 20.0),
    ]);
    let criteria = criteria(json!([]), wishes);
    let parcels = parcels(vec![
        (
            Fact::UseClass,
            names([Some("vacant"), Some("industrial"), Some("office")]),
        ),
        (Fact::YearsHeld, numbers([10.0, 40.0, UNKNOWN])),
    ]);
    let (columns, judged) = judged(&criteria, &parcels, &[all(), site(&[0, 1])]);
    // Use: (6 · 1 + 1 · 0.5 + 3 · 0) / 10 = 0.65; the years of a parcel are unknown, so they are neutral.
    assert_eq!(judged.values(0), [6500, 5000]);
    close(judged.score(0), (30.0 * 65.0 + 10.0 * 50.0) / 40.0);
    close(judged.certainty(0), 0.75);
    let (low, high) = judged.score_range(0);
    close(low, 48.75);
    close(high, 73.75);
    // Without it: (6 · 0.5 + 1 · 1) / 7 = 0.5714; use (6 + 0.5) / 7 = 0.9286.
    assert_eq!(judged.values(1), [9286, 5714]);
    close(judged.certainty(1), 1.0);
    // The second is before the first, though it came after it.
    assert_eq!(lists(&columns, &judged).ranked, [1, 0]);
}

#[test]
fn equal_sites_keep_their_order() {
    let criteria = criteria(json!([]), json!([ramp("acres", 1, 0.0, 10.0)]));
    let parcels = parcels(Vec::new());
    let (columns, judged) = judged(&criteria, &parcels, &[site(&[0]), all(), all()]);
    let ranked = lists(&columns, &judged).ranked;
    assert_eq!(ranked, [1, 2, 0]);
    assert_eq!(
        changes(&criteria, &columns, &judged, &ranked, 1)[0].sentence,
        "Level with rank 1: fewer owners, fewer parcels and more land come first"
    );
}

#[test]
fn parcels_that_can_be_of_no_site_that_fits_are_known_before() {
    let criteria = criteria(
        json!([
            { "fact": "use_class", "any_of": ["vacant"] },
            { "fact": "slope_percent", "max": 5, "unknown": "fail" },
            // Of the site, which may have it although no parcel does.
            { "fact": "acres", "min": 8 },
        ]),
        json!([ramp("acres", 1, 0.0, 10.0)]),
    );
    let parcels = parcels(vec![
        (
            Fact::UseClass,
            names([Some("vacant"), Some("office"), None]),
        ),
        (Fact::SlopePercent, numbers([2.0, 2.0, 2.0])),
    ]);
    assert_eq!(fails_alone(&criteria, &parcels), [false, true, false]);
    let steep = {
        let mut steep = parcels.clone();
        steep.put(Fact::SlopePercent, numbers([UNKNOWN, 2.0, 2.0]));
        steep
    };
    assert_eq!(fails_alone(&criteria, &steep), [true, true, false]);
    let tightest = |parcels: &Columns, rows: &[usize]| tightest_alone(&criteria, parcels, rows);
    let gate = |label: &str, left: usize| Some((label.to_owned(), left));
    assert_eq!(tightest(&parcels, &[0, 1, 2]), gate("use", 2));
    assert_eq!(tightest(&steep, &[0, 2]), gate("slope", 1));
    // The size is of the site.
    assert_eq!(tightest(&parcels, &[0, 2]), None);
}

#[test]
fn parcels_that_are_the_same_have_one_value() {
    let same = |fact: Fact, value: Option<FactValue>| {
        let found = of_parcels(fact, &all(), |_| value.clone());
        assert_eq!(found, Some(OfParcels::Same(value)), "{fact:?}");
    };
    same(
        Fact::UseClass,
        Some(FactValue::Name("industrial".to_owned())),
    );
    same(Fact::InFloodZone, Some(FactValue::Flag(false)));
    same(Fact::SlopePercent, Some(FactValue::Number(0.0)));
    same(Fact::YearsHeld, None);
    let acres = of_parcels(Fact::Acres, &all(), |_| Some(FactValue::Number(1.0)));
    assert_eq!(acres, None);
}

#[test]
fn parcels_that_differ_are_said_by_land_as_the_app_names_them() {
    let said = |fact: Fact, values: [Option<FactValue>; 3]| match of_parcels(fact, &all(), |row| {
        values[row].clone()
    }) {
        Some(OfParcels::Mixed(words)) => words,
        other => panic!("{other:?}"),
    };
    let named = |names: [&str; 3]| {
        names.map(|name| (!name.is_empty()).then(|| FactValue::Name(name.to_owned())))
    };
    let uses = |names| said(Fact::UseClass, named(names));
    assert_eq!(
        uses(["vacant", "office", "vacant"]),
        "Vacant 90%, Office 10%"
    );
    assert_eq!(
        uses(["vacant", "", "office"]),
        "Vacant 60%, Office 30%, Unknown 10%"
    );
    assert_eq!(uses(["", "vacant", "vacant"]), "Vacant 40%, Unknown 60%");
    // Codes of the county are as they are.
    assert_eq!(
        said(Fact::Zoning, named(["m-1", "R2", "R2"])),
        "m-1 60%, R2 40%"
    );
    let flags =
        |fact, flags: [Option<bool>; 3]| said(fact, flags.map(|flag| flag.map(FactValue::Flag)));
    assert_eq!(
        flags(Fact::InFloodZone, [Some(false), Some(true), Some(false)]),
        "Outside flood zones 90%, In a flood zone 10%"
    );
    assert_eq!(
        flags(Fact::IsAbsentee, [Some(true), Some(false), None]),
        "Absentee owner 60%, Local owner 10%, Unknown 30%"
    );
    let numbers = |fact, numbers: [f64; 3]| {
        let known = |number: f64| (!number.is_nan()).then_some(FactValue::Number(number));
        said(fact, numbers.map(known))
    };
    assert_eq!(numbers(Fact::YearsHeld, [8.0, 8.0, 21.0]), "8 to 21 years");
    assert_eq!(
        numbers(Fact::YearsHeld, [1.0, UNKNOWN, 1.0]),
        "1 year, Unknown 10%"
    );
    assert_eq!(numbers(Fact::SlopePercent, [0.0, 3.24, 1.0]), "0 to 3.2%");
    assert_eq!(
        numbers(Fact::GrowthDecade, [2040.0, BEYOND_RUN, 2030.0]),
        "2030s to Not within the simulation"
    );
}

proptest! {
    /// A site of one parcel is judged as the parcel is, whichever its facts.
    #[test]
    fn a_site_of_one_parcel_is_the_parcel(
        acres in 0.5_f64..50.0,
        value in prop::option::of(1e3_f64..1e6),
        slope in prop::option::of(0.0_f64..20.0),
        years in prop::option::of(0.0_f64..40.0),
        flood in 0_u8..3,
        used in prop::option::of("(vacant|office|industrial)"),
    ) {
        let criteria = criteria(
            json!([
                { "fact": "acres", "min": 5 },
                { "fact": "use_class", "any_of": ["vacant", "industrial"] },
                { "fact": "slope_percent", "max": 8, "unknown": "pass" },
                { "fact": "in_flood_zone", "is": false },
            ]),
            json!([
                ramp("value_per_acre", 30, 100_000.0, 1_000.0),
                ramp("years_held", 20, 0.0, 20.0),
                ramp("slope_percent", 10, 10.0, 2.0),
                { "fact": "use_class", "weight": 5, "curve": { "kind": "classes", "values": { "vacant": 1 } } },
            ]),
        );
        let number = |number: Option<f64>| Column::Numbers(vec![number.unwrap_or(f64::NAN)]);
        let mut uses = Codes::default();
        uses.push(used.as_deref());
        let mut parcel = Columns::of(vec![Uuid::from_u128(1)]);
        parcel.put(Fact::Acres, number(Some(acres)));
        parcel.put(Fact::ValuePerAcre, number(value.map(|value| value / acres)));
        parcel.put(Fact::SlopePercent, number(slope));
        parcel.put(Fact::YearsHeld, number(years));
        parcel.put(Fact::InFloodZone, Column::Flags(vec![flood]));
        parcel.put(Fact::UseClass, Column::Codes(uses));
        let alone = judge(&criteria, &parcel, |_| true).unwrap();
        let one = JoinedSite { parcels: vec![(0, acres)], lands: vec![0], acres, ..JoinedSite::default() };
        let (_, as_site) = judged(&criteria, &parcel, &[one]);
        prop_assert_eq!(&alone.outcomes, &as_site.outcomes);
        prop_assert!((alone.certainty(0) - as_site.certainty(0)).abs() < 1e-12);
        // Dollars an acre are divided and multiplied once more.
        for (one, other) in alone.values(0).iter().zip(as_site.values(0)) {
            prop_assert!(one.abs_diff(*other) <= 1, "{one} {other}");
        }
    }
}

#[test]
fn every_fact_has_a_rule() {
    let each = |rule: Joining| -> Vec<&str> {
        let facts = Fact::ALL.into_iter().filter(|fact| fact.joining() == rule);
        facts.map(Fact::as_str).collect()
    };
    assert_eq!(
        each(Joining::OfSite),
        [
            "acres",
            "site_owners",
            "owner_parcels",
            "adjoining_owner_acres"
        ]
    );
    assert_eq!(each(Joining::Sum), ["building_sqft", "total_value"]);
    assert_eq!(
        each(Joining::PerAcre),
        ["value_per_acre", "land_value_per_acre"]
    );
    assert_eq!(each(Joining::Least), ["highway_m", "rail_m"]);
    assert_eq!(each(Joining::Mean), ["growth_chance"]);
    assert_eq!(each(Joining::Any), ["is_improved"]);
    assert_eq!(
        each(Joining::Each),
        [
            "use_class",
            "zoning",
            "in_flood_zone",
            "year_built",
            "years_held",
            "owner_kind",
            "is_absentee",
            "slope_percent",
            "growth_decade",
            "in_area"
        ]
    );
}
