//! Streaming XML: elements of Word's namespaces, and text without entities of a file's own.

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};
use quick_xml::{NsReader, XmlVersion};

use crate::ReadError;

/// Word's namespace, as most programs write it and in the strict form of the standard.
const WORD: [&str; 2] = [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
];
const COMPATIBILITY: &str = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const MATH: &str = "http://schemas.openxmlformats.org/officeDocument/2006/math";
/// Elements inside one another at most.
const MAX_DEPTH: usize = 200;

/// A piece of XML.
#[derive(Debug)]
pub enum Token<'a> {
    /// An element of Word by its name, others by `mc:` or `m:` before it, or `?`.
    Start(String, BytesStart<'a>),
    End,
    Text(String),
}

pub struct Markup<'a> {
    reader: NsReader<&'a [u8]>,
    depth: usize,
}

impl<'a> Markup<'a> {
    pub fn new(xml: &'a str) -> Self {
        let mut reader = NsReader::from_str(xml);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, depth: 0 }
    }

    /// The next piece; none at the end.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, ReadError> {
        loop {
            let (namespace, event) = self
                .reader
                .read_resolved_event()
                .map_err(|_error| ReadError::Damaged)?;
            return Ok(Some(match event {
                Event::Start(start) | Event::Empty(start) => {
                    let prefix = match namespace {
                        ResolveResult::Bound(Namespace(name)) if WORD.contains(&name) => "",
                        ResolveResult::Bound(Namespace(COMPATIBILITY)) => "mc:",
                        ResolveResult::Bound(Namespace(MATH)) => "m:",
                        _ => "?",
                    };
                    let name = format!("{prefix}{}", start.local_name().into_inner());
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return Err(ReadError::Damaged);
                    }
                    Token::Start(name, start)
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    Token::End
                }
                Event::Text(text) => Token::Text(text.xml10_content().into_owned()),
                Event::CData(text) => Token::Text(text.xml10_content().into_owned()),
                Event::GeneralRef(name) => Token::Text(referred(&name)?),
                Event::DocType(_) => return Err(ReadError::DocumentType),
                Event::Eof if self.depth > 0 => return Err(ReadError::Damaged),
                Event::Eof => return Ok(None),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
            }));
        }
    }

    /// Passes over the element that was started last; returns its text, and whether it has a text
    /// box.
    pub fn skip(&mut self) -> Result<(String, bool), ReadError> {
        let (mut inside, mut text, mut has_box) = (1_usize, String::new(), false);
        let mut is_text = Vec::new();
        while inside > 0 {
            match self.next()?.ok_or(ReadError::Damaged)? {
                Token::Start(name, _) => {
                    inside += 1;
                    has_box |= name == "txbxContent";
                    is_text.push(name == "t");
                }
                Token::End => {
                    inside -= 1;
                    is_text.pop();
                }
                Token::Text(more) if is_text.last() == Some(&true) => text.push_str(&more),
                Token::Text(_) => {}
            }
        }
        Ok((text, has_box))
    }
}

fn referred(name: &quick_xml::events::BytesRef<'_>) -> Result<String, ReadError> {
    let character = name.resolve_char_ref();
    if let Some(character) = character.map_err(|_error| ReadError::Damaged)? {
        return Ok(character.to_string());
    }
    let known = match &**name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        // A file's own entities are never expanded.
        _ => return Err(ReadError::Damaged),
    };
    Ok(known.to_owned())
}

/// An attribute by its name without prefix.
pub fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = start
        .attributes()
        .with_checks(false)
        .filter_map(Result::ok)
        .find(|attribute| attribute.key.local_name().into_inner() == name)?;
    let value = found.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.into_owned())
}

/// The text of a part with a space after each paragraph.
pub fn text_of(xml: &str) -> Result<String, ReadError> {
    let mut markup = Markup::new(xml);
    let (mut text, mut open) = (String::new(), Vec::new());
    while let Some(token) = markup.next()? {
        match token {
            Token::Start(name, _) => open.push(name),
            Token::End => {
                if open.pop().as_deref() == Some("p") {
                    text.push(' ');
                }
            }
            Token::Text(more) if open.last().is_some_and(|name| name == "t") => {
                text.push_str(&more);
            }
            Token::Text(_) => {}
        }
    }
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
