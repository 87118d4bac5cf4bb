//! A dossier as XLSX: the sites as columns, each fact with its source and date, the parcels, the sources, and
//! what the firm's properties add. No I/O.
//!
//! Texts are written as texts, as in the crate `parcel-export`: never as formulas, and a parcel number never as a number.

mod firm;

use chrono::{Datelike as _, NaiveDate};
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use super::context::Maker;
use super::dto::{ComparedValue, RowUnit, SiteComparison};
use super::parts::SiteParts;
use super::said;

const UNKNOWN: &str = "unknown";

struct Formats {
    bold: Format,
    title: Format,
    text: Format,
    day: Format,
}

impl Formats {
    fn new() -> Self {
        let text = || Format::new().set_num_format("@").set_quote_prefix();
        Self {
            bold: text().set_bold(),
            title: text().set_bold().set_font_size(14),
            text: text().set_text_wrap(),
            day: Format::new().set_num_format("yyyy-mm-dd"),
        }
    }
}

/// How a number is shown; `None` as a spreadsheet shows it.
fn number_format(unit: RowUnit) -> Option<&'static str> {
    match unit {
        RowUnit::None | RowUnit::Year => None,
        RowUnit::Acres | RowUnit::Miles => Some("#,##0.00"),
        RowUnit::Count | RowUnit::SquareFeet | RowUnit::Feet => Some("#,##0"),
        RowUnit::Dollars | RowUnit::DollarsPerAcre => Some("$#,##0"),
        RowUnit::Percent | RowUnit::Points => Some("0.0"),
    }
}

fn unit_name(unit: RowUnit) -> &'static str {
    match unit {
        RowUnit::None | RowUnit::Count | RowUnit::Year => "",
        RowUnit::Acres => "acres",
        RowUnit::SquareFeet => "square feet",
        RowUnit::Feet => "feet",
        RowUnit::Miles => "miles",
        RowUnit::Dollars => "dollars",
        RowUnit::DollarsPerAcre => "dollars per acre",
        RowUnit::Percent => "percent",
        RowUnit::Points => "points",
    }
}

/// `parts` are those of the sites, in their order.
pub fn xlsx(
    comparison: &SiteComparison,
    maker: &Maker,
    parts: &[SiteParts],
) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let formats = Formats::new();
    sites(workbook.add_worksheet(), comparison, maker, &formats)?;
    facts(workbook.add_worksheet(), comparison, &formats)?;
    parcels(workbook.add_worksheet(), comparison, &formats)?;
    sources(workbook.add_worksheet(), comparison, &formats)?;
    firm::sheets(&mut workbook, comparison, parts, &formats)?;
    workbook.save_to_buffer()
}

fn sites(
    sheet: &mut Worksheet,
    comparison: &SiteComparison,
    maker: &Maker,
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.set_name("Sites")?;
    sheet.set_column_width(0, 34)?;
    let title = comparison.project.as_deref().unwrap_or("Site dossier");
    write(sheet, (0, 0), title, &formats.title)?;
    let made = format!(
        "Prepared by {}, {}, {}",
        maker.name,
        maker.firm,
        said::day(comparison.made_at.date_naive())
    );
    write(sheet, (1, 0), &made, &formats.bold)?;
    write(sheet, (3, 0), "Fact", &formats.bold)?;
    for (place, site) in comparison.sites.iter().enumerate() {
        let column = column(place) + 1;
        sheet.set_column_width(column, 30)?;
        let name = format!("{}. {}", place + 1, site.name);
        write(sheet, (3, column), &name, &formats.bold)?;
    }
    sheet.set_freeze_panes(4, 1)?;
    let mut at = 4;
    let mut section = "";
    for row in &comparison.rows {
        if row.section != section {
            section = &row.section;
            write(sheet, (at, 0), section, &formats.bold)?;
            at += 1;
        }
        let label = match unit_name(row.unit) {
            "" => row.label.clone(),
            unit => format!("{} ({unit})", row.label),
        };
        write(sheet, (at, 0), &label, &formats.text)?;
        for (place, value) in row.values.iter().enumerate() {
            let cell = (at, column(place) + 1);
            let is_best = row.best.contains(&place);
            match &value.text {
                // 'At most' is said here with the number; on the sheet of facts it is a note.
                Some(text) if value.is_upper_bound => write(sheet, cell, text, &formats.text)?,
                _ => put(sheet, cell, value, (row.unit, is_best), formats)?,
            }
        }
        at += 1;
    }
    write(
        sheet,
        (at + 1, 0),
        "Bold: the best of the known values, where a higher or lower one is better.",
        &formats.text,
    )
}

fn facts(
    sheet: &mut Worksheet,
    comparison: &SiteComparison,
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.set_name("Facts")?;
    let heads = [
        ("Site", 30),
        ("Group", 12),
        ("Fact", 30),
        ("Value", 34),
        ("Unit", 16),
        ("Note", 16),
        ("Source", 46),
        ("As of", 12),
    ];
    header(sheet, &heads, formats)?;
    let mut at = 1;
    for (place, site) in comparison.sites.iter().enumerate() {
        let name = format!("{}. {}", place + 1, site.name);
        for row in &comparison.rows {
            let value = &row.values[place];
            write(sheet, (at, 0), &name, &formats.text)?;
            write(sheet, (at, 1), &row.section, &formats.text)?;
            write(sheet, (at, 2), &row.label, &formats.text)?;
            put(sheet, (at, 3), value, (row.unit, false), formats)?;
            write(sheet, (at, 4), unit_name(row.unit), &formats.text)?;
            if value.is_upper_bound {
                write(sheet, (at, 5), "upper bound", &formats.text)?;
            }
            if let Some(source) = &value.source {
                write(sheet, (at, 6), source, &formats.text)?;
            }
            if let Some(as_of) = value.as_of {
                day(sheet, (at, 7), as_of, formats)?;
            }
            at += 1;
        }
    }
    sheet.autofilter(0, 0, at.max(2) - 1, column(heads.len()) - 1)?;
    Ok(())
}

fn parcels(
    sheet: &mut Worksheet,
    comparison: &SiteComparison,
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.set_name("Parcels")?;
    let heads = [
        ("Site", 30),
        ("Parcel number", 22),
        ("Address", 30),
        ("Owner", 34),
        ("Acres", 12),
        ("Total value", 16),
        ("ll_uuid", 38),
    ];
    header(sheet, &heads, formats)?;
    let mut at = 1;
    for (place, site) in comparison.sites.iter().enumerate() {
        let name = format!("{}. {}", place + 1, site.name);
        for parcel in &site.parcels {
            write(sheet, (at, 0), &name, &formats.text)?;
            write(sheet, (at, 1), &parcel.parcelnumb, &formats.text)?;
            let address = parcel.address.as_deref().unwrap_or(UNKNOWN);
            write(sheet, (at, 2), address, &formats.text)?;
            write(
                sheet,
                (at, 3),
                parcel.owner.as_deref().unwrap_or(UNKNOWN),
                &formats.text,
            )?;
            number(sheet, (at, 4), parcel.acres, RowUnit::Acres, formats)?;
            number(
                sheet,
                (at, 5),
                parcel.total_value,
                RowUnit::Dollars,
                formats,
            )?;
            write(sheet, (at, 6), &parcel.ll_uuid.0.to_string(), &formats.text)?;
            at += 1;
        }
    }
    Ok(())
}

fn sources(
    sheet: &mut Worksheet,
    comparison: &SiteComparison,
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.set_name("Sources")?;
    header(
        sheet,
        &[("Source", 40), ("Licence", 40), ("Note", 40)],
        formats,
    )?;
    let mut at = 1;
    for source in &comparison.sources {
        write(sheet, (at, 0), &source.name, &formats.text)?;
        write(
            sheet,
            (at, 1),
            source.licence.as_deref().unwrap_or(UNKNOWN),
            &formats.text,
        )?;
        if source.is_sample {
            write(
                sheet,
                (at, 2),
                "Generated sample data, no real place",
                &formats.text,
            )?;
        }
        at += 1;
    }
    for (place, site) in comparison.sites.iter().enumerate() {
        for note in &site.notes {
            at += 1;
            write(
                sheet,
                (at, 0),
                &format!("{}. {}", place + 1, site.name),
                &formats.text,
            )?;
            write(sheet, (at, 1), note, &formats.text)?;
        }
    }
    Ok(())
}

fn header(
    sheet: &mut Worksheet,
    heads: &[(&str, u32)],
    formats: &Formats,
) -> Result<(), XlsxError> {
    for (place, (name, width)) in heads.iter().enumerate() {
        sheet.set_column_width(column(place), *width)?;
        write(sheet, (0, column(place)), name, &formats.bold)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    Ok(())
}

fn put(
    sheet: &mut Worksheet,
    at: (u32, u16),
    value: &ComparedValue,
    (unit, is_best): (RowUnit, bool),
    formats: &Formats,
) -> Result<(), XlsxError> {
    match (value.number, value.day, &value.text) {
        (Some(shown), _, _) => {
            let mut format = Format::new();
            if let Some(shape) = number_format(unit) {
                format = format.set_num_format(shape);
            }
            if is_best {
                format = format.set_bold();
            }
            sheet.write_number_with_format(at.0, at.1, shown, &format)?;
            Ok(())
        }
        (_, Some(of), _) => day(sheet, at, of, formats),
        (_, _, Some(text)) => write(sheet, at, text, &formats.text),
        _ => write(sheet, at, UNKNOWN, &formats.text),
    }
}

fn number(
    sheet: &mut Worksheet,
    at: (u32, u16),
    number: Option<f64>,
    unit: RowUnit,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let value = ComparedValue {
        number,
        ..ComparedValue::default()
    };
    put(sheet, at, &value, (unit, false), formats)
}

fn day(
    sheet: &mut Worksheet,
    at: (u32, u16),
    of: NaiveDate,
    formats: &Formats,
) -> Result<(), XlsxError> {
    // Spreadsheets know no day before 1900.
    if of.year() < 1900 {
        return write(sheet, at, &of.to_string(), &formats.text);
    }
    sheet.write_datetime_with_format(at.0, at.1, of, &formats.day)?;
    Ok(())
}

/// As a text, whatever it looks like.
fn write(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    text: &str,
    format: &Format,
) -> Result<(), XlsxError> {
    // Longer ones are no cells, and control characters no XML.
    let shown: String = text
        .chars()
        .filter(|letter| !letter.is_control())
        .take(8_000)
        .collect();
    sheet.write_string_with_format(row, column, shown, format)?;
    Ok(())
}

/// Sites and headings are few.
fn column(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX - 1)
}
