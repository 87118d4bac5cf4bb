//! HTTP handlers of search runs.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, post};
use auth::{Authenticator, CurrentUser};
use domain::RunId;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Json, Path, Query, Shutdown, sse};

use super::dto::{SearchRun, SearchRunRequest, SearchRuns, SearchRunsQuery};
use crate::search_runs::error::SearchError;
use crate::search_runs::ops;
use crate::search_runs::row::SearchRow;
use crate::state::AppState;
use crate::watch::{RunStream, Watched};

/// Judges every parcel of an area by criteria. The run is queued.
#[utoipa::path(tag = "search runs", request_body = SearchRunRequest,
    responses((status = 202, description = "Queued", body = SearchRun, headers(("Location" = String))), StandardErrors))]
#[post("/search_runs")]
pub async fn create_search_run(
    user: CurrentUser,
    state: Data<AppState>,
    body: Json<SearchRunRequest>,
) -> ApiResult<HttpResponse> {
    let run = ops::create(&state, &user, body.into_inner()).await?;
    let address = format!("{}/search_runs/{}", crate::API.prefix, run.run_id);
    Ok(HttpResponse::Accepted()
        .insert_header((LOCATION, address))
        .json(run.shown()?))
}

/// The search runs of a project, newest first.
#[utoipa::path(tag = "search runs", params(SearchRunsQuery), responses((status = 200, body = SearchRuns), StandardErrors))]
#[get("/search_runs")]
pub async fn list_search_runs(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<SearchRunsQuery>,
) -> ApiResult<Json<SearchRuns>> {
    let runs = ops::list(&state, &user, query.project_id).await?;
    let runs = runs
        .iter()
        .map(SearchRow::shown)
        .collect::<Result<_, _>>()?;
    Ok(Json(SearchRuns { runs }))
}

/// One search run.
#[utoipa::path(tag = "search runs", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, body = SearchRun), StandardErrors))]
#[get("/search_runs/{run_id}")]
pub async fn get_search_run(
    user: CurrentUser,
    state: Data<AppState>,
    run_id: Path<RunId>,
) -> ApiResult<Json<SearchRun>> {
    let run = ops::get(&state, &user, run_id.into_inner()).await?;
    Ok(Json(ops::shown_now(&state, &run).await?))
}

/// Removes a search run with its results; an active one is cancelled.
#[utoipa::path(tag = "search runs", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 204, description = "Removed"), StandardErrors))]
#[delete("/search_runs/{run_id}")]
pub async fn delete_search_run(
    user: CurrentUser,
    state: Data<AppState>,
    run_id: Path<RunId>,
) -> ApiResult<HttpResponse> {
    ops::remove(&state, &user, run_id.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Cancels a search run; 409 when it has already ended.
#[utoipa::path(tag = "search runs", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, body = SearchRun), StandardErrors))]
#[post("/search_runs/{run_id}/cancel")]
pub async fn cancel_search_run(
    user: CurrentUser,
    state: Data<AppState>,
    run_id: Path<RunId>,
) -> ApiResult<Json<SearchRun>> {
    let run = ops::cancel(&state, &user, run_id.into_inner()).await?;
    Ok(Json(run.shown()?))
}

/// Server-sent events `search` of one run, with the run as data: immediately and at every change, until it
/// has ended. A comment line every 15 s keeps the stream open. A session has five streams at most: the
/// oldest ends with `replaced`.
#[utoipa::path(tag = "search runs", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, description = "An event stream", content_type = "text/event-stream", body = SearchRun), StandardErrors))]
#[get("/search_runs/{run_id}/events")]
pub async fn search_run_events(
    user: CurrentUser,
    state: Data<AppState>,
    authenticator: Data<Authenticator>,
    shutdown: Data<Shutdown>,
    run_id: Path<RunId>,
) -> ApiResult<HttpResponse> {
    let run_id = run_id.into_inner();
    let first = ops::get(&state, &user, run_id).await?;
    let (streams, notices) = (state.searches.streams(), state.searches.notices());
    let stream = RunStream::new(user.session_id, streams, notices, &authenticator, &shutdown);
    let read = async move || match ops::get(&state, &user, run_id).await {
        Err(SearchError::NotFound) => Ok(None),
        other => other.map(Some),
    };
    Ok(sse::respond(stream.start(run_id, first, read)))
}

impl Watched for SearchRow {
    const EVENT: &'static str = "search";

    fn mark(&self) -> (i64, Option<i64>) {
        (self.version, None)
    }

    fn has_ended(&self) -> bool {
        self.state.has_ended()
    }

    fn shown(&self) -> Option<impl serde::Serialize> {
        Self::shown(self).ok()
    }
}
