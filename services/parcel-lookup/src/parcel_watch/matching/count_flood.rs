//! The statement that counts the parcels which a change of flood layers makes match a search or match it no longer, or changed while they match.

use db::AsyncPgConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Text};
use diesel_async::RunQueryDsl;

use super::count::{Changed, Compared, News};

/// What the change of flood layers changed of what the search finds. Both states are those that were kept with it, whatever layers there are now.
pub async fn compare(conn: &mut AsyncPgConnection, compared: &Compared<'_>) -> QueryResult<News> {
    let (newly, flood, unmatched) = Matching(compared)
        .get_result::<(i64, i64, i64)>(conn)
        .await?;
    let changed = Changed {
        parcels: flood + unmatched,
        flood,
        unmatched,
        ..Changed::default()
    };
    Ok(News { newly, changed })
}

/// Of the parcels with another flood zone: the number of those that match and did not before, of those that match as before, and of those that
/// match no longer.
struct Matching<'a>(&'a Compared<'a>);

impl Query for Matching<'_> {
    type SqlType = (BigInt, BigInt, BigInt);
}

impl QueryId for Matching<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Matching<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.unsafe_to_cache_prepared();
        out.push_sql(
            "SELECT count(*) FILTER (WHERE earlier.ll_uuid IS NULL), count(*) FILTER (WHERE earlier.ll_uuid = present.ll_uuid), \
                count(*) FILTER (WHERE present.ll_uuid IS NULL) FROM (",
        );
        matching(self.0, "standing_after", &mut out)?;
        out.push_sql(") AS present FULL JOIN (");
        matching(self.0, "standing_before", &mut out)?;
        out.push_sql(") AS earlier ON earlier.ll_uuid = present.ll_uuid");
        Ok(())
    }
}

/// The change's parcels that match with the zone of this column. Filters read `flood_cells` by that name: here it is what was kept of these parcels.
/// Those of which no layer says anything are not in it, so that the county's record decides.
fn matching<'b>(
    of: &'b Compared<'b>,
    standing: &str,
    out: &mut AstPass<'_, 'b, Pg>,
) -> QueryResult<()> {
    out.push_sql(&format!(
        "WITH flood_cells AS NOT MATERIALIZED (SELECT kept.x, kept.y, kept.{standing} AS standing, kept.point AS geom \
            FROM flood_change_parcels AS kept WHERE kept.{standing} IS NOT NULL AND kept.batch_id = "
    ));
    out.push_bind_param::<BigInt, _>(&of.batch_id)?;
    out.push_sql(") SELECT parcels.ll_uuid FROM parcels WHERE parcels.county_group = ANY(");
    out.push_bind_param::<Array<Text>, _>(of.groups)?;
    out.push_sql(") AND parcels.ll_uuid IN (SELECT moved.ll_uuid FROM flood_change_parcels AS moved WHERE moved.batch_id = ");
    out.push_bind_param::<BigInt, _>(&of.batch_id)?;
    out.push_sql(") AND parcels.retired_at IS NULL AND ");
    of.chosen.walk_ast(out.reborrow())?;
    out.push_sql(" AND ");
    of.filter.walk_ast(out.reborrow())
}
