//! Validates phone numbers. No I/O.

/// Whether a phone number has exactly ten digits after an optional US country code; grouping does
/// not matter.
pub fn has_ten_digits(phone: &str) -> bool {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let grouping = |c: char| matches!(c, ' ' | '-' | '.' | '(' | ')' | '/' | '+');
    (digits.len() == 10 || digits.len() == 11 && digits.starts_with('1'))
        && phone.chars().all(|c| c.is_ascii_digit() || grouping(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ten_digits_in_any_grouping() {
        for good in [
            "7135550142",
            "(713) 555-0142",
            "713.555.0142",
            "713 555 0142",
            "+1 713 555 0142",
            "17135550142",
        ] {
            assert!(has_ten_digits(good), "{good}");
        }
        for bad in [
            "",
            "555-0142",
            "27135550142",
            "+1 1 713 555 0142",
            "713555014x",
            "713555014٢",
            "7135550142 ext",
        ] {
            assert!(!has_ten_digits(bad), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in ".*") {
            let _ = has_ten_digits(&text);
        }
    }
}
