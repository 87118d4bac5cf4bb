//! Reads the body of a document: paragraphs with who inserted, deleted, moved or formatted what.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDateTime};
use quick_xml::events::BytesStart;

use crate::ReadError;
use crate::markup::{Markup, Token, attribute};
use crate::parts;

/// Runs of a document.
const MAX_RUNS: usize = 20_000;
/// Paragraphs of a document.
const MAX_PARAGRAPHS: usize = 5_000;
/// Characters of a comment's place that are kept.
const MAX_QUOTE: usize = 200;

/// Who made a change and when, as stated in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct By {
    pub author: Option<String>,
    pub at: Option<String>,
}

/// What tracking says of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Same,
    Inserted,
    Deleted,
    MovedFrom,
    MovedTo,
}

impl How {
    /// Whether the text was there before the tracked changes.
    pub const fn is_original(self) -> bool {
        matches!(self, Self::Same | Self::Deleted | Self::MovedFrom)
    }

    /// Whether the text is there when all is accepted.
    pub const fn is_accepted(self) -> bool {
        matches!(self, Self::Same | Self::Inserted | Self::MovedTo)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawPiece {
    pub text: String,
    pub how: How,
    pub is_formatted: bool,
    pub by: By,
    /// The field that it is in.
    pub term: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paragraph {
    /// The block of the letter, by its bookmark.
    pub block: Option<usize>,
    pub pieces: Vec<RawPiece>,
    /// The change of its end: it was split off or joined.
    pub mark: Option<(bool, By)>,
    /// Whether its format was changed.
    pub is_formatted: bool,
    pub is_in_table: bool,
}

#[derive(Debug, Default)]
pub struct Document {
    pub paragraphs: Vec<Paragraph>,
    /// Paragraph and text of each comment, by id.
    pub comments: BTreeMap<String, (usize, String)>,
    /// Text of each field when all is accepted.
    pub terms: Vec<(String, String)>,
    /// What stands in the body and is no text of it.
    pub others: Vec<&'static str>,
}

/// Reads `document.xml`.
pub fn read(xml: &str) -> Result<Document, ReadError> {
    let mut reader = Reader {
        document: Document::default(),
        open: Vec::new(),
        changes: Vec::new(),
        rows: Vec::new(),
        controls: Vec::new(),
        paragraph: None,
        is_formatted: false,
        commented: Vec::new(),
        runs: 0,
    };
    let mut markup = Markup::new(xml);
    while let Some(token) = markup.next()? {
        match token {
            Token::Start(name, start) => reader.start(&mut markup, name, &start)?,
            Token::End => reader.end(),
            Token::Text(text) => reader.text(&text),
        }
    }
    Ok(reader.document)
}

struct Reader {
    document: Document,
    /// Names of the open elements.
    open: Vec<String>,
    /// Changes around runs.
    changes: Vec<(How, By)>,
    /// Changes of the open rows and cells.
    rows: Vec<Option<(How, By)>>,
    /// The open content controls: term, place in `terms`.
    controls: Vec<Option<(String, usize)>>,
    paragraph: Option<Paragraph>,
    /// Whether the format of the open run was changed.
    is_formatted: bool,
    /// Ids of comments whose place is open.
    commented: Vec<String>,
    runs: usize,
}

pub(crate) fn by(start: &BytesStart<'_>) -> By {
    By {
        author: attribute(start, "author").filter(|name| !name.trim().is_empty()),
        at: attribute(start, "date").filter(|at| is_time(at)),
    }
}

/// Whether it is a time as XML writes it. `LibreOffice` writes that of a comment without one as `0-00-00T00:00:00Z`.
fn is_time(at: &str) -> bool {
    let (local, zone) = at.split_at_checked(19).unwrap_or((at, "?"));
    let is_local = NaiveDateTime::parse_from_str(local, "%Y-%m-%dT%H:%M:%S").is_ok();
    is_local && (zone.is_empty() || DateTime::parse_from_rfc3339(at).is_ok())
}

impl Reader {
    fn is_in(&self, name: &str) -> bool {
        self.open.last().is_some_and(|open| open == name)
    }

    fn other(&mut self, what: &'static str) {
        if !self.document.others.contains(&what) {
            self.document.others.push(what);
        }
    }

    fn start(
        &mut self,
        markup: &mut Markup<'_>,
        name: String,
        start: &BytesStart<'_>,
    ) -> Result<(), ReadError> {
        match name.as_str() {
            "drawing" | "pict" | "object" => {
                let (text, has_box) = markup.skip()?;
                let is_box = has_box && !text.trim().is_empty();
                self.other(if is_box { "text_box" } else { "picture" });
                return Ok(());
            }
            "mc:Fallback" => {
                markup.skip()?;
                return Ok(());
            }
            "m:oMath" | "m:oMathPara" => {
                markup.skip()?;
                self.other("formula");
                return Ok(());
            }
            // The format before a change has marks of its own.
            "rPrChange" | "pPrChange" => {
                markup.skip()?;
                self.format();
                return Ok(());
            }
            "altChunk" | "subDoc" => self.other("document"),
            "footnoteReference" | "endnoteReference" => self.other("note"),
            "p" => {
                if self.document.paragraphs.len() >= MAX_PARAGRAPHS {
                    return Err(ReadError::TooLarge);
                }
                self.paragraph = Some(Paragraph {
                    is_in_table: !self.rows.is_empty(),
                    ..Paragraph::default()
                });
            }
            "r" => {
                self.runs += 1;
                if self.runs > MAX_RUNS {
                    return Err(ReadError::TooLarge);
                }
                self.is_formatted = false;
            }
            "tr" | "tc" => self.rows.push(None),
            "ins" | "del" | "moveFrom" | "moveTo" | "cellIns" | "cellDel" => {
                self.change(&name, by(start));
            }
            "sdt" => self.controls.push(None),
            "tag" if self.is_in("sdtPr") => self.control(start),
            "bookmarkStart" => self.bookmark(start),
            "commentRangeStart" => self.comment(start, true),
            "commentRangeEnd" => {
                let id = attribute(start, "id");
                self.commented.retain(|open| Some(open) != id.as_ref());
            }
            "commentReference" => self.comment(start, false),
            // The definition of a tab stop has the same name as a tab.
            "tab" if self.is_in("r") => self.add("\t"),
            "br" | "cr" if self.is_in("r") => self.add("\n"),
            "noBreakHyphen" => self.add("\u{2011}"),
            "sym" => self.add("\u{25a1}"),
            _ => {}
        }
        self.open.push(name);
        Ok(())
    }

    fn end(&mut self) {
        match self.open.pop().as_deref() {
            Some("p") => {
                if let Some(paragraph) = self.paragraph.take() {
                    self.document.paragraphs.push(paragraph);
                }
            }
            Some("tr" | "tc") => {
                self.rows.pop();
            }
            Some("sdt") => {
                self.controls.pop();
            }
            Some("ins" | "del" | "moveFrom" | "moveTo") if !self.is_property() => {
                self.changes.pop();
            }
            _ => {}
        }
    }

    /// Whether the open element describes another instead of containing text.
    fn is_property(&self) -> bool {
        self.open
            .last()
            .is_some_and(|name| matches!(name.as_str(), "rPr" | "trPr" | "tcPr" | "numPr"))
    }

    fn change(&mut self, name: &str, by: By) {
        let how = match name {
            "ins" | "cellIns" => How::Inserted,
            "del" | "cellDel" => How::Deleted,
            "moveFrom" => How::MovedFrom,
            _ => How::MovedTo,
        };
        if !self.is_property() {
            self.changes.push((how, by));
        } else if self.is_in("rPr") {
            // Of the paragraph's end; a run's own properties have no such element.
            let is_of_end = self
                .open
                .iter()
                .rev()
                .nth(1)
                .is_some_and(|name| name == "pPr");
            if let Some(paragraph) = self.paragraph.as_mut().filter(|_| is_of_end) {
                paragraph.mark = Some((how.is_accepted(), by));
            }
        } else if self.is_in("numPr") {
            self.format();
        } else if let Some(row) = self.rows.last_mut() {
            *row = Some((how, by));
        }
    }

    fn format(&mut self) {
        let is_of_run = self.is_in("rPr")
            && self
                .open
                .iter()
                .rev()
                .nth(1)
                .is_some_and(|name| name == "r");
        if is_of_run {
            self.is_formatted = true;
        } else if let Some(paragraph) = &mut self.paragraph {
            paragraph.is_formatted = true;
        }
    }

    fn control(&mut self, start: &BytesStart<'_>) {
        let tag = attribute(start, "val").unwrap_or_default();
        let Some(term) = tag.strip_prefix(parts::TERM) else {
            return;
        };
        if let Some(control) = self.controls.last_mut() {
            let place = self.document.terms.len();
            self.document.terms.push((term.to_owned(), String::new()));
            *control = Some((term.to_owned(), place));
        }
    }

    fn bookmark(&mut self, start: &BytesStart<'_>) {
        let name = attribute(start, "name").unwrap_or_default();
        let block = name
            .strip_prefix(parts::BLOCK)
            .and_then(|index| index.parse().ok());
        if let Some(paragraph) = &mut self.paragraph {
            paragraph.block = paragraph.block.or(block);
        }
    }

    fn comment(&mut self, start: &BytesStart<'_>, is_open: bool) {
        let Some(id) = attribute(start, "id") else {
            return;
        };
        let place = self.document.paragraphs.len();
        let comments = &mut self.document.comments;
        comments.entry(id.clone()).or_insert((place, String::new()));
        if is_open {
            self.commented.push(id);
        }
    }

    fn text(&mut self, text: &str) {
        if self.is_in("t") || self.is_in("delText") {
            self.add(text);
        }
    }

    fn add(&mut self, text: &str) {
        let is_own = self.is_own();
        let Some(paragraph) = &mut self.paragraph else {
            return;
        };
        let of_row = self.rows.iter().rev().flatten().next();
        let (how, by) = match self.changes.last() {
            // Deleted in an insertion: it was never there for anybody else.
            Some((How::Deleted | How::MovedFrom, _)) if is_own => return,
            Some(change) => change.clone(),
            None => of_row.cloned().unwrap_or((How::Same, By::default())),
        };
        let control = self.controls.iter().rev().flatten().next();
        if let Some((_, place)) = control.filter(|_| how.is_accepted()) {
            self.document.terms[*place].1.push_str(text);
        }
        for id in &self.commented {
            if let Some((_, quote)) = self.document.comments.get_mut(id)
                && how.is_accepted()
            {
                let left = MAX_QUOTE.saturating_sub(quote.chars().count());
                quote.extend(text.chars().take(left));
            }
        }
        let piece = RawPiece {
            text: text.to_owned(),
            how,
            is_formatted: self.is_formatted,
            by,
            term: control.map(|(term, _)| term.clone()),
        };
        match paragraph.pieces.last_mut() {
            Some(last)
                if (last.how, last.is_formatted) == (how, piece.is_formatted)
                    && last.by == piece.by
                    && last.term == piece.term =>
            {
                last.text.push_str(text);
            }
            _ => paragraph.pieces.push(piece),
        }
    }

    fn is_own(&self) -> bool {
        let around = self.changes.iter().rev().skip(1);
        around.into_iter().any(|(how, _)| *how == How::Inserted)
    }
}
