//! Real county files: every parcel that a lookup should find is found.
//!
//! The files cannot be redistributed, so these tests are ignored by default; `make test` runs them
//! where the files are present.

use std::collections::BTreeSet;
use std::path::PathBuf;

use parcel_import::{ImportOptions, Report};
use parcel_record::Provenance;
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

async fn load(world: &World, file: PathBuf, county: &str) -> Report {
    let options = ImportOptions {
        file,
        format: None,
        county_fips: Some(county.to_owned()),
        field_map: None,
        crs: None,
        layer: None,
        join: None,
        provenance: Provenance {
            source: "Test".to_owned(),
            licence: None,
            is_sample: false,
        },
    };
    parcel_import::import(&world.db.app(), options, |_| ())
        .await
        .unwrap()
}

/// Looks up every point of an answer file and compares the source's ids with the expected ones.
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
async fn easthampton_answers_as_expected_from_its_geopackage() {
    easthampton("easthampton_ma_l3.gpkg").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs county files beside the checkout"]
async fn easthampton_answers_as_expected_from_its_shapefile() {
    easthampton("easthampton_ma_shp.zip").await;
}

async fn easthampton(file: &str) {
    let file = shared(file);
    let answers = shared("easthampton_expected_lookups.json");
    let world = World::start().await;
    let report = load(&world, file, "25015").await;
    assert_eq!(report.reader.field_map, "massgis-l3", "{report}");
    assert!(report.written.inserted >= 5_948, "{report}");
    assert!(check_lookups(&world, answers).await > 20);
    world.stop().await;
}
