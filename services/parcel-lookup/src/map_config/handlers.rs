//! HTTP handler of the map configuration.

use actix_web::{get, web};
use auth::CurrentUser;
use http_kit::openapi::StandardErrors;

use super::MapConfig;
use crate::state::AppState;

/// Tile sources of the map.
#[utoipa::path(tag = "map", responses((status = 200, body = MapConfig), StandardErrors))]
#[get("/map_config")]
pub async fn get_map_config(
    _user: CurrentUser,
    state: web::Data<AppState>,
) -> web::Json<MapConfig> {
    web::Json(state.map.clone())
}
