//! Parcels of a new county, which are written while the file is read.

use std::collections::BTreeMap;
use std::time::Duration;

use diesel_async::SimpleAsyncConnection as _;
use parcel_import::{ImportOptions, Report};
use parcel_lookup::parcels::store;
use parcel_lookup::providers::Found;
use parcel_record::field_map::FieldMap;
use parcel_record::{Provenance, Shape, Written};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::batches::{connections, until_waiting};
use super::places::FEET;
use super::{COUNTY, PLACE, collection, row, square, stored, text, try_load, write};
use crate::support::{World, fields};

const MAP: &str = "parcelnumb=APN,owner=Owner,scity=City,saledate=Sold,saleprice=Price,ll_gisacre=Acres,sqft=Area,year_built=Year";

/// All columns except the batch, the time and the group, whether what is derived is right, and the cities. Of these the search joins
/// the bounds.
const STATE: &str = "SELECT coalesce(string_agg(concat_ws(' ', (to_jsonb(p) - '{geom,geom_3857,batch_id,fetched_at,county_group}'::text[])::text, \
        encode(ST_AsEWKB(geom), 'hex'), ST_NPoints(geom_3857), ST_HausdorffDistance(geom_3857, ST_Transform(geom, 3857)) < 1e-6, \
        words = parcel_words(address, scity, szip, owner, parcelnumb, county_fips)), E'\\n' ORDER BY ll_uuid), '') \
        || (SELECT coalesce(string_agg(c::text, ' ' ORDER BY c::text), '') FROM ( \
            SELECT statefp, city_key, max(city), min(west), min(south), max(east), max(north) FROM parcel_cities GROUP BY 1, 2) AS c) \
    FROM parcels AS p";

/// The county's partition too.
const EMPTY: &str = "DROP TABLE IF EXISTS parcels_37161; DELETE FROM parcel_groups; DELETE FROM parcels; DELETE FROM parcel_cities";

pub(super) async fn empty(world: &World) {
    world
        .db
        .superuser()
        .await
        .batch_execute(EMPTY)
        .await
        .unwrap();
}

/// A row of a file: its number, its facts, and the kind and place of its outline.
fn any_row() -> impl Strategy<Value = Value> {
    let facts = (
        0_usize..6,
        any::<Index>(),
        prop::option::of((1_u32..90_000_000, 0_u32..100)),
        prop::option::of(0.0001_f64..90.0),
        prop::option::of(1_u32..28),
    );
    (facts, 0_u8..9, 0_u32..4).prop_map(|((number, owner, price, acres, day), kind, place)| {
        let owner = owner.get(&["HERON LLC", "Ünal\tTrust\u{0} \\N", "", "O'Brien & Sons, (No. 2)\u{0} & & 4\t#7"]);
        let (x, y) = (PLACE.0 + f64::from(place) * 0.003, PLACE.1);
        let outline = match kind {
            // Crosses itself.
            0 => json!({ "type": "Polygon", "coordinates": [[[x, y], [x + 0.001, y + 0.001], [x + 0.001, y], [x, y + 0.001], [x, y]]] }),
            1 => json!({ "type": "Polygon", "coordinates": [
                [[x, y], [x + 0.001, y], [x + 0.001, y + 0.001], [x, y + 0.001], [x, y]],
                [[x + 0.0004, y + 0.0004], [x + 0.0004, y + 0.0006], [x + 0.0006, y + 0.0004], [x + 0.0004, y + 0.0004]]] }),
            2 => json!({ "type": "MultiPolygon", "coordinates": [
                [[[x, y], [x + 0.001, y], [x, y + 0.001], [x, y]]], [[[x + 0.002, y], [x + 0.0021, y], [x + 0.002, y + 0.001], [x + 0.002, y]]]] }),
            3 => Value::Null,
            // In another county.
            4 => square(x + 20.0, y, 0.001),
            5 => json!({ "type": "MultiPolygon", "coordinates": [
                [[[x, y], [x + 0.00101, y], [x + 0.00099, y + 0.0003], [x + 0.0002, y + 0.00037], [x + 0.0001, y + 0.00123], [x, y]]]] }),
            _ => square(x, y, 0.000_712_345_6),
        };
        let price = price.map(|(dollars, cents)| format!("{dollars}.{cents:02}"));
        let city = ["Tryon", "Rutherfordton", ""][number % 3];
        let facts = json!({ "APN": format!("R-{number}"), "Owner": owner, "City": city,
            "Sold": day.map(|day| format!("1999-12-{day:02}")), "Price": price, "Acres": acres,
            "Area": number * 1_000, "Year": 1_990 + number });
        row(&facts, &outline)
    })
}

/// At most three are outside of the county.
fn any_rows() -> impl Strategy<Value = Vec<Value>> {
    prop::collection::vec(any_row(), 1..12).prop_map(|mut rows| {
        let mut outside = 0;
        rows.retain(|row| {
            let is_outside = row["geometry"]["coordinates"][0][0][0].as_f64() > Some(-70.0);
            outside += usize::from(is_outside);
            !is_outside || outside <= 3
        });
        rows
    })
}

fn first(number: usize) -> Value {
    let facts = json!({ "APN": format!("F-{number}"), "Owner": "HERON LLC", "City": "Tryon", "Price": 1, "Area": 1, "Year": 2000,
        "Sold": "2020-01-01", "Acres": 1 });
    row(&facts, &square(PLACE.0, PLACE.1 - 0.01, 0.001))
}

async fn load(world: &World, file: &std::path::Path, sample: usize) -> Report {
    try_load(world, file, |options| change(options, sample))
        .await
        .unwrap()
}

fn change(options: &mut ImportOptions, sample: usize) {
    options.field_map = Some(FieldMap::parse(MAP).unwrap());
    options.sample = sample;
}

/// Counts and reasons, without the batch.
fn counts(report: &Report) -> String {
    format!(
        "{:?} {} {} {:?}",
        report.written, report.further_parts, report.simplified, report.rejections
    )
}

fn rejects(report: &Report) -> String {
    let file = report.rejects.as_ref();
    file.map_or_else(String::new, |file| std::fs::read_to_string(file).unwrap())
}

/// A parcel of the county that is in no file.
fn of_provider(number: &str) -> String {
    format!(
        "INSERT INTO parcels (ll_uuid, county_fips, parcelnumb, lon, lat, geom, source, content_hash, county_group) \
         VALUES ('{}', '{COUNTY}', '{number}', -82, 35.3, \
            ST_Multi(ST_MakeEnvelope(-82, 35.3, -81.999, 35.301, 4326)), 'Provider', 'x', left('{COUNTY}', 1))",
        fields(COUNTY, number).ll_uuid
    )
}

const WITHOUT_PROVIDER: &str = "DELETE FROM parcels WHERE source = 'Provider'";

/// Each random file is imported four times: with a sample of two rows, so that most of the others are
/// written directly, to their group or to a partition of their own; the same into a county that has a parcel, so that they go through the
/// staging table with the outlines that the importer reads; and with all rows in the sample, whose outlines PostGIS makes.
#[test]
fn direct_parcels_are_what_the_staging_table_makes_of_them() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::start());
    let folder = tempfile::tempdir().unwrap();
    let mut runner = TestRunner::new(Config {
        failure_persistence: None,
        ..Config::with_cases(16)
    });
    let mut direct = 0;
    runner
        .run(&any_rows(), |rows| {
            // More than 5 % of the sample may not lie outside of the county.
            let all: Vec<Value> = (0..60).map(first).chain(rows).collect();
            let file = write(&folder, "any.geojson", collection(&all));
            runtime.block_on(async {
                let mut results = BTreeMap::new();
                for (sample, large, is_known) in [
                    (2, u64::MAX, false),
                    (2, 1, false),
                    (2, 1, true),
                    (usize::MAX, 1, false),
                ] {
                    empty(&world).await;
                    let mut superuser = world.db.superuser().await;
                    if is_known {
                        superuser.batch_execute(&of_provider("P-1")).await.unwrap();
                    }
                    let report = try_load(&world, &file, |options| {
                        change(options, sample);
                        options.large = large;
                    });
                    let report = report.await.unwrap();
                    if is_known || sample == usize::MAX {
                        prop_assert_eq!(report.direct, 0);
                    }
                    superuser.batch_execute(WITHOUT_PROVIDER).await.unwrap();
                    results.insert(
                        (sample, large, is_known),
                        (counts(&report), rejects(&report), text(&world, STATE).await),
                    );
                    // Another time nothing is new.
                    let again = load(&world, &file, sample).await;
                    prop_assert_eq!(again.written.unchanged(), again.written.parcels);
                }
                let staged = &results[&(usize::MAX, 1, false)];
                for (way, result) in &results {
                    prop_assert_eq!(result, staged, "{:?}", way);
                }
                Ok(())
            })
        })
        .unwrap();
    runtime.block_on(async {
        empty(&world).await;
        let all: Vec<Value> = (0..10).map(first).collect();
        let file = write(&folder, "plain.geojson", collection(&all));
        direct += load(&world, &file, 2).await.direct;
        // Of a county that has parcels nothing is written directly.
        direct += load(&world, &file, 2).await.direct;
    });
    assert_eq!(direct, 8);
    runtime.block_on(world.stop());
}

/// A file in feet: parcels side by side, one that crosses itself, one with a hole, and one that is nowhere.
fn in_feet(folder: &TempDir, rows: usize, nowhere: bool) -> std::path::PathBuf {
    let (west, south) = (1_146_000.0, 577_000.0);
    let facts = |number: &str, acres: Option<u32>| {
        json!({ "APN": number, "Owner": "HERON LLC", "City": "Tryon", "Price": 1, "Area": 1, "Year": 2000,
            "Sold": "2020-01-01", "Acres": acres })
    };
    let mut all: Vec<Value> = (0..rows)
        .map(|index| {
            let (x, y) = ((index % 50) as f64, (index / 50) as f64);
            let shape = square(west + x * 310.5, south + y * 310.5, 300.25);
            // The others are measured.
            let acres = (index < 10).then_some(2);
            row(&facts(&format!("F-{index}"), acres), &shape)
        })
        .collect();
    let corner = |x: f64, y: f64| [west - x, south - y];
    all.push(row(
        &facts("CROSSED", None),
        &json!({ "type": "Polygon", "coordinates": [[corner(900.0, 0.0), corner(600.0, 300.0), corner(600.0, 0.0),
            corner(900.0, 300.0), corner(900.0, 0.0)]] }),
    ));
    all.push(row(
        &facts("HOLE", None),
        &json!({ "type": "Polygon", "coordinates": [
            [corner(500.0, 0.0), corner(200.0, 0.0), corner(200.0, 300.0), corner(500.0, 0.0)],
            [corner(300.0, 50.0), corner(250.0, 50.0), corner(250.0, 100.0), corner(300.0, 50.0)]] }),
    ));
    if nowhere {
        all.push(row(&facts("NOWHERE", None), &square(1e300, 1e300, 1e290)));
    }
    write(folder, "feet.geojson", collection(&all))
}

#[tokio::test(flavor = "multi_thread")]
async fn projected_parcels_are_written_directly_as_postgis_projects_them() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    for crs in ["EPSG:2264", FEET] {
        for nowhere in [false, true] {
            // More than are projected at once.
            let file = in_feet(&folder, 300, nowhere);
            let mut results = Vec::new();
            for sample in [2, usize::MAX] {
                empty(&world).await;
                let report = try_load(&world, &file, |options| {
                    change(options, sample);
                    options.crs = Some(crs.to_owned());
                });
                let report = report.await.unwrap();
                assert_eq!(report.written.inserted, 302, "{crs}: {report}");
                assert_eq!(report.rejections.total(), u64::from(nowhere), "{report}");
                match (sample, nowhere) {
                    (2, false) => assert_eq!(report.direct, 298, "{report}"),
                    // Rows that are projected with one that cannot be are each taken by itself.
                    (2, true) => assert!(report.direct >= 256, "{report}"),
                    _ => assert_eq!(report.direct, 0),
                }
                results.push((counts(&report), rejects(&report), text(&world, STATE).await));
            }
            assert_eq!(results[0], results[1], "{crs}");
        }
    }
    world.stop().await;
}

fn many(folder: &TempDir) -> std::path::PathBuf {
    let rows: Vec<Value> = (0..20).map(first).collect();
    write(folder, "many.geojson", collection(&rows))
}

/// Names database and file for the process of the next test that is killed.
const VICTIM: &str = "TEST_KILLED_DIRECT_IMPORT";

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_is_killed_while_it_writes_directly_leaves_nothing() {
    if let Ok(victim) = std::env::var(VICTIM) {
        let (url, file) = victim.split_once('|').unwrap();
        let from = Provenance {
            source: "Made here".to_owned(),
            licence: None,
            is_sample: false,
        };
        let mut options = ImportOptions::new(file.into(), from);
        options.county_fips = Some(COUNTY.to_owned());
        change(&mut options, 2);
        let database = db::DbConfig::new(url.to_owned(), "victim");
        parcel_import::import(&database, options, |_| ())
            .await
            .unwrap();
        return;
    }
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = many(&folder);
    let (mut client, _connection) = db::open(&world.db.app()).await.unwrap();
    let other = client.transaction().await.unwrap();
    // The cities follow the parcels.
    other
        .batch_execute("LOCK TABLE parcel_cities IN SHARE MODE")
        .await
        .unwrap();
    let mut victim = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "import::direct::an_import_that_is_killed_while_it_writes_directly_leaves_nothing",
        ])
        .env(VICTIM, format!("{}|{}", world.db.app_url(), file.display()))
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    until_waiting(&world, "relation").await;
    // SIGKILL.
    victim.kill().unwrap();
    assert!(!victim.wait().unwrap().success());
    other.rollback().await.unwrap();
    while connections(&world, "application_name = 'victim'").await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(stored(&world).await, 0);
    // It is in nobody's way, and the next import is again direct.
    assert_eq!(load(&world, &file, 2).await.direct, 18);
    assert_eq!(stored(&world).await, 20);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_indexed_while_parcels_are_written() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = many(&folder);
    let (mut client, _connection) = db::open(&world.db.app()).await.unwrap();
    let other = client.transaction().await.unwrap();
    // The cities follow the parcels.
    other
        .batch_execute("LOCK TABLE parcel_cities IN SHARE MODE")
        .await
        .unwrap();
    let owner = db::DbConfig::new(world.db.owner_url(), "test");
    let indexed = async {
        until_waiting(&world, "relation").await;
        let (client, _connection) = db::open(&owner).await.unwrap();
        let now = "SELECT clock_timestamp()::text";
        let written: String = client.query_one(now, &[]).await.unwrap().get(0);
        // The parcels are not committed yet. On a slow machine words were also indexed before they were written.
        let done = format!(
            "state = 'idle' AND query LIKE '%index_parcel_words%' AND query_start > '{written}'"
        );
        while connections(&world, &done).await == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let pages = "SELECT gin_clean_pending_list('parcels_3_words')";
        let left: i64 = client.query_one(pages, &[]).await.unwrap().get(0);
        assert_eq!(left, 0);
        other.rollback().await.unwrap();
    };
    let (report, ()) = tokio::join!(load(&world, &file, 2), indexed);
    assert_eq!(report.written.inserted, 20);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parcel_that_a_provider_adds_meanwhile_is_merged() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = many(&folder);
    // Not committed yet when the import begins: it waits for this row, and finds it.
    let (mut client, _connection) = db::open(&world.db.app()).await.unwrap();
    let other = client.transaction().await.unwrap();
    other.batch_execute(&of_provider("F-9")).await.unwrap();
    let provider = async {
        until_waiting(&world, "transactionid").await;
        other.commit().await.unwrap();
    };
    let (report, ()) = tokio::join!(load(&world, &file, 2), provider);
    assert_eq!(report.direct, 0);
    assert_eq!((report.written.inserted, report.written.updated), (19, 1));
    assert_eq!(stored(&world).await, 20);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_provider_says_later_changes_nothing_of_a_batch() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let database = world.db.app();
    let batch = load(&world, &many(&folder), 2).await.batch.unwrap();
    let listed = "SELECT count(*)::text FROM parcel_history";
    assert_eq!(text(&world, listed).await, "2");
    let found = Found {
        fields: fields(COUNTY, "F-9"),
        shape: Shape::GeoJson(square(PLACE.0, PLACE.1, 0.001).to_string()),
        raw: Value::Null,
        provenance: Provenance {
            source: "Provider".to_owned(),
            licence: None,
            is_sample: false,
        },
    };
    let written: Result<Written, diesel::result::Error> =
        db::system_tx(world.db.pool(), async |conn| {
            store::upsert(conn, std::slice::from_ref(&found)).await
        })
        .await;
    assert_eq!(written.unwrap(), Written::default());
    assert_eq!(text(&world, listed).await, "2");
    // What a file changes was new by the first one.
    let mut rows: Vec<Value> = (0..20).map(first).collect();
    rows[9]["properties"]["Owner"] = json!("EGRET LLC");
    let next = load(
        &world,
        &write(&folder, "next.geojson", collection(&rows)),
        2,
    )
    .await;
    assert_eq!(next.written.unchanged(), 19, "{next}");
    assert_eq!(text(&world, listed).await, "4");
    let latest = next.batch.unwrap();
    let diff = parcel_import::batches::diff(&database, (batch, latest), 1, None)
        .await
        .unwrap();
    let changes = diff.changes.iter().filter(|change| change.parcels > 0);
    let changes: Vec<_> = changes.map(|change| change.what.as_str()).collect();
    assert_eq!(changes, ["owner changed"]);
    let undone = parcel_import::batches::undo(&database, latest)
        .await
        .unwrap();
    assert_eq!((undone.restored, undone.removed), (1, 0));
    let undone = parcel_import::batches::undo(&database, batch)
        .await
        .unwrap();
    assert_eq!((undone.removed, undone.left), (20, 0));
    assert_eq!(stored(&world).await, 0);
    world.stop().await;
}
