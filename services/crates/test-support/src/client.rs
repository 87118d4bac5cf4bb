//! The HTTP client of tests.

use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;

use crate::{Persona, token_for};

/// Calls one service.
pub struct TestClient {
    /// Decodes nothing: tests see what is sent.
    pub http: Client,
    url: String,
}

impl TestClient {
    /// Calls the service at `http://host:port`.
    ///
    /// # Panics
    /// When no client can be made.
    pub fn of(url: String) -> Self {
        let http = Client::builder().no_gzip().build();
        Self {
            http: http.expect("an HTTP client"),
            url,
        }
    }

    /// `http://host:port` without a slash at the end.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A call without a session.
    pub fn anonymous(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url))
    }

    /// A call with a session of this person.
    pub fn call(&self, persona: &Persona, method: Method, path: &str) -> RequestBuilder {
        self.anonymous(method, path).bearer_auth(token_for(persona))
    }

    /// A GET.
    pub async fn get(&self, persona: &Persona, path: &str) -> Reply {
        Reply::of(self.call(persona, Method::GET, path)).await
    }

    /// A POST of JSON.
    pub async fn post(&self, persona: &Persona, path: &str, body: Value) -> Reply {
        Reply::of(self.call(persona, Method::POST, path).json(&body)).await
    }

    /// A PUT of JSON.
    pub async fn put(&self, persona: &Persona, path: &str, body: Value) -> Reply {
        Reply::of(self.call(persona, Method::PUT, path).json(&body)).await
    }

    /// A POST of JSON without a session.
    pub async fn post_anonymous(&self, path: &str, body: Value) -> Reply {
        Reply::of(self.anonymous(Method::POST, path).json(&body)).await
    }
}

/// An answer with its body read.
#[derive(Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// JSON, or else the text as a string.
    pub body: Value,
}

impl Reply {
    /// Sends a request and reads the answer.
    ///
    /// # Panics
    /// When there is no answer.
    pub async fn of(request: RequestBuilder) -> Self {
        Self::read(request.send().await.expect("an answer")).await
    }

    /// Reads an answer.
    ///
    /// # Panics
    /// When it breaks off.
    pub async fn read(answer: Response) -> Self {
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let text = answer.text().await.expect("a whole body");
        Self {
            status,
            headers,
            body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
        }
    }

    /// The body of a success.
    ///
    /// # Panics
    /// When it is none.
    #[track_caller]
    pub fn ok(self) -> Value {
        let Self { status, body, .. } = self;
        assert!((200..300).contains(&status), "{status} {body}");
        body
    }

    /// The body, after a check that it is a whole problem of this status.
    ///
    /// # Panics
    /// When it is not.
    #[track_caller]
    pub fn problem(self, status: u16) -> Value {
        let Self { headers, body, .. } = self;
        assert_eq!(self.status, status, "{body}");
        assert_eq!(headers["content-type"], "application/problem+json");
        for member in ["type", "title", "detail", "code", "request_id"] {
            let text = body[member].as_str().unwrap_or_default();
            assert!(!text.is_empty(), "{member}: {body}");
        }
        assert_eq!(body["status"], status);
        assert_eq!(body["error"], body["detail"]);
        assert_eq!(body["message"], body["detail"]);
        body
    }
}
