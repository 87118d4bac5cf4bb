//! Operations of personal access tokens, one transaction each.

use auth::{CurrentUser, PersonalAccessToken, Role};
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, PersonalAccessTokenId, UserId};
use http_kit::ApiError;

use super::domain::{CheckedToken, MAX_ACTIVE};
use super::store::{self, OwnerRow, TokenFilter, TokenRow};
use super::{PersonalAccessTokenError, events};
use crate::search::{self, ListPage};
use crate::state::AppState;

/// Issues a token, which is returned only here.
pub async fn create_token(
    state: &AppState,
    user: &CurrentUser,
    checked: CheckedToken,
) -> Result<(PersonalAccessToken, TokenRow), PersonalAccessTokenError> {
    let token = PersonalAccessToken::generate();
    let row = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if !store::lock_active_user(conn, user.user_id).await? {
            return Err(PersonalAccessTokenError::UserInactive);
        }
        let names = store::list_active_names(conn, user.user_id).await?;
        if names.contains(&checked.name) {
            return Err(PersonalAccessTokenError::NameTaken);
        }
        if names.len() >= MAX_ACTIVE {
            return Err(PersonalAccessTokenError::LimitReached);
        }
        Ok(store::insert_token(conn, user.user_id, &token, &checked).await?)
    })
    .await?;
    Ok((token, row))
}

/// One page of tokens with their users, newest first.
pub async fn list_tokens(
    state: &AppState,
    user: &CurrentUser,
    filter: TokenFilter,
) -> Result<ListPage<(TokenRow, OwnerRow)>, ApiError> {
    let (rows, total) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list_tokens(conn, &filter).await
    })
    .await?;
    let (rows, next_cursor) = search::page(rows, filter.limit - 1, |(row, _)| row.token_id)?;
    Ok(ListPage {
        rows,
        next_cursor,
        total,
    })
}

/// Revokes a token of the user's own or, for an admin, of the firm. One that has ended stays as it
/// is.
pub async fn revoke_token(
    state: &AppState,
    user: &CurrentUser,
    id: PersonalAccessTokenId,
) -> Result<TokenRow, PersonalAccessTokenError> {
    let row = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let before = store::find_token(conn, id)
            .await?
            .filter(|row| row.user_id == user.user_id || user.role == Role::Admin)
            .ok_or(PersonalAccessTokenError::NotFound)?;
        let owner = before.user_id;
        let reason = if owner == user.user_id {
            "revoked by its user"
        } else {
            "revoked by an admin"
        };
        let Some(row) = store::revoke_token(conn, id, reason).await? else {
            return Ok(before);
        };
        events::revoked(conn, user.customer_id, owner, &[id], user.user_id, reason).await?;
        Ok::<_, PersonalAccessTokenError>(row)
    })
    .await?;
    state.introspection.revoke(&[id]);
    Ok(row)
}

/// Revokes every token of a user, in the caller's transaction. Afterwards the caller removes them
/// from this replica's cache.
pub async fn revoke_tokens_of(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    user_id: UserId,
    actor: UserId,
    reason: &str,
) -> QueryResult<Vec<PersonalAccessTokenId>> {
    let revoked = store::revoke_tokens_of(conn, user_id, reason).await?;
    events::revoked(conn, customer_id, user_id, &revoked, actor, reason).await?;
    Ok(revoked)
}
