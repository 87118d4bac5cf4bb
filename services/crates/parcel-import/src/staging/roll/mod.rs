//! Joins a tax roll to the parcels of the staging table, or of the table.
//!
//! The roll's rows are copied to a table of their own before the outlines are read, so that a roll that
//! is not understood is refused at once. PostgreSQL sorts them by parcel; what several say of one is
//! decided here, some thousand rows at a time.

mod of_parcel;

use std::pin::pin;
use std::sync::Arc;

use bytes::BytesMut;
use feature_files::Reason;
use futures::{SinkExt as _, TryStreamExt as _};
use of_parcel::write_row;
use parcel_record::{FACT_COLUMNS, Provenance};
use tokio::task::JoinHandle;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::intake::CHUNK;
use super::{Staging, columns};
use crate::batches::lock_counties;
use crate::error::{ImportError, RollMismatch};
use crate::files_meter::FilesMeter;
use crate::item::Item;
use crate::progress::Progress;
use crate::report::ReaderSummary;
use crate::roll::{On, RollSummary};
use crate::rows::Rows;

/// Share of the rows that must have a parcel: fewer have other numbers.
const JOINED: f64 = 0.5;
/// Most rows of a parcel, because they are merged in memory: more are of no unit, such as those of
/// account 0.
const MAX_ROWS: i64 = 10_000;
/// Values of both columns that are shown if fewer have.
const EXAMPLES: i64 = 5;
/// Rows between progress reports.
const STEP: u64 = 5_000;

const NO_TEXT: Option<&str> = None;

const COPY: &str =
    "COPY import_roll (line, county_fips, said, fields, unit, raw, facts, hash) FROM STDIN";

const KEYS: &str = "UPDATE import_roll SET key = pg_temp.roll_key(said); ANALYZE import_roll";

/// Rows that say the same of the same parcel as an earlier one are no units.
const REPEATED: &str = "DELETE FROM import_roll USING ( \
        SELECT line, first_value(line) OVER same AS first FROM import_roll WHERE key IS NOT NULL \
        WINDOW same AS (PARTITION BY county_fips, key, facts ORDER BY line) \
    ) AS seen \
    WHERE import_roll.line = seen.line AND seen.first <> seen.line \
    RETURNING import_roll.line, raw, first";

const NO_VALUE: &str = "DELETE FROM import_roll WHERE key IS NULL RETURNING line, raw";

/// The parcels of the staging table, and those of the table: imported ones that are live.
const STAGED: &str = "SELECT ll_uuid, county_fips, fields -> 'parcelnumb' AS parcelnumb, raw FROM import_rows WHERE $1::text IS NULL";
const KNOWN: &str = "SELECT ll_uuid, county_fips, to_jsonb(parcelnumb) AS parcelnumb, raw FROM parcels \
    WHERE county_fips = $1 AND county_group IN ($1, left($1, 1)) AND retired_at IS NULL AND NOT is_sample AND batch_id IS NOT NULL";

const NOT_JOINED: &str = "DELETE FROM import_roll USING ( \
        SELECT line, parcels, count(*) OVER (PARTITION BY county_fips, key) AS rows \
        FROM import_roll LEFT JOIN import_roll_keys USING (county_fips, key) \
    ) AS lacking \
    WHERE import_roll.line = lacking.line AND (parcels IS DISTINCT FROM 1 OR rows > $1) \
    RETURNING import_roll.line, raw, coalesce(parcels, 0) AS parcels";

/// The facts of a roll over those of the outline's file, which are kept in case that another roll
/// follows; `{base}` has fields, raw and hash without any roll. The original row of a parcel that has
/// only one is kept beside that of the outline's file. Of a roll that was imported alone, whose it is and
/// when the outline's file was read are kept too, so that each fact is shown with its own source; of an export, whose
/// units are its roll, what it says of the roll that they are from.
const OVERLAY: &str = "base.fields || roll.facts AS fields, \
    coalesce(base.raw, '{}') || jsonb_build_object('tax_roll', coalesce(base.exported_roll, '{}') \
        || jsonb_strip_nulls(jsonb_build_object('row', single.raw, 'source', $1::text, 'source_licence', $2::text, \
            'outline_read_at', base.read_at, 'outline_source_date', base.read_date)) \
        || jsonb_build_object('replaced', coalesce(base.exported_roll -> 'replaced', '{}') \
            || (SELECT coalesce(jsonb_object_agg(fact, base.fields -> fact), '{}') \
            FROM jsonb_object_keys(roll.facts) AS fact))) AS raw, \
    base.hash || '+' || roll.hash AS hash \
    FROM base JOIN import_roll_parcels AS roll USING (ll_uuid) \
        LEFT JOIN import_roll AS single ON roll.rows = 1 AND single.line = roll.line";

/// All units of the batch's parcels that its roll no longer has in the same words.
const REPLACE_UNITS: &str = "UPDATE parcel_units AS unit SET replaced_by = $1 \
    FROM (SELECT DISTINCT ll_uuid FROM import_rows) AS parcel \
    WHERE unit.ll_uuid = parcel.ll_uuid AND unit.replaced_by IS NULL AND NOT EXISTS (SELECT FROM import_roll AS new \
        JOIN import_roll_keys USING (county_fips, key) JOIN import_roll_parcels AS roll USING (ll_uuid) \
        WHERE roll.rows > 1 AND roll.ll_uuid = unit.ll_uuid AND new.hash = unit.content_hash)";

const ADD_UNITS: &str = "INSERT INTO parcel_units (ll_uuid, county_fips, roll_row, parcelnumb, unit, address, owner, careof, \
        mailing_address, saledate, saleprice, year_built, usecode, usedesc, parval, landval, improvval, sqft, raw, content_hash, batch_id) \
    SELECT parcel.ll_uuid, parcel.county_fips, new.line, f.*, new.raw, new.hash, $1::bigint \
    FROM import_roll AS new JOIN import_roll_keys AS parcel USING (county_fips, key) JOIN import_roll_parcels AS roll USING (ll_uuid), \
        LATERAL (SELECT said.parcelnumb, new.unit, said.address, said.owner, said.careof, said.mailing_address, said.saledate, \
            said.saleprice, said.year_built, said.usecode, said.usedesc, said.parval, said.landval, said.improvval, said.sqft \
            FROM jsonb_to_record(new.fields) AS said (parcelnumb text, address text, owner text, careof text, mailing_address text, \
                saledate date, saleprice numeric, year_built integer, usecode text, usedesc text, parval numeric, landval numeric, \
                improvval numeric, sqft bigint)) AS f \
    WHERE roll.rows > 1 \
        AND NOT EXISTS (SELECT FROM parcel_units AS unit \
            WHERE unit.ll_uuid = roll.ll_uuid AND unit.replaced_by IS NULL AND unit.content_hash = new.hash) \
    ORDER BY new.line";

/// The roll of an import.
pub(crate) struct RollLoad {
    pub rows: Rows,
    /// Ends after the last row.
    pub reader: JoinHandle<Result<ReaderSummary, ImportError>>,
    /// How much of it was read.
    pub meter: Arc<FilesMeter>,
    pub on: On,
    /// Name of its file.
    pub file: String,
    /// The county whose imported parcels it is joined to; if none, those of the other file.
    pub county: Option<String>,
}

impl Staging<'_> {
    /// Copies a roll to the database.
    pub(super) async fn read_roll(
        &mut self,
        mut roll: RollLoad,
        progress: &impl Fn(Progress),
    ) -> Result<(On, Option<String>), ImportError> {
        self.transaction
            .batch_execute(include_str!("staged.sql"))
            .await?;
        let sink = self.transaction.copy_in(COPY).await?;
        let mut sink = pin!(sink);
        let mut chunk = BytesMut::with_capacity(CHUNK * 2);
        let mut summary = RollSummary {
            file: roll.file,
            column: roll.on.column.clone(),
            ..RollSummary::default()
        };
        let mut count: u64 = 0;
        while let Some(item) = roll.rows.recv().await {
            match item {
                Item::OfRoll(row) => write_row(&mut chunk, &row),
                Item::Rejected(row) => {
                    summary.rejections.add(row.line, &row.reason, &row.columns);
                    self.rejects
                        .add_of_second(row.line, &of_roll(&row.reason), &row.columns)?;
                }
                Item::SampleEnd(_) | Item::File(_) | Item::Staged(_) | Item::Unnumbered(_) => {
                    continue;
                }
            }
            count += 1;
            if count.is_multiple_of(STEP) {
                progress(Progress::Roll {
                    rows: count,
                    share: roll.meter.share(),
                    expected_rows: roll.meter.expected_rows(),
                });
            }
            if chunk.len() > CHUNK {
                sink.send(chunk.split().freeze()).await?;
            }
        }
        sink.send(chunk.freeze()).await?;
        sink.finish().await?;
        summary.reader = roll
            .reader
            .await
            .map_err(|_panicked| ImportError::Interrupted)?
            .map_err(|error| ImportError::Roll(Box::new(error)))?;
        self.report.roll = Some(summary);
        Ok((roll.on, roll.county))
    }

    /// Adds what the roll says to the parcels of the staging table. With a county, its parcels of the
    /// table are put there first.
    pub(super) async fn join_roll(
        &mut self,
        on: &On,
        county: Option<&str>,
        progress: &impl Fn(Progress),
    ) -> Result<(), ImportError> {
        let mut summary = self.report.roll.take().unwrap_or_default();
        if let Some(county) = county
            && !lock_counties(&self.transaction, &[county], false).await?
        {
            progress(Progress::Waiting);
            lock_counties(&self.transaction, &[county], true).await?;
        }
        self.transaction.batch_execute(KEYS).await?;
        self.reject_of_roll(&mut summary, NO_VALUE, &[], |_| {
            Reason::new("nothing in the column that names the parcel")
        })
        .await?;
        self.reject_of_roll(&mut summary, REPEATED, &[], |row| {
            let detail = format!("the same facts as row {}", row.get::<_, i64>("first"));
            Reason::with("the facts of an earlier row", detail)
        })
        .await?;
        summary.parcel_column = self.parcel_keys(on, county).await?;
        self.check_joined(&mut summary, on, county).await?;
        self.reject_of_roll(&mut summary, NOT_JOINED, &[&MAX_ROWS], not_joined)
            .await?;
        self.merge(&mut summary).await?;
        self.overlay(county).await?;
        self.report.roll = Some(summary);
        Ok(())
    }

    /// Replaces the units of the batch's parcels by those of its roll.
    pub(super) async fn write_units(&self) -> Result<(), ImportError> {
        if self.report.roll.is_some() {
            self.transaction
                .execute(REPLACE_UNITS, &[&self.batch])
                .await?;
            self.transaction.execute(ADD_UNITS, &[&self.batch]).await?;
        }
        Ok(())
    }

    async fn reject_of_roll(
        &mut self,
        summary: &mut RollSummary,
        delete: &str,
        parameters: &[&(dyn ToSql + Sync)],
        reason: impl Fn(&Row) -> Reason,
    ) -> Result<(), ImportError> {
        let rows = self
            .transaction
            .query_raw(delete, parameters.iter().copied())
            .await?;
        let mut rows = pin!(rows);
        while let Some(row) = rows.try_next().await? {
            let (line, reason) = (row.get("line"), reason(&row));
            let columns = columns(row.get("raw"));
            summary.rejections.add(line, &reason, &columns);
            self.rejects
                .add_of_second(line, &of_roll(&reason), &columns)?;
        }
        Ok(())
    }

    /// Lists the parcels by what the roll is compared with, and names that.
    async fn parcel_keys(&self, on: &On, county: Option<&str>) -> Result<String, ImportError> {
        let parcels = if county.is_some() { KNOWN } else { STAGED };
        let wanted = on.parcel_column.as_deref().unwrap_or(&on.column);
        let names = format!(
            "SELECT DISTINCT name FROM (SELECT raw FROM ({parcels}) AS parcels WHERE jsonb_typeof(raw) = 'object' LIMIT 1000) AS rows, \
                jsonb_object_keys(raw) AS name ORDER BY name"
        );
        let names = self.transaction.query(&names, &[&county]).await?;
        let names: Vec<String> = names.iter().map(|row| row.get(0)).collect();
        let found = names
            .iter()
            .find(|name| name.to_lowercase() == wanted.to_lowercase());
        if found.is_none()
            && on
                .parcel_column
                .as_deref()
                .is_some_and(|column| column != NUMBER)
        {
            return Err(ImportError::NoJoinColumn {
                what: "the parcels' file",
                column: wanted.to_owned(),
                known: names.join(", "),
            });
        }
        let keys = format!(
            "INSERT INTO import_roll_keys \
             SELECT county_fips, key, min(ll_uuid::text)::uuid, count(DISTINCT ll_uuid) FROM ( \
                SELECT ll_uuid, county_fips, pg_temp.roll_key(CASE WHEN $2::text IS NULL THEN parcelnumb ELSE raw -> $2 END) AS key \
                FROM ({parcels}) AS parcels \
             ) AS named WHERE key IS NOT NULL GROUP BY 1, 2"
        );
        self.transaction.execute(&keys, &[&county, &found]).await?;
        self.transaction
            .batch_execute("ANALYZE import_roll_keys")
            .await?;
        Ok(found.map_or_else(|| NUMBER.to_owned(), Clone::clone))
    }

    /// Refuses a roll of which hardly any row has a parcel.
    async fn check_joined(
        &self,
        summary: &mut RollSummary,
        on: &On,
        county: Option<&str>,
    ) -> Result<(), ImportError> {
        let parcels = "SELECT count(*) FROM import_roll_keys";
        let parcels: i64 = self.transaction.query_one(parcels, &[]).await?.get(0);
        if let Some(county) = county.filter(|_| parcels == 0) {
            return Err(ImportError::NoParcelsToJoin(county.to_owned()));
        }
        let count = "SELECT count(*) FROM import_roll JOIN import_roll_keys USING (county_fips, key) WHERE parcels = 1";
        summary.joined = self.transaction.query_one(count, &[]).await?.get(0);
        if summary.share() >= JOINED {
            return Ok(());
        }
        let examples = async |table: &str| -> Result<Vec<String>, ImportError> {
            let query = format!(
                "SELECT DISTINCT key FROM (SELECT key FROM {table} WHERE key IS NOT NULL LIMIT 1000) AS first ORDER BY 1 LIMIT $1"
            );
            let rows = self.transaction.query(&query, &[&EXAMPLES]).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        };
        Err(ImportError::RollNotJoined(Box::new(RollMismatch {
            joined: summary.joined,
            of: summary.reader.rows,
            column: on.column.clone(),
            examples: examples("import_roll").await?,
            parcel_column: summary.parcel_column.clone(),
            parcel_examples: examples("import_roll_keys").await?,
        })))
    }

    /// Writes the roll's facts over those of the parcels.
    async fn overlay(&self, county: Option<&str>) -> Result<(), ImportError> {
        let Some(county) = county else {
            let update = format!(
                "UPDATE import_rows AS staged SET fields = merged.fields, raw = merged.raw, hash = merged.hash FROM ( \
                    WITH base AS (SELECT ctid AS place, ll_uuid, fields, raw, hash, \
                        NULL::timestamptz AS read_at, NULL::date AS read_date, \
                        CASE WHEN hash LIKE '%+%' THEN raw -> 'tax_roll' END AS exported_roll FROM import_rows) \
                    SELECT base.place, {OVERLAY}) AS merged WHERE staged.ctid = merged.place"
            );
            // Both files are of one source, read at one time.
            self.transaction
                .execute(&update, &[&NO_TEXT, &NO_TEXT])
                .await?;
            return Ok(());
        };
        // The outline is still that of its file, so both sources are named.
        let insert = format!(
            "WITH known AS (SELECT p.*, \
                coalesce(p.raw #> '{{tax_roll,replaced}}', '{{}}') AS replaced FROM parcels AS p JOIN import_roll_parcels USING (ll_uuid) \
                WHERE p.county_group IN ($3, left($3, 1)) \
             ), base AS ( \
                SELECT ll_uuid, county_fips, geom, raw - 'tax_roll' AS raw, split_part(content_hash, '+', 1) AS hash, \
                    coalesce((raw #>> '{{tax_roll,outline_read_at}}')::timestamptz, fetched_at) AS read_at, \
                    coalesce((raw #>> '{{tax_roll,outline_source_date}}')::date, source_date) AS read_date, NULL::jsonb AS exported_roll, \
                    jsonb_build_object('source', source, 'source_licence', source_licence) \
                        || (SELECT to_jsonb(facts) FROM (SELECT {}) AS facts) || replaced AS fields FROM known \
             ), named AS ( \
                UPDATE import_roll_parcels AS roll SET facts = facts || jsonb_build_object('source', {}, 'source_licence', {}) \
                FROM base WHERE base.ll_uuid = roll.ll_uuid RETURNING roll.* \
             ) \
             INSERT INTO import_rows (line, kind, shape, outline, ll_uuid, county_fips, fields, raw, hash) \
             SELECT roll.line, 'b', '', base.geom, base.ll_uuid, base.county_fips, {}",
            FACT_COLUMNS.join(", "),
            both("source", 1),
            both("source_licence", 2),
            OVERLAY.replace("import_roll_parcels AS roll", "named AS roll"),
        );
        let Provenance {
            source, licence, ..
        } = self.provenance;
        self.transaction
            .execute(&insert, &[source, licence, &county])
            .await?;
        self.transaction
            .batch_execute("ANALYZE import_rows")
            .await?;
        Ok(())
    }
}

/// What an operator calls the parcels' own number.
const NUMBER: &str = "parcelnumb";

/// SQL: what is known of the outline's file and what is said of the roll, if they differ.
fn both(column: &str, parameter: u8) -> String {
    format!(
        "CASE WHEN base.fields ->> '{column}' IS DISTINCT FROM ${parameter}::text \
            THEN concat_ws('; ', base.fields ->> '{column}', ${parameter}::text) ELSE ${parameter}::text END"
    )
}

fn not_joined(row: &Row) -> Reason {
    match row.get::<_, i64>("parcels") {
        0 => Reason::new("no parcel with this number"),
        1 => Reason::new("more rows than a parcel has units"),
        several => Reason::with(
            "several parcels with this number",
            format!("{several} parcels with this number"),
        ),
    }
}

/// Rows of a roll are listed with those of the other file.
fn of_roll(reason: &Reason) -> String {
    format!("tax roll: {}", reason.text())
}
