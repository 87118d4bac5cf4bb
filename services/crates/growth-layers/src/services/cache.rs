//! Cache of public services' responses, in files.
//!
//! A folder for each area and set of sources. Files are renamed when complete, so that a crash
//! leaves no partial file; concurrent fetches write the same content.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

/// Maximum age: land cover is revised and roads are built every year.
const OLDEST: Duration = Duration::from_hours(180 * 24);

/// The cache; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Cache {
    folder: PathBuf,
    most_bytes: u64,
}

/// The cached files of an area.
#[derive(Debug)]
pub(super) struct Kept {
    path: PathBuf,
}

impl Kept {
    /// The folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Deletes the folder.
    pub(super) async fn forget(&self) {
        remove(&self.path).await;
    }
}

impl Cache {
    /// A cache in this folder with a size limit.
    pub(super) fn new(folder: PathBuf, most_bytes: u64) -> Self {
        Self { folder, most_bytes }
    }

    /// The folder of a key; empty when nothing is cached, or it is too old.
    pub(super) async fn folder(&self, key: &str) -> io::Result<Kept> {
        use std::fmt::Write as _;
        let mut name = String::new();
        for byte in Sha256::digest(key) {
            write!(name, "{byte:02x}").ok();
        }
        let path = self.folder.join(name);
        let made = tokio::fs::metadata(&path).await.and_then(|it| it.created());
        let age = made.ok().and_then(|made| made.elapsed().ok());
        if age.is_some_and(|age| age > OLDEST) {
            remove(&path).await;
        }
        tokio::fs::create_dir_all(&path).await?;
        Ok(Kept { path })
    }

    /// Marks an area as used, and deletes the least recently used ones until all fit.
    pub(super) async fn tidy(&self, used: &Kept) {
        let (all, most, used) = (self.folder.clone(), self.most_bytes, used.path.clone());
        let tidied = tokio::task::spawn_blocking(move || tidy(&all, most, &used)).await;
        if let Ok(Err(error)) = tidied {
            tracing::warn!(error.cause = %error, "the layer cache could not be cleaned up");
        }
    }
}

/// Its modification time is that of the last use.
const USED: &str = "used";

fn tidy(all: &Path, most: u64, used: &Path) -> io::Result<()> {
    std::fs::write(used.join(USED), [])?;
    let mut areas = Vec::new();
    for area in std::fs::read_dir(all)? {
        let path = area?.path();
        let mut bytes = 0;
        for file in std::fs::read_dir(&path)? {
            bytes += file?.metadata()?.len();
        }
        let when = std::fs::metadata(path.join(USED)).and_then(|it| it.modified());
        // Without the file the area is being fetched, or the fetch was abandoned long ago.
        let when = when.or_else(|_none| std::fs::metadata(&path)?.modified());
        areas.push((when.unwrap_or(SystemTime::UNIX_EPOCH), bytes, path));
    }
    areas.sort();
    let mut total: u64 = areas.iter().map(|(_, bytes, _)| bytes).sum();
    for (_, bytes, path) in areas {
        if total <= most {
            break;
        }
        if path != used {
            std::fs::remove_dir_all(&path)?;
            total -= bytes;
        }
    }
    Ok(())
}

async fn remove(path: &Path) {
    if let Err(error) = tokio::fs::remove_dir_all(path).await
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(error.cause = %error, "cached layers could not be removed");
    }
}

/// Writes a temporary file first.
pub(super) async fn keep(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let passing = file.with_extension(uuid::Uuid::new_v4().simple().to_string());
    tokio::fs::write(&passing, bytes).await?;
    tokio::fs::rename(&passing, file).await
}
