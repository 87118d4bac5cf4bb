//! Up to six sites side by side, as JSON for the app's comparison, and as a dossier in PDF and XLSX.
//!
//! A site is a parcel or adjoining parcels. Everything said of it is what the other resources answer; this puts it into
//! rows with source and date ([`rows`]) and draws its map from outlines ([`map`]), never from pictures, so that all of it
//! may be printed; a dossier also has what the firm's properties add: photos and comparable sales ([`parts`]). Of public parcels only: those that a firm bought may not leave the product (decision 52).

mod comps;
mod context;
mod document;
pub mod dto;
mod error;
pub mod handlers;
mod map;
mod ops;
mod parts;
mod photos;
mod picture;
mod rows;
mod said;
mod workbook;

pub use context::DossierContext;
