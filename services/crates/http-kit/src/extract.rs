//! Extractors whose errors are problems that name the field.
//!
//! They replace actix's own, whose error responses are plain text. Malformed input is 400, another
//! content type 415, too large 413, a missing or invalid field 422. They check types only; rules
//! belong to the domain.

use std::future::Future;
use std::pin::Pin;

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, HttpResponse, Responder, web};
use futures::FutureExt as _;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::caller_check::after_caller_check;
use crate::error::{ApiError, ApiResult};
use crate::error_text::refusal;

type LocalFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// A JSON body, in requests and in responses (200). The size limit is the server's payload limit or
/// a `web::PayloadConfig` of the resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Json<T>(pub T);

impl<T> Json<T> {
    /// The value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = ApiError;
    type Future = LocalFuture<ApiResult<Self>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = web::Bytes::from_request(req, payload);
        let request = req.clone();
        Box::pin(async move {
            let read = async {
                let body = body.await.map_err(|error| body_error(&error))?;
                if !is_json(&request) && !body.is_empty() {
                    return Err(ApiError::unsupported_media_type(
                        "Please send JSON (Content-Type: application/json).",
                    ));
                }
                parse_json(&body).map(Json)
            };
            after_caller_check(&request, read.await).await
        })
    }
}

impl<T: Serialize> Responder for Json<T> {
    type Body = BoxBody;

    fn respond_to(self, _req: &HttpRequest) -> HttpResponse {
        match serde_json::to_string(&self.0) {
            Ok(body) => HttpResponse::Ok()
                .content_type("application/json")
                .body(body),
            Err(error) => HttpResponse::from_error(ApiError::internal(error)),
        }
    }
}

/// Parses JSON text, for handlers that also accept other content types (a beacon).
pub fn parse_json<T: DeserializeOwned>(body: &[u8]) -> ApiResult<T> {
    if body.iter().all(u8::is_ascii_whitespace) {
        return Err(ApiError::bad_request("The request has no body."));
    }
    let mut reader = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        if error.is_data() {
            refusal(&path, &error.to_string())
        } else {
            not_json()
        }
    })?;
    reader
        .end()
        .map_err(|_refused: serde_json::Error| not_json())?;
    Ok(value)
}

fn not_json() -> ApiError {
    ApiError::bad_request("The request body is not valid JSON.")
}

/// The query string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Query<T>(pub T);

impl<T> Query<T> {
    /// The value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Query<T> {
    type Error = ApiError;
    type Future = LocalFuture<ApiResult<Self>>;

    fn from_request(req: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let request = req.clone();
        let read = parse_pairs(req.query_string().as_bytes()).map(Query);
        Box::pin(async move { after_caller_check(&request, read).await })
    }
}

/// All values of a query parameter that may be repeated, which [`Query`] cannot read.
pub fn query_values<'a>(req: &'a HttpRequest, name: &'a str) -> impl Iterator<Item = String> + 'a {
    url::form_urlencoded::parse(req.query_string().as_bytes())
        .filter(move |(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
}

/// A form body (`application/x-www-form-urlencoded`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Form<T>(pub T);

impl<T> Form<T> {
    /// The value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Form<T> {
    type Error = ApiError;
    type Future = LocalFuture<ApiResult<Self>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = web::Bytes::from_request(req, payload);
        let request = req.clone();
        Box::pin(async move {
            let read = async {
                let body = body.await.map_err(|error| body_error(&error))?;
                let is_form = request
                    .content_type()
                    .eq_ignore_ascii_case("application/x-www-form-urlencoded");
                if !is_form {
                    return Err(ApiError::unsupported_media_type(
                        "Please send a form (Content-Type: application/x-www-form-urlencoded).",
                    ));
                }
                parse_pairs(&body).map(Form)
            };
            after_caller_check(&request, read.await).await
        })
    }
}

/// Path parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Path<T>(pub T);

impl<T> Path<T> {
    /// The value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Path<T> {
    type Error = ApiError;
    type Future = LocalFuture<ApiResult<Self>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        // actix's own extractor completes without waiting.
        let read = web::Path::<T>::from_request(req, payload)
            .now_or_never()
            .unwrap_or_else(|| Err(ApiError::from_status(StatusCode::BAD_REQUEST).into()));
        let read = read.map(|path| Path(path.into_inner())).map_err(|error| {
            // Only with a single parameter is it known which one was invalid.
            let mut names = req.match_info().iter().map(|(name, _)| name.to_owned());
            let name = match (names.next(), names.next()) {
                (Some(only), None) => only,
                _ => "path".to_owned(),
            };
            refusal(&name, &error.to_string())
        });
        let request = req.clone();
        Box::pin(async move { after_caller_check(&request, read).await })
    }
}

fn parse_pairs<T: DeserializeOwned>(text: &[u8]) -> ApiResult<T> {
    let pairs = serde_urlencoded::Deserializer::new(url::form_urlencoded::parse(text));
    serde_path_to_error::deserialize(pairs)
        .map_err(|error| refusal(&error.path().to_string(), &error.inner().to_string()))
}

fn is_json(req: &HttpRequest) -> bool {
    // A beacon without a content type is treated as JSON.
    if !req.headers().contains_key(CONTENT_TYPE) {
        return true;
    }
    let essence = req.content_type().to_ascii_lowercase();
    essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// The problem for a body that could not be received.
fn body_error(error: &actix_web::Error) -> ApiError {
    ApiError::from_status(error.as_response_error().status_code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_parameter_has_all_its_values() {
        let uri = "/companies?industry=Retail&q=a&industry=Oil%2C+Gas&industries=No";
        let request = actix_web::test::TestRequest::with_uri(uri).to_http_request();
        let values: Vec<String> = query_values(&request, "industry").collect();
        assert_eq!(values, ["Retail", "Oil, Gas"]);
        assert_eq!(query_values(&request, "state").count(), 0);
    }
}
