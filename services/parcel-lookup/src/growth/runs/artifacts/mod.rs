//! What a run leaves behind: its files, the shared folder of them, and what is read or drawn from a
//! finished run's.

pub mod files;
pub mod maps;
pub mod outcome;
pub mod parcels;
pub mod result;
pub mod show;
pub mod storage;
