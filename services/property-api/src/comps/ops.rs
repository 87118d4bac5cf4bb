//! Operations of comparable sales, one transaction each.

use auth::CurrentUser;
use chrono::Utc;
use domain::CompId;
use http_kit::{ApiError, ApiResult, Cursor};
use uuid::Uuid;

use super::CompError;
use super::domain::check;
use super::dto::{Comp, CompFields, Comps, CompsQuery, UpdateCompRequest};
use super::store::{self, CompColumns, CompRow};
use crate::properties::domain::search_pattern;
use crate::state::AppState;

const PAGE: u16 = 50;
const MAX_PAGE: u16 = 200;

pub async fn list_comps(
    state: &AppState,
    user: &CurrentUser,
    query: &CompsQuery,
) -> ApiResult<Comps> {
    let after = query.after.as_deref().map(Cursor::decode).transpose();
    let after =
        after.map_err(|_invalid| ApiError::invalid("after", "This cursor is not valid."))?;
    let limit = query.limit.unwrap_or(PAGE);
    if !(1..=MAX_PAGE).contains(&limit) {
        return Err(ApiError::invalid("limit", "Use a number from 1 to 200."));
    }
    let pattern = search_pattern(query.q.as_deref());
    let mut rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let (pattern, most) = (pattern.as_deref(), i64::from(limit) + 1);
        let rows = store::list_comps(conn, pattern, query.since, after, most).await?;
        Ok::<_, CompError>(rows)
    })
    .await?;
    let next = Cursor::cut(&mut rows, Some(limit.into()), CompRow::key)?;
    let comps = rows.into_iter().map(Comp::from).collect();
    Ok(Comps { comps, next })
}

pub async fn add_comp(
    state: &AppState,
    user: &CurrentUser,
    fields: CompFields,
) -> Result<CompRow, CompError> {
    let columns = checked(fields)?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let comp_id = CompId(Uuid::now_v7());
        Ok(store::insert_comp(conn, comp_id, &columns, &name).await?)
    })
    .await
}

pub async fn update_comp(
    state: &AppState,
    user: &CurrentUser,
    comp_id: CompId,
    request: UpdateCompRequest,
) -> Result<CompRow, CompError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::lock_comp(conn, comp_id).await?;
        let row = row.filter(|row| row.deleted_at.is_none());
        let row = row.ok_or(CompError::NotFound)?;
        let columns = checked(request.sale)?;
        if row.version != request.version {
            return Err(CompError::Changed(row.version));
        }
        let row = store::update_comp(conn, comp_id, &columns).await?;
        store::touch_sets(conn, comp_id).await?;
        Ok(row)
    })
    .await
}

/// Hides a sale, or shows it again; sets keep it, but it no longer counts in them.
pub async fn set_deleted(
    state: &AppState,
    user: &CurrentUser,
    comp_id: CompId,
    deleted: bool,
) -> Result<CompRow, CompError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::lock_comp(conn, comp_id).await?;
        let row = row.ok_or(CompError::NotFound)?;
        match (row.deleted_at.is_some(), deleted) {
            (true, true) => return Err(CompError::NotFound),
            (false, false) => return Ok(row),
            _ => {}
        }
        let row = store::set_deleted(conn, comp_id, deleted).await?;
        store::touch_sets(conn, comp_id).await?;
        Ok(row)
    })
    .await
}

fn checked(fields: CompFields) -> Result<CompColumns, CompError> {
    check(fields, Utc::now().date_naive()).map_err(CompError::Fields)
}
