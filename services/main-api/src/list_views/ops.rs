//! Operations of saved views, one transaction each.

use auth::{CurrentUser, Role};
use db::AsyncPgConnection;
use domain::ListViewId;

use super::ListViewError;
use super::domain::{CheckedView, MAX_VIEWS};
use super::dto::ListView;
use super::settings::ListPlace;
use super::store::{self, Of, ViewRow};
use crate::state::AppState;

type Done<T> = Result<T, ListViewError>;

pub async fn list(state: &AppState, user: &CurrentUser, place: ListPlace) -> Done<Vec<ListView>> {
    let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list(conn, Of::Place(place), user.user_id).await
    });
    let rows = rows.await?.into_iter();
    Ok(rows.map(|row| seen_by(user, row)).collect())
}

pub async fn create(state: &AppState, user: &CurrentUser, view: CheckedView) -> Done<ListView> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if store::count(conn, &view, user.user_id).await? >= MAX_VIEWS {
            return Err(ListViewError::LimitReached);
        }
        let id = store::insert(conn, user.user_id, &view).await?;
        Ok(seen_by(user, find(conn, user, id).await?))
    })
    .await
}

pub async fn update(
    state: &AppState,
    user: &CurrentUser,
    id: ListViewId,
    version: Option<i64>,
    view: CheckedView,
) -> Done<ListView> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = changeable(conn, user, id).await?;
        if version.is_some_and(|version| version != row.version) {
            return Err(ListViewError::Changed(row.version));
        }
        if row.place != view.place.as_str() {
            return Err(ListViewError::OtherPlace);
        }
        // Nobody else would see it afterwards, not even the admin who did it.
        if !view.is_shared && row.maker != user.user_id {
            return Err(ListViewError::OfAnother);
        }
        store::update(conn, id, &view).await?;
        if !view.is_shared {
            store::keep_default_of(conn, id, row.maker).await?;
        }
        Ok(seen_by(user, find(conn, user, id).await?))
    })
    .await
}

pub async fn delete(state: &AppState, user: &CurrentUser, id: ListViewId) -> Done<()> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        changeable(conn, user, id).await?;
        store::delete(conn, id).await?;
        Ok(())
    })
    .await
}

/// The signed-in person begins with this view, or without one.
pub async fn set_default(
    state: &AppState,
    user: &CurrentUser,
    place: ListPlace,
    view: Option<ListViewId>,
) -> Done<()> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if let Some(id) = view
            && find(conn, user, id).await?.place != place.as_str()
        {
            return Err(ListViewError::NotFound);
        }
        store::set_default(conn, user.user_id, place, view).await?;
        Ok(())
    })
    .await
}

async fn find(conn: &mut AsyncPgConnection, user: &CurrentUser, id: ListViewId) -> Done<ViewRow> {
    let found = store::list(conn, Of::View(id), user.user_id).await?;
    found.into_iter().next().ok_or(ListViewError::NotFound)
}

/// The view, whose row is locked, if the person may change it.
async fn changeable(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    id: ListViewId,
) -> Done<ViewRow> {
    store::lock(conn, id).await?;
    let row = find(conn, user, id).await?;
    if may_change(user, &row) {
        Ok(row)
    } else {
        Err(ListViewError::OfAnother)
    }
}

fn may_change(user: &CurrentUser, row: &ViewRow) -> bool {
    row.maker == user.user_id || user.role == Role::Admin
}

fn seen_by(user: &CurrentUser, row: ViewRow) -> ListView {
    let (first, last) = &row.made_by;
    ListView {
        view_id: row.view_id,
        may_change: may_change(user, &row),
        created_by: format!("{first} {last}").trim().to_owned(),
        settings: serde_json::from_value(row.settings).ok(),
        name: row.name,
        is_shared: row.is_shared,
        version: row.version,
        is_default: row.default_of.is_some(),
        updated_at: row.updated_at,
    }
}
