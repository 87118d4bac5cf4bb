//! Reads parcels and writes a file of them, part by part: memory does not grow with the file.

use std::collections::HashMap;
use std::pin::pin;

use bytes::Bytes;
use db::{AsyncPgConnection, Pool};
use domain::{CustomerId, ParcelUuid, RunId};
use futures::stream::TryStreamExt as _;
use http_kit::ApiResult;
use ogc_features::{Condition, Selection};
use parcel_export::{ExportError, Exported, Format, ListColumn, Listed, Writer};
use tokio::sync::mpsc;

use super::client::{self, Body};
use super::error::ExportFailure;
use super::{Exports, store};
use crate::ogc::{Figures, figures, run_of};

/// Parcels that are written at once.
const BATCH: usize = 500;
/// Bytes of outlines that end a batch earlier.
const BATCH_BYTES: usize = 4 << 20;
/// Seconds in which a client must have read everything.
pub(super) const REQUEST_SECONDS: u32 = 900;

/// Which parcels are exported.
#[derive(Debug)]
pub enum Parcels {
    /// Those that match; also those that their counties no longer have, if wanted.
    Selected(Selection, WithRetired),
    /// Those of a list, in its order, whatever became of them.
    Listed(List),
}

/// A list of parcels.
#[derive(Debug)]
pub struct List {
    /// Each once.
    pub ids: Vec<ParcelUuid>,
    /// The run that figures of growth are of.
    pub growth_run: Option<RunId>,
    pub columns: Vec<ListColumn>,
    /// What the columns say of each parcel, in their order. Empty without columns.
    pub said: Vec<Listed>,
}

/// Also parcels that their counties no longer have, with the column `retired_at`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithRetired(pub bool);

/// What is exported.
#[derive(Debug)]
pub struct Export {
    pub parcels: Parcels,
    pub format: Format,
    /// Of a request, which is refused or ended beyond it.
    pub max_parcels: Option<u64>,
}

/// A part of a file.
#[derive(Debug)]
pub struct Part {
    pub bytes: Bytes,
    /// Parcels in this part and the ones before.
    pub parcels: u64,
    /// Parcels in the file.
    pub of: u64,
}

/// A file for a client of a firm.
pub async fn body(
    exports: &Exports,
    firm: CustomerId,
    pool: &Pool,
    parcels: Parcels,
    format: Format,
) -> ApiResult<Body> {
    let export = Export {
        parcels,
        format,
        max_parcels: Some(exports.config.max_parcels),
    };
    let pool = pool.clone();
    let work = move |parts| async move { run_for(&pool, firm, export, parts).await };
    client::body(exports, firm, work).await
}

/// As [`run`], in a transaction of a firm, to which growth runs belong.
async fn run_for(
    pool: &Pool,
    firm: CustomerId,
    export: Export,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    db::tenant_tx(pool, firm, async move |conn| {
        write(conn, export, parts).await
    })
    .await
}

/// Sends a file in parts; the first one is sent when it is known that there are not too many parcels.
/// Returns the number of parcels.
pub async fn run(
    pool: &Pool,
    export: Export,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    db::system_tx(pool, async move |conn| write(conn, export, parts).await).await
}

async fn write(
    conn: &mut AsyncPgConnection,
    export: Export,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    store::take_snapshot(conn).await?;
    if export.max_parcels.is_some() {
        ogc_features::limit_time(conn).await?;
    } else {
        store::set_time(conn, 0).await?;
    }
    match export.parcels {
        Parcels::Selected(selection, retired) => {
            let limits = (export.max_parcels, retired.0);
            let figures = figures(run_of(selection.named()));
            let chosen = (selection.into_condition(), figures);
            run_selected(conn, chosen, limits, export.format, parts).await
        }
        Parcels::Listed(list) => {
            run_listed(conn, list, export.max_parcels, export.format, parts).await
        }
    }
}

async fn run_selected(
    conn: &mut AsyncPgConnection,
    (condition, figures): (Condition, Figures),
    (max_parcels, with_retired): (Option<u64>, bool),
    format: Format,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    let most = match max_parcels {
        // One more shows that there are too many.
        Some(most) => i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1),
        None => i64::MAX,
    };
    let of = store::count(conn, condition.clone(), with_retired, most).await?;
    let none: &[ListColumn] = &[];
    let columns = (with_retired, none);
    let mut file = begin(conn, of, max_parcels, (format, columns), parts).await?;
    let rows = store::rows(conn, condition, (with_retired, figures), format).await?;
    let mut rows = pin!(rows);
    let (mut batch, mut bytes) = (Vec::with_capacity(BATCH), 0);
    while let Some(parcel) = rows.try_next().await? {
        bytes += parcel.outline.len();
        batch.push(parcel);
        if batch.len() == BATCH || bytes > BATCH_BYTES {
            file = file.add(std::mem::take(&mut batch)).await?;
            bytes = 0;
        }
    }
    file.add(batch).await?.finish().await
}

async fn run_listed(
    conn: &mut AsyncPgConnection,
    list: List,
    max_parcels: Option<u64>,
    format: Format,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    let figures = figures(list.growth_run.map(|run| run.0));
    let of = store::count_listed(conn, &list.ids).await?;
    // A list may have parcels that were retired since it was made, and they say so.
    let columns = (true, list.columns.as_slice());
    let mut file = begin(conn, of, max_parcels, (format, columns), parts).await?;
    let mut said = list.said.into_iter();
    for some in list.ids.chunks(BATCH) {
        let read = store::listed(conn, some, figures, format).await?;
        let mut read: HashMap<ParcelUuid, Exported> = read
            .into_iter()
            .map(|parcel| (parcel.fields.ll_uuid, parcel))
            .collect();
        let batch = some.iter().filter_map(|id| {
            // Also of a parcel that no longer exists.
            let listed = said.next().unwrap_or_default();
            let parcel = read.remove(id)?;
            Some(Exported { listed, ..parcel })
        });
        let batch = batch.collect();
        file = file.add(batch).await?;
    }
    file.finish().await
}

/// The file, unless it would have too many parcels. The statements that follow have more time.
async fn begin(
    conn: &mut AsyncPgConnection,
    of: i64,
    max_parcels: Option<u64>,
    (format, (with_retired, listed)): (Format, (bool, &[ListColumn])),
    sender: mpsc::Sender<Part>,
) -> Result<File, ExportFailure> {
    let of = of.unsigned_abs();
    if let Some(most) = max_parcels.filter(|most| of > *most) {
        return Err(ExportFailure::TooLarge(most));
    }
    if max_parcels.is_some() {
        store::set_time(conn, REQUEST_SECONDS).await?;
    }
    let mut file = File {
        writer: Writer::new(format, of, with_retired, listed)?,
        parts: Parts {
            sender,
            parcels: 0,
            of,
        },
    };
    file.send_ready().await;
    Ok(file)
}

/// A file on its way to its reader.
struct File {
    writer: Writer,
    parts: Parts,
}

/// Where the parts of a file go.
pub(super) struct Parts {
    pub sender: mpsc::Sender<Part>,
    pub parcels: u64,
    pub of: u64,
}

impl File {
    /// Writes parcels, on a thread for blocking work: compressing takes tens of milliseconds.
    async fn add(mut self, batch: Vec<Exported>) -> Result<Self, ExportFailure> {
        let written = tokio::task::spawn_blocking(move || {
            for parcel in &batch {
                self.writer.add(parcel)?;
            }
            self.parts.parcels += batch.len() as u64;
            Ok::<_, ExportFailure>(self)
        });
        let mut file = written.await??;
        file.send_ready().await;
        Ok(file)
    }

    async fn send_ready(&mut self) {
        let bytes = self.writer.take();
        self.parts.send(bytes).await;
    }

    async fn finish(self) -> Result<u64, ExportFailure> {
        let Self { writer, parts } = self;
        let mut end = tokio::task::spawn_blocking(move || writer.finish()).await??;
        loop {
            let read = tokio::task::spawn_blocking(move || end.next_part().map(|part| (part, end)));
            let (part, rest) = read.await?.map_err(ExportError::File)?;
            if part.is_empty() {
                return Ok(parts.parcels);
            }
            parts.send(part).await;
            end = rest;
        }
    }
}

impl Parts {
    pub async fn send(&self, bytes: Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let part = Part {
            bytes: bytes.into(),
            parcels: self.parcels,
            of: self.of,
        };
        if self.sender.send(part).await.is_err() {
            // The reader has gone and will drop this future, which cancels the statement. An error
            // would first wait for the rest of the rows.
            std::future::pending::<()>().await;
        }
    }
}
