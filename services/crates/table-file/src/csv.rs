//! CSV as RFC 4180 describes it: commas, lines that end in CR LF, quotes where needed.

use std::borrow::Cow;

/// A line of texts.
pub fn line<'a>(cells: impl Iterator<Item = Cow<'a, str>>, out: &mut Vec<u8>) {
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        field(cell.as_bytes(), out);
    }
    out.extend_from_slice(b"\r\n");
}

/// A text, in quotes where needed.
pub fn field(text: &[u8], out: &mut Vec<u8>) {
    let needs_quotes = text
        .iter()
        .any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n'));
    if !needs_quotes {
        out.extend_from_slice(text);
        return;
    }
    out.push(b'"');
    for byte in text {
        if *byte == b'"' {
            out.push(b'"');
        }
        out.push(*byte);
    }
    out.push(b'"');
}
