//! What a new state of letters causes besides, in the transaction that changes it.

use std::collections::BTreeMap;

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::ProjectId;
use letter_of_intent::Status;

use super::activity::{self, Named};
use super::store::LetterRow;
use super::{deadline_tasks, events};
use crate::deal_stages::domain::{Cause, Milestone};
use crate::deals;
use crate::properties::events::By;

/// Follows a change of letters to a state; `rows` are as they were before. All ways to a state lead
/// here: approval, delivery of a message, and setting it by hand.
pub async fn follow(
    conn: &mut AsyncPgConnection,
    by: By,
    rows: &[&LetterRow],
    to: Status,
) -> QueryResult<()> {
    follow_outside(conn, by, rows, to, None).await
}

/// As [`follow`]; `who` names those outside the firm who caused the change.
pub async fn follow_outside(
    conn: &mut AsyncPgConnection,
    by: By,
    rows: &[&LetterRow],
    to: Status,
    who: Option<&str>,
) -> QueryResult<()> {
    tracing::info!(letters = rows.len(), state = to.as_str(), "letters changed");
    let mut projects: BTreeMap<ProjectId, Vec<&LetterRow>> = BTreeMap::new();
    for row in rows {
        projects.entry(row.project_id).or_default().push(*row);
    }
    for (project_id, entered) in projects {
        let properties: Vec<_> = entered.iter().map(|row| row.property_id).collect();
        if let Some(milestone) = milestone_of(to) {
            deals::advance(conn, by, project_id, &properties, milestone, Cause::Letter).await?;
        }
        // Delivered letters were reported together when they were queued.
        if to != Status::Sent || by.actor.is_some() {
            let letters: Vec<_> = entered.into_iter().map(Named::from).collect();
            activity::report_state(conn, by, project_id, &letters, (to, who)).await?;
        }
        events::changed(conn, by.customer_id, project_id).await?;
    }
    // Before it is sent a letter has no task.
    if matches!(to, Status::Draft | Status::Approved) {
        return Ok(());
    }
    let ids: Vec<_> = rows.iter().map(|row| row.letter_id).collect();
    deadline_tasks::follow(conn, by, &ids).await
}

/// The stage that a deal has reached when its letter has this state.
fn milestone_of(status: Status) -> Option<Milestone> {
    match status {
        Status::Sent | Status::Opened => Some(Milestone::LoiOut),
        Status::Countered => Some(Milestone::Countered),
        Status::Signed => Some(Milestone::UnderContract),
        Status::Draft | Status::Approved | Status::Declined | Status::Expired => None,
    }
}
