//! Server-sent events: a bounded stream with keep-alive that ends when its sender is dropped.
//!
//! A comment every 15 seconds keeps proxies from closing it. The channel is the buffer: when it is
//! full the sender drops the client, which reconnects. Ending streams at shutdown
//! ([`crate::Shutdown`]) is the service's responsibility.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, ContentEncoding, HeaderName};
use bytes::Bytes;
use futures::StreamExt as _;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::wrappers::{IntervalStream, ReceiverStream};

/// Keep-alive interval.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// One message: an event of this name with its data as JSON.
pub fn message<T: Serialize>(name: &str, data: &T) -> Result<Bytes, serde_json::Error> {
    // Line breaks in the name would start another field; JSON text has none.
    let name = name.replace(['\r', '\n'], " ");
    let data = serde_json::to_string(data)?;
    Ok(format!("event: {name}\ndata: {data}\n\n").into())
}

/// Streams `messages`, with comments in between, until the senders are dropped. It is polled only
/// as fast as the client reads.
pub fn respond(messages: mpsc::Receiver<Bytes>) -> HttpResponse {
    let first = tokio::time::Instant::now() + KEEP_ALIVE;
    let comments = IntervalStream::new(tokio::time::interval_at(first, KEEP_ALIVE))
        .map(|_| Some(Bytes::from_static(b": keep-alive\n\n")));
    // The stream must end with the messages, although comments never end.
    let messages = ReceiverStream::new(messages)
        .map(Some)
        .chain(futures::stream::once(async { None }));
    // Sent immediately, so that the browser knows that the stream is open.
    let opening = futures::stream::once(async { Bytes::from_static(b"retry: 3000\n: open\n\n") });
    let lines = futures::stream::select(messages.boxed_local(), comments)
        .take_while(|line| std::future::ready(line.is_some()))
        .filter_map(std::future::ready);
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"))
        // Compression would delay messages until a block is full.
        .insert_header((
            CONTENT_ENCODING,
            ContentEncoding::Identity.to_header_value(),
        ))
        .streaming(opening.chain(lines).map(Ok::<_, Infallible>))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::body::{MessageBody, to_bytes};

    #[test]
    fn messages_are_written_as_the_format_has_it() {
        let data = serde_json::json!({"reason": "a\nb"});
        assert_eq!(
            message("projects_changed\nid: forged", &data).unwrap(),
            "event: projects_changed id: forged\ndata: {\"reason\":\"a\\nb\"}\n\n"
        );
    }

    #[tokio::test]
    async fn the_stream_ends_with_its_sender() {
        let (sender, receiver) = mpsc::channel(4);
        sender.try_send(message("changed", &1).unwrap()).unwrap();
        drop(sender);
        let body = to_bytes(respond(receiver).into_body()).await.unwrap();
        assert_eq!(body, "retry: 3000\n: open\n\nevent: changed\ndata: 1\n\n");
    }

    #[tokio::test(start_paused = true)]
    async fn comments_keep_a_silent_stream_open() {
        let (sender, receiver) = mpsc::channel(1);
        let mut body = Box::pin(respond(receiver).into_body());
        let mut next = async || std::future::poll_fn(|cx| body.as_mut().poll_next(cx)).await;
        let started = tokio::time::Instant::now();
        assert!(next().await.unwrap().unwrap().starts_with(b"retry:"));
        for seconds in [15, 30] {
            assert_eq!(next().await.unwrap().unwrap(), ": keep-alive\n\n");
            assert_eq!(started.elapsed().as_secs(), seconds);
        }
        drop(sender);
        assert!(next().await.is_none());
    }

    #[tokio::test]
    async fn a_client_that_left_is_known_to_the_sender() {
        let (sender, receiver) = mpsc::channel(1);
        drop(respond(receiver));
        assert!(sender.is_closed());
    }
}
