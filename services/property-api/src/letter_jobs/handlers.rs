//! HTTP handlers of letters that are made together.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use auth::CurrentUser;
use domain::LetterJobId;
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::dto::{
    LetterBatch, LetterJob, LetterJobs, LetterJobsQuery, LetterPreview, LettersStarted,
    MakeLettersRequest, MakePdfsAgainRequest, PreviewTemplateRequest, PrintQuery, TemplatePreview,
};
use super::undo_dto::LetterJobUndone;
use super::{again, make, preview, progress, template_preview, undo};
use crate::state::AppState;

/// What a letter from a draft of a template would say, of a property or of a sample. Stores nothing.
#[utoipa::path(tag = "letters", request_body = PreviewTemplateRequest,
    responses((status = 200, description = "The letter", body = TemplatePreview), ApiError))]
#[post("/letter_templates/preview")]
pub async fn preview_template(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<PreviewTemplateRequest>,
) -> ApiResult<Json<TemplatePreview>> {
    Ok(Json(template_preview::preview(&state, &user, body).await?))
}

/// What letters of properties would say, what they lack, and their prices. Stores nothing.
#[utoipa::path(tag = "letters", request_body = LetterBatch,
    responses((status = 200, description = "The letters", body = LetterPreview), ApiError))]
#[post("/letter_jobs/preview")]
pub async fn preview_letters(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<LetterBatch>,
) -> ApiResult<Json<LetterPreview>> {
    Ok(Json(preview::preview(&state, &user, body).await?))
}

/// Makes letters with contiguous numbers and stores their prices as offer values; PDFs follow in the
/// background.
#[utoipa::path(tag = "letters", request_body = MakeLettersRequest,
    responses((status = 202, description = "The letters are made", body = LettersStarted), ApiError))]
#[post("/letter_jobs")]
pub async fn make_letters(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<MakeLettersRequest>,
) -> ApiResult<HttpResponse> {
    let started = make::make(&state, &user, body).await?;
    Ok(HttpResponse::Accepted().json(started))
}

/// Letters of a project by when they were made, newest first.
#[utoipa::path(tag = "letters", params(LetterJobsQuery),
    responses((status = 200, description = "The jobs", body = LetterJobs), ApiError))]
#[get("/letter_jobs")]
pub async fn list_letter_jobs(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<LetterJobsQuery>,
) -> ApiResult<Json<LetterJobs>> {
    let rows = progress::list_jobs(&state, &user, query.project_id).await?;
    let jobs = rows.into_iter().map(LetterJob::from).collect();
    Ok(Json(LetterJobs { jobs }))
}

/// How far the PDFs of letters are.
#[utoipa::path(tag = "letters", params(("job_id" = Uuid, Path)),
    responses((status = 200, description = "The job", body = LetterJob), ApiError))]
#[get("/letter_jobs/{job_id}")]
pub async fn get_letter_job(
    user: CurrentUser,
    state: Data<AppState>,
    Path(job_id): Path<LetterJobId>,
) -> ApiResult<Json<LetterJob>> {
    Ok(Json(progress::get_job(&state, &user, job_id).await?.into()))
}

/// Takes letters back within 24 hours of their making, while all are drafts as they were made: they are withdrawn, their PDFs
/// removed, and offer values that nobody changed since are as before. A repeated request changes nothing more.
#[utoipa::path(tag = "letters", params(("job_id" = Uuid, Path)),
    responses((status = 200, description = "What was undone", body = LetterJobUndone), ApiError))]
#[post("/letter_jobs/{job_id}/undo")]
pub async fn undo_letter_job(
    user: CurrentUser,
    state: Data<AppState>,
    Path(job_id): Path<LetterJobId>,
) -> ApiResult<Json<LetterJobUndone>> {
    Ok(Json(undo::undo(&state, &user, job_id).await?))
}

/// Makes PDFs again that could not be made: all of the job, or one letter's.
#[utoipa::path(tag = "letters", params(("job_id" = Uuid, Path)), request_body = MakePdfsAgainRequest,
    responses((status = 202, description = "The job", body = LetterJob), ApiError))]
#[post("/letter_jobs/{job_id}/pdfs")]
pub async fn make_pdfs_again(
    user: CurrentUser,
    state: Data<AppState>,
    Path(job_id): Path<LetterJobId>,
    Json(body): Json<MakePdfsAgainRequest>,
) -> ApiResult<HttpResponse> {
    let job = again::make_again(&state, &user, job_id, body.letter_id).await?;
    Ok(HttpResponse::Accepted().json(LetterJob::from(job)))
}

/// Letters one after the other as one PDF, after a list of them. 409 until all are made.
#[utoipa::path(tag = "letters", params(("job_id" = Uuid, Path), PrintQuery),
    responses((status = 200, description = "The print file", content_type = "application/pdf", body = Vec<u8>), ApiError))]
#[get("/letter_jobs/{job_id}/print")]
pub async fn print_letters(
    user: CurrentUser,
    state: Data<AppState>,
    Path(job_id): Path<LetterJobId>,
    Query(query): Query<PrintQuery>,
) -> ApiResult<HttpResponse> {
    let file = progress::print(&state, &user, job_id, query.part).await?;
    let disposition = format!("inline; filename=\"{}\"", file.name);
    let mut answer = HttpResponse::Ok();
    answer
        .content_type("application/pdf")
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((CONTENT_DISPOSITION, disposition));
    Ok(answer.body(file.pdf))
}
