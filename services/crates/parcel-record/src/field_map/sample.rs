//! The first rows of a source, by which its columns are recognised.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::row::{LowerColumns, lower};
use super::values;

/// Example values shown of a column.
const EXAMPLES: usize = 3;
/// Longest example, characters.
const EXAMPLE_CHARS: usize = 40;

/// The first rows of a source.
#[derive(Debug)]
pub struct Sample<'a> {
    rows: Vec<LowerColumns<'a>>,
    /// Names as the source writes them, in order of appearance.
    names: Vec<&'a str>,
    lower: HashSet<String>,
    is_roll: bool,
}

/// A column of a source, or one of ours, for the operator.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSummary {
    /// Its name.
    pub name: String,
    /// Share of rows with a value, 0 to 1.
    pub filled: f64,
    /// Up to three different values.
    pub examples: Vec<String>,
}

impl<'a> Sample<'a> {
    /// Of these rows.
    pub fn new(rows: impl IntoIterator<Item = &'a Map<String, Value>>) -> Self {
        let mut sample = Self {
            rows: Vec::new(),
            names: Vec::new(),
            lower: HashSet::new(),
            is_roll: false,
        };
        for row in rows {
            for name in row.keys() {
                if sample.lower.insert(name.to_lowercase()) {
                    sample.names.push(name);
                }
            }
            sample.rows.push(lower(row));
        }
        sample
    }

    /// The rows of a tax roll: several may have the number of one parcel.
    #[must_use]
    pub fn of_roll(mut self) -> Self {
        self.is_roll = true;
        self
    }

    /// Whether this is a tax roll.
    pub(super) fn is_roll(&self) -> bool {
        self.is_roll
    }

    /// Names of the columns.
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// Each column with its share of filled rows and examples.
    pub fn columns(&self) -> Vec<ColumnSummary> {
        self.names
            .iter()
            .map(|name| {
                let key = name.to_lowercase();
                let texts = self
                    .rows
                    .iter()
                    .map(|row| values::text(row.get(key.as_str()).copied()?));
                ColumnSummary::of(name, texts)
            })
            .collect()
    }

    /// Whether there is a column of this name in lower case.
    pub fn has(&self, name: &str) -> bool {
        self.lower.contains(name)
    }

    /// The rows, with names in lower case.
    pub(super) fn rows(&self) -> &[LowerColumns<'a>] {
        &self.rows
    }
}

impl ColumnSummary {
    /// Of a value or none for each row.
    pub fn of(name: &str, values: impl IntoIterator<Item = Option<String>>) -> Self {
        let (mut rows, mut filled, mut examples) = (0_u32, 0_u32, Vec::new());
        for value in values {
            rows += 1;
            let Some(value) = value else { continue };
            filled += 1;
            if examples.len() < EXAMPLES {
                let value = shortened(&value);
                if !examples.contains(&value) {
                    examples.push(value);
                }
            }
        }
        Self {
            name: name.to_owned(),
            filled: f64::from(filled) / f64::from(rows.max(1)),
            examples,
        }
    }
}

/// A value that fits in a line.
pub(super) fn shortened(value: &str) -> String {
    if value.chars().count() <= EXAMPLE_CHARS {
        return value.to_owned();
    }
    let start: String = value.chars().take(EXAMPLE_CHARS - 1).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn columns_are_summed_up_with_their_examples() {
        let rows = [
            json!({ "PIN": "1", "owner": " " }),
            json!({ "PIN": 2, "owner": "A" }),
            json!({ "pin": "2", "Late": "x".repeat(50) }),
        ];
        let sample = Sample::new(rows.iter().filter_map(Value::as_object));
        let columns = sample.columns();
        let of = |name: &str| columns.iter().find(|column| column.name == name).unwrap();
        assert_eq!(columns.len(), 3);
        assert!((of("PIN").filled - 1.0).abs() < 1e-9);
        assert_eq!(of("PIN").examples, ["1", "2"]);
        assert!((of("owner").filled - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!(of("Late").examples[0].chars().count(), 40);
    }
}
