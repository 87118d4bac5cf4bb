//! Formats of terms: how a value reads in a letter. The texts are the specification's and the ones
//! that the app writes.

use bigdecimal::{BigDecimal, RoundingMode, ToPrimitive as _};
use chrono::{Datelike as _, NaiveDate, NaiveDateTime};
use domain::Money;
use serde::{Deserialize, Serialize};

use crate::price::share;
use crate::term::TermType;
use crate::value::{Area, AreaUnit, Line, Share, Value};
use crate::words::{capitalized, grouped, listed, number_in_words, ordinal, title_case};

/// A format, by the name in `data-fmt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// As it is: texts, names, counts, yes and no.
    Plain,
    /// `$1,250,000`: whole dollars, half up.
    MoneyWhole,
    /// `One Million Two Hundred Fifty Thousand and No/100 Dollars`.
    MoneyWords,
    /// `42,500 S.F.`: whole, half up.
    AreaSf,
    /// `4.5 acres`: two decimals at most.
    Acres,
    /// `0.5%`.
    Percent,
    /// `three (3)`.
    Count,
    /// `sixty (60) days`.
    Days,
    /// `Sixty (60) days`, at the beginning of a sentence.
    DaysCapital,
    /// `November 22nd, 2026`.
    DateLong,
    /// `5:00 p.m. Central Time on November 22nd, 2026`.
    DatetimeLong,
    /// `$5,830 (0.5% of the Purchase Price)`, without price `0.5% of the Purchase Price`.
    ShareOfPrice,
    /// One below the other.
    Lines,
    /// `A, B and C`.
    Listed,
}

impl Format {
    /// All.
    pub const ALL: [Self; 14] = [
        Self::Plain,
        Self::MoneyWhole,
        Self::MoneyWords,
        Self::AreaSf,
        Self::Acres,
        Self::Percent,
        Self::Count,
        Self::Days,
        Self::DaysCapital,
        Self::DateLong,
        Self::DatetimeLong,
        Self::ShareOfPrice,
        Self::Lines,
        Self::Listed,
    ];

    /// Name in templates.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::MoneyWhole => "money_whole",
            Self::MoneyWords => "money_words",
            Self::AreaSf => "area_sf",
            Self::Acres => "acres",
            Self::Percent => "percent",
            Self::Count => "count",
            Self::Days => "days",
            Self::DaysCapital => "days_capital",
            Self::DateLong => "date_long",
            Self::DatetimeLong => "datetime_long",
            Self::ShareOfPrice => "share_of_price",
            Self::Lines => "lines",
            Self::Listed => "listed",
        }
    }

    /// By name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether values of the type have it.
    pub const fn fits(self, kind: &TermType) -> bool {
        match self {
            Self::Plain => matches!(
                kind,
                TermType::Int
                    | TermType::Party
                    | TermType::Person
                    | TermType::Text
                    | TermType::Flag
                    | TermType::Choice(_)
            ),
            Self::MoneyWhole | Self::MoneyWords => matches!(kind, TermType::Money),
            Self::AreaSf | Self::Acres => matches!(kind, TermType::Area(_)),
            Self::Percent => matches!(kind, TermType::Percent),
            Self::Count | Self::Days | Self::DaysCapital => matches!(kind, TermType::Int),
            Self::DateLong => matches!(kind, TermType::Date | TermType::LocalDatetime),
            Self::DatetimeLong => matches!(kind, TermType::LocalDatetime),
            Self::ShareOfPrice => matches!(kind, TermType::Share),
            Self::Lines | Self::Listed => matches!(kind, TermType::Lines),
        }
    }

    /// The value in this format; lines are separated by line breaks. `None` if the value's type does
    /// not have the format.
    pub fn write(self, value: &Value) -> Option<String> {
        Some(match (self, value) {
            (Self::Plain, Value::Int(count)) => count.to_string(),
            (Self::Plain, Value::Party(party)) => party.name.clone(),
            (Self::Plain, Value::Person(person)) => [&person.first, &person.last]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(" "),
            (Self::Plain, Value::Text(text) | Value::Choice(text)) => text.clone(),
            (Self::Plain, Value::Flag(flag)) => if *flag { "yes" } else { "no" }.to_owned(),
            (Self::MoneyWhole, Value::Money(amount)) => dollars(amount.whole_dollars()),
            (Self::MoneyWords, Value::Money(amount)) => money_words(amount),
            (Self::AreaSf, Value::Area(area)) => {
                let feet = area.in_unit(AreaUnit::SquareFeet);
                format!("{} S.F.", grouped(rounded(&feet)))
            }
            (Self::Acres, Value::Area(area)) => acres(area),
            (Self::Percent, Value::Percent(percent)) => format!("{percent}%"),
            (Self::Count, Value::Int(count)) => counted(*count),
            (Self::Days, Value::Int(count)) => days(*count),
            (Self::DaysCapital, Value::Int(count)) => capitalized(&days(*count)),
            (Self::DateLong, Value::Date(date)) => long_date(*date),
            (Self::DateLong, Value::LocalDatetime(time)) => long_date(time.at.date()),
            (Self::DatetimeLong, Value::LocalDatetime(time)) => {
                let date = long_date(time.at.date());
                format!("{} {} on {date}", hour(time.at), time.zone.words())
            }
            (Self::ShareOfPrice, Value::Share(share)) => share_of_price(share),
            (Self::Lines, Value::Lines(lines)) => texts(lines).join("\n"),
            (Self::Listed, Value::Lines(lines)) => listed(&texts(lines)),
            _ => return None,
        })
    }
}

fn texts(lines: &[Line]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

fn dollars(whole: u64) -> String {
    format!("${}", grouped(whole))
}

fn money_words(amount: &Money) -> String {
    let (whole, cents) = (amount.cents() / 100, amount.cents() % 100);
    let cents = match cents {
        0 => "No".to_owned(),
        cents => format!("{cents:02}"),
    };
    format!(
        "{} and {cents}/100 Dollars",
        title_case(&number_in_words(whole))
    )
}

fn rounded(number: &BigDecimal) -> u64 {
    number
        .with_scale_round(0, RoundingMode::HalfUp)
        .to_u64()
        .unwrap_or(u64::MAX)
}

fn acres(area: &Area) -> String {
    let exact = area.in_unit(AreaUnit::Acres);
    let hundredths = rounded(&(&exact * 100_i64));
    if exact > 0 && exact * 100_i64 < 1 {
        return "under 0.01 acres".to_owned();
    }
    let fraction = format!("{:02}", hundredths % 100);
    let shown = match fraction.trim_end_matches('0') {
        "" => grouped(hundredths / 100),
        fraction => format!("{}.{fraction}", grouped(hundredths / 100)),
    };
    let unit = if shown == "1" { "acre" } else { "acres" };
    format!("{shown} {unit}")
}

fn counted(count: u32) -> String {
    format!(
        "{} ({})",
        number_in_words(count.into()),
        grouped(count.into())
    )
}

fn days(count: u32) -> String {
    let unit = if count == 1 { "day" } else { "days" };
    format!("{} {unit}", counted(count))
}

fn long_date(date: NaiveDate) -> String {
    format!(
        "{} {}, {}",
        date.format("%B"),
        ordinal(date.day()),
        date.year()
    )
}

fn hour(time: NaiveDateTime) -> String {
    let half = if time.format("%p").to_string() == "AM" {
        "a.m."
    } else {
        "p.m."
    };
    format!("{} {half}", time.format("%-I:%M"))
}

fn share_of_price(part: &Share) -> String {
    let words = format!("{}% of the Purchase Price", part.percent);
    match &part.price {
        Some(price) => format!("{} ({words})", dollars(share(price, &part.percent))),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decimal, Expiry, Zone};

    fn area(amount: &str, unit: AreaUnit) -> Value {
        Value::Area(Area {
            amount: amount.parse().unwrap(),
            unit,
            source: None,
        })
    }

    fn money(text: &str) -> Value {
        Value::Money(text.parse().unwrap())
    }

    #[test]
    fn values_are_written() {
        let expiry = |at: &str| {
            Value::LocalDatetime(Expiry {
                at: at.parse().unwrap(),
                zone: Zone::Chicago,
            })
        };
        let share = |price: Option<&str>| {
            Value::Share(Share {
                percent: "0.5".parse().unwrap(),
                price: price.map(|price| price.parse().unwrap()),
            })
        };
        let acres = |amount| area(amount, AreaUnit::Acres);
        for (format, value, text) in [
            (Format::MoneyWhole, money("1250000"), "$1,250,000"),
            (Format::MoneyWhole, money("1166000.50"), "$1,166,001"),
            (
                Format::MoneyWords,
                money("1250000"),
                "One Million Two Hundred Fifty Thousand and No/100 Dollars",
            ),
            (
                Format::MoneyWords,
                money("42.05"),
                "Forty-Two and 05/100 Dollars",
            ),
            (
                Format::AreaSf,
                area("42500", AreaUnit::SquareFeet),
                "42,500 S.F.",
            ),
            (Format::AreaSf, acres("2.5"), "108,900 S.F."),
            (Format::Acres, acres("4.5"), "4.5 acres"),
            (Format::Acres, acres("1"), "1 acre"),
            (Format::Acres, acres("1.004"), "1 acre"),
            (Format::Acres, acres("2.005"), "2.01 acres"),
            (Format::Acres, acres("1234.5"), "1,234.5 acres"),
            (Format::Acres, acres("0.009"), "under 0.01 acres"),
            (
                Format::Acres,
                area("21780", AreaUnit::SquareFeet),
                "0.5 acres",
            ),
            (
                Format::Percent,
                Value::Percent("0.5".parse().unwrap()),
                "0.5%",
            ),
            (Format::Count, Value::Int(3), "three (3)"),
            (Format::Days, Value::Int(60), "sixty (60) days"),
            (Format::Days, Value::Int(1), "one (1) day"),
            (Format::DaysCapital, Value::Int(60), "Sixty (60) days"),
            (
                Format::DateLong,
                Value::Date("2026-11-22".parse().unwrap()),
                "November 22nd, 2026",
            ),
            (
                Format::DateLong,
                Value::Date("2027-01-03".parse().unwrap()),
                "January 3rd, 2027",
            ),
            (
                Format::DatetimeLong,
                expiry("2026-11-22T17:00:00"),
                "5:00 p.m. Central Time on November 22nd, 2026",
            ),
            (
                Format::DatetimeLong,
                expiry("2026-11-22T00:30:00"),
                "12:30 a.m. Central Time on November 22nd, 2026",
            ),
            (
                Format::ShareOfPrice,
                share(Some("1166000")),
                "$5,830 (0.5% of the Purchase Price)",
            ),
            (
                Format::ShareOfPrice,
                share(None),
                "0.5% of the Purchase Price",
            ),
            (
                Format::Lines,
                Value::lines(["a".to_owned(), "b".to_owned()]),
                "a\nb",
            ),
            (
                Format::Listed,
                Value::lines(["a".to_owned(), "b".to_owned(), "c".to_owned()]),
                "a, b and c",
            ),
            (Format::Plain, Value::Flag(true), "yes"),
            (Format::Plain, Value::party("A & B"), "A & B"),
        ] {
            assert_eq!(format.write(&value).as_deref(), Some(text));
        }
        assert_eq!(Format::Days.write(&money("5")), None);
        assert_eq!(Format::Plain.write(&Value::Percent(Decimal::from(1))), None);
    }

    #[test]
    fn formats_are_named_as_in_json() {
        for format in Format::ALL {
            assert_eq!(serde_json::to_value(format).unwrap(), format.name());
            assert_eq!(Format::named(format.name()), Some(format));
        }
        assert_eq!(Format::named("money"), None);
    }
}
