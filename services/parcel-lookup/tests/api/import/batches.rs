//! Batches: what a county's file no longer has is retired, and an import can be compared and undone.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use parcel_import::batches::{self, BatchError, KEPT_BATCHES, diff, undo};
use parcel_import::{Extent, FileError, ImportError, ImportOptions, Progress, Report};
use parcel_lookup::parcels::store;
use parcel_lookup::providers::Found;
use parcel_record::field_map::FieldMap;
use parcel_record::{ParcelFields, Provenance, Shape, Written, kept_columns};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use tempfile::TempDir;
use test_support::{TEST_TIMEOUT, wait_for};
use uuid::Uuid;

use super::{COUNTY, PLACE, collection, found, row, square, stored, text, try_load, write};
use crate::support::{self, World, fields};

const MAP: &str = "parcelnumb=APN,owner=Owner,saledate=Sold,saleprice=Price";

const WHOLE: Extent = Extent::Whole {
    allow_retire: false,
};
/// However much of the county is gone.
const EMPTIED: Extent = Extent::Whole { allow_retire: true };

/// A parcel of a file.
#[derive(Debug, Clone)]
struct Land {
    number: String,
    owner: String,
    sold: Option<String>,
    price: Option<u32>,
    corner: (f64, f64),
    side: f64,
}

/// The parcel in the so-many-th place of a row of squares.
fn land(index: usize) -> Land {
    Land {
        number: format!("R-{index}"),
        owner: "HERON LLC".to_owned(),
        sold: None,
        price: None,
        corner: (PLACE.0 + index as f64 * 0.002, PLACE.1),
        side: 0.001,
    }
}

fn lands(indexes: impl IntoIterator<Item = usize>) -> Vec<Land> {
    indexes.into_iter().map(land).collect()
}

fn file(folder: &TempDir, name: &str, lands: &[Land]) -> std::path::PathBuf {
    let rows: Vec<Value> = lands
        .iter()
        .map(|land| {
            let facts = json!({ "APN": land.number, "Owner": land.owner, "Sold": land.sold, "Price": land.price });
            row(&facts, &square(land.corner.0, land.corner.1, land.side))
        })
        .collect();
    write(folder, name, collection(&rows))
}

/// Imports a file as the whole county.
async fn try_whole(
    world: &World,
    file: &Path,
    change: impl FnOnce(&mut ImportOptions),
) -> Result<Report, ImportError> {
    try_load(world, file, |options| {
        options.extent = WHOLE;
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
        // So that the rows after these are written directly if the county is new.
        options.sample = 2;
        change(options);
    })
    .await
}

async fn whole(world: &World, folder: &TempDir, lands: &[Land]) -> Report {
    try_whole(world, &file(folder, "whole.geojson", lands), |_| ())
        .await
        .unwrap()
}

fn id(number: &str) -> String {
    fields(COUNTY, number).ll_uuid.to_string()
}

async fn record(world: &World, number: &str) -> Value {
    let answer = world.get(&format!("/parcels/{}", id(number)));
    answer.send().await.unwrap().json().await.unwrap()
}

/// A point in the middle of a parcel.
fn middle(index: usize) -> (f64, f64) {
    let (lon, lat) = land(index).corner;
    (lon + 0.0005, lat + 0.0005)
}

/// Numbers of the parcels that are not retired.
async fn live(world: &World) -> BTreeSet<String> {
    let query = "SELECT coalesce(string_agg(parcelnumb, ',' ORDER BY parcelnumb), '') FROM parcels WHERE retired_at IS NULL";
    let numbers = text(world, query).await;
    let numbers = numbers.split(',').filter(|number| !number.is_empty());
    numbers.map(ToOwned::to_owned).collect()
}

/// Everything of the table but the version, which never goes back.
async fn state(world: &World) -> String {
    let query = "SELECT coalesce(string_agg(concat_ws(' ', (to_jsonb(p) - '{geom,geom_3857,version,use_class,is_improved,owner_kind,owner_key,mail_key,building_key,careof_key,is_absentee,facts_version}'::text[])::text, \
            encode(ST_AsEWKB(geom), 'hex'), encode(ST_AsEWKB(geom_3857), 'hex')), E'\\n' ORDER BY ll_uuid), '') FROM parcels AS p";
    text(world, query).await
}

async fn shown(world: &World) -> Vec<String> {
    let batches = batches::list(&world.db.app()).await.unwrap();
    let shown = |batch: &batches::Batch| {
        let ended = match (batch.finished_at, batch.undone_at) {
            (None, _) => "not finished",
            (_, Some(_)) => "undone",
            _ => "finished",
        };
        format!("{} {ended}", batch.batch_id)
    };
    batches.iter().map(shown).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_countys_new_file_retires_what_it_no_longer_has() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let first = whole(&world, &folder, &lands(0..10)).await;
    assert_eq!((first.written.inserted, first.retired), (10, 0), "{first}");
    let next = file(
        &folder,
        "next.geojson",
        &lands([0, 1, 2, 3, 4, 5, 6, 7, 8, 10]),
    );
    let day = chrono::NaiveDate::from_ymd_opt(2026, 1, 31);
    let report = try_whole(&world, &next, |options| options.source_date = day)
        .await
        .unwrap();
    assert_eq!(
        (report.written.inserted, report.retired),
        (1, 1),
        "{report}"
    );
    let said = report.to_string();
    let batch = report.batch.unwrap();
    assert!(
        said.contains("1 parcels retired: the file no longer has them")
            && said.contains(&format!(
                "batch {batch}; `parcel-lookup imports undo {batch}`"
            )),
        "{said}"
    );
    // Nowhere on the map or in a search.
    let (lon, lat) = middle(9);
    assert!(found(&world, lon, lat).await.is_empty());
    assert!(found(&world, lon + 0.0006, lat).await.is_empty());
    let places: Value = world
        .get("/places?q=R-9")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(places["places"], json!([]));
    let items: Value = world
        .get("/ogc/collections/parcels/items?limit=100")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(items["numberReturned"], 10, "{items}");
    // Whoever holds it can still read it, and is told.
    for number in ["R-9", "R-8"] {
        let list: Value = world
            .get(&format!("/parcels?parcelnumb={number}"))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        let (_, outlines) = world
            .post("/parcel_outlines", json!({ "ll_uuids": [id(number)] }))
            .await;
        for parcel in [
            &record(&world, number).await,
            &list["parcels"][0],
            &outlines["parcels"][0],
        ] {
            assert_eq!(
                parcel["retired_at"].is_string(),
                number == "R-9",
                "{parcel}"
            );
            let date = if number == "R-9" {
                json!("2026-01-31")
            } else {
                Value::Null
            };
            assert_eq!(parcel["retired_file_date"], date);
            assert_eq!(parcel["geometry"]["type"], "Polygon");
        }
    }
    let back = whole(&world, &folder, &lands(0..11)).await;
    assert_eq!(
        (
            back.written.returned,
            back.written.updated,
            back.written.inserted
        ),
        (1, 0, 0),
        "{back}"
    );
    assert!(
        back.to_string()
            .contains("11 parcels: 0 new, 0 changed, 10 unchanged, 1 returned")
    );
    assert_eq!(found(&world, lon, lat).await, ["R-9"]);
    assert_eq!(record(&world, "R-9").await["retired_at"], Value::Null);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tiles_have_no_retired_parcels() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    whole(&world, &folder, &lands([0])).await;
    let (lon, lat) = middle(0);
    let tiles = 2_f64.powi(15);
    let x = ((lon + 180.0) / 360.0 * tiles) as u32;
    let radians = lat.to_radians();
    let y = ((1.0 - (radians.tan() + 1.0 / radians.cos()).ln() / std::f64::consts::PI) / 2.0
        * tiles) as u32;
    let status = async || {
        let answer = world.get(&format!("/tiles/15/{x}/{y}.mvt"));
        answer.send().await.unwrap().status().as_u16()
    };
    assert_eq!(status().await, 200);
    let elsewhere = file(&folder, "other.geojson", &lands([60]));
    try_whole(&world, &elsewhere, |options| options.extent = EMPTIED)
        .await
        .unwrap();
    // The notice of the change arrives a moment later.
    wait_for(TEST_TIMEOUT, || async { status().await == 204 }).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_or_a_broken_download_empties_no_county() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    whole(&world, &folder, &lands(0..10)).await;
    let before = state(&world).await;
    let few = file(&folder, "few.geojson", &lands(0..7));
    let Err(error) = try_whole(&world, &few, |_| ()).await else {
        panic!("it was imported");
    };
    assert_eq!(
        error.to_string(),
        "the file lacks 3 of the 10 parcels of Rutherford, NC (37161) that were imported before; give --partial if it is \
         only a part of the county, or --allow-retire if they are really gone"
    );
    assert_eq!(state(&world).await, before);
    assert_eq!(shown(&world).await.len(), 1);
    let part = try_whole(&world, &few, |options| options.extent = Extent::Part).await;
    assert_eq!(part.unwrap().retired, 0);
    assert_eq!(state(&world).await, before);
    // A fifth is usual.
    let dry = file(&folder, "dry.geojson", &lands(0..8));
    let report = try_whole(&world, &dry, |options| options.dry_run = true)
        .await
        .unwrap();
    assert_eq!((report.retired, report.batch), (2, None), "{report}");
    assert!(report.to_string().contains("2 parcels retired"));
    assert_eq!(state(&world).await, before);
    let all = try_whole(&world, &few, |options| options.extent = EMPTIED).await;
    assert_eq!(all.unwrap().retired, 3);
    assert_eq!(live(&world).await.len(), 7);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parcel_whose_row_is_rejected_is_not_retired() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    whole(&world, &folder, &lands(0..40)).await;
    let mut next = lands(0..40);
    // In another state.
    next[4].corner = (-77.64, 39.09);
    let mut rows: Value = serde_json::from_str(
        &std::fs::read_to_string(file(&folder, "next.geojson", &next)).unwrap(),
    )
    .unwrap();
    rows["features"][5]["geometry"] = Value::Null;
    let next = write(&folder, "next.geojson", rows.to_string());
    let report = try_whole(&world, &next, |_| ()).await.unwrap();
    assert_eq!(
        (report.rejections.total(), report.retired),
        (2, 0),
        "{report}"
    );
    assert_eq!(live(&world).await.len(), 40);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_files_brought_is_retired() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let provider = Provenance {
        source: "Provider".to_owned(),
        licence: None,
        is_sample: false,
    };
    let shape =
        Shape::Wkt("POLYGON((-81.9 35.3,-81.899 35.3,-81.899 35.301,-81.9 35.3))".to_owned());
    let mut same_number = fields(COUNTY, "R-1");
    same_number.ll_uuid = "11111111-0000-5000-8000-000000000001".parse().unwrap();
    let provide = async |facts: &ParcelFields| -> Written {
        let found = Found {
            fields: facts.clone(),
            shape: shape.clone(),
            raw: json!({}),
            provenance: provider.clone(),
        };
        let written: Result<Written, diesel::result::Error> =
            db::system_tx(world.db.pool(), async |conn| {
                store::upsert(conn, std::slice::from_ref(&found)).await
            })
            .await;
        written.unwrap()
    };
    for facts in [&fields(COUNTY, "P-1"), &same_number] {
        assert_eq!(provide(facts).await.inserted, 1);
    }
    world
        .put_sample(vec![support::square(COUNTY, "S-1", -81.8, 35.3)])
        .await;
    let report = whole(&world, &folder, &lands(0..3)).await;
    // The provider's parcel with a number of the file gives way, under whatever id.
    assert_eq!((report.retired, report.replaced), (0, 1), "{report}");
    assert_eq!(
        live(&world).await,
        ["P-1", "R-0", "R-1", "R-2", "S-1"]
            .map(str::to_owned)
            .into()
    );
    // Rows that are older than batches are told by their source.
    let old = "WITH old AS (UPDATE parcels SET batch_id = NULL WHERE parcelnumb LIKE 'R-%' RETURNING 1) SELECT count(*)::text FROM old";
    assert_eq!(text(&world, old).await, "4");
    let next = file(&folder, "next.geojson", &lands(1..3));
    let report = try_whole(&world, &next, |options| options.extent = EMPTIED)
        .await
        .unwrap();
    assert_eq!((report.retired, report.replaced), (1, 0), "{report}");
    // What a provider has changed since stays when a batch is undone.
    assert_eq!(provide(&fields(COUNTY, "R-0")).await.returned, 1);
    let undone = undo(&world.db.app(), report.batch.unwrap()).await.unwrap();
    assert_eq!((undone.restored, undone.removed, undone.left), (0, 0, 1));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_columns_of_a_parcel_are_kept() {
    let world = World::start().await;
    let query = "SELECT string_agg(column_name, ',' ORDER BY column_name) FROM information_schema.columns \
        WHERE table_name = 'parcels' AND table_schema = current_schema() AND column_name NOT IN ('geom', 'geom_3857', 'words', 'version', 'county_group', \
            'use_class', 'is_improved', 'owner_kind', 'owner_key', 'mail_key', 'building_key', 'careof_key', 'is_absentee', 'facts_version')";
    let mut kept: Vec<&str> = kept_columns().collect();
    kept.sort_unstable();
    assert_eq!(text(&world, query).await, kept.join(","));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_migrations_can_be_taken_back() {
    let world = World::start().await;
    let known = support::square(COUNTY, "2", -81.9, 35.3);
    world.put(vec![known.clone()]).await;
    let read = |name: &str, step: &str| {
        let migrations = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        std::fs::read_to_string(format!("{migrations}/{name}/{step}.sql")).unwrap()
    };
    let (client, _connection) = db::open(&db::DbConfig::new(world.db.owner_url(), "test"))
        .await
        .unwrap();
    let names = [
        "20261123000700_parcel_batches",
        "20261123000800_direct_imports",
        "20261124000100_unnumbered_features",
        "20261124000200_parcel_units",
        "20261125000100_partitioned_parcels",
        "20261127100100_parcel_facts",
        "20261127140100_import_settings",
        "20261220000100_flood_changes",
        "20261221000200_batch_columns",
        "20261221000800_source_dates",
        "20261228200000_shared_land",
    ];
    let down = names.iter().rev().map(|name| (name, "down"));
    for (name, step) in down.chain(names.iter().map(|name| (name, "up"))) {
        client.batch_execute(&read(name, step)).await.unwrap();
    }
    world
        .put(vec![support::square(COUNTY, "1", -81.8, 35.3)])
        .await;
    assert_eq!(stored(&world).await, 2);
    assert_eq!(super::found(&world, -81.8995, 35.3005).await, ["2"]);
    // It is written where it is.
    world.put(vec![known]).await;
    assert_eq!(stored(&world).await, 2);
    world.stop().await;
}

/// A random parcel: its place, owner, sale and shift.
fn any_land() -> impl Strategy<Value = Land> {
    let sold = prop::option::of((1_u32..28).prop_map(|day| format!("2020-01-{day:02}")));
    (
        0_usize..8,
        "[A-C]{1,2} LLC",
        sold,
        prop::option::of(1_u32..5),
        0_u8..3,
    )
        .prop_map(|(index, owner, sold, price, shift)| {
            let mut land = land(index);
            // Two numbers for each place, so that some are units of one lot.
            land.corner = self::land(index / 2).corner;
            land.corner.1 += f64::from(shift) * 0.0001;
            Land {
                owner,
                sold,
                price,
                ..land
            }
        })
}

/// A random file: each number once.
fn any_file() -> impl Strategy<Value = Vec<Land>> {
    prop::collection::vec(any_land(), 1..8).prop_map(|mut lands| {
        let mut seen = BTreeSet::new();
        lands.retain(|land| seen.insert(land.number.clone()));
        lands
    })
}

#[test]
fn undoing_gives_the_state_before() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::start());
    let folder = tempfile::tempdir().unwrap();
    let cases = prop::collection::vec((any_file(), any::<bool>()), 2..4);
    let mut runner = TestRunner::new(Config {
        failure_persistence: None,
        ..Config::with_cases(12)
    });
    runner
        .run(&cases, |files| {
            runtime.block_on(async {
                let empty = "WITH gone AS (DELETE FROM parcels RETURNING 1) SELECT count(*)::text FROM gone";
                text(&world, empty).await;
                let mut steps = Vec::new();
                for (lands, partial) in &files {
                    let before = state(&world).await;
                    let name = file(&folder, "any.geojson", lands);
                    let report = try_whole(&world, &name, |options| {
                        options.extent = if *partial { Extent::Part } else { EMPTIED };
                    });
                    steps.push((before, report.await.unwrap().batch.unwrap()));
                }
                for (before, batch) in steps.into_iter().rev() {
                    undo(&world.db.app(), batch).await.unwrap();
                    prop_assert_eq!(state(&world).await, before);
                }
                Ok(())
            })
        })
        .unwrap();
    runtime.block_on(world.stop());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_latest_batch_of_a_county_can_be_undone() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let app = world.db.app();
    let first = whole(&world, &folder, &lands(0..5)).await.batch.unwrap();
    // Of another county.
    world
        .put(vec![support::square("48201", "1", -95.4, 29.7)])
        .await;
    let second = whole(&world, &folder, &lands(0..6)).await.batch.unwrap();
    let refused = undo(&app, first).await.unwrap_err().to_string();
    assert_eq!(
        refused,
        format!("batch {second} is a later import of Rutherford, NC (37161); undo that first")
    );
    let undone = undo(&app, second).await.unwrap();
    assert_eq!((undone.restored, undone.removed, undone.left), (0, 1, 0));
    assert_eq!(
        undone.to_string(),
        format!(
            "batch {second} is undone: 0 parcels are as they were before, 1 that it had added are removed\n"
        )
    );
    let again = undo(&app, second).await.unwrap_err();
    assert!(matches!(again, BatchError::AlreadyUndone(_)), "{again}");
    let unknown = undo(&app, 999).await.unwrap_err();
    assert!(matches!(unknown, BatchError::Unknown(999)), "{unknown}");
    undo(&app, first).await.unwrap();
    assert_eq!(live(&world).await, ["1".to_owned()].into());
    world.stop().await;
}

/// What the parcels of the county share: with how many they are on their land, and the value of all of them.
const SHARED: &str = "SELECT string_agg(concat_ws(' ', parcelnumb, shared_by, shared_parval), ', ' ORDER BY parcelnumb) \
    FROM parcels WHERE retired_at IS NULL";

#[tokio::test(flavor = "multi_thread")]
async fn units_of_a_lot_have_its_value_after_each_import_and_undo() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let unit = |place: usize, price: u32| Land {
        number: format!("U-{place}"),
        price: Some(price),
        ..land(0)
    };
    let import = async |lands: &[Land]| -> i64 {
        let file = file(&folder, "units.geojson", lands);
        let report = try_whole(&world, &file, |options| {
            options.field_map = Some(FieldMap::parse("parcelnumb=APN,parval=Price").unwrap());
            options.extent = EMPTIED;
        });
        report.await.unwrap().batch.unwrap()
    };
    // The first is of the sample, the others are written directly, after which one more comes through the staging table.
    let lot = [unit(1, 100), land(1), unit(2, 300), unit(3, 500)];
    import(&lot).await;
    let three = "R-1, U-1 3 900.00, U-2 3 900.00, U-3 3 900.00";
    assert_eq!(text(&world, SHARED).await, three);
    let fourth = [&lot[..], &[unit(4, 100)]].concat();
    let added = import(&fourth).await;
    let four = "R-1, U-1 4 1000.00, U-2 4 1000.00, U-3 4 1000.00, U-4 4 1000.00";
    assert_eq!(text(&world, SHARED).await, four);
    // A value of 0 is unknown, and so is that of the lot.
    let open = import(&[unit(1, 0), land(1), unit(2, 300)]).await;
    assert_eq!(text(&world, SHARED).await, "R-1, U-1 2, U-2 2");
    let last = import(&[land(1), unit(2, 300)]).await;
    assert_eq!(text(&world, SHARED).await, "R-1, U-2");
    for (batch, before) in [(last, "R-1, U-1 2, U-2 2"), (open, four), (added, three)] {
        undo(&world.db.app(), batch).await.unwrap();
        assert_eq!(text(&world, SHARED).await, before);
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn history_is_kept_of_the_last_batches_only() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let app = world.db.app();
    let mut made = Vec::new();
    for count in 5..=5 + KEPT_BATCHES as usize {
        made.push(
            whole(&world, &folder, &lands(0..count))
                .await
                .batch
                .unwrap(),
        );
    }
    let kept = "SELECT count(DISTINCT batch_id)::text FROM parcel_history";
    assert_eq!(text(&world, kept).await, KEPT_BATCHES.to_string());
    for batch in made[1..].iter().rev() {
        undo(&app, *batch).await.unwrap();
    }
    let refused = undo(&app, made[0]).await.unwrap_err();
    assert!(matches!(refused, BatchError::Pruned(_)), "{refused}");
    assert!(refused.to_string().contains("was deleted"), "{refused}");
    assert!(batches::prune_all(&app, KEPT_BATCHES).await.unwrap() > 0);
    let last = whole(&world, &folder, &lands(0..6)).await.batch.unwrap();
    assert_eq!(batches::prune_all(&app, 0).await.unwrap(), 1);
    let refused = undo(&app, last).await.unwrap_err();
    assert!(matches!(refused, BatchError::Pruned(_)), "{refused}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_are_listed_and_shown() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = write(&folder, "one.geojson", "{}");
    assert!(try_whole(&world, &file, |_| ()).await.is_err());
    // A refused file is no batch.
    assert_eq!(shown(&world).await, Vec::<String>::new());
    let batch = whole(&world, &folder, &lands(0..2)).await.batch.unwrap();
    let found = batches::show(&world.db.app(), batch).await.unwrap();
    assert_eq!(
        (
            found.kind.as_str(),
            found.rows_read,
            found.parcels_new,
            found.counties.clone()
        ),
        ("import", 2, 2, vec![COUNTY.to_owned()])
    );
    assert_eq!(found.source_date, Some(chrono::Utc::now().date_naive()));
    let shown = found.to_string();
    for part in [
        "source       Made here",
        "file         whole.geojson, sha256 ",
        "counties     Rutherford, NC (37161)",
        "rows         2 read, 0 rejected",
        "parcels      2 new, 0 changed, 0 unchanged, 0 returned, 0 retired",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    assert_eq!(found.sha256[0].len(), 64);
    let table = batches::table(&[found]);
    assert!(
        table.starts_with("batch  state  started") && table.contains("Rutherford, NC (37161)"),
        "{table}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sample_city_that_is_there_is_no_batch() {
    let world = World::start().await;
    let city = || vec![support::square("48201", "9", -95.4, 29.7)];
    assert!(world.put_sample(city()).await.batch.is_some());
    assert_eq!(world.put_sample(city()).await.batch, None);
    let listed = batches::list(&world.db.app()).await.unwrap();
    assert_eq!(
        listed
            .iter()
            .map(|batch| batch.kind.as_str())
            .collect::<Vec<_>>(),
        ["sample"]
    );
    world.stop().await;
}

/// Number of connections with this condition. Only a superuser sees what others wait for.
pub(super) async fn connections(world: &World, condition: &str) -> i64 {
    let superuser = db::DbConfig::new(world.db.superuser_url(), "test");
    let (client, _connection) = db::open(&superuser).await.unwrap();
    let query = format!(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND {condition}"
    );
    client.query_one(&query, &[]).await.unwrap().get(0)
}

/// Waits until another connection waits for this.
pub(super) async fn until_waiting(world: &World, event: &str) {
    let waiting = format!("wait_event_type = 'Lock' AND wait_event = '{event}'");
    for _ in 0..600 {
        if connections(world, &waiting).await > 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nothing waits for {event}");
}

#[tokio::test(flavor = "multi_thread")]
async fn imports_of_one_county_are_written_one_after_the_other() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    whole(&world, &folder, &lands(0..10)).await;
    let (mut client, _connection) = db::open(&world.db.app()).await.unwrap();
    let other = client.transaction().await.unwrap();
    // As another import has it: `parc`, the county.
    other
        .execute("SELECT pg_advisory_xact_lock(1885434467, 37161)", &[])
        .await
        .unwrap();
    let next = file(&folder, "next.geojson", &lands(1..11));
    let (steps, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let app = world.db.app();
    let import = tokio::spawn(async move {
        let mut options = ImportOptions::new(
            next,
            Provenance {
                source: "Made here".to_owned(),
                licence: None,
                is_sample: false,
            },
        );
        options.county_fips = Some(COUNTY.to_owned());
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
        parcel_import::import(&app, options, move |step| {
            let _ = steps.send(step);
        })
        .await
    });
    while seen.recv().await.unwrap() != Progress::Waiting {}
    until_waiting(&world, "advisory").await;
    assert!(!import.is_finished());
    assert_eq!(live(&world).await.len(), 10);
    other.rollback().await.unwrap();
    let report = import.await.unwrap().unwrap();
    assert_eq!(
        (report.written.inserted, report.retired),
        (1, 1),
        "{report}"
    );
    // Two at once: the table has the one or the other.
    let (a, b) = (
        file(&folder, "a.geojson", &lands(1..11)),
        file(&folder, "b.geojson", &lands(2..12)),
    );
    let (a, b) = tokio::join!(try_whole(&world, &a, |_| ()), try_whole(&world, &b, |_| ()));
    let (a, b) = (a.unwrap().batch.unwrap(), b.unwrap().batch.unwrap());
    let times = format!(
        "SELECT string_agg(batch_id::text, ',' ORDER BY finished_at) FROM parcel_batches WHERE batch_id IN ({a}, {b})"
    );
    let last = if text(&world, &times).await.ends_with(&a.to_string()) {
        lands(1..11)
    } else {
        lands(2..12)
    };
    assert_eq!(
        live(&world).await,
        last.into_iter().map(|land| land.number).collect()
    );
    world.stop().await;
}

/// Names database and file for the process of the next test that is killed.
const VICTIM: &str = "TEST_KILLED_IMPORT";

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_import_leaves_the_old_parcels_and_an_unfinished_batch() {
    if let Ok(victim) = std::env::var(VICTIM) {
        let (url, file) = victim.split_once('|').unwrap();
        let mut options = ImportOptions::new(
            file.into(),
            Provenance {
                source: "Made here".to_owned(),
                licence: None,
                is_sample: false,
            },
        );
        options.county_fips = Some(COUNTY.to_owned());
        options.field_map = Some(FieldMap::parse(MAP).unwrap());
        let database = db::DbConfig::new(url.to_owned(), "victim");
        parcel_import::import(&database, options, |_| ())
            .await
            .unwrap();
        return;
    }
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let first = whole(&world, &folder, &lands(0..10)).await.batch.unwrap();
    let before = state(&world).await;
    let mut next = lands(1..11);
    next[5].owner = "PELICAN LLC".to_owned();
    let next = file(&folder, "next.geojson", &next);
    // The import cannot write this row, so that it is killed while it writes.
    let (mut client, _connection) = db::open(&world.db.app()).await.unwrap();
    let other = client.transaction().await.unwrap();
    other
        .execute(
            "SELECT FROM parcels WHERE parcelnumb = 'R-6' FOR UPDATE",
            &[],
        )
        .await
        .unwrap();
    let mut victim = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "import::batches::a_killed_import_leaves_the_old_parcels_and_an_unfinished_batch",
        ])
        .env(VICTIM, format!("{}|{}", world.db.app_url(), next.display()))
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    until_waiting(&world, "transactionid").await;
    // SIGKILL.
    victim.kill().unwrap();
    assert!(!victim.wait().unwrap().success());
    other.rollback().await.unwrap();
    while connections(&world, "application_name = 'victim'").await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(state(&world).await, before);
    let all = shown(&world).await;
    assert!(
        all.len() == 2 && all[0].ends_with("not finished"),
        "{all:?}"
    );
    let history = "SELECT count(DISTINCT batch_id)::text FROM parcel_history";
    assert_eq!(text(&world, history).await, "1");
    let killed: i64 = all[0].split(' ').next().unwrap().parse().unwrap();
    let refused = undo(&world.db.app(), killed).await.unwrap_err();
    assert!(matches!(refused, BatchError::NotFinished(_)), "{refused}");
    // It is in nobody's way.
    whole(&world, &folder, &lands(0..10)).await;
    let later = whole(&world, &folder, &lands(1..11)).await.batch.unwrap();
    undo(&world.db.app(), later).await.unwrap();
    undo(&world.db.app(), later - 1).await.unwrap();
    undo(&world.db.app(), first).await.unwrap();
    world.stop().await;
}

/// From now on the server has no room for large values of the parcels that are there: their file is a device that is always full. That
/// needs no mount, and no other user than the server's.
async fn fill_disk_of_large_values(world: &World) {
    let superuser = db::DbConfig::new(world.db.superuser_url(), "test");
    let (client, _connection) = db::open(&superuser).await.unwrap();
    let query = "SELECT current_setting('data_directory') || '/' || pg_relation_filepath(reltoastrelid), current_setting('fsync') \
        FROM pg_class WHERE oid = (SELECT DISTINCT tableoid FROM parcels)";
    let row = client.query_one(query, &[]).await.unwrap();
    let (file, fsync): (String, String) = (row.get(0), row.get(1));
    assert_eq!(fsync, "off", "a server that flushes a device crashes");
    assert_eq!(std::fs::metadata(&file).unwrap().len(), 0);
    std::fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/dev/full", &file).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_or_a_broken_end_leaves_the_old_parcels() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    whole(&world, &folder, &lands(0..10)).await;
    let before = state(&world).await;
    let small: Vec<Land> = lands(0..3_000)
        .into_iter()
        .map(|mut land| {
            // In the county all the same.
            land.corner.0 = PLACE.0 + (land.corner.0 - PLACE.0) / 20.0;
            land.side = 0.00005;
            land
        })
        .collect();
    let many = file(&folder, "many.geojson", &small);
    // Far behind the sample by which the file is recognised.
    let broken = std::fs::read_to_string(&many).unwrap();
    let broken = write(&folder, "broken.geojson", &broken[..broken.len() - 2_000]);
    let error = try_whole(&world, &broken, |_| ()).await.unwrap_err();
    assert!(
        matches!(
            error,
            ImportError::File(FileError::Invalid { .. } | FileError::EndsEarly(_))
        ),
        "{error}"
    );
    assert_eq!(state(&world).await, before);
    // A value that is kept apart from its row, far behind the first ones.
    let mut rows: Value = serde_json::from_str(&std::fs::read_to_string(&many).unwrap()).unwrap();
    let note: String = (0..500).map(|_| Uuid::new_v4().to_string()).collect();
    rows["features"][2_900]["properties"]["Note"] = json!(note);
    let many = write(&folder, "many.geojson", rows.to_string());
    fill_disk_of_large_values(&world).await;
    let full = try_whole(&world, &many, |_| ()).await;
    let Err(ImportError::Database(error)) = full else {
        panic!("{full:?}");
    };
    let error = error.as_db_error().unwrap();
    assert_eq!(error.code().code(), "53100");
    let said = error.message();
    assert!(said.ends_with("No space left on device"), "{said}");
    assert_eq!(state(&world).await, before);
    assert_eq!(shown(&world).await.len(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_batches_are_compared() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let app = world.db.app();
    let a = whole(&world, &folder, &lands(0..20)).await.batch.unwrap();
    // 0 is split in two, 1 to 2 become one, 3 is gone, 4 has another owner, 5 was sold, 20 is new.
    let part = |number: &str, of: usize, shift: f64, side: f64| Land {
        number: number.to_owned(),
        corner: (land(of).corner.0 + shift, land(of).corner.1),
        side,
        ..land(of)
    };
    let mut next = lands(4..21);
    next[0].owner = "=PELICAN LLC".to_owned();
    next[1].sold = Some("2026-05-01".to_owned());
    next[1].price = Some(250_000);
    next.extend([part("S-1", 0, 0.0, 0.0005), part("S-2", 0, 0.0005, 0.0005)]);
    let rows = |lands: &[Land]| -> Value {
        serde_json::from_str(&std::fs::read_to_string(file(&folder, "b.geojson", lands)).unwrap())
            .unwrap()
    };
    let mut rows = rows(&next);
    // Halves, and one from the first to the second with the street between them.
    let tall = |x: f64, width: f64| json!({ "type": "Polygon", "coordinates": [[[x, 35.3], [x + width, 35.3], [x + width, 35.301], [x, 35.301], [x, 35.3]]] });
    let all = rows["features"].as_array_mut().unwrap();
    let count = all.len();
    all[count - 2]["geometry"] = tall(land(0).corner.0, 0.0005);
    all[count - 1]["geometry"] = tall(land(0).corner.0 + 0.0005, 0.0005);
    let mut merged = all[count - 1].clone();
    merged["properties"]["APN"] = json!("M-1");
    let two = |x: f64| {
        json!([[
            [x, 35.3],
            [x + 0.001, 35.3],
            [x + 0.001, 35.301],
            [x, 35.301],
            [x, 35.3]
        ]])
    };
    merged["geometry"] = json!({ "type": "MultiPolygon", "coordinates": [two(land(1).corner.0), two(land(2).corner.0)] });
    all.push(merged);
    let changed = write(&folder, "b.geojson", rows.to_string());
    let b = try_whole(&world, &changed, |_| ())
        .await
        .unwrap()
        .batch
        .unwrap();
    let mut csv = Vec::new();
    let found = diff(&app, (a, b), 1, Some(&mut csv)).await.unwrap();
    let counts: Vec<(&str, u64)> = found
        .changes
        .iter()
        .map(|change| (change.what.as_str(), change.parcels))
        .collect();
    assert_eq!(
        counts,
        [
            ("new", 4),
            ("retired", 4),
            ("split", 1),
            ("merged", 1),
            ("owner changed", 1),
            ("sold", 1),
            ("new without number", 0),
            ("retired without number", 0),
            ("kind changed", 0)
        ]
    );
    assert_eq!(found.changes[0].examples.len(), 1);
    let shown = found.to_string();
    for part in [
        "split                   1        R-0 (R-0 → S-1, S-2)",
        "merged                  1        M-1 (R-1, R-2 → M-1)",
        "owner changed           1        R-4 (HERON LLC → =PELICAN LLC)",
        "sold                    1        R-5 (2026-05-01 250000.00)",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let csv = String::from_utf8(csv).unwrap();
    assert_eq!(csv.lines().count(), 1 + 4 + 4 + 4);
    assert!(
        csv.contains(&format!(
            "owner changed,37161,R-4,{},HERON LLC,'=PELICAN LLC\n",
            id("R-4")
        )),
        "{csv}"
    );
    // The comparison of two old batches does not change with a later one, nor with one undone.
    let c = whole(&world, &folder, &lands(0..20)).await;
    assert_eq!(c.written.returned, 4, "{c}");
    assert_eq!(diff(&app, (b, a), 1, None).await.unwrap(), found);
    let back = diff(&app, (a, c.batch.unwrap()), 1, None).await.unwrap();
    assert!(
        back.changes.iter().all(|change| change.parcels == 0),
        "{back}"
    );
    undo(&app, c.batch.unwrap()).await.unwrap();
    assert_eq!(diff(&app, (a, b), 1, None).await.unwrap(), found);
    let elsewhere = world
        .put(vec![support::square("48201", "1", -95.4, 29.7)])
        .await;
    let refused = diff(&app, (a, elsewhere.batch.unwrap()), 1, None)
        .await
        .unwrap_err();
    assert!(
        matches!(refused, BatchError::NoCommonCounty(..)),
        "{refused}"
    );
    world.stop().await;
}
