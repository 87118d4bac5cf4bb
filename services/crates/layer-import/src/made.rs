//! Layers that a generator makes.

use db::{AsyncPgConnection, DbConfig};
use diesel::sql_types::{Array, BigInt, Bool, Date, Double, Nullable, Text};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl as _;
use serde_json::Value;
use site_layers::{INSERT_LAYER, LayerKind, NOTE_STEPS, REMOVE_LAYER};

use crate::error::LayerError;

/// A generated layer; it is marked as a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeLayer {
    /// What it is about.
    pub kind: LayerKind,
    /// It replaces the layer of the same kind and name.
    pub name: String,
    /// Shown with each result.
    pub source: String,
    /// Its licence.
    pub licence: String,
    /// The area that it describes, WKT in degrees. Features are cut to it.
    pub coverage: String,
    /// Features of zones lie beside each other: what an earlier one takes, a later one does not have.
    pub zones: bool,
    /// In this order.
    pub features: Vec<MadeFeature>,
}

/// A generated feature.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeFeature {
    /// Under our names.
    pub attributes: Value,
    /// Its middle or outline, WKT in degrees.
    pub shape: String,
    /// What lies within this distance of the shape, metres; the shape itself if 0.
    pub within_m: f64,
}

const LINES: &str = "INSERT INTO site_features (layer_id, kind, attributes, geom) \
    SELECT $1, $2, attributes::jsonb, part FROM unnest($3, $4) WITH ORDINALITY AS made (attributes, shape, place), \
        LATERAL (SELECT ST_Multi(ST_CollectionExtract(ST_Intersection(ST_GeomFromText(shape, 4326), coverage), 2)) AS part \
            FROM site_layers WHERE layer_id = $1) AS cut \
    WHERE NOT ST_IsEmpty(part) ORDER BY place";

const AREA: &str = "INSERT INTO site_features (layer_id, kind, attributes, geom) \
    SELECT $1, $2, $3::jsonb, part FROM ( \
        SELECT ST_Multi(ST_CollectionExtract(CASE WHEN $6 AND taken IS NOT NULL THEN ST_Difference(whole, taken) ELSE whole END, 3)) AS part \
        FROM ( \
            SELECT ST_Intersection(coverage, CASE WHEN $5 > 0 THEN ST_Buffer(ST_GeomFromText($4, 4326)::geography, $5)::geometry \
                    ELSE ST_GeomFromText($4, 4326) END) AS whole, \
                (SELECT ST_Union(geom) FROM site_features WHERE layer_id = $1) AS taken \
            FROM site_layers WHERE layer_id = $1 \
        ) AS cut \
    ) AS parts WHERE NOT ST_IsEmpty(part)";

#[derive(QueryableByName)]
struct Added {
    #[diesel(sql_type = BigInt)]
    layer_id: i64,
}

/// Writes generated layers, in one transaction. Idempotent.
pub async fn load_made(database: &DbConfig, layers: &[MadeLayer]) -> Result<(), LayerError> {
    let pool = db::connect(database)?;
    db::system_tx(&pool, async |conn| {
        for layer in layers {
            write(conn, layer).await?;
        }
        Ok(())
    })
    .await
    .map_err(|error: diesel::result::Error| error.into())
}

async fn write(conn: &mut AsyncPgConnection, layer: &MadeLayer) -> QueryResult<()> {
    diesel::sql_query(REMOVE_LAYER)
        .bind::<Text, _>(layer.kind.name())
        .bind::<Text, _>(&layer.name)
        .execute(conn)
        .await?;
    let Added { layer_id } = diesel::sql_query(INSERT_LAYER)
        .bind::<Text, _>(layer.kind.name())
        .bind::<Text, _>(&layer.name)
        .bind::<Text, _>("sample")
        .bind::<Text, _>(&layer.source)
        .bind::<Nullable<Text>, _>(Some(&layer.licence))
        .bind::<Nullable<Date>, _>(None::<chrono::NaiveDate>)
        .bind::<Bool, _>(true)
        .bind::<Nullable<Double>, _>(None::<f64>)
        .bind::<Text, _>(format!("SRID=4326;{}", layer.coverage))
        .get_result(conn)
        .await?;
    if layer.kind.is_linear() {
        let texts = |of: fn(&MadeFeature) -> String| layer.features.iter().map(of).collect();
        let attributes: Vec<String> = texts(|feature| feature.attributes.to_string());
        let shapes: Vec<String> = texts(|feature| feature.shape.clone());
        diesel::sql_query(LINES)
            .bind::<BigInt, _>(layer_id)
            .bind::<Text, _>(layer.kind.name())
            .bind::<Array<Text>, _>(attributes)
            .bind::<Array<Text>, _>(shapes)
            .execute(conn)
            .await?;
        return Ok(());
    }
    for feature in &layer.features {
        diesel::sql_query(AREA)
            .bind::<BigInt, _>(layer_id)
            .bind::<Text, _>(layer.kind.name())
            .bind::<Text, _>(feature.attributes.to_string())
            .bind::<Text, _>(&feature.shape)
            .bind::<Double, _>(feature.within_m)
            .bind::<Bool, _>(layer.zones)
            .execute(conn)
            .await?;
    }
    diesel::sql_query(NOTE_STEPS)
        .bind::<BigInt, _>(layer_id)
        .execute(conn)
        .await?;
    Ok(())
}
