//! The parcels of a large area without their outlines.

use ::assemblage::Plot;
use db::AsyncPgConnection;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use ogc_features::Condition;
use owner_names::Row;
use uuid::Uuid;

use super::owners::OwnerRow;
use crate::selections::chosen::Chosen;

/// A parcel by its box.
#[derive(Debug, diesel::Queryable)]
pub struct WideRow {
    pub ll_uuid: Uuid,
    owner: Option<String>,
    careof: Option<String>,
    mailing_address: Option<String>,
    county_fips: String,
    owner_key: Option<i64>,
    mail_key: Option<i64>,
    is_absentee: Option<bool>,
    has_facts: bool,
    /// It belongs to a government, an association or a utility.
    pub is_public: bool,
    pub use_class: Option<String>,
    lon: f64,
    pub lat: f64,
    /// Square metres, to 1 %.
    area: f64,
    west: f64,
    south: f64,
    east: f64,
    north: f64,
}

/// The SQL type of [`WideRow`].
type WideSql = (
    SqlUuid,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Text,
    Nullable<BigInt>,
    Nullable<BigInt>,
    Nullable<Bool>,
    Bool,
    Bool,
    Nullable<Text>,
    Double,
    Double,
    Double,
    Double,
    Double,
    Double,
    Double,
);

/// Areas are those of the map by the square of its scale at the inner point, of a sphere: 0.7 % from those on the ellipsoid at most. The box
/// is computed once for its four sides.
const COLUMNS: &str = "SELECT parcels.ll_uuid, nullif(btrim(parcels.owner), ''), parcels.careof, parcels.mailing_address, parcels.county_fips, \
        parcels.owner_key, parcels.mail_key, parcels.is_absentee, parcels.facts_version > 0, \
        coalesce(parcels.owner_kind IN ('government', 'association', 'utility'), false), parcels.use_class, parcels.lon, parcels.lat, \
        ST_Area(parcels.geom_3857) * cos(radians(parcels.lat)) ^ 2, ST_XMin(box), ST_YMin(box), ST_XMax(box), ST_YMax(box) \
    FROM parcels, LATERAL (SELECT Box3D(parcels.geom_3857) AS box OFFSET 0) AS boxes \
    WHERE parcels.retired_at IS NULL AND ";
/// The identities of the same parcels.
const IDENTITIES: &str =
    "SELECT parcels.ll_uuid FROM parcels WHERE parcels.retired_at IS NULL AND ";

impl WideRow {
    pub fn owner_row(&self) -> OwnerRow {
        let text = Row {
            owner: self.owner.clone(),
            care_of: self.careof.clone(),
            mailing: self.mailing_address.clone(),
            county_fips: self.county_fips.clone(),
            is_absentee: self.is_absentee,
        };
        let made = self.has_facts.then_some((self.owner_key, self.mail_key));
        OwnerRow::new(text, made)
    }

    pub fn plot(&self, owner: Option<i64>) -> Plot {
        Plot {
            owner,
            area: self.area,
            point: [self.lon, self.lat],
            bounds: [self.west, self.south, self.east, self.north],
        }
    }
}

/// Which of them.
#[derive(Debug)]
struct Matching<'a> {
    chosen: &'a Chosen,
    filter: &'a Condition,
    limit: i64,
}

impl Matching<'_> {
    /// In no order: a sort of a county is written to disk, and only all of them together are a result.
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.unsafe_to_cache_prepared();
        self.chosen.walk_ast(out.reborrow())?;
        out.push_sql(" AND (");
        self.filter.walk_ast(out.reborrow())?;
        out.push_sql(") LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.limit)
    }
}

/// With their facts.
#[derive(Debug)]
struct Wide<'a>(Matching<'a>);

/// Only which they are.
#[derive(Debug)]
struct Identities<'a>(Matching<'a>);

impl Query for Wide<'_> {
    type SqlType = WideSql;
}

impl QueryId for Wide<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Wide<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(COLUMNS);
        self.0.walk_ast(out)
    }
}

impl Query for Identities<'_> {
    type SqlType = SqlUuid;
}

impl QueryId for Identities<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Identities<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(IDENTITIES);
        self.0.walk_ast(out)
    }
}

/// The parcels that are not retired and match a filter, at most so many, by identity. If there are more, which of them is not said.
pub async fn list(
    conn: &mut AsyncPgConnection,
    (chosen, filter): (&Chosen, &Condition),
    limit: i64,
) -> QueryResult<Vec<WideRow>> {
    let of = Matching {
        chosen,
        filter,
        limit,
    };
    let mut rows: Vec<WideRow> = Wide(of).load(conn).await?;
    rows.sort_unstable_by_key(|row| row.ll_uuid);
    Ok(rows)
}

/// Which these are, in no order.
pub async fn identities(
    conn: &mut AsyncPgConnection,
    (chosen, filter): (&Chosen, &Condition),
    limit: i64,
) -> QueryResult<Vec<ParcelUuid>> {
    let of = Matching {
        chosen,
        filter,
        limit,
    };
    Identities(of).load(conn).await
}
