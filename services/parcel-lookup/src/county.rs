//! County codes: five digits, two of the state and three of the county.
//!
//! Only the form of a county's code is checked; which counties exist is main-api's knowledge.

use http_kit::{ApiError, ApiResult};

/// States by their first two digits of a county code, with their postal abbreviations.
const STATES: [(&str, &str); 56] = [
    ("01", "AL"),
    ("02", "AK"),
    ("04", "AZ"),
    ("05", "AR"),
    ("06", "CA"),
    ("08", "CO"),
    ("09", "CT"),
    ("10", "DE"),
    ("11", "DC"),
    ("12", "FL"),
    ("13", "GA"),
    ("15", "HI"),
    ("16", "ID"),
    ("17", "IL"),
    ("18", "IN"),
    ("19", "IA"),
    ("20", "KS"),
    ("21", "KY"),
    ("22", "LA"),
    ("23", "ME"),
    ("24", "MD"),
    ("25", "MA"),
    ("26", "MI"),
    ("27", "MN"),
    ("28", "MS"),
    ("29", "MO"),
    ("30", "MT"),
    ("31", "NE"),
    ("32", "NV"),
    ("33", "NH"),
    ("34", "NJ"),
    ("35", "NM"),
    ("36", "NY"),
    ("37", "NC"),
    ("38", "ND"),
    ("39", "OH"),
    ("40", "OK"),
    ("41", "OR"),
    ("42", "PA"),
    ("44", "RI"),
    ("45", "SC"),
    ("46", "SD"),
    ("47", "TN"),
    ("48", "TX"),
    ("49", "UT"),
    ("50", "VT"),
    ("51", "VA"),
    ("53", "WA"),
    ("54", "WV"),
    ("55", "WI"),
    ("56", "WY"),
    ("60", "AS"),
    ("66", "GU"),
    ("69", "MP"),
    ("72", "PR"),
    ("78", "VI"),
];

/// Whether a text has the form of a county code.
pub fn is_county_fips(text: &str) -> bool {
    text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Postal abbreviation of the state in which a county lies.
pub fn state_of(county_fips: &str) -> Option<&'static str> {
    let digits = county_fips.get(..2)?;
    STATES
        .iter()
        .find(|(code, _)| *code == digits)
        .map(|(_, state)| *state)
}

/// The two digits with which the county codes of a state begin, by its postal abbreviation.
pub fn state_digits(abbreviation: &str) -> Option<&'static str> {
    STATES
        .iter()
        .find(|(_, state)| *state == abbreviation)
        .map(|(code, _)| *code)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_county_lies_in_a_state() {
        assert_eq!(state_of("48201"), Some("TX"));
        assert_eq!(state_digits("NC"), Some("37"));
        assert_eq!(
            (state_of("00000"), state_of(""), state_digits("XX")),
            (None, None, None)
        );
    }
}
