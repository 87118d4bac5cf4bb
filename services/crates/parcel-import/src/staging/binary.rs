//! The binary format of COPY: what is around its rows, and their values.

use bytes::{BufMut as _, BytesMut};
use chrono::NaiveDate;
use domain::{Money, ParcelUuid};
use parcel_record::facts::MadeFacts;

use super::lines::plain_text;
use super::simple_outline::SimpleOutline;

/// Before the first row: no flags, no extension of the header.
pub(super) const HEAD: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// After the last row.
pub(super) const END: &[u8] = b"\xff\xff";

/// Length of a value; PostgreSQL takes none of more than a gigabyte, and rows are bounded.
fn length(bytes: usize) -> i32 {
    i32::try_from(bytes).unwrap_or(i32::MAX)
}

pub(super) fn put_bytes(chunk: &mut BytesMut, bytes: &[u8]) {
    chunk.put_i32(length(bytes.len()));
    chunk.put_slice(bytes);
}

pub(super) fn put_text(chunk: &mut BytesMut, text: Option<&str>) {
    match text {
        Some(text) => put_bytes(chunk, plain_text(text).as_bytes()),
        None => chunk.put_i32(-1),
    }
}

pub(super) fn put_json(chunk: &mut BytesMut, json: Option<&str>) {
    match json {
        Some(json) => {
            chunk.put_i32(length(json.len() + 1));
            // Version of the format.
            chunk.put_u8(1);
            chunk.put_slice(json.as_bytes());
        }
        None => chunk.put_i32(-1),
    }
}

pub(super) fn put_uuid(chunk: &mut BytesMut, id: ParcelUuid) {
    put_bytes(chunk, id.0.as_bytes());
}

pub(super) fn put_double(chunk: &mut BytesMut, value: f64) {
    put_bytes(chunk, &value.to_be_bytes());
}

pub(super) fn put_integer(chunk: &mut BytesMut, value: Option<i32>) {
    match value {
        Some(value) => put_bytes(chunk, &value.to_be_bytes()),
        None => chunk.put_i32(-1),
    }
}

/// Days since 2000-01-01.
pub(super) fn put_date(chunk: &mut BytesMut, date: Option<NaiveDate>) {
    /// 2000-01-01, counted from the year 1.
    const EPOCH: i32 = 730_120;
    let days = date.map(|date| chrono::Datelike::num_days_from_ce(&date) - EPOCH);
    put_integer(chunk, days);
}

pub(super) fn put_money(chunk: &mut BytesMut, money: Option<&Money>) {
    match money {
        Some(money) => put_numeric(chunk, money.cents(), 2),
        None => chunk.put_i32(-1),
    }
}

/// The source's acres, else those of the outline.
pub(super) fn put_acres(chunk: &mut BytesMut, acres: Option<f64>, outline: &SimpleOutline) {
    let parts = acres.map_or_else(
        || (outline.acres() * ACRE_PARTS).round() as u64,
        ten_thousandths,
    );
    put_numeric(chunk, parts, 4);
}

/// What is made of the facts.
pub(super) fn put_made(chunk: &mut BytesMut, made: &MadeFacts) {
    put_text(chunk, made.use_class);
    put_boolean(chunk, made.is_improved);
    put_text(chunk, made.owner_kind);
    for key in [
        made.owner_key,
        made.mail_key,
        made.building_key,
        made.careof_key,
    ] {
        match key {
            Some(key) => put_bytes(chunk, &key.to_be_bytes()),
            None => chunk.put_i32(-1),
        }
    }
    put_boolean(chunk, made.is_absentee);
    put_bytes(chunk, &made.facts_version.to_be_bytes());
}

pub(super) fn put_boolean(chunk: &mut BytesMut, value: Option<bool>) {
    match value {
        Some(value) => put_bytes(chunk, &[u8::from(value)]),
        None => chunk.put_i32(-1),
    }
}

/// Parts of an acre that are stored.
const ACRE_PARTS: f64 = 1e4;

/// A positive number in ten-thousandths. Its decimal digits are rounded, as PostgreSQL does: the
/// product would round 0.00125 down.
fn ten_thousandths(number: f64) -> u64 {
    // Without an exponent, whatever its size.
    let text = number.to_string();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let digit = |at: usize| {
        let digit = decimals.as_bytes().get(at);
        u64::from(digit.map_or(0, |digit| digit - b'0'))
    };
    let kept = (0..4).fold(whole.parse().unwrap_or(0), |number: u64, at| {
        number * 10 + digit(at)
    });
    kept + u64::from(digit(4) >= 5)
}

/// `number` / 10^`decimals` as a `numeric`: digits to the base 10,000. `decimals` is at most 4.
fn put_numeric(chunk: &mut BytesMut, number: u64, decimals: u16) {
    const BASE: u64 = 10_000;
    let unit = 10_u64.pow(u32::from(decimals));
    let mut digits = vec![number % unit * (BASE / unit)];
    let mut whole = number / unit;
    while whole > 0 {
        digits.insert(0, whole % BASE);
        whole /= BASE;
    }
    // Position of the first digit: that before the point is 0.
    let weight = digits.len() as i16 - 2;
    chunk.put_i32(8 + 2 * digits.len() as i32);
    chunk.put_i16(digits.len() as i16);
    chunk.put_i16(weight);
    // Positive.
    chunk.put_i16(0);
    chunk.put_u16(decimals);
    for digit in digits {
        chunk.put_u16(digit as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Length, number of digits, weight, sign, decimals, digits.
    fn numeric(number: u64, decimals: u16) -> Vec<u8> {
        let mut chunk = BytesMut::new();
        put_numeric(&mut chunk, number, decimals);
        chunk.to_vec()
    }

    #[test]
    fn decimals_are_written_as_postgresql_reads_them() {
        let digits = |weight: i16, decimals: u8, digits: &[u16]| {
            let mut bytes = vec![0, 0, 0, 8 + 2 * digits.len() as u8, 0, digits.len() as u8];
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0, 0, 0, decimals]);
            bytes.extend(digits.iter().flat_map(|digit| digit.to_be_bytes()));
            bytes
        };
        assert_eq!(numeric(0, 2), digits(-1, 2, &[0]));
        assert_eq!(numeric(5, 2), digits(-1, 2, &[500]));
        assert_eq!(numeric(123_456_789, 2), digits(1, 2, &[123, 4567, 8900]));
        assert_eq!(numeric(1_234, 4), digits(-1, 4, &[1234]));
        assert_eq!(numeric(100_000_000, 4), digits(1, 4, &[1, 0, 0]));
    }

    #[test]
    fn acres_are_rounded_by_their_digits() {
        for (acres, parts) in [
            (0.0, 0),
            (1.5, 15_000),
            (0.00125, 13),
            (0.00124, 12),
            (2.99995, 30_000),
            (9_999_999.0, 99_999_990_000),
        ] {
            assert_eq!(ten_thousandths(acres), parts, "{acres}");
        }
    }

    #[test]
    fn days_are_counted_from_the_year_2000() {
        let mut chunk = BytesMut::new();
        put_date(&mut chunk, NaiveDate::from_ymd_opt(1999, 12, 31));
        assert_eq!(&chunk[..], [0, 0, 0, 4, 255, 255, 255, 255]);
    }
}
