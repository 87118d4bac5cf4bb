//! Rows of the staging table in the binary format of COPY.

use bytes::{BufMut as _, BytesMut};
use serde_json::Value;

use super::Staged;
use super::binary::{put_boolean, put_bytes, put_json, put_text, put_uuid};
use super::lines::{LandFacts, Prepared, json_text};
use super::simple_outline::SimpleOutline;
use super::unnumbered::StagedUnnumbered;

pub(super) const COPY: &str = "COPY import_rows (line, kind, shape, crs, ll_uuid, county_fips, fields, raw, hash, is_numbered, outline) \
    FROM STDIN (FORMAT binary)";
const COLUMN_COUNT: i16 = 11;

/// Appends a parcel: its shape as the file has it, or its outline, which then needs no PostGIS.
pub(super) fn put_row(
    chunk: &mut BytesMut,
    row: &Staged,
    prepared: &Prepared,
    outline: Option<&SimpleOutline>,
) {
    chunk.put_i16(COLUMN_COUNT);
    put_bytes(chunk, &row.line.to_be_bytes());
    if outline.is_some() {
        put_text(chunk, Some("b"));
        put_text(chunk, Some(""));
        put_text(chunk, None);
    } else {
        put_text(chunk, Some(row.shape.kind()));
        put_text(chunk, Some(&row.shape.text()));
        put_text(chunk, row.crs.as_deref());
    }
    put_uuid(chunk, row.fields.ll_uuid);
    put_text(chunk, Some(&row.fields.county_fips));
    put_json(chunk, Some(&prepared.fields));
    put_json(chunk, prepared.raw.as_deref());
    put_text(chunk, Some(&prepared.hash));
    put_boolean(chunk, Some(true));
    match outline {
        Some(outline) => put_bytes(chunk, &outline.ewkb()),
        None => chunk.put_i32(-1),
    }
}

/// The same for a row without a parcel number. Nothing is compared by its hash.
pub(super) fn put_unnumbered(chunk: &mut BytesMut, row: &StagedUnnumbered) {
    chunk.put_i16(COLUMN_COUNT);
    put_bytes(chunk, &row.line.to_be_bytes());
    put_text(chunk, Some(row.shape.kind()));
    put_text(chunk, Some(&row.shape.text()));
    put_text(chunk, row.crs.as_deref());
    chunk.put_i32(-1);
    put_text(chunk, Some(&row.land.county_fips));
    let facts = LandFacts {
        land: &row.land,
        provenance: row.provenance.as_ref(),
    };
    put_json(
        chunk,
        Some(&serde_json::to_string(&facts).unwrap_or_default()),
    );
    put_json(chunk, Some(&json_text(&Value::Object(row.columns.clone()))));
    put_text(chunk, Some(""));
    put_boolean(chunk, Some(false));
    chunk.put_i32(-1);
}
