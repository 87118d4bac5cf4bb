//! The folder shared by all processes of growth runs, and the check that a process has the right
//! one.
//!
//! The folder holds an id in a file, the database the same id. A process with a different folder (a
//! volume that is not mounted, another machine) would find no layers and write results where no
//! other process reads them; it takes no runs until its folder matches.

use std::io;
use std::path::{Path, PathBuf};

use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::StorageId;
use tokio::fs;
use uuid::Uuid;

use crate::growth::runs::scheduling::queue;
use crate::schema::growth_storage;

/// The file that holds the folder's id.
const MARKER: &str = "storage-id";

/// The folder of all runs, as seen by this process.
#[derive(Clone)]
pub struct SharedFolder {
    pool: Pool,
    folder: PathBuf,
}

/// Why this process must not work on runs.
#[derive(Debug, thiserror::Error)]
pub enum Misplaced {
    /// No process has served yet.
    #[error(
        "the database has no storage id of growth runs yet; the first serving process stores it"
    )]
    Unknown,
    /// The folder has no id.
    #[error(
        "{} is not the folder of growth runs: it has no file {MARKER}. Mount the shared folder there; if it was \
         emptied on purpose, write {wanted} into that file", folder.display()
    )]
    Unmarked { folder: PathBuf, wanted: StorageId },
    /// The folder has another id.
    #[error(
        "{} is not the folder of growth runs: its id is {found:?}, the database's is {wanted}", folder.display()
    )]
    Other {
        folder: PathBuf,
        /// Content of its id file.
        found: String,
        wanted: StorageId,
    },
    /// No folder is claimed yet, and this one cannot be.
    #[error("the folder of growth runs cannot be created: {0}")]
    Unclaimable(io::Error),
    /// The folder cannot be read or written.
    #[error("the folder of growth runs cannot be used: {0}")]
    Files(#[from] io::Error),
    #[error("the id of the folder of growth runs cannot be read: {0}")]
    Database(#[from] diesel::result::Error),
}

impl Misplaced {
    /// Whether every process has the same problem: the disk is full for all.
    pub fn is_of_all(&self) -> bool {
        matches!(self, Self::Files(error) if error.kind() == io::ErrorKind::StorageFull)
    }
}

impl SharedFolder {
    pub fn new(pool: Pool, folder: PathBuf) -> Self {
        Self { pool, folder }
    }

    /// Checks that the folder has the database's id.
    pub async fn check(&self) -> Result<(), Misplaced> {
        let known = db::system_tx(&self.pool, known_id).await?;
        self.compare(known.ok_or(Misplaced::Unknown)?).await
    }

    /// Like [`Self::check`], and that files can be written.
    pub async fn check_writing(&self) -> Result<(), Misplaced> {
        self.check().await?;
        let probe = self
            .folder
            .join(format!(".probe-{}", Uuid::new_v4().simple()));
        fs::write(&probe, b"ok").await?;
        Ok(fs::remove_file(&probe).await?)
    }

    /// Claims the folder as the shared one if none is claimed yet. Only serving processes do this:
    /// a worker's folder must not become the shared one because the worker started first.
    pub async fn claim(&self) -> Result<(), Misplaced> {
        let known = db::system_tx(&self.pool, async |conn| {
            if let Some(known) = known_id(conn).await? {
                return Ok::<_, Misplaced>(known);
            }
            // Serialized: two processes with the same folder must not write two ids.
            queue::lock_turns(conn).await?;
            if let Some(known) = known_id(conn).await? {
                return Ok(known);
            }
            let id = self.marked().await.map_err(Misplaced::Unclaimable)?;
            diesel::insert_into(growth_storage::table)
                .values(growth_storage::storage_id.eq(id))
                .execute(conn)
                .await?;
            Ok(id)
        })
        .await?;
        self.compare(known).await
    }

    /// Reads the folder's id, or creates one.
    async fn marked(&self) -> io::Result<StorageId> {
        fs::create_dir_all(&self.folder).await?;
        if let Some(id) = self.marker().await?.and_then(|id| id.parse().ok()) {
            return Ok(id);
        }
        let id = StorageId(Uuid::new_v4());
        write_whole(&self.folder, &format!("{id}\n")).await?;
        Ok(id)
    }

    async fn marker(&self) -> io::Result<Option<String>> {
        match fs::read_to_string(self.folder.join(MARKER)).await {
            Ok(id) => Ok(Some(id.trim().to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn compare(&self, wanted: StorageId) -> Result<(), Misplaced> {
        let folder = self.folder.clone();
        match self.marker().await? {
            None => Err(Misplaced::Unmarked { folder, wanted }),
            Some(found) if found == wanted.to_string() => Ok(()),
            Some(found) => Err(Misplaced::Other {
                folder,
                found,
                wanted,
            }),
        }
    }
}

async fn write_whole(folder: &Path, text: &str) -> io::Result<()> {
    let unfinished = folder.join(format!(".{MARKER}.part"));
    fs::write(&unfinished, text).await?;
    fs::File::open(&unfinished).await?.sync_all().await?;
    fs::rename(&unfinished, folder.join(MARKER)).await
}

async fn known_id(conn: &mut AsyncPgConnection) -> QueryResult<Option<StorageId>> {
    growth_storage::table
        .select(growth_storage::storage_id)
        .first(conn)
        .await
        .optional()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_told_what_to_do() {
        let unmarked = Misplaced::Unmarked {
            folder: PathBuf::from("/var/lib/growth"),
            wanted: StorageId(Uuid::nil()),
        };
        assert_eq!(
            unmarked.to_string(),
            "/var/lib/growth is not the folder of growth runs: it has no file storage-id. Mount the shared folder \
             there; if it was emptied on purpose, write 00000000-0000-0000-0000-000000000000 into that file"
        );
    }
}
