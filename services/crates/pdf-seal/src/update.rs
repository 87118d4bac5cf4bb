//! The update that is appended: the signature with room for its bytes, its field, and the page and the catalog that refer
//! to them (ISO 32000-1, 7.5.6 and 12.8).

use std::ops::Range;

use sha2::{Digest as _, Sha256};

use crate::document::Document;
use crate::{Seal, hex};

/// Digits of a place in the file.
const DIGITS: usize = 10;
/// A hidden annotation is not read out (ISO 14289-1, 7.18.1); locked: nobody moves it.
const HIDDEN_AND_LOCKED: u32 = 1 << 1 | 1 << 7;
/// Signatures exist, and only appending keeps them.
const SIGNATURES_AND_APPEND_ONLY: u32 = 3;
/// Nothing may be changed.
const NO_CHANGES: u32 = 1;

/// A whole file but for the bytes of the signature.
pub struct Unsigned {
    bytes: Vec<u8>,
    /// The signature's hexadecimal digits with their brackets: all that it does not cover.
    hole: Range<usize>,
}

impl Unsigned {
    /// SHA-256 of what the signature covers.
    pub fn digest(&self) -> [u8; 32] {
        let covered = Sha256::new()
            .chain_update(&self.bytes[..self.hole.start])
            .chain_update(&self.bytes[self.hole.end..]);
        covered.finalize().into()
    }

    /// The file. The signature is at most as long as the update was told.
    pub fn with_signature(mut self, signature: &[u8]) -> Vec<u8> {
        let digits = hex(signature);
        let start = self.hole.start + 1;
        self.bytes[start..start + digits.len()].copy_from_slice(digits.as_bytes());
        self.bytes
    }
}

/// Appends the update, with room for so many bytes of signature.
pub fn append(document: &Document<'_>, seal: &Seal<'_>, signature_bytes: usize) -> Unsigned {
    let signature = document.size;
    let field = signature + 1;
    let mut update = Update::after(document.bytes);
    update.object(
        document.catalog.number,
        &catalog(document, signature, field),
    );
    update.object(document.first_page.number, &page(document, field));
    let [range_at, hole_at] = update.signature(signature, seal, signature_bytes);
    update.object(field, &widget(document, seal, signature));
    update.finish(document, seal);
    let mut bytes = update.bytes;
    let hole = hole_at..hole_at + 2 * signature_bytes + 2;
    let range = byte_range(hole.start, hole.end, bytes.len() - hole.end);
    bytes[range_at..range_at + range.len()].copy_from_slice(range.as_bytes());
    Unsigned { bytes, hole }
}

fn catalog(document: &Document<'_>, signature: usize, field: usize) -> Vec<u8> {
    let form = format!("<</Fields[{field} 0 R]/SigFlags {SIGNATURES_AND_APPEND_ONLY}>>");
    let permissions = format!("<</DocMDP {signature} 0 R>>");
    document.catalog.dictionary.with(&[
        ("AcroForm", form.into_bytes()),
        ("Perms", permissions.into_bytes()),
    ])
}

/// With the field among its annotations, in the order of the structure (ISO 14289-1, 7.18.3).
fn page(document: &Document<'_>, field: usize) -> Vec<u8> {
    let page = &document.first_page.dictionary;
    let mut annotations = b"[".to_vec();
    annotations.extend(document.annotations);
    annotations.extend(format!(" {field} 0 R]").into_bytes());
    page.with(&[("Annots", annotations), ("Tabs", b"/S".to_vec())])
}

/// The field and its only annotation in one.
fn widget(document: &Document<'_>, seal: &Seal<'_>, signature: usize) -> Vec<u8> {
    let page = document.first_page.number;
    let mut written = format!(
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(Seal)/Rect[0 0 0 0]/F {HIDDEN_AND_LOCKED}/P {page} 0 R\
         /V {signature} 0 R/TU "
    )
    .into_bytes();
    written.extend(text(&format!("Seal: {}", seal.name)));
    written.extend(b">>");
    written
}

/// Always of the same length.
fn byte_range(before: usize, after: usize, rest: usize) -> String {
    format!("[0 {before:<DIGITS$} {after:<DIGITS$} {rest:<DIGITS$}]")
}

struct Update {
    bytes: Vec<u8>,
    /// Number and place of each object.
    places: Vec<(usize, usize)>,
}

impl Update {
    fn after(document: &[u8]) -> Self {
        let mut bytes = document.to_vec();
        bytes.push(b'\n');
        Self {
            bytes,
            places: Vec::new(),
        }
    }

    fn object(&mut self, number: usize, value: &[u8]) {
        self.start(number);
        self.bytes.extend(value);
        self.bytes.extend(b"\nendobj\n");
    }

    fn start(&mut self, number: usize) {
        self.places.push((number, self.bytes.len()));
        self.write(&format!("{number} 0 obj\n"));
    }

    /// Returns where its range and its bytes belong.
    fn signature(&mut self, number: usize, seal: &Seal<'_>, length: usize) -> [usize; 2] {
        self.start(number);
        self.write("<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/Name ");
        self.bytes.extend(text(seal.name));
        self.write("/Reason ");
        self.bytes.extend(text(seal.reason));
        self.write(&format!(
            "/M(D:{})/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams\
             <</Type/TransformParams/P {NO_CHANGES}/V/1.2>>>>]/ByteRange",
            seal.at.format("%Y%m%d%H%M%SZ")
        ));
        let range_at = self.bytes.len();
        self.write(&byte_range(0, 0, 0));
        self.write("/Contents");
        let hole_at = self.bytes.len();
        self.write(&format!("<{}>", "0".repeat(2 * length)));
        self.write(">>\nendobj\n");
        [range_at, hole_at]
    }

    /// The table of the new objects and the trailer.
    fn finish(&mut self, document: &Document<'_>, seal: &Seal<'_>) {
        let table_at = self.bytes.len();
        self.places.sort_unstable();
        self.write("xref\n");
        let places = std::mem::take(&mut self.places);
        for run in places.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
            self.write(&format!("{} {}\n", run[0].0, run.len()));
            for (_, place) in run {
                self.write(&format!("{place:010} 00000 n\r\n"));
            }
        }
        let trailer = document.trailer.with(&[
            ("Size", (document.size + 2).to_string().into_bytes()),
            ("Prev", document.table_at.to_string().into_bytes()),
            ("ID", identity(document, seal)),
        ]);
        self.write("trailer\n");
        self.bytes.extend(trailer);
        self.write(&format!("\nstartxref\n{table_at}\n%%EOF\n"));
    }

    fn write(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
    }
}

/// The first half stays; the second is of this content.
fn identity(document: &Document<'_>, seal: &Seal<'_>) -> Vec<u8> {
    let content = Sha256::new()
        .chain_update(document.bytes)
        .chain_update(seal.at.timestamp().to_be_bytes())
        .chain_update(seal.name)
        .chain_update([0])
        .chain_update(seal.reason)
        .finalize();
    let content = format!("<{}>", hex(&content[..16]));
    let first = document.identity.unwrap_or(content.as_bytes());
    [b"[", first, content.as_bytes(), b"]"].concat()
}

/// A text string: letters of ASCII as they are, else UTF-16.
fn text(text: &str) -> Vec<u8> {
    let plain = |byte: u8| matches!(byte, b' '..=b'~') && !b"()\\".contains(&byte);
    if text.bytes().all(plain) {
        return format!("({text})").into_bytes();
    }
    let units = text.encode_utf16().flat_map(u16::to_be_bytes);
    let units: Vec<u8> = [0xfe, 0xff].into_iter().chain(units).collect();
    format!("<{}>", hex(&units)).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_end_their_string() {
        assert_eq!(text("Oak & Co."), b"(Oak & Co.)");
        assert_eq!(text("a)"), b"<feff00610029>");
        assert_eq!(text("\\"), b"<feff005c>");
        assert_eq!(text("Łódź\n"), b"<feff014100f30064017a000a>");
        assert_eq!(text("\u{1f600}"), b"<feffd83dde00>");
        assert_eq!(text(""), b"()");
    }

    #[test]
    fn a_range_is_as_long_as_any_other() {
        assert_eq!(
            byte_range(1, 22, 333),
            "[0 1          22         333       ]"
        );
        assert_eq!(
            byte_range(0, 0, 0).len(),
            byte_range(9_999_999_999, 1, 1).len()
        );
    }
}
