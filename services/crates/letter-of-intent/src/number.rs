//! Numbers of letters: `LOI-2026-0042`, and its later versions `LOI-2026-0042/2`.
//!
//! Serials are counted by firm and year, without gaps: the caller keeps the counter, takes as many as
//! a bulk needs and gives them out in the order that the user saw. A letter to another property or
//! buyer has a number of its own; a new text of the same letter is a version.

use std::fmt;
use std::str::FromStr;

use domain::Invalid;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

const NOT_A_NUMBER: Invalid =
    Invalid::new("Please enter a letter's number, such as LOI-2026-0042.");

const PREFIX: &str = "LOI-";
const YEARS: std::ops::RangeInclusive<u16> = 2000..=9999;
/// Digits of a serial at least; from 10,000 letters a year on there are more.
const SERIAL_DIGITS: usize = 4;

/// Number and version of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LetterNumber {
    year: u16,
    serial: u32,
    version: u16,
}

impl LetterNumber {
    /// The first version of the `serial`-th letter of a year. `None` if the year has not four digits
    /// or the serial is 0.
    pub fn new(year: u16, serial: u32) -> Option<Self> {
        (YEARS.contains(&year) && serial > 0).then_some(Self {
            year,
            serial,
            version: 1,
        })
    }

    /// `count` numbers after the last one given out, 0 for none: what a counter row moved by `count`
    /// stands for. Fewer when serials end.
    pub fn after(year: u16, last: u32, count: u32) -> impl Iterator<Item = Self> {
        (1..=count).filter_map(move |place| Self::new(year, last.checked_add(place)?))
    }

    /// The year of the counter.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// From 1.
    pub const fn serial(self) -> u32 {
        self.serial
    }

    /// From 1.
    pub const fn version(self) -> u16 {
        self.version
    }

    /// The next version under the same number; `None` after 65,535.
    pub fn next_version(self) -> Option<Self> {
        let version = self.version.checked_add(1)?;
        Some(Self { version, ..self })
    }

    /// Whether both are versions of one letter.
    pub const fn is_same_letter(self, other: Self) -> bool {
        self.year == other.year && self.serial == other.serial
    }

    /// For names of files, without `/`: `LOI-2026-0042-2`.
    pub fn file_stem(self) -> String {
        self.to_string().replace('/', "-")
    }
}

impl fmt::Display for LetterNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}-{:04}", self.year, self.serial)?;
        if self.version > 1 {
            write!(f, "/{}", self.version)?;
        }
        Ok(())
    }
}

impl FromStr for LetterNumber {
    type Err = Invalid;

    /// Reads what [`fmt::Display`] writes, and nothing else: one number has one text.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        parse(text.trim()).ok_or(NOT_A_NUMBER)
    }
}

fn parse(text: &str) -> Option<LetterNumber> {
    let (number, version) = match text.split_once('/') {
        Some((number, version)) => (number, Some(version)),
        None => (text, None),
    };
    let (year, serial) = number.strip_prefix(PREFIX)?.split_once('-')?;
    let is_padded = serial.len() > SERIAL_DIGITS && serial.starts_with('0');
    if year.len() != 4 || serial.len() < SERIAL_DIGITS || is_padded {
        return None;
    }
    let first = LetterNumber::new(digits(year)?, digits(serial)?)?;
    let Some(version) = version else {
        return Some(first);
    };
    let version: u16 = digits(version).filter(|_| !version.starts_with('0'))?;
    (version > 1).then_some(LetterNumber { version, ..first })
}

fn digits<N: FromStr>(text: &str) -> Option<N> {
    // Rust reads `+1` as a number.
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then_some(())?;
    text.parse().ok()
}

impl Serialize for LetterNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LetterNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_and_versions_are_written() {
        let number = LetterNumber::new(2026, 42).unwrap();
        assert_eq!(number.to_string(), "LOI-2026-0042");
        let second = number.next_version().unwrap();
        assert_eq!(second.to_string(), "LOI-2026-0042/2");
        assert_eq!(second.file_stem(), "LOI-2026-0042-2");
        assert!(number.is_same_letter(second) && number < second);
        assert_eq!(
            LetterNumber::new(2026, 12_345).unwrap().to_string(),
            "LOI-2026-12345"
        );
        assert_eq!(LetterNumber::new(2026, 0), None);
        assert_eq!(LetterNumber::new(26, 1), None);
    }

    #[test]
    fn a_bulk_takes_numbers_in_order() {
        let written = |last, count| -> Vec<String> {
            LetterNumber::after(2026, last, count)
                .map(|number| number.to_string())
                .collect()
        };
        assert_eq!(written(0, 2), ["LOI-2026-0001", "LOI-2026-0002"]);
        assert_eq!(written(9_999, 1), ["LOI-2026-10000"]);
        assert_eq!(written(u32::MAX, 3), Vec::<String>::new());
    }

    #[test]
    fn one_number_has_one_text() {
        for text in [
            "",
            "LOI-2026-42",
            "LOI-2026-00042",
            "LOI-2026-0000",
            "LOI-26-0042",
            "loi-2026-0042",
            "LOI-2026-0042/1",
            "LOI-2026-0042/02",
            "LOI-2026-0042/",
            "LOI-2026-0042/2/3",
            "LOI-2026-+042",
            "LOI-2026-0042/+2",
            "LOI-0999-0042",
            "LOI-2026-0042/65536",
            "LOI-2026-99999999999",
        ] {
            assert!(text.parse::<LetterNumber>().is_err(), "{text}");
        }
        let json = "\"LOI-2026-0042/2\"";
        let number: LetterNumber = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&number).unwrap(), json);
    }

    proptest! {
        #[test]
        fn every_number_is_read_as_written(year in 2000..=9999_u16, serial in 1..=u32::MAX, version in 1..=u16::MAX) {
            let number = LetterNumber { year, serial, version };
            prop_assert_eq!(number.to_string().parse::<LetterNumber>().unwrap(), number);
        }

        #[test]
        fn any_text_is_judged_without_panic(text in "LOI-[0-9/+-]{0,12}|.*") {
            if let Ok(number) = text.parse::<LetterNumber>() {
                prop_assert_eq!(number.to_string(), text.trim());
            }
        }
    }
}
