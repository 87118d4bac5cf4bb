//! Request id and trace context of the current task, carried from HTTP into events, requests and
//! logs.
//!
//! A task-local rather than an argument, which every store and ops function would have to pass
//! through; a separate crate, because both HTTP and messaging need it.
//!
//! The HTTP middleware opens a scope per request, a consumer one per event. Inside it,
//! [`TraceContext::current`] is the context to write into an event or, by
//! [`TraceContext::headers`], into an outgoing request. A task started with `tokio::spawn` has no
//! scope: open one there.

use std::future::Future;

use opentelemetry::trace::{
    SpanContext, SpanId, Status, TraceContextExt as _, TraceFlags, TraceId, TraceState,
};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use uuid::Uuid;

/// Name of the header that carries the request id.
pub const REQUEST_ID: &str = "x-request-id";
/// Name of the W3C header that carries the trace.
pub const TRACEPARENT: &str = "traceparent";

/// Correlates log lines, HTTP requests and events.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceContext {
    /// `X-Request-Id` of the initial request: 8 to 64 characters of `A-Z a-z 0-9 . _ -`.
    pub request_id: Option<String>,
    /// W3C `traceparent`, version 00, whose parent id is this hop's.
    pub traceparent: Option<String>,
}

tokio::task_local! {
    static CURRENT: TraceContext;
}

impl TraceContext {
    /// The scope's context, or an empty one outside any scope.
    pub fn current() -> Self {
        CURRENT.try_with(Clone::clone).unwrap_or_default()
    }

    /// The context for a request with these headers. Missing or malformed ones are generated; a
    /// valid trace id is kept, and this hop gets its own parent id.
    pub fn incoming(request_id: Option<&str>, traceparent: Option<&str>) -> Self {
        let request_id = request_id
            .filter(|id| is_request_id(id))
            .map_or_else(|| Uuid::now_v7().to_string(), ToOwned::to_owned);
        let span = &Uuid::new_v4().simple().to_string()[..16];
        let traceparent = match traceparent.and_then(parse) {
            Some((trace, flags)) => format!("00-{trace}-{span}-{flags}"),
            None => format!("00-{}-{span}-00", Uuid::new_v4().simple()),
        };
        Self {
            request_id: Some(request_id),
            traceparent: Some(traceparent),
        }
    }

    /// The context of work in `span`, which continues the trace of `parent`, a `traceparent`.
    ///
    /// While spans are exported, the span becomes a child of the parent, and its own id is this
    /// hop's parent id. Otherwise the context does not change. Call it before the span is entered.
    #[must_use]
    pub fn of_span(mut self, span: &Span, parent: Option<&str>) -> Self {
        if let Some(parent) = parent.and_then(remote_parent) {
            let parent = opentelemetry::Context::new().with_remote_span_context(parent);
            // Fails only while no spans are exported.
            let _ = span.set_parent(parent);
        }
        let context = span.context();
        let own = context.span().span_context().clone();
        if own.is_valid() {
            let (trace, id, flags) = (own.trace_id(), own.span_id(), own.trace_flags());
            self.traceparent = Some(format!("00-{trace}-{id}-{:02x}", flags.to_u8()));
        }
        self
    }

    /// The 32 hexadecimal digits that all hops of one trace share.
    pub fn trace_id(&self) -> Option<&str> {
        self.traceparent.as_deref()?.get(3..35)
    }

    /// Headers for an outgoing request.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let request_id = self.request_id.as_deref().map(|id| (REQUEST_ID, id));
        let traceparent = self.traceparent.as_deref().map(|t| (TRACEPARENT, t));
        request_id.into_iter().chain(traceparent)
    }
}

/// Runs `work` with `context` as the current one.
pub async fn scope<F: Future>(context: TraceContext, work: F) -> F::Output {
    CURRENT.scope(context, work).await
}

/// Names an exported span, and marks it as failed, after it has started: a request's route is known
/// late.
pub fn describe_span(span: &Span, name: String, failed: bool) {
    let context = span.context();
    let exported = context.span();
    exported.update_name(name);
    if failed {
        exported.set_status(Status::error(""));
    }
}

fn is_request_id(id: &str) -> bool {
    (8..=64).contains(&id.len())
        && id
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

/// The span that a `traceparent` names.
fn remote_parent(header: &str) -> Option<SpanContext> {
    let (trace, flags) = parse(header)?;
    Some(SpanContext::new(
        TraceId::from_hex(trace).ok()?,
        SpanId::from_hex(header.get(36..52)?).ok()?,
        TraceFlags::new(u8::from_str_radix(flags, 16).ok()?),
        true,
        TraceState::default(),
    ))
}

/// Trace id and flags of a version 00 header.
fn parse(header: &str) -> Option<(&str, &str)> {
    let mut parts = header.split('-');
    let (version, trace, parent, flags) =
        (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let hex = |text: &str, len| {
        text.len() == len && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    };
    let set = |text: &str| text.bytes().any(|b| b != b'0');
    let well_formed = version == "00"
        && hex(trace, 32)
        && set(trace)
        && hex(parent, 16)
        && set(parent)
        && hex(flags, 2)
        && parts.next().is_none();
    well_formed.then_some((trace, flags))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_good_trace_goes_on_with_a_parent_of_our_own() {
        let context = TraceContext::incoming(Some("request-0001"), Some(PARENT));
        assert_eq!(context.request_id.as_deref(), Some("request-0001"));
        assert_eq!(context.trace_id(), Some("4bf92f3577b34da6a3ce929d0e0e4736"));
        let traceparent = context.traceparent.unwrap();
        assert_ne!(traceparent, PARENT);
        assert!(traceparent.ends_with("-01"));
        assert!(parse(&traceparent).is_some());
    }

    #[test]
    fn bad_headers_are_replaced() {
        for bad in [
            "",
            "short",
            "a b c d e f",
            "line\nbreak-in-it",
            &"x".repeat(65),
        ] {
            let context = TraceContext::incoming(Some(bad), Some(bad));
            assert_ne!(context.request_id.as_deref(), Some(bad));
            assert!(parse(context.traceparent.as_deref().unwrap()).is_some());
        }
        let zero = "00-00000000000000000000000000000000-00f067aa0ba902b7-01";
        assert!(parse(zero).is_none());
        assert!(parse(&PARENT.to_uppercase()).is_none());
    }

    #[tokio::test]
    async fn the_scope_is_seen_inside_and_only_there() {
        let context = TraceContext::incoming(None, None);
        let seen = scope(context.clone(), async { TraceContext::current() }).await;
        assert_eq!(seen, context);
        assert_eq!(seen.headers().count(), 2);
        assert_eq!(TraceContext::current(), TraceContext::default());
    }

    #[test]
    fn an_exported_span_continues_the_trace_of_its_parent() {
        use opentelemetry::trace::TracerProvider as _;
        use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider};
        use tracing_subscriber::layer::SubscriberExt as _;

        let exporter = InMemorySpanExporter::default();
        let provider = SdkTracerProvider::builder()
            .with_simple_exporter(exporter.clone())
            .build();
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
        let subscriber = tracing_subscriber::registry().with(layer);
        let context = tracing::subscriber::with_default(subscriber, || {
            let span = tracing::info_span!("work");
            let context = TraceContext::default().of_span(&span, Some(PARENT));
            describe_span(&span, "GET /work".to_owned(), true);
            context
        });
        let spans = exporter.get_finished_spans().unwrap();
        assert_eq!(spans.len(), 1);
        assert_eq!(spans[0].name, "GET /work");
        assert_eq!(spans[0].status, Status::error(""));
        assert_eq!(spans[0].parent_span_id.to_string(), "00f067aa0ba902b7");
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        let own = spans[0].span_context.span_id();
        assert_eq!(context.traceparent, Some(format!("00-{trace}-{own}-01")));
    }

    #[test]
    fn without_export_a_span_changes_nothing() {
        let context = TraceContext::incoming(None, Some(PARENT));
        let span = tracing::info_span!("work");
        assert_eq!(context.clone().of_span(&span, Some(PARENT)), context);
    }

    proptest! {
        #[test]
        fn any_header_is_judged_without_panic(id in ".*", parent in "[0-9a-fg-]{0,60}") {
            let context = TraceContext::incoming(Some(&id), Some(&parent));
            prop_assert!(is_request_id(context.request_id.as_deref().unwrap()));
            prop_assert_eq!(context.trace_id().unwrap().len(), 32);
            let _ = remote_parent(&parent);
        }
    }
}
