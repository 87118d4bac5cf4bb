//! Compiles documents with typst to tagged PDF; the program `typesetter` is around it.
//!
//! The template is the only source; data is read by it with `json("data.json")` as strings and numbers, which are never
//! markup. Nothing else can be read: no other file, no package, no font of the machine, no network. The same document
//! gives the same bytes. No async; no I/O but that of the program.

mod fonts;
mod printable;
mod world;

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use typeset::{Document, MAX_DATA_BYTES, MAX_IMAGE_BYTES, Refusal, Reply};
use typst::diag::SourceDiagnostic;
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};
use world::Files;

/// Most pages: those of a print file of letters with six pages each.
const MAX_PAGES: usize = 1_500;

/// Typesets a document as PDF 1.7 with the tags of PDF/UA-1.
pub fn pdf(mut document: Document) -> Result<(Vec<u8>, Reply), Refusal> {
    let image_bytes = document.images.values().map(Vec::len).sum();
    if image_bytes > MAX_IMAGE_BYTES {
        return Err(Refusal::ImagesTooLarge(image_bytes));
    }
    let replaced = printable::replace(&mut document.data);
    let data = document.data.to_string();
    if data.len() > MAX_DATA_BYTES {
        return Err(Refusal::DataTooLarge(data.len()));
    }
    let files = Files::new(&document, data, !replaced.is_empty())?;
    let compiled = typst::compile::<PagedDocument>(&files).output;
    let compiled = compiled.map_err(|faults| Refusal::Template(said(&faults)))?;
    let pages = compiled.pages().len();
    if pages > MAX_PAGES {
        return Err(Refusal::TooManyPages(pages));
    }
    let standards = PdfStandards::new(&[PdfStandard::Ua_1])
        .map_err(|fault| Refusal::Standard(fault.message().to_string()))?;
    let options = PdfOptions {
        ident: Smart::Custom(document.identity),
        creator: Smart::Custom(Some("Sitewright".to_owned())),
        timestamp: clock(document.made_at).map(Timestamp::new_utc),
        standards,
        ..PdfOptions::default()
    };
    let pdf =
        typst_pdf::pdf(&compiled, &options).map_err(|faults| Refusal::Standard(said(&faults)))?;
    Ok((pdf, Reply { pages, replaced }))
}

fn clock(at: DateTime<Utc>) -> Option<Datetime> {
    Datetime::from_ymd_hms(
        at.year(),
        at.month() as u8,
        at.day() as u8,
        at.hour() as u8,
        at.minute() as u8,
        at.second() as u8,
    )
}

fn said(faults: &[SourceDiagnostic]) -> String {
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    messages.join("; ")
}

#[cfg(test)]
mod tests;
