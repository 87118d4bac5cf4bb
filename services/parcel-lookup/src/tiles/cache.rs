//! Cut tiles, compressed, until a parcel changes.
//!
//! A trigger notifies every process at the commit of a change, and all tiles are dropped: a change is
//! mostly a county. While no notices arrive, because the connection that listens is down, tiles are
//! cut for each request, so that none is older than the last change.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use db::{Notification, ReadPool};
use diesel::QueryResult;
use http_kit::Shutdown;
use http_kit::map_tile::{PackedTile, TileAddress};
use moka::future::Cache;

/// Notices of changed parcels and of figures of growth runs (migrations `parcel_changes` and `growth_notices`).
const TOPIC: &str = "parcels";
/// Approximate memory of an entry besides its tile, bytes.
const ENTRY: usize = 300;

/// None: the tile is empty.
type Tile = Option<Arc<PackedTile>>;
/// Tiles of different editions never mix, not even one whose statement began before a change and ended
/// after it.
type Key = (u64, Shown);

/// What a tile shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shown {
    at: TileAddress,
    /// The condition in CQL2 text, as it was sent; all parcels if none.
    filter: Option<Arc<str>>,
}

impl Shown {
    pub fn new(at: TileAddress, filter: Option<&str>) -> Self {
        Self {
            at,
            filter: filter.map(Arc::from),
        }
    }
}

impl From<TileAddress> for Shown {
    fn from(at: TileAddress) -> Self {
        Self::new(at, None)
    }
}

/// The tiles of a process. Clones share them.
#[derive(Clone)]
pub struct TileCache(Arc<Inner>);

struct Inner {
    tiles: Cache<Key, Tile>,
    /// Incremented by each change.
    edition: AtomicU64,
    /// Whether notices of changes arrive.
    is_listening: AtomicBool,
}

impl TileCache {
    /// At most so many bytes; 0 keeps nothing.
    pub fn new(bytes: u64) -> Self {
        let tiles = Cache::builder()
            .max_capacity(bytes)
            .weigher(|(_, shown): &Key, tile: &Tile| {
                let size = tile.as_ref().map_or(0, |tile| tile.size());
                let filter = shown.filter.as_ref().map_or(0, |filter| filter.len());
                u32::try_from(ENTRY + filter + size).unwrap_or(u32::MAX)
            })
            .build();
        Self(Arc::new(Inner {
            tiles,
            edition: AtomicU64::new(0),
            is_listening: AtomicBool::new(false),
        }))
    }

    /// The tile, or what `cut` returns. Concurrent requests for one tile wait for a single `cut`; if the
    /// one that runs it is dropped, another takes over.
    pub async fn get(
        &self,
        shown: impl Into<Shown>,
        cut: impl Future<Output = QueryResult<Tile>>,
    ) -> Result<Tile, Arc<diesel::result::Error>> {
        if !self.0.is_listening.load(Ordering::Acquire) {
            count("no_notices");
            return cut.await.map_err(Arc::new);
        }
        let key = (self.0.edition.load(Ordering::Acquire), shown.into());
        let entry = self.0.tiles.entry(key).or_try_insert_with(cut).await?;
        count(if entry.is_fresh() { "cut" } else { "kept" });
        Ok(entry.into_value())
    }

    /// Drops tiles when parcels change, until shutdown. Then tiles are not cut on a replica that lacks the
    /// change.
    pub async fn follow(self, reads: ReadPool, shutdown: Shutdown) {
        let listening = db::listen(reads.primary(), TOPIC, |notification| {
            if notification != Notification::Lost {
                reads.expect_changes();
            }
            self.hear(notification);
        });
        tokio::select! {
            () = shutdown.begun() => {}
            _never = listening => {}
        }
    }

    fn hear(&self, notification: Notification<'_>) {
        if notification == Notification::Lost {
            self.0.is_listening.store(false, Ordering::Release);
        }
        self.0.edition.fetch_add(1, Ordering::AcqRel);
        self.0.tiles.invalidate_all();
        if notification == Notification::Listening {
            self.0.is_listening.store(true, Ordering::Release);
        }
    }
}

fn count(source: &'static str) {
    metrics::counter!("tiles_total", "source" => source).increment(1);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use diesel::result::Error;
    use tokio::sync::Notify;

    use super::*;

    const AT: TileAddress = TileAddress { z: 15, x: 1, y: 2 };

    fn packed(content: &[u8]) -> Tile {
        PackedTile::new(content).unwrap().map(Arc::new)
    }

    /// How often tiles were cut.
    #[derive(Default)]
    struct Cuts(AtomicUsize);

    impl Cuts {
        async fn cut(&self, content: &[u8]) -> QueryResult<Tile> {
            self.0.fetch_add(1, Ordering::SeqCst);
            Ok(packed(content))
        }

        fn count(&self) -> usize {
            self.0.load(Ordering::SeqCst)
        }
    }

    #[tokio::test]
    async fn a_tile_is_kept_until_a_notice_and_only_while_notices_arrive() {
        let (cache, cuts) = (TileCache::new(1 << 20), Cuts::default());
        let get = async || cache.get(AT, cuts.cut(b"tile")).await.unwrap().unwrap();
        for _ in 0..2 {
            get().await;
        }
        assert_eq!(cuts.count(), 2, "nothing is heard yet");
        for (heard, cut) in [
            (Notification::Listening, 3),
            (Notification::Notice(""), 4),
            (Notification::Lost, 6),
            (Notification::Listening, 7),
        ] {
            cache.hear(heard);
            for _ in 0..2 {
                get().await;
            }
            assert_eq!(cuts.count(), cut, "{heard:?}");
        }
    }

    #[tokio::test]
    async fn empty_tiles_are_kept_and_failures_are_not() {
        let (cache, cuts) = (TileCache::new(1 << 20), Cuts::default());
        cache.hear(Notification::Listening);
        let failed = cache.get(AT, async { Err(Error::NotFound) }).await;
        assert_eq!(failed.unwrap_err().as_ref(), &Error::NotFound);
        for _ in 0..2 {
            let empty = cache.get(AT, cuts.cut(b"")).await.unwrap();
            assert!(empty.is_none());
        }
        assert_eq!(cuts.count(), 1);
    }

    #[tokio::test]
    async fn what_was_cut_before_a_change_is_not_kept_after_it() {
        let (cache, cuts) = (TileCache::new(1 << 20), Cuts::default());
        cache.hear(Notification::Listening);
        let (begun, go_on) = (Notify::new(), Notify::new());
        let slow = cache.get(AT, async {
            begun.notify_one();
            go_on.notified().await;
            cuts.cut(b"old").await
        });
        let change = async {
            begun.notified().await;
            cache.hear(Notification::Notice(""));
            go_on.notify_one();
        };
        let (old, ()) = tokio::join!(slow, change);
        let new = cache.get(AT, cuts.cut(b"new, longer")).await.unwrap();
        assert_eq!(cuts.count(), 2);
        assert_ne!(old.unwrap().unwrap().size(), new.unwrap().size());
    }

    #[tokio::test]
    async fn each_filter_has_its_own_tiles() {
        let (cache, cuts) = (TileCache::new(1 << 20), Cuts::default());
        cache.hear(Notification::Listening);
        for filter in [None, Some("a = 1"), Some("a = 2"), Some("a = 1"), None] {
            let shown = Shown::new(AT, filter);
            cache.get(shown, cuts.cut(b"tile")).await.unwrap();
        }
        assert_eq!(cuts.count(), 3);
    }

    #[tokio::test]
    async fn requests_at_once_cut_once_and_another_takes_over() {
        let (cache, cuts) = (TileCache::new(1 << 20), Cuts::default());
        cache.hear(Notification::Listening);
        let begun = Notify::new();
        let dropped = async {
            let stuck = cache.get(AT, async {
                begun.notify_one();
                std::future::pending().await
            });
            tokio::select! {
                _never = stuck => {}
                () = begun.notified() => {}
            }
        };
        let get = || cache.get(AT, cuts.cut(b"tile"));
        let ((), one, two) = tokio::join!(dropped, get(), get());
        assert!(one.unwrap().is_some() && two.unwrap().is_some());
        assert_eq!(cuts.count(), 1);
    }

    #[tokio::test]
    async fn the_bytes_are_bounded() {
        let cache = TileCache::new(20_000);
        cache.hear(Notification::Listening);
        for x in 0..1000 {
            let at = TileAddress { x, ..AT };
            let content = x.to_string().repeat(100);
            let cut = async { Ok(packed(content.as_bytes())) };
            cache.get(at, cut).await.unwrap();
        }
        cache.0.tiles.run_pending_tasks().await;
        assert!(cache.0.tiles.weighted_size() <= 20_000);
        assert!(cache.0.tiles.entry_count() > 10);
    }
}
