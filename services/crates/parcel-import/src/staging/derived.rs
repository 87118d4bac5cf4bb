//! The words of a parcel for the place search, as the function `parcel_words` of the schema makes them. The
//! database takes several times as long, which is a third of the time of an import.

use std::borrow::Cow;

use bytes::BufMut as _;
use parcel_record::ParcelFields;

use super::lines::plain_text;

/// Characters of each column, as in `parcel_words`.
const COLUMN: usize = 500;
/// What also separates words, and what is left out of a number.
const BETWEEN_WORDS: [char; 8] = [',', '.', '-', '/', '&', '#', '(', ')'];
const IN_NUMBERS: [char; 4] = [' ', '.', '-', '/'];

/// A `tsvector` in its binary format. None if a text is not ASCII, because the capitals of other letters
/// are those of the database's locale.
pub(super) fn words(fields: &ParcelFields) -> Option<Vec<u8>> {
    let columns = [&fields.address, &fields.scity, &fields.szip, &fields.owner];
    let columns = columns.map(|text| plain_text(text.as_deref().unwrap_or_default()));
    let number = plain_text(&fields.parcelnumb);
    if !columns.iter().chain([&number]).all(|text| text.is_ascii()) {
        return None;
    }
    let mut line = String::with_capacity(256);
    for text in &columns {
        line.push_str(text.get(..COLUMN).unwrap_or(text));
        line.push(' ');
    }
    line.push_str(&number);
    line.make_ascii_uppercase();
    let line = without(&without(&line, "'", ""), " & ", " ").into_owned();
    let bare = number.to_ascii_uppercase().replace(IN_NUMBERS, "");
    let state = format!("@{}", fields.county_fips.get(..2)?);

    let mut words = vec![bare.as_str(), state.as_str()];
    for word in line.split(' ') {
        words.push(word);
        if word.contains(BETWEEN_WORDS) {
            words.extend(word.split(BETWEEN_WORDS));
        }
    }
    words.retain(|word| !word.is_empty());
    // PostgreSQL's order: by bytes.
    words.sort_unstable();
    words.dedup();
    Some(binary(&words))
}

fn without<'a>(text: &'a str, part: &str, instead: &str) -> Cow<'a, str> {
    if text.contains(part) {
        Cow::Owned(text.replace(part, instead))
    } else {
        Cow::Borrowed(text)
    }
}

fn binary(words: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(words.iter().map(|word| word.len() + 3).sum::<usize>() + 4);
    bytes.put_u32(words.len() as u32);
    for word in words {
        bytes.put_slice(word.as_bytes());
        bytes.put_u8(0);
        // Without positions.
        bytes.put_u16(0);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{ParcelNumber, ParcelUuid};

    fn of(address: &str, owner: &str, number: &str) -> Option<String> {
        let id = ParcelUuid::derive("37161", &"R-1".parse::<ParcelNumber>().unwrap());
        let mut fields = ParcelFields::new(id, "37161".to_owned(), number.to_owned());
        fields.address = Some(address.to_owned());
        fields.owner = Some(owner.to_owned());
        let bytes = words(&fields)?;
        let words = bytes[4..]
            .split(|byte| *byte == 0)
            .map(String::from_utf8_lossy);
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        assert_eq!(bytes[..4], (words.len() as u32).to_be_bytes());
        Some(words.join(" "))
    }

    #[test]
    fn words_are_those_of_the_database() {
        let found = of("12-14 Elm St.", "O'Brien & Sons, (No. 2)\0", "1-2 a");
        let expected = "(NO. 1 1-2 12 12-14 12A 14 2 2) @37 A ELM NO OBRIEN SONS SONS, ST ST.";
        assert_eq!(found.as_deref(), Some(expected));
    }

    #[test]
    fn capitals_of_other_letters_are_left_to_the_database() {
        assert_eq!(of("1 Peña St", "", "1"), None);
    }
}
