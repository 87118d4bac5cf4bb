//! KML 2.2: a placemark for each parcel, with its facts as extended data.
//!
//! Outlines come as PostGIS writes them for KML. Everything else is text.

use std::borrow::Cow;

use crate::columns::{Cell, Column, text};
use crate::{ExportError, Exported, Rest};

const HEAD: &[u8] = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document><name>Parcels</name>\
    <Style id=\"parcel\"><LineStyle><color>ff2a2ad1</color><width>2</width></LineStyle>\
    <PolyStyle><color>332a2ad1</color></PolyStyle></Style>\n";

pub(crate) struct Encoder {
    columns: Vec<Column>,
}

impl Encoder {
    pub fn new(columns: Vec<Column>, out: &mut Vec<u8>) -> Self {
        out.extend_from_slice(HEAD);
        Self { columns }
    }
}

impl crate::Encoder for Encoder {
    fn add(&mut self, parcel: &Exported, out: &mut Vec<u8>) -> Result<(), ExportError> {
        if !parcel.outline.starts_with(b"<") {
            return Err(ExportError::Outline);
        }
        let fields = &parcel.fields;
        let name = fields.address.as_deref().unwrap_or(&fields.parcelnumb);
        out.extend_from_slice(b"<Placemark id=\"p-");
        out.extend_from_slice(fields.ll_uuid.to_string().as_bytes());
        out.extend_from_slice(b"\"><name>");
        escaped(name, out);
        out.extend_from_slice(b"</name><styleUrl>#parcel</styleUrl><ExtendedData>");
        for column in &self.columns {
            if let Some(cell) = (column.cell)(parcel) {
                data(column.name, cell, out);
            }
        }
        out.extend_from_slice(b"</ExtendedData>");
        out.extend_from_slice(&parcel.outline);
        out.extend_from_slice(b"</Placemark>\n");
        Ok(())
    }

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Rest, ExportError> {
        out.extend_from_slice(b"</Document></kml>\n");
        Ok(Rest::Nothing)
    }
}

fn data(name: &str, cell: Cell<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"<Data name=\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\"><value>");
    escaped(&text(cell), out);
    out.extend_from_slice(b"</value></Data>");
}

/// Control characters cannot be written in XML 1.0 at all.
fn escaped(text: &str, out: &mut Vec<u8>) {
    for character in text.chars() {
        let written: Cow<'_, str> = match character {
            '&' => "&amp;".into(),
            '<' => "&lt;".into(),
            '>' => "&gt;".into(),
            '"' => "&quot;".into(),
            '\t' | '\n' | '\r' => " ".into(),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => continue,
            c => c.to_string().into(),
        };
        out.extend_from_slice(written.as_bytes());
    }
}
