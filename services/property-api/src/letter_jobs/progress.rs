//! How far letters are, and their print file.

use auth::CurrentUser;
use domain::{LetterJobId, ProjectId};

use super::LetterJobError;
use super::document;
use super::dto::{LetterJob, LetterJobState};
use super::store::{self, JobRow};
use crate::letter_templates::domain::TemplateRef;
use crate::properties::projects;
use crate::state::AppState;

impl From<JobRow> for LetterJob {
    fn from(row: JobRow) -> Self {
        let state = match row.finished_at {
            _ if row.undone_at.is_some() => LetterJobState::Undone,
            None => LetterJobState::Running,
            Some(_) if row.failed > 0 => LetterJobState::Failed,
            Some(_) => LetterJobState::Done,
        };
        Self {
            job_id: row.job_id,
            project_id: row.project_id,
            state,
            letters: row.letters,
            made: row.made,
            failed: row.failed,
            template_id: row
                .template_id
                .map_or(TemplateRef::Standard, TemplateRef::Own),
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            finished_at: row.finished_at,
            print_ready: state == LetterJobState::Done,
            print_parts: document::parts(row.letters),
        }
    }
}

pub async fn get_job(
    state: &AppState,
    user: &CurrentUser,
    job_id: LetterJobId,
) -> Result<JobRow, LetterJobError> {
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_job(conn, job_id).await
    })
    .await?;
    found.ok_or(LetterJobError::NotFound)
}

pub async fn list_jobs(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<Vec<JobRow>, LetterJobError> {
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    Ok(db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list_jobs(conn, project_id).await
    })
    .await?)
}

/// A file to print.
pub struct PrintFile {
    pub name: String,
    pub pdf: Vec<u8>,
}

/// The print file of a job, or a part of it, compiled from the letters' data: files cannot be merged without losing
/// their tags.
pub async fn print(
    state: &AppState,
    user: &CurrentUser,
    job_id: LetterJobId,
    part: Option<i32>,
) -> Result<PrintFile, LetterJobError> {
    let job = get_job(state, user, job_id).await?;
    match LetterJob::from(job.clone()).state {
        LetterJobState::Done => {}
        LetterJobState::Undone => return Err(LetterJobError::Undone),
        LetterJobState::Running | LetterJobState::Failed => return Err(LetterJobError::Unfinished),
    }
    let (part, parts) = (part.unwrap_or(1), document::parts(job.letters));
    if !(1..=parts).contains(&part) {
        let sentence = format!("The print file has {parts} parts.");
        return Err(LetterJobError::Fields(vec![("part".to_owned(), sentence)]));
    }
    let first = (part - 1) * document::PART + 1;
    let last = part * document::PART;
    let letters = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list_texts(conn, job_id, (first, last)).await
    })
    .await?;
    let document = document::print(&letters, &job, (part, parts));
    let name = document::print_name(part, parts);
    let pdf = state.typesetter.pdf_of_many(&document).await?.pdf;
    Ok(PrintFile { name, pdf })
}
