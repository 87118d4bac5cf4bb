//! Values as they are shown. No I/O.

use chrono::NaiveDate;
use site_search::with_commas;

const FEET: f64 = 1.0 / 0.3048;
/// Characters of a text of a source that are shown; nobody reads more in a table.
const MAX_CHARS: usize = 400;

/// With commas between thousands, and so many decimals.
pub fn number(value: f64, decimals: usize) -> String {
    let digits = digits(value.abs(), decimals);
    let (whole, rest) = digits.split_at(digits.len() - decimals);
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), with_commas);
    let is_negative = value < 0.0 && digits.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    let sign = if is_negative { "-" } else { "" };
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{rest}")
}

/// The digits of a number that is not negative, the last ones of them decimals. The halves of the number as it is written are
/// rounded up, as the app does: the binary number behind 67.05 is a little less.
fn digits(value: f64, decimals: usize) -> String {
    let written = value.to_string();
    let (whole, rest) = written.split_once('.').unwrap_or((written.as_str(), ""));
    let kept = rest.get(..decimals).unwrap_or(rest);
    let digits = format!("{whole}{kept:0<decimals$}");
    let next = rest.as_bytes().get(decimals);
    let is_up = next.is_some_and(|digit| *digit >= b'5');
    match digits.parse::<u128>() {
        Ok(number) if is_up => format!("{:0width$}", number + 1, width = digits.len()),
        _ => digits,
    }
}

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
    fn numbers_have_commas_and_decimals() {
        for (value, decimals, shown) in [
            (0.0, 0, "0"),
            (1_234_567.891, 2, "1,234,567.89"),
            (999.5, 0, "1,000"),
            (-12_345.0, 0, "-12,345"),
            (-0.001, 2, "0.00"),
            (-0.0, 0, "0"),
            // Halves of what is written, whatever the binary number is.
            (67.05, 1, "67.1"),
            (-67.05, 1, "-67.1"),
            (67.049, 1, "67.0"),
            (1.005, 2, "1.01"),
            (2.5, 0, "3"),
            (0.05, 1, "0.1"),
            (0.04, 1, "0.0"),
            (9.95, 1, "10.0"),
            (999_999.95, 1, "1,000,000.0"),
            (5.0, 2, "5.00"),
            (1e21, 1, "1000000000000000000000.0"),
        ] {
            assert_eq!(number(value, decimals), shown);
        }
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
