//! Events that this service consumes, one file each.
//!
//! `marker.added` is handled once across all replicas, through the inbox; `session.revoked` is
//! handled by every replica, because each keeps the ended sessions in memory.

pub mod marker_added;
pub mod session_revoked;
