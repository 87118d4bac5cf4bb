//! Values of terms from the texts that people type.

use domain::Money;

use crate::value::{Area, Person, tidied};
use crate::{Decimal, TermType, Value};

const NOTHING: &str = "Enter a value.";
const NOT_AN_AMOUNT: &str = "Enter an amount of dollars, such as 20,000.";
const NOT_A_NUMBER: &str = "Enter a number, such as 87.5.";
const NOT_A_COUNT: &str = "Enter a whole number.";
const NOT_A_DATE: &str = "Enter a date as year, month and day: 2026-11-22.";
const NOT_A_FLAG: &str = "Enter yes or no.";
const NOT_AN_OPTION: &str = "Choose one of the options.";
const NOT_TYPED: &str = "This term cannot be typed as text.";

impl Value {
    /// Reads a typed text as a value of this type; areas are in the type's unit.
    ///
    /// # Errors
    /// What is wrong with the text, for the user.
    pub fn read(kind: &TermType, text: &str) -> Result<Self, &'static str> {
        let text = tidied(text).ok_or(NOTHING)?;
        let digits = text.replace(',', "");
        let number = |digits: &str| digits.trim().parse::<Decimal>();
        Ok(match kind {
            TermType::Money => {
                let amount = digits.trim_start_matches('$').parse::<Money>();
                Self::Money(amount.map_err(|_invalid| NOT_AN_AMOUNT)?)
            }
            TermType::Area(unit) => Self::Area(Area {
                amount: number(&digits).map_err(|_invalid| NOT_A_NUMBER)?,
                unit: *unit,
                source: None,
            }),
            TermType::Percent => {
                let percent = number(digits.trim_end_matches('%'));
                Self::Percent(percent.map_err(|_invalid| NOT_A_NUMBER)?)
            }
            TermType::Int => Self::Int(digits.parse().map_err(|_invalid| NOT_A_COUNT)?),
            TermType::Date => Self::Date(text.parse().map_err(|_invalid| NOT_A_DATE)?),
            TermType::Party => Self::party(text),
            TermType::Person => {
                let (first, last) = match text.split_once(char::is_whitespace) {
                    Some((first, last)) => (first, tidied(last)),
                    None => (text, None),
                };
                Self::Person(Person {
                    first: Some(first.to_owned()),
                    last: last.map(str::to_owned),
                })
            }
            TermType::Text => Self::Text(text.to_owned()),
            TermType::Flag => match text.to_lowercase().as_str() {
                "yes" | "true" => Self::Flag(true),
                "no" | "false" => Self::Flag(false),
                _ => return Err(NOT_A_FLAG),
            },
            TermType::Choice(options) if options.iter().any(|option| option == text) => {
                Self::Choice(text.to_owned())
            }
            TermType::Choice(_) => return Err(NOT_AN_OPTION),
            TermType::Lines => Self::lines(text.lines().filter_map(tidied).map(str::to_owned)),
            TermType::LocalDatetime | TermType::Share => return Err(NOT_TYPED),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AreaUnit;

    fn said(kind: &TermType, text: &str) -> Option<String> {
        let value = Value::read(kind, text).ok()?;
        assert!(kind.is_of(&value), "{value:?}");
        kind.format().write(&value)
    }

    #[test]
    fn typed_texts_become_values_of_their_type() {
        let choice = TermType::Choice(vec!["cash".to_owned()]);
        for (kind, text, says) in [
            (TermType::Money, " $20,000.40 ", "$20,000"),
            (TermType::Area(AreaUnit::Acres), "4.5", "4.5 acres"),
            (
                TermType::Area(AreaUnit::SquareFeet),
                "12,500",
                "12,500 S.F.",
            ),
            (TermType::Percent, "0.5 %", "0.5%"),
            (TermType::Int, "1,000", "1000"),
            (TermType::Date, "2026-11-22", "November 22nd, 2026"),
            (TermType::Party, "Bayou LLC", "Bayou LLC"),
            (
                TermType::Person,
                "Dana  Lee Whitfield",
                "Dana Lee Whitfield",
            ),
            (TermType::Text, " a\u{e9} ", "a\u{e9}"),
            (TermType::Flag, "No", "no"),
            (choice.clone(), "cash", "cash"),
            (TermType::Lines, "a\n\n b", "a\nb"),
        ] {
            assert_eq!(said(&kind, text).as_deref(), Some(says), "{text}");
        }
        for (kind, text) in [
            (TermType::Money, "many"),
            (TermType::Percent, "%"),
            (TermType::Int, "1.5"),
            (TermType::Date, "22.11.2026"),
            (TermType::Text, " "),
            (TermType::Flag, "maybe"),
            (choice, "loan"),
            (TermType::LocalDatetime, "tomorrow"),
        ] {
            assert!(Value::read(&kind, text).is_err(), "{text}");
        }
    }
}
