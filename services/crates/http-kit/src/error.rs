//! The error type of handlers, and its response.
//!
//! A service's errors convert into it with a `From` that chooses code and message; the cause is
//! kept for the log and never sent to the caller. It is logged once, by the middleware that sees
//! every response.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use serde_json::{Map, Value};
use trace_context::TraceContext;

use crate::code::ErrorCode;
use crate::problem::{Problem, ProblemKind};

/// Result of a handler.
pub type ApiResult<T> = Result<T, ApiError>;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A failure with its code, its message and, for the log only, its cause.
pub struct ApiError(Box<Inner>);

struct Inner {
    code: ErrorCode,
    sentence: Option<Cow<'static, str>>,
    fields: Vec<(Cow<'static, str>, String)>,
    members: Map<String, Value>,
    headers: Vec<(HeaderName, HeaderValue)>,
    cause: Option<Cause>,
}

impl ApiError {
    fn of(code: ErrorCode) -> Self {
        Self(Box::new(Inner {
            code,
            sentence: None,
            fields: Vec::new(),
            members: Map::new(),
            headers: Vec::new(),
            cause: None,
        }))
    }

    fn of_kind(kind: ProblemKind) -> Self {
        Self::of(ErrorCode::of_kind(kind))
    }

    /// An error with a message for the user. With a code of the kind `Unavailable` the response has
    /// `Retry-After: 1`, unless [`Self::retry_after`] sets another value.
    pub fn new(code: ErrorCode, sentence: impl Into<Cow<'static, str>>) -> Self {
        let error = Self::of(code).sentence(sentence);
        match code.kind() {
            ProblemKind::Unavailable => error.retry_after(1),
            _ => error,
        }
    }

    /// A failure of the kind for this status, with that kind's own message.
    pub fn from_status(status: StatusCode) -> Self {
        Self::of_kind(ProblemKind::from_status(status))
    }

    /// Sets the code.
    #[must_use]
    pub fn code(mut self, code: ErrorCode) -> Self {
        debug_assert_eq!(code.kind(), self.kind(), "a code of another kind");
        self.0.code = code;
        self
    }

    /// 400: the request cannot be parsed.
    pub fn bad_request(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::RequestUnreadable, sentence)
    }

    /// 405, with the allowed methods, such as `GET, POST`.
    pub(crate) fn method_not_allowed(allowed: &str) -> Self {
        let error = Self::of(ErrorCode::MethodNotAllowed);
        match HeaderValue::from_str(allowed) {
            Ok(value) => error.header(ALLOW, value),
            Err(_not_a_header) => error,
        }
    }

    /// 415: unsupported content type.
    pub fn unsupported_media_type(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::MediaTypeNotSupported, sentence)
    }

    /// 500 with a fixed message. The cause is only logged, with its chain.
    pub fn internal(cause: impl Into<Cause>) -> Self {
        let mut error = Self::of(ErrorCode::Internal);
        error.0.cause = Some(cause.into());
        error
    }

    /// 503 with the message of an overloaded server; add the cause for the log with
    /// [`Self::caused_by`].
    pub fn busy() -> Self {
        let kind = ProblemKind::Unavailable;
        Self::new(ErrorCode::Unavailable, kind.default_sentence())
    }

    /// 422 to be filled with [`Self::field`]; its message is the first field's unless set.
    pub fn validation() -> Self {
        Self::of(ErrorCode::RequestInvalid)
    }

    /// 422 for one invalid field (dotted path for nested ones) with its message.
    pub fn invalid(field: impl Into<Cow<'static, str>>, sentence: impl Into<String>) -> Self {
        Self::validation().field(field, sentence)
    }

    /// Ends validation: `Ok` if no field was added.
    pub fn check(self) -> ApiResult<()> {
        if self.has_fields() { Err(self) } else { Ok(()) }
    }

    /// Adds an invalid field (dotted path for nested ones) with its message. The first message of a
    /// field wins.
    #[must_use]
    pub fn field(
        mut self,
        name: impl Into<Cow<'static, str>>,
        sentence: impl Into<String>,
    ) -> Self {
        self.0.fields.push((name.into(), sentence.into()));
        self
    }

    /// Sets the main message, shown in `detail`, `error` and `message`.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Cow<'static, str>>) -> Self {
        self.0.sentence = Some(sentence.into());
        self
    }

    /// Adds a member to the problem, such as `candidates`. Members of [`Problem`] are not replaced.
    #[must_use]
    pub fn with(mut self, member: impl Into<String>, value: impl Into<Value>) -> Self {
        self.0.members.insert(member.into(), value.into());
        self
    }

    /// Adds a header to the response.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.headers.push((name, value));
        self
    }

    /// Sets `Retry-After`, in seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.headers.retain(|(name, _)| name != RETRY_AFTER);
        self.header(RETRY_AFTER, HeaderValue::from(seconds))
    }

    /// Keeps the cause for the log; it is never sent to the caller.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<Cause>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    /// The code's kind, which determines type, status and title.
    pub fn kind(&self) -> ProblemKind {
        self.0.code.kind()
    }

    /// Whether a field was added.
    pub fn has_fields(&self) -> bool {
        !self.0.fields.is_empty()
    }

    /// The message that the caller sees.
    pub fn shown(&self) -> &str {
        match (&self.0.sentence, self.0.fields.first()) {
            (Some(sentence), _) => sentence,
            (None, Some((_, sentence))) => sentence,
            (None, None) => self.kind().default_sentence(),
        }
    }

    fn problem(&self) -> Problem {
        let kind = self.kind();
        let shown = self.shown().to_owned();
        let errors = self.has_fields().then(|| {
            let mut errors = BTreeMap::new();
            for (name, sentence) in &self.0.fields {
                errors
                    .entry(name.to_string())
                    .or_insert_with(|| sentence.clone());
            }
            errors
        });
        Problem {
            type_uri: kind.type_uri(),
            title: kind.title().to_owned(),
            status: kind.status().as_u16(),
            detail: shown.clone(),
            code: self.0.code,
            request_id: TraceContext::current().request_id.unwrap_or_default(),
            error: shown.clone(),
            message: shown,
            errors,
        }
    }

    /// The body: the problem's members, then additional ones.
    fn body(&self) -> Value {
        let mut body = self.0.members.clone();
        if let Ok(Value::Object(problem)) = serde_json::to_value(self.problem()) {
            body.extend(problem);
        }
        Value::Object(body)
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shown())
    }
}

impl fmt::Debug for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Members and field messages may contain user input, which must not be logged.
        f.debug_struct("ApiError")
            .field("code", &self.0.code)
            .field("sentence", &self.shown())
            .field("cause", &self.0.cause)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for ApiError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let cause = self.0.cause.as_deref()?;
        Some(cause)
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.kind().status()
    }

    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        for header in &self.0.headers {
            answer.append_header(header.clone());
        }
        answer
            .insert_header((CONTENT_TYPE, "application/problem+json"))
            .body(self.body().to_string())
    }
}

impl From<diesel::result::Error> for ApiError {
    /// 503 when the database is unavailable or overloaded or two transactions conflicted; else 500.
    /// A missing row is not an error: use `.optional()` and return a named failure.
    fn from(error: diesel::result::Error) -> Self {
        if is_temporary(&error) {
            Self::busy().caused_by(error)
        } else {
            Self::internal(error)
        }
    }
}

impl From<Arc<diesel::result::Error>> for ApiError {
    /// The same for a failure that several requests share.
    fn from(error: Arc<diesel::result::Error>) -> Self {
        if is_temporary(&error) {
            Self::busy().caused_by(error)
        } else {
            Self::internal(error)
        }
    }
}

fn is_temporary(error: &diesel::result::Error) -> bool {
    db::is_unavailable(error) || db::is_contention(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use diesel::result::{DatabaseErrorKind, Error};

    #[test]
    fn the_database_being_away_is_not_our_fault_but_a_missing_row_is() {
        let away = Error::DatabaseError(
            DatabaseErrorKind::UnableToSendCommand,
            Box::new("connection to 10.0.0.7 refused".to_owned()),
        );
        let away = ApiError::from(away);
        assert_eq!(away.kind(), ProblemKind::Unavailable);
        assert!(!away.body().to_string().contains("10.0.0.7"));
        let missing = ApiError::from(Error::NotFound);
        assert_eq!(missing.kind(), ProblemKind::Internal);
        assert!(std::error::Error::source(&missing).is_some());
    }

    #[test]
    fn a_validation_says_its_first_field_unless_told_otherwise() {
        assert!(ApiError::validation().check().is_ok());
        let error = ApiError::validation()
            .field("a", "First.")
            .field("b", "Second.")
            .field("a", "Third.");
        assert_eq!(error.shown(), "First.");
        let body = error.body();
        assert_eq!(
            body["errors"],
            serde_json::json!({"a": "First.", "b": "Second."})
        );
        let error = error.sentence("Together.").check().unwrap_err();
        assert_eq!(error.body()["error"], "Together.");
    }

    #[test]
    fn logs_do_not_repeat_members() {
        let error = ApiError::new(ErrorCode::PropertyAmbiguous, "Which one?")
            .with("candidates", "12 Main St");
        assert!(!format!("{error:?}").contains("Main"));
    }
}
