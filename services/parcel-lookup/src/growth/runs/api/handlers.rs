//! HTTP handlers of runs.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, post};
use auth::{Authenticator, CurrentUser};
use domain::RunId;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Json, Page, Path, Query, Shutdown, sse};

use crate::growth::runs::api::dto::{GrowthRun, GrowthRunRequest, GrowthRuns, RunsQuery};
use crate::growth::runs::error::RunError;
use crate::growth::runs::ops;
use crate::growth::runs::row::RunInQueue;
use crate::growth::runs::settings::CheckedRun;
use crate::state::AppState;
use crate::watch::{RunStream, Watched};

/// Requests a growth run: a prediction or a calibration. It is queued.
#[utoipa::path(tag = "growth", request_body = GrowthRunRequest,
    responses((status = 202, description = "Queued", body = GrowthRun, headers(("Location" = String))), StandardErrors))]
#[post("/growth_runs")]
pub async fn create_growth_run(
    user: CurrentUser,
    state: Data<AppState>,
    body: Json<GrowthRunRequest>,
) -> ApiResult<HttpResponse> {
    let wanted = CheckedRun::try_from(body.into_inner())?;
    let run = shown(&ops::create(&state.pool, &user, wanted).await?)?;
    let address = format!("{}/growth_runs/{}", crate::API.prefix, run.run_id);
    Ok(HttpResponse::Accepted()
        .insert_header((LOCATION, address))
        .json(run))
}

/// The firm's growth runs, newest first.
#[utoipa::path(tag = "growth", params(Page, RunsQuery), responses((status = 200, body = GrowthRuns), StandardErrors))]
#[get("/growth_runs")]
pub async fn list_growth_runs(
    user: CurrentUser,
    state: Data<AppState>,
    Query(page): Query<Page>,
    Query(query): Query<RunsQuery>,
) -> ApiResult<Json<GrowthRuns>> {
    let rows = ops::list(&state.pool, &user, query.kind, &page, page.after()?).await?;
    let (rows, next_cursor) = page.cut(rows, |row| (row.run.created_at, row.run.run_id))?;
    let runs = rows.iter().map(shown).collect::<ApiResult<_>>()?;
    Ok(Json(GrowthRuns { runs, next_cursor }))
}

/// One growth run.
#[utoipa::path(tag = "growth", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, body = GrowthRun), StandardErrors))]
#[get("/growth_runs/{run_id}")]
pub async fn get_growth_run(
    user: CurrentUser,
    state: Data<AppState>,
    run_id: Path<RunId>,
) -> ApiResult<Json<GrowthRun>> {
    Ok(Json(shown(
        &ops::get_in_queue(&state.pool, &user, run_id.into_inner()).await?,
    )?))
}

/// Cancels an active growth run; removes one that has ended, with its files.
#[utoipa::path(tag = "growth", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 204, description = "Cancelled or removed"), StandardErrors))]
#[delete("/growth_runs/{run_id}")]
pub async fn delete_growth_run(
    user: CurrentUser,
    state: Data<AppState>,
    run_id: Path<RunId>,
) -> ApiResult<HttpResponse> {
    ops::remove(&state.pool, &state.growth, &user, run_id.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Cancels a growth run; 409 when it has already ended.
#[utoipa::path(tag = "growth", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, body = GrowthRun), StandardErrors))]
#[post("/growth_runs/{run_id}/cancel")]
pub async fn cancel_growth_run(
    user: CurrentUser,
    state: Data<AppState>,
    run_id: Path<RunId>,
) -> ApiResult<Json<GrowthRun>> {
    let run = ops::cancel(&state.pool, &user, run_id.into_inner()).await?;
    Ok(Json(run.shown().map_err(RunError::from)?))
}

/// Server-sent events `growth` of one run, with the run as data: immediately and at every change,
/// until it has ended. A comment line every 15 s keeps the stream open. A session has five streams
/// at most: the oldest ends with `replaced`.
#[utoipa::path(tag = "growth", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, description = "An event stream", content_type = "text/event-stream", body = GrowthRun), StandardErrors))]
#[get("/growth_runs/{run_id}/events")]
pub async fn growth_run_events(
    user: CurrentUser,
    state: Data<AppState>,
    authenticator: Data<Authenticator>,
    shutdown: Data<Shutdown>,
    run_id: Path<RunId>,
) -> ApiResult<HttpResponse> {
    let run_id = run_id.into_inner();
    let first = ops::get_in_queue(&state.pool, &user, run_id).await?;
    let (streams, notices) = (state.growth.streams(), state.growth.notices());
    let stream = RunStream::new(user.session_id, streams, notices, &authenticator, &shutdown);
    let read = async move || match ops::get_in_queue(&state.pool, &user, run_id).await {
        Err(RunError::NotFound) => Ok(None),
        other => other.map(Some),
    };
    Ok(sse::respond(stream.start(run_id, first, read)))
}

impl Watched for RunInQueue {
    const EVENT: &'static str = "growth";

    /// The position in the queue changes without a new version of the run.
    fn mark(&self) -> (i64, Option<i64>) {
        (self.run.version, self.queue_position)
    }

    fn has_ended(&self) -> bool {
        self.run.state.has_ended()
    }

    fn shown(&self) -> Option<impl serde::Serialize> {
        Self::shown(self).ok()
    }
}

fn shown(run: &RunInQueue) -> ApiResult<GrowthRun> {
    Ok(run.shown().map_err(RunError::from)?)
}
