//! A file on its way to a client of a firm.

use std::future::{Future, ready};
use std::pin::Pin;
use std::time::Duration;

use actix_web::rt;
use bytes::Bytes;
use domain::CustomerId;
use futures::stream::{self, Stream, StreamExt as _, TryStreamExt as _};
use http_kit::{ApiError, ApiResult};
use tokio::sync::{mpsc, oneshot};

use super::Exports;
use super::error::ExportFailure;
use super::ops::Part;

/// Parts that wait for the reader.
const WAITING: usize = 2;

/// The body of a response.
pub type Body = Pin<Box<dyn Stream<Item = ApiResult<Bytes>>>>;

/// A file for a client, whose parts `work` sends. It is begun: what goes wrong later can only end it early. When it
/// is dropped, so is `work` with its statement; also when the client reads nothing for a while.
pub async fn body<F>(
    exports: &Exports,
    firm: CustomerId,
    work: impl FnOnce(mpsc::Sender<Part>) -> F,
) -> ApiResult<Body>
where
    F: Future<Output = Result<u64, ExportFailure>> + 'static,
{
    let place = exports.enter(firm)?;
    let (sender, mut parts) = mpsc::channel(WAITING);
    let (failed, failure) = oneshot::channel();
    let (reader, silent) = (sender.clone(), exports.config.silent);
    let work = work(sender);
    // A task of its own: the server polls a response only as its client reads it.
    let task = Running(rt::spawn(async move {
        let _place = place;
        let done = tokio::select! {
            done = work => done.map(drop),
            () = stops_reading(reader, silent) => Err(ExportFailure::Silent),
        };
        if let Err(failure) = done {
            // Nobody waits for it when the client has gone.
            let _ = failed.send(failure);
        }
    }));
    let failures = stream::once(failure)
        .filter_map(|failure| ready(failure.ok().map(|failure| Err(ApiError::from(failure)))));
    let parts = stream::poll_fn(move |context| {
        let _until_dropped = &task;
        parts.poll_recv(context)
    });
    let parts = parts.map(|part: Part| Ok(part.bytes));
    let mut body: Body = Box::pin(stream::select(failures, parts));
    let first = body.next().await.transpose()?;
    let rest = body.inspect_err(|error| {
        tracing::warn!(error.cause = ?error, "an export ended early");
    });
    Ok(Box::pin(stream::iter(first.map(Ok)).chain(rest)))
}

/// Ends when the reader has taken nothing for so long while parts wait for it.
async fn stops_reading(parts: mpsc::Sender<Part>, silent: Duration) {
    loop {
        // A place for a part is free again as soon as the reader takes one.
        match tokio::time::timeout(silent, parts.reserve()).await {
            Err(_elapsed) => return,
            Ok(_free_or_gone) => tokio::time::sleep(silent / 4).await,
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
