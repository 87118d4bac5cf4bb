//! Rows in the text format of COPY.

use bytes::BytesMut;
use serde::Serialize;

use super::Staged;
use parcel_record::field_map::values;
use parcel_record::{ParcelFields, RowProvenance};

/// The column `fields`.
#[derive(Serialize)]
pub(crate) struct Facts<'a> {
    #[serde(flatten)]
    pub fields: &'a ParcelFields,
    #[serde(flatten)]
    pub provenance: Option<&'a RowProvenance>,
}

/// Appends a row with the columns of the COPY statement.
pub(super) fn write_line(chunk: &mut BytesMut, row: &Staged) {
    let facts = Facts {
        fields: &row.fields,
        provenance: row.provenance.as_ref(),
    };
    let fields = serde_json::to_string(&facts).unwrap_or_default();
    let raw = row
        .raw
        .clone()
        .map(|raw| values::without_nul(raw).to_string());
    let columns = [
        Some(row.line.to_string()),
        Some(row.shape.kind().to_owned()),
        Some(row.shape.text()),
        row.crs.clone(),
        Some(fields),
        raw,
    ];
    for (index, column) in columns.into_iter().enumerate() {
        if index > 0 {
            chunk.extend_from_slice(b"\t");
        }
        match column {
            Some(text) => escape(chunk, &text),
            None => chunk.extend_from_slice(b"\\N"),
        }
    }
    chunk.extend_from_slice(b"\n");
}

/// COPY's text format. PostgreSQL text cannot hold NUL.
fn escape(chunk: &mut BytesMut, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '\t', '\n', '\r', '\0']) {
        let (plain, special) = rest.split_at(at);
        chunk.extend_from_slice(plain.as_bytes());
        chunk.extend_from_slice(match special.as_bytes()[0] {
            b'\t' => b"\\t",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\0' => b"",
            _ => b"\\\\",
        });
        rest = &special[1..];
    }
    chunk.extend_from_slice(rest.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        let mut chunk = BytesMut::new();
        escape(&mut chunk, "a\tb\\c\nd\0e\r");
        assert_eq!(&chunk[..], b"a\\tb\\\\c\\nde\\r");
    }
}
