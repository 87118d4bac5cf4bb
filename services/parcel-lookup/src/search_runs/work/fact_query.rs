//! The statement that reads the facts of the parcels of an area.

use chrono::NaiveDate;
use db::AsyncPgConnection;
use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Date, Double, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use futures::Stream;
use parcel_record::facts::{IN_FLOOD_ZONE, TOTAL_VALUE};
use parcel_record::shared_land::{LAND_VALUE_PER_ACRE, VALUE_PER_ACRE};
use site_search::Fact;
use uuid::Uuid;

use super::area_query::Area;

/// SQL: the owner is named, and no others are meant beside it: `ET AL` is more owners, whom the roll does not name.
pub(super) const HAS_ONE_OWNER: &str =
    r"(parcels.owner_key IS NOT NULL AND NOT coalesce(parcels.owner ~* '\mET\.?\s*ALS?\M', false))";

/// The facts of a parcel; those that no criterion uses are null.
#[derive(Debug, diesel::Queryable)]
pub struct FactRow {
    pub ll_uuid: Uuid,
    pub county: i32,
    pub lon: f64,
    pub lat: f64,
    pub acres: Option<f64>,
    pub sqft: Option<f64>,
    pub use_class: Option<String>,
    pub is_improved: Option<bool>,
    pub zoning: Option<String>,
    pub in_flood_zone: Option<bool>,
    pub year_built: Option<i32>,
    pub total_value: Option<f64>,
    pub value_per_acre: Option<f64>,
    pub land_value_per_acre: Option<f64>,
    pub saledate: Option<NaiveDate>,
    pub owner_kind: Option<String>,
    pub owner_key: Option<i64>,
    pub has_one_owner: Option<bool>,
    pub is_absentee: Option<bool>,
    /// Of the record and of the rules of its facts, in one number.
    pub versions: i64,
    pub batch_id: Option<i64>,
}

/// The SQL type of [`FactRow`].
type FactSql = (
    SqlUuid,
    Integer,
    Double,
    Double,
    Nullable<Double>,
    Nullable<Double>,
    Nullable<Text>,
    Nullable<Bool>,
    Nullable<Text>,
    Nullable<Bool>,
    Nullable<Integer>,
    Nullable<Double>,
    Nullable<Double>,
    Nullable<Double>,
    Nullable<Date>,
    Nullable<Text>,
    Nullable<BigInt>,
    Nullable<Bool>,
    Nullable<Bool>,
    BigInt,
    Nullable<BigInt>,
);

/// Columns of [`FactRow`] between the place and the version, and the facts that are from them.
const COLUMNS: [(&str, &str, &[Fact]); 15] = [
    ("parcels.ll_gisacre::float8", "float8", &[Fact::Acres]),
    ("parcels.sqft::float8", "float8", &[Fact::BuildingSqft]),
    ("parcels.use_class", "text", &[Fact::UseClass]),
    ("parcels.is_improved", "boolean", &[Fact::IsImproved]),
    ("parcels.zoning", "text", &[Fact::Zoning]),
    (IN_FLOOD_ZONE, "boolean", &[Fact::InFloodZone]),
    ("parcels.year_built", "integer", &[Fact::YearBuilt]),
    (TOTAL_VALUE, "float8", &[Fact::TotalValue]),
    (VALUE_PER_ACRE, "float8", &[Fact::ValuePerAcre]),
    (LAND_VALUE_PER_ACRE, "float8", &[Fact::LandValuePerAcre]),
    ("parcels.saledate", "date", &[Fact::YearsHeld]),
    ("parcels.owner_kind", "text", &[Fact::OwnerKind]),
    (
        "parcels.owner_key",
        "bigint",
        &[Fact::OwnerParcels, Fact::AdjoiningOwnerAcres],
    ),
    (HAS_ONE_OWNER, "boolean", &[Fact::SiteOwners]),
    ("parcels.is_absentee", "boolean", &[Fact::IsAbsentee]),
];

/// Which of the parcels of an area.
#[derive(Debug)]
struct Facts<'a> {
    area: &'a Area,
    used: &'a [Fact],
    /// Only this one.
    only: Option<Uuid>,
}

impl Query for Facts<'_> {
    type SqlType = FactSql;
}

impl QueryId for Facts<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Facts<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT parcels.ll_uuid, parcels.county_fips::integer, parcels.lon, parcels.lat",
        );
        for (column, sql_type, facts) in &COLUMNS {
            out.push_sql(", ");
            if facts.iter().any(|fact| self.used.contains(fact)) {
                out.push_sql(column);
            } else {
                out.push_sql("NULL::");
                out.push_sql(sql_type);
            }
        }
        out.push_sql(", parcels.version * 1000 + parcels.facts_version, parcels.batch_id FROM parcels WHERE ");
        self.area.walk(&mut out)?;
        if let Some(only) = &self.only {
            out.push_sql(" AND parcels.ll_uuid = ");
            out.push_bind_param::<SqlUuid, _>(only)?;
        }
        Ok(())
    }
}

/// The parcels of an area that match its filter, with the facts that are used, in no particular order.
pub async fn stream<'a>(
    conn: &mut AsyncPgConnection,
    area: &'a Area,
    used: &'a [Fact],
    only: Option<Uuid>,
) -> QueryResult<impl Stream<Item = QueryResult<FactRow>> + Send + use<>> {
    let facts = Facts { area, used, only };
    facts.load_stream::<FactRow>(conn).await
}
