//! The statements that count the parcels which newly match, and what changed of those that matched before.

use db::AsyncPgConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Jsonb, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use ogc_features::Condition;
use parcel_record::{facts, is_sale, sale_columns};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::unmatched;
use crate::selections::chosen::Chosen;

/// Rows of history that are compared at once: what filters compare of them is made in memory.
pub(super) const CHUNK: usize = 2_000;

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

/// What a batch changed of what a search finds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct News {
    /// Parcels that newly match.
    pub newly: i64,
    pub changed: Changed,
}

/// Parcels that matched before a batch which changed them. Each fact is counted; a parcel can be in several counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// Those of the other counts, each once.
    pub parcels: i64,
    /// They match as before, and so do the next three.
    pub owner: i64,
    pub sale: i64,
    pub zoning: i64,
    /// After an import the flood zone in the county's record, after a change of flood layers the one of decision 93.
    pub flood: i64,
    /// Split, merged or retired.
    pub gone: i64,
    /// They match no longer, because a fact changed. What was told before this was counted does not have it.
    #[serde(default)]
    pub unmatched: i64,
}

impl News {
    pub fn is_any(&self) -> bool {
        self.newly > 0 || self.changed.parcels > 0
    }
}

/// What the batch changed of what the search finds.
pub async fn compare(conn: &mut AsyncPgConnection, compared: &Compared<'_>) -> QueryResult<News> {
    let (newly, changed) = Present(compared)
        .get_result::<(i64, Vec<ParcelUuid>)>(conn)
        .await?;
    let mut news = News {
        newly,
        ..News::default()
    };
    for chunk in changed.chunks(CHUNK) {
        let PastRows { rows } = diesel::sql_query(PAST)
            .bind::<BigInt, _>(compared.batch_id)
            .bind::<Array<SqlUuid>, _>(chunk)
            .get_result(conn)
            .await?;
        let (matched, parcels, owner, sale, zoning, flood) = judge(conn, compared, rows).await?;
        news.newly += i64::try_from(chunk.len()).unwrap_or(i64::MAX) - matched;
        let of = &mut news.changed;
        of.parcels += parcels;
        of.owner += owner;
        of.sale += sale;
        of.zoning += zoning;
        of.flood += flood;
    }
    let gone: i64 = Gone(compared).get_result(conn).await?;
    let unmatched = unmatched::count(conn, compared).await?;
    news.changed.gone = gone;
    news.changed.unmatched = unmatched;
    news.changed.parcels += gone + unmatched;
    Ok(news)
}

/// Rows before the batch, for [`judge`].
#[derive(QueryableByName)]
pub(super) struct PastRows {
    #[diesel(sql_type = Jsonb)]
    pub(super) rows: Value,
}

/// Of these rows before the batch: the number of those that matched, and how many of them changed, as [`Past`] says.
pub(super) async fn judge(
    conn: &mut AsyncPgConnection,
    compared: &Compared<'_>,
    rows: Value,
) -> QueryResult<(i64, i64, i64, i64, i64, i64)> {
    let (_, made) = facts::made(rows)
        .map_err(|error| diesel::result::Error::DeserializationError(error.into()))?;
    Past(compared, made).get_result(conn).await
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

/// Of these changed parcels: the number of those that matched before the batch; and of these, those of which a
/// watched fact is another one, at all and by fact.
struct Past<'a>(&'a Compared<'a>, Value);

impl Query for Past<'_> {
    type SqlType = (BigInt, BigInt, BigInt, BigInt, BigInt, BigInt);
}

impl QueryId for Past<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Past<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self(of, made) = self;
        out.unsafe_to_cache_prepared();
        out.push_sql(
            "SELECT count(*), count(*) FILTER (WHERE owner OR sale OR zoning OR flood), count(*) FILTER (WHERE owner), \
                count(*) FILTER (WHERE sale), count(*) FILTER (WHERE zoning), count(*) FILTER (WHERE flood) \
             FROM (SELECT known.owner IS DISTINCT FROM present.owner AS owner, ",
        );
        out.push_sql(&is_sale("known", "present", "had"));
        out.push_sql(
            " AS sale, known.zoning IS DISTINCT FROM present.zoning AS zoning, known.flood_zone IS DISTINCT FROM present.flood_zone AS flood \
             FROM (SELECT parcels.ll_uuid, parcels.county_fips, parcels.owner, parcels.saledate, parcels.saleprice, parcels.zoning, parcels.flood_zone FROM (",
        );
        // Names of the rows before must not be those of columns of `parcels`.
        out.push_sql(
            "SELECT h.before || made.past_facts || jsonb_build_object('geom', h.geom::text, \
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
        of.filter.walk_ast(out.reborrow())?;
        // Beside the conditions: a second row of parcels within their reach would make their names ambiguous.
        out.push_sql(
            ") AS known JOIN parcels AS present ON present.ll_uuid = known.ll_uuid AND present.county_group = ANY(",
        );
        out.push_bind_param::<Array<Text>, _>(of.groups)?;
        out.push_sql(") LEFT JOIN (");
        out.push_sql(&sale_columns(&format!(
            "b.finished_at < (SELECT finished_at FROM parcel_batches WHERE batch_id = {})",
            of.batch_id
        )));
        out.push_sql(") AS had ON had.county = known.county_fips) AS compared");
        Ok(())
    }
}

/// The number of parcels that matched and that the batch retired: their rows are still as they were.
struct Gone<'a>(&'a Compared<'a>);

impl Query for Gone<'_> {
    type SqlType = BigInt;
}

impl QueryId for Gone<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Gone<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let of = self.0;
        out.unsafe_to_cache_prepared();
        out.push_sql("SELECT count(*) FROM parcels WHERE parcels.county_group = ANY(");
        out.push_bind_param::<Array<Text>, _>(of.groups)?;
        out.push_sql(") AND parcels.retired_by = ");
        out.push_bind_param::<BigInt, _>(&of.batch_id)?;
        out.push_sql(" AND parcels.ll_uuid IN (SELECT listed.ll_uuid FROM parcel_history AS listed WHERE listed.batch_id = ");
        out.push_bind_param::<BigInt, _>(&of.batch_id)?;
        out.push_sql(" AND listed.what = 'retired') AND ");
        of.chosen.walk_ast(out.reborrow())?;
        out.push_sql(" AND ");
        of.filter.walk_ast(out.reborrow())
    }
}
