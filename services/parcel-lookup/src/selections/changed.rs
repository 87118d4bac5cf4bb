//! Parcels that are new or changed since a time.

use chrono::{DateTime, Utc};
use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{Bool, Timestamptz};
use parcel_record::schema::parcels;

/// Those whose row was written by an import that ended after the time, or by a provider after it. A row that
/// an import found unchanged keeps the batch that wrote it, so it is not among them. All without a time.
#[derive(Debug, Clone, Copy)]
pub struct ChangedSince(pub Option<DateTime<Utc>>);

impl Expression for ChangedSince {
    type SqlType = Bool;
}

impl AppearsOnTable<parcels::table> for ChangedSince {}

impl ValidGrouping<()> for ChangedSince {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for ChangedSince {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for ChangedSince {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Some(time) = &self.0 else {
            out.push_sql("TRUE");
            return Ok(());
        };
        out.push_sql(
            "(parcels.batch_id IN (SELECT batch_id FROM parcel_batches WHERE finished_at > ",
        );
        out.push_bind_param::<Timestamptz, _>(time)?;
        out.push_sql(
            " AND undone_at IS NULL) OR (parcels.batch_id IS NULL AND parcels.fetched_at > ",
        );
        out.push_bind_param::<Timestamptz, _>(time)?;
        out.push_sql("))");
        Ok(())
    }
}
