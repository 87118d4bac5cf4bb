//! Copies rows to a staging table, and from there to `parcels` with one statement.
//!
//! One transaction: readers see the old parcels or the new ones, and are not blocked.

use std::pin::pin;

use bytes::BytesMut;
use futures::SinkExt as _;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_postgres::{CopyInSink, Transaction};

use crate::report::{ReaderSummary, Rejections, Report};
use crate::source::{ImportError, Item};
use parcel_record::field_map::values;
use parcel_record::{ParcelFields, Provenance, Shape};
use parcel_record::{Written, upsert_statement};

/// Bytes per COPY chunk.
const CHUNK: usize = 256 * 1024;
/// Rows between progress reports.
const STEP: u64 = 5_000;

const STAGING: &str = "CREATE TEMPORARY TABLE import_rows (line bigint NOT NULL, kind text NOT NULL, shape text NOT NULL, \
    crs text, fields jsonb NOT NULL, raw jsonb) ON COMMIT DROP";
const COPY: &str = "COPY import_rows (line, kind, shape, crs, fields, raw) FROM STDIN";

/// A parcel to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Staged {
    /// Position in the source, from 1.
    pub line: i64,
    /// The outline.
    pub shape: Shape,
    /// Coordinate system for `parcel_geometry`; WGS 84 if none.
    pub crs: Option<String>,
    /// What is known of it.
    pub fields: ParcelFields,
    /// The source's original row.
    pub raw: Option<Value>,
}

/// Loads all `rows`. The result of `reader` is checked before the commit.
pub async fn load(
    database: &db::DbConfig,
    mut rows: mpsc::Receiver<Item>,
    provenance: &Provenance,
    progress: impl Fn(u64) + Send,
    reader: Option<JoinHandle<Result<ReaderSummary, ImportError>>>,
) -> Result<Report, ImportError> {
    let (mut client, connection) = db::open(database).await?;
    let transaction = client.transaction().await?;
    transaction
        .batch_execute(
            "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
        )
        .await?;
    transaction.batch_execute(STAGING).await?;
    let (staged, mut rejections) = copy(&transaction, &mut rows, progress).await?;
    let reader = match reader {
        Some(reader) => reader
            .await
            .map_err(|_panicked| ImportError::Interrupted)??,
        None => ReaderSummary::default(),
    };
    for line in without_outline(&transaction).await? {
        rejections.add(line, "no usable outline".to_owned());
    }
    let written = upsert(&transaction, provenance).await?;
    transaction.commit().await?;
    drop(client);
    // Ends when the client is dropped.
    connection
        .await
        .map_err(|_panicked| ImportError::Interrupted)??;
    Ok(Report {
        reader,
        staged,
        written,
        rejections,
    })
}

async fn copy(
    transaction: &Transaction<'_>,
    rows: &mut mpsc::Receiver<Item>,
    progress: impl Fn(u64),
) -> Result<(u64, Rejections), ImportError> {
    let sink: CopyInSink<bytes::Bytes> = transaction.copy_in(COPY).await?;
    let mut sink = pin!(sink);
    let (mut staged, mut rejections) = (0, Rejections::default());
    let mut chunk = BytesMut::with_capacity(CHUNK * 2);
    while let Some(item) = rows.recv().await {
        match item {
            Item::Staged(row) => {
                staged += 1;
                write_line(&mut chunk, &row);
            }
            Item::Rejected(line, reason) => rejections.add(line, reason),
        }
        if chunk.len() > CHUNK {
            sink.send(chunk.split().freeze()).await?;
        }
        if staged > 0 && staged % STEP == 0 && chunk.len() < CHUNK {
            progress(staged);
        }
    }
    sink.send(chunk.freeze()).await?;
    sink.finish().await?;
    Ok((staged, rejections))
}

/// Computes the outlines once, so that the upsert does not repeat it. A coordinate system given as
/// text is set up once per batch of rows.
const OUTLINES: &str = "ALTER TABLE import_rows ADD COLUMN outline geometry; \
    UPDATE import_rows SET outline = parcel_geometry(kind, shape, crs) \
        WHERE kind <> 'p' AND (crs IS NULL OR crs ~ '^[0-9]+$'); \
    UPDATE import_rows SET outline = batch.outline FROM ( \
        SELECT unnest(lines) AS line, unnest(parcel_geometries(kinds, shapes, crs)) AS outline FROM ( \
            SELECT crs, array_agg(line ORDER BY line) AS lines, array_agg(kind ORDER BY line) AS kinds, \
                array_agg(shape ORDER BY line) AS shapes \
            FROM import_rows WHERE kind <> 'p' AND crs !~ '^[0-9]+$' GROUP BY crs, line / 100) AS rows) AS batch \
        WHERE batch.line = import_rows.line; \
    UPDATE import_rows SET outline = (SELECT known.geom FROM parcels known \
        WHERE ST_Covers(known.geom_3857, ST_Transform(ST_GeomFromText(import_rows.shape, 4326), 3857)) \
        ORDER BY known.is_sample, ST_Area(known.geom_3857), known.ll_uuid LIMIT 1) WHERE kind = 'p'; \
    ANALYZE import_rows";

/// Rows whose outline is empty after parsing, projection and repair.
async fn without_outline(transaction: &Transaction<'_>) -> Result<Vec<i64>, ImportError> {
    transaction.batch_execute(OUTLINES).await?;
    let rows = transaction
        .query(
            "DELETE FROM import_rows WHERE outline IS NULL RETURNING line",
            &[],
        )
        .await?;
    let mut lines: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
    lines.sort_unstable();
    Ok(lines)
}

async fn upsert(
    transaction: &Transaction<'_>,
    provenance: &Provenance,
) -> Result<Written, ImportError> {
    let statement = upsert_statement("SELECT line, outline AS geom, fields, raw FROM import_rows");
    let row = transaction
        .query_one(
            &statement,
            &[
                &provenance.source,
                &provenance.licence,
                &provenance.is_sample,
            ],
        )
        .await?;
    Ok(Written {
        inserted: row.get("inserted"),
        updated: row.get("updated"),
        parcels: row.get("parcels"),
    })
}

fn write_line(chunk: &mut BytesMut, row: &Staged) {
    let fields = serde_json::to_string(&row.fields).unwrap_or_default();
    let raw = row
        .raw
        .clone()
        .map(|raw| values::without_nul(raw).to_string());
    let columns = [
        Some(row.line.to_string()),
        Some(row.shape.kind().to_owned()),
        Some(row.shape.text()),
        row.crs.clone(),
        Some(fields),
        raw,
    ];
    for (index, column) in columns.into_iter().enumerate() {
        if index > 0 {
            chunk.extend_from_slice(b"\t");
        }
        match column {
            Some(text) => escape(chunk, &text),
            None => chunk.extend_from_slice(b"\\N"),
        }
    }
    chunk.extend_from_slice(b"\n");
}

/// COPY's text format. PostgreSQL text cannot hold NUL.
fn escape(chunk: &mut BytesMut, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '\t', '\n', '\r', '\0']) {
        let (plain, special) = rest.split_at(at);
        chunk.extend_from_slice(plain.as_bytes());
        chunk.extend_from_slice(match special.as_bytes()[0] {
            b'\t' => b"\\t",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\0' => b"",
            _ => b"\\\\",
        });
        rest = &special[1..];
    }
    chunk.extend_from_slice(rest.as_bytes());
}
