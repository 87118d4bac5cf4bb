//! Copies rows to a staging table, checks them there, and writes them to `parcels` with one
//! statement.
//!
//! One transaction: readers see the old parcels or the new ones, and are not blocked.

mod batch;
mod lines;
mod outlines;
mod placing;

use std::pin::pin;
use std::sync::Arc;

use bytes::BytesMut;
use futures::{SinkExt as _, TryStreamExt as _};
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, CopyInSink, Row, Transaction};

use crate::batches::lock_counties;
use crate::error::ImportError;
use crate::origin::Origin;
use crate::progress::Progress;
use crate::rejects::Rejects;
use crate::report::{CountySummary, ReaderSummary, Reason, Report};
use crate::sink::Item;
use crate::survey::Survey;
use batch::{begin, forget};
pub(crate) use lines::Facts;
use lines::write_line;
use parcel_record::counties::Bounds;
use parcel_record::{ParcelFields, Provenance, RowProvenance, Shape, Written, upsert_statement};

/// Bytes per COPY chunk.
const CHUNK: usize = 256 * 1024;
/// Rows between progress reports.
const STEP: u64 = 5_000;

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
    /// Where the row itself says that it is from; as the whole source if none.
    pub provenance: Option<RowProvenance>,
    /// The source's original row.
    pub raw: Option<Value>,
}

/// How a file is checked. Generated parcels are not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checks {
    /// Exchange x and y of all shapes.
    pub swap_axes: bool,
}

/// Rows and what to do with them.
pub(crate) struct Load<'a, P> {
    pub rows: mpsc::Receiver<Item>,
    pub provenance: &'a Provenance,
    pub progress: P,
    /// Ends after the last row; its error ends the import.
    pub reader: Option<JoinHandle<Result<ReaderSummary, ImportError>>>,
    pub checks: Option<Checks>,
    pub rejects: Rejects,
    pub dry_run: bool,
    /// For its batch.
    pub origin: Origin,
    /// The rows that a page draws, if there is one.
    pub survey: Option<Arc<Survey>>,
}

/// Loads all rows. The result of the reader is checked before the commit.
pub(crate) async fn load<P: Fn(Progress) + Send>(
    database: &db::DbConfig,
    job: Load<'_, P>,
) -> Result<Report, ImportError> {
    let (mut client, connection) = db::open(database).await?;
    // Outside of the transaction: of an import that is killed, this row is what is left.
    let begun = if job.dry_run {
        None
    } else {
        Some(begin(&client, job.provenance, &job.origin).await?)
    };
    let result = in_transaction(&mut client, job, begun).await;
    if let (Err(_), Some(batch)) = (&result, begun) {
        // May fail for the reason of the first error, which is reported.
        let _ = forget(&client, batch).await;
    }
    drop(client);
    // Ends when the client is dropped.
    let ended = connection.await;
    let report = result?;
    ended.map_err(|_panicked| ImportError::Interrupted)??;
    Ok(report)
}

async fn in_transaction<P: Fn(Progress) + Send>(
    client: &mut Client,
    job: Load<'_, P>,
    begun: Option<i64>,
) -> Result<Report, ImportError> {
    let transaction = client.transaction().await?;
    let batch = match begun {
        Some(batch) => batch,
        None => begin(transaction.client(), job.provenance, &job.origin).await?,
    };
    let swap_axes = job.checks.is_some_and(|checks| checks.swap_axes);
    let staging = Staging {
        transaction,
        report: Report {
            dry_run: job.dry_run,
            ..Report::default()
        },
        rejects: job.rejects,
        still_there: Vec::new(),
        batch,
        survey: job.survey.map(|survey| (survey, swap_axes)),
    };
    staging
        .run(
            job.rows,
            Source {
                provenance: job.provenance,
                origin: job.origin,
            },
            job.progress,
            job.reader,
            job.checks,
        )
        .await
}

/// Where the rows are from.
struct Source<'a> {
    provenance: &'a Provenance,
    origin: Origin,
}

/// One import on its way into the table.
struct Staging<'t> {
    transaction: Transaction<'t>,
    report: Report,
    rejects: Rejects,
    /// Ids of parcels whose rows were rejected: the file has them, so they are not retired.
    still_there: Vec<String>,
    batch: i64,
    /// With whether x and y are exchanged.
    survey: Option<(Arc<Survey>, bool)>,
}

impl Staging<'_> {
    async fn run(
        mut self,
        mut rows: mpsc::Receiver<Item>,
        source: Source<'_>,
        progress: impl Fn(Progress),
        reader: Option<JoinHandle<Result<ReaderSummary, ImportError>>>,
        checks: Option<Checks>,
    ) -> Result<Report, ImportError> {
        self.transaction
            .batch_execute(
                "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
            )
            .await?;
        self.transaction
            .batch_execute(include_str!("functions.sql"))
            .await?;
        let sample = self.copy(&mut rows, &progress).await?;
        if let (Some(checks), Some(last)) = (checks, sample) {
            self.check_sample(checks).await?;
            self.copy(&mut rows, &progress).await?;
            if checks.swap_axes {
                self.swap_axes(last).await?;
            }
        }
        if let Some(reader) = reader {
            self.report.reader = reader
                .await
                .map_err(|_panicked| ImportError::Interrupted)??;
        }
        progress(Progress::Outlines);
        self.compute_outlines().await?;
        self.reject_without_outline().await?;
        self.simplify().await?;
        if checks.is_some() {
            self.reject_outside().await?;
        }
        self.reject_repeated().await?;
        self.report.rejects = self.rejects.finish()?;
        let counties = self.rows_by_county().await?;
        if counties.is_empty() && self.report.rejections.total() > 0 {
            return Err(ImportError::AllRejected {
                rows: self.report.reader.rows,
                rejections: self.report.rejections,
                rejects: self.report.rejects,
            });
        }
        self.write(source, &counties, progress).await
    }

    /// Copies rows until the end of the sample, whose last position it returns, or of all rows.
    async fn copy(
        &mut self,
        rows: &mut mpsc::Receiver<Item>,
        progress: &impl Fn(Progress),
    ) -> Result<Option<i64>, ImportError> {
        let sink: CopyInSink<bytes::Bytes> = self.transaction.copy_in(COPY).await?;
        let mut sink = pin!(sink);
        let mut chunk = BytesMut::with_capacity(CHUNK * 2);
        let mut sample_end = None;
        while let Some(item) = rows.recv().await {
            match item {
                Item::Staged(row) => {
                    self.report.staged += 1;
                    write_line(&mut chunk, &row);
                    if self.report.staged.is_multiple_of(STEP) {
                        let reading = Progress::Reading {
                            rows: self.report.staged,
                            share: None,
                        };
                        progress(reading);
                    }
                }
                Item::Rejected(row) => {
                    self.report
                        .rejections
                        .add(row.line, &row.reason, &row.columns);
                    self.rejects
                        .add(row.line, row.reason.text(), &row.columns)?;
                    self.still_there
                        .extend(row.parcel.map(|parcel| parcel.to_string()));
                }
                Item::SampleEnd(last) => {
                    sample_end = Some(last);
                    break;
                }
            }
            if chunk.len() > CHUNK {
                sink.send(chunk.split().freeze()).await?;
            }
        }
        sink.send(chunk.freeze()).await?;
        sink.finish().await?;
        Ok(sample_end)
    }

    /// Rejects the rows that a DELETE returns: line, original row, id, and what `reason` needs.
    async fn reject(
        &mut self,
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
            self.still_there.push(row.get("ll_uuid"));
            let raw: Option<Value> = row.get("raw");
            let columns = match raw {
                Some(Value::Object(columns)) => columns,
                _ => Map::new(),
            };
            self.report.rejections.add(line, &reason, &columns);
            self.rejects.add(line, reason.text(), &columns)?;
        }
        Ok(())
    }

    /// The counties of the rows that are left.
    async fn rows_by_county(&self) -> Result<Vec<(String, i64)>, ImportError> {
        let rows = self
            .transaction
            .query(
                "SELECT fields ->> 'county_fips', count(*) FROM import_rows GROUP BY 1 ORDER BY 1",
                &[],
            )
            .await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    async fn write(
        mut self,
        source: Source<'_>,
        counties: &[(String, i64)],
        progress: impl Fn(Progress),
    ) -> Result<Report, ImportError> {
        let rows: i64 = counties.iter().map(|(_, rows)| rows).sum();
        let counties: Vec<&str> = counties.iter().map(|(county, _)| county.as_str()).collect();
        if !lock_counties(&self.transaction, &counties, false).await? {
            progress(Progress::Waiting);
            lock_counties(&self.transaction, &counties, true).await?;
        }
        progress(Progress::Writing);
        if self.report.dry_run || self.survey.is_some() {
            self.report.counties = self.counties().await?;
        }
        self.retire(source.provenance, source.origin.extent, &counties)
            .await?;
        self.report.written = self.upsert(source.provenance).await?;
        self.report.further_parts = (rows - self.report.written.parcels).unsigned_abs();
        if let Some((survey, swap_axes)) = &self.survey {
            self.report.outlines = survey
                .outlines(&self.transaction, self.batch, &self.report, *swap_axes)
                .await?;
        }
        if self.report.dry_run {
            self.transaction.rollback().await?;
        } else {
            self.finish(source, &counties).await?;
            self.transaction.commit().await?;
        }
        Ok(self.report)
    }

    async fn upsert(&self, provenance: &Provenance) -> Result<Written, ImportError> {
        let statement =
            upsert_statement("SELECT line, outline AS geom, fields, raw FROM import_rows");
        let row = self
            .transaction
            .query_one(
                &statement,
                &[
                    &provenance.source,
                    &provenance.licence,
                    &provenance.is_sample,
                    &self.batch,
                ],
            )
            .await?;
        Ok(Written {
            inserted: row.get("inserted"),
            updated: row.get("updated"),
            returned: row.get("returned"),
            parcels: row.get("parcels"),
        })
    }

    async fn counties(&self) -> Result<Vec<CountySummary>, ImportError> {
        let rows = self
            .transaction
            .query(
                "SELECT county_fips, rows, ST_XMin(box), ST_YMin(box), ST_XMax(box), ST_YMax(box) \
                 FROM (SELECT fields ->> 'county_fips' AS county_fips, count(*) AS rows, \
                    ST_Extent(outline) AS box FROM import_rows GROUP BY 1) AS counties ORDER BY rows DESC, 1",
                &[],
            )
            .await?;
        let summary = |row: &Row| CountySummary {
            county_fips: row.get(0),
            rows: row.get(1),
            bounds: Bounds {
                west: row.get(2),
                south: row.get(3),
                east: row.get(4),
                north: row.get(5),
            },
        };
        Ok(rows.iter().map(summary).collect())
    }
}
