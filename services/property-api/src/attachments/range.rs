//! The `Range` header (RFC 9110), limited to one byte range.

use std::ops::Range;

/// The requested part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// Everything: no range, several ranges, or an unknown unit.
    Whole,
    Part(Range<u64>),
    /// The range starts beyond the end of the file.
    Beyond,
}

/// Parses the header for a file of `size` bytes.
pub fn parse(header: Option<&str>, size: u64) -> Asked {
    let Some(spec) = header.and_then(|header| header.trim().strip_prefix("bytes=")) else {
        return Asked::Whole;
    };
    let Some((first, last)) = spec.split_once('-') else {
        return Asked::Whole;
    };
    // RFC 9110 allows answering several ranges with the whole file, and our clients do not send
    // them.
    if spec.contains(',') {
        return Asked::Whole;
    }
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match (first.trim(), last.trim()) {
        ("", suffix) => match number(suffix) {
            Some(0) => Asked::Beyond,
            Some(length) if size > 0 => Asked::Part(size.saturating_sub(length)..size),
            Some(_) => Asked::Beyond,
            None => Asked::Whole,
        },
        (first, last) => {
            let (Some(start), Some(end)) = (number(first), end(last, size, number)) else {
                return Asked::Whole;
            };
            if start >= size {
                Asked::Beyond
            } else if end <= start {
                Asked::Whole
            } else {
                Asked::Part(start..end)
            }
        }
    }
}

/// Exclusive end of the range.
fn end(last: &str, size: u64, number: impl Fn(&str) -> Option<u64>) -> Option<u64> {
    if last.is_empty() {
        return Some(size);
    }
    Some(number(last)?.saturating_add(1).min(size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranges_as_browsers_and_readers_of_pdf_send_them() {
        for (header, asked) in [
            (None, Asked::Whole),
            (Some("bytes=0-99"), Asked::Part(0..100)),
            (Some("bytes=100-"), Asked::Part(100..1000)),
            (Some("bytes=-100"), Asked::Part(900..1000)),
            (Some("bytes=-5000"), Asked::Part(0..1000)),
            (Some("bytes=990-5000"), Asked::Part(990..1000)),
            (Some("bytes=1000-"), Asked::Beyond),
            (Some("bytes=-0"), Asked::Beyond),
            (Some("bytes=5-2"), Asked::Whole),
            (Some("bytes=0-1,5-6"), Asked::Whole),
            (Some("items=0-1"), Asked::Whole),
            (Some("bytes=x-y"), Asked::Whole),
        ] {
            assert_eq!(parse(header, 1000), asked, "{header:?}");
        }
        assert_eq!(parse(Some("bytes=0-"), 0), Asked::Beyond);
        assert_eq!(parse(Some("bytes=-1"), 0), Asked::Beyond);
    }

    proptest! {
        #[test]
        fn a_part_lies_within_the_file(spec in "bytes=[0-9]{0,22}-[0-9]{0,22}", size in any::<u64>()) {
            if let Asked::Part(part) = parse(Some(&spec), size) {
                prop_assert!(part.start < part.end && part.end <= size);
            }
        }
    }
}
