//! Conditions in words, so that a preview says why a letter has a clause.

use super::{Comparison, Condition, Literal};
use crate::term::{Registry, TermType};
use crate::value::AreaUnit;

impl Condition {
    /// For the user: 'Site area is known and Site area is at least 0.5 acres'.
    pub fn words(&self, registry: &Registry) -> String {
        match self {
            Self::IsSet(term) => format!("{} is known", label(registry, term)),
            Self::Compare(op, term, literal) => format!(
                "{} {} {}",
                label(registry, term),
                op.words(),
                said(registry, term, literal)
            ),
            Self::AnyOf(term, list) => {
                format!(
                    "{} is {}",
                    label(registry, term),
                    one_of(registry, term, list)
                )
            }
            Self::NoneOf(term, list) => {
                format!(
                    "{} is not {}",
                    label(registry, term),
                    one_of(registry, term, list)
                )
            }
            Self::All(parts) => joined(registry, parts, " and "),
            Self::Any(parts) => joined(registry, parts, " or "),
            Self::Not(part) => match &**part {
                Self::IsSet(term) => format!("{} is not known", label(registry, term)),
                part => format!("not ({})", part.words(registry)),
            },
        }
    }
}

fn label<'a>(registry: &'a Registry, name: &'a str) -> &'a str {
    registry.find(name).map_or(name, |term| term.label.as_ref())
}

fn joined(registry: &Registry, parts: &[Condition], word: &str) -> String {
    let parts = parts.iter().map(|part| match part {
        Condition::All(_) | Condition::Any(_) => format!("({})", part.words(registry)),
        part => part.words(registry),
    });
    parts.collect::<Vec<_>>().join(word)
}

fn one_of(registry: &Registry, term: &str, list: &[Literal]) -> String {
    let list: Vec<_> = list
        .iter()
        .map(|literal| said(registry, term, literal))
        .collect();
    list.join(" or ")
}

fn said(registry: &Registry, term: &str, literal: &Literal) -> String {
    let kind = registry.find(term).map(|term| &term.kind);
    match (literal, kind) {
        (Literal::Number(number), Some(TermType::Money)) => format!("${number}"),
        (Literal::Number(number), Some(TermType::Percent)) => format!("{number}%"),
        (Literal::Number(number), Some(TermType::Area(AreaUnit::Acres))) => {
            format!("{number} acres")
        }
        (Literal::Number(number), Some(TermType::Area(AreaUnit::SquareFeet))) => {
            format!("{number} S.F.")
        }
        (Literal::Number(number), _) => number.to_string(),
        (Literal::Date(date), _) => date.to_string(),
        (Literal::Text(text), _) => format!("“{text}”"),
        (Literal::Flag(flag), _) => if *flag { "yes" } else { "no" }.to_owned(),
    }
}

impl Comparison {
    const fn words(self) -> &'static str {
        match self {
            Self::Eq => "is",
            Self::Ne => "is not",
            Self::Lt => "is less than",
            Self::Lte => "is at most",
            Self::Gt => "is more than",
            Self::Gte => "is at least",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn conditions_read_as_sentences() {
        let registry = Registry::standard();
        let acres = json!({"op": "gte", "args": ["acres", 0.5]});
        let set = json!({"op": "is_set", "args": ["acres"]});
        let not_set = json!({"op": "not", "args": [set]});
        for (given, words) in [
            (
                json!({"op": "and", "args": [set, acres]}),
                "Site area is known and Site area is at least 0.5 acres",
            ),
            (
                json!({"op": "or", "args": [not_set, {"op": "and", "args": [set, acres]}]}),
                "Site area is not known or (Site area is known and Site area is at least 0.5 acres)",
            ),
            (
                json!({"op": "in", "args": ["state", ["TX", "OK"]]}),
                "State is “TX” or “OK”",
            ),
            (
                json!({"op": "not_in", "args": ["city", ["Houston"]]}),
                "City is not “Houston”",
            ),
            (
                json!({"op": "not", "args": [{"op": "lt", "args": ["purchase_price", 250_000]}]}),
                "not (Purchase price is less than $250000)",
            ),
            (
                json!({"op": "eq", "args": ["has_financing_contingency", true]}),
                "Financing contingency is yes",
            ),
            (
                json!({"op": "lte", "args": ["letter_date", "2026-11-25"]}),
                "Date of the letter is at most 2026-11-25",
            ),
        ] {
            let condition = Condition::parse(&given, &registry).unwrap();
            assert_eq!(condition.words(&registry), words);
        }
    }
}
