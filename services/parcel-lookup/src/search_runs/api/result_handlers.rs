//! HTTP handlers of the results of search runs.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use auth::CurrentUser;
use domain::RunId;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, ErrorCode, Json, Path, Query};
use parcel_export::Format;

use super::result_dto::{
    SearchCompareQuery, SearchComparison, SearchFileQuery, SearchResults, SearchResultsQuery,
};
use crate::export::dto::ParcelFile;
use crate::export::handlers::{attachment, format_of};
use crate::search_runs::{compare, file, results};
use crate::sites;
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

/// A list of a search run as a file, CSV or XLSX: a row for each result that is kept, the first 1,000 at most and the parcels that the project
/// had, with its rank, its score, what each wish and requirement says of it, and the run, its date and its data. Then a row for each site
/// that the project keeps, up to 30, which is judged as one by what is known today: with the rank that it would have, how many would be ranked
/// with it, and of how many parcels it is. What the project has discarded since is left out. Each row says
/// how many rows there are of how many parcels of the list. 409 unless the run is done.
#[utoipa::path(tag = "search runs", params(SearchFileQuery, ("run_id" = Uuid, Path, description = "The run"),
        ("format" = String, Path, description = "Ending of the file's name: csv or xlsx")),
    responses((status = 200, description = "The file, as an attachment", content((ParcelFile = "text/csv"),
        (ParcelFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))), StandardErrors))]
#[get("/search_runs/{run_id}/results.{format}")]
pub async fn export_search_results(
    user: CurrentUser,
    state: Data<AppState>,
    path: Path<(RunId, String)>,
    Query(query): Query<SearchFileQuery>,
) -> ApiResult<HttpResponse> {
    let (run_id, ending) = path.into_inner();
    let format = format_of(&ending)?;
    if !matches!(format, Format::Csv | Format::Xlsx) {
        let sentence = "Results are saved as CSV or XLSX.";
        return Err(ApiError::new(ErrorCode::AddressNotFound, sentence));
    }
    let sites = sites::explain_of_project(&state, &user, run_id).await?;
    let list = (query.list, &sites);
    let (name, bytes) = file::of_list(&state, &user, run_id, list, format).await?;
    Ok(attachment(&name, format).body(bytes))
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
