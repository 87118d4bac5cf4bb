//! Real county files: every parcel that a lookup should find is found.
//!
//! The files cannot be redistributed, so these tests are ignored by default; `make test` runs them
//! where the files are present.

use std::collections::BTreeSet;
use std::path::PathBuf;

use parcel_import::{ImportError, ImportOptions, Report, Roll};
use parcel_record::field_map::{FieldMap, NotDetected};
use parcel_record::{Provenance, UnnumberedKind};
use serde_json::Value;

use crate::support::World;

/// A file of `REAL_PARCELS_DIR`, else next to the checkout.
fn shared(name: &str) -> PathBuf {
    let checkout = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
    let beside = || PathBuf::from(checkout).join("shared/data/parcels");
    let folder = std::env::var_os("REAL_PARCELS_DIR").map_or_else(beside, PathBuf::from);
    let file = folder.join(name);
    assert!(file.exists(), "no {}", file.display());
    file
}

fn options(file: PathBuf, county: &str) -> ImportOptions {
    let provenance = Provenance {
        source: "Test".to_owned(),
        licence: None,
        is_sample: false,
    };
    let mut options = ImportOptions::new(file, provenance);
    options.county_fips = Some(county.to_owned());
    options
}

async fn load(world: &World, file: PathBuf, county: &str) -> Report {
    parcel_import::import(&world.db.app(), options(file, county), |_| ())
        .await
        .unwrap()
}

/// A file of which nothing is built in: refused with its columns, then imported by the guess.
async fn load_unseen(
    world: &World,
    file: PathBuf,
    county: &str,
    preset: &str,
) -> (NotDetected, Report) {
    let mut options = options(file, county);
    options.ignored_presets.push(preset.to_owned());
    let refused = parcel_import::import(&world.db.app(), options.clone(), |_| ()).await;
    let Err(ImportError::NotRecognised(not)) = refused else {
        panic!("{refused:?}");
    };
    options.accept_guess = true;
    let report = parcel_import::import(&world.db.app(), options, |_| ()).await;
    (*not, report.unwrap())
}

/// Looks up every point of an answer file and compares the source's ids with the expected ones. Land
/// without a parcel number has one in the file, but not in the answer.
async fn check_lookups(world: &World, answers: PathBuf) -> usize {
    let answers: Value = serde_json::from_str(&std::fs::read_to_string(answers).unwrap()).unwrap();
    let id_field = answers["id_field"].as_str().unwrap();
    let (client, _connection) = db::open(&world.db.app()).await.unwrap();
    let points = answers["points"].as_array().unwrap();
    for point in points {
        let expected: BTreeSet<String> = point["contains_ids"]
            .as_array()
            .unwrap()
            .iter()
            .map(|id| {
                id.as_str()
                    .map_or_else(|| id.to_string(), ToOwned::to_owned)
            })
            .collect();
        let (status, body) = world
            .look_up(
                point["lon"].as_f64().unwrap(),
                point["lat"].as_f64().unwrap(),
            )
            .await;
        assert_eq!(status, 200);
        let parcels = match (&body["candidates"], &body["data"]) {
            (Value::Array(candidates), _) => candidates.clone(),
            (_, Value::Null) => Vec::new(),
            (_, only) => vec![only.clone()],
        };
        if body["feature"].is_object() {
            assert_eq!(expected.len(), 1, "{point}: {body}");
            continue;
        }
        assert_eq!(
            body["status"],
            if expected.is_empty() {
                "not_found"
            } else {
                "found"
            }
        );
        let ids: Vec<uuid::Uuid> = parcels
            .iter()
            .map(|parcel| parcel["ll_uuid"].as_str().unwrap().parse().unwrap())
            .collect();
        let rows = client
            .query(
                "SELECT DISTINCT raw ->> $2 FROM parcels WHERE ll_uuid = ANY ($1)",
                &[&ids, &id_field],
            )
            .await
            .unwrap();
        let found: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
        assert_eq!(found, expected, "{point}");
    }
    points.len()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs county files beside the checkout"]
async fn san_francisco_answers_as_expected() {
    let (file, flatgeobuf) = (shared("sf_parcels.geojson.gz"), shared("sf_parcels.fgb"));
    let answers = shared("sf_expected_lookups.json");
    let world = World::start().await;
    let report = load(&world, file, "06075").await;
    assert_eq!(
        (report.written.inserted, report.rejections.total()),
        (27_293, 0),
        "{report}"
    );
    assert_eq!(report.reader.field_map, "san-francisco");
    assert!(check_lookups(&world, answers).await > 20);
    // Importing the same parcels in another format changes nothing.
    let report = load(&world, flatgeobuf, "06075").await;
    assert_eq!(
        (report.written.inserted, report.written.parcels),
        (0, 27_293),
        "{report}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs county files beside the checkout"]
async fn forest_city_answers_as_expected() {
    let file = shared("forestcity_nc_parcels.geojson");
    let answers = shared("forestcity_expected_lookups.json");
    let world = World::start().await;
    let report = load(&world, file.clone(), "37161").await;
    assert_eq!(
        report.rejections.of("no outline") + report.rejections.of("no usable outline"),
        3,
        "{report}"
    );
    // One number names two parcels of different owners.
    let repeated = "the parcel number of an earlier row";
    assert_eq!(report.rejections.of(repeated), 1, "{report}");
    assert!(check_lookups(&world, answers).await > 20);
    let again = load(&world, file, "37161").await;
    assert_eq!(
        (again.written.inserted, again.written.updated),
        (0, 0),
        "{again}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs county files beside the checkout"]
async fn unseen_san_francisco_is_refused_and_its_guess_is_right() {
    let file = shared("sf_parcels.fgb");
    let answers = shared("sf_expected_lookups.json");
    let world = World::start().await;
    let (not, report) = load_unseen(&world, file, "06075", "san-francisco").await;
    let columns: Vec<&str> = not
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    assert!(
        columns.contains(&"blklot") && columns.contains(&"assessed_total"),
        "{columns:?}"
    );
    assert_eq!(not.guess.column("parcelnumb"), Some("blklot"));
    assert_eq!(
        (report.written.inserted, report.rejections.total()),
        (27_293, 0),
        "{report}"
    );
    assert!(check_lookups(&world, answers).await > 20);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs county files beside the checkout"]
async fn unseen_easthampton_is_refused_and_its_guess_is_right() {
    let file = shared("easthampton_ma_shp.zip");
    let world = World::start().await;
    let (not, report) = load_unseen(&world, file, "25015", "massgis-l3").await;
    assert_eq!(not.columns.len(), 31);
    // Several parcels share a location.
    assert_eq!(not.guess.column("parcelnumb"), Some("PROP_ID"));
    for (ours, column) in [
        ("address", "SITE_ADDR"),
        ("owner", "OWNER1"),
        ("saledate", "LS_DATE"),
        ("landval", "LAND_VAL"),
        ("year_built", "YEAR_BUILT"),
    ] {
        assert_eq!(not.guess.column(ours), Some(column));
    }
    // Land that is not in the roll has no number, and two properties are listed twice.
    assert_eq!(report.rejections.of("no parcel number"), 0, "{report}");
    assert_unnumbered(&report, [7, 15, 26]);
    assert!(report.written.inserted >= 6_300, "{report}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs county files beside the checkout"]
async fn easthampton_answers_as_expected_from_its_geopackage() {
    easthampton("easthampton_ma_l3.gpkg").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs county files beside the checkout"]
async fn easthampton_answers_as_expected_from_its_shapefile() {
    easthampton("easthampton_ma_shp.zip").await;
}

/// Rights of way, water, and others.
fn assert_unnumbered(report: &Report, counts: [i64; 3]) {
    let kinds = [
        UnnumberedKind::RightOfWay,
        UnnumberedKind::Water,
        UnnumberedKind::Other,
    ];
    let expected = kinds.into_iter().zip(counts).collect();
    assert_eq!(report.unnumbered.by_kind, expected, "{report}");
}

/// Parcels with other amounts than the columns of their row have.
const OTHER_AMOUNTS: &str = "SELECT count(*) FROM parcels WHERE (landval, improvval, parval, saleprice) IS DISTINCT FROM \
    ((raw ->> 'LAND_VAL')::numeric, (raw ->> 'BLDG_VAL')::numeric, (raw ->> 'TOTAL_VAL')::numeric, (raw ->> 'LS_PRICE')::numeric)";

async fn easthampton(file: &str) {
    let file = shared(file);
    let answers = shared("easthampton_expected_lookups.json");
    let world = World::start().await;
    let report = load(&world, file, "25015").await;
    assert_eq!(report.reader.field_map, "massgis-l3", "{report}");
    assert!(report.written.inserted >= 5_948, "{report}");
    assert_unnumbered(&report, [7, 15, 3]);
    assert!(check_lookups(&world, answers).await > 20);
    let (client, _connection) = db::open(&world.db.app()).await.unwrap();
    let others = client.query_one(OTHER_AMOUNTS, &[]).await.unwrap();
    assert_eq!(others.get::<_, i64>(0), 0);
    world.stop().await;
}

/// The polygons with the assessor's table as a roll: by the location id, which several of its rows share.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs county files beside the checkout"]
async fn easthamptons_roll_is_joined_by_location_with_its_units() {
    let file = shared("easthampton_ma_l3.gpkg");
    let answers = shared("easthampton_expected_lookups.json");
    let world = World::start().await;
    let both = async || {
        let mut options = options(file.clone(), "25015");
        options.field_map = Some(FieldMap::parse("parcelnumb=LOC_ID,usecode=POLY_TYPE").unwrap());
        options.roll = Some(Roll {
            file: file.clone(),
            format: None,
            layer: Some("assess".to_owned()),
            on: "LOC_ID".parse().unwrap(),
            field_map: None,
            is_alone: false,
        });
        parcel_import::import(&world.db.app(), options, |_| ())
            .await
            .unwrap()
    };
    let report = both().await;
    let roll = report.roll.clone().unwrap();
    assert_eq!(roll.reader.field_map, "massgis-l3", "{report}");
    // Two rows are listed twice.
    assert_eq!(
        (
            roll.reader.rows,
            roll.joined,
            roll.parcels,
            roll.with_units,
            roll.units
        ),
        (6_368, 6_346, 5_900, 53, 499),
        "{report}"
    );
    assert_eq!(
        (report.written.inserted, roll.not_told_apart),
        (5_948, 0),
        "{report}"
    );
    assert!(check_lookups(&world, answers).await > 20);
    let (client, _connection) = db::open(&world.db.app()).await.unwrap();
    let sums = "SELECT (SELECT sum(parval)::bigint FROM parcels), (SELECT count(*) FROM parcel_units), \
        (SELECT count(*) FROM parcels AS p WHERE EXISTS (SELECT FROM parcel_units AS u WHERE u.ll_uuid = p.ll_uuid) \
            AND parval IS DISTINCT FROM (SELECT sum(u.parval) FROM parcel_units AS u WHERE u.ll_uuid = p.ll_uuid))";
    let sums = client.query_one(sums, &[]).await.unwrap();
    let sums: (i64, i64, i64) = (sums.get(0), sums.get(1), sums.get(2));
    assert_eq!(sums, (2_568_391_860, 499, 0));
    let again = both().await;
    assert_eq!(
        (again.written.updated, again.written.unchanged()),
        (0, 5_948),
        "{again}"
    );
    world.stop().await;
}
