//! Dates and instants, as in RFC 3339.

use chrono::{DateTime, NaiveDate, Utc};

/// `2026-01-31`.
pub fn date(text: &str) -> Option<NaiveDate> {
    // chrono also reads shorter and longer years.
    (text.len() == "2026-01-31".len())
        .then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok())
        .flatten()
}

/// `2026-01-31T12:00:00Z`, with any offset.
pub fn timestamp(text: &str) -> Option<DateTime<Utc>> {
    let time = DateTime::parse_from_rfc3339(text).ok()?;
    Some(time.with_timezone(&Utc))
}
