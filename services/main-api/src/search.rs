//! Search text for `ILIKE`, and the opaque cursors of lists.
//!
//! Both turn what a client sends into something a query can take as it is. It runs no query.

use http_kit::{ApiError, Cursor};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Most rows of one page.
pub const MAX_ROWS: i64 = 200;
/// Most rows when the client names no limit: the specification's lists come whole.
pub const WHOLE_LIST: i64 = 5000;

/// A pattern that finds `text` anywhere; its own wildcards mean themselves.
pub fn contains(text: &str) -> String {
    let text: String = text
        .trim()
        .chars()
        .filter(|c| *c != '\0')
        .take(200)
        .collect();
    format!(
        "%{}%",
        text.replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_")
    )
}

/// The digits of a phone number, or of a part of one with at least three digits; the country code
/// of a whole number of the United States is left out. Nothing where other characters stand in it.
pub fn phone_digits(text: &str) -> Option<String> {
    let grouping = |c: char| matches!(c, ' ' | '-' | '.' | '(' | ')' | '/' | '+');
    if !text.chars().all(|c| c.is_ascii_digit() || grouping(c)) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    match (digits.len(), digits.strip_prefix('1')) {
        (11, Some(ten)) => Some(ten.to_owned()),
        (3.., _) => Some(digits),
        _ => None,
    }
}

/// What a list is narrowed to, unless it is blank. NUL, which PostgreSQL cannot hold, is nothing.
pub fn wanted(q: Option<String>) -> Option<String> {
    q.map(|q| q.replace('\0', ""))
        .filter(|q| !q.trim().is_empty())
}

/// How many rows to read; refuses what is out of range.
pub fn limit(asked: Option<i64>) -> Result<i64, ApiError> {
    match asked {
        None => Ok(WHOLE_LIST),
        Some(limit @ 1..=MAX_ROWS) => Ok(limit),
        Some(_) => Err(ApiError::invalid(
            "limit",
            format!("Use a limit from 1 to {MAX_ROWS}."),
        )),
    }
}

/// Reads a cursor that we gave.
pub fn position<T: DeserializeOwned>(cursor: Option<&str>) -> Result<Option<T>, ApiError> {
    cursor.map(Cursor::decode).transpose()
}

/// Cuts the one row too many that tells whether there is a next page.
pub fn page<T, P: Serialize>(
    mut rows: Vec<T>,
    limit: i64,
    position_of: impl Fn(&T) -> P,
) -> Result<(Vec<T>, Option<String>), ApiError> {
    let next = Cursor::cut(&mut rows, Some(limit), position_of)?;
    Ok((rows, next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_mean_themselves() {
        assert_eq!(contains(r" 50%_a\b "), r"%50\%\_a\\b%");
        assert_eq!(contains("a\0b"), "%ab%");
    }

    #[test]
    fn a_number_is_its_digits() {
        for (text, digits) in [
            ("(713) 555-0999", Some("7135550999")),
            ("+1 713 555 0999", Some("7135550999")),
            ("555-0999", Some("5550999")),
            ("12", None),
            ("Suite 713", None),
        ] {
            assert_eq!(phone_digits(text).as_deref(), digits, "{text}");
        }
    }

    #[test]
    fn limits_are_bounded() {
        assert_eq!(limit(None).unwrap(), WHOLE_LIST);
        assert!(limit(Some(0)).is_err() && limit(Some(201)).is_err());
    }
}
