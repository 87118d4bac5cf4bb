//! Tasks that letters made follow the person of their deal.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::DealId;

use super::store::Changed;

/// Gives the tasks of deals whose person changed to the new one, or to the letter's author when there is none. What a
/// person did, or gave to somebody, stays as it is; what the system closed follows, because it may open again.
pub async fn follow(conn: &mut AsyncPgConnection, changed: &[Changed]) -> QueryResult<()> {
    let reassigned = changed
        .iter()
        .filter(|deal| deal.before.assigned_to != deal.after.assigned_to);
    let ids: Vec<DealId> = reassigned.map(|deal| deal.deal_id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    diesel::sql_query(
        "UPDATE deal_tasks t SET version = t.version + 1, \
            assigned_to = coalesce(d.assigned_to, j.created_by), \
            assigned_to_name = CASE WHEN d.assigned_to IS NULL THEN j.created_by_name ELSE d.assigned_to_name END \
         FROM deals d, letters l JOIN letter_jobs j ON j.customer_id = l.customer_id AND j.job_id = l.job_id \
         WHERE d.deal_id = ANY($1) AND t.customer_id = d.customer_id AND t.deal_id = d.deal_id \
            AND l.customer_id = t.customer_id AND l.letter_id = t.letter_id \
            AND NOT t.person_chosen AND t.done_by_name IS NULL \
            AND t.assigned_to <> coalesce(d.assigned_to, j.created_by)",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .execute(conn)
    .await
    .map(drop)
}
