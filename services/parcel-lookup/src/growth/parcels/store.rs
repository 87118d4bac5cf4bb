//! Statements of the parcels of runs.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, Bool, Double, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection as _};
use domain::RunId;
use growth_layers::Frame;
use uuid::Uuid;

use crate::schema::growth_parcel_sets as sets;

/// For reading and writing the parcels of a county, and for their figures in between.
const MORE_TIME: &str =
    "SET LOCAL statement_timeout = '120s'; SET LOCAL idle_in_transaction_session_timeout = '120s'";

/// How long parcels that a provider added one by one may be missing: imports say when they end.
const CHECKED: &str = "10 minutes";

/// Serializes those who make the parcels of a run, until the transaction ends.
pub async fn lock(conn: &mut AsyncPgConnection, run_id: RunId) -> QueryResult<()> {
    conn.batch_execute(MORE_TIME).await?;
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended('growth_parcels ' || $1, 0))")
        .bind::<Text, _>(run_id.to_string())
        .execute(conn)
        .await?;
    Ok(())
}

#[derive(QueryableByName)]
struct Current {
    #[diesel(sql_type = Bool)]
    is_current: bool,
}

/// Whether the parcels of a run are made, and no import has ended since.
pub async fn is_current(conn: &mut AsyncPgConnection, run_id: RunId) -> QueryResult<bool> {
    let query = format!(
        "SELECT EXISTS (SELECT FROM growth_parcel_sets WHERE run_id = $1 AND made_at > now() - interval '{CHECKED}' \
            AND NOT EXISTS (SELECT FROM parcel_batches WHERE finished_at > made_at OR undone_at > made_at)) AS is_current"
    );
    let current: Current = diesel::sql_query(query)
        .bind::<SqlUuid, _>(run_id.0)
        .get_result(conn)
        .await?;
    Ok(current.is_current)
}

/// When the parcels of a run were last made.
pub async fn made_at(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
) -> QueryResult<Option<DateTime<Utc>>> {
    let set = sets::table.find(run_id).select(sets::made_at);
    set.first(conn).await.optional()
}

/// A parcel and its inner point.
#[derive(Debug, QueryableByName)]
pub struct Placed {
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: Uuid,
    #[diesel(sql_type = Double)]
    pub lon: f64,
    #[diesel(sql_type = Double)]
    pub lat: f64,
}

/// SQL, because the box is compared by the spatial index.
const TO_MAKE: &str = "SELECT ll_uuid, lon, lat FROM parcels \
    WHERE geom_3857 && ST_Transform(ST_MakeEnvelope($2, $3, $4, $5, 4326), 3857) AND retired_at IS NULL \
        AND (batch_id IN (SELECT batch_id FROM parcel_batches WHERE finished_at > $6) \
            OR batch_id IS NULL AND fetched_at > $6 \
            OR NOT EXISTS (SELECT FROM growth_parcels AS kept WHERE kept.run_id = $1 AND kept.ll_uuid = parcels.ll_uuid))";

/// Parcels around a run's area that have no row, or were written since it was made.
pub async fn list_to_make(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
    frame: &Frame,
    made_at: Option<DateTime<Utc>>,
) -> QueryResult<Vec<Placed>> {
    let east = frame.west + frame.dlon * frame.shape.cols as f64;
    diesel::sql_query(TO_MAKE)
        .bind::<SqlUuid, _>(run_id.0)
        .bind::<Double, _>(frame.west)
        .bind::<Double, _>(frame.south())
        .bind::<Double, _>(east)
        .bind::<Double, _>(frame.north)
        .bind::<Timestamptz, _>(made_at.unwrap_or(DateTime::UNIX_EPOCH))
        .load(conn)
        .await
}

/// Says that the parcels of a run are those of this transaction.
pub async fn put_set(conn: &mut AsyncPgConnection, run_id: RunId) -> QueryResult<()> {
    let put = "INSERT INTO growth_parcel_sets (run_id, made_at) VALUES ($1, now()) \
        ON CONFLICT (run_id) DO UPDATE SET made_at = excluded.made_at";
    let put = diesel::sql_query(put).bind::<SqlUuid, _>(run_id.0);
    put.execute(conn).await.map(drop)
}

/// Figures of parcels, one column a figure.
#[derive(Debug)]
pub struct Figures {
    pub ids: Vec<Uuid>,
    pub chances: Vec<Option<f64>>,
    pub decades: Vec<Option<i16>>,
}

pub async fn put(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
    figures: &Figures,
) -> QueryResult<()> {
    let put = "INSERT INTO growth_parcels (run_id, ll_uuid, chance, decade) \
        SELECT $1, figures.* FROM unnest($2::uuid[], $3::float8[], $4::smallint[]) AS figures \
        ON CONFLICT (run_id, ll_uuid) DO UPDATE SET chance = excluded.chance, decade = excluded.decade";
    diesel::sql_query(put)
        .bind::<SqlUuid, _>(run_id.0)
        .bind::<Array<SqlUuid>, _>(&figures.ids)
        .bind::<Array<Nullable<Double>>, _>(&figures.chances)
        .bind::<Array<Nullable<SmallInt>>, _>(&figures.decades)
        .execute(conn)
        .await
        .map(drop)
}
