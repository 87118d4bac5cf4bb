//! Cleans values: numbers, dates and addresses as counties write them.
//!
//! An unusable value becomes none; it never rejects the row, and values are never guessed.

use std::borrow::Cow;

use bigdecimal::{BigDecimal, RoundingMode, ToPrimitive as _};
use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use domain::Money;
use serde_json::Value;

/// Longest text that is kept, characters.
const MAX_TEXT: usize = 1_000;

/// Text without control characters and repeated blanks; none when blank or a placeholder for empty.
pub fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => Cow::Borrowed(text.as_str()),
        Value::Number(number) => Cow::Owned(plain(number)),
        Value::Bool(flag) => Cow::Owned(flag.to_string()),
        _ => return None,
    };
    let clean = if is_clean(&text) {
        text
    } else {
        let words = text.split(|c: char| c.is_whitespace() || c.is_control());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        Cow::Owned(words.join(" ").chars().take(MAX_TEXT).collect())
    };
    let nothing = ["", "null", "<null>", "none", "n/a", "na"];
    let is_nothing = nothing.iter().any(|word| word.eq_ignore_ascii_case(&clean));
    (!is_nothing).then(|| clean.into_owned())
}

/// Whether nothing is to be cleaned, as in most texts.
fn is_clean(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() <= MAX_TEXT
        && bytes.iter().all(|byte| matches!(byte, b' '..=b'~'))
        && !bytes.starts_with(b" ")
        && !bytes.ends_with(b" ")
        && !text.contains("  ")
}

/// Removes NUL, which PostgreSQL's text and JSON cannot hold.
pub fn without_nul(value: Value) -> Value {
    match value {
        Value::String(text) if text.contains('\0') => Value::String(text.replace('\0', "")),
        Value::Array(items) => items.into_iter().map(without_nul).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| (name.replace('\0', ""), without_nul(value)))
            .collect(),
        other => other,
    }
}

/// Parcel numbers are often numbers in the file: 1557059778.0 is 1557059778.
fn plain(number: &serde_json::Number) -> String {
    match number.as_f64() {
        Some(float) if number.as_i64().is_none() && float.fract() == 0.0 && float.abs() < 1e15 => {
            format!("{float:.0}")
        }
        _ => number.to_string(),
    }
}

/// A street address; a placeholder house number 0 is dropped, and a lone comma is empty.
pub fn address(text: &str) -> Option<String> {
    let text = text.trim_start_matches([',', ' ']);
    let text = match text.split_once(' ') {
        Some((house, street)) if !house.is_empty() && house.bytes().all(|byte| byte == b'0') => {
            street
        }
        _ => text,
    };
    // Some rolls contain ", TX" for land without an address.
    (text.chars().filter(|c| c.is_alphanumeric()).count() > 2).then(|| text.to_owned())
}

/// Five digits, or nine with a dash.
pub fn zip(text: &str) -> Option<String> {
    if !text
        .chars()
        .all(|c| c.is_ascii_digit() || c == '-' || c == ' ')
    {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    match digits.len() {
        // Leading zeros are lost where a ZIP code is stored as a number.
        3..=5 if digits.parse::<u32>().is_ok_and(|zip| zip > 0) => Some(format!("{digits:0>5}")),
        9 if digits.ends_with("0000") => Some(digits[..5].to_owned()),
        9 => Some(format!("{}-{}", &digits[..5], &digits[5..])),
        _ => None,
    }
}

/// A finite number, also from text with separators and a currency sign.
pub fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => bare(text).parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// A whole number above zero.
pub fn whole(value: &Value) -> Option<i64> {
    number(value)?.round().to_i64().filter(|whole| *whole > 0)
}

/// Without separators and currency signs.
fn bare(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| matches!(byte, b',' | b'$' | b' ')) {
        Cow::Owned(text.replace([',', '$', ' '], ""))
    } else {
        Cow::Borrowed(text)
    }
}

/// Dollars, rounded to cents; not negative. Zero is kept: it is a value in most rolls.
pub fn money(value: &Value) -> Option<Money> {
    let amount: BigDecimal = match value {
        Value::Number(number) => match number.as_u64() {
            Some(dollars) => BigDecimal::from(dollars),
            None => number.to_string().parse().ok()?,
        },
        Value::String(text) => {
            let text = bare(text);
            match whole_dollars(&text) {
                Some(dollars) => BigDecimal::from(dollars),
                None => text.parse().ok()?,
            }
        }
        _ => return None,
    };
    // Prevents expanding an exponent of a million digits.
    if amount.fractional_digit_count().abs() > 30 {
        return None;
    }
    Money::try_from(amount.with_scale_round(2, RoundingMode::HalfUp)).ok()
}

/// Digits only: most amounts, in a twentieth of the time of a decimal.
fn whole_dollars(text: &str) -> Option<u64> {
    let is_short = (1..=15).contains(&text.len());
    (is_short && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

/// True or false, in words or as 1 and 0.
pub fn flag(value: &Value) -> Option<bool> {
    match text(value)?.to_lowercase().as_str() {
        "true" | "t" | "1" => Some(true),
        "false" | "f" | "0" => Some(false),
        _ => None,
    }
}

/// A time of RFC 3339, or as GDAL writes it: with slashes, and without minutes of the time zone.
pub fn time(value: &Value) -> Option<DateTime<Utc>> {
    let text = value.as_str()?.trim();
    let time = DateTime::parse_from_rfc3339(text)
        .or_else(|_other| DateTime::parse_from_str(text, "%Y/%m/%d %H:%M:%S%.f%#z"));
    Some(time.ok()?.to_utc())
}

/// A plausible year of construction.
pub fn year(value: &Value) -> Option<i32> {
    i32::try_from(whole(value)?)
        .ok()
        .filter(|year| (1600..=2100).contains(year))
}

/// The five digits of a county. Three digits are completed by those of `state`; a code that the
/// source stores as a number has lost its leading zeros.
pub fn county(value: &Value, state: Option<&str>) -> Option<String> {
    let code = text(value)?;
    if !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match (code.len(), value) {
        (5, _) => Some(code),
        (3, _) | (1 | 2, Value::Number(_)) => Some(format!("{}{code:0>3}", state?)),
        (4, Value::Number(_)) => Some(format!("0{code}")),
        _ => None,
    }
}

/// Acres of one unit of area; none if the unit is not known.
pub fn acres_of_unit(unit: &str) -> Option<f64> {
    let letters: String = unit.chars().filter(char::is_ascii_alphabetic).collect();
    match letters.to_uppercase().as_str() {
        "A" | "AC" | "ACRE" | "ACRES" => Some(1.0),
        "S" | "SF" | "SQFT" | "SQFEET" | "SQUAREFEET" => Some(1.0 / 43_560.0),
        _ => None,
    }
}

/// A day: ISO, `yyyymmdd`, `yyyymm`, `m/d/yyyy`, or milliseconds since 1970.
pub fn date(value: &Value) -> Option<NaiveDate> {
    let day = match value {
        Value::Number(number) => from_number(
            number
                .as_i64()
                .or_else(|| number.as_f64().map(|float| float as i64))?,
        )?,
        Value::String(text) => from_text(text.trim())?,
        _ => return None,
    };
    (1600..=2100).contains(&day.year()).then_some(day)
}

fn from_number(number: i64) -> Option<NaiveDate> {
    match number {
        160_001..=210_012 => {
            NaiveDate::from_ymd_opt((number / 100) as i32, (number % 100) as u32, 1)
        }
        16_000_101..=21_001_231 => NaiveDate::from_ymd_opt(
            (number / 10_000) as i32,
            (number / 100 % 100) as u32,
            (number % 100) as u32,
        ),
        // Smaller numbers are amounts or years; days are stored as whole seconds.
        milliseconds
            if milliseconds.unsigned_abs() >= 1_000_000_000 && milliseconds % 1_000 == 0 =>
        {
            Some(DateTime::from_timestamp_millis(milliseconds)?.date_naive())
        }
        _ => None,
    }
}

fn from_text(text: &str) -> Option<NaiveDate> {
    if !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-')
        && !text[1..].contains('-')
    {
        return from_number(text.parse().ok()?);
    }
    let day = text.split(['T', ' ']).next()?;
    if let Some(day) = iso(day) {
        return Some(day);
    }
    ["%Y-%m-%d", "%Y/%m/%d", "%m/%d/%Y", "%m-%d-%Y"]
        .iter()
        .find_map(|format| NaiveDate::parse_from_str(day, format).ok())
}

/// `yyyy-mm-dd` and `yyyy/mm/dd`, as most programs write it.
fn iso(day: &str) -> Option<NaiveDate> {
    let bytes: &[u8; 10] = day.as_bytes().try_into().ok()?;
    let number = |range: std::ops::Range<usize>| {
        bytes[range].iter().try_fold(0_u32, |number, byte| {
            byte.is_ascii_digit()
                .then(|| number * 10 + u32::from(byte - b'0'))
        })
    };
    let is_separated = matches!(bytes[4], b'-' | b'/') && bytes[7] == bytes[4];
    let (year, month, date) = (number(0..4)?, number(5..7)?, number(8..10)?);
    is_separated
        .then(|| NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, date))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn text_is_cleaned() {
        assert_eq!(
            text(&json!("  12   OAK\n ST ")).as_deref(),
            Some("12 OAK ST")
        );
        assert_eq!(text(&json!(1_557_059_778.0)).as_deref(), Some("1557059778"));
        for nothing in [
            json!(null),
            json!("  "),
            json!("Null"),
            json!("<Null>"),
            json!([1]),
        ] {
            assert_eq!(text(&nothing), None);
        }
    }

    #[test]
    fn placeholders_are_no_addresses() {
        assert_eq!(
            address("0 DEEP HOLLOW TRL").as_deref(),
            Some("DEEP HOLLOW TRL")
        );
        assert_eq!(address("100 MAIN ST").as_deref(), Some("100 MAIN ST"));
        assert_eq!(address(", TX"), None);
    }

    #[test]
    fn zip_codes_keep_their_zeros() {
        assert_eq!(zip("1027").as_deref(), Some("01027"));
        assert_eq!(zip("770021234").as_deref(), Some("77002-1234"));
        assert_eq!(zip("77002-0000").as_deref(), Some("77002"));
        assert_eq!(zip("01062 3652").as_deref(), Some("01062-3652"));
        assert_eq!(zip("0"), None);
        assert_eq!(zip("LOT 27 BLOCK 515"), None);
    }

    #[test]
    fn dates_of_every_roll_are_read() {
        let day = NaiveDate::from_ymd_opt(2024, 5, 9);
        for value in [
            json!("20240509"),
            json!(20_240_509),
            json!("2024-05-09"),
            json!("5/9/2024"),
            json!("2024-05-09T00:00:00Z"),
            json!(1_715_212_800_000_i64),
        ] {
            assert_eq!(date(&value), day, "{value}");
        }
        for value in [
            json!(0),
            json!(""),
            json!("00000000"),
            json!("20241345"),
            json!(null),
            json!("-"),
            json!(1994),
            json!(707_160),
            json!("10020000013"),
        ] {
            assert_eq!(date(&value), None, "{value}");
        }
    }

    #[test]
    fn times_keep_their_zone_and_decimals() {
        let noon = DateTime::from_timestamp_micros(1_769_860_800_000_250);
        for text in [
            "2026-01-31T12:00:00.000250Z",
            "2026-01-31T07:00:00.000250-05:00",
            "2026/01/31 12:00:00.00025+00",
        ] {
            assert_eq!(time(&json!(text)), noon, "{text}");
        }
        assert_eq!(time(&json!("2026-01-31")), None);
        assert_eq!(flag(&json!("True")), Some(true));
        assert_eq!(flag(&json!(0)), Some(false));
        assert_eq!(flag(&json!("X LLC")), None);
    }

    #[test]
    fn county_codes_are_completed_but_not_guessed() {
        let county = |value, state| county(&value, state);
        assert_eq!(county(json!("37161"), None).as_deref(), Some("37161"));
        assert_eq!(county(json!("001"), Some("37")).as_deref(), Some("37001"));
        assert_eq!(county(json!(1), Some("37")).as_deref(), Some("37001"));
        assert_eq!(county(json!(6075), None).as_deref(), Some("06075"));
        for (value, state) in [
            (json!("161"), None),
            (json!("37"), Some("37")),
            (json!("6075"), None),
            (json!("Wake"), Some("37")),
            (json!("371610001"), Some("37")),
            (json!(null), Some("37")),
        ] {
            assert_eq!(county(value.clone(), state), None, "{value}");
        }
    }

    #[test]
    fn an_unknown_unit_of_area_is_no_unit() {
        assert_eq!(acres_of_unit("Acres"), Some(1.0));
        assert_eq!(acres_of_unit("sq. ft."), Some(1.0 / 43_560.0));
        assert_eq!(acres_of_unit("Square Meters"), None);
    }

    #[test]
    fn money_is_exact() {
        assert_eq!(money(&json!("$1,234.5")).unwrap().to_string(), "1234.50");
        assert_eq!(money(&json!(707_160)).unwrap().to_string(), "707160.00");
        assert_eq!(money(&json!(0.1)).unwrap().to_string(), "0.10");
        for value in [json!(-1), json!("1e999999999"), json!("x"), json!(1e13)] {
            assert_eq!(money(&value), None, "{value}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(input in ".*") {
            let value = json!(input);
            let _ = (text(&value), address(&input), zip(&input), number(&value), money(&value), year(&value), date(&value));
        }

        #[test]
        fn no_number_panics(input in any::<f64>()) {
            let value = json!(input);
            let _ = (text(&value), number(&value), whole(&value), money(&value), year(&value), date(&value));
        }
    }
}
