//! Queries of personal access tokens.
//!
//! Functions named `unscoped_` run in transactions across firms, where the firm is not known yet.

use auth::{PersonalAccessToken, Scope, TokenGrant, TokenHash};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::dsl::IntoBoxed;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, PersonalAccessTokenId, UserId};
use uuid::Uuid;

use super::domain::CheckedToken;
use crate::schema::{personal_access_tokens, users};
use crate::search;

/// Days for which ended tokens are kept.
const ENDED_DAYS: i64 = 30;

/// A token without its hash.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = personal_access_tokens, check_for_backend(Pg))]
pub struct TokenRow {
    pub token_id: PersonalAccessTokenId,
    pub user_id: UserId,
    pub name: String,
    pub prefix: String,
    pub scopes: Vec<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub last_used_on: Option<NaiveDate>,
    pub revoked_at: Option<DateTime<Utc>>,
}

/// The user who issued a token.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(Pg))]
pub struct OwnerRow {
    pub user_id: UserId,
    pub fname: String,
    pub lname: String,
    pub email: String,
}

/// Selects tokens of a list.
#[derive(Debug)]
pub struct TokenFilter {
    /// Only this user's.
    pub user_id: Option<UserId>,
    /// Search text.
    pub q: Option<String>,
    /// The last token of the previous page.
    pub before: Option<PersonalAccessTokenId>,
    /// Number of rows to read: one more than the page has.
    pub limit: i64,
}

/// Locks an active user, so that concurrent requests cannot exceed the limit or repeat a name.
pub async fn lock_active_user(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<bool> {
    let found: Option<UserId> = users::table
        .find(user_id)
        .filter(users::active)
        .select(users::user_id)
        .for_update()
        .first(conn)
        .await
        .optional()?;
    Ok(found.is_some())
}

/// Names of the user's active tokens.
pub async fn list_active_names(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
) -> QueryResult<Vec<String>> {
    personal_access_tokens::table
        .filter(personal_access_tokens::user_id.eq(user_id))
        .filter(personal_access_tokens::revoked_at.is_null())
        .filter(personal_access_tokens::expires_at.gt(Utc::now()))
        .select(personal_access_tokens::name)
        .load(conn)
        .await
}

pub async fn insert_token(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    token: &PersonalAccessToken,
    checked: &CheckedToken,
) -> QueryResult<TokenRow> {
    let scopes: Vec<&str> = checked.scopes.iter().map(|scope| scope.as_str()).collect();
    diesel::insert_into(personal_access_tokens::table)
        .values((
            personal_access_tokens::token_id.eq(PersonalAccessTokenId(Uuid::now_v7())),
            personal_access_tokens::user_id.eq(user_id),
            personal_access_tokens::token_hash.eq(token.hash().as_bytes()),
            personal_access_tokens::prefix.eq(token.prefix()),
            personal_access_tokens::name.eq(&checked.name),
            personal_access_tokens::scopes.eq(scopes),
            personal_access_tokens::expires_at.eq(checked.expires_at()),
        ))
        .returning(TokenRow::as_returning())
        .get_result(conn)
        .await
}

pub async fn find_token(
    conn: &mut AsyncPgConnection,
    id: PersonalAccessTokenId,
) -> QueryResult<Option<TokenRow>> {
    personal_access_tokens::table
        .find(id)
        .select(TokenRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Tokens with their users.
#[diesel::dsl::auto_type]
fn tokens_with_users() -> _ {
    personal_access_tokens::table.inner_join(users::table)
}

/// The tokens of all pages.
fn matching(filter: &TokenFilter) -> IntoBoxed<'static, tokens_with_users, Pg> {
    let mut query = tokens_with_users().into_boxed();
    if let Some(user_id) = filter.user_id {
        query = query.filter(personal_access_tokens::user_id.eq(user_id));
    }
    for word in filter.q.iter().flat_map(|q| search::words(q)) {
        let like = search::contains(word);
        query = query.filter(
            personal_access_tokens::name
                .ilike(like.clone())
                .or(users::fname.ilike(like.clone()))
                .or(users::lname.ilike(like.clone()))
                .or(users::email.ilike(like)),
        );
    }
    query
}

/// One page, newest first, and the number of tokens on all pages.
pub async fn list_tokens(
    conn: &mut AsyncPgConnection,
    filter: &TokenFilter,
) -> QueryResult<(Vec<(TokenRow, OwnerRow)>, Option<usize>)> {
    let mut query = matching(filter);
    if let Some(before) = filter.before {
        query = query.filter(personal_access_tokens::token_id.lt(before));
    }
    let rows = query
        .select((TokenRow::as_select(), OwnerRow::as_select()))
        .order(personal_access_tokens::token_id.desc())
        .limit(filter.limit)
        .load(conn)
        .await?;
    let all: i64 = matching(filter).count().get_result(conn).await?;
    Ok((rows, usize::try_from(all).ok()))
}

/// Revokes an active token; none when it has already ended.
pub async fn revoke_token(
    conn: &mut AsyncPgConnection,
    id: PersonalAccessTokenId,
    reason: &str,
) -> QueryResult<Option<TokenRow>> {
    let now = Utc::now();
    diesel::update(personal_access_tokens::table.find(id))
        .filter(personal_access_tokens::revoked_at.is_null())
        .filter(personal_access_tokens::expires_at.gt(now))
        .set((
            personal_access_tokens::revoked_at.eq(now),
            personal_access_tokens::revoke_reason.eq(reason),
        ))
        .returning(TokenRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Revokes every active token of a user.
pub async fn revoke_tokens_of(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    reason: &str,
) -> QueryResult<Vec<PersonalAccessTokenId>> {
    let now = Utc::now();
    diesel::update(personal_access_tokens::table)
        .filter(personal_access_tokens::user_id.eq(user_id))
        .filter(personal_access_tokens::revoked_at.is_null())
        .filter(personal_access_tokens::expires_at.gt(now))
        .set((
            personal_access_tokens::revoked_at.eq(now),
            personal_access_tokens::revoke_reason.eq(reason),
        ))
        .returning(personal_access_tokens::token_id)
        .get_results(conn)
        .await
}

/// A token of this hash.
#[derive(Debug, Queryable)]
pub struct VerifiedRow {
    pub token_id: PersonalAccessTokenId,
    pub user_id: UserId,
    pub customer_id: CustomerId,
    pub scopes: Vec<String>,
    pub expires_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub user_is_active: bool,
}

impl VerifiedRow {
    /// What the token grants; none when it has ended.
    pub fn grant(self) -> Option<TokenGrant> {
        let is_valid =
            self.user_is_active && self.revoked_at.is_none() && self.expires_at > Utc::now();
        is_valid.then(|| TokenGrant {
            token_id: self.token_id,
            user_id: self.user_id,
            customer_id: self.customer_id,
            scopes: scopes_of(&self.scopes),
            expires_at: self.expires_at,
        })
    }
}

/// Stored scopes; an older version of the service skips those that it does not know.
pub fn scopes_of(stored: &[String]) -> Vec<Scope> {
    stored.iter().filter_map(|name| name.parse().ok()).collect()
}

/// The token of this hash, ended or not.
pub async fn unscoped_find_by_hash(
    conn: &mut AsyncPgConnection,
    hash: &TokenHash,
) -> QueryResult<Option<VerifiedRow>> {
    personal_access_tokens::table
        .inner_join(users::table)
        .filter(personal_access_tokens::token_hash.eq(hash.as_bytes()))
        .select((
            personal_access_tokens::token_id,
            personal_access_tokens::user_id,
            personal_access_tokens::customer_id,
            personal_access_tokens::scopes,
            personal_access_tokens::expires_at,
            personal_access_tokens::revoked_at,
            users::active,
        ))
        .first(conn)
        .await
        .optional()
}

/// Records the day of use, once a day.
pub async fn unscoped_touch(
    conn: &mut AsyncPgConnection,
    id: PersonalAccessTokenId,
) -> QueryResult<usize> {
    let today = Utc::now().date_naive();
    diesel::update(personal_access_tokens::table.find(id))
        .filter(personal_access_tokens::last_used_on.is_distinct_from(today))
        .set(personal_access_tokens::last_used_on.eq(today))
        .execute(conn)
        .await
}

/// Deletes tokens that ended [`ENDED_DAYS`] ago.
pub async fn unscoped_delete_ended(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let long_ago = Utc::now() - Duration::days(ENDED_DAYS);
    diesel::delete(
        personal_access_tokens::table.filter(
            personal_access_tokens::expires_at
                .lt(long_ago)
                .or(personal_access_tokens::revoked_at.lt(long_ago)),
        ),
    )
    .execute(conn)
    .await
}
