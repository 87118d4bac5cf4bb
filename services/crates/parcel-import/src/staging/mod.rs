//! Copies rows to a staging table, checks them there, and writes them to `parcels` with one
//! statement. Most rows of a county that is new need none of this: [`direct`].
//!
//! One transaction: readers see the old parcels or the new ones, and are not blocked.

mod batch;
mod binary;
mod derived;
mod direct;
mod intake;
mod job;
mod lines;
mod outlines;
mod placing;
mod projection;
mod raw_json;
mod repeated;
mod roll;
mod seen;
mod simple_outline;
mod staged_rows;
mod unchanged;
mod unnumbered;
mod wkb;
mod words;
mod writing;

use std::collections::BTreeMap;
use std::pin::{Pin, pin};
use std::sync::Arc;

use bytes::Bytes;
use feature_files::{POSTGIS_FUNCTIONS, Places, Reason, Rejects};
use futures::TryStreamExt as _;
use serde_json::{Map, Value};
use tokio::task::JoinHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, CopyInSink, Row, Transaction};

use crate::batches::lock_counties;
use crate::error::ImportError;
use crate::origin::Origin;
use crate::progress::Progress;
use crate::report::{ReaderSummary, Report};
use crate::rows::Rows;
use crate::survey::Survey;
use batch::{begin, forget};
use direct::Direct;
pub(crate) use direct::counties_with_parcels;
pub(crate) use job::{Checks, Load, NewCounty, NewCountyTable};
pub(crate) use lines::Facts;
use parcel_record::{ParcelFields, Provenance, RowProvenance, Shape};
use projection::Projection;
pub(crate) use roll::RollLoad;
use seen::Seen;
pub use unnumbered::UnnumberedReport;
pub(crate) use unnumbered::{StagedUnnumbered, counted};
use wkb::Point;

/// Rows of more than 2 kB are compressed: a tenth of the time of a COPY by PostgreSQL's own method. A server that is
/// built without the other one keeps that.
const SETTINGS: &str = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; \
    SELECT set_config('default_toast_compression', 'lz4', true) FROM pg_settings \
    WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)";

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
    let result = tokio::select! {
        result = Box::pin(in_transaction(database, &mut client, job, begun)) => result,
        never = words::index_meanwhile(database), if begun.is_some() => match never {},
    };
    match (&result, begun) {
        // May fail for the reason of the first error, which is reported.
        (Err(_), Some(batch)) => drop(forget(&client, batch).await),
        (Ok(report), Some(_)) if report.written.parcels > 0 => {
            words::finish(&mut client, report).await;
        }
        _ => {}
    }
    drop(client);
    // Ends when the client is dropped.
    let ended = connection.await;
    let report = result?;
    ended.map_err(|_panicked| ImportError::Interrupted)??;
    Ok(report)
}

async fn in_transaction<P: Fn(Progress) + Send>(
    database: &db::DbConfig,
    client: &mut Client,
    job: Load<'_, P>,
    begun: Option<i64>,
) -> Result<Report, ImportError> {
    let transaction = client.transaction().await?;
    let batch = match begun {
        Some(batch) => batch,
        None => begin(transaction.client(), job.provenance, &job.origin).await?,
    };
    let mut staging = Staging {
        transaction,
        report: Report {
            dry_run: job.dry_run,
            ..Report::default()
        },
        rejects: job.rejects,
        places: Places::default(),
        still_there: Vec::new(),
        unnumbered: 0,
        batch,
        provenance: job.provenance,
        swap_axes: job.checks.as_ref().is_some_and(|checks| checks.swap_axes),
        seen: Seen::default(),
        ids_are_derived: true,
        direct: None,
        is_sampling: job.checks.is_some(),
        sink: None,
        unprojected: Vec::new(),
        projection: Projection::new(database),
        unchanged: 0,
        counties_of_others: job.counties_of_others,
        survey: job.survey,
    };
    if let Some(made) = job.made {
        staging.begin_direct(made).await?;
    }
    staging
        .run(
            job.rows,
            job.origin,
            job.progress,
            job.reader,
            job.checks,
            job.roll,
        )
        .await
}

/// One import on its way into the table.
struct Staging<'t> {
    transaction: Transaction<'t>,
    report: Report,
    rejects: Rejects,
    /// Of rows, if there are several files.
    places: Places,
    /// Ids of parcels whose rows were rejected: the file has them, so they are not retired.
    still_there: Vec<String>,
    /// Rows that lack a parcel number, except rejected ones, and not those of exported land.
    unnumbered: i64,
    batch: i64,
    /// For the page.
    survey: Option<Arc<Survey>>,
    provenance: &'t Provenance,
    swap_axes: bool,
    seen: Seen,
    /// No parcel has the id of another county's, as always without a file of outlines.
    ids_are_derived: bool,
    /// After the first sample, if its county is new.
    direct: Option<Direct>,
    /// Rows of the sample of a file are taken, which is checked before any is written directly.
    is_sampling: bool,
    /// The COPY to the staging table, while it goes on.
    sink: Option<Pin<Box<CopyInSink<Bytes>>>>,
    /// Rows of one coordinate system that wait for others, and their rings.
    unprojected: Vec<(Staged, Vec<Point>)>,
    projection: Projection<'t>,
    /// Rows that say what is known already.
    unchanged: i64,
    /// Counties that the files must not have.
    counties_of_others: BTreeMap<String, String>,
}

impl Staging<'_> {
    async fn run(
        mut self,
        mut rows: Rows,
        origin: Origin,
        progress: impl Fn(Progress),
        reader: Option<JoinHandle<Result<ReaderSummary, ImportError>>>,
        checks: Option<Checks>,
        roll: Option<RollLoad>,
    ) -> Result<Report, ImportError> {
        self.transaction.batch_execute(SETTINGS).await?;
        self.transaction.batch_execute(POSTGIS_FUNCTIONS).await?;
        self.transaction
            .batch_execute(include_str!("functions.sql"))
            .await?;
        let roll = match roll {
            Some(roll) => Some(self.read_roll(roll, &progress).await?),
            None => None,
        };
        let is_file = checks.is_some();
        self.take(&mut rows, checks, &progress).await?;
        self.note_repeated().await?;
        if let Some(reader) = reader {
            self.report.reader = reader
                .await
                .map_err(|_panicked| ImportError::Interrupted)??;
            self.check_numbered()?;
        }
        progress(Progress::Outlines);
        if let Some(direct) = &mut self.direct {
            direct.end(&self.transaction, &self.seen.again).await?;
            self.report.direct = direct.parcels;
        } else if roll.is_none() && !self.report.dry_run && self.survey.is_none() {
            // A report shows what becomes of all rows, and a roll changes what they say.
            self.take_out_unchanged(&progress).await?;
        }
        self.compute_outlines().await?;
        self.reject_without_outline().await?;
        self.simplify().await?;
        if is_file {
            self.reject_outside().await?;
            self.move_unnumbered().await?;
        }
        self.reject_repeated().await?;
        if let Some((on, county)) = roll {
            self.join_roll(&on, county.as_deref(), &progress).await?;
        }
        self.rejects.set_places(self.places.clone());
        self.report.rejections.set_places(self.places.clone());
        self.report.rejects = self.rejects.finish()?;
        let counties = self.rows_by_county().await?;
        let is_land = self.report.unnumbered.total() > 0;
        let is_nothing = counties.is_empty() && self.report.direct == 0 && !is_land;
        if is_nothing && self.report.rejections.total() > 0 {
            return Err(ImportError::AllRejected {
                rows: self.report.reader.rows,
                rejections: self.report.rejections,
                rejects: self.report.rejects,
            });
        }
        self.write(origin, &counties, progress).await
    }

    /// From now on, rows of this county are written directly if it has no parcels.
    async fn begin_direct(&mut self, county: NewCountyTable) -> Result<(), ImportError> {
        self.direct = Direct::begin(&self.transaction, county, self.batch, self.provenance).await?;
        Ok(())
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
            self.still_there
                .extend(row.get::<_, Option<String>>("ll_uuid"));
            let columns = columns(row.get("raw"));
            self.report.rejections.add(line, &reason, &columns);
            self.rejects.add(line, reason.text(), &columns)?;
        }
        Ok(())
    }

    /// The counties of the rows that were not rejected.
    async fn rows_by_county(&self) -> Result<Vec<(String, i64)>, ImportError> {
        let rows = self
            .transaction
            .query(
                "SELECT county_fips, count(*) FROM \
                    (SELECT county_fips FROM import_rows UNION ALL SELECT county_fips FROM import_unchanged) AS rows \
                 GROUP BY 1 ORDER BY 1",
                &[],
            )
            .await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    /// Takes the locks of counties, which another import may have.
    async fn lock(
        &self,
        counties: &[&str],
        progress: &impl Fn(Progress),
    ) -> Result<(), ImportError> {
        if !lock_counties(&self.transaction, counties, false).await? {
            progress(Progress::Waiting);
            lock_counties(&self.transaction, counties, true).await?;
        }
        Ok(())
    }
}

/// The columns of a source's row, for the file of rejected rows.
fn columns(raw: Option<Value>) -> Map<String, Value> {
    match raw {
        Some(Value::Object(columns)) => columns,
        _ => Map::new(),
    }
}
