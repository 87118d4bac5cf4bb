//! County codes: five digits, two of the state and three of the county.
//!
//! Only the form of a county's code is checked; which counties exist is main-api's knowledge.

use http_kit::{ApiError, ApiResult};

/// Whether a text has the form of a county code.
pub fn is_county_fips(text: &str) -> bool {
    text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A county code from a query, or 422.
pub fn check_county(text: String) -> ApiResult<String> {
    if is_county_fips(&text) {
        Ok(text)
    } else {
        Err(ApiError::invalid(
            "county_fips",
            "A county code has five digits, such as 48201.",
        ))
    }
}
