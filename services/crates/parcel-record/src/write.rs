//! The statement that writes parcels, for one row or for a staging table.
//!
//! SQL, because diesel has no common table expressions: one merges the rows of a parcel, another one
//! counts the new and the changed parcels.

use diesel::QueryableByName;
use diesel::sql_types::BigInt;

/// Writes the rows of `{rows}`: line, geom, fields, raw.
const UPSERT: &str = include_str!("upsert.sql");

/// Result of writing parcels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, QueryableByName)]
pub struct Written {
    /// New parcels.
    #[diesel(sql_type = BigInt)]
    pub inserted: i64,
    /// Existing parcels that changed.
    #[diesel(sql_type = BigInt)]
    pub updated: i64,
    /// Distinct parcels in the input, changed or not.
    #[diesel(sql_type = BigInt)]
    pub parcels: i64,
}

/// The statement that writes the rows of a subquery. Parameters: $1 source, $2 licence, $3 sample.
pub fn upsert_statement(rows: &str) -> String {
    UPSERT.replace("{rows}", rows)
}
