//! Artifacts of runs: their files, the shared folder, and what is read or drawn from finished runs.

pub mod chances;
pub mod decades;
pub mod files;
pub mod maps;
pub mod outcome;
pub mod parcels;
pub mod result;
pub mod show;
pub mod storage;
pub mod surroundings;
