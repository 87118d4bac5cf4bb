//! Statements on layers of public services and on what was asked of them.

use ::site_layers::{INSERT_LAYER, LayerKind, REMOVE_NUMBERED, SET_ASIDE_LAYER};
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Date, Double, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use parcel_record::flood_change_statement;

use super::cell::Cell;
use super::services::{Answer, FeatureShape, provenance};

/// While one process asks, others do not.
const ASKED: &str = "2 minutes";
/// After a failure the service is left alone for so long.
const FAILED: &str = "5 minutes";

const STANDING: &str = "SELECT wanted.cell, layer.fetched_at, request.error, coalesce(request.until > now(), false) AS is_waiting \
    FROM unnest($2) AS wanted (cell) \
    LEFT JOIN site_layers layer ON layer.kind = $1 AND layer.name = 'cell ' || wanted.cell AND layer.origin = 'service' \
    LEFT JOIN site_layer_requests request ON request.kind = $1 AND request.cell = wanted.cell";

const CLAIM: &str = "INSERT INTO site_layer_requests (kind, cell, state, until) VALUES ($1, $2, 'asked', now() + $3::interval) \
    ON CONFLICT ON CONSTRAINT site_layer_requests_pkey DO UPDATE SET state = 'asked', until = excluded.until, error = NULL \
    WHERE site_layer_requests.until <= now()";

const FAIL: &str = "UPDATE site_layer_requests SET state = 'failed', error = $3, until = now() + $4::interval WHERE kind = $1 AND cell = $2";

const DONE: &str = "DELETE FROM site_layer_requests WHERE kind = $1 AND cell = $2";

const SHAPES: &str = "INSERT INTO site_features (layer_id, kind, attributes, geom) \
    SELECT $1, $2, attributes::jsonb, part FROM unnest($3, $4) WITH ORDINALITY AS row (attributes, shape, place), \
        LATERAL (SELECT ST_Multi(ST_CollectionExtract(ST_Intersection( \
            ST_MakeValid(ST_SetSRID(ST_Force2D(ST_GeomFromGeoJSON(shape)), 4326)), coverage), 3)) AS part \
            FROM site_layers WHERE layer_id = $1) AS cut \
    WHERE NOT ST_IsEmpty(part) ORDER BY place";

/// Boxes of one class become outlines.
const BOXES: &str = "INSERT INTO site_features (layer_id, kind, attributes, geom) \
    SELECT $1, $2, attributes::jsonb, ST_Multi((ST_Dump(ST_Union(ST_MakeEnvelope(west, south, east, north, 4326)))).geom) \
    FROM unnest($3, $4, $5, $6, $7) AS row (attributes, west, south, east, north) GROUP BY attributes";

const STEPS: &str = "UPDATE site_layers SET steps = $2 WHERE layer_id = $1";

/// What is known of a cell.
#[derive(Debug, QueryableByName)]
pub struct CellRow {
    #[diesel(sql_type = Text)]
    pub cell: String,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub fetched_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Text>)]
    pub error: Option<String>,
    /// Somebody asks at the moment, or the service is left alone.
    #[diesel(sql_type = Bool)]
    pub is_waiting: bool,
}

#[derive(QueryableByName)]
struct Numbered {
    #[diesel(sql_type = BigInt)]
    layer_id: i64,
}

pub async fn standing(
    conn: &mut AsyncPgConnection,
    kind: LayerKind,
    cells: &[Cell],
) -> QueryResult<Vec<CellRow>> {
    let names: Vec<String> = cells.iter().map(|cell| cell.name()).collect();
    diesel::sql_query(STANDING)
        .bind::<Text, _>(kind.name())
        .bind::<Array<Text>, _>(names)
        .load(conn)
        .await
}

/// Whether this process is to ask.
pub async fn claim(conn: &mut AsyncPgConnection, kind: LayerKind, cell: Cell) -> QueryResult<bool> {
    let claimed = diesel::sql_query(CLAIM)
        .bind::<Text, _>(kind.name())
        .bind::<Text, _>(cell.name())
        .bind::<Text, _>(ASKED)
        .execute(conn)
        .await?;
    Ok(claimed == 1)
}

pub async fn fail(
    conn: &mut AsyncPgConnection,
    kind: LayerKind,
    cell: Cell,
    error: &str,
) -> QueryResult<()> {
    diesel::sql_query(FAIL)
        .bind::<Text, _>(kind.name())
        .bind::<Text, _>(cell.name())
        .bind::<Text, _>(error)
        .bind::<Text, _>(FAILED)
        .execute(conn)
        .await?;
    Ok(())
}

/// Replaces what is kept of a cell. Parcels whose flood zone is another one than in the answer before are kept for parcel watch. A first answer changes none: it was
/// asked for because somebody looked at the land.
pub async fn keep(
    conn: &mut AsyncPgConnection,
    kind: LayerKind,
    cell: Cell,
    answer: &Answer,
) -> QueryResult<()> {
    let name = format!("cell {}", cell.name());
    let (source, licence) = provenance(kind);
    let [west, south, east, north] = cell.bounds();
    let replaced: Option<Numbered> = diesel::sql_query(SET_ASIDE_LAYER)
        .bind::<Text, _>(kind.name())
        .bind::<Text, _>(&name)
        .get_result(conn)
        .await
        .optional()?;
    let Numbered { layer_id } = diesel::sql_query(INSERT_LAYER)
        .bind::<Text, _>(kind.name())
        .bind::<Text, _>(&name)
        .bind::<Text, _>("service")
        .bind::<Text, _>(source)
        .bind::<Nullable<Text>, _>(Some(licence))
        .bind::<Nullable<Date>, _>(None::<chrono::NaiveDate>)
        .bind::<Bool, _>(false)
        .bind::<Nullable<Double>, _>(answer.cell_m)
        .bind::<Text, _>(format!(
            "SRID=4326;POLYGON(({west} {south},{east} {south},{east} {north},{west} {north},{west} {south}))"
        ))
        .get_result(conn)
        .await?;
    features(conn, layer_id, kind, answer).await?;
    if let Some(replaced) = replaced {
        if kind == LayerKind::Flood {
            diesel::sql_query(flood_change_statement())
                .bind::<Nullable<BigInt>, _>(Some(replaced.layer_id))
                .bind::<Nullable<BigInt>, _>(Some(layer_id))
                .bind::<Text, _>(source)
                .bind::<Nullable<Date>, _>(None::<chrono::NaiveDate>)
                .execute(conn)
                .await?;
        }
        diesel::sql_query(REMOVE_NUMBERED)
            .bind::<BigInt, _>(replaced.layer_id)
            .execute(conn)
            .await?;
    }
    diesel::sql_query(DONE)
        .bind::<Text, _>(kind.name())
        .bind::<Text, _>(cell.name())
        .execute(conn)
        .await?;
    Ok(())
}

async fn features(
    conn: &mut AsyncPgConnection,
    layer_id: i64,
    kind: LayerKind,
    answer: &Answer,
) -> QueryResult<()> {
    let (mut shapes, mut of_shapes) = (Vec::new(), Vec::new());
    let (mut edges, mut of_boxes): ([Vec<f64>; 4], _) = (Default::default(), Vec::new());
    for feature in &answer.features {
        let attributes = feature.attributes.to_string();
        match &feature.shape {
            FeatureShape::GeoJson(shape) => {
                shapes.push(shape.to_string());
                of_shapes.push(attributes);
            }
            FeatureShape::Box(bounds) => {
                for (all, edge) in edges.iter_mut().zip(bounds) {
                    all.push(*edge);
                }
                of_boxes.push(attributes);
            }
        }
    }
    if !shapes.is_empty() {
        diesel::sql_query(SHAPES)
            .bind::<BigInt, _>(layer_id)
            .bind::<Text, _>(kind.name())
            .bind::<Array<Text>, _>(of_shapes)
            .bind::<Array<Text>, _>(shapes)
            .execute(conn)
            .await?;
    }
    if kind == LayerKind::Slope {
        // Also those that the cell has no land of.
        diesel::sql_query(STEPS)
            .bind::<BigInt, _>(layer_id)
            .bind::<Array<Double>, _>(growth_layers::slope::STEPS.to_vec())
            .execute(conn)
            .await?;
    }
    if !of_boxes.is_empty() {
        let [west, south, east, north] = edges;
        diesel::sql_query(BOXES)
            .bind::<BigInt, _>(layer_id)
            .bind::<Text, _>(kind.name())
            .bind::<Array<Text>, _>(of_boxes)
            .bind::<Array<Double>, _>(west)
            .bind::<Array<Double>, _>(south)
            .bind::<Array<Double>, _>(east)
            .bind::<Array<Double>, _>(north)
            .execute(conn)
            .await?;
    }
    Ok(())
}
