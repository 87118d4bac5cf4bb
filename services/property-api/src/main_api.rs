//! Calls to main-api in the caller's name.
//!
//! One client for the process, with time-outs and without redirects; what the calls mean is known
//! where they are made.

use std::time::Duration;

use auth::CurrentUser;
use http_kit::TraceContext;
use reqwest::{Client, RequestBuilder, redirect};

/// main-api at its own port; clones share the connections.
#[derive(Debug, Clone)]
pub struct MainApi {
    http: Client,
    url: String,
}

impl MainApi {
    /// A client of main-api at `url` (without a path).
    pub fn new(url: &str) -> reqwest::Result<Self> {
        let http = Client::builder()
            .connect_timeout(Duration::from_secs(2))
            .timeout(Duration::from_secs(8))
            .redirect(redirect::Policy::none())
            .no_proxy()
            .build()?;
        Ok(Self {
            http,
            url: url.trim_end_matches('/').to_owned(),
        })
    }

    /// A GET with the caller's token, the request id and the trace.
    pub fn get(&self, path: &str, user: &CurrentUser, trace: &TraceContext) -> RequestBuilder {
        signed(self.http.get(format!("{}{path}", self.url)), user, trace)
    }

    /// A POST with the caller's token, the request id and the trace.
    pub fn post(&self, path: &str, user: &CurrentUser, trace: &TraceContext) -> RequestBuilder {
        signed(self.http.post(format!("{}{path}", self.url)), user, trace)
    }
}

fn signed(call: RequestBuilder, user: &CurrentUser, trace: &TraceContext) -> RequestBuilder {
    trace.headers().fold(
        call.bearer_auth(user.bearer.expose()),
        |call, (name, value)| call.header(name, value),
    )
}
