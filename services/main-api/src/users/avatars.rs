//! Avatars on disk.
//!
//! The upload is streamed to a temporary file and only then given its place, so that a broken or
//! refused upload leaves nothing. File names are made by us; the type is what the bytes say.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use actix_multipart::{Field, Multipart};
use domain::{CustomerId, UserId};
use futures::StreamExt as _;
use tokio::fs::DirEntry;
use tokio::io::AsyncWriteExt as _;
use uuid::Uuid;

use super::UserError;

/// Largest avatar in bytes.
pub const MAX_BYTES: u64 = 20_971_520;
/// How much more is read and dropped, so that the client gets to read the refusal.
const MAX_DRAINED: u64 = 4 * MAX_BYTES;
/// Longest other field in bytes.
const MAX_FIELD: usize = 200;
/// Age below which a file is left alone.
const YOUNG: Duration = Duration::from_hours(1);
/// Bytes that tell the type.
const HEAD: usize = 64;

/// An accepted picture in a temporary file; removed again unless it is kept.
pub struct Upload {
    temporary: PathBuf,
    kept: bool,
    /// Content type by its bytes.
    pub content_type: &'static str,
    extension: &'static str,
}

/// The form of `upload_avatar`.
pub struct AvatarUpload {
    /// `user_id`, where the form has it.
    pub user_id: Option<String>,
    /// The picture.
    pub upload: Upload,
}

/// Folder of a firm's avatars.
pub fn folder(storage: &Path, customer_id: CustomerId) -> PathBuf {
    storage.join("avatars").join(customer_id.to_string())
}

/// Reads the form, streaming the picture to disk.
pub async fn receive(storage: &Path, mut form: Multipart) -> Result<AvatarUpload, UserError> {
    let broken = |_error| UserError::NoUpload("The upload broke off. Please try again.");
    let (mut user_id, mut upload) = (None, None);
    while let Some(field) = form.next().await {
        let field = field.map_err(broken)?;
        match field.name() {
            Some("avatar") => upload = Some(receive_picture(storage, field).await?),
            Some("user_id") => user_id = Some(receive_text(field).await?),
            _ => drain(field, 0).await?,
        }
    }
    let upload = upload.ok_or(UserError::NoUpload("Choose an image."))?;
    Ok(AvatarUpload { user_id, upload })
}

async fn receive_picture(storage: &Path, mut field: Field) -> Result<Upload, UserError> {
    let folder = storage.join("incoming");
    tokio::fs::create_dir_all(&folder).await?;
    let temporary = folder.join(Uuid::new_v4().to_string());
    // From here on the file goes away with this value, whatever happens.
    let mut upload = Upload {
        temporary,
        kept: false,
        content_type: "",
        extension: "",
    };
    let mut file = tokio::fs::File::create(&upload.temporary).await?;
    let (mut head, mut size) = (Vec::new(), 0_u64);
    while let Some(chunk) = field.next().await {
        let chunk = chunk
            .map_err(|_error| UserError::NoUpload("The upload broke off. Please try again."))?;
        size += chunk.len() as u64;
        if size > MAX_BYTES {
            drain(field, size).await?;
            return Err(UserError::TooLarge);
        }
        if head.len() < HEAD {
            head.extend_from_slice(&chunk[..chunk.len().min(HEAD)]);
        }
        file.write_all(&chunk).await?;
    }
    file.sync_all().await?;
    (upload.content_type, upload.extension) = picture_type(&head).ok_or(UserError::NoPicture)?;
    Ok(upload)
}

/// Content type and file extension, when the first bytes are those of a picture that we take.
pub fn picture_type(head: &[u8]) -> Option<(&'static str, &'static str)> {
    match infer::get(head)?.mime_type() {
        "image/png" => Some(("image/png", "png")),
        "image/jpeg" => Some(("image/jpeg", "jpg")),
        "image/webp" => Some(("image/webp", "webp")),
        _ => None,
    }
}

async fn receive_text(mut field: Field) -> Result<String, UserError> {
    let mut text = Vec::new();
    while let Some(chunk) = field.next().await {
        let chunk = chunk
            .map_err(|_error| UserError::NoUpload("The upload broke off. Please try again."))?;
        text.extend_from_slice(&chunk);
        if text.len() > MAX_FIELD {
            return Err(UserError::NotFound);
        }
    }
    String::from_utf8(text).map_err(|_not_text| UserError::NotFound)
}

/// Reads a part to its end without keeping it.
async fn drain(mut field: Field, mut size: u64) -> Result<(), UserError> {
    while let Some(Ok(chunk)) = field.next().await {
        size += chunk.len() as u64;
        if size > MAX_DRAINED {
            return Err(UserError::TooLarge);
        }
    }
    Ok(())
}

impl Upload {
    /// Gives the picture its place and answers its file name.
    pub async fn keep(mut self, folder: &Path, user_id: UserId) -> Result<String, UserError> {
        tokio::fs::create_dir_all(folder).await?;
        let name = format!("{user_id}-{}.{}", Uuid::new_v4().simple(), self.extension);
        tokio::fs::rename(&self.temporary, folder.join(&name)).await?;
        self.kept = true;
        Ok(name)
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if !self.kept
            && let Err(error) = std::fs::remove_file(&self.temporary)
        {
            tracing::debug!(error.cause = %error, "a temporary upload was not removed");
        }
    }
}

/// Removes pictures that no user has and uploads that broke off. A young file may be an upload
/// whose row is not written yet.
pub async fn sweep(storage: &Path, used: Vec<String>) -> std::io::Result<()> {
    let used: HashSet<String> = used.into_iter().collect();
    let mut folders = subfolders(&storage.join("avatars")).await?;
    folders.push(storage.join("incoming"));
    for folder in folders {
        for file in entries(&folder).await? {
            let name = file.file_name().to_string_lossy().into_owned();
            let age = file.metadata().await?.modified()?.elapsed();
            if !used.contains(&name) && age.is_ok_and(|age| age > YOUNG) {
                remove(&file.path()).await?;
            }
        }
    }
    Ok(())
}

/// Removes a file that another replica may have removed already.
async fn remove(file: &Path) -> std::io::Result<()> {
    match tokio::fs::remove_file(file).await {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

async fn subfolders(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let found = entries(folder).await?;
    Ok(found.iter().map(DirEntry::path).collect())
}

async fn entries(folder: &Path) -> std::io::Result<Vec<DirEntry>> {
    let mut found = Vec::new();
    let mut reader = match tokio::fs::read_dir(folder).await {
        Ok(reader) => reader,
        // Nobody has uploaded anything yet.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(found),
        Err(error) => return Err(error),
    };
    while let Some(entry) = reader.next_entry().await? {
        found.push(entry);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::{picture_type, sweep};

    #[tokio::test]
    async fn only_old_pictures_of_nobody_are_swept() {
        let storage = tempfile::tempdir().unwrap();
        sweep(storage.path(), Vec::new()).await.unwrap();
        let firm = storage.path().join("avatars").join("firm");
        let incoming = storage.path().join("incoming");
        let day_ago = SystemTime::now() - Duration::from_hours(24);
        for (folder, name, old) in [
            (&firm, "used.png", true),
            (&firm, "old.png", true),
            (&firm, "young.png", false),
            (&incoming, "broken-off", true),
        ] {
            std::fs::create_dir_all(folder).unwrap();
            let file = std::fs::File::create(folder.join(name)).unwrap();
            if old {
                file.set_modified(day_ago).unwrap();
            }
        }
        let used = vec!["used.png".to_owned()];
        sweep(storage.path(), used).await.unwrap();
        assert!(firm.join("used.png").exists() && firm.join("young.png").exists());
        assert!(!firm.join("old.png").exists() && !incoming.join("broken-off").exists());
    }

    #[test]
    fn the_bytes_decide() {
        assert_eq!(
            picture_type(b"\x89PNG\r\n\x1a\n....").map(|found| found.1),
            Some("png")
        );
        assert_eq!(
            picture_type(&[0xFF, 0xD8, 0xFF, 0xE0]).map(|found| found.1),
            Some("jpg")
        );
        assert_eq!(
            picture_type(b"RIFF\0\0\0\0WEBPVP8 ").map(|found| found.1),
            Some("webp")
        );
        assert_eq!(picture_type(b"GIF89a......"), None);
        assert_eq!(picture_type(b"<svg xmlns='x'>"), None);
    }
}
