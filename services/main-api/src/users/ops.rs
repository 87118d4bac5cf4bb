//! User operations, one transaction each.

use auth::{CurrentUser, Role};
use chrono::{Duration, Utc};
use domain::UserId;

use super::UserError;
use super::avatars::{self, AvatarUpload};
use super::domain::{CheckedInvitation, CheckedProfile};
use super::dto::UpdateUserRequest;
use super::store::{self, UserRow};
use crate::accounts::domain::Theme;
use crate::accounts::email_change::{self, Wish};
use crate::accounts::ops::prove_password;
use crate::accounts::tokens::OpaqueToken;
use crate::accounts::{AccountError, events, mail, store as accounts};
use crate::personal_access_tokens::ops::revoke_tokens_of;
use crate::state::AppState;

pub async fn get_user(
    state: &AppState,
    user: &CurrentUser,
    id: UserId,
) -> Result<UserRow, UserError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_user(conn, id).await?.ok_or(UserError::NotFound)
    })
    .await
}

/// A user's own profile.
pub struct OwnProfile {
    pub row: UserRow,
    /// The e-mail address awaiting confirmation.
    pub pending_email: Option<String>,
}

pub async fn get_profile(state: &AppState, user: &CurrentUser) -> Result<OwnProfile, UserError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        find_profile(conn, user.user_id).await
    })
    .await
}

/// Changes the signed-in user's profile; a new e-mail address is only submitted for confirmation.
pub async fn update_profile(
    state: &AppState,
    user: &CurrentUser,
    profile: CheckedProfile,
    password: Option<String>,
) -> Result<OwnProfile, UserError> {
    let before = get_user(state, user, user.user_id).await?;
    let wish = if profile.email == before.email {
        None
    } else {
        Some(wish_for(state, user, profile.email.clone(), password).await?)
    };
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::update_profile(conn, user.user_id, &profile).await?;
        if let Some(wish) = &wish {
            wish.store(conn, state).await?;
        }
        find_profile(conn, user.user_id).await
    })
    .await
}

async fn wish_for(
    state: &AppState,
    user: &CurrentUser,
    email: String,
    password: Option<String>,
) -> Result<Wish, UserError> {
    let password = password
        .filter(|password| !password.is_empty())
        .ok_or(UserError::PasswordNeeded)?;
    let account = prove_password(state, user.customer_id, user.user_id, password)
        .await
        .map_err(|error| match error {
            AccountError::CurrentPassword => UserError::WrongPassword,
            other => other.into(),
        })?;
    Ok(Wish::new(state, account, email).await?)
}

async fn find_profile(
    conn: &mut db::AsyncPgConnection,
    id: UserId,
) -> Result<OwnProfile, UserError> {
    Ok(OwnProfile {
        row: store::find_user(conn, id)
            .await?
            .ok_or(UserError::NotFound)?,
        pending_email: email_change::pending(conn, id).await?,
    })
}

/// Changes the signed-in user's theme.
pub async fn update_theme(
    state: &AppState,
    user: &CurrentUser,
    theme: Theme,
) -> Result<(), UserError> {
    db::tenant_tx(
        &state.pool,
        user.customer_id,
        async |conn| match store::update_theme(conn, user.user_id, theme.as_str()).await? {
            0 => Err(UserError::NotFound),
            _ => Ok(()),
        },
    )
    .await
}

/// Stores a new avatar and deletes the previous one.
pub async fn update_avatar(
    state: &AppState,
    user: &CurrentUser,
    form: AvatarUpload,
) -> Result<String, UserError> {
    if form
        .user_id
        .is_some_and(|id| id.trim() != user.user_id.to_string())
    {
        return Err(UserError::NotFound);
    }
    let folder = avatars::folder(&state.config.storage_dir, user.customer_id);
    let content_type = form.upload.content_type;
    let file = form.upload.keep(&folder, user.user_id).await?;
    let before = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // Locked, so that of several concurrent uploads each deletes its predecessor's file.
        let before = store::find_avatar_for_update(conn, user.user_id).await?;
        store::update_avatar(conn, user.user_id, &file, content_type).await?;
        Ok::<_, UserError>(before)
    })
    .await?;
    if let Some(before) = before
        && let Err(error) = tokio::fs::remove_file(folder.join(before)).await
    {
        tracing::warn!(error.cause = %error, "an old avatar was not removed");
    }
    Ok(avatar_url(user.user_id, &file))
}

/// Path of an avatar. It contains the file name, so that browsers fetch a new avatar.
pub fn avatar_url(id: UserId, file: &str) -> String {
    let version = file
        .rsplit('-')
        .next()
        .and_then(|rest| rest.split('.').next())
        .unwrap_or_default();
    format!("/api/avatars/{id}?v={version}")
}

pub async fn list_users(state: &AppState, user: &CurrentUser) -> Result<Vec<UserRow>, UserError> {
    Ok(db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list_users(conn).await
    })
    .await?)
}

/// Creates a user and sends the link to set a password.
pub async fn invite_user(
    state: &AppState,
    admin: &CurrentUser,
    invitation: CheckedInvitation,
) -> Result<UserRow, UserError> {
    let token = OpaqueToken::generate();
    let link = state.config.reset_link(token.reveal());
    let customer_id = admin.customer_id;
    db::tenant_tx(&state.pool, customer_id, async |conn| {
        let row = store::insert_invited(conn, &invitation).await?;
        let expires_at = Utc::now() + Duration::days(accounts::INVITATION_DAYS);
        accounts::insert_reset(conn, customer_id, row.user_id, &token.hash(), expires_at).await?;
        let firm = accounts::find_customer_name(conn, customer_id)
            .await?
            .unwrap_or_default();
        let body = mail::invitation_text(&row.fname, &firm, &link);
        mail::enqueue(
            conn,
            customer_id,
            &row.email,
            mail::INVITATION_SUBJECT,
            body,
        )
        .await?;
        Ok(row)
    })
    .await
}

/// Changes role and access. A change ends the user's sessions, because their tokens hold the old
/// role; deactivation also revokes the personal access tokens.
pub async fn update_user(
    state: &AppState,
    admin: &CurrentUser,
    change: UpdateUserRequest,
) -> Result<UserRow, UserError> {
    let (customer_id, id) = (admin.customer_id, change.user_id);
    let (row, ended, revoked) = db::tenant_tx(&state.pool, customer_id, async |conn| {
        let admins = store::list_admins_for_update(conn).await?;
        let before = store::find_user(conn, id)
            .await?
            .ok_or(UserError::NotFound)?;
        let role_before = before.role.parse().unwrap_or(Role::User);
        let (role, active) = (
            change.role.unwrap_or(role_before),
            change.active.unwrap_or(before.active),
        );
        if (role, active) == (role_before, before.active) {
            return Ok((before, Vec::new(), Vec::new()));
        }
        if admins == [id] && (role != Role::Admin || !active) {
            return Err(UserError::LastAdmin);
        }
        let row = store::update_access(conn, id, role, active).await?;
        let ended = accounts::end_sessions_of(conn, id, None, "access changed").await?;
        events::session_revoked(conn, customer_id, id, &ended, "access changed").await?;
        let revoked = if active {
            Vec::new()
        } else {
            if before.active {
                events::user_deactivated(conn, customer_id, id, admin.user_id).await?;
            }
            revoke_tokens_of(conn, customer_id, id, admin.user_id, "user deactivated").await?
        };
        Ok((row, ended, revoked))
    })
    .await?;
    state.revoke(&ended);
    state.introspection.revoke(&revoked);
    Ok(row)
}
