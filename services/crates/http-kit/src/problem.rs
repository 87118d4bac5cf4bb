//! Problem types: one per kind of failure that a caller can distinguish.
//!
//! Type, status and title are defined only here. The list is append-only, because integrators
//! branch on `type`; [`ErrorCode`] tells failures of one kind apart.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::code::ErrorCode;

/// A kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// 400: the request cannot be parsed.
    BadRequest,
    /// 401: missing or invalid session.
    Unauthorized,
    /// 403: the session may not do this.
    Forbidden,
    /// 404: does not exist, or belongs to another firm.
    NotFound,
    /// 405: the path supports other methods only.
    MethodNotAllowed,
    /// 408: the request did not arrive in time.
    RequestTimeout,
    /// 409: conflicts with the stored state.
    Conflict,
    /// 412: the caller's version is not the current one.
    PreconditionFailed,
    /// 413: too large.
    PayloadTooLarge,
    /// 415: unsupported content type.
    UnsupportedMediaType,
    /// 416: the range is outside the file.
    RangeNotSatisfiable,
    /// 422: parsable, but fields are invalid.
    Validation,
    /// 429: rate limit exceeded.
    TooManyRequests,
    /// 500: server error.
    Internal,
    /// 503: temporarily unavailable.
    Unavailable,
}

impl ProblemKind {
    const ALL: [Self; 15] = [
        Self::BadRequest,
        Self::Unauthorized,
        Self::Forbidden,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::RequestTimeout,
        Self::Conflict,
        Self::PreconditionFailed,
        Self::PayloadTooLarge,
        Self::UnsupportedMediaType,
        Self::RangeNotSatisfiable,
        Self::Validation,
        Self::TooManyRequests,
        Self::Internal,
        Self::Unavailable,
    ];

    const fn row(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::BadRequest => (StatusCode::BAD_REQUEST, "bad-request", "Bad request"),
            Self::Unauthorized => (StatusCode::UNAUTHORIZED, "unauthorized", "Sign-in needed"),
            Self::Forbidden => (StatusCode::FORBIDDEN, "forbidden", "Not allowed"),
            Self::NotFound => (StatusCode::NOT_FOUND, "not-found", "Not found"),
            Self::MethodNotAllowed => (
                StatusCode::METHOD_NOT_ALLOWED,
                "method-not-allowed",
                "Method not allowed",
            ),
            Self::RequestTimeout => (
                StatusCode::REQUEST_TIMEOUT,
                "request-timeout",
                "Request timed out",
            ),
            Self::Conflict => (StatusCode::CONFLICT, "conflict", "Conflict"),
            Self::PreconditionFailed => (
                StatusCode::PRECONDITION_FAILED,
                "precondition-failed",
                "Version changed",
            ),
            Self::PayloadTooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "payload-too-large",
                "Too large",
            ),
            Self::UnsupportedMediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                "Content type not supported",
            ),
            Self::RangeNotSatisfiable => (
                StatusCode::RANGE_NOT_SATISFIABLE,
                "range-not-satisfiable",
                "Range not available",
            ),
            Self::Validation => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "validation",
                "Input not valid",
            ),
            Self::TooManyRequests => (
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-requests",
                "Too many requests",
            ),
            Self::Internal => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal",
                "Internal error",
            ),
            Self::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "Temporarily unavailable",
            ),
        }
    }

    /// The HTTP status.
    pub const fn status(self) -> StatusCode {
        self.row().0
    }

    /// The `type` member: a URN that never changes.
    pub fn type_uri(self) -> String {
        format!("urn:sitewright:problem:{}", self.row().1)
    }

    /// The `title` member.
    pub const fn title(self) -> &'static str {
        self.row().2
    }

    /// The message if the failure comes from the framework without one.
    pub const fn default_sentence(self) -> &'static str {
        match self {
            Self::BadRequest => "The request could not be read.",
            Self::Unauthorized => "Missing user session. Please log in again.",
            Self::Forbidden => "You are not allowed to do this.",
            Self::NotFound => "This address does not exist.",
            Self::MethodNotAllowed => "This address does not accept this method.",
            Self::RequestTimeout => "The request took too long to arrive. Please try again.",
            Self::Conflict => "This conflicts with the stored data.",
            Self::PreconditionFailed => "Another user changed this in the meantime.",
            Self::PayloadTooLarge => "The request is too large.",
            Self::UnsupportedMediaType => "This content type is not accepted here.",
            Self::RangeNotSatisfiable => "The requested range does not exist.",
            Self::Validation => "Some fields are not valid.",
            Self::TooManyRequests => "Too many requests. Please wait a moment.",
            Self::Internal => "Something went wrong on our side. Please try again.",
            Self::Unavailable => "The service is busy. Please try again in a moment.",
        }
    }

    /// The kind of a status; unknown 4xx are [`Self::BadRequest`], all others [`Self::Internal`].
    pub fn from_status(status: StatusCode) -> Self {
        let same = Self::ALL.into_iter().find(|kind| kind.status() == status);
        same.unwrap_or(if status.is_client_error() {
            Self::BadRequest
        } else {
            Self::Internal
        })
    }
}

/// The body of every error response (RFC 9457, `application/problem+json`).
///
/// `error`, `message` and `detail` contain the same message for the user. Some problems have
/// further members, for example `candidates` on a conflict.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Problem {
    /// Stable name of the kind of error.
    #[serde(rename = "type")]
    #[schema(example = "urn:sitewright:problem:validation")]
    pub type_uri: String,
    /// Short description of the kind.
    #[schema(example = "Input not valid")]
    pub title: String,
    /// The HTTP status.
    #[schema(example = 422)]
    pub status: u16,
    /// The message for the user.
    #[schema(example = "Project name, state and type are required")]
    pub detail: String,
    /// Identifies the error for programs.
    pub code: ErrorCode,
    /// Id for support requests; also in the `X-Request-Id` header.
    pub request_id: String,
    /// The message for the user.
    pub error: String,
    /// The message for the user.
    pub message: String,
    /// A message for each invalid field (422 only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<BTreeMap<String, String>>,
}
