//! How far a run is, and whether it is to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// Shared by the thread that works and the task that reports. Clones share the figures.
#[derive(Debug, Clone, Default)]
pub struct Gauge(Arc<Figures>);

#[derive(Debug)]
struct Figures {
    read: AtomicI64,
    judged: AtomicI64,
    /// Less than 0 until it is known.
    total: AtomicI64,
    stop: AtomicBool,
}

impl Default for Figures {
    fn default() -> Self {
        Self {
            read: AtomicI64::new(0),
            judged: AtomicI64::new(0),
            total: AtomicI64::new(-1),
            stop: AtomicBool::new(false),
        }
    }
}

impl Gauge {
    /// Reports the parcels read. False when the work is to stop.
    pub fn read(&self, parcels: usize) -> bool {
        self.0.read.store(parcels as i64, Ordering::Relaxed);
        !self.is_stopped()
    }

    /// Reports the parcels judged. False when the work is to stop.
    pub fn judge(&self, parcels: usize) -> bool {
        self.0.judged.store(parcels as i64, Ordering::Relaxed);
        !self.is_stopped()
    }

    pub fn count(&self, total: i64) {
        self.0.total.store(total, Ordering::Relaxed);
    }

    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Parcels done, and their number. Reading a parcel is four fifths of the work, judging it one.
    pub fn progress(&self) -> (i64, Option<i64>) {
        let total = self.0.total.load(Ordering::Relaxed);
        let (read, judged) = (
            self.0.read.load(Ordering::Relaxed),
            self.0.judged.load(Ordering::Relaxed),
        );
        ((4 * read + judged) / 5, (total >= 0).then_some(total))
    }
}
