//! HTTP client for calls to another of our services, for a caller who waits for the response.

use std::time::Duration;

use auth::CurrentUser;
use http_kit::TraceContext;
use reqwest::{Client, Method, RequestBuilder, Response, redirect};
use serde::Serialize;
use tracing::Instrument as _;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// For a whole call, unless the caller sets another one.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);

/// Calls a service with the user's token, the request id and the trace, within time limits and
/// without following redirects. Clones share the connections.
#[derive(Debug, Clone)]
pub struct ServiceClient {
    http: Client,
    origin: String,
}

/// A call that is not sent yet.
#[derive(Debug)]
pub struct Call {
    request: RequestBuilder,
    method: Method,
    origin: String,
}

impl ServiceClient {
    /// `origin` is the service's URL without the path of an endpoint.
    ///
    /// # Errors
    /// When TLS cannot be initialized.
    pub fn new(origin: &str) -> reqwest::Result<Self> {
        let http = Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .redirect(redirect::Policy::none())
            .no_proxy()
            .build()?;
        Ok(Self {
            http,
            origin: origin.trim_end_matches('/').to_owned(),
        })
    }

    /// A GET of `path`, which begins with a slash.
    pub fn get(&self, path: &str, user: &CurrentUser) -> Call {
        self.call(Method::GET, path, user)
    }

    /// A POST to `path`, which begins with a slash.
    pub fn post(&self, path: &str, user: &CurrentUser) -> Call {
        self.call(Method::POST, path, user)
    }

    /// A POST of this service itself, to a `path` that the proxy does not route.
    pub(crate) fn post_internal(&self, path: &str) -> Call {
        self.anonymous(Method::POST, path)
    }

    fn call(&self, method: Method, path: &str, user: &CurrentUser) -> Call {
        let mut call = self.anonymous(method, path);
        call.request = call.request.bearer_auth(user.bearer.expose());
        call
    }

    fn anonymous(&self, method: Method, path: &str) -> Call {
        let url = format!("{}{path}", self.origin);
        Call {
            request: self.http.request(method.clone(), url),
            method,
            origin: self.origin.clone(),
        }
    }
}

impl Call {
    /// Adds parameters to the query.
    #[must_use]
    pub fn query<T: Serialize + ?Sized>(mut self, query: &T) -> Self {
        self.request = self.request.query(query);
        self
    }

    /// Sends `body` as JSON.
    #[must_use]
    pub fn json<T: Serialize + ?Sized>(mut self, body: &T) -> Self {
        self.request = self.request.json(body);
        self
    }

    /// Replaces the time limit of the whole call.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.request = self.request.timeout(limit);
        self
    }

    /// Sends the call in a span of its own.
    ///
    /// # Errors
    /// When no response arrives in time; its status is not checked.
    pub async fn send(self) -> reqwest::Result<Response> {
        let span = tracing::info_span!(
            "call",
            otel.kind = "client",
            otel.name = %self.method,
            server.address = self.origin,
        );
        let trace = TraceContext::current();
        let parent = trace.traceparent.clone();
        let trace = trace.of_span(&span, parent.as_deref());
        let request = trace
            .headers()
            .fold(self.request, |request, (name, value)| {
                request.header(name, value)
            });
        request.send().instrument(span).await
    }
}
