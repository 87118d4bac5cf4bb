//! Counts the parcels that matched a search and that a batch changed so that they match no longer.
//!
//! Only a fact that the filter reads can do that, so that no other rows before are rebuilt: most imports change some fact of most parcels.

use db::AsyncPgConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use ogc_features::Condition;
use parcel_record::facts::{GIVEN_COLUMNS, MADE_COLUMNS};
use parcel_record::kept_columns;

use super::count::{self, CHUNK, Compared, PastRows};

/// The parcels that match no longer. Those of which a new outline left the area of the search are not counted: they are not found by the area.
pub async fn count(conn: &mut AsyncPgConnection, compared: &Compared<'_>) -> QueryResult<i64> {
    let Some(past) = past(&compared.filter) else {
        return Ok(0);
    };
    let others: Vec<ParcelUuid> = Others(compared).get_result(conn).await?;
    let mut unmatched = 0;
    for chunk in others.chunks(CHUNK) {
        let PastRows { rows } = diesel::sql_query(past.as_str())
            .bind::<BigInt, _>(compared.batch_id)
            .bind::<Array<SqlUuid>, _>(chunk)
            .bind::<Array<Text>, _>(compared.groups)
            .get_result(conn)
            .await?;
        if rows.as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        let (matched, ..) = count::judge(conn, compared, rows).await?;
        unmatched += matched;
    }
    Ok(unmatched)
}

/// $1 the batch, $2 parcels that it changed, $3 their groups: their rows before it, as [`count::judge`] reads them, of those of which a fact
/// that the filter reads is another one. None if it reads no fact of the record.
fn past(filter: &Condition) -> Option<String> {
    let reads = |column: &str| filter.mentions(&format!("parcels.{column}"));
    let is_made = MADE_COLUMNS.into_iter().any(reads);
    let columns = kept_columns().filter(|&column| {
        // The identity is the same.
        column != "ll_uuid" && (reads(column) || is_made && GIVEN_COLUMNS.contains(&column))
    });
    let columns = columns.map(|column| {
        format!("to_jsonb(present.{column}) IS DISTINCT FROM nullif(h.before->'{column}', 'null')")
    });
    let outline = reads("geom").then(|| "NOT ST_OrderingEquals(present.geom, h.geom)".to_owned());
    let different: Vec<String> = columns.chain(outline).collect();
    (!different.is_empty()).then(|| {
        format!(
            "SELECT coalesce(jsonb_agg(h.before || jsonb_build_object('ll_uuid', h.ll_uuid, 'county_group', left(h.county_fips, 1))), '[]') AS rows \
             FROM parcel_history AS h JOIN parcels AS present ON present.ll_uuid = h.ll_uuid AND present.county_group = ANY ($3) \
             WHERE h.batch_id = $1 AND h.ll_uuid = ANY ($2) AND ({})",
            different.join(" OR ")
        )
    })
}

/// The changed parcels of the batch that do not match now.
struct Others<'a>(&'a Compared<'a>);

impl Query for Others<'_> {
    type SqlType = Array<SqlUuid>;
}

impl QueryId for Others<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Others<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let of = self.0;
        out.unsafe_to_cache_prepared();
        out.push_sql(
            "SELECT coalesce(array_agg(parcels.ll_uuid), '{}') FROM parcels WHERE parcels.county_group = ANY(",
        );
        out.push_bind_param::<Array<Text>, _>(of.groups)?;
        out.push_sql(") AND parcels.batch_id = ");
        out.push_bind_param::<BigInt, _>(&of.batch_id)?;
        out.push_sql(" AND parcels.ll_uuid IN (SELECT listed.ll_uuid FROM parcel_history AS listed WHERE listed.batch_id = ");
        out.push_bind_param::<BigInt, _>(&of.batch_id)?;
        out.push_sql(" AND listed.what = 'changed') AND parcels.retired_at IS NULL AND ");
        of.chosen.walk_ast(out.reborrow())?;
        out.push_sql(" AND ");
        of.filter.walk_ast(out.reborrow())?;
        out.push_sql(" IS NOT TRUE");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filters;

    /// The columns that are compared for this filter.
    fn compared(filter: &str) -> Vec<String> {
        let filter = filters::read(filter).unwrap().condition;
        let past = past(&filter).unwrap_or_default();
        // Before them are the two of the join.
        let parts = past.split("present.").skip(3);
        parts
            .map(|part| part.split([')', ',']).next().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn only_facts_that_the_filter_reads_are_compared() {
        assert_eq!(compared("zoning = 'M-2'"), ["zoning"]);
        assert_eq!(
            compared("total_value >= 5 OR NOT ll_gisacre > 2"),
            ["parval", "ll_gisacre"]
        );
        assert_eq!(compared("highway_miles < 1"), ["lon", "lat"]);
        assert_eq!(compared("S_INTERSECTS(geometry, POINT(-95 29))"), ["geom"]);
        let made = compared("owner_kind = 'company'");
        assert_eq!(made.len(), GIVEN_COLUMNS.len());
        assert!(
            made.iter()
                .all(|column| GIVEN_COLUMNS.contains(&column.as_str()))
        );
        let run = "growth_run_id = '00000000-0000-0000-0000-000000000001' AND growth_chance > 0.5";
        assert_eq!(past(&filters::read(run).unwrap().condition), None);
    }
}
