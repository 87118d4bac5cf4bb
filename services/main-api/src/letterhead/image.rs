//! Reads the picture of an upload form into memory; it is small. Its type is what the bytes say.

use actix_multipart::{Field, Multipart};
use futures::StreamExt as _;

use super::LetterheadError;
use crate::users::avatars::picture_type;

/// Largest picture in bytes.
pub const MAX_BYTES: usize = 2_097_152;
/// How much is read and dropped at most, so that the client gets to read the refusal.
const MAX_READ: usize = 20 * MAX_BYTES;

/// An accepted picture.
pub struct Image {
    /// By its bytes.
    pub content_type: &'static str,
    /// The whole file.
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

/// The part's bytes, where they are wanted; of a part that is too large the first too many.
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
    LetterheadError::NoUpload("The upload broke off. Please try again.")
}
