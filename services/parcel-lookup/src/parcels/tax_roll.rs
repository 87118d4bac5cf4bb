//! Reads which facts of a parcel are from a tax roll that was imported after its outline. The importer
//! keeps that in `parcels.raw`.

use std::sync::LazyLock;

use diesel::prelude::*;
use diesel::sql_types::Uuid;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ParcelUuid;
use parcel_record::TaxRollSource;

/// SQL: a row with the columns of [`TaxRollSource`], or none, of a parcel of the statement around it. A date that an export
/// of ours had is kept, also an unknown one; else it is that of the source's batch.
pub const OF_PARCEL: &str = "SELECT roll ->> 'source' AS source, roll ->> 'source_licence' AS source_licence, \
        roll #>> '{replaced,source}' AS outline_source, roll #>> '{replaced,source_licence}' AS outline_source_licence, \
        (roll ->> 'outline_read_at')::timestamptz AS outline_fetched_at, \
        CASE WHEN roll ? 'source_date' THEN (roll ->> 'source_date')::date ELSE \
            (SELECT b.source_date FROM parcel_batches AS b WHERE b.counties && ARRAY[county_fips] AND b.source = roll ->> 'source' \
                AND b.finished_at IS NOT NULL AND b.undone_at IS NULL ORDER BY b.batch_id DESC LIMIT 1) END AS source_date, \
        CASE WHEN roll ? 'outline_source_date' THEN (roll ->> 'outline_source_date')::date ELSE \
            (SELECT b.source_date FROM parcel_batches AS b WHERE b.counties && ARRAY[county_fips] AND b.source = roll #>> '{replaced,source}' \
                AND b.finished_at >= (roll ->> 'outline_read_at')::timestamptz AND b.undone_at IS NULL ORDER BY b.batch_id LIMIT 1) END \
            AS outline_source_date, \
        ARRAY(SELECT jsonb_object_keys(roll -> 'replaced') EXCEPT VALUES ('source'), ('source_licence') ORDER BY 1) AS facts \
    FROM (SELECT parcels.raw -> 'tax_roll' AS roll, parcels.county_fips AS county_fips OFFSET 0) AS kept \
    WHERE roll ? 'source' AND roll ? 'outline_read_at' AND roll -> 'replaced' ? 'source'";

static FIND: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT roll.* FROM parcels CROSS JOIN LATERAL ({OF_PARCEL}) AS roll WHERE parcels.ll_uuid = $1"
    )
});

/// Of a parcel; none if all its facts are of one source.
pub async fn find(
    conn: &mut AsyncPgConnection,
    id: ParcelUuid,
) -> QueryResult<Option<TaxRollSource>> {
    diesel::sql_query(FIND.as_str())
        .bind::<Uuid, _>(id)
        .get_result(conn)
        .await
        .optional()
}
