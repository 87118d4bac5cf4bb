//! Reads parcels and writes a file of them, part by part: memory does not grow with the file.

use std::pin::pin;

use bytes::Bytes;
use db::Pool;
use domain::CustomerId;
use futures::stream::TryStreamExt as _;
use http_kit::ApiResult;
use ogc_features::Selection;
use parcel_export::{Exported, Format, Writer};
use tokio::sync::mpsc;

use super::client::{self, Body};
use super::error::ExportFailure;
use super::{Exports, store};

/// Parcels that are written at once.
const BATCH: usize = 500;
/// Bytes of outlines that end a batch earlier.
const BATCH_BYTES: usize = 4 << 20;
/// Seconds in which a client must have read everything.
pub(super) const REQUEST_SECONDS: u32 = 900;

/// What is exported.
#[derive(Debug)]
pub struct Export {
    pub selection: Selection,
    pub format: Format,
    /// Also parcels that their counties no longer have.
    pub with_retired: bool,
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
    selection: Selection,
    format: Format,
) -> ApiResult<Body> {
    let export = Export {
        selection,
        format,
        with_retired: false,
        max_parcels: Some(exports.config.max_parcels),
    };
    let pool = pool.clone();
    let work = move |parts| async move { run(&pool, export, parts).await };
    client::body(exports, firm, work).await
}

/// Sends a file in parts; the first one is sent when it is known that there are not too many parcels.
/// Returns the number of parcels.
pub async fn run(
    pool: &Pool,
    export: Export,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    db::system_tx(pool, async move |conn| {
        let Export {
            selection,
            format,
            with_retired,
            max_parcels,
        } = export;
        let condition = selection.into_condition();
        store::take_snapshot(conn).await?;
        let most = match max_parcels {
            // One more shows that there are too many.
            Some(most) => i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1),
            None => i64::MAX,
        };
        if max_parcels.is_some() {
            ogc_features::limit_time(conn).await?;
        } else {
            store::set_time(conn, 0).await?;
        }
        let of = store::count(conn, condition.clone(), with_retired, most).await?;
        let of = of.unsigned_abs();
        if let Some(most) = max_parcels.filter(|most| of > *most) {
            return Err(ExportFailure::TooLarge(most));
        }
        if max_parcels.is_some() {
            store::set_time(conn, REQUEST_SECONDS).await?;
        }
        let mut file = File {
            writer: Writer::new(format, of, with_retired)?,
            parts: Parts {
                sender: parts,
                parcels: 0,
                of,
            },
        };
        file.send_ready().await;
        let rows = store::rows(conn, condition, with_retired, format).await?;
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
    })
    .await
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
        let bytes = tokio::task::spawn_blocking(move || writer.finish()).await??;
        parts.send(bytes).await;
        Ok(parts.parcels)
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
