//! Reading and checking conditions: every fault with its path from the root.

use serde_json::Value as Json;

use super::{Comparison, Condition, Literal, MAX_DEPTH, MAX_NODES};
use crate::term::{Registry, TermType};
use crate::value::MAX_TEXT_CHARS;
use crate::{Decimal, Fault};

/// Values of a list at most.
const MAX_LIST: usize = 100;

/// Reads a condition, or says all that is wrong with it.
pub fn condition(json: &Json, registry: &Registry) -> Result<Condition, Vec<Fault>> {
    let mut reader = Reader {
        registry,
        nodes: 0,
        faults: Vec::new(),
    };
    match reader.node(json, "", 1) {
        Some(condition) if reader.faults.is_empty() => Ok(condition),
        _ => Err(reader.faults),
    }
}

struct Reader<'a> {
    registry: &'a Registry,
    nodes: usize,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault<T>(&mut self, field: impl Into<String>, sentence: impl Into<String>) -> Option<T> {
        self.faults.push(Fault::new(field, sentence));
        None
    }

    /// `None` after a fault was added.
    fn node(&mut self, json: &Json, path: &str, depth: usize) -> Option<Condition> {
        self.nodes += 1;
        if depth > MAX_DEPTH {
            return self.fault(path, format!("Nest at most {MAX_DEPTH} levels."));
        }
        if self.nodes > MAX_NODES {
            // Said once, whatever follows.
            if self.nodes == MAX_NODES + 1 {
                return self.fault(path, format!("Use at most {MAX_NODES} conditions."));
            }
            return None;
        }
        let known = ["op", "args"];
        let Some(members) = json.as_object() else {
            return self.fault(path, "A condition has op and args.");
        };
        if let Some(other) = members.keys().find(|key| !known.contains(&key.as_str())) {
            return self.fault(at(path, other), "There is no such field.");
        }
        let Some(args) = members.get("args").and_then(Json::as_array) else {
            return self.fault(at(path, "args"), "Give a list.");
        };
        match members.get("op").and_then(Json::as_str) {
            Some(op @ ("and" | "or")) => {
                if args.len() < 2 {
                    return self.fault(at(path, "args"), "Join at least two conditions.");
                }
                let parts = self.parts(args, path, depth)?;
                Some(if op == "and" {
                    Condition::All(parts)
                } else {
                    Condition::Any(parts)
                })
            }
            Some("not") => {
                if args.len() != 1 {
                    return self.fault(at(path, "args"), "Give one condition.");
                }
                let part = self.parts(args, path, depth)?.pop()?;
                Some(Condition::Not(Box::new(part)))
            }
            Some(op) => self.leaf(op, args, path),
            None => self.fault(at(path, "op"), "Name an operator."),
        }
    }

    fn parts(&mut self, args: &[Json], path: &str, depth: usize) -> Option<Vec<Condition>> {
        let mut parts = Vec::new();
        let mut is_good = true;
        for (place, arg) in args.iter().take(MAX_NODES + 1).enumerate() {
            match self.node(arg, &at(path, &format!("args.{place}")), depth + 1) {
                Some(part) => parts.push(part),
                None => is_good = false,
            }
        }
        is_good.then_some(parts)
    }

    fn leaf(&mut self, op: &str, args: &[Json], path: &str) -> Option<Condition> {
        let comparison = Comparison::named(op);
        let count = match op {
            "is_set" => 1,
            "in" | "not_in" => 2,
            _ if comparison.is_some() => 2,
            _ => return self.fault(at(path, "op"), "There is no such operator."),
        };
        if args.len() != count {
            return self.fault(
                at(path, "args"),
                format!("This operator has {count} arguments."),
            );
        }
        let first = at(path, "args.0");
        let Some(name) = args[0].as_str() else {
            return self.fault(first, "Name a term.");
        };
        let Some(term) = self.registry.find(name) else {
            return self.fault(first, "There is no such term.");
        };
        let kind = term.kind.clone();
        let name = name.to_owned();
        if op == "is_set" {
            return Some(Condition::IsSet(name));
        }
        let is_ordered = matches!(
            kind,
            TermType::Money
                | TermType::Area(_)
                | TermType::Percent
                | TermType::Int
                | TermType::Date
                | TermType::LocalDatetime
        );
        if comparison.is_some_and(Comparison::needs_order) && !is_ordered {
            return self.fault(first, "Only numbers and dates are less or greater.");
        }
        let second = at(path, "args.1");
        if let Some(comparison) = comparison {
            let literal = self.literal(&kind, &args[1], &second)?;
            return Some(Condition::Compare(comparison, name, literal));
        }
        let list = args[1]
            .as_array()
            .filter(|list| (1..=MAX_LIST).contains(&list.len()));
        let Some(list) = list else {
            return self.fault(second, format!("Give a list of 1 to {MAX_LIST} values."));
        };
        let mut literals = Vec::new();
        for (place, item) in list.iter().enumerate() {
            literals.push(self.literal(&kind, item, &format!("{second}.{place}"))?);
        }
        Some(if op == "in" {
            Condition::AnyOf(name, literals)
        } else {
            Condition::NoneOf(name, literals)
        })
    }

    fn literal(&mut self, kind: &TermType, json: &Json, path: &str) -> Option<Literal> {
        match kind {
            TermType::Money | TermType::Area(_) | TermType::Percent | TermType::Int => {
                match serde_json::from_value::<Decimal>(json.clone()) {
                    Ok(number) if json.is_number() => Some(Literal::Number(number)),
                    _ => self.fault(path, "Give a number that is not negative."),
                }
            }
            TermType::Date | TermType::LocalDatetime => {
                match json.as_str().and_then(|text| text.parse().ok()) {
                    Some(date) => Some(Literal::Date(date)),
                    None => self.fault(path, "Give a date as YYYY-MM-DD."),
                }
            }
            TermType::Flag => match json.as_bool() {
                Some(flag) => Some(Literal::Flag(flag)),
                None => self.fault(path, "Give true or false."),
            },
            TermType::Choice(options) => match json.as_str() {
                Some(name) if options.iter().any(|option| option == name) => {
                    Some(Literal::Text(name.to_owned()))
                }
                _ => self.fault(path, format!("Use one of {}.", options.join(", "))),
            },
            TermType::Text | TermType::Party | TermType::Person => match json.as_str() {
                Some(text) if !text.trim().is_empty() && text.chars().count() <= MAX_TEXT_CHARS => {
                    Some(Literal::Text(text.trim().to_owned()))
                }
                _ => self.fault(
                    path,
                    format!("Give a text of 1 to {MAX_TEXT_CHARS} characters."),
                ),
            },
            TermType::Lines | TermType::Share => {
                self.fault(path, "This term can only be tested with is_set.")
            }
        }
    }
}

fn at(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
