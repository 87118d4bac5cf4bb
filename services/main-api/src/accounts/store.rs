//! Queries of users at sign-in, sessions, refresh tokens and reset links.
//!
//! Functions named `unscoped_` run in transactions across firms, where the firm is not known yet.

use chrono::{DateTime, Duration, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, SessionId, UserId};
use uuid::Uuid;

use crate::schema::{customers, password_resets, refresh_tokens, sessions, users};

/// A session expires after this many days without use.
const SESSION_DAYS: i64 = 14;
/// Validity of a reset link.
pub const RESET_MINUTES: i64 = 60;
/// Validity of an invitation.
pub const INVITATION_DAYS: i64 = 7;

/// The user columns that sign-in needs.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub struct AccountRow {
    pub user_id: UserId,
    pub customer_id: CustomerId,
    pub email: String,
    pub fname: String,
    pub role: String,
    pub preferred_theme: String,
    /// PHC string; none until an invited user sets a password.
    pub password_hash: Option<String>,
    pub active: bool,
}

/// Searches all firms.
pub async fn unscoped_find_by_email(
    conn: &mut AsyncPgConnection,
    email: &str,
) -> QueryResult<Option<AccountRow>> {
    users::table
        .filter(users::email.eq(email))
        .select(AccountRow::as_select())
        .first(conn)
        .await
        .optional()
}

pub async fn find_account(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
) -> QueryResult<Option<AccountRow>> {
    users::table
        .find(user_id)
        .select(AccountRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// The name of this transaction's firm.
pub async fn find_customer_name(
    conn: &mut AsyncPgConnection,
    id: CustomerId,
) -> QueryResult<Option<String>> {
    customers::table
        .find(id)
        .select(customers::name)
        .first(conn)
        .await
        .optional()
}

/// Whether the seed has created any firm.
pub async fn unscoped_has_samples(conn: &mut AsyncPgConnection) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        customers::table.filter(customers::is_sample),
    ))
    .get_result(conn)
    .await
}

pub async fn update_password_hash(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    hash: &str,
) -> QueryResult<usize> {
    diesel::update(users::table.find(user_id))
        .set((
            users::password_hash.eq(hash),
            users::version.eq(users::version + 1),
            users::updated_at.eq(Utc::now()),
        ))
        .execute(conn)
        .await
}

pub async fn insert_session(
    conn: &mut AsyncPgConnection,
    account: &AccountRow,
    refresh_hash: &[u8],
) -> QueryResult<SessionId> {
    let session_id = SessionId(Uuid::now_v7());
    diesel::insert_into(sessions::table)
        .values((
            sessions::session_id.eq(session_id),
            sessions::customer_id.eq(account.customer_id),
            sessions::user_id.eq(account.user_id),
            sessions::expires_at.eq(session_end()),
        ))
        .execute(conn)
        .await?;
    insert_refresh(conn, account.customer_id, session_id, refresh_hash).await?;
    Ok(session_id)
}

/// Adds a refresh token to a session.
pub async fn insert_refresh(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    session_id: SessionId,
    hash: &[u8],
) -> QueryResult<usize> {
    diesel::insert_into(refresh_tokens::table)
        .values((
            refresh_tokens::token_hash.eq(hash),
            refresh_tokens::customer_id.eq(customer_id),
            refresh_tokens::session_id.eq(session_id),
        ))
        .execute(conn)
        .await
}

fn session_end() -> DateTime<Utc> {
    Utc::now() + Duration::days(SESSION_DAYS)
}

#[derive(Debug, Queryable)]
pub struct RefreshRow {
    pub session_id: SessionId,
    pub user_id: UserId,
    /// None until the token is rotated.
    pub used_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    /// Expiry without further use.
    pub expires_at: DateTime<Utc>,
}

/// Locks the refresh token and its session.
pub async fn unscoped_find_refresh(
    conn: &mut AsyncPgConnection,
    hash: &[u8],
) -> QueryResult<Option<RefreshRow>> {
    refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::token_hash.eq(hash))
        .select((
            sessions::session_id,
            sessions::user_id,
            refresh_tokens::used_at,
            sessions::ended_at,
            sessions::expires_at,
        ))
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// Marks a refresh token as rotated and extends its session.
pub async fn update_refresh_used(
    conn: &mut AsyncPgConnection,
    hash: &[u8],
    session_id: SessionId,
) -> QueryResult<()> {
    diesel::update(refresh_tokens::table.find(hash))
        .set(refresh_tokens::used_at.eq(diesel::dsl::sql::<
            diesel::sql_types::Nullable<diesel::sql_types::Timestamptz>,
        >("clock_timestamp()")))
        .execute(conn)
        .await?;
    diesel::update(sessions::table.find(session_id))
        .set(sessions::expires_at.eq(session_end()))
        .execute(conn)
        .await?;
    Ok(())
}

/// Ends one session of a user; none when it had ended already.
pub async fn end_session(
    conn: &mut AsyncPgConnection,
    session_id: SessionId,
    reason: &str,
) -> QueryResult<Vec<SessionId>> {
    diesel::update(sessions::table)
        .filter(sessions::session_id.eq(session_id))
        .filter(sessions::ended_at.is_null())
        .set((
            sessions::ended_at.eq(Utc::now()),
            sessions::end_reason.eq(reason),
        ))
        .returning(sessions::session_id)
        .get_results(conn)
        .await
}

/// Ends every session of a user except `keep`.
pub async fn end_sessions_of(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    keep: Option<SessionId>,
    reason: &str,
) -> QueryResult<Vec<SessionId>> {
    let keep = keep.unwrap_or(SessionId(Uuid::nil()));
    diesel::update(sessions::table)
        .filter(sessions::user_id.eq(user_id))
        .filter(sessions::ended_at.is_null())
        .filter(sessions::session_id.ne(keep))
        .set((
            sessions::ended_at.eq(Utc::now()),
            sessions::end_reason.eq(reason),
        ))
        .returning(sessions::session_id)
        .get_results(conn)
        .await
}

/// Sessions that ended after `since`: their access tokens may not have expired yet.
pub async fn unscoped_list_ended(
    conn: &mut AsyncPgConnection,
    since: DateTime<Utc>,
) -> QueryResult<Vec<SessionId>> {
    sessions::table
        .filter(sessions::ended_at.gt(since))
        .select(sessions::session_id)
        .load(conn)
        .await
}

/// Stores the hash of a reset link or invitation.
pub async fn insert_reset(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    user_id: UserId,
    hash: &[u8],
    expires_at: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::insert_into(password_resets::table)
        .values((
            password_resets::token_hash.eq(hash),
            password_resets::customer_id.eq(customer_id),
            password_resets::user_id.eq(user_id),
            password_resets::expires_at.eq(expires_at),
        ))
        .execute(conn)
        .await
}

/// The user of an unused reset link.
pub async fn unscoped_find_reset(
    conn: &mut AsyncPgConnection,
    hash: &[u8],
) -> QueryResult<Option<UserId>> {
    password_resets::table
        .filter(password_resets::token_hash.eq(hash))
        .filter(password_resets::used_at.is_null())
        .filter(password_resets::expires_at.gt(Utc::now()))
        .select(password_resets::user_id)
        .first(conn)
        .await
        .optional()
}

/// Uses up a reset link and every other link of the user; none when the link is unknown, used or
/// expired.
pub async fn unscoped_spend_reset(
    conn: &mut AsyncPgConnection,
    hash: &[u8],
) -> QueryResult<Option<UserId>> {
    let user: Option<UserId> = diesel::update(password_resets::table)
        .filter(password_resets::token_hash.eq(hash))
        .filter(password_resets::used_at.is_null())
        .filter(password_resets::expires_at.gt(Utc::now()))
        .set(password_resets::used_at.eq(Utc::now()))
        .returning(password_resets::user_id)
        .get_result(conn)
        .await
        .optional()?;
    if let Some(user) = user {
        spend_resets_of(conn, user).await?;
    }
    Ok(user)
}

/// Invalidates every reset link of a user.
pub async fn spend_resets_of(conn: &mut AsyncPgConnection, user: UserId) -> QueryResult<usize> {
    diesel::update(password_resets::table)
        .filter(password_resets::user_id.eq(user))
        .filter(password_resets::used_at.is_null())
        .set(password_resets::used_at.eq(Utc::now()))
        .execute(conn)
        .await
}

/// Deletes sessions and links that expired long ago.
pub async fn unscoped_delete_expired(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    let long_ago = Utc::now() - Duration::days(30);
    diesel::delete(
        sessions::table.filter(
            sessions::expires_at
                .lt(long_ago)
                .or(sessions::ended_at.lt(long_ago)),
        ),
    )
    .execute(conn)
    .await?;
    diesel::delete(password_resets::table.filter(password_resets::expires_at.lt(long_ago)))
        .execute(conn)
        .await?;
    Ok(())
}
