//! Parcels: tables, and reading by id or number.
//!
//! `store` is for the public ones, which belong to no firm and are readable by every signed-in user. The
//! importer, the sample generator and the providers write them, all with
//! [`parcel_record::upsert_statement`]. `licensed` is for those of providers whose licence reserves
//! them to the firm that bought them; `visible` reads both. `units` reads what tax rolls have of them, `tax_roll` which
//! facts are a roll's, and `unnumbered` is for land that is no parcel. `sites` are several parcels that a firm keeps as one; `composite` makes their record. `flood`
//! reads the flood zone of the layers of land, `access` how far roads and railways are, `access_and_shape` what else discards rest on, `owners` says which owners are one, and `land` counts the land of stacked parcels once;
//! `shared_land` notes which parcels are stacked.

pub mod access;
pub mod access_and_shape;
mod composite;
pub mod dto;
pub mod flood;
pub mod handlers;
mod land;
pub mod licensed;
mod outlines;
mod owners;
pub mod records;
mod shared_land;
pub mod sites;
pub mod store;
pub mod tax_roll;
pub mod units;
pub mod unnumbered;
pub mod visible;

pub use composite::{Composite, Kept, number};
pub use dto::{ParcelData, UnnumberedFeature};
pub use land::Land;
pub use owners::owner_key;
