//! What this service hears: one file per event.
//!
//! `marker.added` is handled once for all replicas, through the inbox; `session.revoked` reaches every
//! replica, because each keeps the ended sessions in memory.

pub mod marker_added;
pub mod session_revoked;
