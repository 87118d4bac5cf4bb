//! Operations of parcel changes, one transaction each.

use auth::CurrentUser;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, UserId};
use http_kit::ApiError;
use messaging::outbox;

use super::domain::DigestFrequency;
use super::error::ParcelWatchError;
use super::matches::{MatchFilter, MatchRow, NewMatch};
use super::store::{self, ChangeFilter, ChangeRow, NewChange};
use super::{events, feed, matches, watchers};
use crate::accounts::tokens::{self, OpaqueToken};
use crate::projects;
use crate::search;
use crate::state::AppState;

/// A page of changes.
#[derive(Debug)]
pub struct ChangePage {
    pub rows: Vec<ChangeRow>,
    /// None on the last page.
    pub next_cursor: Option<String>,
    /// Changes of all projects that the person has not read.
    pub unread: i64,
}

/// Changes of the firm's parcels, newest first. `filter.limit` is the size of the page.
pub async fn list(
    state: &AppState,
    user: &CurrentUser,
    filter: ChangeFilter,
) -> Result<ChangePage, ApiError> {
    let (rows, unread) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if let Some(project) = filter.project_id {
            projects::store::find_project(conn, project)
                .await?
                .ok_or(ParcelWatchError::NoProject)?;
        }
        let read_up_to = watchers::find_read_up_to(conn, user.user_id).await?;
        let unread = store::count_unread(conn, read_up_to).await?;
        let one_more = ChangeFilter {
            limit: filter.limit + 1,
            ..filter
        };
        let rows = store::list(conn, one_more, read_up_to).await?;
        Ok::<_, ParcelWatchError>((rows, unread))
    })
    .await?;
    let (rows, next_cursor) = search::page(rows, filter.limit, |row| row.change_id)?;
    Ok(ChangePage {
        rows,
        next_cursor,
        unread,
    })
}

/// What a person has not read.
#[derive(Debug)]
pub struct Unread {
    pub changes: i64,
    pub matches: i64,
}

/// Marks everything up to this change, or entry about a search, as read by the person. Returns how much is not.
pub async fn read(
    state: &AppState,
    user: &CurrentUser,
    change_id: i64,
) -> Result<Unread, ParcelWatchError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if !watchers::read_up_to(conn, user.user_id, change_id).await? {
            return Err(ParcelWatchError::NoChange);
        }
        let read_up_to = watchers::find_read_up_to(conn, user.user_id).await?;
        Ok(Unread {
            changes: store::count_unread(conn, read_up_to).await?,
            matches: matches::count_unread(conn, read_up_to).await?,
        })
    })
    .await
}

/// Keeps a change of a parcel that a project has, and tells the firm's screens.
pub async fn keep(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    new: &NewChange,
) -> QueryResult<()> {
    if let Some(kept) = store::insert(conn, new).await? {
        let event = events::added(firm, kept.change_id, new.ll_uuid, &kept.projects);
        outbox::append(conn, &event).await?;
    }
    Ok(())
}

/// A page of what newly matches searches.
#[derive(Debug)]
pub struct MatchPage {
    pub rows: Vec<MatchRow>,
    /// None on the last page.
    pub next_cursor: Option<String>,
    pub unread: i64,
}

/// What newly matches the firm's searches, newest first. `filter.limit` is the size of the page.
pub async fn list_matches(
    state: &AppState,
    user: &CurrentUser,
    filter: MatchFilter,
) -> Result<MatchPage, ApiError> {
    let (rows, unread) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let read_up_to = watchers::find_read_up_to(conn, user.user_id).await?;
        let unread = matches::count_unread(conn, read_up_to).await?;
        let one_more = MatchFilter {
            limit: filter.limit + 1,
            ..filter
        };
        let rows = matches::list(conn, one_more, read_up_to).await?;
        Ok::<_, ParcelWatchError>((rows, unread))
    })
    .await?;
    let (rows, next_cursor) = search::page(rows, filter.limit, |row| row.match_id)?;
    Ok(MatchPage {
        rows,
        next_cursor,
        unread,
    })
}

/// Keeps that parcels newly match a search, or that they no longer do, and tells the firm's screens.
pub async fn keep_match(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    new: &NewMatch,
) -> QueryResult<()> {
    if let Some(kept) = matches::insert(conn, new).await? {
        let event = events::matched(firm, kept.match_id, new.search_id, kept.project_id);
        outbox::append(conn, &event).await?;
    }
    Ok(())
}

/// How a person hears of changes.
#[derive(Debug)]
pub struct Settings {
    pub digest: DigestFrequency,
    pub feed_created_at: Option<DateTime<Utc>>,
}

pub async fn settings(state: &AppState, user: &CurrentUser) -> QueryResult<Settings> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        find_settings(conn, user.user_id).await
    })
    .await
}

async fn find_settings(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<Settings> {
    let chosen = watchers::find_frequency(conn, user_id).await?;
    Ok(Settings {
        digest: chosen.unwrap_or(DigestFrequency::Daily),
        feed_created_at: watchers::find_feed(conn, user_id).await?,
    })
}

/// Changes how often the person gets a digest.
pub async fn update_settings(
    state: &AppState,
    user: &CurrentUser,
    digest: DigestFrequency,
) -> QueryResult<Settings> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        watchers::update_frequency(conn, user.user_id, digest).await?;
        find_settings(conn, user.user_id).await
    })
    .await
}

/// Makes the address of the person's feed, which is returned only here; an earlier one ends.
pub async fn create_feed(
    state: &AppState,
    user: &CurrentUser,
) -> QueryResult<(String, DateTime<Utc>)> {
    let token = OpaqueToken::generate();
    let created_at = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        watchers::replace_feed(conn, user.user_id, &token.hash()).await
    })
    .await?;
    let path = format!("api/parcel_feed/{}", token.reveal());
    Ok((state.config.page(&path), created_at))
}

/// Ends the person's feed, if there is one.
pub async fn revoke_feed(state: &AppState, user: &CurrentUser) -> QueryResult<Settings> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        watchers::delete_feed(conn, user.user_id).await?;
        find_settings(conn, user.user_id).await
    })
    .await
}

/// The feed of this token as a document.
pub async fn feed(state: &AppState, token: &str) -> Result<String, ParcelWatchError> {
    let hash = tokens::hash(token);
    let found = db::unscoped_tx(&state.pool, "parcel feed", async |conn| {
        watchers::unscoped_find_feed(conn, &hash).await
    })
    .await?;
    let (firm, name, since) = found.ok_or(ParcelWatchError::NoFeed)?;
    let newest = ChangeFilter {
        project_id: None,
        only_unread: false,
        before: None,
        limit: feed::ENTRIES,
    };
    let news = db::tenant_tx(&state.pool, firm, async |conn| {
        let changes = store::list(conn, newest, 0).await?;
        let filter = MatchFilter {
            only_unread: false,
            before: None,
            limit: feed::ENTRIES,
        };
        let matches = matches::list(conn, filter, 0).await?;
        Ok::<_, diesel::result::Error>((changes, matches))
    })
    .await?;
    Ok(feed::atom(&news.0, &news.1, since, &name, &state.config)?)
}
