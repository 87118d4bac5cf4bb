//! The outermost middleware: request id, trace, log, metrics, headers, and final conversion of
//! errors.
//!
//! One middleware rather than six, because they share measurements and their order matters. It logs
//! no paths, queries or addresses, which contain personal data; the route's pattern suffices.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::Error;
use actix_web::ResponseError as _;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName,
    HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::middleware::Next;
use futures::FutureExt as _;
use trace_context::{REQUEST_ID, TRACEPARENT, TraceContext, scope};
use tracing::Instrument as _;

use crate::error::ApiError;

const UNMATCHED: &str = "unmatched";

/// The middleware function.
pub(crate) async fn observe(
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let header = |name| {
        req.headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let context = TraceContext::incoming(header(REQUEST_ID), header(TRACEPARENT));
    let span = if is_probe(req.path()) {
        tracing::Span::none()
    } else {
        request_span(&req, &context)
    };
    let context = context.of_span(&span, header(TRACEPARENT));
    span.record("trace.id", context.trace_id());
    scope(context.clone(), answer(context, req, next).instrument(span)).await
}

fn request_span(req: &ServiceRequest, context: &TraceContext) -> tracing::Span {
    tracing::info_span!(
        "request",
        otel.kind = "server",
        request.id = context.request_id,
        trace.id = tracing::field::Empty,
        http.method = %req.method(),
        user.id = tracing::field::Empty,
        customer.id = tracing::field::Empty,
    )
}

/// Probes and scrapes are not logged and have no spans.
fn is_probe(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | "/metrics")
}

async fn answer(
    context: TraceContext,
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let started = Instant::now();
    let res = match AssertUnwindSafe(next.call(req)).catch_unwind().await {
        Ok(Ok(res)) => res.map_into_boxed_body(),
        Ok(Err(error)) => return Err(finished(&error, &context)),
        Err(_panic) => {
            // The panic hook has logged the location; the caller gets a response instead of a
            // closed connection.
            tracing::error!("a handler panicked");
            let error = ApiError::internal("a handler panicked").into();
            return Err(finished(&error, &context));
        }
    };
    log_failure(&res);
    let mut res = as_problem(res);
    add_headers(res.headers_mut(), &context);
    record(&res, started);
    Ok(res)
}

/// Converts an error without a response while the request id is known.
fn finished(error: &Error, context: &TraceContext) -> Error {
    let mut answer = match error.as_error::<ApiError>() {
        Some(error) => error.error_response(),
        None => ApiError::from_status(error.as_response_error().status_code()).error_response(),
    };
    add_headers(answer.headers_mut(), context);
    let status = answer.status();
    metrics::counter!("http_requests_total", "method" => "other", "route" => UNMATCHED, "status" => status.as_str().to_owned())
        .increment(1);
    InternalError::from_response("answered", answer).into()
}

/// Logs the causes of a server error once.
fn log_failure(res: &ServiceResponse) {
    if !res.status().is_server_error() {
        return;
    }
    let Some(error) = res.response().error() else {
        return;
    };
    let causes = match error.as_error::<ApiError>() {
        Some(error) => chain(std::error::Error::source(error)),
        None => error.to_string(),
    };
    let route = route(res);
    if res.status().as_u16() == 503 {
        tracing::warn!(
            http.route = route,
            error.causes = causes,
            "a request was rejected with 503"
        );
    } else {
        tracing::error!(
            http.route = route,
            error.causes = causes,
            "a request failed"
        );
    }
}

fn chain(mut cause: Option<&(dyn std::error::Error + 'static)>) -> String {
    let mut causes = Vec::new();
    while let Some(error) = cause {
        causes.push(error.to_string());
        cause = error.source();
    }
    causes.join(": ")
}

/// Replaces the framework's plain-text or empty error responses by problems with the same status.
fn as_problem(res: ServiceResponse) -> ServiceResponse {
    let status = res.status();
    if !status.is_client_error() && !status.is_server_error() {
        return res;
    }
    let foreign = match res.response().error() {
        Some(error) => error.as_error::<ApiError>().is_none(),
        None => !res.headers().contains_key(CONTENT_TYPE),
    };
    if !foreign {
        return res;
    }
    let (req, old) = res.into_parts();
    let mut new = ApiError::from_status(status).error_response();
    // A status without its own kind is kept.
    *new.status_mut() = status;
    for (name, value) in old.headers() {
        if ![CONTENT_TYPE, CONTENT_LENGTH, CONTENT_ENCODING].contains(name) {
            new.headers_mut().append(name.clone(), value.clone());
        }
    }
    ServiceResponse::new(req, new)
}

fn add_headers(headers: &mut HeaderMap, context: &TraceContext) {
    let id = context.request_id.as_deref().unwrap_or_default();
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(HeaderName::from_static(REQUEST_ID), id);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// The matched route's pattern, such as `/tiles/{z}/{x}/{y}.mvt`: low cardinality, no personal
/// data.
fn route(res: &ServiceResponse) -> String {
    res.request()
        .match_pattern()
        .unwrap_or_else(|| UNMATCHED.to_owned())
}

fn record(res: &ServiceResponse, started: Instant) {
    let route = route(res);
    let elapsed = started.elapsed();
    let method = match res.request().method().as_str() {
        known @ ("GET" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH") => known,
        // Methods are arbitrary text: an attacker must not be able to create time series.
        _ => "other",
    }
    .to_owned();
    let status = res.status().as_u16();
    trace_context::describe_span(
        &tracing::Span::current(),
        format!("{method} {route}"),
        status >= 500,
    );
    let labels = [
        ("method", method),
        ("route", route.clone()),
        ("status", status.to_string()),
    ];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_duration_seconds", &labels[..2]).record(elapsed);
    if !is_probe(&route) {
        tracing::info!(
            http.route = route,
            http.status = status,
            http.duration_ms = elapsed.as_secs_f64() * 1000.0,
            "request completed"
        );
    }
}
