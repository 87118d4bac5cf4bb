//! HTTP handlers of sites, and of what stands in a search run, a parcel or a site.

use actix_web::{HttpResponse, get, post, web};
use auth::CurrentUser;
use domain::{ParcelUuid, RunId};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, ErrorCode, Json, Path, Query};
use parcel_export::Format;

use super::domain::check;
use super::dto::{Site, SiteRequest};
use super::ops;
use super::standing::{explain, explain_of_project};
use crate::export::dto::ParcelFile;
use crate::export::handlers::{attachment, format_of};
use crate::search_runs;
use crate::search_runs::api::result_dto::{SearchExplanation, SearchFileQuery};
use crate::state::AppState;

/// Keeps adjoining parcels as one site of the firm. The same parcels, in whatever order, are the same site.
#[utoipa::path(tag = "sites", request_body = SiteRequest, responses(
    (status = 201, description = "Kept", body = Site), (status = 200, description = "Was kept already", body = Site), StandardErrors))]
#[post("/sites")]
pub async fn create_site(
    user: CurrentUser,
    state: web::Data<AppState>,
    Json(body): Json<SiteRequest>,
) -> ApiResult<HttpResponse> {
    let (site, is_new) = ops::create(&state, &user, check(body)?).await?;
    let mut answer = if is_new {
        HttpResponse::Created()
    } else {
        HttpResponse::Ok()
    };
    Ok(answer.json(site))
}

/// A site with its parcels, its outline and its measures.
#[utoipa::path(tag = "sites", params(("site_id" = ParcelUuid, Path, description = "The site")),
    responses((status = 200, body = Site), StandardErrors))]
#[get("/sites/{site_id}")]
pub async fn get_site(
    user: CurrentUser,
    state: web::Data<AppState>,
    id: Path<ParcelUuid>,
) -> ApiResult<web::Json<Site>> {
    Ok(web::Json(ops::get(&state, &user, id.into_inner()).await?))
}

/// Why a parcel of the area is where it is, also one that fails a gate; or where a site that the firm keeps would be, judged as one.
#[utoipa::path(tag = "search runs",
    params(("run_id" = Uuid, Path, description = "The run"), ("ll_uuid" = Uuid, Path, description = "The parcel, or the site")),
    responses((status = 200, body = SearchExplanation), StandardErrors))]
#[get("/search_runs/{run_id}/results/{ll_uuid}")]
pub async fn get_search_result(
    user: CurrentUser,
    state: web::Data<AppState>,
    path: Path<(RunId, ParcelUuid)>,
) -> ApiResult<Json<SearchExplanation>> {
    let (run_id, parcel) = path.into_inner();
    Ok(Json(explain(&state, &user, run_id, parcel).await?))
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
    state: web::Data<AppState>,
    path: Path<(RunId, String)>,
    Query(query): Query<SearchFileQuery>,
) -> ApiResult<HttpResponse> {
    let (run_id, ending) = path.into_inner();
    let format = format_of(&ending)?;
    if !matches!(format, Format::Csv | Format::Xlsx) {
        let sentence = "Results are saved as CSV or XLSX.";
        return Err(ApiError::new(ErrorCode::AddressNotFound, sentence));
    }
    let sites = explain_of_project(&state, &user, run_id).await?;
    let list = (query.list, &sites);
    let (name, bytes) = search_runs::file_of_list(&state, &user, run_id, list, format).await?;
    Ok(attachment(&name, format).body(bytes))
}
