//! Queries of saved views. Row-level security scopes every query to the firm; a person's own views are
//! scoped to the person here.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::{now, sql};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use domain::{ListViewId, UserId};
use serde_json::Value;
use uuid::Uuid;

use super::domain::CheckedView;
use super::settings::ListPlace;
use crate::schema::{list_view_defaults, list_views, users};

/// A view, and whether a person begins with it.
#[derive(Debug, Queryable)]
pub struct ViewRow {
    pub view_id: ListViewId,
    pub place: String,
    pub name: String,
    pub is_shared: bool,
    pub settings: Value,
    pub version: i64,
    pub maker: UserId,
    /// First and last name.
    pub made_by: (String, String),
    pub updated_at: DateTime<Utc>,
    /// The view that the person begins with, if it is this one.
    pub default_of: Option<ListViewId>,
}

/// Which views.
#[derive(Debug, Clone, Copy)]
pub enum Of {
    Place(ListPlace),
    View(ListViewId),
}

/// What a person has: the firm's views and their own, by name.
pub async fn list(
    conn: &mut AsyncPgConnection,
    of: Of,
    person: UserId,
) -> QueryResult<Vec<ViewRow>> {
    let defaults = list_view_defaults::table.on(list_view_defaults::view_id
        .eq(list_views::view_id)
        .and(list_view_defaults::user_id.eq(person)));
    let mut query = list_views::table
        .inner_join(users::table.on(users::user_id.eq(list_views::created_by)))
        .left_join(defaults)
        .filter(list_views::is_shared.or(list_views::created_by.eq(person)))
        .order((sql::<Text>("lower(list_views.name)"), list_views::view_id))
        .select((
            list_views::view_id,
            list_views::place,
            list_views::name,
            list_views::is_shared,
            list_views::settings,
            list_views::version,
            list_views::created_by,
            (users::fname, users::lname),
            list_views::updated_at,
            list_view_defaults::view_id.nullable(),
        ))
        .into_boxed();
    query = match of {
        Of::Place(place) => query.filter(list_views::place.eq(place.as_str())),
        Of::View(id) => query.filter(list_views::view_id.eq(id)),
    };
    query.load(conn).await
}

/// Locks the row until the transaction ends.
pub async fn lock(conn: &mut AsyncPgConnection, id: ListViewId) -> QueryResult<()> {
    list_views::table
        .find(id)
        .select(list_views::view_id)
        .for_update()
        .first::<ListViewId>(conn)
        .await
        .optional()
        .map(drop)
}

/// Number of the firm's views of a list, or of those of the person.
pub async fn count(
    conn: &mut AsyncPgConnection,
    view: &CheckedView,
    person: UserId,
) -> QueryResult<i64> {
    let mut query = list_views::table
        .filter(list_views::place.eq(view.place.as_str()))
        .filter(list_views::is_shared.eq(view.is_shared))
        .into_boxed();
    if !view.is_shared {
        query = query.filter(list_views::created_by.eq(person));
    }
    query.count().get_result(conn).await
}

/// The view gets this transaction's firm.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    person: UserId,
    view: &CheckedView,
) -> QueryResult<ListViewId> {
    let id = ListViewId(Uuid::now_v7());
    diesel::insert_into(list_views::table)
        .values((
            list_views::view_id.eq(id),
            list_views::place.eq(view.place.as_str()),
            list_views::name.eq(&view.name),
            list_views::is_shared.eq(view.is_shared),
            list_views::settings.eq(&view.settings),
            list_views::created_by.eq(person),
        ))
        .execute(conn)
        .await?;
    Ok(id)
}

pub async fn update(
    conn: &mut AsyncPgConnection,
    id: ListViewId,
    view: &CheckedView,
) -> QueryResult<usize> {
    diesel::update(list_views::table.find(id))
        .set((
            list_views::name.eq(&view.name),
            list_views::is_shared.eq(view.is_shared),
            list_views::settings.eq(&view.settings),
            list_views::version.eq(list_views::version + 1),
            list_views::updated_at.eq(now),
        ))
        .execute(conn)
        .await
}

pub async fn delete(conn: &mut AsyncPgConnection, id: ListViewId) -> QueryResult<usize> {
    diesel::delete(list_views::table.find(id))
        .execute(conn)
        .await
}

/// Nobody else begins with a view that is no longer shared.
pub async fn keep_default_of(
    conn: &mut AsyncPgConnection,
    id: ListViewId,
    maker: UserId,
) -> QueryResult<usize> {
    let others = list_view_defaults::table
        .filter(list_view_defaults::view_id.eq(id))
        .filter(list_view_defaults::user_id.ne(maker));
    diesel::delete(others).execute(conn).await
}

/// The person begins with this view, or without one.
pub async fn set_default(
    conn: &mut AsyncPgConnection,
    person: UserId,
    place: ListPlace,
    view: Option<ListViewId>,
) -> QueryResult<usize> {
    let Some(view) = view else {
        return diesel::delete(list_view_defaults::table.find((person, place.as_str())))
            .execute(conn)
            .await;
    };
    diesel::insert_into(list_view_defaults::table)
        .values((
            list_view_defaults::user_id.eq(person),
            list_view_defaults::place.eq(place.as_str()),
            list_view_defaults::view_id.eq(view),
        ))
        .on_conflict((list_view_defaults::user_id, list_view_defaults::place))
        .do_update()
        .set(list_view_defaults::view_id.eq(view))
        .execute(conn)
        .await
}
