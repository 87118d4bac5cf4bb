//! Conditions of clauses: when a paragraph belongs to a letter.
//!
//! A tree of `{op, args}`, checked when a template is saved. Unknown is neither yes nor no, as in
//! SQL: `and` with a no is no, everything else with an unknown is unknown, and an unknown condition
//! blocks the letter. Only `is_set` is never unknown, so it guards the others. No arithmetic, no
//! loops.

mod read;
mod words;

use bigdecimal::BigDecimal;
use chrono::NaiveDate;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use crate::term::Registry;
use crate::value::Value;
use crate::{Decimal, Fault};

/// Levels of a tree at most.
pub const MAX_DEPTH: usize = 4;
/// Operators of a tree at most.
pub const MAX_NODES: usize = 20;

/// A checked condition. In JSON `{"op": "gte", "args": ["acres", 5]}`: the first argument of a
/// comparison is a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// `is_set`: the term has a value; a stand-in is none.
    IsSet(String),
    /// `eq`, `ne`, `lt`, `lte`, `gt`, `gte`.
    Compare(Comparison, String, Literal),
    /// `in`: any of the list.
    AnyOf(String, Vec<Literal>),
    /// `not_in`: none of the list.
    NoneOf(String, Vec<Literal>),
    /// `and`.
    All(Vec<Condition>),
    /// `or`.
    Any(Vec<Condition>),
    /// `not`.
    Not(Box<Condition>),
}

/// Operator of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "named as in JSON")]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Lte,
    Gt,
    Gte,
}

/// What a term is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// Of money in dollars, of areas in the term's unit, of percentages and counts.
    Number(Decimal),
    /// `YYYY-MM-DD`.
    Date(NaiveDate),
    /// Of texts, choices and names; upper and lower case are the same.
    Text(String),
    /// Of flags.
    Flag(bool),
}

/// Result of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// The clause belongs to the letter.
    Yes,
    /// It does not.
    No,
    /// A term has no value: the letter cannot be made.
    Unknown,
}

impl Condition {
    /// Reads and checks a condition.
    ///
    /// # Errors
    /// Each fault with its path from the root, such as `args.1.args.0`.
    pub fn parse(json: &Json, registry: &Registry) -> Result<Self, Vec<Fault>> {
        read::condition(json, registry)
    }

    /// Whether it holds, with values by name of their term.
    pub fn holds(&self, value_of: &dyn Fn(&str) -> Option<Value>) -> Truth {
        match self {
            Self::IsSet(term) => Truth::from(value_of(term).is_some()),
            Self::Compare(op, term, literal) => {
                value_of(term).map_or(Truth::Unknown, |value| op.holds(&value, literal))
            }
            Self::AnyOf(term, list) => is_one_of(term, list, value_of),
            Self::NoneOf(term, list) => is_one_of(term, list, value_of).not(),
            Self::All(parts) => all(parts.iter().map(|part| part.holds(value_of))),
            // One holds, unless none does.
            Self::Any(parts) => all(parts.iter().map(|part| part.holds(value_of).not())).not(),
            Self::Not(part) => part.holds(value_of).not(),
        }
    }

    /// Names of the terms in it, each once.
    pub fn terms(&self) -> Vec<&str> {
        let mut terms = match self {
            Self::IsSet(term)
            | Self::Compare(_, term, _)
            | Self::AnyOf(term, _)
            | Self::NoneOf(term, _) => vec![term.as_str()],
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::terms).collect(),
            Self::Not(part) => part.terms(),
        };
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// Whether exactly one of both holds, because one is `not` the other.
    pub fn is_opposite_of(&self, other: &Self) -> bool {
        matches!(self, Self::Not(part) if **part == *other)
            || matches!(other, Self::Not(part) if **part == *self)
    }

    /// The form in which it is stored.
    pub fn to_json(&self) -> Json {
        let parts = |parts: &[Self]| parts.iter().map(Self::to_json).collect::<Vec<_>>();
        match self {
            Self::IsSet(term) => json!({"op": "is_set", "args": [term]}),
            Self::Compare(op, term, literal) => {
                json!({"op": op.name(), "args": [term, literal]})
            }
            Self::AnyOf(term, list) => json!({"op": "in", "args": [term, list]}),
            Self::NoneOf(term, list) => json!({"op": "not_in", "args": [term, list]}),
            Self::All(all) => json!({"op": "and", "args": parts(all)}),
            Self::Any(any) => json!({"op": "or", "args": parts(any)}),
            Self::Not(part) => json!({"op": "not", "args": [part.to_json()]}),
        }
    }
}

impl Serialize for Condition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl Serialize for Literal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Date(date) => date.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
            Self::Flag(flag) => flag.serialize(serializer),
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

impl Truth {
    /// Yes or no, if it can be said.
    pub const fn known(self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No => Some(false),
            Self::Unknown => None,
        }
    }

    const fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Unknown => Self::Unknown,
        }
    }
}

fn all(parts: impl Iterator<Item = Truth>) -> Truth {
    parts.fold(Truth::Yes, |so_far, part| match (so_far, part) {
        (Truth::No, _) | (_, Truth::No) => Truth::No,
        (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
        _ => Truth::Yes,
    })
}

fn is_one_of(term: &str, list: &[Literal], value_of: &dyn Fn(&str) -> Option<Value>) -> Truth {
    let Some(value) = value_of(term) else {
        return Truth::Unknown;
    };
    all(list
        .iter()
        .map(|literal| Comparison::Ne.holds(&value, literal)))
    .not()
}

impl Comparison {
    const fn name(self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::Ne => "ne",
            Self::Lt => "lt",
            Self::Lte => "lte",
            Self::Gt => "gt",
            Self::Gte => "gte",
        }
    }

    const fn named(name: &str) -> Option<Self> {
        Some(match name.as_bytes() {
            b"eq" => Self::Eq,
            b"ne" => Self::Ne,
            b"lt" => Self::Lt,
            b"lte" => Self::Lte,
            b"gt" => Self::Gt,
            b"gte" => Self::Gte,
            _ => return None,
        })
    }

    const fn needs_order(self) -> bool {
        !matches!(self, Self::Eq | Self::Ne)
    }

    fn holds(self, value: &Value, literal: &Literal) -> Truth {
        use std::cmp::Ordering;
        let order = match (value, literal) {
            (Value::Date(date), Literal::Date(with)) => date.cmp(with),
            (Value::LocalDatetime(time), Literal::Date(with)) => time.at.date().cmp(with),
            (Value::Flag(flag), Literal::Flag(with)) => flag.cmp(with),
            (value, Literal::Number(with)) => match number(value) {
                Some(number) => number.cmp(with.value()),
                None => return Truth::Unknown,
            },
            (value, Literal::Text(with)) => match text(value) {
                Some(text) => text.to_lowercase().cmp(&with.to_lowercase()),
                None => return Truth::Unknown,
            },
            // A value of another type than its term has.
            _ => return Truth::Unknown,
        };
        Truth::from(match self {
            Self::Eq => order == Ordering::Equal,
            Self::Ne => order != Ordering::Equal,
            Self::Lt => order == Ordering::Less,
            Self::Lte => order != Ordering::Greater,
            Self::Gt => order == Ordering::Greater,
            Self::Gte => order != Ordering::Less,
        })
    }
}

fn number(value: &Value) -> Option<BigDecimal> {
    match value {
        Value::Money(amount) => Some(amount.amount().clone()),
        // The resolver gives areas in the unit of their term.
        Value::Area(area) => Some(area.amount.value().clone()),
        Value::Percent(percent) => Some(percent.value().clone()),
        Value::Int(count) => Some(BigDecimal::from(*count)),
        _ => None,
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) | Value::Choice(text) => Some(text.clone()),
        Value::Party(party) => Some(party.name.clone()),
        Value::Person(_) => crate::Format::Plain.write(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Values;

    fn parsed(json: &Json) -> Result<Condition, Vec<Fault>> {
        Condition::parse(json, &Registry::standard())
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "JSON is written where it is used"
    )]
    fn truth(condition: Json, values: &Json) -> Truth {
        let values: Values = serde_json::from_value(values.clone()).unwrap();
        let condition = parsed(&condition).unwrap();
        assert_eq!(parsed(&condition.to_json()).unwrap(), condition);
        condition.holds(&|name| values.get(name).cloned())
    }

    fn op(op: &str, args: &Json) -> Json {
        json!({"op": op, "args": args})
    }

    #[test]
    fn comparisons_are_typed() {
        let values = json!({
            "acres": {"type": "area", "value": {"amount": 10.37, "unit": "acres"}},
            "purchase_price": {"type": "money", "value": 950_000},
            "state": {"type": "text", "value": "TX"},
            "letter_date": {"type": "date", "value": "2026-11-25"},
            "dd_days": {"type": "int", "value": 60},
            "has_financing_contingency": {"type": "flag", "value": false},
        });
        for (name, args, result) in [
            ("gte", json!(["acres", 10.37]), Truth::Yes),
            ("gt", json!(["acres", 10.37]), Truth::No),
            ("lt", json!(["purchase_price", 1_000_000]), Truth::Yes),
            ("lte", json!(["dd_days", 59]), Truth::No),
            ("eq", json!(["state", "tx"]), Truth::Yes),
            ("ne", json!(["state", "TX"]), Truth::No),
            ("in", json!(["state", ["OK", "TX"]]), Truth::Yes),
            ("not_in", json!(["state", ["OK", "TX"]]), Truth::No),
            ("not_in", json!(["state", ["OK"]]), Truth::Yes),
            ("gte", json!(["letter_date", "2026-11-25"]), Truth::Yes),
            (
                "eq",
                json!(["has_financing_contingency", false]),
                Truth::Yes,
            ),
            ("is_set", json!(["acres"]), Truth::Yes),
            ("is_set", json!(["zip"]), Truth::No),
            ("eq", json!(["zip", "77002"]), Truth::Unknown),
            ("not_in", json!(["zip", ["77002"]]), Truth::Unknown),
        ] {
            assert_eq!(truth(op(name, &args), &values), result, "{name} {args}");
        }
    }

    #[test]
    fn an_unknown_is_carried_unless_the_rest_decides() {
        let values = json!({"state": {"type": "text", "value": "TX"}});
        let (yes, no) = (
            op("eq", &json!(["state", "TX"])),
            op("eq", &json!(["state", "OK"])),
        );
        let unknown = op("gt", &json!(["acres", 5]));
        for (name, parts, result) in [
            ("and", json!([yes, unknown]), Truth::Unknown),
            ("and", json!([no, unknown]), Truth::No),
            ("and", json!([unknown, no]), Truth::No),
            ("or", json!([yes, unknown]), Truth::Yes),
            ("or", json!([no, unknown]), Truth::Unknown),
            ("not", json!([unknown]), Truth::Unknown),
            ("not", json!([no]), Truth::Yes),
            // Guarded by is_set.
            (
                "and",
                json!([op("is_set", &json!(["acres"])), unknown]),
                Truth::No,
            ),
        ] {
            assert_eq!(truth(op(name, &parts), &values), result, "{name} {parts}");
        }
    }

    #[test]
    fn faults_have_their_path() {
        let good = op("is_set", &json!(["acres"]));
        let deep = op(
            "not",
            &json!([op(
                "not",
                &json!([op("not", &json!([op("not", &json!([good]))]))])
            )]),
        );
        for (given, path) in [
            (json!("acres"), ""),
            (json!({"op": "is_set"}), "args"),
            (json!({"args": []}), "op"),
            (json!({"op": "is_set", "args": ["acres"], "if": 1}), "if"),
            (op("like", &json!(["state", "T"])), "op"),
            (op("is_set", &json!(["area"])), "args.0"),
            (op("is_set", &json!([])), "args"),
            (op("eq", &json!(["state"])), "args"),
            (op("eq", &json!(["state", 5])), "args.1"),
            (op("gt", &json!(["state", "TX"])), "args.0"),
            (op("gt", &json!(["acres", "5"])), "args.1"),
            (op("gt", &json!(["acres", -5])), "args.1"),
            (op("lt", &json!(["letter_date", "25.11.2026"])), "args.1"),
            (op("eq", &json!(["addressee", "A"])), "args.1"),
            (op("in", &json!(["state", []])), "args.1"),
            (op("in", &json!(["state", ["TX", 1]])), "args.1.1"),
            (op("and", &json!([good])), "args"),
            (op("not", &json!([good, good])), "args"),
            (
                op(
                    "and",
                    &json!([
                        good,
                        op("or", &json!([good, op("eq", &json!(["area", 1]))]))
                    ]),
                ),
                "args.1.args.1.args.0",
            ),
            (deep, "args.0.args.0.args.0.args.0"),
        ] {
            let faults = parsed(&given).unwrap_err();
            assert_eq!(
                faults
                    .iter()
                    .map(|fault| fault.field.as_str())
                    .collect::<Vec<_>>(),
                [path],
                "{given}"
            );
        }
        let many = op("or", &Json::Array(vec![good; 20]));
        assert_eq!(parsed(&many).unwrap_err().len(), 1);
        let most = op(
            "or",
            &Json::Array(vec![op("is_set", &json!(["acres"])); 19]),
        );
        assert!(parsed(&most).is_ok());
    }

    fn any_json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(json!("acres")),
            Just(json!("state")),
            any::<f64>().prop_map(|number| json!(number)),
            Just(json!(null)),
        ];
        leaf.prop_recursive(6, 40, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Json::Array),
                (
                    prop::sample::select(vec!["and", "or", "not", "is_set", "gt", "in", "x"]),
                    prop::collection::vec(inner, 0..4)
                )
                    .prop_map(|(op, args)| json!({"op": op, "args": args})),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_tree_is_judged_without_panic(json in any_json()) {
            match parsed(&json) {
                Ok(condition) => {
                    prop_assert_eq!(parsed(&condition.to_json()).unwrap(), condition.clone());
                    let _ = condition.holds(&|_| None);
                }
                Err(faults) => prop_assert!(!faults.is_empty()),
            }
        }
    }
}
