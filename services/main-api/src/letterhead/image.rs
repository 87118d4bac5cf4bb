//! Reads an uploaded image into memory; it is small. Its type is detected from the bytes.

use actix_multipart::{Field, Multipart};
use futures::StreamExt as _;

use super::LetterheadError;
use crate::users::avatars::picture_type;

pub const MAX_BYTES: usize = 2_097_152;
/// So much of an oversized body is read and dropped, so that the client can read the error
/// response.
const MAX_READ: usize = 20 * MAX_BYTES;

pub struct Image {
    /// Detected from the bytes.
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

/// Reads the form's part `image`; other parts are ignored.
pub async fn receive(mut form: Multipart) -> Result<Image, LetterheadError> {
    let (mut bytes, mut read) = (None, 0);
    while let Some(field) = form.next().await {
        let field = field.map_err(broken)?;
        let wanted = field.name() == Some("image");
        let kept = read_part(field, wanted, &mut read).await?;
        if wanted {
            bytes = Some(kept);
        }
    }
    let bytes = bytes.ok_or(LetterheadError::NoUpload("Choose an image."))?;
    if bytes.len() > MAX_BYTES {
        return Err(LetterheadError::TooLarge);
    }
    let (content_type, _) = picture_type(&bytes).ok_or(LetterheadError::NoPicture)?;
    Ok(Image {
        content_type,
        bytes,
    })
}

/// Reads a part, or skips it. An oversized part is read until it exceeds the limit.
async fn read_part(
    mut field: Field,
    wanted: bool,
    read: &mut usize,
) -> Result<Vec<u8>, LetterheadError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(broken)?;
        *read += chunk.len();
        if *read > MAX_READ {
            return Err(LetterheadError::TooLarge);
        }
        if wanted && bytes.len() <= MAX_BYTES {
            bytes.extend_from_slice(&chunk);
        }
    }
    Ok(bytes)
}

fn broken<E>(_error: E) -> LetterheadError {
    LetterheadError::NoUpload("The upload was interrupted. Please try again.")
}
