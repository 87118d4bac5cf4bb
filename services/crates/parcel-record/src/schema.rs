//! diesel's view of the table `parcels`, written to match the migration of parcel-lookup.
//!
//! Facts of a parcel, and the columns that conditions use. More than 32 columns take diesel minutes
//! to compile, so [`beyond`] has the others that are read.

use diesel::dsl::{self, auto_type, case_when};
use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Bool, Jsonb, Text};

use crate::counties::Bounds;
use crate::groups::{self, Groups};
use crate::postgis::{st_as_geo_json, st_geometry_n, st_num_geometries};

diesel::table! {
    use diesel::sql_types::{BigInt, Bool, Date, Integer, Nullable, Numeric, Text, Uuid};
    use crate::postgis::Geometry;

    /// Parcels as published by counties, providers and the sample generator.
    #[expect(missing_docs, reason = "the migration and the fields of `ParcelFields` say what the columns are")]
    ///
    /// The key in the database also has `county_group`: see [`crate::groups`].
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
///
/// Not `diesel::dsl::sql`: a statement with such text is prepared anew for each execution.
pub mod beyond {
    use std::marker::PhantomData;

    use diesel::dsl;
    use diesel::expression::{
        AppearsOnTable, Expression, SelectableExpression, TypedExpressionType, ValidGrouping,
        is_aggregate,
    };
    use diesel::pg::Pg;
    use diesel::query_builder::{AstPass, QueryFragment, QueryId};
    use diesel::sql_types::{
        BigInt, Bool, Date, Double, Integer, Jsonb, Nullable, Text, Timestamptz,
    };
    use diesel::{ExpressionMethods as _, QueryResult};

    use crate::facts::{IN_FLOOD_ZONE, LAND_VALUE, SOURCE_DATE, TOTAL_VALUE, YEARS_HELD};
    use crate::shared_land::{LAND_VALUE_PER_ACRE, SHARED_LAND, VALUE_PER_ACRE};

    /// A column of this type, or a constant expression of columns.
    #[derive(Debug)]
    pub struct Beyond<ST> {
        sql: &'static str,
        of_type: PhantomData<ST>,
    }

    impl<ST> Beyond<ST> {
        const fn new(sql: &'static str) -> Self {
            Self {
                sql,
                of_type: PhantomData,
            }
        }
    }

    impl<ST: TypedExpressionType> Expression for Beyond<ST> {
        type SqlType = ST;
    }

    impl<ST> AppearsOnTable<super::parcels::table> for Beyond<ST> where Self: Expression {}
    impl<ST> SelectableExpression<super::parcels::table> for Beyond<ST> where Self: Expression {}

    impl<ST> ValidGrouping<()> for Beyond<ST> {
        type IsAggregate = is_aggregate::No;
    }

    impl<ST> QueryFragment<Pg> for Beyond<ST> {
        fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
            out.push_sql(self.sql);
            Ok(())
        }
    }

    /// Two expressions of one Rust type differ in their SQL, which is the key of the prepared statement.
    impl<ST> QueryId for Beyond<ST> {
        type QueryId = ();

        const HAS_STATIC_QUERY_ID: bool = false;
    }

    /// Longitude of a point on the parcel, degrees.
    pub fn lon() -> Beyond<Double> {
        Beyond::new("parcels.lon")
    }

    /// Latitude of a point on the parcel, degrees.
    pub fn lat() -> Beyond<Double> {
        Beyond::new("parcels.lat")
    }

    /// Name of the source.
    pub fn source() -> Beyond<Text> {
        Beyond::new("parcels.source")
    }

    /// Licence of the source.
    pub fn source_licence() -> Beyond<Nullable<Text>> {
        Beyond::new("parcels.source_licence")
    }

    /// When the source was last read.
    pub fn fetched_at() -> Beyond<Timestamptz> {
        Beyond::new("parcels.fetched_at")
    }

    /// Date of the file that it is from, as its source says.
    pub fn source_date() -> Beyond<Nullable<Date>> {
        Beyond::new(SOURCE_DATE)
    }

    /// Whether a file brought it, not a provider.
    pub fn is_imported() -> Beyond<Bool> {
        Beyond::new("(parcels.batch_id IS NOT NULL)")
    }

    /// Incremented by each change.
    pub fn version() -> Beyond<BigInt> {
        Beyond::new("parcels.version")
    }

    /// Class of the use.
    pub fn use_class() -> Beyond<Nullable<Text>> {
        Beyond::new("parcels.use_class")
    }

    /// Whether it has buildings.
    pub fn is_improved() -> Beyond<Nullable<Bool>> {
        Beyond::new("parcels.is_improved")
    }

    /// Kind of the owner.
    pub fn owner_kind() -> Beyond<Nullable<Text>> {
        Beyond::new("parcels.owner_kind")
    }

    /// Key of the owner's name in one form.
    pub fn owner_key() -> Beyond<Nullable<BigInt>> {
        Beyond::new("parcels.owner_key")
    }

    /// Whether the tax bill goes to another place.
    pub fn is_absentee() -> Beyond<Nullable<Bool>> {
        Beyond::new("parcels.is_absentee")
    }

    /// Full years since the last sale.
    pub fn years_held() -> Beyond<Nullable<Integer>> {
        Beyond::new(YEARS_HELD)
    }

    /// Total value; 0 is unknown.
    pub fn total_value() -> Beyond<Nullable<Double>> {
        Beyond::new(TOTAL_VALUE)
    }

    /// Value of the land; 0 is unknown.
    pub fn land_value() -> Beyond<Nullable<Double>> {
        Beyond::new(LAND_VALUE)
    }

    /// Total value of its land by area.
    pub fn value_per_acre() -> Beyond<Nullable<Double>> {
        Beyond::new(VALUE_PER_ACRE)
    }

    /// The same without improvements.
    pub fn land_value_per_acre() -> Beyond<Nullable<Double>> {
        Beyond::new(LAND_VALUE_PER_ACRE)
    }

    /// The land that it shares with other parcels.
    pub fn shared_land() -> Beyond<Nullable<Jsonb>> {
        Beyond::new(SHARED_LAND)
    }

    /// Whether it is in a zone that floods once in a hundred years, by layers or by its record.
    pub fn in_flood_zone() -> Beyond<Nullable<Bool>> {
        Beyond::new(IN_FLOOD_ZONE)
    }

    /// Since when the county's files no longer have it.
    pub fn retired_at() -> Beyond<Nullable<Timestamptz>> {
        Beyond::new("parcels.retired_at")
    }

    /// Date of the county's file that no longer had it.
    pub fn retired_file_date() -> Beyond<Nullable<Date>> {
        Beyond::new("(SELECT source_date FROM parcel_batches WHERE batch_id = parcels.retired_by)")
    }

    /// Until when copies may be kept: no provider's terms end for the parcels of this table.
    pub fn keep_until() -> Beyond<Nullable<Timestamptz>> {
        Beyond::new("NULL::timestamptz")
    }

    /// Whether the county's files still have it.
    pub fn is_live() -> dsl::IsNull<Beyond<Nullable<Timestamptz>>> {
        retired_at().is_null()
    }
}

/// Whether a parcel is in one of these groups, so that other partitions are not read.
///
/// Parameters one by one: PostgreSQL prunes no partitions by an array, if the plan is for any values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InGroups(Option<Groups>);

impl InGroups {
    /// Those of the parcels of a box, degrees.
    pub fn near(place: &Bounds) -> Self {
        Self(groups::near(place))
    }

    /// Those of the parcels of a county.
    pub fn of_county(county_fips: &str) -> Self {
        Self(groups::of_county(county_fips))
    }

    /// Those of the parcels at a point.
    pub fn at(lon: f64, lat: f64) -> Self {
        Self::near(&Bounds {
            west: lon,
            south: lat,
            east: lon,
            north: lat,
        })
    }
}

impl Expression for InGroups {
    type SqlType = Bool;
}

impl AppearsOnTable<parcels::table> for InGroups {}

impl ValidGrouping<()> for InGroups {
    type IsAggregate = is_aggregate::No;
}

/// The length of the list is part of the SQL, which is the key of the prepared statement.
impl QueryId for InGroups {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for InGroups {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Some(groups) = &self.0 else {
            out.push_sql("true");
            return Ok(());
        };
        out.push_sql("parcels.county_group IN (");
        for (index, group) in groups.as_slice().iter().enumerate() {
            if index > 0 {
                out.push_sql(", ");
            }
            out.push_bind_param::<Text, _>(group)?;
        }
        out.push_sql(")");
        Ok(())
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
