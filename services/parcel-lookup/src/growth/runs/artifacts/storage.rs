//! The folder that all processes of growth runs share, and how each knows that it has that one.
//!
//! The folder holds an id in a file, the database the same id. A process with a folder of its own (a
//! volume that was not mounted, a machine apart) would find no layers and leave its results where
//! nobody looks; it takes no part in runs until its folder is the right one.

use std::io;
use std::path::{Path, PathBuf};

use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use tokio::fs;
use uuid::Uuid;

use crate::growth::runs::scheduling::queue;
use crate::schema::growth_storage;

/// The file with the folder's id.
const MARKER: &str = "storage-id";

/// The folder of all runs, as this process has it.
#[derive(Clone)]
pub struct SharedFolder {
    pool: Pool,
    folder: PathBuf,
}

/// Why this process must not work on runs.
#[derive(Debug, thiserror::Error)]
pub enum Misplaced {
    /// Nobody has served yet.
    #[error(
        "the database knows no folder of growth runs yet; the first process that serves tells it"
    )]
    Unknown,
    /// The folder has no id.
    #[error(
        "{} is not the folder that growth runs are in: it has no file {MARKER}. Mount the shared folder there; where it was \
         emptied on purpose, write {wanted} into that file", folder.display()
    )]
    Unmarked {
        /// This process's folder.
        folder: PathBuf,
        /// The shared folder's id.
        wanted: Uuid,
    },
    /// The folder is another one.
    #[error(
        "{} is not the folder that growth runs are in: its id is {found:?}, the database's is {wanted}", folder.display()
    )]
    Other {
        /// This process's folder.
        folder: PathBuf,
        /// What its file says.
        found: String,
        /// The shared folder's id.
        wanted: Uuid,
    },
    /// There is no shared folder yet, and this one cannot become it.
    #[error("the folder of growth runs cannot be made: {0}")]
    Unclaimable(io::Error),
    /// The folder cannot be read or written.
    #[error("the folder of growth runs cannot be used: {0}")]
    Files(#[from] io::Error),
    /// The database.
    #[error("the id of the folder of growth runs cannot be read: {0}")]
    Database(#[from] diesel::result::Error),
}

impl Misplaced {
    /// Whether no other process could do better: the disk is full for all that share it.
    pub fn is_of_all(&self) -> bool {
        matches!(self, Self::Files(error) if error.kind() == io::ErrorKind::StorageFull)
    }
}

impl SharedFolder {
    /// This process's folder.
    pub fn new(pool: Pool, folder: PathBuf) -> Self {
        Self { pool, folder }
    }

    /// Whether it is the shared one.
    pub async fn check(&self) -> Result<(), Misplaced> {
        let known = db::system_tx(&self.pool, known_id).await?;
        self.compare(known.ok_or(Misplaced::Unknown)?).await
    }

    /// The same and whether files can be written there.
    pub async fn check_writing(&self) -> Result<(), Misplaced> {
        self.check().await?;
        let probe = self
            .folder
            .join(format!(".probe-{}", Uuid::new_v4().simple()));
        fs::write(&probe, b"ok").await?;
        Ok(fs::remove_file(&probe).await?)
    }

    /// Makes it the shared one where there is none yet. For processes that serve: a worker's folder is
    /// not taken for the right one because it came first.
    pub async fn claim(&self) -> Result<(), Misplaced> {
        let known = db::system_tx(&self.pool, async |conn| {
            if let Some(known) = known_id(conn).await? {
                return Ok::<_, Misplaced>(known);
            }
            // One after the other: two that share the folder must not write two ids into it.
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

    /// The folder's id; a new one where it has none.
    async fn marked(&self) -> io::Result<Uuid> {
        fs::create_dir_all(&self.folder).await?;
        if let Some(id) = self.marker().await?.and_then(|id| id.parse().ok()) {
            return Ok(id);
        }
        let id = Uuid::new_v4();
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

    async fn compare(&self, wanted: Uuid) -> Result<(), Misplaced> {
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

async fn known_id(conn: &mut AsyncPgConnection) -> QueryResult<Option<Uuid>> {
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
            wanted: Uuid::nil(),
        };
        assert_eq!(
            unmarked.to_string(),
            "/var/lib/growth is not the folder that growth runs are in: it has no file storage-id. Mount the shared folder \
             there; where it was emptied on purpose, write 00000000-0000-0000-0000-000000000000 into that file"
        );
    }
}
