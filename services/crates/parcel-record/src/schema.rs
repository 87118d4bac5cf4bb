//! diesel's view of the table `parcels`, written to match the migration of parcel-lookup.
//!
//! Facts of a parcel, and the columns that conditions use. More than 32 columns take diesel minutes
//! to compile, so [`beyond`] has the others that are read.

use diesel::dsl::{self, auto_type, case_when};
use diesel::prelude::*;
use diesel::sql_types::Jsonb;

use crate::postgis::{st_as_geo_json, st_geometry_n, st_num_geometries};

diesel::table! {
    use diesel::sql_types::{BigInt, Bool, Date, Integer, Nullable, Numeric, Text, Uuid};
    use crate::postgis::Geometry;

    /// Parcels as published by counties, providers and the sample generator.
    #[expect(missing_docs, reason = "the migration and the fields of `ParcelFields` say what the columns are")]
    parcels (ll_uuid) {
        ll_uuid -> Uuid,
        county_fips -> Text,
        parcelnumb -> Text,
        address -> Nullable<Text>,
        scity -> Nullable<Text>,
        state2 -> Nullable<Text>,
        szip -> Nullable<Text>,
        owner -> Nullable<Text>,
        careof -> Nullable<Text>,
        mailing_address -> Nullable<Text>,
        saledate -> Nullable<Date>,
        saleprice -> Nullable<Numeric>,
        year_built -> Nullable<Integer>,
        usecode -> Nullable<Text>,
        usedesc -> Nullable<Text>,
        zoning -> Nullable<Text>,
        zoning_type -> Nullable<Text>,
        zoning_subtype -> Nullable<Text>,
        legaldesc -> Nullable<Text>,
        subdivision -> Nullable<Text>,
        parval -> Nullable<Numeric>,
        parvaltype -> Nullable<Text>,
        landval -> Nullable<Numeric>,
        improvval -> Nullable<Numeric>,
        sqft -> Nullable<BigInt>,
        ll_gisacre -> Nullable<Numeric>,
        building_count -> Nullable<Integer>,
        flood_zone -> Nullable<Text>,
        flood_zone_subtype -> Nullable<Text>,
        is_sample -> Bool,
        geom -> Geometry,
        geom_3857 -> Geometry,
    }
}

/// Columns of `parcels` beyond the 32.
pub mod beyond {
    use diesel::dsl::sql;
    use diesel::expression::SqlLiteral;
    use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Text, Timestamptz};

    /// Longitude of a point on the parcel, degrees.
    pub fn lon() -> SqlLiteral<Double> {
        sql("parcels.lon")
    }

    /// Latitude of a point on the parcel, degrees.
    pub fn lat() -> SqlLiteral<Double> {
        sql("parcels.lat")
    }

    /// Name of the source.
    pub fn source() -> SqlLiteral<Text> {
        sql("parcels.source")
    }

    /// Licence of the source.
    pub fn source_licence() -> SqlLiteral<Nullable<Text>> {
        sql("parcels.source_licence")
    }

    /// When the source was last read.
    pub fn fetched_at() -> SqlLiteral<Timestamptz> {
        sql("parcels.fetched_at")
    }

    /// Incremented by each change.
    pub fn version() -> SqlLiteral<BigInt> {
        sql("parcels.version")
    }

    /// Since when the county's files no longer have it.
    pub fn retired_at() -> SqlLiteral<Nullable<Timestamptz>> {
        sql("parcels.retired_at")
    }

    /// Date of the county's file that no longer had it.
    pub fn retired_file_date() -> SqlLiteral<Nullable<Date>> {
        sql("(SELECT source_date FROM parcel_batches WHERE batch_id = parcels.retired_by)")
    }

    /// Whether the county's files still have it.
    pub fn is_live() -> SqlLiteral<Bool> {
        sql("parcels.retired_at IS NULL")
    }
}

/// Decimals of outlines: a centimetre.
pub const OUTLINE_DECIMALS: i32 = 7;

/// Type of [`outline`].
pub type Outline = dsl::Cast<outline_text, Jsonb>;

/// The outline as GeoJSON. A single part is a Polygon, as in the specification.
pub fn outline() -> Outline {
    outline_text().fallible_cast()
}

#[auto_type]
fn outline_text() -> _ {
    let decimals: i32 = OUTLINE_DECIMALS;
    let polygon = case_when(
        st_num_geometries(parcels::geom).eq(1_i32),
        st_geometry_n(parcels::geom, 1_i32),
    );
    st_as_geo_json(polygon.otherwise(parcels::geom), decimals)
}
