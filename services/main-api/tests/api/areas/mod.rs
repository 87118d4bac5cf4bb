//! Imports of markets, submarkets and counties from small files generated here.

mod counties;
mod formats;
mod markets;
mod refusals;

use std::path::{Path, PathBuf};

use area_import::{AreaError, AreaFile, CountyColumns, MarketColumns, Report};
use db::DbConfig;
use feature_files::Input;
use serde_json::{Value, json};
use test_support::Persona;

use crate::world::World;

/// A place in the county of Texas, and its width, degrees.
const PLACE: (f64, f64) = (-95.5, 29.6);
const SIDE: f64 = 0.1;

/// The file with a publisher and a licence; rejected rows go to a file beside it.
fn said_of(file: &Path) -> AreaFile {
    AreaFile {
        input: Input::new(file.to_owned()),
        crs: None,
        swap_axes: false,
        source: Some("Made here".to_owned()),
        licence: Some("CC0".to_owned()),
        rejects: Some(rejects_of(file)),
        dry_run: false,
    }
}

fn rejects_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".rejects.csv");
    PathBuf::from(name)
}

fn owner(world: &World) -> DbConfig {
    DbConfig::new(world.db.owner_url(), "test").batch()
}

async fn import_markets(
    world: &World,
    pat: &Persona,
    file: &Path,
    change: impl FnOnce(&mut AreaFile),
) -> Result<Report, AreaError> {
    let mut said = said_of(file);
    change(&mut said);
    let firm = format!("Firm {}", pat.customer_id);
    area_import::import_markets(&owner(world), &firm, MarketColumns::default(), &said).await
}

async fn import_counties(
    world: &World,
    file: &Path,
    change: impl FnOnce(&mut AreaFile),
) -> Result<Report, AreaError> {
    let mut said = said_of(file);
    change(&mut said);
    area_import::import_counties(&owner(world), CountyColumns::default(), &said).await
}

fn write(world: &World, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let file = world.folder.path().join(name);
    std::fs::write(&file, content).unwrap();
    file
}

fn square((x, y): (f64, f64), side: f64) -> Value {
    json!({ "type": "Polygon", "coordinates": [[[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]] })
}

fn feature(properties: &Value, geometry: &Value) -> Value {
    json!({ "type": "Feature", "properties": properties, "geometry": geometry })
}

fn submarket(market: &str, name: &str, geometry: &Value) -> Value {
    feature(&json!({ "market": market, "submarket": name }), geometry)
}

fn collection(features: &[Value]) -> String {
    json!({ "type": "FeatureCollection", "features": features }).to_string()
}

/// New, replaced and unchanged areas.
fn counts(report: &Report) -> (i64, i64, i64) {
    let counts = report.counts;
    (counts.new, counts.replaced, counts.unchanged)
}

/// Imported submarkets by name: id, market, box in hundredths of a degree, parts, source.
async fn submarkets(world: &World) -> Vec<Value> {
    world
        .rows(
            "SELECT submkt_id, market_name, sub_mkt_name, ST_NumGeometries(geom) AS parts, concat_ws(', ', source, source_licence) AS source, \
                 ARRAY[round(100 * ST_XMin(geom)), round(100 * ST_YMin(geom)), round(100 * ST_XMax(geom)), round(100 * ST_YMax(geom))] AS box \
             FROM submarkets JOIN markets USING (market_id) WHERE submarkets.customer_id IS NOT NULL ORDER BY market_name, sub_mkt_name",
        )
        .await
}
