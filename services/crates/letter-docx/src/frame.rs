//! What stands around the text of a letter: it is written to the file, and never changed by what comes back.

use std::fmt::Write as _;

use crate::parts;
use crate::write::{W, escaped};

/// What stands around the text of a letter on its pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// Lines above each page: firm, address, number.
    pub header: Vec<String>,
    /// Who signs for the firm; may be empty.
    pub sender_name: String,
    /// As what; may be empty.
    pub sender_title: String,
    /// Lines below each page.
    pub footer: Vec<String>,
}

/// A line below the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClosingLine {
    pub(crate) text: String,
    look: Look,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Text,
    Heading,
    /// Below a line to sign on.
    Signed,
}

impl Frame {
    /// The lines below the text, as the letter's PDF has them. None is empty.
    pub(crate) fn closing(&self) -> Vec<ClosingLine> {
        let sender = [&self.sender_name, &self.sender_title];
        let sender = sender.into_iter().filter(|line| !line.trim().is_empty());
        let sender = sender.enumerate().map(|(place, line)| {
            let look = if place == 0 { Look::Signed } else { Look::Text };
            (line.as_str(), look)
        });
        let lines = [("Sincerely,", Look::Text)].into_iter().chain(sender);
        let lines = lines.chain([
            ("Acknowledged and Agreed", Look::Heading),
            ("Signature", Look::Signed),
            ("Title", Look::Signed),
            ("Date", Look::Signed),
        ]);
        lines
            .map(|(text, look)| ClosingLine {
                text: text.to_owned(),
                look,
            })
            .collect()
    }
}

impl ClosingLine {
    /// As a paragraph, bookmarked as the block of this number.
    pub(crate) fn paragraph(&self, index: usize) -> String {
        let properties = match self.look {
            Look::Text => "<w:keepNext/>",
            Look::Heading => "<w:pStyle w:val=\"Heading2\"/><w:keepNext/>",
            Look::Signed => {
                "<w:keepNext/><w:pBdr><w:top w:val=\"single\" w:sz=\"6\" w:space=\"1\" w:color=\"auto\"/></w:pBdr>\
                 <w:spacing w:before=\"720\"/>"
            }
        };
        format!(
            "<w:p><w:pPr>{properties}</w:pPr><w:bookmarkStart w:id=\"{index}\" w:name=\"{}{index}\"/>\
             <w:r><w:t xml:space=\"preserve\">{}</w:t></w:r><w:bookmarkEnd w:id=\"{index}\"/></w:p>",
            parts::BLOCK,
            escaped(&self.text)
        )
    }
}

/// A header (`hdr`) or footer (`ftr`) of these lines.
pub(crate) fn margin(element: &str, lines: &[String]) -> String {
    let mut paragraphs = String::new();
    for line in lines {
        let _ = write!(
            paragraphs,
            "<w:p><w:pPr><w:spacing w:after=\"0\"/></w:pPr><w:r><w:t xml:space=\"preserve\">{}</w:t></w:r></w:p>",
            escaped(line)
        );
    }
    if paragraphs.is_empty() {
        paragraphs.push_str("<w:p/>");
    }
    format!("<w:{element} {W}>{paragraphs}</w:{element}>")
}
