//! OGC API - Features: parcels for QGIS, GDAL and other clients of the standard.
//!
//! Parts 1 (Core), 2 (coordinate reference systems) and 3 (filtering, CQL2 text). The links contain
//! `PUBLIC_URL`, because clients follow them instead of composing addresses.

mod api_document;
mod collection;
mod condition;
mod cql2;
mod crs;
mod datetime;
pub mod dto;
mod error;
pub mod handlers;
mod items_query;
mod links;
mod ops;
mod parameters;
mod queryables;
mod region;
mod store;

/// Who may read parcels: a session, or a personal access token of programs such as QGIS.
pub type Reader = auth::ReadAccess<auth::ParcelsRead>;
