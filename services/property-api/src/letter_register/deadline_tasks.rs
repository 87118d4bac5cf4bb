//! Tasks of deals that follow the deadlines of letters, in the transaction that changes a letter.

use std::collections::BTreeSet;

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::LetterId;

use super::deadline_store::{self, Place};
use super::deadlines;
use super::store::{self, LetterRow};
use crate::deal_stages::{self, events};
use crate::deals;
use crate::properties::events::By;

/// Makes, moves and closes the tasks of letters, and of the earlier versions that they replace.
pub async fn follow(
    conn: &mut AsyncPgConnection,
    by: By,
    letter_ids: &[LetterId],
) -> QueryResult<()> {
    let mut ids = deadline_store::list_earlier_with_tasks(conn, letter_ids).await?;
    ids.extend_from_slice(letter_ids);
    let rows = store::find_letters(conn, &ids).await?;
    // Changes of deals lock it before their tasks.
    let projects: BTreeSet<_> = rows.iter().map(|row| row.project_id).collect();
    for project_id in projects {
        deal_stages::store::lock_pipeline(conn, by.customer_id, project_id).await?;
    }
    for row in rows {
        if follow_one(conn, &row).await? {
            let properties = [row.property_id];
            events::changed(conn, by, row.project_id, Some(&properties)).await?;
        }
    }
    Ok(())
}

/// Whether anything changed.
async fn follow_one(conn: &mut AsyncPgConnection, row: &LetterRow) -> QueryResult<bool> {
    let (terms, dates) = deadline_store::find_terms_and_dates(conn, row.letter_id).await?;
    let wanted = deadlines::wanted(row, &terms, &dates);
    let kept: Vec<&str> = wanted.iter().map(|task| task.deadline).collect();
    let mut has_changed = deadline_store::close_tasks(conn, row.letter_id, &kept).await?;
    if wanted.is_empty() {
        return Ok(has_changed);
    }
    // A property that was taken out of the project has no deal to work on.
    let deal = deals::store::find_deal(conn, row.project_id, row.property_id).await?;
    let Some(deal) = deal else {
        return Ok(has_changed);
    };
    let assigned = deal
        .state
        .assigned_to
        .zip(deal.state.assigned_to_name.as_deref());
    let (person, person_name) = assigned.unwrap_or((row.created_by, &row.created_by_name));
    let place = Place {
        letter_id: row.letter_id,
        deal_id: deal.deal_id,
        person,
        person_name,
    };
    for task in &wanted {
        has_changed |= deadline_store::upsert_task(conn, &place, task).await?;
    }
    Ok(has_changed)
}
