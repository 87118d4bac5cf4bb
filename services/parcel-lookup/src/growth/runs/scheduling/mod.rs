//! From a run's row to its result: prepared, cut into batches, computed, joined.
//!
//! Serving processes take turns in [`dispatch`] to prepare and to join; [`worker`] computes a batch.

mod batches;
pub mod compute;
pub mod dispatch;
pub mod failure;
mod finish;
mod prepare;
pub mod queue;
pub mod watch;
pub mod worker;
pub mod workers;
