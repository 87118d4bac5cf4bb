//! Protection against cross-site request forgery: a change by cookie must come from a known origin.
//!
//! As OWASP recommends where every supported browser sends fetch metadata: the headers cannot be
//! forged by a page. Bearer tokens need no check, because browsers do not add them.

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, ORIGIN};
use http_kit::{ApiError, ApiResult, ErrorCode};

/// The origins whose pages may change things with a user's cookie.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origins(Vec<String>);

impl Origins {
    /// Our own origin (`PUBLIC_URL`) and the allow-list (`CORS_ALLOWED_ORIGINS`).
    pub fn new(public_url: &str, allowed: impl IntoIterator<Item = String>) -> Self {
        let trimmed = |origin: &str| origin.trim_end_matches('/').to_ascii_lowercase();
        let allowed = allowed.into_iter().map(|origin| trimmed(&origin));
        Self(
            std::iter::once(trimmed(public_url))
                .chain(allowed)
                .collect(),
        )
    }

    /// Whether a request authenticated by cookie is allowed.
    ///
    /// GET, HEAD and OPTIONS are. Others need a known `Origin`, or `Sec-Fetch-Site: same-origin`
    /// (whatever name our server was reached by) or `none` (typed or bookmarked). A request with
    /// neither header is rejected: browsers send at least one of them, and other clients have
    /// bearer tokens.
    pub fn allow(&self, request: &HttpRequest) -> bool {
        if matches!(
            *request.method(),
            Method::GET | Method::HEAD | Method::OPTIONS
        ) {
            return true;
        }
        self.is_ours(request)
    }

    /// Rejects a request that starts or refreshes a session when a browser says that a foreign page
    /// sent it. Clients without these headers are not browsers.
    pub fn refuse_foreign(&self, request: &HttpRequest) -> ApiResult<()> {
        let headers = request.headers();
        let browser = headers.contains_key(ORIGIN) || headers.contains_key("sec-fetch-site");
        if browser && !self.is_ours(request) {
            return Err(foreign());
        }
        Ok(())
    }

    /// Whether browsers reach us over https.
    pub fn is_https(&self) -> bool {
        self.0
            .first()
            .is_some_and(|public| public.starts_with("https:"))
    }

    fn is_ours(&self, request: &HttpRequest) -> bool {
        let headers = request.headers();
        let known = text(headers, ORIGIN.as_str())
            .is_some_and(|origin| self.0.contains(&origin.to_ascii_lowercase()));
        known
            || matches!(
                text(headers, "sec-fetch-site"),
                Some("same-origin" | "none")
            )
    }
}

/// The rejection of a foreign page.
pub(crate) fn foreign() -> ApiError {
    ApiError::new(
        ErrorCode::ForeignOrigin,
        "This request did not come from a Sitewright page.",
    )
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn only_pages_that_we_know_may_change_things() {
        let origins = Origins::new(
            "https://sitewright.example/",
            ["https://partner.example".to_owned()],
        );
        let allowed = |headers: &[(&'static str, &'static str)]| {
            let request = headers.iter().fold(TestRequest::post(), |request, header| {
                request.insert_header(*header)
            });
            origins.allow(&request.to_http_request())
        };
        assert!(allowed(&[("origin", "https://sitewright.example")]));
        assert!(allowed(&[
            ("origin", "https://partner.example"),
            ("sec-fetch-site", "cross-site")
        ]));
        assert!(allowed(&[
            ("sec-fetch-site", "same-origin"),
            ("origin", "http://127.0.0.1:8080")
        ]));
        assert!(allowed(&[("sec-fetch-site", "none")]));
        assert!(!allowed(&[]));
        assert!(!allowed(&[("origin", "https://elsewhere.example")]));
        assert!(!allowed(&[(
            "origin",
            "https://sitewright.example.evil.example"
        )]));
        assert!(!allowed(&[("sec-fetch-site", "cross-site")]));
        assert!(!allowed(&[
            ("sec-fetch-site", "same-site"),
            ("origin", "https://evil.sitewright.example")
        ]));
        assert!(!allowed(&[("origin", "null")]));
        let read = TestRequest::get().insert_header(("sec-fetch-site", "cross-site"));
        assert!(origins.allow(&read.to_http_request()));
    }
}
