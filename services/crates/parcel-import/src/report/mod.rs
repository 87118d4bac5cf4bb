//! Report of an import, for the operator.
//!
//! The same data become text for a terminal, here, and a page (`crate::page`).

mod about;
mod fact_columns;
mod roll;

use std::fmt;
use std::path::PathBuf;

use feature_files::{Crs, Rejections, cells, percent, table};
use parcel_record::Written;
use parcel_record::counties::{Bounds, County, county_label};
use parcel_record::field_map::{ColumnSummary, FieldMap, Guess, NotDetected};

use crate::error::ImportError;
use crate::roll::RollSummary;
use crate::staging::UnnumberedReport;
use crate::survey::Outline;
pub use about::About;

/// Counties listed of a file of several.
pub(crate) const COUNTIES: usize = 20;

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
    /// The field map itself; none if no row was readable.
    pub map: Option<FieldMap>,
    /// Coordinate reference system used.
    pub crs: Crs,
    /// Our columns in the first rows.
    pub fields: Vec<FieldSummary>,
    /// Name and result of each file, if there are several; what differs is that of the first file above.
    pub files: Vec<(String, ReaderSummary)>,
}

impl ReaderSummary {
    /// Of several files.
    pub(crate) fn of_files(files: Vec<(String, Self)>) -> Self {
        let all = |part: fn(&Self) -> &str| {
            let mut parts: Vec<&str> = Vec::new();
            for (_, file) in &files {
                if !parts.contains(&part(file)) {
                    parts.push(part(file));
                }
            }
            parts.join(", ")
        };
        Self {
            format: all(|file| &file.format),
            field_map: all(|file| &file.field_map),
            rows: files.iter().map(|(_, file)| file.rows).sum(),
            ..files
                .first()
                .map(|(_, file)| file.clone())
                .unwrap_or_default()
        }
        .with_files(files)
    }

    fn details(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.fields.is_empty() {
            writeln!(f, "{}", fields(self))?;
        }
        let format = &self.format;
        let Crs { name, found } = &self.crs;
        if !format.is_empty() {
            writeln!(f, "format {format}, coordinates in {name} ({found})\n")?;
        }
        Ok(())
    }

    fn with_files(mut self, files: Vec<(String, Self)>) -> Self {
        if files.len() > 1 {
            self.files = files;
        }
        self
    }
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
    /// What was said of the file; none of the sample city.
    pub about: Option<About>,
    /// Why nothing of the file was taken.
    pub refused: Option<String>,
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
    /// Where the outlines lie, the counties with most rows first; of a dry run, or for a page.
    pub counties: Vec<CountySummary>,
    /// Everything was rolled back.
    pub dry_run: bool,
    /// Parcels that the file no longer has.
    pub retired: u64,
    /// Rows that could not be read; which parcels they are of is not known.
    pub unreadable: u64,
    /// Parcels that no row names, but that are not retired because of such rows.
    pub kept: u64,
    /// Parcels of providers that the file has under another id.
    pub replaced: u64,
    /// Land without a parcel number.
    pub unnumbered: UnnumberedReport,
    /// A sample of the outlines, for a page.
    pub outlines: Vec<Outline>,
    /// The tax roll, if there is one.
    pub roll: Option<RollSummary>,
    /// Its batch; none of a dry run, nor of a sample city that was there already.
    pub batch: Option<i64>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dry_run {
            if let Some(about) = &self.about {
                writeln!(f, "{about}\n")?;
            }
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
        self.rejections.lines_of(f, "rows")?;
        if let Some(roll) = &self.roll {
            roll.lines(f)?;
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
        if self.kept > 0 {
            let (kept, unreadable) = (self.kept, self.unreadable);
            writeln!(
                f,
                "{kept} parcels that no row names are not retired, because {unreadable} rows cannot be read and may be theirs; \
                 --allow-retire retires them"
            )?;
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
        if self.reader.files.is_empty() {
            self.reader.details(f)?;
        }
        for (name, file) in &self.reader.files {
            writeln!(
                f,
                "{name}: {} rows, field map {}",
                file.rows, file.field_map
            )?;
            file.details(f)?;
        }
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
        self.roll.as_ref().map_or(Ok(()), |roll| roll.details(f))
    }
}

/// Our columns with those of the source.
fn fields(reader: &ReaderSummary) -> String {
    let fields = reader.fields.iter().map(|field| {
        let source = field.source.clone().unwrap_or_else(|| "-".to_owned());
        let mut row = cells(&field.column);
        row.insert(1, source);
        row
    });
    table(
        &["our column", "source column", "filled", "examples"],
        fields,
    )
}

/// The counties of a sample: those that its rows name, with the box around what was read.
pub(crate) fn counties_of(outlines: &[Outline]) -> Vec<CountySummary> {
    let mut counties: Vec<CountySummary> = Vec::new();
    for outline in outlines {
        let (Some(county), Some(bounds)) = (&outline.county_fips, outline.bounds()) else {
            continue;
        };
        match counties
            .iter_mut()
            .find(|known| known.county_fips == *county)
        {
            Some(known) => {
                known.rows += 1;
                known.bounds = known.bounds.joined(&bounds);
            }
            None => counties.push(CountySummary {
                county_fips: county.clone(),
                rows: 1,
                bounds,
            }),
        }
    }
    counties.sort_by_key(|county| -county.rows);
    counties
}

/// West, south, east and north.
pub(crate) fn degrees(bounds: &Bounds) -> String {
    let Bounds {
        west,
        south,
        east,
        north,
    } = bounds;
    format!("{west:.3} {south:.3} {east:.3} {north:.3}")
}

/// The columns of the file or the roll that was not recognised, and the guess; none of other errors.
pub fn columns_and_guess(error: &ImportError) -> Option<String> {
    match error {
        ImportError::NotRecognised(not) => Some(unrecognised(not)),
        ImportError::Roll(error) => {
            let text = columns_and_guess(error)?;
            Some(text.replace("--field-map", "--roll-field-map"))
        }
        ImportError::OfFile { error, .. } => columns_and_guess(error),
        _ => None,
    }
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
    let in_doubt = of_site_or_bill(&not.guess);
    format!("columns in the first {rows} rows:\n{columns}\n{guess}{in_doubt}{accepted}")
}

/// Columns of an address that are not guessed, and what to say if they are the site's or the bill's.
fn of_site_or_bill(guess: &Guess) -> String {
    let in_doubt = guess.of_site_or_bill();
    let columns: Vec<&str> = in_doubt.iter().map(|(_, column)| column.as_str()).collect();
    let of_site: Vec<String> = in_doubt
        .iter()
        .filter(|(field, _)| guess.column(field).is_none())
        .map(|(field, column)| format!("{field}={column}"))
        .collect();
    if columns.is_empty() {
        return String::new();
    }
    let mut lines = vec![format!(
        "not guessed, because they may be of the site or of the tax bill: {}",
        columns.join(", ")
    )];
    if !of_site.is_empty() {
        let of_site = of_site.join(",");
        lines.push(format!("  if of the site, add to --field-map: {of_site}"));
    }
    if guess.column("mailing_address").is_none() {
        let of_bill = columns.join("+");
        lines.push(format!(
            "  if of the tax bill, add to --field-map: mailing_address={of_bill}"
        ));
    }
    format!("\n{}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use feature_files::Reason;
    use parcel_record::field_map::Sample;
    use serde_json::{Map, Value, json};

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
        report.rejections.add(
            3,
            &Reason::with("no x", "no x at all".to_owned()),
            &Map::new(),
        );
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

    #[test]
    fn columns_of_an_address_that_are_not_guessed_are_listed_with_what_to_say() {
        let shown = |more: &[(&str, &str)]| {
            let row = |index: usize| {
                let mut row = Map::new();
                row.insert("PIN".to_owned(), json!(format!("16-{index:04}")));
                row.insert("ADDRESS".to_owned(), json!(format!("{index} OAK ST")));
                for (name, value) in more {
                    row.insert((*name).to_owned(), json!(value));
                }
                row
            };
            let rows: Vec<Map<String, Value>> = (0..20).map(row).collect();
            let not = FieldMap::detect(&Sample::new(&rows), Some("37161"), &[]).unwrap_err();
            unrecognised(&not)
        };
        let roll = shown(&[("OWNER", "X LLC"), ("CITY", "ATLANTA"), ("ZIP", "30303")]);
        for line in [
            "not guessed, because they may be of the site or of the tax bill: ADDRESS, CITY, ZIP",
            "  if of the site, add to --field-map: address=ADDRESS,scity=CITY,szip=ZIP",
            "  if of the tax bill, add to --field-map: mailing_address=ADDRESS+CITY+ZIP",
            "the guess as text: --field-map owner=OWNER,parcelnumb=PIN",
        ] {
            assert!(roll.contains(line), "{line} is not in\n{roll}");
        }
        let with_site = shown(&[("OWNER", "X LLC"), ("LOCATION", "9 FOX RUN")]);
        assert!(
            with_site.contains("tax bill: ADDRESS\n")
                && with_site.contains("mailing_address=ADDRESS\n"),
            "{with_site}"
        );
        assert!(!with_site.contains("if of the site"), "{with_site}");
        let without_owners = shown(&[]);
        assert!(!without_owners.contains("not guessed"), "{without_owners}");
    }
}
