//! Reads which facts of a parcel are from a tax roll that was imported after its outline. The importer
//! keeps that in `parcels.raw`.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Date, Nullable, Text, Timestamptz, Uuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ParcelUuid;
use serde::Serialize;
use utoipa::ToSchema;

/// Whose facts are the roll's, and whose the others are. `source`, `source_licence` and `fetched_at` of the
/// record are of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, QueryableByName)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub struct TaxRollSource {
    /// Name of the roll's source.
    #[diesel(sql_type = Text)]
    #[schema(example = "Town of Easthampton, assessor")]
    pub source: String,
    /// Its licence.
    #[diesel(sql_type = Nullable<Text>)]
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// Date of its file, as the source says; null if it is not known.
    #[diesel(sql_type = Nullable<Date>)]
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// Name of the source of the outline and all other facts.
    #[diesel(sql_type = Text)]
    pub outline_source: String,
    /// Its licence.
    #[diesel(sql_type = Nullable<Text>)]
    #[schema(required = true)]
    pub outline_source_licence: Option<String>,
    /// When the outline's file was read.
    #[diesel(sql_type = Timestamptz)]
    pub outline_fetched_at: DateTime<Utc>,
    /// Date of the outline's file, as its source says; null if it is not known.
    #[diesel(sql_type = Nullable<Date>)]
    #[schema(required = true)]
    pub outline_source_date: Option<NaiveDate>,
    /// Names of the facts that are the roll's.
    #[diesel(sql_type = Array<Text>)]
    #[schema(example = json!(["owner", "parval"]))]
    pub facts: Vec<String>,
}

const OF_PARCEL: &str = "SELECT roll ->> 'source' AS source, roll ->> 'source_licence' AS source_licence, \
        roll #>> '{replaced,source}' AS outline_source, roll #>> '{replaced,source_licence}' AS outline_source_licence, \
        (roll ->> 'outline_read_at')::timestamptz AS outline_fetched_at, \
        (SELECT source_date FROM parcel_batches WHERE counties && ARRAY[county_fips] AND source = roll ->> 'source' \
            AND finished_at IS NOT NULL AND undone_at IS NULL ORDER BY batch_id DESC LIMIT 1) AS source_date, \
        (SELECT source_date FROM parcel_batches WHERE counties && ARRAY[county_fips] AND source = roll #>> '{replaced,source}' \
            AND finished_at >= (roll ->> 'outline_read_at')::timestamptz AND undone_at IS NULL ORDER BY batch_id LIMIT 1) AS outline_source_date, \
        ARRAY(SELECT jsonb_object_keys(roll -> 'replaced') EXCEPT VALUES ('source'), ('source_licence') ORDER BY 1) AS facts \
    FROM (SELECT raw -> 'tax_roll' AS roll, county_fips FROM parcels WHERE ll_uuid = $1) AS parcel \
    WHERE roll ? 'source' AND roll ? 'outline_read_at' AND roll -> 'replaced' ? 'source'";

/// Of a parcel; none if all its facts are of one source.
pub async fn find(
    conn: &mut AsyncPgConnection,
    id: ParcelUuid,
) -> QueryResult<Option<TaxRollSource>> {
    diesel::sql_query(OF_PARCEL)
        .bind::<Uuid, _>(id)
        .get_result(conn)
        .await
        .optional()
}
