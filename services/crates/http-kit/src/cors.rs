//! Cross-origin requests: an allow-list, empty by default.
//!
//! The app's own pages come from the proxy's origin and need none; it serves integrators' pages
//! that call a service directly. Cookies are accepted from listed origins only.

use actix_cors::Cors;
use actix_web::http::header::{
    ACCEPT, AUTHORIZATION, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, HeaderName, IF_MATCH,
    IF_NONE_MATCH, RANGE, RETRY_AFTER,
};

/// The middleware for these origins, such as `https://partner.example`.
pub(crate) fn cors(origins: &[String]) -> Cors {
    let mut cors = Cors::default();
    if origins.is_empty() {
        return cors;
    }
    for origin in origins {
        cors = cors.allowed_origin(origin);
    }
    cors.allowed_methods(["GET", "POST", "PUT", "DELETE"])
        .allowed_headers([
            ACCEPT,
            AUTHORIZATION,
            CONTENT_TYPE,
            IF_MATCH,
            IF_NONE_MATCH,
            RANGE,
            HeaderName::from_static(trace_context::REQUEST_ID),
            HeaderName::from_static(trace_context::TRACEPARENT),
        ])
        .expose_headers([
            CONTENT_DISPOSITION,
            ETAG,
            RETRY_AFTER,
            HeaderName::from_static(trace_context::REQUEST_ID),
        ])
        .supports_credentials()
        .max_age(3600)
}
