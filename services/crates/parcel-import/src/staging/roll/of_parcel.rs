//! What the rows of each parcel say of it: sorted by PostgreSQL, decided here, written back.

use std::fmt::Write as _;
use std::pin::pin;

use bytes::{Bytes, BytesMut};
use futures::SinkExt as _;
use parcel_record::field_map::values;
use parcel_record::{ParcelFields, Provenance};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio_postgres::Row;

use crate::error::ImportError;
use crate::roll::{Joined, ReadRow, RollRow, RollSummary, joined};
use crate::staging::Staging;
use crate::staging::lines::write_columns;

/// Rows that are fetched at once.
const PAGE: i32 = 2_000;
const BY_PARCEL: &str = "SELECT ll_uuid::text, line, unit, fields, hash \
    FROM import_roll JOIN import_roll_keys USING (county_fips, key) ORDER BY ll_uuid, line";

const COPY_PARCELS: &str = "COPY import_roll_parcels (ll_uuid, facts, hash, rows, line) FROM STDIN";

impl Staging<'_> {
    /// Decides what the rows of each parcel say of it.
    pub(super) async fn merge(&self, summary: &mut RollSummary) -> Result<(), ImportError> {
        let statement = self.transaction.prepare(BY_PARCEL).await?;
        let portal = self.transaction.bind(&statement, &[]).await?;
        let mut parcel = OfParcel::default();
        summary.joined = 0;
        let mut chunk = BytesMut::new();
        loop {
            let rows = self.transaction.query_portal(&portal, PAGE).await?;
            for row in &rows {
                let id: &str = row.get(0);
                if id != parcel.id {
                    parcel.end(&mut chunk, summary, self.provenance);
                    id.clone_into(&mut parcel.id);
                }
                parcel.add(row)?;
            }
            if rows.is_empty() {
                parcel.end(&mut chunk, summary, self.provenance);
            }
            let sink = self.transaction.copy_in::<_, Bytes>(COPY_PARCELS).await?;
            let mut sink = pin!(sink);
            sink.send(chunk.split().freeze()).await?;
            sink.finish().await?;
            if rows.is_empty() {
                break;
            }
        }
        // A table that is being read gets no index.
        drop(portal);
        self.transaction
            .batch_execute("CREATE INDEX ON import_roll_parcels (ll_uuid); CREATE INDEX ON import_roll (line); \
                ANALYZE import_roll_parcels; ANALYZE import_roll")
            .await?;
        Ok(())
    }
}

/// The rows of one parcel, while they are read.
#[derive(Default)]
struct OfParcel {
    id: String,
    first: i64,
    hashes: Vec<String>,
    rows: Vec<RollRow>,
}

impl OfParcel {
    fn add(&mut self, row: &Row) -> Result<(), ImportError> {
        let fields: ParcelFields = serde_json::from_value(row.get("fields"))
            .map_err(|_changed| ImportError::Interrupted)?;
        if self.rows.is_empty() {
            self.first = row.get("line");
        }
        self.hashes.push(row.get("hash"));
        self.rows.push(RollRow {
            unit: row.get("unit"),
            fields,
        });
        Ok(())
    }

    /// Writes what they say, and begins another parcel.
    fn end(&mut self, chunk: &mut BytesMut, summary: &mut RollSummary, provenance: &Provenance) {
        if self.rows.is_empty() {
            return;
        }
        let Joined {
            facts,
            are_told_apart,
        } = joined(&self.rows);
        self.hashes.sort_unstable();
        let count = self.rows.len();
        let said = [
            &provenance.source,
            provenance.licence.as_deref().unwrap_or_default(),
        ];
        let hash = hash(self.hashes.iter().map(String::as_str).chain(said));
        summary.parcels += 1;
        summary.joined += i64::try_from(count).unwrap_or(i64::MAX);
        if count > 1 {
            summary.with_units += 1;
            summary.units += i64::try_from(count).unwrap_or(i64::MAX);
            summary.not_told_apart += i64::from(!are_told_apart);
        }
        write_columns(
            chunk,
            [
                Some(self.id.as_str()),
                Some(Value::Object(facts).to_string().as_str()),
                Some(hash.as_str()),
                Some(count.to_string().as_str()),
                Some(self.first.to_string().as_str()),
            ],
        );
        self.rows.clear();
        self.hashes.clear();
    }
}

/// A line of the COPY of the roll.
pub(super) fn write_row(chunk: &mut BytesMut, row: &ReadRow) {
    let raw = values::without_nul(row.raw.clone()).to_string();
    let fields = json!(row.fields).to_string();
    let unit = row.unit.as_deref().unwrap_or_default();
    let facts = hash([fields.as_str(), unit]);
    let all = hash([fields.as_str(), unit, raw.as_str()]);
    let said = values::without_nul(row.value.clone()).to_string();
    write_columns(
        chunk,
        [
            Some(row.line.to_string().as_str()),
            Some(row.fields.county_fips.as_str()),
            Some(said.as_str()),
            Some(fields.as_str()),
            row.unit.as_deref(),
            Some(raw.as_str()),
            Some(facts.as_str()),
            Some(all.as_str()),
        ],
    );
}

/// 16 digits.
fn hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let mut text = String::with_capacity(16);
    for byte in &hash.finalize()[..8] {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
