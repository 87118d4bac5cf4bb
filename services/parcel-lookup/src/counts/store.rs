//! The statement that counts.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ParcelUuid;
use ogc_features::Condition;
use uuid::Uuid;

use crate::selections::ChangedSince;
use crate::selections::chosen::Chosen;

/// Which parcels are compared with which filters.
#[derive(Debug, Clone)]
pub struct Compared {
    pub chosen: Chosen,
    pub county_fips: Option<String>,
    pub changed_since: ChangedSince,
    /// Parcels that are not counted.
    pub without: Vec<ParcelUuid>,
    pub filters: Vec<Condition>,
}

/// How many of the parcels are compared.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    All,
    /// So many, whichever.
    Some(i64),
    /// Those with a lesser identity, at most so many.
    Below(Uuid, i64),
}

/// The number of parcels, and of those that match each filter, in one pass.
pub async fn count(
    conn: &mut AsyncPgConnection,
    compared: Compared,
    part: Part,
) -> QueryResult<Vec<i64>> {
    Statement { compared, part }.get_result(conn).await
}

/// Diesel has no `FILTER` of a number of aggregates that is known at run time only.
#[derive(Debug)]
struct Statement {
    compared: Compared,
    part: Part,
}

impl Query for Statement {
    type SqlType = Array<BigInt>;
}

impl QueryId for Statement {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Statement {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let of = &self.compared;
        out.unsafe_to_cache_prepared();
        out.push_sql("SELECT ARRAY[count(*)");
        for filter in &of.filters {
            out.push_sql(", count(*) FILTER (WHERE ");
            filter.walk_ast(out.reborrow())?;
            out.push_sql(")");
        }
        out.push_sql("] FROM (SELECT * FROM parcels WHERE ");
        of.chosen.walk_ast(out.reborrow())?;
        out.push_sql(" AND parcels.retired_at IS NULL AND ");
        of.changed_since.walk_ast(out.reborrow())?;
        if let Some(county) = &of.county_fips {
            out.push_sql(" AND parcels.county_fips = ");
            out.push_bind_param::<Text, _>(county)?;
        }
        if !of.without.is_empty() {
            out.push_sql(" AND parcels.ll_uuid <> ALL(");
            out.push_bind_param::<Array<SqlUuid>, _>(&of.without)?;
            out.push_sql(")");
        }
        if let Part::Below(bound, _) = &self.part {
            out.push_sql(" AND parcels.ll_uuid < ");
            out.push_bind_param::<SqlUuid, _>(bound)?;
        }
        if let Part::Some(most) | Part::Below(_, most) = &self.part {
            out.push_sql(" LIMIT ");
            out.push_bind_param::<BigInt, _>(most)?;
        }
        out.push_sql(") AS parcels");
        Ok(())
    }
}
