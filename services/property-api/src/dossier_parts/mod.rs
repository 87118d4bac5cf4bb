//! What a site's dossier, which parcel-lookup makes, has of the firm's properties: pictures and comparable sales.

pub mod dto;
pub mod handlers;
pub mod ops;
mod store;
