//! HTTP handlers of the results of search runs.

use actix_web::get;
use actix_web::web::Data;
use auth::CurrentUser;
use domain::RunId;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::result_dto::{SearchCompareQuery, SearchComparison, SearchResults, SearchResultsQuery};
use crate::search_runs::{compare, results};
use crate::state::AppState;

const DEFAULT_PAGE: u32 = 50;
const MAX_PAGE: u32 = 200;
const DEFAULT_MOVES: u32 = 100;
const MAX_MOVES: u32 = 1000;

/// A page of a list of a search run; 409 unless it is done.
#[utoipa::path(tag = "search runs", params(SearchResultsQuery, ("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, body = SearchResults), StandardErrors))]
#[get("/search_runs/{run_id}/results")]
pub async fn list_search_results(
    user: CurrentUser,
    state: Data<AppState>,
    run_id: Path<RunId>,
    Query(query): Query<SearchResultsQuery>,
) -> ApiResult<Json<SearchResults>> {
    let limit = query.limit.unwrap_or(DEFAULT_PAGE);
    if !(1..=MAX_PAGE).contains(&limit) {
        return Err(ApiError::invalid("limit", "A page has 1 to 200 results."));
    }
    let page = (query.offset as usize, limit as usize);
    let results = results::page(&state, &user, run_id.into_inner(), query.list, page).await?;
    Ok(Json(results))
}

/// Which parcels moved since an earlier search run of the project, and whether other criteria or other data
/// moved them.
#[utoipa::path(tag = "search runs", params(SearchCompareQuery, ("run_id" = Uuid, Path, description = "The later run")),
    responses((status = 200, body = SearchComparison), StandardErrors))]
#[get("/search_runs/{run_id}/compare")]
pub async fn compare_search_runs(
    user: CurrentUser,
    state: Data<AppState>,
    run_id: Path<RunId>,
    Query(query): Query<SearchCompareQuery>,
) -> ApiResult<Json<SearchComparison>> {
    let limit = query.limit.unwrap_or(DEFAULT_MOVES);
    if !(1..=MAX_MOVES).contains(&limit) {
        return Err(ApiError::invalid("limit", "Compare the first 1 to 1,000."));
    }
    let run_id = run_id.into_inner();
    let comparison = compare::compare(&state, &user, run_id, query.with, limit as usize).await?;
    Ok(Json(comparison))
}
