//! A letter's sanitized HTML as a list of blocks of text, and back. What has text of its own is a
//! block: a paragraph, a heading, an item, a cell.

use letter_of_intent::parse_html;
use sha2::{Digest as _, Sha256};

use crate::walk::edited;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A paragraph, also of a quotation.
    Paragraph,
    /// With its level, from 1.
    Heading(u8),
    /// Of a list.
    Item {
        /// Numbered.
        is_ordered: bool,
        /// From 0.
        level: u8,
        /// Of the letter's lists, from 0.
        list: u32,
        /// First number of the list.
        start: u32,
    },
    /// A horizontal line, without text.
    Rule,
}

/// Place in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Of the letter's tables, from 0.
    pub table: usize,
    /// From 0.
    pub row: usize,
    /// From 0.
    pub column: usize,
    /// Columns that it spans.
    pub across: usize,
}

/// An inline element around text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Such as `strong`, or `span` of a term.
    pub tag: String,
    /// Names and values.
    pub attributes: Vec<(String, String)>,
}

/// Text with the same format. Line breaks are `\n`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Without entities.
    pub text: String,
    /// From the outside in.
    pub marks: Vec<Mark>,
}

impl Run {
    /// The term that the text is the field of.
    pub fn term(&self) -> Option<&str> {
        self.attribute("span", "data-term")
    }

    /// The value of an attribute of a mark.
    pub fn attribute(&self, tag: &str, name: &str) -> Option<&str> {
        let mark = self.marks.iter().find(|mark| mark.tag == tag)?;
        let found = mark.attributes.iter().find(|(known, _)| known == name)?;
        Some(&found.1)
    }

    /// Whether it is in one of these elements.
    pub fn is_in(&self, tags: &[&str]) -> bool {
        self.marks
            .iter()
            .any(|mark| tags.contains(&mark.tag.as_str()))
    }
}

/// A block of a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: Kind,
    /// `left`, `center`, `right` or `justify`.
    pub align: &'static str,
    /// Of a table.
    pub cell: Option<Cell>,
    /// In order.
    pub runs: Vec<Run>,
}

impl Block {
    /// Its text without format.
    pub fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }
}

/// The blocks of a sanitized body, in order. Bodies that are nested too deeply have none.
pub fn blocks_of(html: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let nodes = parse_html(html).unwrap_or_default();
    edited(nodes, &mut |block| {
        blocks.push(block.clone());
        None
    });
    blocks
}

/// SHA-256 of the texts of blocks: what a returned file is recognized by.
pub fn text_hash(blocks: &[Block]) -> String {
    let mut hash = Sha256::new();
    for block in blocks {
        let text = block.text();
        // With lengths, so that no text moves from one block to the next unseen.
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text.as_bytes());
    }
    format!("{:x}", hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_text_of_its_own_is_a_block() {
        let html = "<h2>Terms</h2><p style=\"text-align:right\">a <strong>b<br>c</strong></p>loose<ul><li>one</li>\
            <li><p>two</p><ol start=\"4\"><li>deep</li></ol></li></ul><blockquote><p>q</p></blockquote><hr>\
            <table><tbody><tr><td colspan=\"2\">x</td><td></td></tr><tr><td><p>y</p></td></tr></tbody></table>";
        let blocks = blocks_of(html);
        let texts: Vec<String> = blocks.iter().map(Block::text).collect();
        assert_eq!(
            texts,
            [
                "Terms", "a b\nc", "loose", "one", "two", "deep", "q", "", "x", "", "y"
            ]
        );
        assert_eq!(blocks[0].kind, Kind::Heading(2));
        assert_eq!(blocks[1].align, "right");
        let deep = Kind::Item {
            is_ordered: true,
            level: 1,
            list: 1,
            start: 4,
        };
        assert_eq!(blocks[5].kind, deep);
        let cell = blocks[10].cell.unwrap();
        assert_eq!((cell.table, cell.row, cell.column), (0, 1, 0));
        assert_eq!(blocks[8].cell.unwrap().across, 2);
    }

    #[test]
    fn the_hash_depends_on_where_a_block_ends() {
        let one = text_hash(&blocks_of("<p>ab</p><p>c</p>"));
        assert_ne!(one, text_hash(&blocks_of("<p>a</p><p>bc</p>")));
        assert_eq!(
            one,
            text_hash(&blocks_of("<h1>ab</h1><p><strong>c</strong></p>"))
        );
    }
}
