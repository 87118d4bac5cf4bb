//! HTTP handlers of the dashboard. They only read, so each opens its transaction itself.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use auth::CurrentUser;
use diesel::result::Error;
use http_kit::{ApiResult, Problem, Query};

use super::dto::{ActivityItem, ActivityQuery, ActivityResponse, Dashboard};
use super::store::{self, ActivityRow};
use crate::search;
use crate::state::AppState;

const RECENT: i64 = 10;
/// Default page size.
const PAGE: i64 = 50;

/// Key figures of the firm.
#[utoipa::path(tag = "dashboard", responses((status = 200, body = Dashboard), (status = 401, body = Problem)))]
#[get("/api/dashboard")]
pub async fn get_dashboard(user: CurrentUser, state: Data<AppState>) -> ApiResult<HttpResponse> {
    let (figures, recent) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        Ok::<_, Error>((
            store::count_figures(conn).await?,
            store::list_activities(conn, None, RECENT).await?,
        ))
    })
    .await?;
    Ok(HttpResponse::Ok().json(Dashboard {
        total_contacts: figures.total_contacts,
        companies: figures.companies,
        active_projects: figures.active_projects,
        growth_rate: growth_rate(figures.recent, figures.before),
        recent_activity: recent.into_iter().map(ActivityItem::from).collect(),
    }))
}

/// Activities of the firm's users, newest first.
#[utoipa::path(tag = "dashboard", params(ActivityQuery), responses(
    (status = 200, body = ActivityResponse), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[get("/api/activity")]
pub async fn list_activity(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ActivityQuery>,
) -> ApiResult<HttpResponse> {
    let limit = search::limit(query.limit.or(Some(PAGE)))?;
    let before = search::position(query.cursor.as_deref())?;
    let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list_activities(conn, before, limit + 1).await
    })
    .await?;
    let (rows, next_cursor) = search::page(rows, limit, |row| row.activity_id)?;
    let activities = rows.into_iter().map(ActivityItem::from).collect();
    Ok(HttpResponse::Ok().json(ActivityResponse {
        activities,
        next_cursor,
    }))
}

/// Percent with one decimal; none when there is nothing to compare with.
fn growth_rate(recent: i64, before: i64) -> Option<f64> {
    (before > 0).then(|| ((recent - before) as f64 / before as f64 * 1000.0).round() / 10.0)
}

impl From<ActivityRow> for ActivityItem {
    fn from(row: ActivityRow) -> Self {
        Self {
            id: row.activity_id,
            kind: row.kind,
            text: row.text,
            at: row.at,
            actor: row.actor.map(|name| name.trim().to_owned()),
            link: row.link,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::growth_rate;

    #[test]
    fn growth_compares_with_something_only() {
        assert_eq!(growth_rate(5, 0), None);
        assert_eq!(growth_rate(6, 4), Some(50.0));
        assert_eq!(growth_rate(2, 3), Some(-33.3));
    }
}
