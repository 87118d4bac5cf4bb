//! Searches all properties of a firm.

use actix_web::get;
use actix_web::web::Data;
use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{ParcelUuid, ProjectId};
use http_kit::{ApiError, ApiResult, Json, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::PropertyError;
use super::domain::search_pattern;
use super::words;
use crate::state::AppState;

/// Further words are ignored.
const MAX_WORDS: usize = 8;
const USUAL_LIMIT: u8 = 10;
const MAX_FOUND: u8 = 50;

/// Search text and limit.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Words, each contained in a name, address, city, postal code, parcel number or owner.
    pub q: String,
    /// Most properties returned, 1 to 50; 10 when absent.
    pub limit: Option<u8>,
}

/// Matching properties, ordered by address.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundProperties {
    pub properties: Vec<FoundProperty>,
}

/// A matching property.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundProperty {
    /// Parcel number within its county.
    pub parcel_number: String,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// The project to which it was added last.
    pub project_id: ProjectId,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub city: Option<String>,
    /// Name given by the firm.
    #[schema(required = true)]
    pub property_name: Option<String>,
    /// Owner of record.
    #[schema(required = true)]
    pub owner_name: Option<String>,
}

/// The firm's properties that match every word; those without a project are omitted.
#[utoipa::path(tag = "properties", params(SearchQuery),
    responses((status = 200, description = "The properties", body = FoundProperties), ApiError))]
#[get("/search_properties")]
pub async fn search_properties(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<SearchQuery>,
) -> ApiResult<Json<FoundProperties>> {
    let limit = query.limit.unwrap_or(USUAL_LIMIT);
    if !(1..=MAX_FOUND).contains(&limit) {
        let sentence = format!("Use a limit from 1 to {MAX_FOUND}.");
        return Err(ApiError::invalid("limit", sentence));
    }
    let rows = find(&state, &user, &query.q, limit.into()).await?;
    let properties = rows.into_iter().map(FoundProperty::from).collect();
    Ok(Json(FoundProperties { properties }))
}

async fn find(
    state: &AppState,
    user: &CurrentUser,
    q: &str,
    limit: i64,
) -> Result<Vec<FoundRow>, PropertyError> {
    let patterns = patterns(q);
    if patterns.is_empty() {
        return Ok(Vec::new());
    }
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        Ok(list_found(conn, &patterns, limit).await?)
    })
    .await
}

fn patterns(q: &str) -> Vec<String> {
    q.split_whitespace()
        .filter_map(|word| search_pattern(Some(word)))
        .take(MAX_WORDS)
        .collect()
}

#[derive(Debug, QueryableByName)]
struct FoundRow {
    #[diesel(sql_type = Text)]
    parcel_number: String,
    #[diesel(sql_type = SqlUuid)]
    ll_uuid: ParcelUuid,
    #[diesel(sql_type = SqlUuid)]
    project_id: ProjectId,
    #[diesel(sql_type = Nullable<Text>)]
    address: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    city: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    property_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    owner_name: Option<String>,
}

impl From<FoundRow> for FoundProperty {
    fn from(row: FoundRow) -> Self {
        Self {
            parcel_number: row.parcel_number,
            ll_uuid: row.ll_uuid,
            project_id: row.project_id,
            address: row.address,
            city: row.city,
            property_name: row.property_name,
            owner_name: row.owner_name,
        }
    }
}

async fn list_found(
    conn: &mut AsyncPgConnection,
    patterns: &[String],
    limit: i64,
) -> QueryResult<Vec<FoundRow>> {
    let found = words::find(conn, patterns).await?;
    diesel::sql_query(
        "SELECT p.parcel_number, p.ll_uuid, l.project_id, kept(p.address, p.keep_until) AS address, kept(p.city, p.keep_until) AS city, \
            p.property_name, kept(p.owner_name, p.keep_until) AS owner_name \
         FROM properties p CROSS JOIN LATERAL ( \
            SELECT project_id FROM project_links \
            WHERE property_id = p.property_id AND removed_at IS NULL \
            ORDER BY linked_at DESC, marker_id DESC LIMIT 1) l \
         WHERE p.property_id = ANY($3) OR $3 IS NULL AND p.words LIKE ALL (ARRAY(SELECT lower(word) FROM unnest($1) AS word)) \
         ORDER BY p.address, p.parcel_number, p.property_id LIMIT $2",
    )
    .bind::<Array<Text>, _>(patterns)
    .bind::<BigInt, _>(limit)
    .bind::<Nullable<Array<SqlUuid>>, _>(found)
    .load(conn)
    .await
}
