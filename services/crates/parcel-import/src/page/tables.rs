//! The tables of the page: where the file lies, what is not taken, and which columns are ours.

use feature_files::{Example, percent};
use parcel_record::counties::{Bounds, County, county_label};

use super::html::{cut, grouped, table};
use super::map::kilometres;
use crate::report::{COUNTIES, CountySummary, FieldSummary, ReaderSummary, Report, degrees};

/// Characters of a value.
const MAX_VALUE: usize = 120;
/// Characters of a reason, or of the columns that fill one of ours.
const MAX_TEXT: usize = 240;
/// Reasons listed; the import itself knows about twenty.
const MAX_REASONS: usize = 40;

const NONE: &str = "<span class=\"none\">none</span>";

/// The counties: the box around the file's outlines beside the county's own.
pub(super) fn place(report: &Report) -> String {
    if report.counties.is_empty() {
        return String::new();
    }
    let rows = report.counties.iter().take(COUNTIES).map(|county| {
        let known = County::with_fips(&county.county_fips);
        vec![
            cut(&county_label(&county.county_fips), MAX_VALUE),
            number(&grouped(county.rows.unsigned_abs())),
            degrees(&county.bounds),
            known.map_or_else(|| NONE.to_owned(), |known| degrees(&known.bounds)),
            judged(county, known),
        ]
    });
    let caption = if report.refused.is_some() {
        "Counties of a sample of the rows: the box around their outlines, and the county&#39;s own. Degrees west, south, east, north."
    } else {
        "The box around the outlines of each county, and the county&#39;s own. Degrees west, south, east, north."
    };
    let heads = ["County", "Rows", "Outlines", "County&#39;s box", "Position"];
    let table = table("place", caption, &heads, rows);
    let more = report.counties.len().saturating_sub(COUNTIES);
    let more = if more > 0 {
        format!(
            "<p class=\"note\">{} more counties are not listed.</p>\n",
            grouped(more as u64)
        )
    } else {
        String::new()
    };
    format!("<h2>Place</h2>\n{table}{more}")
}

fn judged(county: &CountySummary, known: Option<&'static County>) -> String {
    let Some(known) = known else {
        return "the county&#39;s box is not known".to_owned();
    };
    let (file, own) = (&county.bounds, &known.bounds);
    if file.is_within(own, 0.0) {
        "inside".to_owned()
    } else if meet(file, own) {
        "partly outside".to_owned()
    } else {
        let far = kilometres(file.middle(), own.middle());
        format!("elsewhere: {} km away", grouped(far.round() as u64))
    }
}

fn meet(a: &Bounds, b: &Bounds) -> bool {
    a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north
}

/// Reasons with their rows.
pub(super) fn rejected(report: &Report) -> String {
    if report.rejections.total() == 0 {
        return if report.refused.is_some() {
            String::new()
        } else {
            "<h2>Rows not taken</h2>\n<p>All rows are taken.</p>\n".to_owned()
        };
    }
    let mut reasons: Vec<(&str, u64, &[Example])> = report.rejections.by_reason().collect();
    reasons.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    let rows = reasons
        .into_iter()
        .take(MAX_REASONS)
        .map(|(reason, count, examples)| {
            let examples: Vec<String> = examples
                .iter()
                .map(|example| format!("<li>{}</li>", shown(report, example)))
                .collect();
            vec![
                cut(reason, MAX_TEXT),
                number(&grouped(count)),
                format!("<ul>{}</ul>", examples.concat()),
            ]
        });
    let heads = ["Reason", "Rows", "First of them: row, parcel number, value"];
    let table = table(
        "rejected-rows",
        "Why rows of the file are not taken.",
        &heads,
        rows,
    );
    format!("<h2>Rows not taken</h2>\n{table}")
}

fn shown(report: &Report, example: &Example) -> String {
    let place = cut(&report.rejections.place(example), MAX_VALUE);
    let map = report.reader.map.as_ref();
    let number = map.and_then(|map| map.row(&example.columns).number());
    let number = number.map_or_else(
        || "<span class=\"none\">no number</span>".to_owned(),
        |number| cut(&number, MAX_VALUE),
    );
    let detail = example.detail.as_deref();
    let detail = detail.map_or_else(String::new, |detail| format!(": {}", cut(detail, MAX_TEXT)));
    format!("row {place}, {number}{detail}")
}

/// Our columns: where each comes from, how much of it is filled, and with what.
pub(super) fn fields(report: &Report) -> String {
    let table = columns(
        &report.reader,
        "fields",
        "Our columns in the first rows of the file.",
    );
    if table.is_empty() {
        return table;
    }
    format!("<h2>Fields</h2>\n{table}")
}

/// The tax roll: what became of its rows, and its columns.
pub(super) fn roll(report: &Report) -> String {
    let Some(roll) = &report.roll else {
        return String::new();
    };
    let file = cut(&roll.file, MAX_VALUE);
    let count = |count: i64| grouped(count.unsigned_abs());
    let reasons: Vec<String> = roll
        .rejections
        .by_reason()
        .take(MAX_REASONS)
        .map(|(reason, count, _)| format!("<li>{}: {}</li>", cut(reason, MAX_TEXT), grouped(count)))
        .collect();
    let lacking = if reasons.is_empty() {
        String::new()
    } else {
        format!(
            "<p>Rows that are not joined:</p>\n<ul>{}</ul>\n",
            reasons.concat()
        )
    };
    let columns = columns(
        &roll.reader,
        "fields",
        "Our columns in the first rows of the tax roll.",
    );
    format!(
        "<h2>Tax roll</h2>\n<p>{file}: {} of {} rows ({}) are joined to {} parcels, by its column {} and {} of the parcels. \
         {} parcels have {} units.</p>\n{lacking}{columns}",
        count(roll.joined),
        count(roll.reader.rows),
        percent(roll.share()),
        count(roll.parcels),
        cut(&roll.column, MAX_VALUE),
        cut(&roll.parcel_column, MAX_VALUE),
        count(roll.with_units),
        count(roll.units),
    )
}

fn columns(reader: &ReaderSummary, class: &str, caption: &str) -> String {
    if reader.fields.is_empty() {
        return String::new();
    }
    let is_there = |field: &&FieldSummary| field.source.is_some() || field.column.filled > 0.0;
    let (there, lacking): (Vec<&FieldSummary>, Vec<&FieldSummary>) =
        reader.fields.iter().partition(is_there);
    let heads = ["Our column", "Source column", "Filled", "Examples"];
    let table = table(class, caption, &heads, there.into_iter().map(row));
    let lacking: Vec<String> = lacking
        .iter()
        .map(|field| cut(&field.column.name, MAX_VALUE))
        .collect();
    let lacking = if lacking.is_empty() {
        String::new()
    } else {
        format!(
            "<p class=\"note\">Not in the file: {}.</p>\n",
            lacking.join(", ")
        )
    };
    format!("{table}{lacking}")
}

fn row(field: &FieldSummary) -> Vec<String> {
    let FieldSummary { source, column } = field;
    let examples: Vec<String> = column
        .examples
        .iter()
        .map(|example| format!("<span>{}</span>", cut(example, MAX_VALUE)))
        .collect();
    let share = (column.filled * 100.0).clamp(0.0, 100.0);
    vec![
        cut(&column.name, MAX_VALUE),
        source
            .as_deref()
            .map_or_else(|| NONE.to_owned(), |source| cut(source, MAX_TEXT)),
        format!(
            "<span class=\"number\">{}</span><span class=\"bar\"><i style=\"width:{share:.0}%\"></i></span>",
            percent(column.filled)
        ),
        format!("<span class=\"examples\">{}</span>", examples.concat()),
    ]
}

fn number(text: &str) -> String {
    format!("<span class=\"number\">{text}</span>")
}
