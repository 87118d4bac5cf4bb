//! Lists and removes layers.

use chrono::{DateTime, NaiveDate, Utc};
use db::{AsyncPgConnection, DbConfig};
use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Text, Timestamptz};
use diesel::{OptionalExtension as _, QueryableByName};
use diesel_async::{RunQueryDsl as _, SimpleAsyncConnection as _};
use site_layers::{LayerKind, REMOVE_NUMBERED};

use crate::error::LayerError;
use crate::flood::{self, Exchange};

const LIST: &str = "SELECT layer_id, kind, name, origin, source, source_licence, source_date, fetched_at, is_sample, \
        ST_Area(coverage::geography) / 1e6 AS coverage_km2, \
        (SELECT count(*) FROM site_features WHERE site_features.layer_id = site_layers.layer_id) AS features \
    FROM site_layers WHERE $1 OR origin <> 'service' ORDER BY kind, name";

const REMOVED: &str =
    "SELECT kind, source, source_date FROM site_layers WHERE layer_id = $1 FOR UPDATE";

/// A layer that is to be removed.
#[derive(QueryableByName)]
struct Removed {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Date>)]
    source_date: Option<NaiveDate>,
}

/// A layer.
#[derive(Debug, Clone, PartialEq, QueryableByName)]
pub struct Layer {
    /// Its number.
    #[diesel(sql_type = BigInt)]
    pub layer_id: i64,
    /// What it is about.
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// Its name.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// file, sample or service.
    #[diesel(sql_type = Text)]
    pub origin: String,
    /// Publisher.
    #[diesel(sql_type = Text)]
    pub source: String,
    /// Licence.
    #[diesel(sql_type = Nullable<Text>)]
    pub source_licence: Option<String>,
    /// Date of the data.
    #[diesel(sql_type = Nullable<Date>)]
    pub source_date: Option<NaiveDate>,
    /// When it was read.
    #[diesel(sql_type = Timestamptz)]
    pub fetched_at: DateTime<Utc>,
    /// Generated.
    #[diesel(sql_type = Bool)]
    pub is_sample: bool,
    /// The area that it describes, square kilometres.
    #[diesel(sql_type = Double)]
    pub coverage_km2: f64,
    /// Its features.
    #[diesel(sql_type = BigInt)]
    pub features: i64,
}

/// The layers of operators and samples; with those of public services if wanted.
pub async fn list_layers(database: &DbConfig, services: bool) -> Result<Vec<Layer>, LayerError> {
    let pool = db::connect(database)?;
    let layers = db::read(&pool, async |conn| {
        diesel::sql_query(LIST)
            .bind::<Bool, _>(services)
            .load(conn)
            .await
    });
    Ok(layers.await?)
}

/// Removes a layer with its features. Returns how many parcels have another flood zone without it, if it was of flood zones.
pub async fn remove_layer(database: &DbConfig, layer_id: i64) -> Result<Option<i64>, LayerError> {
    let pool = db::connect(database)?;
    db::system_tx(&pool, async |conn| remove(conn, layer_id).await).await
}

async fn remove(conn: &mut AsyncPgConnection, layer_id: i64) -> Result<Option<i64>, LayerError> {
    conn.batch_execute("SET LOCAL statement_timeout = 0")
        .await?;
    flood::lock(conn).await?;
    let layer: Option<Removed> = diesel::sql_query(REMOVED)
        .bind::<BigInt, _>(layer_id)
        .get_result(conn)
        .await
        .optional()?;
    let layer = layer.ok_or(LayerError::NoLayer(layer_id))?;
    let flood_changes = if layer.kind == LayerKind::Flood.name() {
        let layers = Exchange {
            before: Some(layer_id),
            after: None,
        };
        let source = format!("{} (layer removed)", layer.source);
        Some(flood::note(conn, layers, &source, layer.source_date).await?)
    } else {
        None
    };
    diesel::sql_query(REMOVE_NUMBERED)
        .bind::<BigInt, _>(layer_id)
        .execute(conn)
        .await?;
    Ok(flood_changes)
}
