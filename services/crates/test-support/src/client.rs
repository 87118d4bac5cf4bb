//! The HTTP client of tests.

use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;

use crate::{Persona, token_for};

/// Sends requests to one service.
pub struct TestClient {
    /// Does not decompress responses, so that tests see what was sent.
    pub http: Client,
    url: String,
}

impl TestClient {
    /// A client of the service at `http://host:port`.
    ///
    /// # Panics
    /// When the client cannot be built.
    pub fn of(url: String) -> Self {
        let http = Client::builder().no_gzip().build();
        Self {
            http: http.expect("an HTTP client"),
            url,
        }
    }

    /// `http://host:port` without a trailing slash.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A request without a session.
    pub fn anonymous(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url))
    }

    /// A request with this user's session.
    pub fn call(&self, persona: &Persona, method: Method, path: &str) -> RequestBuilder {
        self.anonymous(method, path).bearer_auth(token_for(persona))
    }

    /// A GET request.
    pub async fn get(&self, persona: &Persona, path: &str) -> Reply {
        Reply::of(self.call(persona, Method::GET, path)).await
    }

    /// A POST request with JSON.
    pub async fn post(&self, persona: &Persona, path: &str, body: Value) -> Reply {
        Reply::of(self.call(persona, Method::POST, path).json(&body)).await
    }

    /// A PUT request with JSON.
    pub async fn put(&self, persona: &Persona, path: &str, body: Value) -> Reply {
        Reply::of(self.call(persona, Method::PUT, path).json(&body)).await
    }

    /// A POST request with JSON, without a session.
    pub async fn post_anonymous(&self, path: &str, body: Value) -> Reply {
        Reply::of(self.anonymous(Method::POST, path).json(&body)).await
    }
}

/// A response with its body.
#[derive(Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The response headers.
    pub headers: HeaderMap,
    /// JSON, or the text as a string if it is not JSON.
    pub body: Value,
}

impl Reply {
    /// Sends a request and reads the response.
    ///
    /// # Panics
    /// When there is no response.
    pub async fn of(request: RequestBuilder) -> Self {
        Self::read(request.send().await.expect("an answer")).await
    }

    /// Reads a response.
    ///
    /// # Panics
    /// When it is incomplete.
    pub async fn read(answer: Response) -> Self {
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let text = answer.text().await.expect("a whole body");
        Self {
            status,
            headers,
            body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
        }
    }

    /// The body of a successful response.
    ///
    /// # Panics
    /// When the status is not a success.
    #[track_caller]
    pub fn ok(self) -> Value {
        let Self { status, body, .. } = self;
        assert!((200..300).contains(&status), "{status} {body}");
        body
    }

    /// The body, after checking that it is a complete problem with this status.
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
