//! The statements that count the parcels of an area.

use db::AsyncPgConnection;
use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Bool, Double, Uuid as SqlUuid};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection as _};
use domain::ParcelUuid;
use ogc_features::Condition;
use parcel_record::groups;

use super::fact_query::HAS_ONE_OWNER;
use crate::search_runs::error::SearchError;
use crate::search_runs::row::SearchSettings;
use crate::selections::chosen::Chosen;
use crate::selections::store as shapes;

/// All statements of the transaction see the same parcels, and are planned for their values. Must be the
/// first statement.
const SNAPSHOT: &str = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; \
    SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL statement_timeout = '600s'; \
    SET LOCAL idle_in_transaction_session_timeout = '600s'";

/// Longest time of counting the parcels that match a filter. Reading them compares as much.
const FILTER_TIME: &str = "SET LOCAL statement_timeout = '120s'";
const USUAL_TIME: &str = "SET LOCAL statement_timeout = '600s'";

/// Which parcels.
#[derive(Debug)]
pub struct Area {
    /// `None` has no parcels.
    place: Option<Chosen>,
    filter: Option<Condition>,
}

impl Area {
    /// The area of a run. An outline without extent has no parcels.
    pub async fn of(
        conn: &mut AsyncPgConnection,
        settings: &SearchSettings,
        filter: Option<Condition>,
    ) -> QueryResult<Self> {
        let place = if let Some(counties) = &settings.area.county_fips {
            let groups = groups::of_counties(counties.iter().map(String::as_str));
            Some(Chosen::OfCounties(groups, counties.clone()))
        } else {
            let outlines: Vec<String> = settings.outlines.iter().map(ToString::to_string).collect();
            let shape = shapes::polygons(conn, &outlines).await?;
            shape.map(Chosen::Within)
        };
        Ok(Self { place, filter })
    }

    /// All of these.
    pub const fn within(chosen: Chosen) -> Self {
        Self {
            place: Some(chosen),
            filter: None,
        }
    }

    /// Those of them that match a filter.
    pub const fn matching(chosen: Chosen, filter: Condition) -> Self {
        Self {
            place: Some(chosen),
            filter: Some(filter),
        }
    }

    /// Where it is, with parcels that do not match the filter.
    pub fn into_place(self) -> Option<Chosen> {
        self.place
    }

    pub const fn has_filter(&self) -> bool {
        self.filter.is_some()
    }

    /// The condition of live parcels, whether or not they match the filter.
    fn walk_all<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.unsafe_to_cache_prepared();
        out.push_sql("parcels.retired_at IS NULL AND ");
        match &self.place {
            Some(chosen) => chosen.walk_ast(out.reborrow())?,
            None => out.push_sql("FALSE"),
        }
        Ok(())
    }

    /// The condition of live parcels that match the filter.
    pub(super) fn walk<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.walk_all(out)?;
        if let Some(filter) = &self.filter {
            out.push_sql(" AND (");
            filter.walk_ast(out.reborrow())?;
            out.push_sql(")");
        }
        Ok(())
    }
}

/// Begins the transaction of a run, which is one of its firm: growth runs belong to firms.
pub async fn take_snapshot(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    conn.batch_execute(SNAPSHOT).await
}

/// How many parcels of an area.
#[derive(Debug)]
enum Counted<'a> {
    Matching(&'a Area),
    All(&'a Area),
    OfOwner(&'a Area, i64),
    These(&'a Area, Vec<ParcelUuid>),
}

impl Query for Counted<'_> {
    type SqlType = BigInt;
}

impl QueryId for Counted<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Counted<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT count(*) FROM parcels WHERE ");
        match self {
            Self::Matching(area) => area.walk(&mut out),
            Self::All(area) => area.walk_all(&mut out),
            Self::OfOwner(area, owner) => {
                area.walk_all(&mut out)?;
                out.push_sql(" AND parcels.owner_key = ");
                out.push_bind_param::<BigInt, _>(owner)
            }
            Self::These(area, parcels) => {
                area.walk(&mut out)?;
                out.push_sql(" AND parcels.ll_uuid = ANY(");
                out.push_bind_param::<Array<SqlUuid>, _>(parcels)?;
                out.push_sql(")");
                Ok(())
            }
        }
    }
}

/// How many of these parcels are of an area and match its filter.
pub async fn count_of_these(
    conn: &mut AsyncPgConnection,
    area: &Area,
    parcels: &[ParcelUuid],
) -> QueryResult<i64> {
    let these = Counted::These(area, parcels.to_vec());
    these.get_result(conn).await
}

/// Parcels of an area that match its filter; and all of them, if it has one.
pub async fn count(
    conn: &mut AsyncPgConnection,
    area: &Area,
) -> Result<(i64, Option<i64>), SearchError> {
    if !area.has_filter() {
        return Ok((Counted::Matching(area).get_result(conn).await?, None));
    }
    let all = Counted::All(area).get_result(conn).await?;
    conn.batch_execute(FILTER_TIME).await?;
    let matching = Counted::Matching(area).get_result(conn).await;
    let matching = matching.map_err(|error| match error {
        slow if db::is_statement_timeout(&slow) => SearchError::FilterTooSlow,
        error => error.into(),
    })?;
    conn.batch_execute(USUAL_TIME).await?;
    Ok((matching, Some(all)))
}

/// Parcels that an owner has in an area, whether or not they match its filter.
pub async fn count_of_owner(
    conn: &mut AsyncPgConnection,
    area: &Area,
    owner: i64,
) -> QueryResult<i64> {
    Counted::OfOwner(area, owner).get_result(conn).await
}

/// Owners and how many parcels each has in an area, whether or not they match its filter.
#[derive(Debug)]
struct CountedOwners<'a>(&'a Area, Vec<i64>);

impl Query for CountedOwners<'_> {
    type SqlType = (BigInt, BigInt);
}

impl QueryId for CountedOwners<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for CountedOwners<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT parcels.owner_key, count(*) FROM parcels WHERE ");
        self.0.walk_all(&mut out)?;
        out.push_sql(" AND parcels.owner_key = ANY(");
        out.push_bind_param::<Array<BigInt>, _>(&self.1)?;
        out.push_sql(") GROUP BY parcels.owner_key");
        Ok(())
    }
}

pub async fn count_of_owners(
    conn: &mut AsyncPgConnection,
    area: &Area,
    owners: Vec<i64>,
) -> QueryResult<Vec<(i64, i64)>> {
    CountedOwners(area, owners).load(conn).await
}

/// Inner points that several parcels of an area have, whether or not they match its filter: they are on the same land.
#[derive(Debug)]
struct SharedLand<'a> {
    area: &'a Area,
    /// Only this point.
    at: Option<[f64; 2]>,
}

impl Query for SharedLand<'_> {
    type SqlType = (Double, Double, BigInt, Bool);
}

impl QueryId for SharedLand<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for SharedLand<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT lon, lat, count(owner), bool_or(owner IS NULL) FROM (SELECT DISTINCT parcels.lon, parcels.lat, CASE WHEN ");
        out.push_sql(HAS_ONE_OWNER);
        out.push_sql(" THEN parcels.owner_key END AS owner FROM parcels WHERE ");
        self.area.walk_all(&mut out)?;
        if let Some([lon, lat]) = &self.at {
            out.push_sql(" AND parcels.lon = ");
            out.push_bind_param::<Double, _>(lon)?;
            out.push_sql(" AND parcels.lat = ");
            out.push_bind_param::<Double, _>(lat)?;
            out.push_sql(" AND parcels.geom_3857 && ST_Transform(ST_SetSRID(ST_MakePoint(");
            out.push_bind_param::<Double, _>(lon)?;
            out.push_sql(", ");
            out.push_bind_param::<Double, _>(lat)?;
            out.push_sql("), 4326), 3857)");
        }
        out.push_sql(") AS owners GROUP BY lon, lat HAVING count(*) > 1");
        Ok(())
    }
}

/// Owners of land that several parcels are on, by their inner point, longitude and latitude; with whether there are more, whom nobody names.
/// Land of one owner is not among it.
pub async fn owners_of_shared_land(
    conn: &mut AsyncPgConnection,
    area: &Area,
    at: Option<[f64; 2]>,
) -> QueryResult<Vec<(f64, f64, i64, bool)>> {
    SharedLand { area, at }.load(conn).await
}
