//! One text for equal criteria, and its hash.

use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::Criteria;

/// SHA-256 of the canonical JSON in hexadecimal digits: keys in order, names of a gate in order and
/// each once, whole numbers without decimals.
pub fn hash(criteria: &Criteria) -> String {
    let mut hash = String::new();
    for byte in Sha256::digest(canonical(criteria).as_bytes()) {
        // Writing to a string does not fail.
        let _ = write!(hash, "{byte:02x}");
    }
    hash
}

fn canonical(criteria: &Criteria) -> String {
    let mut criteria = criteria.clone();
    for names in criteria
        .gates
        .iter_mut()
        .filter_map(|gate| gate.any_of.as_mut())
    {
        names.sort_unstable();
        names.dedup();
    }
    let mut text = String::new();
    append(
        &serde_json::to_value(&criteria).unwrap_or_default(),
        &mut text,
    );
    text
}

fn append(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort_unstable();
            text.push('{');
            for (place, name) in names.into_iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                append(&members[name], text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                append(item, text);
            }
            text.push(']');
        }
        Value::Number(number) => match number.as_f64() {
            Some(real) if real.fract() == 0.0 && real.abs() < 1e15 => {
                text.push_str(&(real as i64).to_string());
            }
            _ => text.push_str(&number.to_string()),
        },
        other => text.push_str(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn criteria(text: &str) -> Criteria {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn equal_criteria_have_one_text() {
        let one = criteria(
            r#"{"version":1,"gates":[{"fact":"use_class","any_of":["vacant","industrial"]}],
            "wishes":[{"fact":"acres","weight":3,"curve":{"kind":"ramp","zero":1,"one":2.5}}]}"#,
        );
        let other = criteria(
            r#"{"wishes":[{"neutral":0.50,"curve":{"one":2.50,"zero":1.0,"kind":"ramp"},"weight":3,"fact":"acres"}],
            "gates":[{"any_of":["industrial","vacant","vacant"],"unknown":"list","fact":"use_class"}],"version":1}"#,
        );
        assert_eq!(
            canonical(&one),
            r#"{"gates":[{"any_of":["industrial","vacant"],"fact":"use_class","unknown":"list"}],"version":1,"wishes":[{"curve":{"kind":"ramp","one":2.5,"zero":1},"fact":"acres","neutral":0.5,"weight":3}]}"#
        );
        assert_eq!(hash(&one), hash(&other));
        let heavier = criteria(
            r#"{"version":1,"wishes":[{"fact":"acres","weight":4,"curve":{"kind":"ramp","zero":1,"one":2.5}}]}"#,
        );
        assert_ne!(hash(&one), hash(&heavier));
    }
}
