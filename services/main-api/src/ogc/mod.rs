//! OGC API - Features: a firm's projects and their parcels for QGIS, GDAL and other clients of the
//! standard. At two paths: the address of all collections, whose start and list are parcel-lookup's, and an
//! older one of its own.

mod about;
pub mod dto;
pub mod handlers;
mod ops;
mod store;

/// Who may read projects: a session, or a personal access token of programs such as QGIS.
pub type Reader = auth::ReadAccess<auth::ProjectsRead>;
