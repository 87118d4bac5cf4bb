//! The batch of an import: recorded before the first row, finished with the last; and the parcels
//! that its counties no longer have.

use serde_json::Value;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row};

use super::Staging;
use crate::batches::{KEPT_BATCHES, prune};
use crate::error::ImportError;
use crate::origin::{Extent, Origin, user};
use parcel_record::counties::county_label;
use parcel_record::{Provenance, groups, kept_row};

/// Share of a county's parcels that a file may lack: more is rather a broken download.
const MAX_RETIRED: f64 = 0.2;

const BEGIN: &str = "INSERT INTO parcel_batches \
        (kind, source, licence, source_date, files, is_partial, imported_by, program_version, settings_hash) \
    VALUES (CASE WHEN $1::boolean THEN 'sample' ELSE 'import' END, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING batch_id";

const FORGET: &str = "DELETE FROM parcel_batches WHERE batch_id = $1 AND finished_at IS NULL";

/// The time of day, not that of the transaction: batches of a county are ordered by it, and their
/// transactions overlap until one of them has the county's lock.
const FINISH: &str = "UPDATE parcel_batches SET finished_at = clock_timestamp(), counties = $2, sha256 = $3, \
        rows_read = $4, rows_rejected = $5, parcels_new = $6, parcels_changed = $7, parcels_unchanged = $8, \
        parcels_returned = $9, parcels_retired = $10, new_is_unlisted = $11, roll_rows = $12, roll_rows_joined = $13, \
        unnumbered = $14, unnumbered_new = $15, unnumbered_changed = $16, unnumbered_retired = $17, fact_columns = $18 \
    WHERE batch_id = $1";

/// Imported parcels of the counties. Those that are older than batches are told from a provider's by
/// their source.
const IMPORTED: &str = "p.county_fips = ANY ($1) AND p.county_group = ANY ($3) AND NOT p.is_sample AND p.retired_at IS NULL \
    AND (p.batch_id IS NOT NULL OR p.source = $2)";

const NOT_IN_FILE: &str =
    "NOT EXISTS (SELECT FROM import_named AS named WHERE named.ll_uuid = p.ll_uuid)";

/// The indexes are built once the rows are there.
const NAMED: &str = "INSERT INTO import_named SELECT ll_uuid, county_fips, fields ->> 'parcelnumb' FROM import_rows; \
    INSERT INTO import_named SELECT ll_uuid, county_fips, parcelnumb FROM import_unchanged; \
    CREATE INDEX ON import_named (ll_uuid); CREATE INDEX ON import_named (county_fips, parcelnumb)";

/// What was found to be gone, if nothing is retired.
const KEEP: &str = "DELETE FROM import_gone";

/// A provider's ids differ from ours.
const REPLACED: &str = "INSERT INTO import_gone SELECT p.ll_uuid, p.county_fips, true FROM parcels AS p \
    WHERE p.county_fips = ANY ($1) AND p.county_group = ANY ($3) \
        AND NOT p.is_sample AND p.retired_at IS NULL AND p.batch_id IS NULL AND p.source <> $2 \
        AND EXISTS (SELECT FROM import_named AS named \
            WHERE named.county_fips = p.county_fips AND named.parcelnumb = p.parcelnumb)";

const RETIRE: &str = "UPDATE parcels AS p SET retired_at = now(), retired_by = $1, version = version + 1 \
    FROM import_gone WHERE import_gone.ll_uuid = p.ll_uuid AND p.county_group = ANY ($2)";

/// Records a batch that begins.
pub(super) async fn begin(
    client: &Client,
    provenance: &Provenance,
    origin: &Origin,
) -> Result<i64, ImportError> {
    let row = client
        .query_one(
            BEGIN,
            &[
                &provenance.is_sample,
                &provenance.source,
                &provenance.licence,
                &origin.source_date,
                &origin.files,
                &(origin.extent == Extent::Part),
                &user(),
                &env!("CARGO_PKG_VERSION"),
                &origin.settings_hash,
            ],
        )
        .await?;
    Ok(row.get(0))
}

/// Deletes a batch that has written nothing.
pub(super) async fn forget(client: &Client, batch: i64) -> Result<(), ImportError> {
    client.execute(FORGET, &[&batch]).await?;
    Ok(())
}

impl Staging<'_> {
    /// A county of another file would lose what that file has.
    pub(super) fn check_others(&self, counties: &[&str]) -> Result<(), ImportError> {
        let others = &self.counties_of_others;
        let common = counties
            .iter()
            .find_map(|county| others.get_key_value(*county));
        common.map_or(Ok(()), |(county, file)| {
            Err(ImportError::county_of(county, file))
        })
    }

    /// Retires the parcels that a county's file no longer has, and those that it has under another
    /// id than their provider.
    pub(super) async fn retire(
        &mut self,
        extent: Extent,
        counties: &[&str],
    ) -> Result<(), ImportError> {
        let provenance = self.provenance;
        if provenance.is_sample {
            return Ok(());
        }
        let source = &provenance.source;
        let groups = groups::of_counties(counties.iter().copied());
        self.transaction.batch_execute(NAMED).await?;
        if let Extent::Whole { allow_retire } = extent {
            let gone = format!(
                "INSERT INTO import_gone SELECT p.ll_uuid, p.county_fips, false FROM parcels AS p \
                 WHERE {IMPORTED} AND {NOT_IN_FILE} AND p.ll_uuid NOT IN (SELECT unnest($4::text[])::uuid)"
            );
            let gone = self
                .transaction
                .execute(&gone, &[&counties, source, &groups, &self.still_there])
                .await?;
            if !allow_retire && gone > 0 {
                self.check_retired(source, counties, &groups).await?;
            }
            if self.may_retire(extent) {
                self.report.retired = gone;
            } else {
                self.transaction.execute(KEEP, &[]).await?;
                self.report.kept = gone;
            }
        }
        let replaced = format!("{REPLACED} AND {NOT_IN_FILE}");
        self.report.replaced = self
            .transaction
            .execute(&replaced, &[&counties, source, &groups])
            .await?;
        if self.report.retired + self.report.replaced > 0 {
            let remember = format!(
                "INSERT INTO parcel_history (batch_id, ll_uuid, county_fips, what, before, geom) \
                 SELECT $1::bigint, p.ll_uuid, p.county_fips, 'retired', {}, p.geom FROM parcels AS p JOIN import_gone USING (ll_uuid) \
                 WHERE p.county_group = ANY ($2)",
                kept_row("p")
            );
            let of_these: [&(dyn ToSql + Sync); 2] = [&self.batch, &groups];
            self.transaction.execute(&remember, &of_these).await?;
            self.transaction.execute(RETIRE, &of_these).await?;
        }
        Ok(())
    }

    /// Whether what no row names is retired. Rows that could not be read may be of any parcel, so that nothing is
    /// then, unless the operator says that it is really gone.
    pub(super) fn may_retire(&self, extent: Extent) -> bool {
        match extent {
            Extent::Part => false,
            Extent::Whole { allow_retire } => allow_retire || self.report.unreadable == 0,
        }
    }

    /// Refuses a file that lacks much of a county.
    async fn check_retired(
        &self,
        source: &str,
        counties: &[&str],
        groups: &[String],
    ) -> Result<(), ImportError> {
        let by_county = format!(
            "SELECT county_fips, gone, parcels FROM \
                (SELECT county_fips, count(*) AS gone FROM import_gone GROUP BY 1) AS lacking JOIN \
                (SELECT p.county_fips, count(*) AS parcels FROM parcels AS p WHERE {IMPORTED} GROUP BY 1) AS known \
                USING (county_fips) \
             ORDER BY gone::float8 / parcels DESC, 1"
        );
        let rows = self
            .transaction
            .query(&by_county, &[&counties, &source, &groups])
            .await?;
        let counted = |row: &Row| -> (String, i64, i64) { (row.get(0), row.get(1), row.get(2)) };
        match rows.first().map(counted) {
            Some((county, gone, of)) if gone as f64 > of as f64 * MAX_RETIRED => {
                Err(ImportError::TooManyRetired {
                    gone,
                    of,
                    county: county_label(&county),
                })
            }
            _ => Ok(()),
        }
    }

    /// Records what the batch did, and deletes history that is too old. A sample city that was
    /// there already is no batch: each start of the product would make one.
    pub(super) async fn finish(
        &mut self,
        origin: Origin,
        counties: &[&str],
    ) -> Result<(), ImportError> {
        let written = self.report.written;
        if self.provenance.is_sample && written.unchanged() == written.parcels {
            self.transaction.execute(FORGET, &[&self.batch]).await?;
            return Ok(());
        }
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let rejected = count(self.report.rejections.total());
        let hashes = origin.hashes().await?;
        let unnumbered = &self.report.unnumbered;
        let kinds = unnumbered.by_kind.iter();
        let kinds: serde_json::Map<String, Value> = kinds
            .map(|(kind, count)| (kind.as_str().to_owned(), Value::from(*count)))
            .collect();
        self.transaction
            .execute(
                FINISH,
                &[
                    &self.batch,
                    &counties,
                    &hashes,
                    &(count(self.report.staged) + rejected).max(self.report.reader.rows),
                    &rejected,
                    &written.inserted,
                    &written.updated,
                    &written.unchanged(),
                    &written.returned,
                    &count(self.report.retired + self.report.replaced),
                    &(self.report.direct > 0),
                    &self.report.roll.as_ref().map(|roll| roll.reader.rows),
                    &self.report.roll.as_ref().map(|roll| roll.joined),
                    &Value::Object(kinds),
                    &unnumbered.inserted,
                    &unnumbered.updated,
                    &unnumbered.retired,
                    &self.report.fact_columns(),
                ],
            )
            .await?;
        prune(&self.transaction, counties, KEPT_BATCHES).await?;
        self.report.batch = Some(self.batch);
        Ok(())
    }
}
