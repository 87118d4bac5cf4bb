//! Lists and removes layers.

use chrono::{DateTime, NaiveDate, Utc};
use db::DbConfig;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl as _;

use crate::error::LayerError;

const LIST: &str = "SELECT layer_id, kind, name, origin, source, source_licence, source_date, fetched_at, is_sample, \
        ST_Area(coverage::geography) / 1e6 AS coverage_km2, \
        (SELECT count(*) FROM site_features WHERE site_features.layer_id = site_layers.layer_id) AS features \
    FROM site_layers WHERE $1 OR origin <> 'service' ORDER BY kind, name";

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

/// Removes a layer with its features.
pub async fn remove_layer(database: &DbConfig, layer_id: i64) -> Result<(), LayerError> {
    let pool = db::connect(database)?;
    let removed: Result<usize, diesel::result::Error> = db::system_tx(&pool, async |conn| {
        diesel::sql_query("DELETE FROM site_layers WHERE layer_id = $1")
            .bind::<BigInt, _>(layer_id)
            .execute(conn)
            .await
    })
    .await;
    match removed? {
        0 => Err(LayerError::NoLayer(layer_id)),
        _ => Ok(()),
    }
}
