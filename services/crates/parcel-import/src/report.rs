//! Report of an import, for the operator.
//!
//! Rejected rows are counted by reason, with the first few positions of each, so that the report
//! stays short; the file of rejected rows has all of them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use parcel_record::Written;
use parcel_record::counties::{Bounds, County, county_label};
use parcel_record::field_map::{ColumnSummary, NotDetected};

use crate::staging::UnnumberedReport;
use crate::table::{cells, percent, table};

/// Positions listed per reason.
const PLACES: usize = 5;
/// Counties listed of a file of several.
const COUNTIES: usize = 20;

/// Why a row was rejected: in general, by which rows are counted, and of this row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reason {
    pub general: String,
    pub of_row: Option<String>,
}

impl Reason {
    pub fn new(general: &str) -> Self {
        Self {
            general: general.to_owned(),
            of_row: None,
        }
    }

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

/// Rejected rows by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rejections(BTreeMap<String, (u64, Vec<i64>)>);

impl Rejections {
    /// Counts a rejected row.
    pub(crate) fn add(&mut self, line: i64, reason: &Reason) {
        let (count, places) = self.0.entry(reason.general.clone()).or_default();
        *count += 1;
        // Rows come in any order.
        places.insert(places.partition_point(|place| *place < line), line);
        places.truncate(PLACES);
    }

    /// Rows rejected for this reason.
    pub fn of(&self, reason: &str) -> u64 {
        self.0.get(reason).map_or(0, |(count, _)| *count)
    }

    /// All rejected rows.
    pub fn total(&self) -> u64 {
        self.0.values().map(|(count, _)| count).sum()
    }

    /// The most frequent reason.
    pub(crate) fn most(&self) -> Option<&str> {
        let most = self.0.iter().max_by_key(|(_, (count, _))| *count);
        most.map(|(reason, _)| reason.as_str())
    }
}

impl fmt::Display for Rejections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<String> = self
            .0
            .iter()
            .map(|(reason, (count, _))| format!("{reason}: {count}"))
            .collect();
        f.write_str(&reasons.join(", "))
    }
}

/// One of our columns: where it comes from, and what came.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldSummary {
    /// The source's columns, if there are any.
    pub source: Option<String>,
    /// Our column's name, share filled and examples.
    pub column: ColumnSummary,
}

/// Result of reading the source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReaderSummary {
    /// Format of the file.
    pub format: String,
    /// Field map used.
    pub field_map: String,
    /// Rows in the file.
    pub rows: i64,
    /// Coordinate reference system used.
    pub crs: String,
    /// Our columns in the first rows.
    pub fields: Vec<FieldSummary>,
}

/// The outlines of one county.
#[derive(Debug, Clone, PartialEq)]
pub struct CountySummary {
    /// State and county, five digits.
    pub county_fips: String,
    /// Rows.
    pub rows: i64,
    /// The box around their outlines, degrees.
    pub bounds: Bounds,
}

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// Result of reading; empty for the sample city.
    pub reader: ReaderSummary,
    /// Rows that went to the database.
    pub staged: u64,
    /// Parcels of a new county that were written while the file was read; also in `written`.
    pub direct: i64,
    /// Result of writing.
    pub written: Written,
    /// Rows with the facts of an earlier row and a further part of its outline.
    pub further_parts: u64,
    /// Outlines that were simplified because of their number of vertices.
    pub simplified: u64,
    /// Rows that are no parcels.
    pub rejections: Rejections,
    /// The file of rejected rows.
    pub rejects: Option<PathBuf>,
    /// Where the outlines lie, the counties with most rows first; of a dry run.
    pub counties: Vec<CountySummary>,
    /// Everything was rolled back.
    pub dry_run: bool,
    /// Parcels that the file no longer has.
    pub retired: u64,
    /// Parcels of providers that the file has under another id.
    pub replaced: u64,
    /// Land without a parcel number.
    pub unnumbered: UnnumberedReport,
    /// Its batch; none of a dry run, nor of a sample city that was there already.
    pub batch: Option<i64>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dry_run {
            self.details(f)?;
        }
        if !self.reader.format.is_empty() {
            writeln!(
                f,
                "{} rows of {}, field map {}",
                self.reader.rows, self.reader.format, self.reader.field_map
            )?;
        }
        self.counts(f)?;
        write!(f, "{}", self.unnumbered)?;
        if self.further_parts > 0 {
            let parts = self.further_parts;
            writeln!(f, "{parts} rows are further parts of parcels before them")?;
        }
        if self.simplified > 0 {
            let outlines = self.simplified;
            writeln!(f, "{outlines} outlines with many vertices were simplified")?;
        }
        for (reason, (count, places)) in &self.rejections.0 {
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            let more = if *count > PLACES as u64 { ", …" } else { "" };
            writeln!(
                f,
                "{count} rows skipped: {reason} (row {}{more})",
                places.join(", ")
            )?;
        }
        if let Some(file) = &self.rejects {
            writeln!(f, "skipped rows are in {}", file.display())?;
        }
        if let Some(batch) = self.batch {
            writeln!(
                f,
                "batch {batch}; `parcel-lookup imports undo {batch}` undoes it"
            )?;
        }
        if self.dry_run {
            writeln!(f, "dry run: nothing was written")?;
        }
        Ok(())
    }
}

impl Report {
    fn counts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written {
            inserted,
            updated,
            returned,
            parcels,
        } = self.written;
        let unchanged = self.written.unchanged();
        write!(
            f,
            "{parcels} parcels: {inserted} new, {updated} changed, {unchanged} unchanged"
        )?;
        if returned > 0 {
            write!(f, ", {returned} returned")?;
        }
        writeln!(f)?;
        if self.retired > 0 {
            let retired = self.retired;
            writeln!(f, "{retired} parcels retired: the file no longer has them")?;
        }
        if self.replaced > 0 {
            let replaced = self.replaced;
            writeln!(
                f,
                "{replaced} parcels of providers retired: the file has their numbers"
            )?;
        }
        Ok(())
    }

    /// What the operator compares with the file before importing it.
    fn details(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.reader.fields.iter().map(|field| {
            let source = field.source.clone().unwrap_or_else(|| "-".to_owned());
            let mut row = cells(&field.column);
            row.insert(1, source);
            row
        });
        let head = ["our column", "source column", "filled", "examples"];
        writeln!(f, "{}", table(&head, fields))?;
        let format = &self.reader.format;
        let crs: String = self.reader.crs.chars().take(100).collect();
        writeln!(f, "format {format}, coordinates in {crs}\n")?;
        let counties = self.counties.iter().take(COUNTIES).map(|county| {
            let known = County::with_fips(&county.county_fips);
            let of_county =
                known.map_or_else(|| "not known".to_owned(), |known| degrees(&known.bounds));
            vec![
                county_label(&county.county_fips),
                county.rows.to_string(),
                degrees(&county.bounds),
                of_county,
            ]
        });
        let head = [
            "county",
            "rows",
            "outlines (west south east north)",
            "county",
        ];
        writeln!(f, "{}", table(&head, counties))?;
        if self.counties.len() > COUNTIES {
            writeln!(f, "… {} counties in all\n", self.counties.len())?;
        }
        Ok(())
    }
}

fn degrees(bounds: &Bounds) -> String {
    let Bounds {
        west,
        south,
        east,
        north,
    } = bounds;
    format!("{west:.3} {south:.3} {east:.3} {north:.3}")
}

/// The columns of a source that was not recognised, and the guess.
pub fn unrecognised(not: &NotDetected) -> String {
    let columns = table(
        &["source column", "filled", "examples"],
        not.columns.iter().map(cells),
    );
    let guess = not.guess.entries().map(|(field, column)| {
        let column = column.unwrap_or("-");
        let summary = not.columns.iter().find(|known| known.name == column);
        vec![
            field.to_owned(),
            column.to_owned(),
            summary.map_or_else(String::new, |known| percent(known.filled)),
        ]
    });
    let guess = table(&["our column", "best guess", "filled"], guess);
    let rows = not.rows;
    let accepted = not.guess.map().map_or_else(String::new, |_map| {
        format!("\nthe guess as text: --field-map {}\n", not.guess.text())
    });
    format!("columns in the first {rows} rows:\n{columns}\n{guess}{accepted}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_of_a_dry_run_compares_file_and_county() {
        let column = |name: &str| ColumnSummary {
            name: name.to_owned(),
            filled: 0.5,
            examples: vec!["1".to_owned(), "2".to_owned()],
        };
        let mut report = Report {
            dry_run: true,
            counties: vec![CountySummary {
                county_fips: "37161".to_owned(),
                rows: 7,
                bounds: Bounds {
                    west: -82.0,
                    south: 35.0,
                    east: -81.5,
                    north: 35.5,
                },
            }],
            rejects: Some(PathBuf::from("a.rejects.csv")),
            ..Report::default()
        };
        report.reader.fields.push(FieldSummary {
            source: Some("pin".to_owned()),
            column: column("parcelnumb"),
        });
        report
            .rejections
            .add(3, &Reason::with("no x", "no x at all".to_owned()));
        let text = report.to_string();
        for part in [
            "parcelnumb  pin            50 %    1 | 2",
            "Rutherford, NC (37161)  7     -82.000 35.000 -81.500 35.500",
            "1 rows skipped: no x (row 3)",
            "skipped rows are in a.rejects.csv",
            "dry run: nothing was written",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }
}
