//! Reads a returned file: its body with tracked changes, its comments, and what else it says.

use crate::ReadError;
use crate::document::{self, By, Document, by};
use crate::markup::{Markup, Token, attribute, text_of};
use crate::package::Package;
use crate::parts;

/// Characters of a comment.
const MAX_COMMENT: usize = 5_000;
/// Comments of a file.
const MAX_COMMENTS: usize = 1_000;

/// The letter that a file says it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterMark {
    /// As it was written.
    pub letter_id: String,
    /// SHA-256 of the texts of its blocks when it was written.
    pub sha256: String,
}

/// A file that came back.
#[derive(Debug)]
pub struct Returned {
    /// None if the file does not say.
    pub letter: Option<LetterMark>,
    pub(crate) document: Document,
    pub(crate) comments: Vec<Comment>,
    /// Text above the pages.
    pub(crate) headers: Vec<String>,
    /// Text below the pages.
    pub(crate) footers: Vec<String>,
    /// Other parts that have text.
    pub(crate) others: Vec<&'static str>,
}

#[derive(Debug)]
pub struct Comment {
    pub id: String,
    pub by: By,
    pub text: String,
}

/// Reads a file of somebody else.
pub fn read(bytes: &[u8]) -> Result<Returned, ReadError> {
    let mut package = Package::open(bytes)?;
    let document = package.part(parts::DOCUMENT)?.ok_or(ReadError::NotDocx)?;
    let document = document::read(&document)?;
    let comments = match package.part(parts::COMMENTS)? {
        Some(xml) => comments(&xml)?,
        None => Vec::new(),
    };
    let letter = match package.part(parts::PROPERTIES)? {
        Some(xml) => letter_mark(&xml)?,
        None => None,
    };
    let (mut headers, mut footers) = (Vec::new(), Vec::new());
    let mut others = document.others.clone();
    let mut names = package.names();
    names.sort();
    for name in names {
        let kind = ["header", "footer", "footnotes", "endnotes"]
            .into_iter()
            .find(|kind| name.starts_with(&format!("word/{kind}")));
        let Some(kind) = kind else { continue };
        let text = text_of(&package.part(&name)?.unwrap_or_default())?;
        match kind {
            _ if text.is_empty() => {}
            "header" => headers.push(text),
            "footer" => footers.push(text),
            _ if others.contains(&"note") => {}
            _ => others.push("note"),
        }
    }
    Ok(Returned {
        letter,
        document,
        comments,
        headers,
        footers,
        others,
    })
}

fn comments(xml: &str) -> Result<Vec<Comment>, ReadError> {
    let mut markup = Markup::new(xml);
    let (mut comments, mut open): (Vec<Comment>, Vec<String>) = (Vec::new(), Vec::new());
    while let Some(token) = markup.next()? {
        match token {
            Token::Start(name, start) => {
                if name == "comment" {
                    if comments.len() >= MAX_COMMENTS {
                        return Err(ReadError::TooLarge);
                    }
                    comments.push(Comment {
                        id: attribute(&start, "id").unwrap_or_default(),
                        by: by(&start),
                        text: String::new(),
                    });
                }
                open.push(name);
            }
            Token::End => {
                if open.pop().as_deref() == Some("p")
                    && let Some(comment) = comments.last_mut()
                {
                    comment.text.push('\n');
                }
            }
            Token::Text(text) => {
                if open.last().is_some_and(|name| name == "t")
                    && let Some(comment) = comments.last_mut()
                {
                    let left = MAX_COMMENT.saturating_sub(comment.text.chars().count());
                    comment.text.extend(text.chars().take(left));
                }
            }
        }
    }
    for comment in &mut comments {
        comment.text = comment.text.trim().to_owned();
    }
    Ok(comments)
}

fn letter_mark(xml: &str) -> Result<Option<LetterMark>, ReadError> {
    let mut markup = Markup::new(xml);
    let (mut name, mut letter_id, mut sha256) = (String::new(), None, String::new());
    while let Some(token) = markup.next()? {
        match token {
            Token::Start(_, start) => {
                if let Some(given) = attribute(&start, "name") {
                    name = given;
                }
            }
            Token::Text(text) if !text.trim().is_empty() => match name.as_str() {
                parts::LETTER_ID => letter_id = Some(text.trim().to_owned()),
                parts::LETTER_SHA256 => text.trim().clone_into(&mut sha256),
                _ => {}
            },
            Token::Text(_) | Token::End => {}
        }
    }
    Ok(letter_id.map(|letter_id| LetterMark { letter_id, sha256 }))
}
