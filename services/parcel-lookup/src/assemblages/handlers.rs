//! HTTP handlers of assemblages.

use actix_web::{post, web};
use auth::CurrentUser;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Json};

use super::area::{Place, Search};
use super::domain::{MAX_PARCELS, radius, wanted};
use super::dto::{Assemblage, AssemblageRequest, AssemblageSearchRequest, AssemblageSearchResult};
use super::ops;
use crate::filters;
use crate::search_runs::SearchError;
use crate::search_runs::api::dto::SearchArea;
use crate::search_runs::work::Asked;
use crate::selections::check;
use crate::selections::dto::SelectionRequest;
use crate::state::AppState;

/// Measures parcels as one site: union, width, frontage, owners and hold-outs.
#[utoipa::path(tag = "assemblages", request_body = AssemblageRequest,
    responses((status = 200, body = Assemblage), StandardErrors))]
#[post("/assemblages")]
pub async fn measure_assemblage(
    _user: CurrentUser,
    state: web::Data<AppState>,
    Json(body): Json<AssemblageRequest>,
) -> ApiResult<web::Json<Assemblage>> {
    if !(1..=MAX_PARCELS).contains(&body.ll_uuids.len()) {
        return Err(ApiError::invalid("ll_uuids", "Choose 1 to 100 parcels."));
    }
    Ok(web::Json(ops::measure(&state, &body.ll_uuids).await?.site))
}

/// Searches for adjoining parcels with at least so much land and at most so many owners, in an area of which at most 300,000 parcels match
/// the filter and at most 20,000 can be part of a site by their requirements, land and owners. With criteria each site is judged as one, and
/// sites are sorted by score.
#[utoipa::path(tag = "assemblages", request_body = AssemblageSearchRequest,
    responses((status = 200, body = AssemblageSearchResult), StandardErrors))]
#[post("/assemblage_searches")]
pub async fn search_assemblages(
    user: CurrentUser,
    state: web::Data<AppState>,
    Json(body): Json<AssemblageSearchRequest>,
) -> ApiResult<web::Json<AssemblageSearchResult>> {
    let wanted = wanted(&body)?;
    let place = place(&state, &user, &body).await?;
    let filter = filters::ops::condition(&state, user.customer_id, body.filter.as_deref()).await?;
    let asked = match body.criteria {
        Some(criteria) => Some(Asked::of(&state, &user, criteria, body.growth_run_id).await?),
        None => None,
    };
    let search = Search {
        place,
        filter,
        wanted,
        include_public: body.include_public,
        project_id: body.project_id,
        asked,
    };
    Ok(web::Json(ops::search(&state, &user, search).await?))
}

async fn place(
    state: &AppState,
    user: &CurrentUser,
    body: &AssemblageSearchRequest,
) -> ApiResult<Place> {
    let named = SearchArea {
        county_fips: body.county_fips.clone(),
        submarket_id: body.submarket_id,
        market_id: body.market_id,
        polygon: None,
    };
    let is_named =
        named.county_fips.is_some() || named.submarket_id.is_some() || named.market_id.is_some();
    let area = SelectionRequest {
        area: body.area.clone(),
        bbox: body.bbox,
        ..SelectionRequest::default()
    };
    let has_area = area.area.is_some() || area.bbox.is_some();
    if is_named {
        if has_area || body.near.is_some() {
            return Err(ApiError::invalid("area", ONE_PLACE));
        }
        let outlines = state.searches.areas().outlines(&named, user).await;
        let outlines = outlines.map_err(|error| match error {
            // The fields of a search run are in its area.
            SearchError::Field(field, sentence) => {
                ApiError::invalid(field.trim_start_matches("area."), sentence)
            }
            error => error.into(),
        })?;
        return Ok(match named.county_fips {
            Some(counties) => Place::Counties(counties),
            None => Place::Outlines(outlines.iter().map(ToString::to_string).collect()),
        });
    }
    match &body.near {
        Some(_) if has_area => Err(ApiError::invalid("near", ONE_PLACE)),
        Some(near) => Ok(Place::Near(near.ll_uuid, radius(near)?)),
        None if has_area => Ok(Place::Chosen(check(&area)?)),
        None => Err(ApiError::invalid("area", "Choose an area to search in.")),
    }
}

const ONE_PLACE: &str =
    "Search by one of area, bbox, near, county_fips, submarket_id and market_id.";
