//! Pictures of finished simulations, in a folder for each firm.
//!
//! The firm is part of the path and comes from the session, never from the caller: a picture of
//! another firm cannot even be named.

use std::io;
use std::path::{Path, PathBuf};

use ::domain::CustomerId;
use tokio::fs;
use uuid::Uuid;

/// A folder with pictures.
#[derive(Debug, Clone)]
pub struct Gallery {
    folder: PathBuf,
}

impl Gallery {
    /// Pictures in this folder; it is made when the first is kept.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Keeps a picture whole or not at all.
    pub async fn keep(&self, firm: CustomerId, picture: &[u8]) -> io::Result<Uuid> {
        let id = Uuid::now_v7();
        let path = self.path(firm, id);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).await?;
        }
        let unfinished = path.with_extension("part");
        let written = write(&unfinished, &path, picture).await;
        if written.is_err() {
            // What is left of it is in nobody's way; the first failure is the one to tell.
            let _ = fs::remove_file(&unfinished).await;
        }
        written.map(|()| id)
    }

    /// A picture of this firm.
    pub async fn find(&self, firm: CustomerId, id: Uuid) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.path(firm, id)).await {
            Ok(picture) => Ok(Some(picture)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn path(&self, firm: CustomerId, id: Uuid) -> PathBuf {
        self.folder.join(firm.to_string()).join(format!("{id}.png"))
    }
}

async fn write(unfinished: &Path, path: &Path, picture: &[u8]) -> io::Result<()> {
    fs::write(unfinished, picture).await?;
    fs::File::open(unfinished).await?.sync_all().await?;
    fs::rename(unfinished, path).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_picture_is_there_for_its_firm_only() {
        let folder = tempfile::tempdir().unwrap();
        let gallery = Gallery::new(folder.path().join("growth"));
        let (ours, theirs) = (CustomerId(Uuid::new_v4()), CustomerId(Uuid::new_v4()));
        let id = gallery.keep(ours, b"picture").await.unwrap();
        assert_eq!(
            gallery.find(ours, id).await.unwrap().as_deref(),
            Some(b"picture".as_slice())
        );
        assert_eq!(gallery.find(theirs, id).await.unwrap(), None);
        assert_eq!(gallery.find(ours, Uuid::now_v7()).await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_written_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let gallery = Gallery::new(file.path().to_owned());
        assert!(
            gallery
                .keep(CustomerId(Uuid::new_v4()), b"picture")
                .await
                .is_err()
        );
    }
}
