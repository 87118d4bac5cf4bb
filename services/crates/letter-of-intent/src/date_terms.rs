//! Terms from which dates follow: their fields stay in the letter, and what a changed field says is
//! read back.

use chrono::{NaiveDate, NaiveTime};

use crate::registry::MAX_DAYS;
use crate::value::Value;
use crate::words::{grouped, number_in_words};
use crate::{Expiry, Format};

/// Names of the terms, in the order of the registry.
pub const DATE_TERMS: [&str; 7] = [
    "expires_at",
    "earnest_days",
    "deposit_days",
    "dd_days",
    "close_days",
    "ext_days",
    "exclusivity_days",
];

const DIFFER: &str = "Its words and its figure are not the same number.";
const NOT_DAYS: &str = "It cannot be read as a number of days.";
const NOT_A_TIME: &str = "It cannot be read as a date in the letter's format.";

/// What a changed field says, as a value of the type that it had before.
///
/// # Errors
/// Why a person has to say it, for the user.
pub fn said(before: &Value, text: &str) -> Result<Value, &'static str> {
    match before {
        Value::LocalDatetime(expiry) => time(expiry, text)
            .map(Value::LocalDatetime)
            .ok_or(NOT_A_TIME),
        _ => days(text).map(Value::Int),
    }
}

/// `forty-five (45) days`, `forty-five days` or `45 days`; the unit may be missing.
fn days(text: &str) -> Result<u32, &'static str> {
    let text = text.to_lowercase();
    let (mut words, mut figure) = (Vec::new(), None);
    for token in text.split(is_between) {
        match token {
            "" | "and" | "day" | "days" => {}
            _ if token.starts_with(|first: char| first.is_ascii_digit()) => {
                let digits = token.replace(',', "");
                let number: u32 = digits.parse().map_err(|_invalid| NOT_DAYS)?;
                let is_grouped = digits == token || grouped(number.into()) == token;
                if !is_grouped || figure.replace(number).is_some() {
                    return Err(NOT_DAYS);
                }
            }
            _ => words.push(token),
        }
    }
    let word = if words.is_empty() {
        None
    } else {
        Some(number_of(&words.join(" ")).ok_or(NOT_DAYS)?)
    };
    match (word, figure) {
        (Some(word), Some(figure)) if word != figure => Err(DIFFER),
        (word, figure) => figure.or(word).ok_or(NOT_DAYS),
    }
}

fn is_between(character: char) -> bool {
    // Word has hyphens of its own that do not break.
    character.is_whitespace() || matches!(character, '(' | ')' | '-' | '\u{2010}' | '\u{2011}')
}

fn number_of(words: &str) -> Option<u32> {
    let mut numbers = 0..=MAX_DAYS;
    numbers.find(|number| number_in_words((*number).into()).replace('-', " ") == words)
}

/// In the zone before; a date without an hour keeps the hour before.
fn time(before: &Expiry, text: &str) -> Option<Expiry> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (hour, date) = match text.rsplit_once(" on ") {
        Some((hour, date)) => (clock(hour)?, date),
        None => (before.at.time(), text.as_str()),
    };
    let said = Expiry {
        at: long_date(date)?.and_time(hour),
        zone: before.zone,
    };
    let value = Value::LocalDatetime(said);
    // Written again it must be the same text: nothing else in it, such as another zone, is passed over.
    let is_text = |format: Format| format.write(&value).as_deref() == Some(text.as_str());
    (is_text(Format::DatetimeLong) || is_text(Format::DateLong)).then_some(said)
}

/// `November 22nd, 2026`.
fn long_date(text: &str) -> Option<NaiveDate> {
    let mut parts = text.split(' ');
    let (month, day, year) = (parts.next()?, parts.next()?, parts.next()?);
    let day = day.trim_end_matches(|last: char| !last.is_ascii_digit());
    NaiveDate::parse_from_str(&format!("{month} {day} {year}"), "%B %d %Y").ok()
}

/// `5:00 p.m. Central Time`.
fn clock(text: &str) -> Option<NaiveTime> {
    let mut parts = text.split(' ');
    let (hour, half) = (parts.next()?, parts.next()?.replace('.', ""));
    NaiveTime::parse_from_str(&format!("{hour} {half}"), "%I:%M %p").ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Registry, Zone};

    fn expiry(at: &str) -> Value {
        Value::LocalDatetime(Expiry {
            at: at.parse().unwrap(),
            zone: Zone::Chicago,
        })
    }

    #[test]
    fn days_are_read_in_words_and_figures_that_agree() {
        let before = Value::Int(60);
        for (text, count) in [
            ("forty-five (45) days", 45),
            ("Forty-Five (45) Days", 45),
            ("forty\u{2011}five\u{a0}(45) days", 45),
            ("forty five (45)", 45),
            ("forty-five days", 45),
            ("45 days", 45),
            ("45", 45),
            ("one (1) day", 1),
            ("one hundred and twenty (120) days", 120),
            ("one thousand (1,000) days", 1_000),
            ("zero (0) days", 0),
        ] {
            assert_eq!(said(&before, text), Ok(Value::Int(count)), "{text}");
        }
        for text in ["forty-five (60) days", "sixty (45) days", "sixty-45 days"] {
            assert_eq!(said(&before, text), Err(DIFFER), "{text}");
        }
        for text in [
            "",
            "days",
            "45 business days",
            "45 to 60 days",
            "45.5 days",
            "4,5 days",
            "-",
            "six weeks",
            "forty-five (45) days or so",
            "99999999999 days",
        ] {
            assert_eq!(said(&before, text), Err(NOT_DAYS), "{text}");
        }
    }

    #[test]
    fn times_are_read_in_the_zone_of_the_letter() {
        let before = expiry("2026-11-22T17:00:00");
        for (text, at) in [
            (
                "9:30 a.m. Central Time on December 3rd, 2026",
                "2026-12-03T09:30:00",
            ),
            (
                "5:00 p.m.  Central Time on\u{a0}December 3rd, 2026",
                "2026-12-03T17:00:00",
            ),
            ("December 3rd, 2026", "2026-12-03T17:00:00"),
        ] {
            assert_eq!(said(&before, text), Ok(expiry(at)), "{text}");
        }
        for text in [
            "",
            "soon",
            "5:00 p.m. Eastern Time on December 3rd, 2026",
            "5:00 p.m. Central Time on December 3th, 2026",
            "5:00 p.m. Central Time on December 33rd, 2026",
            "December 3rd, 2026 or later",
            "12/3/2026",
        ] {
            assert_eq!(said(&before, text), Err(NOT_A_TIME), "{text}");
        }
    }

    #[test]
    fn all_terms_of_days_and_times_are_date_terms() {
        let registry = Registry::standard();
        let mut known: Vec<&str> = registry
            .terms()
            .filter(|term| term.range.is_some() || term.name == "expires_at")
            .map(|term| term.name.as_ref())
            .collect();
        let mut names = DATE_TERMS.to_vec();
        known.sort_unstable();
        names.sort_unstable();
        assert_eq!(known, names);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(count in 0..=MAX_DAYS) {
            for format in [Format::Days, Format::DaysCapital, Format::Count, Format::Plain] {
                let text = format.write(&Value::Int(count)).unwrap();
                prop_assert_eq!(said(&Value::Int(1), &text), Ok(Value::Int(count)));
            }
        }

        #[test]
        fn any_text_is_read_without_panic(text in "\\PC{0,40}") {
            let _ = said(&Value::Int(60), &text);
            let _ = said(&expiry("2026-11-22T17:00:00"), &text);
        }
    }
}
