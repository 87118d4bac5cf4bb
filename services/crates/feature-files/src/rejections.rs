//! Rejected rows.
//!
//! They are counted by reason, with the first few of each, so that the report stays short; the file
//! of rejected rows has all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Map, Value};

use crate::places::Places;

/// Rows listed per reason.
const PLACES: usize = 5;

/// Why a row was rejected: in general, by which rows are counted, and of this row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// By which rows are counted.
    pub general: String,
    /// More exact, if more is known of this row.
    pub of_row: Option<String>,
}

impl Reason {
    /// The same for all of its rows.
    pub fn new(general: &str) -> Self {
        Self {
            general: general.to_owned(),
            of_row: None,
        }
    }

    /// With more of this row.
    pub fn with(general: &str, of_row: String) -> Self {
        Self {
            general: general.to_owned(),
            of_row: Some(of_row),
        }
    }

    /// The more exact one.
    pub fn text(&self) -> &str {
        self.of_row.as_deref().unwrap_or(&self.general)
    }
}

/// A rejected row that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// Position in the file, from 1.
    pub line: i64,
    /// What is wrong with this row, if more is known than the reason.
    pub detail: Option<String>,
    /// Its columns.
    pub columns: Map<String, Value>,
}

/// Rejected rows by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rejections {
    by_reason: BTreeMap<String, (u64, Vec<Example>)>,
    /// Of all rejected rows.
    lines: BTreeSet<i64>,
    places: Places,
}

impl Rejections {
    /// The files of the rows, if there are several.
    pub fn set_places(&mut self, places: Places) {
        self.places = places;
    }

    /// Where the row of an example is, for a sentence.
    pub fn place(&self, example: &Example) -> String {
        self.places.text(example.line)
    }

    /// Counts a rejected row.
    pub fn add(&mut self, line: i64, reason: &Reason, columns: &Map<String, Value>) {
        let (count, examples) = self.by_reason.entry(reason.general.clone()).or_default();
        *count += 1;
        // Rows that the database rejects come in any order.
        let place = examples.partition_point(|example| example.line < line);
        if place < PLACES {
            let example = Example {
                line,
                detail: reason.of_row.clone(),
                columns: columns.clone(),
            };
            examples.insert(place, example);
            examples.truncate(PLACES);
        }
        self.lines.insert(line);
    }

    /// Reasons with their number of rows and the first of them.
    pub fn by_reason(&self) -> impl Iterator<Item = (&str, u64, &[Example])> {
        self.by_reason
            .iter()
            .map(|(reason, (count, examples))| (reason.as_str(), *count, examples.as_slice()))
    }

    /// A line for each reason, with the first rows.
    pub fn lines_of(&self, f: &mut fmt::Formatter<'_>, rows: &str) -> fmt::Result {
        for (reason, count, examples) in self.by_reason() {
            let places: Vec<String> = examples.iter().map(|row| self.place(row)).collect();
            let more = if count > examples.len() as u64 {
                ", …"
            } else {
                ""
            };
            writeln!(
                f,
                "{count} {rows} skipped: {reason} (row {}{more})",
                places.join(", ")
            )?;
        }
        Ok(())
    }

    /// The positions of all of them.
    pub fn lines(&self) -> &BTreeSet<i64> {
        &self.lines
    }

    /// Rows rejected for this reason.
    pub fn of(&self, reason: &str) -> u64 {
        self.by_reason.get(reason).map_or(0, |(count, _)| *count)
    }

    /// All rejected rows.
    pub fn total(&self) -> u64 {
        self.by_reason.values().map(|(count, _)| count).sum()
    }

    /// The most frequent reason.
    pub fn most(&self) -> Option<&str> {
        let most = self.by_reason.iter().max_by_key(|(_, (count, _))| *count);
        most.map(|(reason, _)| reason.as_str())
    }
}

impl fmt::Display for Rejections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<String> = self
            .by_reason
            .iter()
            .map(|(reason, (count, _))| format!("{reason}: {count}"))
            .collect();
        f.write_str(&reasons.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rows_of_a_reason_are_its_examples() {
        let mut rejections = Rejections::default();
        for line in [9, 3, 8, 1, 7, 2, 6] {
            rejections.add(line, &Reason::new("no x"), &Map::new());
        }
        let (_, count, examples) = rejections.by_reason().next().unwrap();
        let lines: Vec<i64> = examples.iter().map(|example| example.line).collect();
        assert_eq!((count, lines), (7, vec![1, 2, 3, 6, 7]));
        assert_eq!(rejections.lines().len(), 7);
    }
}
