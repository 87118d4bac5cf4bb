//! Reads parcels and writes a file of them, part by part: memory does not grow with the file.

use std::future::ready;
use std::pin::{Pin, pin};
use std::time::Duration;

use actix_web::rt;
use bytes::Bytes;
use db::{AsyncPgConnection, Pool};
use domain::CustomerId;
use futures::stream::{self, Stream, StreamExt as _, TryStreamExt as _};
use http_kit::{ApiError, ApiResult};
use ogc_features::{Condition, Selection};
use parcel_export::{Exported, Format, Writer};
use tokio::sync::{mpsc, oneshot};

use super::error::ExportFailure;
use super::{Exports, store, units};

/// Parcels that are written at once.
const BATCH: usize = 500;
/// Bytes of outlines that end a batch earlier.
const BATCH_BYTES: usize = 4 << 20;
/// Parts that wait for the reader.
const WAITING: usize = 2;
/// Seconds in which a client must have read everything.
const REQUEST_SECONDS: u32 = 900;

/// What a file has.
#[derive(Debug, Clone, Copy)]
pub enum Content {
    /// Parcels.
    Parcels(Format),
    /// Units of parcels, as CSV.
    Units,
}

/// What is exported.
#[derive(Debug)]
pub struct Export {
    pub content: Content,
    /// Of parcels.
    pub selection: Selection,
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

/// A file for a client of a firm. It is begun: what goes wrong later can only end it early. When it is
/// dropped, so is its statement; also when the client reads nothing for a while.
pub async fn body(
    exports: &Exports,
    firm: CustomerId,
    pool: &Pool,
    content: Content,
    selection: Selection,
) -> ApiResult<impl Stream<Item = ApiResult<Bytes>> + use<>> {
    let place = exports.enter(firm)?;
    let export = Export {
        content,
        selection,
        with_retired: false,
        max_parcels: Some(exports.config.max_parcels),
    };
    let (sender, mut parts) = mpsc::channel(WAITING);
    let (failed, failure) = oneshot::channel();
    let (pool, silent) = (pool.clone(), exports.config.silent);
    // A task of its own: the server polls a response only as its client reads it.
    let task = rt::spawn(async move {
        let _place = place;
        let reader = sender.clone();
        let done = tokio::select! {
            done = run(&pool, export, sender) => done.map(drop),
            () = stops_reading(&reader, silent) => Err(ExportFailure::Silent),
        };
        if let Err(failure) = done {
            // Nobody waits for it when the client has gone.
            let _ = failed.send(failure);
        }
    });
    let task = Running(task);
    let failures = stream::once(failure)
        .filter_map(|failure| ready(failure.ok().map(|failure| Err(ApiError::from(failure)))));
    let parts = stream::poll_fn(move |context| {
        let _until_dropped = &task;
        parts.poll_recv(context)
    });
    let parts = parts.map(|part: Part| Ok(part.bytes));
    let mut body: Pin<Box<dyn Stream<Item = ApiResult<Bytes>>>> =
        Box::pin(stream::select(failures, parts));
    let first = body.next().await.transpose()?;
    let rest = body.inspect_err(|error| {
        tracing::warn!(error.cause = ?error, "an export ended early");
    });
    Ok(stream::iter(first.map(Ok)).chain(rest))
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
            content,
            selection,
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
        let of = match content {
            Content::Parcels(_) => {
                store::count(conn, condition.clone(), with_retired, most).await?
            }
            Content::Units => units::count(conn, condition.clone(), with_retired, most).await?,
        };
        let of = of.unsigned_abs();
        if let Some(most) = max_parcels.filter(|most| of > *most) {
            return Err(ExportFailure::TooLarge(most));
        }
        if max_parcels.is_some() {
            store::set_time(conn, REQUEST_SECONDS).await?;
        }
        let parts = Parts {
            sender: parts,
            parcels: 0,
            of,
        };
        let format = match content {
            Content::Parcels(format) => format,
            Content::Units => return send_units(conn, condition, with_retired, parts).await,
        };
        let mut file = File {
            writer: Writer::new(format, of, with_retired)?,
            parts,
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

/// Sends the units of parcels.
async fn send_units(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    with_retired: bool,
    mut parts: Parts,
) -> Result<u64, ExportFailure> {
    let mut ready = Vec::new();
    parcel_export::units::begin(&mut ready);
    let rows = units::rows(conn, condition, with_retired).await?;
    let mut rows = pin!(rows);
    while let Some(cells) = rows.try_next().await? {
        parcel_export::units::add(&cells, &mut ready);
        parts.parcels += 1;
        if parts.parcels.is_multiple_of(BATCH as u64) {
            parts.send(std::mem::take(&mut ready)).await;
        }
    }
    parts.send(ready).await;
    Ok(parts.parcels)
}

/// Ends when the reader has taken nothing for so long while parts wait for it.
async fn stops_reading(parts: &mpsc::Sender<Part>, silent: Duration) {
    loop {
        // A place for a part is free again as soon as the reader takes one.
        match tokio::time::timeout(silent, parts.reserve()).await {
            Err(_elapsed) => return,
            Ok(_place_or_gone) => tokio::time::sleep(silent / 4).await,
        }
    }
}

/// A task that ends with this value.
struct Running(rt::task::JoinHandle<()>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A file on its way to its reader.
struct File {
    writer: Writer,
    parts: Parts,
}

/// Where the parts of a file go.
struct Parts {
    sender: mpsc::Sender<Part>,
    parcels: u64,
    of: u64,
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
    async fn send(&self, bytes: Vec<u8>) {
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
