//! Large new counties, which get a partition of their own; and parcels that move between counties.

use std::path::{Path, PathBuf};
use std::time::Duration;

use diesel_async::SimpleAsyncConnection as _;
use parcel_import::{ImportError, ImportOptions, MadeCounty, Report};
use parcel_lookup::parcels::store;
use parcel_lookup::providers::Found;
use parcel_record::field_map::FieldMap;
use parcel_record::{Provenance, Shape, Written};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::batches::{connections, until_waiting};
use super::{COUNTY, PLACE, collection, features, found, square, stored, text, try_load, write};
use crate::support::{World, fields};

/// The partitions that are no groups, and the counties that say to have one.
const APART: &str = "SELECT concat_ws(' ', (SELECT string_agg(inhrelid::regclass::text, ' ') FROM pg_inherits \
        WHERE inhparent = 'parcels'::regclass AND inhrelid::regclass::text ~ '_[0-9]{5}$'), \
    (SELECT string_agg(county_fips, ' ') FROM parcel_groups))";
const TABLES: &str = "SELECT count(*)::text FROM pg_class WHERE relname LIKE 'parcels_37161%'";
const INDEXED: &str = "SELECT concat_ws(' ', to_regclass('parcels_37161_words'), to_regclass('parcels_37161_address'))";
const BOTH: &str = "parcels_37161_words parcels_37161_address";
const GROUPS: &str = "SELECT string_agg(DISTINCT county_group, ' ') FROM parcels";

fn large(options: &mut ImportOptions) {
    options.field_map = Some(FieldMap::parse("parcelnumb=APN,owner=Owner").unwrap());
    options.sample = 2;
    options.large = 10;
}

async fn try_large(world: &World, file: &Path) -> Result<Report, ImportError> {
    try_load(world, file, large).await
}

fn file(folder: &TempDir) -> PathBuf {
    let mut rows = features(30, PLACE);
    // Crosses itself, so it goes through the staging table.
    let (x, y) = (PLACE.0, PLACE.1 - 0.01);
    rows[20]["geometry"] = json!({ "type": "Polygon",
        "coordinates": [[[x, y], [x + 0.001, y + 0.001], [x + 0.001, y], [x, y + 0.001], [x, y]]] });
    write(folder, "large.geojson", collection(&rows))
}

fn of_provider(county: &str, number: &str, place: (f64, f64)) -> Found {
    Found {
        fields: fields(county, number),
        shape: Shape::GeoJson(square(place.0, place.1, 0.001).to_string()),
        raw: Value::Null,
        provenance: Provenance {
            source: "Provider".to_owned(),
            licence: None,
            is_sample: false,
        },
    }
}

async fn keep(world: &World, found: &Found) -> Written {
    let written: Result<Written, diesel::result::Error> =
        db::system_tx(world.db.pool(), async |conn| {
            store::upsert(conn, std::slice::from_ref(found)).await
        })
        .await;
    written.unwrap()
}

/// The labels of the parcels with two words, one of which begins the owner's.
async fn by_words(world: &World) -> Vec<String> {
    let answer = world.get("/places?q=samp%20r-7").send().await.unwrap();
    let body: Value = answer.json().await.unwrap();
    let places = body["places"].as_array().unwrap().iter();
    let labels = places.map(|place| place["label"].as_str().unwrap().to_owned());
    labels.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_new_county_gets_a_partition_of_its_own() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let report = try_large(&world, &file(&folder)).await.unwrap();
    assert_eq!((report.direct, report.written.inserted), (27, 30));
    assert_eq!(text(&world, APART).await, "parcels_37161 37161");
    assert_eq!(text(&world, INDEXED).await, BOTH);
    // Also those of the staging table.
    assert_eq!(text(&world, GROUPS).await, COUNTY);
    let place = (PLACE.0 + 0.0055, PLACE.1 + 0.0005);
    assert_eq!(found(&world, place.0, place.1).await, ["R-5"]);
    assert_eq!(by_words(&world).await, ["NC · Sample Trust · R-7"]);
    // As if it had been killed after its commit: parcels are found without the indexes, which housekeeping makes.
    let mut conn = world.db.superuser().await;
    conn.batch_execute("DROP INDEX parcels_37161_words, parcels_37161_address")
        .await
        .unwrap();
    assert_eq!(by_words(&world).await, ["NC · Sample Trust · R-7"]);
    let indexed: Result<(), diesel::result::Error> =
        db::system_tx(world.db.pool(), async |conn| store::index_words(conn).await).await;
    indexed.unwrap();
    assert_eq!(text(&world, INDEXED).await, BOTH);
    let extent: Value = world
        .get("/ogc/collections/parcels")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let west = extent["extent"]["spatial"]["bbox"][0][0].as_f64().unwrap();
    assert!((west - PLACE.0).abs() < 1e-4, "{extent}");
    // A provider's parcel of the county joins the others.
    let one = of_provider(COUNTY, "P-1", (PLACE.0 + 0.05, PLACE.1 + 0.05));
    assert_eq!(keep(&world, &one).await.inserted, 1);
    assert_eq!(text(&world, GROUPS).await, COUNTY);

    // Undone, and imported again: the partition stays.
    let database = world.db.app();
    let undone = parcel_import::batches::undo(&database, report.batch.unwrap())
        .await
        .unwrap();
    assert_eq!((undone.removed, stored(&world).await), (30, 1));
    conn.batch_execute("DELETE FROM parcels").await.unwrap();
    let again = try_large(&world, &file(&folder)).await.unwrap();
    assert_eq!((again.direct, again.written.inserted), (27, 30));
    assert_eq!(text(&world, GROUPS).await, COUNTY);
    // Of a county that is there, changes are written where its parcels are.
    let third = try_large(&world, &file(&folder)).await.unwrap();
    assert_eq!((third.direct, third.written.unchanged()), (0, 30));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_new_county_is_written_to_its_group() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = file(&folder);
    let report = try_load(&world, &file, |options| {
        large(options);
        options.large = 1_000_000;
    });
    assert_eq!(report.await.unwrap().direct, 27);
    assert_eq!(text(&world, APART).await, "");
    assert_eq!(text(&world, GROUPS).await, "3");
    // It stays there.
    try_large(&world, &file).await.unwrap();
    assert_eq!(text(&world, GROUPS).await, "3");
    world.stop().await;
}

/// Names database and file for the process of the next test that is killed.
const VICTIM: &str = "TEST_KILLED_LARGE_IMPORT";

#[tokio::test(flavor = "multi_thread")]
async fn a_large_import_that_is_killed_leaves_no_table() {
    if let Ok(victim) = std::env::var(VICTIM) {
        let (url, file) = victim.split_once('|').unwrap();
        let from = Provenance {
            source: "Made here".to_owned(),
            licence: None,
            is_sample: false,
        };
        let mut options = ImportOptions::new(file.into(), from);
        options.county_fips = Some(COUNTY.to_owned());
        large(&mut options);
        let database = db::DbConfig::new(url.to_owned(), "victim");
        parcel_import::import(&database, options, |_| ())
            .await
            .unwrap();
        return;
    }
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = file(&folder);
    let (mut client, _connection) = db::open(&world.db.app()).await.unwrap();
    let other = client.transaction().await.unwrap();
    // The cities follow the indexes.
    other
        .batch_execute("LOCK TABLE parcel_cities IN SHARE MODE")
        .await
        .unwrap();
    let mut victim = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "import::partitions::a_large_import_that_is_killed_leaves_no_table",
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
    assert_eq!(text(&world, TABLES).await, "0");
    assert_eq!(try_large(&world, &file).await.unwrap().direct, 27);
    assert_eq!(text(&world, APART).await, "parcels_37161 37161");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_do_not_wait_for_a_county_and_a_provider_may_add_to_it() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = file(&folder);
    // A reader that is in the middle of its transaction, and one that comes while the import is not committed.
    let (mut client, _connection) = db::open(&world.db.app()).await.unwrap();
    let reader = client.transaction().await.unwrap();
    reader
        .query_one("SELECT count(*) FROM parcels", &[])
        .await
        .unwrap();
    let (mut client, _connection) = db::open(&world.db.app()).await.unwrap();
    let other = client.transaction().await.unwrap();
    // Written after the partition is attached.
    other
        .batch_execute("LOCK TABLE unnumbered_features IN SHARE MODE")
        .await
        .unwrap();
    let meanwhile = async {
        until_waiting(&world, "relation").await;
        assert_eq!(
            found(&world, PLACE.0 + 0.0055, PLACE.1 + 0.0005).await,
            [""; 0]
        );
        assert_eq!(stored(&world).await, 0);
        other.rollback().await.unwrap();
    };
    let (report, ()) = tokio::join!(try_large(&world, &file), meanwhile);
    assert_eq!(report.unwrap().direct, 27);
    reader.rollback().await.unwrap();
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parcel_that_a_provider_adds_before_the_partition_is_attached_is_merged() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let (mut client, _connection) = db::open(&world.db.app()).await.unwrap();
    let other = client.transaction().await.unwrap();
    other
        .batch_execute("LOCK TABLE parcel_cities IN SHARE MODE")
        .await
        .unwrap();
    let provider = async {
        until_waiting(&world, "relation").await;
        // Without its city, which would wait too.
        let insert = format!(
            "INSERT INTO parcels (ll_uuid, county_fips, county_group, parcelnumb, lon, lat, geom, source, content_hash) \
             VALUES ('{}', '{COUNTY}', '3', 'R-9', -82, 35.3, \
                ST_Multi(ST_MakeEnvelope(-82, 35.3, -81.999, 35.301, 4326)), 'Provider', 'x')",
            fields(COUNTY, "R-9").ll_uuid
        );
        let (client, _connection) = db::open(&world.db.app()).await.unwrap();
        client.batch_execute(&insert).await.unwrap();
        other.rollback().await.unwrap();
    };
    let file = file(&folder);
    let (report, ()) = tokio::join!(try_large(&world, &file), provider);
    let report = report.unwrap();
    assert_eq!(report.direct, 0);
    assert_eq!((report.written.inserted, report.written.updated), (29, 1));
    assert_eq!(text(&world, APART).await, "");
    assert_eq!(text(&world, GROUPS).await, "3");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parcel_whose_source_says_another_county_moves_to_its_group() {
    let world = World::start().await;
    let first = of_provider(COUNTY, "M-1", PLACE);
    assert_eq!(keep(&world, &first).await.inserted, 1);
    let mut moved = of_provider("48201", "M-2", PLACE);
    moved.fields.ll_uuid = first.fields.ll_uuid;
    let written = keep(&world, &moved).await;
    assert_eq!((written.inserted, written.updated), (0, 1));
    let row = "SELECT string_agg(concat_ws(' ', county_fips, county_group, parcelnumb, version), ', ') FROM parcels";
    assert_eq!(text(&world, row).await, "48201 4 M-2 2");
    // By a file that has ids of its own, whose import is undone.
    let folder = tempfile::tempdir().unwrap();
    let id = first.fields.ll_uuid.to_string();
    let facts = json!({ "APN": "M-3", "Owner": "HERON LLC", "ll_uuid": id });
    let rows = [super::row(&facts, &square(PLACE.0, PLACE.1, 0.001))];
    let own_ids = write(&folder, "own.geojson", collection(&rows));
    let report = try_load(&world, &own_ids, |options| {
        options.field_map =
            Some(FieldMap::parse("parcelnumb=APN,owner=Owner,ll_uuid=ll_uuid").unwrap());
    });
    let report = report.await.unwrap();
    assert_eq!((report.written.inserted, report.written.updated), (0, 1));
    assert_eq!(text(&world, row).await, "37161 3 M-3 3");
    let undone = parcel_import::batches::undo(&world.db.app(), report.batch.unwrap())
        .await
        .unwrap();
    assert_eq!((undone.restored, undone.removed), (1, 0));
    assert_eq!(text(&world, row).await, "48201 4 M-2 4");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_and_the_outline_on_the_map_follow_a_change() {
    let world = World::start().await;
    keep(&world, &of_provider(COUNTY, "D-1", PLACE)).await;
    let derived = "SELECT concat_ws(' ', words, geom_3857 = ST_Transform(geom, 3857)) FROM parcels";
    assert_eq!(text(&world, derived).await, "'1' '@37' 'D' 'D-1' 'D1' t");
    let change = "UPDATE parcels SET address = '9 Elm St', geom = ST_Translate(geom, 1, 0)";
    world
        .db
        .superuser()
        .await
        .batch_execute(change)
        .await
        .unwrap();
    assert_eq!(
        text(&world, derived).await,
        "'1' '9' '@37' 'D' 'D-1' 'D1' 'ELM' 'ST' t"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn generated_counties_are_loaded_once_and_a_killed_run_is_continued() {
    let world = World::start().await;
    let database = world.db.app();
    let plans = sample_data::country::plans(4_000, 5);
    let (part, all) = (&plans[..20], &plans[..60]);
    let of = |plans: &[sample_data::country::Plan]| -> i64 {
        let parcels: u64 = plans.iter().map(|plan| plan.parcels).sum();
        i64::try_from(parcels).unwrap()
    };
    let load = async |plans: &[sample_data::country::Plan]| {
        let loaded = std::cell::Cell::new(0);
        let outcome = sample_data::country::load(&database, plans, 5, |_, report| {
            loaded.set(loaded.get() + report.map_or(0, |report| report.direct));
        });
        outcome.await.unwrap();
        loaded.get()
    };
    assert_eq!(load(part).await, of(part));
    assert_eq!(load(all).await, of(all) - of(part));
    assert_eq!(stored(&world).await, of(all));
    assert_eq!(load(all).await, 0);
    let kinds = "SELECT string_agg(DISTINCT kind || ' ' || source, ', ') FROM parcel_batches";
    assert_eq!(
        text(&world, kinds).await,
        "sample Sitewright generated counties"
    );
    // Many at once make a partition.
    let plan = plans.last().unwrap();
    let made = MadeCounty {
        county_fips: plan.county.county_fips.to_owned(),
        rows: 100_000,
    };
    let rows = sample_data::country::parcels(plan, 5);
    let from = sample_data::country::provenance();
    let report = parcel_import::load_made(&database, rows, &from, Some(made))
        .await
        .unwrap();
    assert_eq!(report.direct, i64::try_from(plan.parcels).unwrap());
    let county = plan.county.county_fips;
    assert_eq!(
        text(&world, APART).await,
        format!("parcels_{county} {county}")
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_file_that_ends_early_leaves_nothing() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let whole = file(&folder);
    let rows = std::fs::read(&whole).unwrap();
    // All but its last row was written.
    let broken = write(&folder, "broken.geojson", &rows[..rows.len() - 100]);
    let error = try_large(&world, &broken).await.unwrap_err();
    assert!(matches!(error, ImportError::File(_)), "{error}");
    assert_eq!(text(&world, TABLES).await, "0");
    let left = "SELECT concat_ws(' ', (SELECT count(*) FROM parcels), (SELECT count(*) FROM parcel_batches))";
    assert_eq!(text(&world, left).await, "0 0");
    assert_eq!(try_large(&world, &whole).await.unwrap().direct, 27);
    world.stop().await;
}
