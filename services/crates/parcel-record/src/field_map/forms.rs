//! Forms of single values: parcel numbers, cities, states, ZIP codes.

use std::collections::BTreeSet;

use domain::State;

use super::values;

/// Longest parcel number of a source without a form of its own, characters.
const LONGEST_NUMBER: usize = 40;
/// Longest group of letters in a parcel number; a longer one is a word.
const LETTERS: usize = 4;

/// What the parcel numbers of a source look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// Letters, digits and separators, with a digit.
    Any,
    /// The same, of several counties: two of them may have the same number.
    OfCounties,
    /// Exactly so many digits, with or without dashes.
    Digits(usize),
    /// Block and lot of San Francisco: four digits and three, each with or without a letter.
    BlockLot,
    /// Five digits and a few digits or letters.
    FiveDigitsFirst,
}

impl NumberForm {
    /// Whether a number has this form.
    pub fn fits(self, number: &str) -> bool {
        match self {
            Self::Any | Self::OfCounties => any_number(number),
            Self::Digits(count) => {
                let digits = number.replace(['-', ' ', '.'], "");
                digits.len() == count && digits.bytes().all(|byte| byte.is_ascii_digit())
            }
            Self::BlockLot => {
                let shape: String = number
                    .chars()
                    .map(|c| match c {
                        '0'..='9' => '9',
                        'A'..='Z' => 'A',
                        _ => '?',
                    })
                    .collect();
                ["9999999", "9999999A", "9999A999", "9999A999A"].contains(&shape.as_str())
            }
            Self::FiveDigitsFirst => {
                (7..=10).contains(&number.len())
                    && number.bytes().take(5).all(|byte| byte.is_ascii_digit())
                    && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
            }
        }
    }

    /// Smallest share of different numbers. Without a form of its own, a column of ids that several
    /// parcels share would be taken for the number.
    pub fn distinct(self) -> f64 {
        match self {
            Self::Any => 0.98,
            Self::OfCounties => 0.5,
            _ => 0.9,
        }
    }
}

pub(super) fn has_letter(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

pub(super) fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

pub(super) fn is_city(text: &str) -> bool {
    text.chars().count() > 2 && has_letter(text) && !text.chars().any(|c| c.is_ascii_digit())
}

pub(super) fn is_state(text: &str) -> bool {
    State::with_postal_code(&text.to_uppercase()).is_some()
}

/// `MassGIS` names a place by its coordinates; several parcels can have the same.
pub(super) fn is_location_id(text: &str) -> bool {
    let mut parts = text.split('_');
    let digits = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    matches!(parts.next(), Some("M" | "F")) && digits(parts.next()) && digits(parts.next())
}

/// A digit, and no words: letters stand in short groups.
pub(super) fn any_number(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphabetic());
    text.chars().count() <= LONGEST_NUMBER
        && text.chars().any(|c| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || " -./_*#&,".contains(c))
        && words.map(|word| word.chars().count()).max() <= Some(LETTERS)
        && !is_location_id(text)
        && !is_short_address(text)
}

/// `5903 OAK ST`: a house number and words, also where all are as short as those of parcel numbers.
fn is_short_address(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    let house = words.next().is_some_and(begins_with_digit);
    let street: Vec<&str> = words.collect();
    house && street.len() >= 2 && street.iter().all(|word| is_word(word))
}

/// The ZIP codes that are none, or that are in another state. One that lost its leading zeros is
/// known only by its state.
pub(super) fn wrong_zips(
    zips: impl Iterator<Item = (String, Option<&'static State>)>,
) -> Vec<String> {
    zips.filter(|(text, state)| match (values::zip(text), state) {
        (Some(zip), Some(state)) => !states_of_zip(&zip).contains(state.postal_code),
        (Some(_), None) => text.chars().filter(char::is_ascii_digit).count() < 5,
        (None, _) => true,
    })
    .map(|(text, _)| text)
    .collect()
}

/// States whose ZIP codes begin with the same digit.
fn states_of_zip(zip: &str) -> BTreeSet<&'static str> {
    let states = match zip.as_bytes().first() {
        Some(b'0') => "CT MA ME NH NJ NY PR RI VT VI",
        Some(b'1') => "DE NY PA",
        Some(b'2') => "DC MD NC SC VA WV",
        Some(b'3') => "AL FL GA MS TN",
        Some(b'4') => "IN KY MI OH",
        Some(b'5') => "IA MN MT ND SD WI",
        Some(b'6') => "IL KS MO NE",
        Some(b'7') => "AR LA OK TX",
        Some(b'8') => "AZ CO ID NM NV TX UT WY",
        _ => "AK AS CA GU HI MP OR WA",
    };
    states.split(' ').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_form_of_their_county() {
        use NumberForm::{Any, BlockLot, Digits, FiveDigitsFirst};
        for (form, number, fits) in [
            (Digits(13), "0010020000013", true),
            (Digits(13), "001-002-000-0013", true),
            (Digits(13), "10020000013", false),
            (BlockLot, "0090014A", true),
            (BlockLot, "3705Z001", true),
            (BlockLot, "90012", false),
            (FiveDigitsFirst, "12505C97", true),
            (FiveDigitsFirst, "R0001234", false),
            (Any, "374 1 8", true),
            (Any, "R-12-34.A", true),
            (Any, "UNKNOWN", false),
            (Any, "12 OAK HOLLOW TRL", false),
            (Any, "M_100955_893791", false),
        ] {
            assert_eq!(form.fits(number), fits, "{form:?} {number}");
        }
    }

    #[test]
    fn a_zip_code_is_one_of_its_state() {
        let state = |letters: &str| State::with_postal_code(letters);
        let pairs = [
            ("28043", "NC"),
            ("01027", "MA"),
            ("1027", "MA"),
            ("1950", "NC"),
            ("x", "NC"),
        ];
        let pairs = pairs.map(|(zip, letters)| (zip.to_owned(), state(letters)));
        assert_eq!(wrong_zips(pairs.into_iter()), ["1950", "x"]);
    }
}
