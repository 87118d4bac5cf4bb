//! HTTP handlers of selections.

use actix_web::{HttpResponse, get, post, web};
use auth::CurrentUser;
use domain::SelectionId;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Json, Path, Query};
use parcel_export::Format;

use super::changed::ChangedSince;
use super::columns;
use super::domain::check;
use super::dto::{
    SelectionFileQuery, SelectionPage, SelectionPageQuery, SelectionRequest, SelectionSummary,
};
use super::ops::{self, Wanted};
use crate::export::dto::ParcelFile;
use crate::export::handlers::{file, format_of};
use crate::export::ops::{List, Parcels};
use crate::filters;
use crate::growth::parcels::ops::ensure;
use crate::state::AppState;

const DEFAULT_PAGE: u32 = 100;
const MAX_PAGE: u32 = 1000;

/// Selects parcels and counts them. The list is kept for a day as it is.
#[utoipa::path(tag = "selections", request_body = SelectionRequest,
    responses((status = 201, body = SelectionSummary), StandardErrors))]
#[post("/parcel_selections")]
pub async fn create_parcel_selection(
    user: CurrentUser,
    state: web::Data<AppState>,
    Json(body): Json<SelectionRequest>,
) -> ApiResult<HttpResponse> {
    let choice = check(&body)?;
    let columns = body
        .columns
        .map(|given| columns::check(given, body.ll_uuids.as_deref()));
    let filter = filters::ops::condition(&state, user.customer_id, body.filter.as_deref()).await?;
    let wanted = Wanted {
        project_id: body.project_id,
        choice,
        columns: columns.transpose()?,
        county_fips: body.county_fips,
        preferred_counties: body.preferred_counties.unwrap_or_default(),
        filter,
        changed_since: ChangedSince(body.changed_since),
    };
    let summary = ops::select(&state, &user, wanted).await?;
    Ok(HttpResponse::Created().json(summary))
}

/// A page of a selection.
#[utoipa::path(tag = "selections", params(SelectionPageQuery,
        ("selection_id" = SelectionId, Path, description = "The selection")),
    responses((status = 200, body = SelectionPage), StandardErrors))]
#[get("/parcel_selections/{selection_id}")]
pub async fn get_parcel_selection(
    user: CurrentUser,
    state: web::Data<AppState>,
    id: Path<SelectionId>,
    Query(query): Query<SelectionPageQuery>,
) -> ApiResult<web::Json<SelectionPage>> {
    let limit = query.limit.unwrap_or(DEFAULT_PAGE);
    if !(1..=MAX_PAGE).contains(&limit) {
        return Err(ApiError::invalid("limit", "A page has 1 to 1,000 parcels."));
    }
    let (offset, limit) = (query.offset as usize, limit as usize);
    let page = ops::page(&state, &user, id.into_inner(), offset, limit).await?;
    Ok(web::Json(page))
}

/// A selection as a file, in the order of the list, with sources and licences. Parcels that were retired since say so.
#[utoipa::path(tag = "selections", params(SelectionFileQuery, ("selection_id" = SelectionId, Path, description = "The selection"),
        ("format" = inline(Format), Path, description = "Ending of the file's name")),
    responses((status = 200, description = "The file, as an attachment", content(
        (ParcelFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (ParcelFile = "text/csv"),
        (ParcelFile = "application/vnd.google-earth.kml+xml"), (ParcelFile = "application/geo+json"),
        (ParcelFile = "application/geopackage+sqlite3"), (ParcelFile = "application/flatgeobuf"),
        (ParcelFile = "application/vnd.apache.parquet"),
    )), StandardErrors))]
#[get("/parcel_selections/{selection_id}/export.{format}")]
pub async fn export_parcel_selection(
    user: CurrentUser,
    state: web::Data<AppState>,
    path: Path<(SelectionId, String)>,
    Query(query): Query<SelectionFileQuery>,
) -> ApiResult<HttpResponse> {
    let (id, ending) = path.into_inner();
    let format = format_of(&ending)?;
    let (ids, columns) = ops::list_with_columns(&state, &user, id).await?;
    let (firm, run) = (user.customer_id, query.growth_run_id);
    if let Some(run) = run {
        ensure(&state.pool, &state.growth, firm, run).await?;
    }
    let said = (0..ids.len()).map(|place| columns.listed(place));
    let list = List {
        said: said.collect(),
        columns: columns.names(),
        growth_run: run,
        ids,
    };
    file(&state, firm, Parcels::Listed(list), format).await
}
