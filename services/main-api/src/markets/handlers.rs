//! HTTP handlers of markets. Each is one query, so each opens its transaction itself.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Problem, Query};

use super::dto::{
    CountiesResponse, County, FoundMarketsResponse, GeometryResponse, Market, MarketNameQuery,
    MarketQuery, MarketsResponse, State, StateQuery, Submarket, SubmarketQuery,
    SubmarketSourceResponse, SubmarketsResponse,
};
use super::{MarketError, store};
use crate::state::AppState;

/// The states, by name.
#[utoipa::path(tag = "markets", responses((status = 200, body = Vec<State>), (status = 401, body = Problem)))]
#[get("/api/states")]
pub async fn list_states(user: CurrentUser, state: Data<AppState>) -> ApiResult<HttpResponse> {
    let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list_states(conn).await
    })
    .await?;
    let states: Vec<State> = rows
        .into_iter()
        .map(|(statefp, name)| State { statefp, name })
        .collect();
    Ok(HttpResponse::Ok().json(states))
}

/// Counties of a state.
#[utoipa::path(tag = "markets", params(StateQuery), responses(
    (status = 200, body = CountiesResponse), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[get("/api/counties")]
pub async fn list_counties(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<StateQuery>,
) -> ApiResult<HttpResponse> {
    let statefp = known_text(query.state)?;
    let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows = store::list_counties(conn, &statefp).await?;
        if rows.is_empty() {
            Err(MarketError::NoState)
        } else {
            Ok(rows)
        }
    })
    .await?;
    let county = |(fips, name): (String, String)| County {
        countyfp: fips.chars().skip(2).collect(),
        name,
    };
    Ok(HttpResponse::Ok().json(CountiesResponse {
        counties: rows.into_iter().map(county).collect(),
    }))
}

/// Markets that overlap a state; one that crosses a border is listed under each of its states.
#[utoipa::path(tag = "markets", params(StateQuery), responses(
    (status = 200, body = MarketsResponse), (status = 401, body = Problem)))]
#[get("/api/markets")]
pub async fn list_markets(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<StateQuery>,
) -> ApiResult<HttpResponse> {
    let statefp = known_text(query.state)?;
    let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list_markets(conn, &statefp).await
    })
    .await?;
    let markets = rows
        .into_iter()
        .map(|(market_id, market_name)| Market {
            market_id,
            market_name,
        })
        .collect();
    Ok(HttpResponse::Ok().json(MarketsResponse { markets }))
}

/// Submarkets of a market.
#[utoipa::path(tag = "markets", params(MarketQuery), responses(
    (status = 200, body = SubmarketsResponse), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[get("/api/submarkets")]
pub async fn list_submarkets(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<MarketQuery>,
) -> ApiResult<HttpResponse> {
    let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if !store::has_market(conn, query.mkt_id).await? {
            return Err(MarketError::NoMarket);
        }
        Ok(store::list_submarkets(conn, query.mkt_id).await?)
    })
    .await?;
    let submarkets = rows
        .into_iter()
        .map(|(submkt_id, sub_mkt_name)| Submarket {
            submkt_id,
            sub_mkt_name,
        })
        .collect();
    Ok(HttpResponse::Ok().json(SubmarketsResponse { submarkets }))
}

/// Markets, and submarkets of the firm, whose name has these words. Public submarkets are
/// counties, and not among them.
#[utoipa::path(tag = "markets", params(MarketNameQuery), responses(
    (status = 200, body = FoundMarketsResponse), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[get("/api/find_markets")]
pub async fn find_markets(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<MarketNameQuery>,
) -> ApiResult<HttpResponse> {
    let q = query.q.trim();
    if !(2..=200).contains(&q.chars().count()) || q.chars().any(char::is_control) {
        return Err(ApiError::invalid("q", "Please enter 2 to 200 characters."));
    }
    let markets = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_markets(conn, q).await
    })
    .await?;
    Ok(HttpResponse::Ok().json(FoundMarketsResponse { markets }))
}

/// A submarket's outline.
#[utoipa::path(tag = "markets", params(SubmarketQuery), responses(
    (status = 200, body = GeometryResponse), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[get("/api/get_submarket_polygon")]
pub async fn get_submarket_polygon(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<SubmarketQuery>,
) -> ApiResult<HttpResponse> {
    let geojson = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_outline(conn, query.submarket_id)
            .await?
            .ok_or(MarketError::NoSubmarket)
    })
    .await?;
    // Passed on as PostGIS wrote it: parsing thousands of coordinates would only cost time.
    let body = format!(r#"{{"geometry":{geojson}}}"#);
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .body(body))
}

/// Publisher and licence of a submarket's outline, to be named where it is shown.
#[utoipa::path(tag = "markets", params(SubmarketQuery), responses(
    (status = 200, body = SubmarketSourceResponse), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[get("/api/get_submarket_source")]
pub async fn get_submarket_source(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<SubmarketQuery>,
) -> ApiResult<HttpResponse> {
    let (source, source_licence) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_source(conn, query.submarket_id)
            .await?
            .ok_or(MarketError::NoSubmarket)
    })
    .await?;
    Ok(HttpResponse::Ok().json(SubmarketSourceResponse {
        source,
        source_licence,
    }))
}

/// PostgreSQL text cannot hold NUL, so no state code contains it.
fn known_text(text: String) -> Result<String, ApiError> {
    if text.contains('\0') {
        Err(MarketError::NoState.into())
    } else {
        Ok(text)
    }
}
