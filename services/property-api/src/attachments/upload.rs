//! Receives an upload: streams files to the object store while the form is read.
//!
//! A failed upload leaves nothing: its finished objects are deleted, and the sweep deletes what a
//! crash leaves. Rows are written afterwards, by the operation.

use std::collections::HashMap;

use actix_multipart::{Field, Multipart};
use actix_web::http::header::HeaderMap;
use actix_web::web;
use bytes::Bytes;
use domain::{AttachmentId, CustomerId};
use futures::StreamExt as _;
use uuid::Uuid;

use super::domain::{FileName, HEAD, MAX_FILE_BYTES, MAX_FILES, MAX_UPLOAD_BYTES, content_type};
use super::storage::{Incoming, ObjectKey};
use super::{AttachmentError, FileStore};

const FILE_TOO_LARGE: &str = "A file is larger than 50 MB. Nothing was uploaded.";
const UPLOAD_TOO_LARGE: &str = "The files are larger than 100 MB together. Nothing was uploaded.";
const TOO_MANY_FILES: &str = "Please upload at most 50 files at once.";

/// Beyond the size limit so much is read and dropped, so that the client can read the error
/// response.
const MAX_DRAINED_BYTES: u64 = 2 * MAX_UPLOAD_BYTES;
/// Limits the size and number of fields that are not files.
const MAX_FIELD_BYTES: usize = 4 * 1024;
const MAX_FIELDS: usize = 20;

/// A file whose object is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// Also the object's name.
    pub attachment_id: AttachmentId,
    pub name: FileName,
    pub size: u64,
    /// Detected from the content.
    pub content_type: &'static str,
}

/// A completely read form.
#[derive(Debug, Default)]
pub struct Received {
    /// Fields that are not files.
    pub fields: HashMap<String, String>,
    /// In the form's order.
    pub files: Vec<StoredFile>,
}

/// Reads a form. On failure its objects are deleted.
pub async fn receive(
    store: &FileStore,
    customer_id: CustomerId,
    headers: &HeaderMap,
    payload: web::Payload,
) -> Result<Received, AttachmentError> {
    let mut reader = Reader {
        store,
        customer_id,
        received: Received::default(),
        total: 0,
        refused: None,
    };
    let result = reader.read(Multipart::new(headers, payload)).await;
    let Reader {
        received, refused, ..
    } = reader;
    match (result, refused) {
        (Ok(()), None) => Ok(received),
        (result, refused) => {
            discard(store, customer_id, &received.files).await;
            Err(result
                .err()
                .or(refused)
                .unwrap_or(AttachmentError::Unreadable(None)))
        }
    }
}

/// Deletes the objects of a failed upload. What cannot be deleted now is swept later.
pub async fn discard(store: &FileStore, customer_id: CustomerId, files: &[StoredFile]) {
    for file in files {
        let key = ObjectKey {
            customer_id,
            attachment_id: file.attachment_id,
        };
        if let Err(error) = store.delete(key).await {
            tracing::warn!(error.cause = %error, "an object of a failed upload stays until it is swept");
        }
    }
}

struct Reader<'a> {
    store: &'a FileStore,
    customer_id: CustomerId,
    received: Received,
    /// Bytes of all files so far.
    total: u64,
    /// Why the upload will be rejected; the rest is only read.
    refused: Option<AttachmentError>,
}

impl Reader<'_> {
    async fn read(&mut self, mut form: Multipart) -> Result<(), AttachmentError> {
        while let Some(field) = form.next().await {
            let field = field.map_err(unreadable)?;
            let name = field.name().unwrap_or_default().to_owned();
            match file_name(&field) {
                Some(given) => self.read_file(field, &given).await?,
                None => self.read_text(field, name).await?,
            }
        }
        Ok(())
    }

    async fn read_text(&mut self, mut field: Field, name: String) -> Result<(), AttachmentError> {
        let mut text = Vec::new();
        while let Some(chunk) = field.next().await {
            let chunk = chunk.map_err(unreadable)?;
            if text.len() + chunk.len() > MAX_FIELD_BYTES
                || self.received.fields.len() >= MAX_FIELDS
            {
                return Err(AttachmentError::TooLarge(
                    "A field of the form is too long.",
                ));
            }
            text.extend_from_slice(&chunk);
        }
        let text =
            String::from_utf8(text).map_err(|_not_utf8| AttachmentError::Unreadable(None))?;
        self.received.fields.insert(name, text);
        Ok(())
    }

    async fn read_file(&mut self, mut field: Field, given: &str) -> Result<(), AttachmentError> {
        let first = field.next().await.transpose().map_err(unreadable)?;
        if first.is_none() && given.is_empty() {
            // A browser's empty file input. A named file without bytes is a file.
            return Ok(());
        }
        self.store_file(given, first, field).await
    }

    async fn store_file(
        &mut self,
        given: &str,
        first: Option<Bytes>,
        mut field: Field,
    ) -> Result<(), AttachmentError> {
        if self.received.files.len() >= MAX_FILES {
            self.refused
                .get_or_insert(AttachmentError::Field("file", TOO_MANY_FILES.to_owned()));
        }
        let attachment_id = AttachmentId(Uuid::now_v7());
        let key = ObjectKey {
            customer_id: self.customer_id,
            attachment_id,
        };
        let mut target = match self.refused {
            None => Some(self.store.create(key).await?),
            Some(_) => None,
        };
        let copied = self.copy(first, &mut field, &mut target).await;
        let (size, head) = match (copied, target) {
            (Ok(copied), Some(target)) => {
                target.finish().await?;
                copied
            }
            (Err(error), target) => {
                if let Some(target) = target {
                    target.abort().await;
                }
                return Err(error);
            }
            (Ok(_), None) => return Ok(()),
        };
        let name = FileName::of(given);
        let content_type = content_type(&head, &name);
        self.received.files.push(StoredFile {
            attachment_id,
            name,
            size,
            content_type,
        });
        Ok(())
    }

    /// Streams a file to the store; returns its size and first bytes. Beyond a limit the object is
    /// discarded and the rest only read.
    async fn copy(
        &mut self,
        first: Option<Bytes>,
        field: &mut Field,
        target: &mut Option<Incoming>,
    ) -> Result<(u64, Vec<u8>), AttachmentError> {
        let (mut size, mut head) = (0_u64, Vec::new());
        // A field must not be polled after its end.
        let mut next = first.map(Ok);
        while let Some(chunk) = next {
            let chunk = chunk.map_err(unreadable)?;
            size += chunk.len() as u64;
            self.total += chunk.len() as u64;
            if size > MAX_FILE_BYTES {
                self.refused
                    .get_or_insert(AttachmentError::TooLarge(FILE_TOO_LARGE));
            } else if self.total > MAX_UPLOAD_BYTES {
                self.refused
                    .get_or_insert(AttachmentError::TooLarge(UPLOAD_TOO_LARGE));
            }
            if self.total > MAX_DRAINED_BYTES {
                return Err(AttachmentError::TooLarge(UPLOAD_TOO_LARGE));
            }
            if self.refused.is_some()
                && let Some(target) = target.take()
            {
                target.abort().await;
            }
            head.extend_from_slice(&chunk[..chunk.len().min(HEAD - head.len())]);
            if let Some(target) = target {
                target.write(chunk).await?;
            }
            next = field.next().await;
        }
        Ok((size, head))
    }
}

/// The client's file name; `None` when the part is not a file.
fn file_name(field: &Field) -> Option<String> {
    let disposition = field.content_disposition()?;
    let extended = disposition
        .get_filename_ext()
        .and_then(|name| String::from_utf8(name.value.clone()).ok());
    extended.or_else(|| disposition.get_filename().map(ToOwned::to_owned))
}

fn unreadable(error: actix_multipart::MultipartError) -> AttachmentError {
    use actix_multipart::MultipartError as E;
    match error {
        E::ContentTypeMissing
        | E::ContentTypeParse
        | E::ContentTypeIncompatible
        | E::BoundaryMissing => AttachmentError::NotMultipart,
        other => AttachmentError::Unreadable(Some(other.to_string())),
    }
}
