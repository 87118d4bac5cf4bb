//! File names and media types. No I/O.

use serde::Serialize;

pub const MAX_FILE_BYTES: u64 = 50 * 1024 * 1024;
/// All files of an upload together.
pub const MAX_UPLOAD_BYTES: u64 = 100 * 1024 * 1024;
pub const MAX_FILES: usize = 50;
/// So many bytes are read to detect the type.
pub const HEAD: usize = 8 * 1024;

const MAX_CHARS: usize = 150;

/// A file name that is safe to show, to download and to end a path with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileName(String);

impl FileName {
    /// Whether it is named as letters of intent are by default.
    pub fn is_letter(&self) -> bool {
        self.0.to_lowercase().ends_with("__loi.pdf")
    }

    /// Sanitizes a client's name: the last segment, without control and bidirectional characters
    /// and characters that file systems reject. Never empty.
    pub fn of(given: &str) -> Self {
        let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
        let clean: String = last
            .chars()
            .filter(|c| !c.is_control() && !is_invisible(*c))
            .map(|c| {
                if matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*') {
                    '_'
                } else {
                    c
                }
            })
            .collect();
        let clean = clean
            .trim()
            .trim_start_matches('.')
            .trim_end_matches(['.', ' '])
            .trim();
        if clean.is_empty() {
            return Self("file".to_owned());
        }
        Self(shorten(clean))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// In lower case, without the dot; empty where there is none.
    pub fn extension(&self) -> String {
        match self.0.rsplit_once('.') {
            Some((_, extension)) => extension.to_lowercase(),
            None => String::new(),
        }
    }
}

/// Characters that change how their neighbours are displayed, so that `gpj.exe` reads as `exe.jpg`.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// At most [`MAX_CHARS`] characters; a short extension is kept.
fn shorten(name: &str) -> String {
    if name.chars().count() <= MAX_CHARS {
        return name.to_owned();
    }
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if ending.chars().count() <= 10 => (stem, format!(".{ending}")),
        _ => (name, String::new()),
    };
    let room = MAX_CHARS - ending.chars().count();
    stem.chars().take(room).collect::<String>() + &ending
}

/// Detected from the first bytes; from the extension only if they are ambiguous.
pub fn content_type(head: &[u8], name: &FileName) -> &'static str {
    let extension = name.extension();
    match infer::get(head).map(|kind| kind.mime_type()) {
        Some("application/zip" | "application/x-ole-storage" | "application/octet-stream") => {
            office_type(&extension).unwrap_or("application/octet-stream")
        }
        Some("text/html") => "text/html",
        Some("text/xml" | "application/xml") => text_type(head, &extension),
        Some(known) => known,
        None if is_text(head) => text_type(head, &extension),
        None => "application/octet-stream",
    }
}

/// Whether the type may be shown in our pages. All others are downloads, because content with
/// scripts must not run with a user's session.
pub fn is_inline(content_type: &str) -> bool {
    matches!(
        content_type,
        "application/pdf"
            | "image/png"
            | "image/jpeg"
            | "image/gif"
            | "image/webp"
            | "image/bmp"
            | "image/avif"
            | "image/tiff"
            | "text/plain"
            | "text/csv"
    )
}

fn office_type(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "docx" => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx" => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "doc" => "application/msword",
        "xls" => "application/vnd.ms-excel",
        "ppt" => "application/vnd.ms-powerpoint",
        "odt" => "application/vnd.oasis.opendocument.text",
        "ods" => "application/vnd.oasis.opendocument.spreadsheet",
        "msg" => "application/vnd.ms-outlook",
        "zip" | "kmz" => "application/zip",
        _ => return None,
    })
}

fn text_type(head: &[u8], extension: &str) -> &'static str {
    let start = String::from_utf8_lossy(head).to_lowercase();
    let holds = |tag: &str| start.contains(tag);
    if holds("<svg") || extension == "svg" {
        return "image/svg+xml";
    }
    if holds("<html") || holds("<script") || matches!(extension, "html" | "htm" | "xhtml") {
        return "text/html";
    }
    match extension {
        "csv" => "text/csv",
        "js" | "mjs" => "text/javascript",
        "css" => "text/css",
        "json" | "geojson" => "application/json",
        "xml" | "kml" | "gml" => "application/xml",
        _ if start.trim_start().starts_with("<?xml") => "application/xml",
        _ => "text/plain",
    }
}

/// UTF-8 text; a character cut off at the end of the head is accepted.
fn is_text(head: &[u8]) -> bool {
    let whole = match std::str::from_utf8(head) {
        Ok(_) => head,
        Err(error) if error.error_len().is_none() => &head[..error.valid_up_to()],
        Err(_) => return false,
    };
    !whole.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hostile_names_are_made_safe() {
        for (given, name) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\x\\Lease.pdf", "Lease.pdf"),
            ("a\r\nSet-Cookie: x.pdf", "aSet-Cookie_ x.pdf"),
            ("..", "file"),
            ("", "file"),
            (" . ", "file"),
            (".htaccess", "htaccess"),
            ("Exposé – Grundstück № 7.pdf", "Exposé – Grundstück № 7.pdf"),
            ("photo\u{202e}gpj.exe", "photogpj.exe"),
            ("a\0b.pdf", "ab.pdf"),
            ("what?.pdf", "what_.pdf"),
        ] {
            assert_eq!(FileName::of(given).as_str(), name);
        }
        let long = FileName::of(&format!("{}.pdf", "x".repeat(400)));
        assert_eq!(long.as_str().chars().count(), 150);
        assert_eq!(long.extension(), "pdf");
    }

    #[test]
    fn bytes_tell_the_type_before_the_ending_does() {
        let kind = |head: &[u8], name: &str| content_type(head, &FileName::of(name));
        assert_eq!(kind(b"%PDF-1.7\n", "letter.txt"), "application/pdf");
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n", "x.pdf"), "image/png");
        assert_eq!(kind(b"<script>alert(1)</script>", "notes.txt"), "text/html");
        assert_eq!(
            kind(b"<?xml version='1.0'?><svg onload='x'/>", "a.png"),
            "image/svg+xml"
        );
        assert_eq!(kind(b"a,b\n1,2\n", "rent roll.csv"), "text/csv");
        assert_eq!(kind("Grundstück".as_bytes(), "a"), "text/plain");
        assert_eq!(kind(b"\x00\x01\x02", "a.txt"), "application/octet-stream");
        assert_eq!(
            kind(b"PK\x03\x04rest", "a.docx"),
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        );
        for risky in [
            "text/html",
            "image/svg+xml",
            "text/javascript",
            "application/xml",
        ] {
            assert!(!is_inline(risky), "{risky}");
        }
    }

    proptest! {
        #[test]
        fn any_name_becomes_one_safe_segment(given in ".{0,300}") {
            let name = FileName::of(&given);
            prop_assert!(!name.as_str().is_empty());
            prop_assert!(name.as_str().chars().count() <= 150);
            prop_assert!(!name.as_str().contains(['/', '\\', '\0', '\n', '\r', '"']));
            prop_assert!(name.as_str() != "." && name.as_str() != "..");
            prop_assert_eq!(FileName::of(name.as_str()), name);
        }

        #[test]
        fn any_bytes_have_a_type(head in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(content_type(&head, &FileName::of("x.docx")).contains('/'));
        }
    }
}
