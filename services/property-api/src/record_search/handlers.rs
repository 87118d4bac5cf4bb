//! HTTP handler of the search.

use actix_web::get;
use actix_web::web::Data;
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Query};

use super::dto::{FoundRecords, RecordsQuery};
use super::ops;
use crate::state::AppState;

/// The firm's notes, files and sent messages that match every word; those of properties without a project are omitted.
#[utoipa::path(tag = "properties", params(RecordsQuery),
    responses((status = 200, description = "The records", body = FoundRecords), ApiError))]
#[get("/search_records")]
pub async fn search_records(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<RecordsQuery>,
) -> ApiResult<Json<FoundRecords>> {
    Ok(Json(ops::search_records(&state, &user, &query).await?))
}
