//! All that a template can see: itself, its data, its images and the fonts.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use chrono::{DateTime, Datelike as _, Utc};
use serde_json::json;
use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, World};

use typeset::{Document, Refusal};

use crate::fonts::FONTS;

static LIBRARY: LazyLock<LazyHash<Library>> =
    LazyLock::new(|| LazyHash::new(<Library as typst::LibraryExt>::default()));

const MAIN: &str = "main.typ";
/// Long words may break where [`crate::printable`] says so. As a space of next to no width (typst drops one without), which is no text: the character itself becomes a part
/// of the letter before it, and viewers do not find a word that has this letter anywhere in the document.
const BREAKS: &str = "#show \"\\u{200b}\": h(0.001pt)\n";
const DATA: &str = "data.json";
/// What the template may want to say of the document itself.
const MADE: &str = "made.json";

/// The files of a document.
pub struct Files {
    main: Source,
    /// Data and images.
    contents: HashMap<FileId, Bytes>,
    made_at: DateTime<Utc>,
}

impl Files {
    pub fn new(document: &Document, data: String, replaced: bool) -> Result<Self, Refusal> {
        let mut contents = HashMap::new();
        contents.insert(id(DATA)?, Bytes::from_string(data));
        let made = json!({ "replaced": replaced }).to_string();
        contents.insert(id(MADE)?, Bytes::from_string(made));
        for (name, bytes) in &document.images {
            contents.insert(id(name)?, Bytes::new(bytes.clone()));
        }
        Ok(Self {
            main: Source::new(id(MAIN)?, format!("{BREAKS}{}", document.template)),
            contents,
            made_at: document.made_at,
        })
    }
}

impl World for Files {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &FONTS.book
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.main.id() {
            Ok(self.main.clone())
        } else {
            Err(not_found(id))
        }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        self.contents.get(&id).cloned().ok_or_else(|| not_found(id))
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.all.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        let at = self.made_at;
        Datetime::from_ymd(at.year(), at.month() as u8, at.day() as u8)
    }
}

/// The file of a name.
fn id(name: &str) -> Result<FileId, Refusal> {
    let path = VirtualPath::new(name).map_err(|_fault| Refusal::Name(name.to_owned()))?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

fn not_found(id: FileId) -> FileError {
    FileError::NotFound(PathBuf::from(id.get().vpath().get_without_slash()))
}
