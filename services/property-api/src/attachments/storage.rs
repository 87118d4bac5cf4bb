//! Object storage: a folder, or an S3 bucket.
//!
//! Objects are named `<firm>/<attachment>`, never by text from a client. Writes are atomic.

use std::ops::Range;
use std::path::Path as FolderPath;
use std::sync::Arc;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::{AttachmentId, CustomerId};
use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    GetOptions, GetRange, ObjectStore, ObjectStoreExt as _, Result, WriteMultipart,
};

use crate::config::Storage;

/// Concurrent parts of an upload to the store.
const PARTS_AT_ONCE: usize = 2;

/// Clones share the store.
#[derive(Debug, Clone)]
pub struct FileStore(Arc<dyn ObjectStore>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectKey {
    pub customer_id: CustomerId,
    pub attachment_id: AttachmentId,
}

impl ObjectKey {
    fn path(self) -> Path {
        Path::from_iter([self.customer_id.to_string(), self.attachment_id.to_string()])
    }

    fn of(path: &Path) -> Option<Self> {
        let (customer, attachment) = path.as_ref().split_once('/')?;
        Some(Self {
            customer_id: customer.parse().ok()?,
            attachment_id: attachment.parse().ok()?,
        })
    }
}

impl FileStore {
    /// A folder, created if missing. Files are synced to disk before an upload is confirmed.
    pub fn folder(folder: &FolderPath) -> Result<Self> {
        std::fs::create_dir_all(folder).map_err(|error| object_store::Error::Generic {
            store: "folder",
            source: Box::new(error),
        })?;
        let store = LocalFileSystem::new_with_prefix(folder)?
            .with_automatic_cleanup(true)
            .with_fsync(true);
        Ok(Self(Arc::new(store)))
    }

    /// A bucket; region, endpoint and credentials come from the usual `AWS_*` variables.
    pub fn bucket(bucket: &str) -> Result<Self> {
        let store = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            .build()?;
        Ok(Self(Arc::new(store)))
    }

    /// Opens the configured store.
    pub fn open(storage: &Storage) -> Result<Self> {
        match storage {
            Storage::Folder(folder) => Self::folder(folder),
            Storage::Bucket(bucket) => Self::bucket(bucket),
        }
    }

    /// Whether the object does not exist, as opposed to a failure of the store.
    pub fn is_missing(error: &object_store::Error) -> bool {
        matches!(error, object_store::Error::NotFound { .. })
    }

    /// Readiness check for `/readyz`.
    pub async fn ready(&self) -> Result<()> {
        self.0
            .list_with_delimiter(Some(&Path::from("ready")))
            .await
            .map(drop)
    }

    /// Starts an object, which becomes visible with [`Incoming::finish`].
    pub async fn create(&self, key: ObjectKey) -> Result<Incoming> {
        let upload = self.0.put_multipart(&key.path()).await?;
        Ok(Incoming(WriteMultipart::new(upload)))
    }

    /// Stores an object, or replaces it.
    pub async fn put(&self, key: ObjectKey, bytes: Vec<u8>) -> Result<()> {
        let mut target = self.create(key).await?;
        match target.write(Bytes::from(bytes)).await {
            Ok(()) => target.finish().await,
            Err(error) => {
                target.abort().await;
                Err(error)
            }
        }
    }

    /// Streams an object's bytes.
    pub async fn read(
        &self,
        key: ObjectKey,
        range: Option<Range<u64>>,
    ) -> Result<BoxStream<'static, Result<Bytes>>> {
        let options = GetOptions {
            range: range.map(GetRange::Bounded),
            ..GetOptions::default()
        };
        Ok(self.0.get_opts(&key.path(), options).await?.into_stream())
    }

    /// Deletes an object; succeeds if it does not exist.
    pub async fn delete(&self, key: ObjectKey) -> Result<()> {
        match self.0.delete(&key.path()).await {
            Err(object_store::Error::NotFound { .. }) => Ok(()),
            other => other,
        }
    }

    /// Objects finished before `before`.
    pub async fn list_older(&self, before: DateTime<Utc>) -> Result<Vec<ObjectKey>> {
        self.0
            .list(None)
            .try_filter_map(|object| async move {
                let old = object.last_modified < before;
                Ok(ObjectKey::of(&object.location).filter(|_| old))
            })
            .boxed()
            .try_collect()
            .await
    }
}

/// An unfinished object.
pub struct Incoming(WriteMultipart);

impl Incoming {
    /// Adds bytes; waits while too many parts are in flight.
    pub async fn write(&mut self, bytes: Bytes) -> Result<()> {
        self.0.wait_for_capacity(PARTS_AT_ONCE).await?;
        self.0.put(bytes);
        Ok(())
    }

    /// Completes the object atomically.
    pub async fn finish(self) -> Result<()> {
        self.0.finish().await.map(drop)
    }

    /// Discards what was written.
    pub async fn abort(self) {
        if let Err(error) = self.0.abort().await {
            tracing::warn!(error.cause = %error, "an unfinished file could not be removed");
        }
    }
}
