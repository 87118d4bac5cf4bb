//! Writes a letter as a Word file: changes are tracked, terms are content controls, blocks are
//! bookmarks, and custom properties say which letter it is.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::block::{Block, Cell, Kind, Run, text_hash};
use crate::frame::{Frame, margin};
use crate::parts;

/// Width of the text between the margins, in twentieths of a point.
const WIDTH: usize = 9_360;
/// Twentieths of a point that a level of a list is indented.
const INDENT: u32 = 720;
pub(crate) const W: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
const LINK: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A letter to be written.
#[derive(Debug, Clone, Copy)]
pub struct Letter<'a> {
    /// By which the returned file is recognized.
    pub letter_id: &'a str,
    /// As it is written: `LOI-2026-0042`.
    pub number: &'a str,
    /// Around its text.
    pub frame: &'a Frame,
    /// Of its body.
    pub blocks: &'a [Block],
}

/// The bytes of a `.docx`. The same letter gives the same bytes.
///
/// # Panics
/// Never: it writes to memory.
pub fn write(letter: &Letter<'_>) -> Vec<u8> {
    let mut body = Body::default();
    body.blocks(letter.blocks);
    for (place, line) in letter.frame.closing().iter().enumerate() {
        let paragraph = line.paragraph(letter.blocks.len() + place);
        body.xml.push_str(&paragraph);
    }
    let document = format!(
        "<w:document {W}><w:body>{}<w:sectPr><w:headerReference w:type=\"default\" r:id=\"rId4\"/>\
         <w:footerReference w:type=\"default\" r:id=\"rId5\"/>\
         <w:pgSz w:w=\"12240\" w:h=\"15840\"/><w:pgMar w:top=\"1440\" w:right=\"1440\" w:bottom=\"1440\" w:left=\"1440\" \
         w:header=\"720\" w:footer=\"720\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>",
        body.xml
    );
    let files = [
        (parts::CONTENT_TYPES, parts::CONTENT_TYPES_XML.to_owned()),
        ("_rels/.rels", parts::RELATIONSHIPS_XML.to_owned()),
        (parts::DOCUMENT, document),
        ("word/_rels/document.xml.rels", links(&body.links)),
        ("word/settings.xml", parts::SETTINGS_XML.to_owned()),
        ("word/styles.xml", parts::STYLES_XML.to_owned()),
        ("word/numbering.xml", numbering(&body.lists)),
        ("word/header1.xml", margin("hdr", &letter.frame.header)),
        ("word/footer1.xml", margin("ftr", &letter.frame.footer)),
        ("docProps/core.xml", core(letter.number)),
        (parts::PROPERTIES, properties(letter)),
    ];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // Without a time, so that the same letter gives the same bytes.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for (name, xml) in files {
        let written = zip
            .start_file(name, options)
            .and_then(|()| Ok(zip.write_all((parts::XML.to_owned() + &xml).as_bytes())?));
        if let Err(error) = written {
            unreachable!("{error}");
        }
    }
    match zip.finish() {
        Ok(bytes) => bytes.into_inner(),
        Err(error) => unreachable!("{error}"),
    }
}

#[derive(Default)]
struct Body {
    xml: String,
    /// Addresses of links.
    links: Vec<String>,
    /// Whether a list is numbered, and its first number.
    lists: Vec<(bool, u32)>,
    controls: usize,
}

impl Body {
    fn blocks(&mut self, blocks: &[Block]) {
        let mut index = 0;
        while let Some(block) = blocks.get(index) {
            let Some(cell) = block.cell else {
                self.paragraph(index, block);
                index += 1;
                continue;
            };
            let is_of_table =
                |block: &&Block| block.cell.is_some_and(|other| other.table == cell.table);
            let count = blocks[index..].iter().take_while(is_of_table).count();
            self.table(index, &blocks[index..index + count]);
            index += count;
        }
    }

    fn table(&mut self, first: usize, blocks: &[Block]) {
        let mut columns = 1;
        let cells = blocks.iter().filter_map(|block| block.cell);
        for row in blocks
            .chunk_by(|one, other| one.cell.map(|cell| cell.row) == other.cell.map(|cell| cell.row))
        {
            let in_row = cells
                .clone()
                .filter(|cell| row[0].cell.is_some_and(|first| first.row == cell.row));
            let mut seen = Vec::new();
            let mut wide = 0;
            for cell in in_row {
                if !seen.contains(&cell.column) {
                    seen.push(cell.column);
                    wide += cell.across;
                }
            }
            columns = columns.max(wide);
        }
        let border = |side: &str| {
            format!("<w:{side} w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"auto\"/>")
        };
        let borders: String = ["top", "left", "bottom", "right", "insideH", "insideV"]
            .into_iter()
            .map(border)
            .collect();
        let grid = format!("<w:gridCol w:w=\"{}\"/>", WIDTH / columns).repeat(columns);
        let _ = write!(
            self.xml,
            "<w:tbl><w:tblPr><w:tblW w:w=\"{WIDTH}\" w:type=\"dxa\"/><w:tblBorders>{borders}</w:tblBorders></w:tblPr>\
             <w:tblGrid>{grid}</w:tblGrid>"
        );
        let mut open: Option<Cell> = None;
        for (index, block) in blocks.iter().enumerate() {
            let Some(cell) = block.cell else { continue };
            let is_new_row = open.is_none_or(|before| before.row != cell.row);
            if open.is_some_and(|before| before != cell) {
                self.xml.push_str("</w:tc>");
            }
            if is_new_row {
                let end = if open.is_some() { "</w:tr>" } else { "" };
                self.xml.push_str(end);
                self.xml.push_str("<w:tr>");
            }
            if open != Some(cell) {
                let width = WIDTH / columns * cell.across;
                let _ = write!(
                    self.xml,
                    "<w:tc><w:tcPr><w:tcW w:w=\"{width}\" w:type=\"dxa\"/><w:gridSpan w:val=\"{}\"/></w:tcPr>",
                    cell.across
                );
            }
            self.paragraph(first + index, block);
            open = Some(cell);
        }
        // Word wants a paragraph after a table; it is not a block of the letter.
        self.xml.push_str("</w:tc></w:tr></w:tbl><w:p/>");
    }

    fn paragraph(&mut self, index: usize, block: &Block) {
        let properties = self.properties(block);
        let _ = write!(
            self.xml,
            "<w:p><w:pPr>{properties}</w:pPr><w:bookmarkStart w:id=\"{index}\" w:name=\"{}{index}\"/>",
            parts::BLOCK
        );
        let same_field = |one: &Run, other: &Run| {
            one.term() == other.term() && one.attribute("a", "href") == other.attribute("a", "href")
        };
        for runs in block.runs.chunk_by(same_field) {
            self.runs(runs);
        }
        let _ = write!(self.xml, "<w:bookmarkEnd w:id=\"{index}\"/></w:p>");
    }

    fn properties(&mut self, block: &Block) -> String {
        let mut xml = String::new();
        match block.kind {
            Kind::Heading(level) => {
                let _ = write!(xml, "<w:pStyle w:val=\"Heading{level}\"/>");
            }
            Kind::Item {
                is_ordered,
                level,
                list,
                start,
            } => {
                let list = list as usize;
                if self.lists.len() <= list {
                    self.lists.resize(list + 1, (false, 1));
                }
                self.lists[list] = (is_ordered, start);
                let _ = write!(
                    xml,
                    "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"{}\"/></w:numPr><w:ind w:left=\"{}\" w:hanging=\"360\"/>",
                    list + 1,
                    INDENT * (u32::from(level) + 1)
                );
            }
            Kind::Rule => xml.push_str(
                "<w:pBdr><w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"1\" w:color=\"auto\"/></w:pBdr>",
            ),
            Kind::Paragraph => {}
        }
        match block.align {
            "justify" => xml.push_str("<w:jc w:val=\"both\"/>"),
            "left" => {}
            side => {
                let _ = write!(xml, "<w:jc w:val=\"{side}\"/>");
            }
        }
        xml
    }

    /// Runs of one term and one link, or of none.
    fn runs(&mut self, runs: &[Run]) {
        let mut xml: String = runs.iter().map(run).collect();
        if let Some(address) = runs[0].attribute("a", "href") {
            self.links.push(address.to_owned());
            xml = format!(
                "<w:hyperlink r:id=\"rIdL{}\">{xml}</w:hyperlink>",
                self.links.len()
            );
        }
        if let Some(term) = runs[0].term() {
            self.controls += 1;
            let alias = term.replace('_', " ");
            xml = format!(
                "<w:sdt><w:sdtPr><w:alias w:val=\"{}\"/><w:tag w:val=\"{}{}\"/><w:id w:val=\"{}\"/></w:sdtPr>\
                 <w:sdtContent>{xml}</w:sdtContent></w:sdt>",
                escaped(&alias),
                parts::TERM,
                escaped(term),
                1_000 + self.controls
            );
        }
        self.xml.push_str(&xml);
    }
}

fn run(run: &Run) -> String {
    let mut xml = "<w:r><w:rPr>".to_owned();
    for (tags, format) in [
        (&["b", "strong", "th"][..], "<w:b/>"),
        (&["i", "em"], "<w:i/>"),
        (&["s"], "<w:strike/>"),
        (&["u"], "<w:u w:val=\"single\"/>"),
        (&["sub"], "<w:vertAlign w:val=\"subscript\"/>"),
        (&["sup"], "<w:vertAlign w:val=\"superscript\"/>"),
    ] {
        if run.is_in(tags) {
            xml.push_str(format);
        }
    }
    xml.push_str("</w:rPr>");
    for (index, line) in run.text.split('\n').enumerate() {
        if index > 0 {
            xml.push_str("<w:br/>");
        }
        if !line.is_empty() {
            let _ = write!(xml, "<w:t xml:space=\"preserve\">{}</w:t>", escaped(line));
        }
    }
    xml.push_str("</w:r>");
    xml
}

fn links(addresses: &[String]) -> String {
    let mut xml =
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
            .to_owned();
    for (id, kind, target) in [
        ("rId1", "settings", "settings.xml"),
        ("rId2", "styles", "styles.xml"),
        ("rId3", "numbering", "numbering.xml"),
        ("rId4", "header", "header1.xml"),
        ("rId5", "footer", "footer1.xml"),
    ] {
        let _ = write!(
            xml,
            "<Relationship Id=\"{id}\" Type=\"{LINK}/{kind}\" Target=\"{target}\"/>"
        );
    }
    for (index, address) in addresses.iter().enumerate() {
        let _ = write!(
            xml,
            "<Relationship Id=\"rIdL{}\" Type=\"{LINK}/hyperlink\" Target=\"{}\" TargetMode=\"External\"/>",
            index + 1,
            escaped(address)
        );
    }
    xml + "</Relationships>"
}

fn numbering(lists: &[(bool, u32)]) -> String {
    let mut xml = format!("<w:numbering {W}>");
    for (index, (is_ordered, start)) in lists.iter().enumerate() {
        let (format, text) = if *is_ordered {
            ("decimal", "%1.")
        } else {
            ("bullet", "•")
        };
        let _ = write!(
            xml,
            "<w:abstractNum w:abstractNumId=\"{index}\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"{start}\"/>\
             <w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"{text}\"/><w:lvlJc w:val=\"left\"/></w:lvl></w:abstractNum>"
        );
    }
    for index in 0..lists.len() {
        let _ = write!(
            xml,
            "<w:num w:numId=\"{}\"><w:abstractNumId w:val=\"{index}\"/></w:num>",
            index + 1
        );
    }
    xml + "</w:numbering>"
}

fn core(number: &str) -> String {
    format!(
        "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Letter of Intent {}</dc:title></cp:coreProperties>",
        escaped(number)
    )
}

fn properties(letter: &Letter<'_>) -> String {
    let mut xml = "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/custom-properties\" \
        xmlns:vt=\"http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes\">"
        .to_owned();
    let hash = text_hash(letter.blocks);
    let known = [
        (parts::LETTER_ID, letter.letter_id),
        (parts::LETTER_NUMBER, letter.number),
        (parts::LETTER_SHA256, &hash),
    ];
    for (index, (name, value)) in known.into_iter().enumerate() {
        let _ = write!(
            xml,
            "<property fmtid=\"{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}\" pid=\"{}\" name=\"{name}\">\
             <vt:lpwstr>{}</vt:lpwstr></property>",
            index + 2,
            escaped(value)
        );
    }
    xml + "</Properties>"
}

/// For content and attributes. Characters that XML does not have are left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            other if other.is_control() && other != '\t' => {}
            other => xml.push(other),
        }
    }
    xml
}
