//! What is written of a row, the hash that tells whether its parcel has changed, and the text format of COPY for tax rolls.

use std::borrow::Cow;

use bytes::BytesMut;
use parcel_record::field_map::values;
use parcel_record::{ParcelFields, Provenance, RowProvenance, Unnumbered};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::Staged;
use super::raw_json::RawJson;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// The column `fields`.
#[derive(Serialize)]
pub(crate) struct Facts<'a> {
    #[serde(flatten)]
    pub fields: &'a ParcelFields,
    #[serde(flatten)]
    pub provenance: Option<&'a RowProvenance>,
}

/// The column `fields` of land without a parcel number.
#[derive(Serialize)]
pub(super) struct LandFacts<'a> {
    #[serde(flatten)]
    pub land: &'a Unnumbered,
    #[serde(flatten)]
    pub provenance: Option<&'a RowProvenance>,
}

/// A row's texts.
pub(super) struct Prepared {
    /// The facts as JSON, with the row's own provenance.
    pub fields: String,
    /// The source's row as JSON, in the order in which PostgreSQL keeps its columns.
    pub raw: Option<String>,
    /// 16 digits of the facts, 16 of everything else that the source says: the same row again changes
    /// nothing. The outline is hashed as the source writes it. After a `+` 16 digits of the tax roll, as where one is joined here.
    pub hash: String,
}

impl Prepared {
    pub fn of(row: &Staged, provenance: &Provenance, swap_axes: bool) -> Self {
        let own = row.provenance.as_ref();
        let facts = serde_json::to_string(&row.fields).unwrap_or_default();
        let raw = row.raw.as_ref().map(RawJson::of);
        let (source, licence) = own.map_or((&provenance.source, &provenance.licence), |own| {
            (&own.source, &own.source_licence)
        });
        let is_sample = own.and_then(|own| own.is_sample);
        let mut rest = Sha256::new();
        let parts = [
            raw.as_ref().map_or("", |raw| raw.by_name.as_str()),
            row.shape.kind(),
            row.crs.as_deref().unwrap_or_default(),
            source,
            licence.as_deref().unwrap_or_default(),
            if is_sample.unwrap_or(provenance.is_sample) {
                "sample"
            } else {
                ""
            },
            if swap_axes { "swapped" } else { "" },
        ];
        for part in parts {
            rest.update(part.as_bytes());
            rest.update([0]);
        }
        rest.update(row.shape.bytes());
        let mut hash = String::with_capacity(32);
        for digest in [Sha256::digest(facts.as_bytes()), rest.finalize()] {
            push_digits(&mut hash, &digest[..8]);
        }
        if let Some(roll) = own.and_then(|own| own.tax_roll.as_ref()) {
            let digest = Sha256::digest(roll.kept().to_string().as_bytes());
            hash.push('+');
            push_digits(&mut hash, &digest[..8]);
        }
        let fields = if own.is_none() {
            facts
        } else {
            let facts = Facts {
                fields: &row.fields,
                provenance: own,
            };
            serde_json::to_string(&facts).unwrap_or_default()
        };
        Self {
            fields,
            raw: raw.map(|raw| raw.as_kept),
            hash,
        }
    }
}

fn push_digits(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        text.push(char::from(HEX[usize::from(byte >> 4)]));
        text.push(char::from(HEX[usize::from(byte & 15)]));
    }
}

/// Appends a row.
pub(super) fn write_columns<'a>(
    chunk: &mut BytesMut,
    columns: impl IntoIterator<Item = Option<&'a str>>,
) {
    for (index, column) in columns.into_iter().enumerate() {
        if index > 0 {
            chunk.extend_from_slice(b"\t");
        }
        match column {
            Some(text) => escape(chunk, text),
            None => chunk.extend_from_slice(b"\\N"),
        }
    }
    chunk.extend_from_slice(b"\n");
}

/// JSON without NUL. Not by `Display`, which takes twice the time.
pub(super) fn json_text(raw: &Value) -> String {
    let text = serde_json::to_string(raw).unwrap_or_default();
    if text.contains("\\u0000") {
        values::without_nul(raw.clone()).to_string()
    } else {
        text
    }
}

/// Without NUL, which PostgreSQL's text cannot hold.
pub(super) fn plain_text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') {
        Cow::Owned(text.replace('\0', ""))
    } else {
        Cow::Borrowed(text)
    }
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
    use domain::ParcelNumber;
    use parcel_record::{ParcelFields, Shape};
    use serde_json::json;

    #[test]
    fn special_characters_are_escaped() {
        let mut chunk = BytesMut::new();
        escape(&mut chunk, "a\tb\\c\nd\0e\r");
        assert_eq!(&chunk[..], b"a\\tb\\\\c\\nde\\r");
    }

    #[test]
    fn everything_that_a_source_says_is_hashed() {
        let number: ParcelNumber = "R-1".parse().unwrap();
        let id = domain::ParcelUuid::derive("37161", &number);
        let row = Staged {
            line: 1,
            shape: Shape::Wkt("POINT(0 0)".to_owned()),
            crs: None,
            fields: ParcelFields::new(id, "37161".to_owned(), "R-1".to_owned()),
            provenance: None,
            raw: Some(json!({ "a": "x\u{0}" })),
        };
        let from = Provenance {
            source: "Made here".to_owned(),
            licence: None,
            is_sample: false,
        };
        let hash = |row: &Staged, from: &Provenance| Prepared::of(row, from, false).hash;
        let first = hash(&row, &from);
        assert_eq!(
            Prepared::of(&row, &from, false).raw.unwrap(),
            r#"{"a":"x"}"#
        );
        assert_eq!(first.len(), 32);
        let other = |change: fn(&mut Staged)| {
            let mut changed = row.clone();
            change(&mut changed);
            hash(&changed, &from)
        };
        // Its position is not what a source says of a parcel.
        assert_eq!(other(|row| row.line = 2), first);
        let facts = other(|row| row.fields.owner = Some("HERON LLC".to_owned()));
        assert_ne!(facts[..16], first[..16]);
        assert_eq!(facts[16..], first[16..]);
        for change in [
            (|row| row.raw = None) as fn(&mut Staged),
            |row| row.crs = Some("2264".to_owned()),
            |row| row.shape = Shape::Wkt("POINT(0 1)".to_owned()),
        ] {
            let rest = other(change);
            assert_eq!(rest[..16], first[..16]);
            assert_ne!(rest[16..], first[16..]);
        }
        let licensed = Provenance {
            licence: Some("CC0".to_owned()),
            ..from.clone()
        };
        assert_ne!(hash(&row, &licensed), first);
        assert_ne!(Prepared::of(&row, &from, true).hash, first);
    }
}
