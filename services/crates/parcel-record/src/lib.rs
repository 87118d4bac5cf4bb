//! Parcel records under our names: the record, field maps, county boxes, the table `parcels`, and the
//! statement that writes it; and what a county maps without a parcel number.
//!
//! Shared by the importer, the sample generator and the service with its providers. No I/O.

pub mod counties;
pub mod esri_rings;
pub mod facts;
pub mod field_map;
mod fields;
mod flood_change;
pub mod groups;
mod parcel_change;
pub mod postgis;
mod record;
pub mod schema;
pub mod shared_land;
mod tax_roll;
mod unnumbered;
mod write;

pub use domain::spreadsheet;
pub use facts::ParcelFacts;
pub use fields::{ParcelFields, Provenance, RowProvenance, Shape};
pub use flood_change::flood_change_statement;
pub use parcel_change::{SPLIT_AND_MERGED, is_sale, sale_columns};
pub use record::ParcelRecord;
pub use shared_land::SharedLand;
pub use tax_roll::TaxRollSource;
pub use unnumbered::{Unnumbered, UnnumberedKind};
pub use write::{FACT_COLUMNS, Written, kept_columns, kept_row, upsert_statement};

/// Whether a text has the form of a county code: two digits of the state and three of the county.
/// Does not check whether the county exists.
pub fn is_county_fips(text: &str) -> bool {
    text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit())
}
