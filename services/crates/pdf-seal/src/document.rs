//! A PDF as our typesetter writes it: one cross-reference table, no object streams, nothing encrypted, nothing appended.

use crate::SealError;
use crate::scan::{Dictionary, Scanner, first_value, reference};

/// Bytes of an entry of the table.
const ENTRY_BYTES: usize = 20;
/// Most levels of the tree of pages.
const DEEPEST_PAGE: usize = 16;

/// What an update builds on.
#[derive(Debug)]
pub struct Document<'a> {
    pub bytes: &'a [u8],
    /// Place of the table.
    pub table_at: usize,
    /// One more than the last object.
    pub size: usize,
    pub trailer: Dictionary<'a>,
    pub catalog: Object<'a>,
    pub first_page: Object<'a>,
    /// What the array of the first page's annotations contains.
    pub annotations: &'a [u8],
    /// The first half of the file's identity, which its versions share.
    pub identity: Option<&'a [u8]>,
}

/// A numbered dictionary.
#[derive(Debug)]
pub struct Object<'a> {
    pub number: usize,
    pub dictionary: Dictionary<'a>,
}

impl<'a> Document<'a> {
    pub fn read(bytes: &'a [u8]) -> Result<Self, SealError> {
        if !bytes.starts_with(b"%PDF-1.7") {
            return Err(SealError::Document("it is not PDF 1.7"));
        }
        let table_at = table_at(bytes)?;
        let mut scanner = Scanner::at(bytes, table_at);
        scanner.word("xref")?;
        // The table of an update starts at the first object that it changes.
        if scanner.number()? != 0 {
            return Err(SealError::AlreadySealed);
        }
        let table = Table::after(bytes, table_at, scanner.number()?)?;
        let mut scanner = Scanner::at(bytes, table.end());
        scanner.word("trailer")?;
        let trailer = scanner.dictionary()?;
        refuse(&trailer, "Prev", SealError::AlreadySealed)?;
        refuse(&trailer, "Encrypt", SealError::Document("it is encrypted"))?;
        let catalog = table.object(trailer.reference("Root"))?;
        refuse(&catalog.dictionary, "AcroForm", SealError::AlreadySealed)?;
        refuse(&catalog.dictionary, "Perms", SealError::AlreadySealed)?;
        let first_page = first_page(&table, &catalog)?;
        Ok(Self {
            bytes,
            table_at,
            size: table.size,
            annotations: annotations(&first_page.dictionary)?,
            identity: trailer.get("ID").and_then(first_value),
            trailer,
            catalog,
            first_page,
        })
    }
}

fn refuse(dictionary: &Dictionary<'_>, name: &str, fault: SealError) -> Result<(), SealError> {
    dictionary.get(name).map_or(Ok(()), |_found| Err(fault))
}

fn annotations<'a>(page: &Dictionary<'a>) -> Result<&'a [u8], SealError> {
    let Some(annotations) = page.get("Annots") else {
        return Ok(b"");
    };
    annotations
        .strip_prefix(b"[")
        .and_then(|array| array.strip_suffix(b"]"))
        .ok_or(SealError::Document("its annotations have another form"))
}

/// From the file's last lines.
fn table_at(bytes: &[u8]) -> Result<usize, SealError> {
    const START: &[u8] = b"startxref";
    let at = bytes.windows(START.len()).rposition(|word| word == START);
    let at = at.ok_or(SealError::Document("its end is missing"))?;
    let mut scanner = Scanner::at(bytes, at + START.len());
    let table_at = scanner.number()?;
    scanner.word("%%EOF")?;
    if !scanner.is_at_end() {
        return Err(SealError::Document("something follows its end"));
    }
    Ok(table_at)
}

/// The tree's first leaf.
fn first_page<'a>(table: &Table<'a>, catalog: &Object<'a>) -> Result<Object<'a>, SealError> {
    let mut next = catalog.dictionary.reference("Pages");
    for _level in 0..DEEPEST_PAGE {
        let node = table.object(next)?;
        if node.dictionary.get("Type") == Some(b"/Page") {
            return Ok(node);
        }
        let kids = node.dictionary.get("Kids");
        next = kids.and_then(first_value).and_then(reference);
    }
    Err(SealError::Document("it has no first page"))
}

/// The cross-reference table.
struct Table<'a> {
    bytes: &'a [u8],
    entries_at: usize,
    size: usize,
}

impl<'a> Table<'a> {
    fn after(bytes: &'a [u8], table_at: usize, size: usize) -> Result<Self, SealError> {
        let wrong = SealError::Document("its table of objects has another form");
        let mut lines = bytes[table_at..].split_inclusive(|byte| *byte == b'\n');
        let (Some(first), Some(second)) = (lines.next(), lines.next()) else {
            return Err(wrong);
        };
        let entries_at = table_at + first.len() + second.len();
        let end = size
            .checked_mul(ENTRY_BYTES)
            .and_then(|length| length.checked_add(entries_at));
        if end.is_none_or(|end| end > bytes.len()) {
            return Err(wrong);
        }
        Ok(Self {
            bytes,
            entries_at,
            size,
        })
    }

    fn end(&self) -> usize {
        self.entries_at + self.size * ENTRY_BYTES
    }

    /// The object of this number, which is a dictionary and no stream.
    fn object(&self, number: Option<usize>) -> Result<Object<'a>, SealError> {
        let number = number.filter(|number| *number < self.size);
        let number = number.ok_or(SealError::Document("an object is missing"))?;
        let mut entry = Scanner::at(self.bytes, self.entries_at + number * ENTRY_BYTES);
        let at = entry.number()?;
        entry.word("00000")?;
        entry.word("n")?;
        let mut scanner = Scanner::at(self.bytes, at);
        scanner.word(&format!("{number} 0 obj"))?;
        let dictionary = scanner.dictionary()?;
        scanner.word("endobj")?;
        Ok(Object { number, dictionary })
    }
}
