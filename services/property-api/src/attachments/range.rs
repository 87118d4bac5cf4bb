//! The `Range` header (RFC 9110), limited to one byte range.

use std::ops::Range;

use actix_web::http::header::{ByteRangeSpec, Range as RangeHeader};

/// The requested part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Requested {
    /// Everything: no range, several ranges, or an unknown unit.
    Whole,
    Part(Range<u64>),
    /// The range starts beyond the end of the file.
    Beyond,
}

impl Requested {
    /// What the header requests of a file of `size` bytes.
    pub fn new(header: Option<&RangeHeader>, size: u64) -> Self {
        let Some(RangeHeader::Bytes(ranges)) = header else {
            return Self::Whole;
        };
        // RFC 9110 allows answering several ranges with the whole file, and our clients do not send
        // them. It requires ignoring a range that ends before it starts.
        let range = match ranges.as_slice() {
            [ByteRangeSpec::FromTo(first, last)] if last < first => return Self::Whole,
            [range] => range,
            _ => return Self::Whole,
        };
        match range.to_satisfiable_range(size) {
            Some((first, last)) => Self::Part(first..last + 1),
            None => Self::Beyond,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn requested(header: Option<&str>, size: u64) -> Requested {
        let header = header.and_then(|header| header.parse::<RangeHeader>().ok());
        Requested::new(header.as_ref(), size)
    }

    #[test]
    fn ranges_as_browsers_and_readers_of_pdf_send_them() {
        for (header, expected) in [
            (None, Requested::Whole),
            (Some("bytes=0-99"), Requested::Part(0..100)),
            (Some("bytes=100-"), Requested::Part(100..1000)),
            (Some("bytes=-100"), Requested::Part(900..1000)),
            (Some("bytes=-5000"), Requested::Part(0..1000)),
            (Some("bytes=990-5000"), Requested::Part(990..1000)),
            (Some("bytes=1000-"), Requested::Beyond),
            (Some("bytes=-0"), Requested::Beyond),
            (Some("bytes=5-2"), Requested::Whole),
            (Some("bytes=0-1,5-6"), Requested::Whole),
            (Some("items=0-1"), Requested::Whole),
            (Some("bytes=x-y"), Requested::Whole),
        ] {
            assert_eq!(requested(header, 1000), expected, "{header:?}");
        }
        assert_eq!(requested(Some("bytes=0-"), 0), Requested::Beyond);
        assert_eq!(requested(Some("bytes=-1"), 0), Requested::Beyond);
    }

    proptest! {
        #[test]
        fn a_part_lies_within_the_file(spec in "bytes=[0-9]{0,22}-[0-9]{0,22}", size in any::<u64>()) {
            if let Requested::Part(part) = requested(Some(&spec), size) {
                prop_assert!(part.start < part.end && part.end <= size);
            }
        }
    }
}
