//! Report of an import, for the operator.
//!
//! Rejected rows are counted by reason, with the first few positions of each, so that the report
//! stays short.

use std::collections::BTreeMap;
use std::fmt;

use parcel_record::Written;

/// Positions listed per reason.
const PLACES: usize = 5;

/// Rejected rows by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rejections(BTreeMap<String, (u64, Vec<i64>)>);

impl Rejections {
    /// Counts a rejected row.
    pub fn add(&mut self, line: i64, reason: String) {
        let (count, places) = self.0.entry(reason).or_default();
        *count += 1;
        if places.len() < PLACES {
            places.push(line);
        }
    }

    /// Rows rejected for this reason.
    pub fn of(&self, reason: &str) -> u64 {
        self.0.get(reason).map_or(0, |(count, _)| *count)
    }

    /// All rejected rows.
    pub fn total(&self) -> u64 {
        self.0.values().map(|(count, _)| count).sum()
    }
}

/// Result of reading the source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReaderSummary {
    /// Format of the file.
    pub format: String,
    /// Field map used.
    pub field_map: String,
    /// Rows in the file.
    pub rows: i64,
}

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Result of reading; empty for the sample city.
    pub reader: ReaderSummary,
    /// Rows that went to the database.
    pub staged: u64,
    /// Result of writing.
    pub written: Written,
    /// Rows that are no parcels.
    pub rejections: Rejections,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written {
            inserted,
            updated,
            parcels,
            ..
        } = self.written;
        if !self.reader.format.is_empty() {
            writeln!(
                f,
                "{} rows of {}, field map {}",
                self.reader.rows, self.reader.format, self.reader.field_map
            )?;
        }
        writeln!(
            f,
            "{parcels} parcels: {inserted} new, {updated} changed, {} unchanged",
            parcels - inserted - updated
        )?;
        for (reason, (count, places)) in &self.rejections.0 {
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            let more = if *count > PLACES as u64 { ", …" } else { "" };
            writeln!(
                f,
                "{count} rows skipped: {reason} (row {}{more})",
                places.join(", ")
            )?;
        }
        Ok(())
    }
}
