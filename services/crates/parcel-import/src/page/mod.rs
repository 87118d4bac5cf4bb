//! The report as a page: one HTML file that needs nothing else.
//!
//! Texts of the file are escaped and cut, and tables and map are bounded, so that the page has at
//! most about 1 MB whatever the file is.

mod html;
mod map;
mod tables;

use std::fs::Permissions;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use parcel_record::counties::county_label;
use tempfile::NamedTempFile;

use crate::error::ImportError;
use crate::report::{About, Report};
use crate::survey::Fate;
use html::{cut, grouped};
use map::class;

/// Characters of a name or a licence.
const MAX_NAME: usize = 300;
/// Characters of the reason why a file was refused, which may list its columns.
const MAX_REFUSAL: usize = 4_000;

const STYLE: &str = include_str!("page.css");

/// A page that will be written. Opened before an import, so that a folder that cannot be written is
/// noticed before anything is imported.
#[derive(Debug)]
pub struct PageFile {
    file: PathBuf,
    /// In the same folder: renamed when it is complete.
    aside: NamedTempFile,
}

impl PageFile {
    /// To be written to this file.
    pub fn beside(file: PathBuf) -> Result<Self, ImportError> {
        match aside(&file) {
            Ok(aside) => Ok(Self { file, aside }),
            Err(source) => Err(ImportError::Page { file, source }),
        }
    }

    /// Writes the page and names its file.
    pub fn write(mut self, report: &Report) -> Result<PathBuf, ImportError> {
        let written = self.aside.write_all(page(report).as_bytes());
        let written = written.and_then(|()| self.aside.as_file().sync_all());
        let written = written.and_then(|()| Ok(self.aside.persist(&self.file).map(drop)?));
        match written {
            Ok(()) => Ok(self.file),
            Err(source) => Err(ImportError::Page {
                file: self.file,
                source,
            }),
        }
    }
}

fn aside(file: &Path) -> io::Result<NamedTempFile> {
    if file.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    let folder = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // As any new file; those of tempfile can be read by nobody else.
    tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)
}

/// The whole page.
fn page(report: &Report) -> String {
    let name = report.about.as_ref().map_or("", |about| &about.file);
    let name = cut(name, MAX_NAME);
    let (kind, class) = match (&report.refused, report.dry_run) {
        (Some(_), _) => ("Refused", "refused"),
        (None, true) => ("Dry run", "dry-run"),
        (None, false) => ("Import", "import"),
    };
    let mut parts = vec![
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{kind}: {name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body class=\"{class}\">\n\
             <header>\n<p class=\"kind\">{kind}</p>\n<h1>{name}</h1>\n<p class=\"verdict\">{}</p>\n{}</header>\n<main>\n",
            verdict(report),
            facts(report),
        ),
        figures(report),
    ];
    parts.push(maps(report));
    parts.push(tables::place(report));
    parts.push(tables::rejected(report));
    parts.push(tables::fields(report));
    parts.push(tables::roll(report));
    let at = report.about.as_ref().map(|about| about.at);
    let at = at.map_or_else(String::new, |at| {
        at.format(", %Y-%m-%d %H:%M UTC").to_string()
    });
    parts.push(format!(
        "</main>\n<footer>Sitewright {}{at}</footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    ));
    parts.concat()
}

/// What the command did or would do, in a sentence.
fn verdict(report: &Report) -> String {
    if let Some(refused) = &report.refused {
        let why = cut(refused.trim_end_matches('.'), MAX_REFUSAL);
        return format!("Nothing was written: {why}.");
    }
    let done = [
        (Fate::New, "new"),
        (Fate::Changed, "changed"),
        (Fate::Unchanged, "unchanged"),
        (Fate::Returned, "returned"),
        (Fate::Retired, "retired"),
    ];
    let done: Vec<String> = done
        .into_iter()
        .map(|(fate, done)| (count(report, fate), done))
        .filter(|(count, _)| *count > 0)
        .map(|(count, done)| format!("{} {done}", grouped(count)))
        .collect();
    let done = if done.is_empty() {
        "no parcels".to_owned()
    } else {
        format!("{} parcels", done.join(", "))
    };
    let rejected = grouped(count(report, Fate::Rejected));
    let done = format!("{done}; rows not taken: {rejected}.");
    match report.batch {
        Some(batch) => format!(
            "Batch {batch} was written: {done} <code>parcel-lookup imports undo {batch}</code> undoes it."
        ),
        None => format!("Nothing was written. To be expected of the import: {done}"),
    }
}

/// Parcels, or rows that are not taken.
fn count(report: &Report, fate: Fate) -> u64 {
    let written = report.written;
    let parcels = match fate {
        Fate::Unnumbered => report.unnumbered.total(),
        Fate::Unchanged => written.unchanged(),
        Fate::New => written.inserted,
        Fate::Changed => written.updated,
        Fate::Returned => written.returned,
        Fate::Retired => return report.retired + report.replaced,
        Fate::Rejected => return report.rejections.total(),
    };
    parcels.unsigned_abs()
}

fn label(fate: Fate) -> &'static str {
    match fate {
        Fate::Unnumbered => "Without a number",
        Fate::Unchanged => "Unchanged",
        Fate::New => "New",
        Fate::Changed => "Changed",
        Fate::Returned => "Returned",
        Fate::Retired => "Retired",
        Fate::Rejected => "Rows not taken",
    }
}

fn pairs(class: &str, pairs: impl IntoIterator<Item = (String, String)>) -> String {
    let pairs: Vec<String> = pairs
        .into_iter()
        .map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n"))
        .collect();
    format!("<dl class=\"{class}\">\n{}</dl>\n", pairs.concat())
}

/// What is known of the file.
fn facts(report: &Report) -> String {
    let mut facts: Vec<(&str, String)> = Vec::new();
    if let Some(about) = &report.about {
        facts.extend(said(about));
    }
    let reader = &report.reader;
    if !reader.field_map.is_empty() {
        facts.push(("Field map", cut(&reader.field_map, MAX_NAME)));
        let crs = &reader.crs;
        let crs = format!("{} ({})", cut(&crs.name, MAX_NAME), crs.found);
        facts.push(("Coordinates", crs));
    }
    if !reader.format.is_empty() {
        facts.push(("Format", cut(&reader.format, MAX_NAME)));
    }
    if let Some(file) = &report.rejects {
        let file = cut(&file.display().to_string(), MAX_NAME);
        facts.push(("Rows not taken are in", file));
    }
    let facts = facts.into_iter();
    pairs("facts", facts.map(|(name, value)| (name.to_owned(), value)))
}

fn said(about: &About) -> Vec<(&'static str, String)> {
    let not_said = || "not given".to_owned();
    let county = about.county_fips.as_deref();
    vec![
        ("Source", cut(&about.source, MAX_NAME)),
        (
            "Licence",
            about
                .licence
                .as_ref()
                .map_or_else(not_said, |licence| cut(licence, MAX_NAME)),
        ),
        (
            "Data of",
            about
                .source_date
                .map_or_else(not_said, |date| date.to_string()),
        ),
        (
            "County",
            county.map_or_else(
                || "as the rows say".to_owned(),
                |county| cut(&county_label(county), MAX_NAME),
            ),
        ),
        (
            "The file is",
            if about.is_partial {
                "a part of its county".to_owned()
            } else {
                "the whole of its county".to_owned()
            },
        ),
    ]
}

/// The counts. A refused file has at most rejected rows.
fn figures(report: &Report) -> String {
    let figure = |name: &str, count: u64| (name.to_owned(), grouped(count));
    let rows = report.reader.rows.unsigned_abs();
    let mut figures = Vec::new();
    if report.refused.is_none() {
        let shown = [Fate::New, Fate::Changed, Fate::Unchanged, Fate::Retired];
        figures.push(figure("Rows in the file", rows));
        figures.extend(shown.map(|fate| figure(label(fate), count(report, fate))));
    } else if report.rejections.total() > 0 {
        figures.push(figure("Rows read", rows));
    } else {
        return String::new();
    }
    let extra = [
        (label(Fate::Unnumbered), count(report, Fate::Unnumbered)),
        ("Returned", report.written.returned.unsigned_abs()),
        ("Further parts", report.further_parts),
        ("Simplified outlines", report.simplified),
        (
            "Not retired: rows cannot be read",
            report.kept + report.unnumbered.kept.unsigned_abs(),
        ),
    ];
    figures.push(figure(label(Fate::Rejected), count(report, Fate::Rejected)));
    let extra = extra.into_iter().filter(|(_, count)| *count > 0);
    figures.extend(extra.map(|(name, count)| figure(name, count)));
    format!("<h2>Counts</h2>\n{}", pairs("figures", figures))
}

/// Both drawings with their legends.
fn maps(report: &Report) -> String {
    let Some(map) = map::map(report) else {
        return String::new();
    };
    let outside = if map.elsewhere > 0 {
        format!(
            " {} outlines lie outside of the map.",
            grouped(map.elsewhere as u64)
        )
    } else {
        String::new()
    };
    let (width, height) = map.size;
    let of = if report.refused.is_some() {
        "what was read of the file"
    } else if report.retired + report.replaced > 0 {
        "the file and of what is retired"
    } else {
        "the file"
    };
    format!(
        "<h2>Map</h2>\n<div class=\"maps\">\n<figure>\n{}<ul class=\"legend\">\n{}</ul>\n\
         <figcaption>{} outlines are drawn, simplified: an even sample of {of}.{outside} The file&#39;s outlines \
         extend over {width:.1} by {height:.1} km.</figcaption>\n</figure>\n\
         <figure>\n{}<ul class=\"legend\">\n<li><label>{} County</label></li>\n<li><label>{} File</label></li>\n</ul>\n\
         <figcaption>The boxes around the county and around the file&#39;s outlines.</figcaption>\n</figure>\n</div>\n",
        map.outlines,
        legend(report),
        grouped(map.drawn as u64),
        map.boxes,
        swatch("county"),
        swatch("file"),
    )
}

/// Kinds of parcels with their numbers in the whole file; each can be hidden.
fn legend(report: &Report) -> String {
    let items = Fate::ALL.into_iter().filter_map(|fate| {
        let is_drawn = report.outlines.iter().any(|outline| outline.fate == fate);
        let count = count(report, fate);
        if !is_drawn && (count == 0 || report.refused.is_some()) {
            return None;
        }
        let class = class(fate);
        // Of a refused file, only the sample is known.
        let (label, count) = match &report.refused {
            Some(_) => ("Outlines that were read", String::new()),
            None => (label(fate), format!(" <span class=\"count\">{}</span>", grouped(count))),
        };
        Some(format!(
            "<li><label><input type=\"checkbox\" id=\"show-{class}\" checked> {} <span>{label}{count}</span></label></li>\n",
            swatch(class)
        ))
    });
    items.collect()
}

fn swatch(class: &str) -> String {
    format!(
        "<svg class=\"swatch\" viewBox=\"0 0 240 160\" aria-hidden=\"true\"><g class=\"{class}\">\
         <rect x=\"12\" y=\"12\" width=\"216\" height=\"136\"/></g></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{CountySummary, FieldSummary};
    use crate::survey::Outline;
    use feature_files::{Crs, Reason};
    use parcel_record::counties::{Bounds, County};
    use parcel_record::field_map::{ColumnSummary, FieldMap};
    use serde_json::json;

    const SCRIPT: &str = "<script>alert('\"&')</script>";

    /// A report whose texts are all this one.
    fn report_of(text: &str) -> Report {
        let mut report = Report {
            about: Some(About {
                file: text.to_owned(),
                source: text.to_owned(),
                licence: Some(text.to_owned()),
                source_date: None,
                county_fips: Some("37161".to_owned()),
                is_partial: false,
                at: chrono::Utc::now(),
            }),
            dry_run: true,
            rejects: Some(PathBuf::from(text)),
            ..Report::default()
        };
        report.reader.field_map = text.to_owned();
        report.reader.format = text.to_owned();
        report.reader.crs = Crs {
            name: text.to_owned(),
            found: "named by the file",
        };
        report.reader.map = Some(FieldMap::parse("parcelnumb=PIN").unwrap());
        report.reader.fields = vec![FieldSummary {
            source: Some(text.to_owned()),
            column: ColumnSummary {
                name: text.to_owned(),
                filled: 0.5,
                examples: vec![text.to_owned(); 3],
            },
        }];
        let columns = json!({ "PIN": text });
        report.rejections.add(
            3,
            &Reason::with(text, text.to_owned()),
            columns.as_object().unwrap(),
        );
        report
    }

    #[test]
    fn no_text_of_a_file_becomes_a_script() {
        for refused in [None, Some(SCRIPT.to_owned())] {
            let page = page(&Report {
                refused,
                ..report_of(SCRIPT)
            });
            assert!(!page.contains("<script"), "{page}");
            assert!(!page.contains("alert('"), "{page}");
            assert!(page.matches("&lt;script&gt;").count() > 10, "{page}");
            for part in ["http://", "https://", "src=", "url(h", "@import"] {
                assert!(!page.contains(part), "{part}");
            }
        }
    }

    #[test]
    fn the_page_is_bounded_whatever_the_file_is() {
        let mut report = report_of(&"\"<&'".repeat(2_000));
        let fields = vec![report.reader.fields[0].clone(); 37];
        report.reader.fields = fields;
        let columns = json!({ "PIN": "'".repeat(10_000) });
        for reason in 0..60 {
            for line in 0..10 {
                let reason = format!("{reason} {}", "\"".repeat(5_000));
                let reason = Reason::with(&reason, "&".repeat(5_000));
                report
                    .rejections
                    .add(line, &reason, columns.as_object().unwrap());
            }
        }
        report.refused = Some("'".repeat(100_000));
        report.counties = County::all()
            .iter()
            .map(|county| CountySummary {
                county_fips: county.county_fips.to_owned(),
                rows: 1,
                bounds: county.bounds,
            })
            .collect();
        let ring: Vec<(f64, f64)> = (0..5_000)
            .map(|index| {
                let angle = f64::from(index) * 0.7;
                (
                    -90.0 + 20.0 * angle.cos(),
                    40.0 + 10.0 * (angle * 1.37).sin(),
                )
            })
            .collect();
        report.outlines = vec![
            Outline {
                fate: Fate::New,
                county_fips: None,
                rings: vec![ring],
            };
            500
        ];
        let size = page(&report).len();
        assert!((500_000..1_100_000).contains(&size), "{size}");
    }

    #[test]
    fn the_page_says_what_the_text_says() {
        let mut report = report_of("a.geojson");
        report.reader.rows = 27_293;
        report.written.parcels = 27_000;
        report.written.inserted = 1_234;
        report.written.updated = 7;
        report.retired = 3;
        report.kept = 2;
        report.unnumbered.kept = 1;
        report.counties = vec![CountySummary {
            county_fips: "37161".to_owned(),
            rows: 27_000,
            bounds: Bounds {
                west: -72.7,
                south: 42.2,
                east: -72.6,
                north: 42.3,
            },
        }];
        let text = page(&report);
        for part in [
            "1,234 new, 7 changed, 25,759 unchanged, 3 retired parcels; rows not taken: 1.",
            "<dt>Rows in the file</dt><dd>27,293</dd>",
            "<dt>Not retired: rows cannot be read</dt><dd>3</dd>",
            "row 3, a.geojson: a.geojson",
            "Rutherford, NC (37161)",
            "-72.700 42.200 -72.600 42.300",
            "elsewhere: 1,1",
            "<span class=\"number\">50 %</span>",
            "<html lang=\"en\">",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        report.batch = Some(12);
        assert!(page(&report).contains("Batch 12 was written"));
    }

    #[test]
    fn a_page_is_written_aside_and_readable_by_others() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.html");
        std::fs::write(&file, "old").unwrap();
        let page = PageFile::beside(file.clone()).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(page.write(&report_of("a")).unwrap(), file);
        assert!(
            std::fs::read_to_string(&file)
                .unwrap()
                .ends_with("</html>\n")
        );
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o400, 0o400);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        for refused in [folder.path().to_owned(), folder.path().join("no/a.html")] {
            let error = PageFile::beside(refused).unwrap_err();
            assert!(error.to_string().contains("--report"), "{error}");
        }
    }
}
