//! What became of parcels whose numbers go on, and what is a sale: operators who compare batches and firms that hold the
//! parcels hear the same.

use std::collections::BTreeMap;

use domain::CustomerId;
use parcel_import::Extent;
use parcel_import::batches::{Diff, diff};
use parcel_record::field_map::FieldMap;
use parcel_record::is_sale;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use super::watch::{ALL, Heard, changed, fact, hold, import, parcel, watch};
use super::{collection, text, try_load, write};
use crate::support::World;

async fn compare(world: &World, from: i64, to: i64) -> Diff {
    diff(&world.db.app(), (from, to), 20, None).await.unwrap()
}

/// Numbers, and what is said before and after, of one kind of change.
fn of<'a>(diff: &'a Diff, what: &str) -> Vec<(&'a str, Option<&'a str>, Option<&'a str>)> {
    let change = diff.changes.iter().find(|change| change.what == what);
    let examples = change.unwrap().examples.iter();
    examples
        .map(|example| {
            let (before, after) = (example.before.as_deref(), example.after.as_deref());
            (example.parcelnumb.as_str(), before, after)
        })
        .collect()
}

fn numbers<'a>(diff: &'a Diff, what: &str) -> Vec<&'a str> {
    let changes = of(diff, what).into_iter();
    changes.map(|(number, ..)| number).collect()
}

/// The facts that a firm is told of a parcel.
fn facts(told: &BTreeMap<(Uuid, String), Value>, firm: CustomerId, number: &str) -> Vec<Value> {
    let changes = changed(told, firm, number);
    let facts = changes.as_array().unwrap().iter();
    facts.map(|change| change["fact"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parcel_that_goes_on_is_split_or_others_are_merged_into_it() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut heard = Heard::start(&world).await;
    let same = json!({});
    let mut before: Vec<Value> = (0..10)
        .map(|place| parcel(&format!("R-{place}"), f64::from(place), ALL, &same))
        .collect();
    // A unit, stacked on R-7.
    before.push(parcel("U-7", 7.0, ALL, &same));
    let a = import(&world, &folder, &before).await.batch.unwrap();
    let after = [
        // Takes R-1, and nothing of R-2.
        parcel("R-0", 0.0, (0.0, 2.0), &same),
        parcel("R-3", 3.0, (0.0, 0.6), &same),
        parcel("R-3B", 3.0, (0.6, 1.0), &same),
        // Takes only a strip of R-5.
        parcel("R-4", 4.0, (0.0, 1.1), &same),
        // Becomes smaller, and nobody has what it lost.
        parcel("R-6", 6.0, (0.0, 0.5), &same),
        // Has what U-7 had, but had it before.
        parcel("R-7", 7.0, (0.0, 1.01), &same),
        parcel("R-8", 8.0, ALL, &same),
        parcel("R-9", 9.0, ALL, &same),
        // Where nothing was.
        parcel("R-10", 12.0, ALL, &same),
    ];
    let b = import(&world, &folder, &after).await.batch.unwrap();
    let found = compare(&world, a, b).await;
    assert_eq!(numbers(&found, "new"), ["R-10", "R-3B"]);
    assert_eq!(numbers(&found, "retired"), ["R-1", "R-2", "R-5", "U-7"]);
    assert_eq!(
        of(&found, "split"),
        [("R-3", Some("R-3"), Some("R-3, R-3B"))]
    );
    assert_eq!(
        of(&found, "merged"),
        [("R-0", Some("R-0, R-1"), Some("R-0"))]
    );
    assert_eq!(compare(&world, b, a).await, found);

    for _ in 0..2 {
        assert_eq!(heard.next().await.r#type, "parcels.imported");
    }
    let (ours, theirs) = (CustomerId(Uuid::new_v4()), CustomerId(Uuid::new_v4()));
    let held = [
        "R-1", "R-2", "R-3", "R-4", "R-5", "R-6", "R-7", "R-9", "U-7",
    ];
    hold(&world, ours, b, &held).await;
    hold(&world, theirs, b, &["R-0"]).await;
    let told = heard.changes(9).await;
    heard.nothing().await;
    let merged = fact("merged", Some("R-0, R-1"), Some("R-0"));
    assert_eq!(changed(&told, ours, "R-1"), json!([merged]));
    assert_eq!(changed(&told, theirs, "R-0")[0], merged);
    let split = fact("split", Some("R-3"), Some("R-3, R-3B"));
    assert_eq!(changed(&told, ours, "R-3")[0], split);
    for gone in ["R-2", "R-5", "U-7"] {
        let retired = fact("retired", Some(gone), None);
        assert_eq!(changed(&told, ours, gone), json!([retired]), "{gone}");
    }
    for reshaped in ["R-4", "R-6", "R-7"] {
        assert_eq!(facts(&told, ours, reshaped), ["ll_gisacre"], "{reshaped}");
    }
    world.stop().await;
}

/// Imports R-0 and so on with these dates and prices as the whole county, by this field map.
async fn sales(
    world: &World,
    folder: &TempDir,
    map: &str,
    sales: &[(Option<&str>, Option<u32>)],
) -> i64 {
    let parcels: Vec<Value> = (0_u32..)
        .zip(sales)
        .map(|(place, (date, price))| {
            let sale = json!({ "Sold": date, "Price": price });
            parcel(&format!("R-{place}"), f64::from(place), ALL, &sale)
        })
        .collect();
    let file = write(folder, "county.geojson", collection(&parcels));
    let report = try_load(world, &file, |options| {
        options.extent = Extent::Whole {
            allow_retire: false,
        };
        options.field_map = Some(FieldMap::parse(map).unwrap());
    });
    report.await.unwrap().batch.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_is_later_and_not_a_column_that_appears_or_a_value_that_goes() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut heard = Heard::start(&world).await;
    let first = [
        (Some("2020-01-01"), Some(100)),
        (None, None),
        (Some("2020-05-05"), Some(300)),
        (Some("2019-03-03"), None),
        (Some("2018-01-01"), Some(50)),
    ];
    let without = sales(&world, &folder, "parcelnumb=APN,owner=Owner", &first).await;
    let map = "parcelnumb=APN,owner=Owner,saledate=Sold,saleprice=Price";
    let appeared = sales(&world, &folder, map, &first).await;
    let second = [
        (Some("2024-02-02"), Some(150)),
        // Unknown before, though the county's file had the columns.
        (Some("2024-03-03"), Some(70)),
        (None, None),
        // The price of a known sale.
        (Some("2019-03-03"), Some(90)),
        // Back to an earlier one.
        (Some("2017-01-01"), Some(60)),
    ];
    let last = sales(&world, &folder, map, &second).await;
    let sold = |diff: &Diff| -> Vec<String> {
        let sold = numbers(diff, "sold").into_iter();
        sold.map(ToOwned::to_owned).collect()
    };
    assert!(sold(&compare(&world, without, appeared).await).is_empty());
    assert!(sold(&compare(&world, without, last).await).is_empty());
    let between = compare(&world, appeared, last).await;
    assert_eq!(sold(&between), ["R-0", "R-1", "R-3"]);
    assert_eq!(
        of(&between, "sold")[0],
        ("R-0", Some("2020-01-01 100.00"), Some("2024-02-02 150.00"))
    );

    for _ in 0..3 {
        assert_eq!(heard.next().await.r#type, "parcels.imported");
    }
    let (firm, all) = (
        CustomerId(Uuid::new_v4()),
        ["R-0", "R-1", "R-2", "R-3", "R-4"],
    );
    hold(&world, firm, appeared, &all).await;
    heard.nothing().await;
    hold(&world, firm, last, &all).await;
    let told = heard.changes(3).await;
    heard.nothing().await;
    for number in ["R-0", "R-1"] {
        assert_eq!(facts(&told, firm, number), ["saledate", "saleprice"]);
    }
    let price = fact("saleprice", None, Some("90"));
    assert_eq!(changed(&told, firm, "R-3"), json!([price]));
    // Saved searches count the same.
    let search = Uuid::new_v4();
    watch(
        &world,
        firm,
        last,
        &[(search, "owner IS NOT NULL", Value::Null)],
    )
    .await;
    let matches = heard.matches(1).await;
    assert_eq!(matches[&search]["changed"]["sale"], 3);
    assert_eq!(matches[&search]["changed"]["parcels"], 3);
    world.stop().await;
}

/// Date and price of the last sale.
type Sale = (Option<&'static str>, Option<f64>);

#[tokio::test(flavor = "multi_thread")]
async fn the_rule_of_sales_is_never_unknown() {
    const OLD: Sale = (Some("2020-01-01"), Some(1.0));
    const NONE: Sale = (None, None);
    const BOTH: Option<[bool; 2]> = Some([true, true]);
    let world = World::start().await;
    // Before, after, whether dates and prices were in the county's files, and whether it is a sale.
    let cases: [(Sale, Sale, Option<[bool; 2]>, bool); 15] = [
        (OLD, (Some("2021-01-01"), Some(1.0)), BOTH, true),
        (OLD, (Some("2021-01-01"), None), BOTH, true),
        (OLD, (Some("2020-01-01"), Some(2.0)), BOTH, true),
        (OLD, OLD, BOTH, false),
        (OLD, (Some("2020-01-01"), None), BOTH, false),
        (OLD, (Some("2019-01-01"), Some(2.0)), BOTH, false),
        (OLD, (None, Some(2.0)), BOTH, false),
        (OLD, NONE, BOTH, false),
        ((None, Some(1.0)), (None, Some(2.0)), None, true),
        (NONE, NONE, BOTH, false),
        (NONE, (Some("2021-01-01"), None), Some([true, false]), true),
        (NONE, OLD, Some([false, false]), false),
        (NONE, OLD, None, false),
        (NONE, (None, Some(1.0)), Some([true, false]), false),
        (NONE, (None, Some(1.0)), Some([false, true]), true),
    ];
    let sale = |(date, price): Sale, alias: &str| {
        let row = json!({ "saledate": date, "saleprice": price });
        format!("jsonb_to_record('{row}') AS {alias} (saledate date, saleprice numeric)")
    };
    for (before, after, had, expected) in cases {
        let had = had.map_or_else(
            || json!({}),
            |[dates, prices]| json!({ "dates": dates, "prices": prices }),
        );
        let query = format!(
            "SELECT coalesce(({})::text, 'unknown') FROM {}, {}, jsonb_to_record('{had}') AS had (dates boolean, prices boolean)",
            is_sale("before", "after", "had"),
            sale(before, "before"),
            sale(after, "after")
        );
        let said = text(&world, &query).await;
        assert_eq!(said, expected.to_string(), "{before:?} {after:?} {had}");
    }
    world.stop().await;
}
