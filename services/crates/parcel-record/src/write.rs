//! The statement that writes parcels, for one row or for a staging table.
//!
//! SQL, because diesel has no common table expressions: one keeps the row before, another one
//! counts the new and the changed parcels.

use diesel::QueryableByName;
use diesel::sql_types::BigInt;

/// Writes the rows of `{rows}`: geom, fields, raw, hash.
const UPSERT: &str = include_str!("upsert.sql");

/// Result of writing parcels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, QueryableByName)]
pub struct Written {
    /// New parcels.
    #[diesel(sql_type = BigInt)]
    pub inserted: i64,
    /// Existing parcels that changed, without those that returned.
    #[diesel(sql_type = BigInt)]
    pub updated: i64,
    /// Retired parcels that are live again.
    #[diesel(sql_type = BigInt)]
    pub returned: i64,
    /// Distinct parcels in the input, changed or not.
    #[diesel(sql_type = BigInt)]
    pub parcels: i64,
}

impl Written {
    /// Parcels of the input that were there already.
    pub fn unchanged(&self) -> i64 {
        self.parcels - self.inserted - self.updated - self.returned
    }
}

/// The columns of `parcels` with the facts of [`ParcelFields`](crate::ParcelFields), in its order.
pub const FACT_COLUMNS: [&str; 29] = [
    "ll_uuid",
    "county_fips",
    "parcelnumb",
    "address",
    "scity",
    "state2",
    "szip",
    "owner",
    "careof",
    "mailing_address",
    "saledate",
    "saleprice",
    "year_built",
    "usecode",
    "usedesc",
    "zoning",
    "zoning_type",
    "zoning_subtype",
    "legaldesc",
    "subdivision",
    "parval",
    "parvaltype",
    "landval",
    "improvval",
    "sqft",
    "ll_gisacre",
    "building_count",
    "flood_zone",
    "flood_zone_subtype",
];

/// Columns of `parcels` that are kept besides the facts.
const KEPT_BESIDE_FACTS: [&str; 17] = [
    "lon",
    "lat",
    "raw",
    "source",
    "source_licence",
    "is_sample",
    "fetched_at",
    "source_date",
    "has_own_date",
    "content_hash",
    "batch_id",
    "retired_at",
    "retired_by",
    "shared_by",
    "shared_parval",
    "shared_landval",
    "shared_acres",
];

/// The columns of `parcels` that are kept of a row before a batch, as JSON. Not the outline, which
/// is kept as it is; not the version, which never goes back; not what a trigger derives from the others.
pub fn kept_columns() -> impl Iterator<Item = &'static str> {
    FACT_COLUMNS.into_iter().chain(KEPT_BESIDE_FACTS)
}

/// SQL: [`kept_columns`] of the row with this alias, as JSON. Not `to_jsonb` of the row itself,
/// which would write its outlines as GeoJSON.
pub fn kept_row(alias: &str) -> String {
    let columns: Vec<String> = kept_columns()
        .map(|column| format!("{alias}.{column}"))
        .collect();
    format!(
        "(SELECT to_jsonb(kept) FROM (SELECT {}) AS kept)",
        columns.join(", ")
    )
}

/// The statement that writes the rows of a subquery, one for each parcel: geom, fields, raw, and a hash of what the
/// source says, by which a parcel is unchanged. Parameters: $1 source, $2 licence, $3 sample,
/// $4 batch, null if none, $5 whether ids may be those of parcels in other counties, $6 the groups of
/// the rows' counties.
pub fn upsert_statement(rows: &str) -> String {
    UPSERT
        .replace("{rows}", rows)
        .replace("{before}", &kept_row("p"))
}
