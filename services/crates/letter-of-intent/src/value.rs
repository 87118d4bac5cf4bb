//! Typed values of terms: what a letter's resolved terms are stored as.

use std::collections::BTreeMap;

use bigdecimal::{BigDecimal, RoundingMode};
use chrono::NaiveDate;
use domain::Money;
use serde::{Deserialize, Serialize};

use crate::{Decimal, Expiry, SQUARE_FEET_PER_ACRE};

/// Values by the name of their term.
pub type Values = BTreeMap<String, Value>;

/// The value of a term, with its type and unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub enum Value {
    /// US dollars. 0 is no amount.
    Money(Money),
    /// An area. 0 is unknown.
    Area(Area),
    /// 0.5 is 0.5 %.
    Percent(Decimal),
    /// A count: days, parcels.
    Int(u32),
    /// A calendar day.
    Date(NaiveDate),
    /// A local time and its zone.
    LocalDatetime(Expiry),
    /// A buyer or seller.
    Party(Party),
    /// A natural person.
    Person(Person),
    /// At most [`MAX_TEXT_CHARS`] characters.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// One of the options of its term.
    Choice(String),
    /// Lines of an address, numbers of parcels.
    Lines(Vec<Line>),
    /// A part of the price.
    Share(Share),
}

/// Longest text of a term.
pub const MAX_TEXT_CHARS: usize = 500;

/// An area with its unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// In `unit`.
    pub amount: Decimal,
    /// Acres or square feet.
    pub unit: AreaUnit,
    /// Where it comes from, such as `county` or `survey`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Unit of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AreaUnit {
    /// 43,560 square feet.
    Acres,
    /// Square feet, 'S.F.'.
    SquareFeet,
}

impl Area {
    /// In another unit, exact in square feet and to 12 decimals in acres.
    pub fn in_unit(&self, unit: AreaUnit) -> BigDecimal {
        let amount = self.amount.value();
        let acre = BigDecimal::from(SQUARE_FEET_PER_ACRE);
        match (self.unit, unit) {
            (AreaUnit::Acres, AreaUnit::SquareFeet) => amount * acre,
            (AreaUnit::SquareFeet, AreaUnit::Acres) => {
                (amount / acre).with_scale_round(12, RoundingMode::HalfUp)
            }
            _ => amount.clone(),
        }
    }
}

/// A buyer or seller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Party {
    /// Legal name.
    pub name: String,
    /// Such as `individual`, `llc` or `trust`; it says who signs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// A natural person. At least one name is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// First name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Last name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}

/// A line of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Without line break.
    pub text: String,
    /// The term that the line shows, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub term: Option<String>,
}

/// A part of the price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// Of the price.
    pub percent: Decimal,
    /// Absent while there is no price: then only the percentage is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}

impl Value {
    /// A value of a party without kind.
    pub fn party(name: impl Into<String>) -> Self {
        Self::Party(Party {
            name: name.into(),
            kind: None,
        })
    }

    /// Lines that show no terms.
    pub fn lines(texts: impl IntoIterator<Item = String>) -> Self {
        let line = |text| Line { text, term: None };
        Self::Lines(texts.into_iter().map(line).collect())
    }

    /// Without space around texts; `None` if nothing is left, or if the amount is one that counts as
    /// not entered: dollars and square feet that round to 0, acres of 0.
    pub fn tidied(&self) -> Option<Self> {
        Some(match self {
            Self::Money(amount) if amount.whole_dollars() == 0 => return None,
            Self::Area(area) if is_nothing(area) => return None,
            Self::Text(text) => Self::Text(tidied(text)?.to_owned()),
            Self::Choice(name) => Self::Choice(tidied(name)?.to_owned()),
            Self::Party(party) => Self::Party(Party {
                name: tidied(&party.name)?.to_owned(),
                kind: party.kind.clone(),
            }),
            Self::Person(person) => {
                let name = |name: &Option<String>| Some(tidied(name.as_ref()?)?.to_owned());
                let (first, last) = (name(&person.first), name(&person.last));
                if first.is_none() && last.is_none() {
                    return None;
                }
                Self::Person(Person { first, last })
            }
            Self::Lines(lines) => {
                let line = |line: &Line| {
                    Some(Line {
                        text: tidied(&line.text)?.to_owned(),
                        term: line.term.clone(),
                    })
                };
                let lines: Vec<Line> = lines.iter().filter_map(line).collect();
                if lines.is_empty() {
                    return None;
                }
                Self::Lines(lines)
            }
            known => known.clone(),
        })
    }
}

fn is_nothing(area: &Area) -> bool {
    match area.unit {
        AreaUnit::Acres => area.amount.is_zero(),
        AreaUnit::SquareFeet => {
            area.amount
                .value()
                .with_scale_round(0, RoundingMode::HalfUp)
                == 0
        }
    }
}

/// Without the space around, as browsers trim; `None` if nothing is left.
pub fn tidied(text: &str) -> Option<&str> {
    let is_space = |character: char| {
        character == '\u{feff}' || (character.is_whitespace() && character != '\u{85}')
    };
    Some(text.trim_matches(is_space)).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_kept_with_their_type() {
        for json in [
            json!({"type": "money", "value": 950_000}),
            json!({"type": "money", "value": 950_000.25}),
            json!({"type": "area", "value": {"amount": 10.37, "unit": "acres", "source": "county"}}),
            json!({"type": "percent", "value": 0.5}),
            json!({"type": "int", "value": 60}),
            json!({"type": "date", "value": "2026-11-25"}),
            json!({"type": "local_datetime", "value": {"at": "2026-12-01T17:00:00", "zone": "America/Chicago"}}),
            json!({"type": "party", "value": {"name": "Bayou Holdings LLC", "kind": "llc"}}),
            json!({"type": "person", "value": {"last": "Voss"}}),
            json!({"type": "text", "value": "M-2"}),
            json!({"type": "flag", "value": false}),
            json!({"type": "choice", "value": "lake"}),
            json!({"type": "lines", "value": [{"text": "PO Box 12"}, {"text": "A", "term": "owner_name"}]}),
            json!({"type": "share", "value": {"percent": 0.5, "price": 950_000}}),
        ] {
            let value: Value = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(serde_json::to_value(&value).unwrap(), json);
        }
        assert!(serde_json::from_value::<Value>(json!({"type": "money", "value": -1})).is_err());
    }

    #[test]
    fn what_says_nothing_is_no_value() {
        let area = |amount: &str, unit| {
            Value::Area(Area {
                amount: amount.parse().unwrap(),
                unit,
                source: None,
            })
        };
        let person = |first: &str| {
            Value::Person(Person {
                first: Some(first.to_owned()),
                last: None,
            })
        };
        for value in [
            Value::Money("0.49".parse().unwrap()),
            area("0.4", AreaUnit::SquareFeet),
            area("0", AreaUnit::Acres),
            Value::Text(" \u{a0}\u{feff}".to_owned()),
            Value::party("\n"),
            Value::lines([String::new(), " ".to_owned()]),
            person(" "),
        ] {
            assert_eq!(value.tidied(), None, "{value:?}");
        }
        assert!(Value::Money("0.5".parse().unwrap()).tidied().is_some());
        assert!(area("0.001", AreaUnit::Acres).tidied().is_some());
        assert_eq!(
            Value::Text(" a b ".to_owned()).tidied(),
            Some(Value::Text("a b".to_owned()))
        );
    }

    #[test]
    fn areas_are_converted() {
        let acres = Area {
            amount: "2.5".parse().unwrap(),
            unit: AreaUnit::Acres,
            source: None,
        };
        assert_eq!(
            acres.in_unit(AreaUnit::SquareFeet),
            BigDecimal::from(108_900)
        );
        let feet = Area {
            amount: "10890".parse().unwrap(),
            unit: AreaUnit::SquareFeet,
            source: None,
        };
        assert_eq!(
            feet.in_unit(AreaUnit::Acres),
            "0.25".parse::<BigDecimal>().unwrap()
        );
    }
}
