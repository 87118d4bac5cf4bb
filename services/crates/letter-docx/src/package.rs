//! Opens a file of somebody else within limits. Only named parts are inflated, nothing is fetched.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use crate::ReadError;
use crate::parts::{CONTENT_TYPES, DOCUMENT};

/// Parts of a file.
const MAX_PARTS: usize = 2_000;
/// Bytes of all parts, inflated.
const MAX_INFLATED: u64 = 30_000_000;
/// Inflated bytes for a deflated one.
const MAX_RATIO: u64 = 100;
/// Smaller parts may have any ratio: repeated markup deflates well.
const SMALL: u64 = 200_000;
/// Start of a compound file: `.doc`, and `.docx` with a password.
const COMPOUND: [u8; 4] = [0xD0, 0xCF, 0x11, 0xE0];

pub struct Package<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// Bytes that may still be inflated.
    left: u64,
}

impl<'a> Package<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, ReadError> {
        if bytes.starts_with(&COMPOUND) {
            return Err(ReadError::OldFormat);
        }
        if !bytes.starts_with(b"PK") {
            return Err(ReadError::NotDocx);
        }
        let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_error| ReadError::Damaged)?;
        if zip.len() > MAX_PARTS {
            return Err(ReadError::TooLarge);
        }
        let mut total = 0_u64;
        for index in 0..zip.len() {
            let part = zip.by_index_raw(index);
            let part = part.map_err(|_error| ReadError::Damaged)?;
            let (size, deflated) = (part.size(), part.compressed_size());
            total = total.saturating_add(size);
            let is_bomb = size > SMALL && size > deflated.saturating_mul(MAX_RATIO);
            if total > MAX_INFLATED || is_bomb {
                return Err(ReadError::TooLarge);
            }
            let name = part.name().to_ascii_lowercase();
            if name.ends_with("vbaproject.bin") {
                return Err(ReadError::Macros);
            }
            if name.starts_with("word/embeddings/") || name.starts_with("word/activex/") {
                return Err(ReadError::Embedded);
            }
        }
        let mut package = Self {
            zip,
            left: MAX_INFLATED,
        };
        let types = package.part(CONTENT_TYPES)?.ok_or(ReadError::NotDocx)?;
        if types.contains("macroEnabled") {
            return Err(ReadError::Macros);
        }
        if !package.names().iter().any(|name| name == DOCUMENT) {
            return Err(ReadError::NotDocx);
        }
        Ok(package)
    }

    pub fn names(&self) -> Vec<String> {
        self.zip.file_names().map(str::to_owned).collect()
    }

    /// A part's XML; none if there is no such part.
    pub fn part(&mut self, name: &str) -> Result<Option<String>, ReadError> {
        if self.zip.index_for_name(name).is_none() {
            return Ok(None);
        }
        let part = self.zip.by_name(name);
        let part = part.map_err(|_error| ReadError::Damaged)?;
        let mut bytes = Vec::new();
        // What a part says of its size may be a lie.
        let mut limited = part.take(self.left + 1);
        let read = limited.read_to_end(&mut bytes);
        read.map_err(|_error| ReadError::Damaged)?;
        let size = bytes.len() as u64;
        self.left = self.left.checked_sub(size).ok_or(ReadError::TooLarge)?;
        let text = String::from_utf8(bytes).map_err(|_error| ReadError::Damaged)?;
        Ok(Some(text.trim_start_matches('\u{feff}').to_owned()))
    }
}
