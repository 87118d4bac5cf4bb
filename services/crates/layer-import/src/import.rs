//! Imports a layer in one transaction.

use db::{AsyncPgConnection, DbConfig};
use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Text};
use diesel::{OptionalExtension as _, QueryResult, QueryableByName};
use diesel_async::RunQueryDsl as _;
use site_layers::{INSERT_LAYER, LayerKind, NOTE_STEPS, REMOVE_NUMBERED, SET_ASIDE_LAYER};

use crate::LayerFile;
use crate::error::LayerError;
use crate::flood::{self, Exchange};
use crate::placing::place;
use crate::reading::{open, open_area};
use crate::report::{Counts, Ended, Report, Written};
use crate::staging::Staging;

/// The hull around all features, a metre wider so that it is never without an area.
const HULL: &str = "SELECT encode(ST_AsEWKB(ST_Buffer(ST_ConvexHull(ST_Collect(outline)), 0.00001)), 'hex') AS hex FROM layer_rows";
const UNION: &str = "SELECT encode(ST_AsEWKB(ST_Union(outline)), 'hex') AS hex FROM layer_rows WHERE outline IS NOT NULL";

const FEATURES: &str = "INSERT INTO site_features (layer_id, kind, attributes, geom) \
    SELECT $1, $2, attributes, outline FROM layer_rows ORDER BY line";

const COUNTS: &str = "SELECT count(*) AS features, coalesce(sum(ST_NPoints(geom)), 0) AS vertices, \
        (SELECT ST_Area(coverage::geography) / 1e6 FROM site_layers WHERE layer_id = $1) AS coverage_km2 \
    FROM site_features WHERE layer_id = $1";

#[derive(QueryableByName)]
struct Coverage {
    #[diesel(sql_type = Nullable<Text>)]
    hex: Option<String>,
}

#[derive(QueryableByName)]
struct Numbered {
    #[diesel(sql_type = BigInt)]
    layer_id: i64,
}

/// Imports a layer, or reports what an import would do.
pub async fn import_layer(database: &DbConfig, file: &LayerFile) -> Result<Report, LayerError> {
    let pool = db::connect(database)?;
    let ended = db::system_tx(&pool, async |conn| import(conn, file).await).await;
    Ended::report(ended)
}

async fn import(conn: &mut AsyncPgConnection, file: &LayerFile) -> Result<Report, Ended> {
    Staging::prepare(conn).await?;
    let covered = match &file.coverage {
        Some(area) => Some(area_of(conn, area.clone()).await?),
        None => None,
    };
    let opened = open(&file.input, file.crs.as_deref(), Some(file.kind));
    let mut staging = Staging::copy(conn, opened, file.rejects.clone()).await?;
    staging.bounded(conn).await?;
    place(conn, file.swap_axes, file.kind.dimensions()).await?;
    let rejects = staging.usable(conn).await?;
    let coverage = match covered {
        Some(hex) => hex,
        None => hull(conn).await?,
    };
    if file.kind == LayerKind::Flood {
        flood::lock(conn).await?;
    }
    let replaced = set_aside(conn, file).await?;
    let layer_id = insert(conn, file, &coverage).await?;
    let layers = Exchange {
        before: replaced,
        after: Some(layer_id),
    };
    let flood_changes = if file.kind == LayerKind::Flood {
        Some(flood::note(conn, layers, &file.source, file.date).await?)
    } else {
        None
    };
    if let Some(replaced) = replaced {
        diesel::sql_query(REMOVE_NUMBERED)
            .bind::<BigInt, _>(replaced)
            .execute(conn)
            .await?;
    }
    let counts: Counts = diesel::sql_query(COUNTS)
        .bind::<BigInt, _>(layer_id)
        .get_result(conn)
        .await?;
    let written = Written {
        layer_id,
        counts,
        replaced: replaced.is_some(),
        flood_changes,
    };
    Report::new(file, written, staging, rejects).ended(file.dry_run)
}

/// The area of a file.
async fn area_of(
    conn: &mut AsyncPgConnection,
    file: std::path::PathBuf,
) -> Result<String, LayerError> {
    let mut staging = Staging::copy(conn, open_area(file.clone()), None).await?;
    staging.bounded(conn).await?;
    place(conn, false, LayerKind::Flood.dimensions()).await?;
    let coverage: Coverage = diesel::sql_query(UNION).get_result(conn).await?;
    coverage.hex.ok_or(LayerError::NoCoverage(file))
}

async fn hull(conn: &mut AsyncPgConnection) -> QueryResult<String> {
    let coverage: Coverage = diesel::sql_query(HULL).get_result(conn).await?;
    coverage.hex.ok_or(diesel::result::Error::NotFound)
}

/// The layer that the file replaces.
async fn set_aside(conn: &mut AsyncPgConnection, file: &LayerFile) -> QueryResult<Option<i64>> {
    let replaced: Option<Numbered> = diesel::sql_query(SET_ASIDE_LAYER)
        .bind::<Text, _>(file.kind.name())
        .bind::<Text, _>(&file.name)
        .get_result(conn)
        .await
        .optional()?;
    Ok(replaced.map(|layer| layer.layer_id))
}

async fn insert(
    conn: &mut AsyncPgConnection,
    file: &LayerFile,
    coverage: &str,
) -> QueryResult<i64> {
    let added: Numbered = diesel::sql_query(INSERT_LAYER)
        .bind::<Text, _>(file.kind.name())
        .bind::<Text, _>(&file.name)
        .bind::<Text, _>("file")
        .bind::<Text, _>(&file.source)
        .bind::<Nullable<Text>, _>(file.licence.as_deref())
        .bind::<Nullable<Date>, _>(file.date)
        .bind::<Bool, _>(false)
        .bind::<Nullable<Double>, _>(None::<f64>)
        .bind::<Text, _>(coverage)
        .get_result(conn)
        .await?;
    diesel::sql_query(FEATURES)
        .bind::<BigInt, _>(added.layer_id)
        .bind::<Text, _>(file.kind.name())
        .execute(conn)
        .await?;
    diesel::sql_query(NOTE_STEPS)
        .bind::<BigInt, _>(added.layer_id)
        .execute(conn)
        .await?;
    Ok(added.layer_id)
}
