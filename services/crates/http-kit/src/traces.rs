//! Export of spans to an OpenTelemetry collector, by OTLP over HTTP.
//!
//! Off unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. The other standard variables of the exporter and
//! the sampler are read by the SDK.

use std::sync::OnceLock;

use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;

/// URL of the collector, without `/v1/traces`.
const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";

static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Starts the export of spans under this service name; `None` if it is off.
pub(crate) fn start(
    service: &'static str,
) -> Result<Option<SdkTracerProvider>, ExporterBuildError> {
    if std::env::var_os(ENDPOINT).is_none_or(|url| url.is_empty()) {
        return Ok(None);
    }
    let exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpJson)
        .build()?;
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_resource(Resource::builder().with_service_name(service).build())
        .build();
    Ok(Some(PROVIDER.get_or_init(|| provider).clone()))
}

/// Exports the spans not yet sent. Blocks until they are, or for five seconds.
pub(crate) fn stop() {
    if let Some(Err(error)) = PROVIDER.get().map(SdkTracerProvider::shutdown) {
        tracing::warn!(error.cause = %error, "the last spans were not exported");
    }
}
