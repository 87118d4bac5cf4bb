//! Finds notes, files and sent messages of the whole firm by words. Each is opened on its property's page, so
//! those of properties that are in no project are left out.

pub mod dto;
pub mod handlers;
pub mod ops;
pub mod store;
