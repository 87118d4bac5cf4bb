//! From a run's row to its result: preparation, batches, computation, joining.
//!
//! Serving processes prepare and join, in turns decided by [`dispatch`]; [`worker`] computes a
//! batch.

mod batches;
pub mod compute;
pub mod dispatch;
pub mod failure;
mod finish;
mod prepare;
pub mod queue;
pub mod worker;
pub mod workers;
