//! Logs, metrics and traces of the process.
//!
//! Logs are JSON lines or coloured text (`LOG_FORMAT`), filtered by `RUST_LOG`. Metrics are kept in
//! memory and served at `/metrics`, without a separate listener and without sending anything. Spans
//! are sent to an OpenTelemetry collector if `OTEL_EXPORTER_OTLP_ENDPOINT` is set.

use std::sync::OnceLock;

use actix_web::HttpResponse;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use opentelemetry::trace::TracerProvider as _;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::traces;

/// Upper bounds of the duration histogram, in seconds.
const BUCKETS: [f64; 12] = [
    0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0,
];

static METRICS: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// One JSON object per line.
    #[default]
    Json,
    /// Readable text for a terminal.
    Pretty,
}

impl std::str::FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "json" => Ok(Self::Json),
            "pretty" => Ok(Self::Pretty),
            _ => Err("the log format is json or pretty".to_owned()),
        }
    }
}

impl LogFormat {
    /// Reads `LOG_FORMAT`; JSON if it is missing or invalid, because a process must be able to log
    /// errors in its settings.
    pub fn from_env() -> Self {
        let said = std::env::var("LOG_FORMAT").ok();
        said.and_then(|text| text.parse().ok()).unwrap_or_default()
    }
}

/// Initializes logs, filtered by `RUST_LOG` (info), metrics, and traces under this service name.
/// Call it first in `main`; a second call has no effect. Log lines go to standard error, so that
/// subcommands can print.
pub fn init(service: &'static str, format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let (provider, failure) = match traces::start(service) {
        Ok(provider) => (provider, None),
        Err(error) => (None, Some(error)),
    };
    let spans = provider.map(|provider| {
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("sitewright"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
    });
    let registry = tracing_subscriber::registry().with(filter).with(spans);
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let started = match format {
        LogFormat::Json => registry
            .with(layer.json().flatten_event(true).with_span_list(false))
            .try_init(),
        LogFormat::Pretty => registry.with(layer).try_init(),
    };
    if started.is_err() {
        tracing::debug!("logs were already set up");
    }
    if let Some(error) = failure {
        tracing::warn!(error.cause = %error, "spans are not exported");
    }
    install_metrics();
}

/// Exports the spans not yet sent; call it last in `main`, outside async code, because it blocks.
pub fn stop() {
    traces::stop();
}

/// Installs the recorder once per process; earlier counts are lost.
pub(crate) fn install_metrics() -> Option<&'static PrometheusHandle> {
    METRICS
        .get_or_init(|| {
            let duration = Matcher::Suffix("duration_seconds".to_owned());
            let handle = PrometheusBuilder::new()
                .set_buckets_for_metric(duration, &BUCKETS)
                .and_then(PrometheusBuilder::install_recorder);
            match handle {
                Ok(handle) => {
                    describe();
                    Some(handle)
                }
                Err(error) => {
                    tracing::warn!(error.cause = %error, "metrics are disabled");
                    None
                }
            }
        })
        .as_ref()
}

fn describe() {
    metrics::describe_counter!("http_requests_total", "Requests completed.");
    metrics::describe_counter!(
        "http_requests_shed_total",
        "Requests rejected because too many were in progress."
    );
    metrics::describe_histogram!(
        "http_request_duration_seconds",
        metrics::Unit::Seconds,
        "Time to the first byte of the response."
    );
}

/// `/metrics` in Prometheus' text format.
pub(crate) async fn metrics_page() -> HttpResponse {
    match install_metrics() {
        Some(handle) => {
            // Old histogram samples are aggregated here, because there is no exporter task to do
            // it.
            handle.run_upkeep();
            HttpResponse::Ok()
                .content_type("text/plain; version=0.0.4; charset=utf-8")
                .body(handle.render())
        }
        None => HttpResponse::NoContent().finish(),
    }
}
