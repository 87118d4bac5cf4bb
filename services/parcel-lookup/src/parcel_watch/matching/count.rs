//! The statements that count the parcels which newly match.

use db::AsyncPgConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Jsonb, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use ogc_features::Condition;
use parcel_record::facts;
use serde_json::Value;

use crate::selections::chosen::Chosen;

/// Rows of history that are compared at once: what filters compare of them is made in memory.
const CHUNK: usize = 2_000;

/// $1 the batch, $2 parcels that it changed: their rows before it, with what [`facts::made`] reads.
const PAST: &str = "SELECT coalesce(jsonb_agg(h.before || jsonb_build_object('ll_uuid', h.ll_uuid, 'county_group', left(h.county_fips, 1))), '[]') \
    AS rows FROM parcel_history AS h WHERE h.batch_id = $1 AND h.ll_uuid = ANY ($2)";

/// A saved search, and the batch that it is compared with.
#[derive(Debug)]
pub struct Compared<'a> {
    pub batch_id: i64,
    /// The groups of the batch's counties.
    pub groups: &'a [String],
    /// The batch has no history of its new parcels.
    pub new_is_unlisted: bool,
    pub chosen: Chosen,
    pub filter: Condition,
}

/// The number of parcels that newly match.
pub async fn newly_matching(
    conn: &mut AsyncPgConnection,
    compared: &Compared<'_>,
) -> QueryResult<i64> {
    let (mut newly, changed) = Present(compared)
        .get_result::<(i64, Vec<ParcelUuid>)>(conn)
        .await?;
    for chunk in changed.chunks(CHUNK) {
        let PastRows { rows } = diesel::sql_query(PAST)
            .bind::<BigInt, _>(compared.batch_id)
            .bind::<Array<SqlUuid>, _>(chunk)
            .get_result(conn)
            .await?;
        let (_, made) = facts::made(rows)
            .map_err(|error| diesel::result::Error::DeserializationError(error.into()))?;
        let matched: i64 = Past(compared, made).get_result(conn).await?;
        newly += i64::try_from(chunk.len()).unwrap_or(i64::MAX) - matched;
    }
    Ok(newly)
}

#[derive(QueryableByName)]
struct PastRows {
    #[diesel(sql_type = Jsonb)]
    rows: Value,
}

/// Of the batch's parcels that match now: the number of those that are new or back, and the changed ones.
struct Present<'a>(&'a Compared<'a>);

impl Query for Present<'_> {
    type SqlType = (BigInt, Array<SqlUuid>);
}

impl QueryId for Present<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Present<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let of = self.0;
        out.unsafe_to_cache_prepared();
        out.push_sql(
            "SELECT count(*) FILTER (WHERE h.ll_uuid IS NULL), coalesce(array_agg(h.ll_uuid) FILTER (WHERE h.ll_uuid IS NOT NULL), '{}') \
             FROM (SELECT parcels.ll_uuid FROM parcels WHERE parcels.county_group = ANY(",
        );
        out.push_bind_param::<Array<Text>, _>(of.groups)?;
        out.push_sql(") AND parcels.batch_id = ");
        out.push_bind_param::<BigInt, _>(&of.batch_id)?;
        if !of.new_is_unlisted {
            // By the key of the history: few parcels of a large county may be of the batch.
            out.push_sql(" AND parcels.ll_uuid IN (SELECT listed.ll_uuid FROM parcel_history AS listed WHERE listed.batch_id = ");
            out.push_bind_param::<BigInt, _>(&of.batch_id)?;
            out.push_sql(" AND listed.what <> 'retired')");
        }
        out.push_sql(" AND parcels.retired_at IS NULL AND ");
        of.chosen.walk_ast(out.reborrow())?;
        out.push_sql(" AND ");
        of.filter.walk_ast(out.reborrow())?;
        out.push_sql(") AS matching LEFT JOIN parcel_history AS h ON h.ll_uuid = matching.ll_uuid AND h.what = 'changed' AND h.batch_id = ");
        out.push_bind_param::<BigInt, _>(&of.batch_id)?;
        Ok(())
    }
}

/// Of these changed parcels, the number of those that matched before the batch.
struct Past<'a>(&'a Compared<'a>, Value);

impl Query for Past<'_> {
    type SqlType = BigInt;
}

impl QueryId for Past<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Past<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self(of, made) = self;
        out.unsafe_to_cache_prepared();
        // Names of the rows before must not be those of columns of `parcels`.
        out.push_sql(
            "SELECT count(*) FROM (SELECT h.before || made.past_facts || jsonb_build_object('geom', h.geom::text, \
                'geom_3857', ST_Transform(h.geom, 3857)::text) AS past_row FROM jsonb_array_elements(",
        );
        out.push_bind_param::<Jsonb, _>(made)?;
        out.push_sql(
            ") AS made (past_facts) JOIN parcel_history AS h ON h.ll_uuid = (made.past_facts->>'ll_uuid')::uuid AND h.batch_id = ",
        );
        out.push_bind_param::<BigInt, _>(&of.batch_id)?;
        out.push_sql(
            ") AS past, jsonb_populate_record(NULL::parcels, past.past_row) AS parcels WHERE ",
        );
        of.chosen.walk_ast(out.reborrow())?;
        out.push_sql(" AND ");
        of.filter.walk_ast(out.reborrow())
    }
}
