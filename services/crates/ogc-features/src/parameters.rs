//! Query parameters: unknown, repeated and invalid ones get 400, as the standard requires.

use actix_web::HttpRequest;
use http_kit::{ApiError, ApiResult, ErrorCode};
use url::form_urlencoded;

/// The parameters of a request, in its order.
#[derive(Debug)]
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// An error that names the first parameter which is not known or was sent twice.
    pub fn of(request: &HttpRequest, is_known: impl Fn(&str) -> bool) -> ApiResult<Self> {
        let pairs = form_urlencoded::parse(request.query_string().as_bytes());
        Self::of_pairs(pairs.into_owned(), is_known)
    }

    /// The same for parameters that are not those of a request.
    pub fn of_pairs(
        pairs: impl IntoIterator<Item = (String, String)>,
        is_known: impl Fn(&str) -> bool,
    ) -> ApiResult<Self> {
        let mut found: Vec<(String, String)> = Vec::new();
        for (name, value) in pairs {
            if !is_known(&name) {
                let sentence = "This address does not have this parameter.";
                let error = ApiError::new(ErrorCode::ParameterUnknown, sentence);
                return Err(error.field(name, sentence));
            }
            if found.iter().any(|(other, _)| *other == name) {
                let sentence = format!("{name} was sent more than once.");
                return Err(invalid(name, sentence));
            }
            found.push((name, value));
        }
        Ok(Self(found))
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(other, _)| *other == name)
            .map(|(_, value)| value)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Rejects every parameter.
pub fn none(request: &HttpRequest) -> ApiResult<()> {
    Parameters::of(request, |_name| false).map(drop)
}

/// 400 for the value of a parameter.
pub fn invalid(name: impl Into<String>, sentence: impl Into<String>) -> ApiError {
    let (name, sentence) = (name.into(), sentence.into());
    ApiError::new(ErrorCode::ParameterInvalid, sentence.clone()).field(name, sentence)
}
