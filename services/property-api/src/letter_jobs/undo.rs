//! Takes letters back that were just made, all or none: the letters, their PDFs, and the offer values that they set.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{LetterId, LetterJobId, PropertyId};

use super::LetterJobError;
use super::offers;
use super::store::{self, JobRow};
use super::undo_dto::LetterJobUndone;
use super::undo_store;
use crate::attachments;
use crate::letter_register::activity::{self, Named};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::commands::UNDO_KEPT;
use crate::letter_register::events;
use crate::letter_register::store::{LetterRow, lock_letters};
use crate::properties::events::By;
use crate::properties::store::PropertyRow;
use crate::state::AppState;

/// Version of a letter that nobody changed.
const AS_MADE: i64 = 1;
const TOO_LATE: &str = "Letters can be taken back for 24 hours.";
/// In the history of each letter.
const NOTE: &str = "Making undone";

/// Takes a job's letters back. Numbers are never given again, so the letters stay, withdrawn.
pub async fn undo(
    state: &AppState,
    user: &CurrentUser,
    job_id: LetterJobId,
) -> Result<LetterJobUndone, LetterJobError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        find(conn, job_id).await?;
        // Before the letters: locks are taken in this order by all.
        let properties = undo_store::lock_properties(conn, job_id).await?;
        let properties: HashMap<PropertyId, PropertyRow> = properties
            .into_iter()
            .map(|row| (row.property_id, row))
            .collect();
        undo_store::lock_pdfs(conn, job_id).await?;
        let ids = undo_store::list_letters(conn, job_id).await?;
        let mut rows = lock_letters(conn, &ids).await?;
        rows.sort_by_key(LetterRow::key);
        // Under the locks: another undo may just have ended.
        let job = find(conn, job_id).await?;
        let letters = job.letters;
        if job.undone_at.is_some() {
            let left = Vec::new();
            return Ok(LetterJobUndone { letters, left });
        }
        if let Some(why) = why_kept(&job, &rows) {
            return Err(LetterJobError::Kept(why));
        }
        changes::withdraw(conn, &ids).await?;
        let actor = Actor::user(user.user_id, &name);
        changes::insert_events(conn, &ids, "withdrawn", actor, Some(NOTE)).await?;
        remove_pdfs(conn, By::user(user), &rows, &properties).await?;
        let ids: HashSet<LetterId> = ids.into_iter().collect();
        let left = offers::set_back(conn, (user, &name), job_id, &ids, &properties).await?;
        undo_store::set_undone(conn, job_id).await?;
        tracing::info!(letters, "letters taken back");
        let named: Vec<Named<'_>> = rows.iter().map(Named::from).collect();
        activity::report(conn, By::user(user), job.project_id, &named, "taken back").await?;
        events::changed(conn, user.customer_id, job.project_id).await?;
        Ok(LetterJobUndone { letters, left })
    })
    .await
}

async fn find(conn: &mut AsyncPgConnection, job_id: LetterJobId) -> Result<JobRow, LetterJobError> {
    let found = store::find_job(conn, job_id).await?;
    found.ok_or(LetterJobError::NotFound)
}

/// Why the letters are kept; `rows` in the order of their numbers.
fn why_kept(job: &JobRow, rows: &[LetterRow]) -> Option<String> {
    if job.created_at + UNDO_KEPT < Utc::now() {
        return Some(TOO_LATE.to_owned());
    }
    // A later version replaced another letter, which would not come back.
    let changed = |row: &&LetterRow| row.version != AS_MADE || row.letter_version > 1;
    let changed: Vec<&str> = rows
        .iter()
        .filter(changed)
        .map(|row| row.number.as_str())
        .collect();
    match changed.as_slice() {
        [] => None,
        [first] => Some(format!("{first} was approved or changed since.")),
        [first, others @ ..] => Some(format!(
            "{first} and {} more were approved or changed since.",
            others.len()
        )),
    }
}

/// Removes the files as a person does. Those that are not made yet are not made any more.
async fn remove_pdfs(
    conn: &mut AsyncPgConnection,
    by: By,
    rows: &[LetterRow],
    properties: &HashMap<PropertyId, PropertyRow>,
) -> QueryResult<()> {
    for row in rows {
        let (Some(path), Some(property)) = (&row.pdf, properties.get(&row.property_id)) else {
            continue;
        };
        let (property_id, project_id) = (row.property_id, row.project_id);
        let removed =
            attachments::store::delete_attachment(conn, property_id, project_id, path).await?;
        if let Some(file) = removed {
            attachments::events::removed(conn, by, property, &file).await?;
        }
    }
    Ok(())
}
