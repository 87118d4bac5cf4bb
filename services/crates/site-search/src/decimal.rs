//! Numbers with a fixed number of decimals, as the app rounds them.

use crate::with_commas;

/// With so many decimals. The halves of the number as it is written are rounded away from zero: the binary number behind 67.05 is a
/// little less, and `format!` would make it 67.0.
pub fn with_decimals(value: f64, decimals: usize) -> String {
    let digits = digits(value.abs(), decimals);
    let (whole, rest) = digits.split_at(digits.len() - decimals);
    let is_negative = value < 0.0 && digits.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    let sign = if is_negative { "-" } else { "" };
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{rest}")
}

/// The same, with commas between the thousands.
pub fn with_commas_and_decimals(value: f64, decimals: usize) -> String {
    let written = with_decimals(value, decimals);
    let (sign, digits) = written
        .strip_prefix('-')
        .map_or(("", written.as_str()), |digits| ("-", digits));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), with_commas);
    format!("{sign}{whole}{rest}")
}

/// The digits of a number that is not negative, the last ones of them decimals.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_what_is_written_are_rounded_away_from_zero() {
        for (value, decimals, written) in [
            (67.05, 1, "67.1"),
            (-67.05, 1, "-67.1"),
            (67.049, 1, "67.0"),
            (0.125, 2, "0.13"),
            (1.005, 2, "1.01"),
            (2.675, 2, "2.68"),
            (2.5, 0, "3"),
            (0.5, 0, "1"),
            (0.05, 1, "0.1"),
            (0.04, 1, "0.0"),
            (9.95, 1, "10.0"),
            (999_999.95, 1, "1000000.0"),
        ] {
            assert_eq!(with_decimals(value, decimals), written);
        }
    }

    #[test]
    fn thousands_have_commas() {
        for (value, decimals, written) in [
            (0.0, 0, "0"),
            (1_234_567.891, 2, "1,234,567.89"),
            (999.5, 0, "1,000"),
            (-12_345.0, 0, "-12,345"),
            (-0.001, 2, "0.00"),
            (-0.0, 0, "0"),
            (67.05, 1, "67.1"),
            (999_999.95, 1, "1,000,000.0"),
            (1e21, 1, "1000000000000000000000.0"),
        ] {
            assert_eq!(with_commas_and_decimals(value, decimals), written);
        }
    }

    #[test]
    fn decimals_are_filled_up_and_zero_has_no_sign() {
        for (value, decimals, written) in [
            (5.0, 2, "5.00"),
            (0.0, 0, "0"),
            (-0.0, 0, "0"),
            (-0.001, 2, "0.00"),
            (1_234_567.891, 2, "1234567.89"),
            (1e21, 1, "1000000000000000000000.0"),
        ] {
            assert_eq!(with_decimals(value, decimals), written);
        }
    }
}
