//! One replica: its pool, and whether it may be read from.

use std::fmt::Display;
use std::time::Duration;

use tokio::sync::watch;

use crate::Pool;

/// Whether a replica may be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    UpToDate,
    /// It answers, but lacks changes.
    Behind,
    /// It does not answer, or is no replica.
    Lost,
}

pub(crate) struct Replica {
    pool: Pool,
    /// Host and port, for logs and metrics.
    name: String,
    standing: watch::Sender<Standing>,
}

impl Replica {
    /// Not used before its first check.
    pub fn new(pool: Pool) -> Self {
        Self {
            name: pool.connector().server(),
            pool,
            standing: watch::Sender::new(Standing::Lost),
        }
    }

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    pub fn is_up_to_date(&self) -> bool {
        *self.standing.borrow() == Standing::UpToDate
    }

    pub fn is_catching_up(&self) -> bool {
        *self.standing.borrow() == Standing::Behind
    }

    /// Waits until it is lost.
    pub async fn lost(&self) {
        let mut standing = self.standing.subscribe();
        // Fails only when the sender is dropped, which `self` holds.
        let _ = standing.wait_for(|now| *now == Standing::Lost).await;
    }

    /// The primary has changes that it may lack.
    pub fn falls_behind(&self) {
        self.standing.send_if_modified(|standing| {
            let used = *standing == Standing::UpToDate;
            if used {
                *standing = Standing::Behind;
            }
            used
        });
    }

    /// The result of a check.
    pub fn answered(&self, standing: Standing, lag: Duration) {
        metrics::gauge!("db_replica_lag_seconds", "replica" => self.name.clone())
            .set(lag.as_secs_f64());
        if self.standing.send_replace(standing) == Standing::Lost {
            tracing::info!(replica = self.name, ?lag, "a read replica answers");
        }
    }

    /// A check or a read failed.
    pub fn failed(&self, error: &(dyn Display + Sync)) {
        if self.standing.send_replace(Standing::Lost) != Standing::Lost {
            tracing::warn!(
                replica = self.name,
                error.cause = %error,
                "a read replica was lost; reads go to the others or the primary"
            );
        }
    }
}
