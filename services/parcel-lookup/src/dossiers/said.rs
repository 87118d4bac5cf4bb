//! Values as they are shown. No I/O.

use chrono::NaiveDate;

pub use site_search::with_commas_and_decimals as number;

const FEET: f64 = 1.0 / 0.3048;
/// Characters of a text of a source that are shown; nobody reads more in a table.
const MAX_CHARS: usize = 400;

pub fn acres(value: f64) -> String {
    format!("{} acres", number(value, 2))
}

pub fn dollars(value: f64) -> String {
    format!("${}", number(value, 0))
}

pub fn feet(metres: f64) -> f64 {
    metres * FEET
}

/// 0 to 1 as percent.
pub fn percent(share: f64) -> String {
    format!("{} %", number(100.0 * share, 0))
}

pub fn day(day: NaiveDate) -> String {
    day.format("%b %-d, %Y").to_string()
}

/// Without blanks around it, and not endless; `None` if nothing is left.
pub fn text(given: &str) -> Option<String> {
    let given = given.trim();
    if given.is_empty() {
        return None;
    }
    let end = given.char_indices().nth(MAX_CHARS);
    Some(end.map_or_else(
        || given.to_owned(),
        |(at, _)| format!("{}\u{2026}", &given[..at]),
    ))
}

/// The first letter is a capital.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// The first letter is small.
pub fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_and_shares_are_rounded_as_the_app_does() {
        assert_eq!(acres(12.345), "12.35 acres");
        assert_eq!(percent(0.426), "43 %");
    }

    #[test]
    fn texts_are_trimmed_and_end() {
        assert_eq!(text("  "), None);
        assert_eq!(text(" a "), Some("a".to_owned()));
        let long = text(&"é".repeat(1_000)).unwrap();
        assert_eq!(long.chars().count(), MAX_CHARS + 1);
        assert_eq!(sentence("flood zone"), "Flood zone");
    }
}
