//! Makes PDFs again whose making was given up.

use auth::CurrentUser;
use domain::{LetterId, LetterJobId};

use super::LetterJobError;
use super::render::LetterRendering;
use super::store::{self, JobRow};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::events;
use crate::state::AppState;

/// Starts the failed PDFs of a job again, or only that of one letter. What is made or being made is
/// left as it is, so a repeated request changes nothing; nor does one of letters that were taken back.
pub async fn make_again(
    state: &AppState,
    user: &CurrentUser,
    job_id: LetterJobId,
    only: Option<LetterId>,
) -> Result<JobRow, LetterJobError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let job = store::find_job(conn, job_id).await?;
        let job = job.ok_or(LetterJobError::NotFound)?;
        if let Some(letter_id) = only {
            let found = store::find_text(conn, letter_id).await?;
            if found.is_none_or(|(letter, _)| letter.job_id != job_id) {
                return Err(LetterJobError::NoLetter);
            }
        }
        if job.undone_at.is_some() {
            return Ok(job);
        }
        let ids = store::reset_failed(conn, job_id, only).await?;
        if ids.is_empty() {
            return Ok(job);
        }
        let actor = Actor::user(user.user_id, &name);
        changes::insert_events(conn, &ids, "pdf_again", actor, None).await?;
        let jobs: Vec<LetterRendering> = ids
            .into_iter()
            .map(|letter_id| LetterRendering { letter_id })
            .collect();
        jobs::dead::enqueue_again(conn, user.customer_id, &jobs).await?;
        let job = store::count_made(conn, job_id).await?;
        events::changed(conn, user.customer_id, job.project_id).await?;
        Ok(job)
    })
    .await
}
