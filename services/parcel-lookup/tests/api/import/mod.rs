//! Imports of small files generated here.

mod batches;
mod changed_columns;
mod compared;
mod damaged;
mod direct;
mod field_maps;
mod formats;
mod geoparquet;
mod limits;
mod page;
mod partitions;
mod places;
mod program;
mod rolls;
mod rows;
mod several;
mod unchanged;
mod unnumbered;
mod watch;
mod watch_flood;

use std::path::{Path, PathBuf};

use parcel_import::{Extent, ImportError, ImportOptions, Report};
use parcel_record::Provenance;
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::World;

/// Rutherford, NC.
const COUNTY: &str = "37161";
/// A place in it: longitude, latitude.
const PLACE: (f64, f64) = (-82.0, 35.3);

/// Imports a file as a part of [`COUNTY`]; rejected rows go to a file beside it.
async fn try_load(
    world: &World,
    file: &Path,
    change: impl FnOnce(&mut ImportOptions),
) -> Result<Report, ImportError> {
    let provenance = Provenance {
        source: "Made here".to_owned(),
        licence: Some("CC0".to_owned()),
        is_sample: false,
    };
    let mut options = ImportOptions::new(file.to_owned(), provenance);
    options.county_fips = Some(COUNTY.to_owned());
    options.rejects = Some(rejects_of(file));
    options.extent = Extent::Part;
    change(&mut options);
    parcel_import::import(&world.db.app(), options, |_| ()).await
}

/// Imports a file by this field map.
async fn load(world: &World, file: &Path, map: &str) -> Report {
    try_load(world, file, |options| {
        options.field_map = Some(FieldMap::parse(map).unwrap());
    })
    .await
    .unwrap()
}

/// The error of an import that must write nothing.
async fn refused(
    world: &World,
    file: &Path,
    change: impl FnOnce(&mut ImportOptions),
) -> ImportError {
    let before = stored(world).await;
    let error = try_load(world, file, change).await.unwrap_err();
    assert_eq!(stored(world).await, before, "{error}");
    error
}

/// Parcels in the table.
async fn stored(world: &World) -> i64 {
    let (client, _connection) = db::open(&world.db.app()).await.unwrap();
    let row = client.query_one("SELECT count(*) FROM parcels", &[]).await;
    row.unwrap().get(0)
}

/// The only value of a query without parameters.
pub async fn text(world: &World, query: &str) -> String {
    let (client, _connection) = db::open(&world.db.app()).await.unwrap();
    client.query_one(query, &[]).await.unwrap().get(0)
}

fn rejects_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".rejects.csv");
    PathBuf::from(name)
}

fn write(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let file = folder.path().join(name);
    std::fs::write(&file, content).unwrap();
    file
}

fn square(x: f64, y: f64, side: f64) -> Value {
    json!({ "type": "Polygon", "coordinates": [[[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]] })
}

/// A feature with these properties.
fn row(properties: &Value, geometry: &Value) -> Value {
    json!({ "type": "Feature", "geometry": geometry, "properties": properties })
}

fn feature(number: &Value, geometry: &Value) -> Value {
    row(
        &json!({ "APN": number, "Owner": "Sample\tTrust\u{0}", "Acres": "1,5" }),
        geometry,
    )
}

fn collection(features: &[Value]) -> String {
    json!({ "type": "FeatureCollection", "features": features }).to_string()
}

/// So many features side by side, from a corner on.
fn features(count: usize, (lon, lat): (f64, f64)) -> Vec<Value> {
    (0..count)
        .map(|index| {
            let (x, y) = ((index % 100) as f64, (index / 100) as f64);
            let shape = square(lon + x * 0.001, lat + y * 0.001, 0.001);
            feature(&json!(format!("R-{index}")), &shape)
        })
        .collect()
}

async fn found(world: &World, lon: f64, lat: f64) -> Vec<String> {
    let (_, body) = world.look_up(lon, lat).await;
    match (
        body["candidates"].as_array(),
        body["data"]["parcelnumb"].as_str(),
    ) {
        (Some(candidates), _) => candidates
            .iter()
            .map(|parcel| parcel["parcelnumb"].as_str().unwrap().to_owned())
            .collect(),
        (None, Some(number)) => vec![number.to_owned()],
        (None, None) => Vec::new(),
    }
}
