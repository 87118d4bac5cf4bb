//! HTTP handlers of results.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post};
use auth::CurrentUser;
use domain::RunId;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Json, Path};

use crate::growth::runs::api::kept_file::{answer, download};
use crate::growth::runs::api::result_dto::GrowthResult;
use crate::growth::runs::artifacts::parcels::{MAX_PARCELS, ParcelsRequest, ParcelsResponse};
use crate::growth::runs::artifacts::result;
use crate::growth::runs::artifacts::show;
use crate::state::AppState;

/// An image as PNG.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
struct GrowthPicture(Vec<u8>);

/// A GeoTIFF.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
struct GrowthRaster(Vec<u8>);

/// The result of a run; 409 unless it has succeeded.
#[utoipa::path(tag = "growth", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, body = GrowthResult), StandardErrors))]
#[get("/growth_runs/{run_id}/result")]
pub async fn get_growth_result(
    user: CurrentUser,
    state: Data<AppState>,
    run_id: Path<RunId>,
) -> ApiResult<Json<GrowthResult>> {
    let run = result::succeeded(&state.pool, &user, run_id.into_inner()).await?;
    Ok(Json(GrowthResult::try_from(&run)?))
}

/// The image of a finished prediction: shaded relief, existing urban area and growth.
#[utoipa::path(tag = "growth", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, content_type = "image/png", body = GrowthPicture), StandardErrors))]
#[get("/growth_runs/{run_id}/picture.png")]
pub async fn get_growth_picture(
    user: CurrentUser,
    state: Data<AppState>,
    Path(run_id): Path<RunId>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let picture = show::picture(&state.pool, &state.growth, &user, run_id).await?;
    Ok(answer(
        &request,
        "image/png",
        &format!("{run_id}-picture.png"),
        picture,
    ))
}

/// Map overlay of a year of a finished prediction: `{year}.png`, rows spaced as in Web Mercator.
#[utoipa::path(tag = "growth",
    params(("run_id" = Uuid, Path, description = "The run"), ("name" = String, Path, description = "The year, with `.png`.")),
    responses((status = 200, content_type = "image/png", body = GrowthPicture), StandardErrors))]
#[get("/growth_runs/{run_id}/overlay/{name}")]
pub async fn get_growth_overlay(
    user: CurrentUser,
    state: Data<AppState>,
    path: Path<(RunId, String)>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let (run_id, name) = path.into_inner();
    let year = name.strip_suffix(".png").and_then(|year| year.parse().ok());
    let drawn = show::overlay(&state.pool, &state.growth, &user, run_id, year).await?;
    Ok(answer(
        &request,
        "image/png",
        &format!("{run_id}-{name}"),
        drawn,
    ))
}

/// The last year of a finished prediction as GeoTIFF: percent of iterations in which a cell is
/// urban, EPSG:4326, 255 for no data.
#[utoipa::path(tag = "growth", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, content_type = "image/tiff", body = GrowthRaster), StandardErrors))]
#[get("/growth_runs/{run_id}/probability.tif")]
pub async fn get_growth_raster(
    user: CurrentUser,
    state: Data<AppState>,
    Path(run_id): Path<RunId>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let raster = show::raster(&state.pool, &state.growth, &user, run_id).await?;
    Ok(download(
        &request,
        "image/tiff",
        &format!("growth-{run_id}.tif"),
        raster,
    ))
}

/// The figures of a finished prediction per year.
#[utoipa::path(tag = "growth", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, content_type = "text/csv", body = String), StandardErrors))]
#[get("/growth_runs/{run_id}/years.csv")]
pub async fn get_growth_years(
    user: CurrentUser,
    state: Data<AppState>,
    Path(run_id): Path<RunId>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let table = show::years(&state.pool, &user, run_id).await?;
    Ok(download(
        &request,
        "text/csv; charset=utf-8",
        &format!("growth-{run_id}.csv"),
        table,
    ))
}

/// Growth around parcels: the probability that the surroundings become urban, and the likely decade.
#[utoipa::path(tag = "growth", request_body = ParcelsRequest, params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, body = ParcelsResponse), StandardErrors))]
#[post("/growth_runs/{run_id}/parcels")]
pub async fn join_growth_parcels(
    user: CurrentUser,
    state: Data<AppState>,
    Path(run_id): Path<RunId>,
    body: Json<ParcelsRequest>,
) -> ApiResult<Json<ParcelsResponse>> {
    let asked = body.into_inner().parcels;
    if asked.len() > MAX_PARCELS {
        return Err(ApiError::invalid(
            "parcels",
            "Request at most 2,000 parcels at once.",
        ));
    }
    Ok(Json(
        show::parcels(&state.pool, &state.growth, &user, run_id, asked).await?,
    ))
}
