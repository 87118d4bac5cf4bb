//! Queries of batches. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{MarkerBatchId, ProjectId, UserId};
use uuid::Uuid;

use crate::schema::marker_batches;

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = marker_batches, check_for_backend(diesel::pg::Pg))]
pub struct BatchRow {
    pub project_id: ProjectId,
    pub created_at: DateTime<Utc>,
    pub undone_at: Option<DateTime<Utc>>,
}

/// The batch gets this transaction's firm.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    created_by: UserId,
) -> QueryResult<MarkerBatchId> {
    let id = MarkerBatchId(Uuid::now_v7());
    diesel::insert_into(marker_batches::table)
        .values((
            marker_batches::batch_id.eq(id),
            marker_batches::project_id.eq(project_id),
            marker_batches::created_by.eq(created_by),
        ))
        .execute(conn)
        .await?;
    Ok(id)
}

/// Locked, so that it is undone once.
pub async fn find_for_update(
    conn: &mut AsyncPgConnection,
    id: MarkerBatchId,
) -> QueryResult<Option<BatchRow>> {
    marker_batches::table
        .find(id)
        .select(BatchRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

pub async fn set_undone(conn: &mut AsyncPgConnection, id: MarkerBatchId) -> QueryResult<usize> {
    diesel::update(marker_batches::table.find(id))
        .set(marker_batches::undone_at.eq(diesel::dsl::now))
        .execute(conn)
        .await
}
