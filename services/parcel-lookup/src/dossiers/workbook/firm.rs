//! The sheets of the firm's properties: comparable sales with their adjustments, and photos. No I/O.

use rust_xlsxwriter::{Image, Workbook, Worksheet, XlsxError};

use super::{Formats, UNKNOWN, column, day, header, number, write};
use crate::dossiers::comps::{Adjustment, CompItem, Unit};
use crate::dossiers::dto::{RowUnit, SiteComparison};
use crate::dossiers::parts::SiteParts;

/// Of a picture on the sheet, pixels.
const PICTURE: (u32, u32) = (400, 300);

/// Adds the sheets that have something.
pub fn sheets(
    workbook: &mut Workbook,
    comparison: &SiteComparison,
    parts: &[SiteParts],
    formats: &Formats,
) -> Result<(), XlsxError> {
    if parts.iter().any(|site| site.comps.is_some()) {
        comps(workbook.add_worksheet(), comparison, parts, formats)?;
    }
    if parts.iter().any(|site| !site.photos.is_empty()) {
        photos(workbook.add_worksheet(), comparison, parts, formats)?;
    }
    Ok(())
}

/// 'Place. Name', as on the other sheets.
fn names(comparison: &SiteComparison) -> impl Iterator<Item = String> {
    let sites = comparison.sites.iter().enumerate();
    sites.map(|(place, site)| format!("{}. {}", place + 1, site.name))
}

fn comps(
    sheet: &mut Worksheet,
    comparison: &SiteComparison,
    parts: &[SiteParts],
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.set_name("Comparable sales")?;
    let heads = [
        ("Site", 30),
        ("Sale", 30),
        ("Sale date", 12),
        ("Price", 14),
        ("Area", 16),
        ("Adjustments", 46),
        ("Net, percent", 12),
        ("Gross, percent", 12),
        ("Adjusted price", 14),
        ("Adjusted price per unit", 20),
        ("Unit", 14),
        ("Note", 34),
        ("Source", 30),
    ];
    header(sheet, &heads, formats)?;
    let mut at = 1;
    for (name, site) in names(comparison).zip(parts) {
        let Some(set) = &site.comps else { continue };
        for item in &set.items {
            write(sheet, (at, 0), &name, &formats.text)?;
            sale(sheet, at, item, set.unit, formats)?;
            at += 1;
        }
        write(sheet, (at, 0), &name, &formats.bold)?;
        write(sheet, (at, 1), &set.summary(), &formats.bold)?;
        at += 2;
    }
    Ok(())
}

fn sale(
    sheet: &mut Worksheet,
    at: u32,
    item: &CompItem,
    unit: Unit,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let adjustments: Vec<String> = item.adjustments.iter().map(Adjustment::words).collect();
    let area = item.area(unit);
    write(sheet, (at, 1), &item.name(), &formats.text)?;
    day(sheet, (at, 2), item.comp.sale_date, formats)?;
    let price = Some(item.comp.price);
    number(sheet, (at, 3), price, RowUnit::Dollars, formats)?;
    let area = area.as_deref().unwrap_or(UNKNOWN);
    write(sheet, (at, 4), area, &formats.text)?;
    write(sheet, (at, 5), &adjustments.join("; "), &formats.text)?;
    number(sheet, (at, 6), item.net_percent, RowUnit::Percent, formats)?;
    let gross = item.gross_percent;
    number(sheet, (at, 7), gross, RowUnit::Percent, formats)?;
    let adjusted = item.adjusted_price;
    number(sheet, (at, 8), adjusted, RowUnit::Dollars, formats)?;
    let per_unit = item.unit_price.map(|price| unit.price(price));
    let per_unit = per_unit.as_deref().unwrap_or(UNKNOWN);
    write(sheet, (at, 9), per_unit, &formats.text)?;
    write(sheet, (at, 10), unit.words(), &formats.text)?;
    if let Some(why) = item.left_out() {
        write(sheet, (at, 11), &why, &formats.text)?;
    }
    write(sheet, (at, 12), &item.comp.source, &formats.text)
}

fn photos(
    sheet: &mut Worksheet,
    comparison: &SiteComparison,
    parts: &[SiteParts],
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.set_name("Photos")?;
    let heads = [("Site", 30), ("Name", 40), ("Uploaded", 12), ("Photo", 60)];
    header(sheet, &heads, formats)?;
    let mut at = 1;
    for (name, site) in names(comparison).zip(parts) {
        for photo in &site.photos {
            write(sheet, (at, 0), &name, &formats.text)?;
            write(sheet, (at, 1), &photo.name, &formats.text)?;
            day(sheet, (at, 2), photo.day, formats)?;
            let picture = Image::new_from_buffer(&photo.jpeg)?
                .set_scale_to_size(PICTURE.0, PICTURE.1, true)
                .set_alt_text(format!("Photo of {name}: {}", photo.name));
            sheet.set_row_height_pixels(at, PICTURE.1 + 6)?;
            sheet.insert_image_with_offset(at, column(3), &picture, 3, 3)?;
            at += 1;
        }
    }
    Ok(())
}
