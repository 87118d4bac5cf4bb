//! Files of runs: layers, batches and results, in one folder per run and firm.
//!
//! The firm in the path comes from the session or the run's row, never from the request, so that
//! another firm's files cannot be addressed. Files are written atomically. Batch output is
//! deterministic, so a second worker writes the same bytes.

use std::io;
use std::path::PathBuf;

use domain::{CustomerId, RunId};
use tokio::fs;
use uuid::Uuid;

use crate::growth::runs::api::result_dto::FORM;

/// Root folder of all runs.
#[derive(Debug, Clone)]
pub struct RunFiles {
    folder: PathBuf,
}

/// Folder of one run.
#[derive(Debug, Clone)]
pub struct RunFolder {
    path: PathBuf,
}

/// Files of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunFile {
    /// Prepared layers.
    Layers,
    /// Output of a batch: stage and number.
    Batch(i16, i32),
    /// Output of all iterations, joined.
    Joined,
    /// The PNG image in the current format.
    Picture,
}

impl RunFile {
    fn name(self) -> String {
        match self {
            Self::Layers => "layers.bin".to_owned(),
            Self::Batch(stage, batch) => format!("batch-{stage}-{batch}.bin"),
            Self::Joined => "joined.bin".to_owned(),
            Self::Picture => format!("picture-{FORM}.png"),
        }
    }
}

impl RunFiles {
    /// Uses this folder; it is created when the first run is prepared.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub fn of(&self, firm: CustomerId, run_id: RunId) -> RunFolder {
        RunFolder {
            path: self.folder.join(firm.to_string()).join(run_id.to_string()),
        }
    }
}

impl RunFolder {
    /// Creates the folder. Only preparation does this: after a run is removed, late workers find no
    /// folder and leave no files behind.
    pub async fn make(&self) -> io::Result<()> {
        fs::create_dir_all(&self.path).await
    }

    /// Writes a file atomically.
    pub async fn keep(&self, file: RunFile, bytes: &[u8]) -> io::Result<()> {
        let path = self.path.join(file.name());
        // A unique name: two workers may write the same batch at once.
        let unfinished = path.with_extension(format!("{}.part", Uuid::new_v4().simple()));
        let written = async {
            fs::write(&unfinished, bytes).await?;
            fs::File::open(&unfinished).await?.sync_all().await?;
            fs::rename(&unfinished, &path).await
        }
        .await;
        if written.is_err() {
            // The first error is reported; a leftover temporary file does no harm.
            let _ = fs::remove_file(&unfinished).await;
        }
        written
    }

    /// None when the file does not exist.
    pub async fn read(&self, file: RunFile) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.path.join(file.name())).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Deletes a file, if it exists.
    pub async fn remove(&self, file: RunFile) {
        if let Err(error) = fs::remove_file(self.path.join(file.name())).await
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(error.cause = %error, "a file of a growth run could not be removed");
        }
    }

    /// Deletes the folder with its files.
    pub async fn remove_all(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.path).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_is_there_for_its_firm_and_run_only() {
        let folder = tempfile::tempdir().unwrap();
        let files = RunFiles::new(folder.path().join("growth"));
        let (ours, theirs) = (CustomerId(Uuid::new_v4()), CustomerId(Uuid::new_v4()));
        let run_id = RunId(Uuid::now_v7());
        let run = files.of(ours, run_id);
        run.make().await.unwrap();
        run.keep(RunFile::Picture, b"picture").await.unwrap();
        assert_eq!(
            run.read(RunFile::Picture).await.unwrap().as_deref(),
            Some(b"picture".as_slice())
        );
        assert_eq!(run.read(RunFile::Layers).await.unwrap(), None);
        assert_eq!(
            files
                .of(theirs, run_id)
                .read(RunFile::Picture)
                .await
                .unwrap(),
            None
        );
        run.remove_all().await.unwrap();
        run.remove_all().await.unwrap();
        assert_eq!(run.read(RunFile::Picture).await.unwrap(), None);
        // A late worker does not recreate the folder.
        assert!(run.keep(RunFile::Batch(0, 1), b"late").await.is_err());
        assert!(run.read(RunFile::Batch(0, 1)).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_written_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let files = RunFiles::new(file.path().to_owned());
        let run = files.of(CustomerId(Uuid::new_v4()), RunId(Uuid::now_v7()));
        assert!(run.make().await.is_err());
    }
}
