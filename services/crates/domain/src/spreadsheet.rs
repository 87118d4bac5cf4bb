//! Texts in CSV files that a spreadsheet would run as formulas.

use std::borrow::Cow;

/// A text that a spreadsheet would run as a formula gets an apostrophe; numbers stay numbers.
/// [`original`] takes it off again.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if is_formula(text.trim_start_matches('\'')) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text before [`harmless`].
pub fn original(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => text,
    }
}

fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_get_an_apostrophe_and_lose_it_again() {
        for (text, written) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("-x", "'-x"),
            ("-81.9", "-81.9"),
            ("'=1", "''=1"),
            ("'s Gravesande Trust", "'s Gravesande Trust"),
            ("", ""),
        ] {
            assert_eq!(harmless(text), written);
            assert_eq!(original(written), text);
        }
    }
}
