//! Reads the form of a returned document: the file into memory, and two fields.

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::http::header::HeaderMap;
use actix_web::web;
use futures::StreamExt as _;

use super::DocxError;
use crate::attachments::AttachmentError;
use crate::attachments::domain::FileName;

/// Media type of a Word file.
pub const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const MAX_FILE_BYTES: usize = 10_000_000;
/// Of a field that is not a file.
const MAX_FIELD_BYTES: usize = 1_000;
const MAX_FIELDS: usize = 20;

/// A returned document.
#[derive(Debug)]
pub struct Form {
    pub file: Vec<u8>,
    pub name: FileName,
    /// The letter's `version`.
    pub version: i64,
    /// Whether the user says that a file without mark is of this letter.
    pub is_confirmed: bool,
}

/// Reads a whole form, also beyond a limit, so that the client can read the error response.
pub async fn read(headers: &HeaderMap, payload: web::Payload) -> Result<Form, DocxError> {
    let mut form = Multipart::new(headers, payload);
    let (mut file, mut version, mut is_confirmed, mut count) = (None, None, false, 0);
    while let Some(field) = form.next().await {
        let field = field.map_err(unreadable)?;
        count += 1;
        if count > MAX_FIELDS {
            return Err(DocxError::Field("file", "The form has too many fields."));
        }
        let given = field.content_disposition();
        let given = given.and_then(|given| given.get_filename().map(FileName::of));
        match (field.name().unwrap_or_default(), given) {
            ("file", Some(name)) => file = Some((bytes(field, MAX_FILE_BYTES).await?, name)),
            ("version", _) => version = text(field).await?.trim().parse().ok(),
            ("confirmed", _) => is_confirmed = text(field).await?.trim() == "true",
            _ => drop(bytes(field, MAX_FIELD_BYTES).await?),
        }
    }
    let (file, name) = file.ok_or(DocxError::Field("file", "Please choose a file."))?;
    let version = version.ok_or(DocxError::Field(
        "version",
        "The letter's version is required.",
    ))?;
    Ok(Form {
        file,
        name,
        version,
        is_confirmed,
    })
}

async fn bytes(mut field: Field, most: usize) -> Result<Vec<u8>, DocxError> {
    let (mut bytes, mut is_too_large) = (Vec::new(), false);
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(unreadable)?;
        is_too_large |= bytes.len() + chunk.len() > most;
        if !is_too_large {
            bytes.extend_from_slice(&chunk);
        }
    }
    if is_too_large {
        return Err(DocxError::TooLarge);
    }
    Ok(bytes)
}

async fn text(field: Field) -> Result<String, DocxError> {
    let bytes = bytes(field, MAX_FIELD_BYTES).await?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn unreadable(error: MultipartError) -> DocxError {
    DocxError::Form(match error {
        MultipartError::ContentTypeMissing
        | MultipartError::ContentTypeParse
        | MultipartError::ContentTypeIncompatible
        | MultipartError::BoundaryMissing => AttachmentError::NotMultipart,
        other => AttachmentError::Unreadable(Some(other.to_string())),
    })
}
