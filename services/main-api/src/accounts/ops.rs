//! Account operations, one transaction each.
//!
//! Passwords are hashed and checked outside transactions, because hashing is slow.

use chrono::{DateTime, Duration, Utc};
use domain::{CustomerId, SessionId, UserId};
use uuid::Uuid;

use super::domain::NewPassword;
use super::known_places::{Known, Place};
use super::passwords::Check;
use super::reset_requests::ResetRequest;
use super::store::{self, AccountRow};
use super::throttle::{
    self, LINK_BY_ADDRESS, PASSWORD_BY_NETWORK, PASSWORD_BY_STRANGERS, PASSWORD_BY_USER,
    RESET_BY_ADDRESS, Taken,
};
use super::tokens::{self, OpaqueToken};
use super::{AccountError, events, known_places};
use crate::personal_access_tokens::ops::revoke_tokens_of;
use crate::state::AppState;

/// A new session with its secrets, which are returned only once.
pub struct SignedIn {
    pub account: AccountRow,
    pub session_id: SessionId,
    pub refresh: OpaqueToken,
    /// Identifies the browser at the next sign-in.
    pub device: Option<String>,
}

/// Checks the password and opens a session.
pub async fn sign_in(
    state: &AppState,
    email: &str,
    password: String,
    place: &Place<'_>,
) -> Result<SignedIn, AccountError> {
    let email = email.trim().to_lowercase();
    let account = find_by_email(state, &email)
        .await?
        .filter(|account| account.active);
    let user = account
        .as_ref()
        .map_or(UserId(Uuid::nil()), |it| it.user_id);
    let known = db::unscoped_tx(&state.pool, "known place", async |conn| {
        known_places::find(conn, user, place).await
    })
    .await?;
    let counted = place.counted(known, &email);
    let wanted: Vec<_> = counted
        .iter()
        .map(|(limit, who)| (*limit, who.as_str()))
        .collect();
    let taken = throttle::take(&state.pool, &wanted)
        .await?
        .map_err(AccountError::TooManyAttempts)?;
    let stored = account
        .as_ref()
        .and_then(|account| account.password_hash.clone());
    let check = state.passwords.check(stored, password.clone()).await?;
    let Some(account) = account.filter(|_| check != Check::Wrong) else {
        metrics::counter!("sign_ins_total", "outcome" => "wrong").increment(1);
        return Err(AccountError::WrongCredentials);
    };
    let new_hash = match check {
        Check::RightButOutdated => Some(state.passwords.hash(password).await?),
        _ => None,
    };
    let refresh = OpaqueToken::generate();
    let device = match (known, place.device) {
        (Known::Device, Some(device)) => device.to_owned(),
        _ => OpaqueToken::generate().reveal().to_owned(),
    };
    let user_id = account.user_id;
    let session_id = db::unscoped_tx(&state.pool, "sign-in", async |conn| {
        throttle::give_back(conn, &taken, &wanted[..1]).await?;
        known_places::remember(conn, account.customer_id, account.user_id, place, &device).await?;
        if let Some(hash) = &new_hash {
            store::update_password_hash(conn, user_id, hash).await?;
        }
        store::insert_session(conn, &account, &refresh.hash()).await
    })
    .await?;
    metrics::counter!("sign_ins_total", "outcome" => "right").increment(1);
    Ok(SignedIn {
        account,
        session_id,
        refresh,
        device: Some(device),
    })
}

/// PostgreSQL text cannot hold NUL, so no account has such an address.
fn is_storable(email: &str) -> bool {
    !email.contains('\0') && email.len() <= 320
}

async fn find_by_email(state: &AppState, email: &str) -> Result<Option<AccountRow>, AccountError> {
    if !is_storable(email) {
        return Ok(None);
    }
    Ok(
        db::unscoped_tx(&state.pool, "account by e-mail", async |conn| {
            store::unscoped_find_by_email(conn, email).await
        })
        .await?,
    )
}

/// Result of presenting a refresh token.
enum Exchange {
    Done(AccountRow, SessionId),
    Over,
    Reused(SessionId),
}

/// Rotates a refresh token. Reuse of an old one ends the session, unless it was rotated while this
/// request was waiting (two tabs at the same moment).
pub async fn refresh(
    state: &AppState,
    token: &str,
    received_at: DateTime<Utc>,
) -> Result<SignedIn, AccountError> {
    let (hash, next) = (tokens::hash(token), OpaqueToken::generate());
    let exchange = db::unscoped_tx(&state.pool, "session refresh", async |conn| {
        let Some(row) = store::unscoped_find_refresh(conn, &hash).await? else {
            return Ok::<_, AccountError>(Exchange::Over);
        };
        if row.ended_at.is_some() || row.expires_at < Utc::now() {
            return Ok(Exchange::Over);
        }
        let (session_id, user_id) = (row.session_id, row.user_id);
        let Some(account) = store::find_account(conn, user_id)
            .await?
            .filter(|account| account.active)
        else {
            return Ok(Exchange::Over);
        };
        let customer_id = account.customer_id;
        if row.used_at.is_some_and(|used_at| used_at < received_at) {
            let ended = store::end_session(conn, session_id, "refresh token reused").await?;
            events::session_revoked(conn, customer_id, user_id, &ended, "refresh token reused")
                .await?;
            return Ok(Exchange::Reused(session_id));
        }
        store::update_refresh_used(conn, &hash, session_id).await?;
        store::insert_refresh(conn, customer_id, session_id, &next.hash()).await?;
        Ok(Exchange::Done(account, session_id))
    })
    .await?;
    match exchange {
        Exchange::Done(account, session_id) => Ok(SignedIn {
            account,
            session_id,
            refresh: next,
            device: None,
        }),
        Exchange::Over => Err(AccountError::SessionOver),
        Exchange::Reused(session_id) => {
            tracing::warn!(session.id = %session_id, "an old refresh token was reused; the session was ended");
            state.revoke(&[session_id]);
            Err(AccountError::SessionOver)
        }
    }
}

pub async fn sign_out(
    state: &AppState,
    customer_id: CustomerId,
    user_id: UserId,
    session_id: SessionId,
) -> Result<(), AccountError> {
    db::tenant_tx(&state.pool, customer_id, async |conn| {
        let ended = store::end_session(conn, session_id, "logout").await?;
        events::session_revoked(conn, customer_id, user_id, &ended, "logout").await
    })
    .await?;
    state.revoke(&[session_id]);
    Ok(())
}

/// Ended sessions whose access tokens may not have expired yet.
pub async fn list_ended(pool: &db::Pool) -> Result<Vec<SessionId>, AccountError> {
    let since = Utc::now() - Duration::seconds(auth::ENDED_SECONDS);
    Ok(db::unscoped_tx(pool, "ended sessions", async |conn| {
        store::unscoped_list_ended(conn, since).await
    })
    .await?)
}

/// The user and the firm's name; fails when either was deleted.
pub async fn session_info(
    state: &AppState,
    customer_id: CustomerId,
    user_id: UserId,
) -> Result<(AccountRow, String), AccountError> {
    db::tenant_tx(&state.pool, customer_id, async |conn| {
        let account = store::find_account(conn, user_id)
            .await?
            .filter(|account| account.active);
        let name = store::find_customer_name(conn, customer_id).await?;
        account.zip(name).ok_or(AccountError::SessionOver)
    })
    .await
}

/// Requests a reset link. The account is looked up later, so that neither the response nor its time
/// reveals whether it exists.
pub async fn forgot_password(
    state: &AppState,
    email: &str,
    address: &str,
) -> Result<(), AccountError> {
    throttle::take(&state.pool, &[(RESET_BY_ADDRESS, address)])
        .await?
        .map_err(AccountError::TooManyAttempts)?;
    let email = email.trim().to_lowercase();
    if is_storable(&email) {
        let request = ResetRequest { email };
        db::unscoped_tx(&state.pool, "reset request", async |conn| {
            jobs::enqueue(conn, None, &request).await
        })
        .await?;
    }
    Ok(())
}

/// Sets a new password by a reset link, ends every session of the user and revokes the personal
/// access tokens: a stolen session may have issued one.
pub async fn reset_password(
    state: &AppState,
    token: &str,
    new_password: String,
    address: &str,
) -> Result<(), AccountError> {
    let counted = throttle::take(&state.pool, &[(LINK_BY_ADDRESS, address)])
        .await?
        .map_err(AccountError::TooManyAttempts)?;
    // The link is checked first, so that only its holder can cause the cost of hashing.
    let (account, firm) = db::unscoped_tx(&state.pool, "reset link", async |conn| {
        let user_id = store::unscoped_find_reset(conn, &tokens::hash(token))
            .await?
            .ok_or(AccountError::ResetLink)?;
        throttle::give_back(conn, &counted, &[]).await?;
        let account = store::find_account(conn, user_id)
            .await?
            .filter(|account| account.active)
            .ok_or(AccountError::ResetLink)?;
        let firm = store::find_customer_name(conn, account.customer_id).await?;
        Ok::<_, AccountError>((account, firm.unwrap_or_default()))
    })
    .await?;
    let password = new_password_of(&account, &firm, new_password)?;
    let hash = state.passwords.hash(password.reveal().to_owned()).await?;
    let place = Place {
        address,
        device: None,
    };
    let at_network = place.at_network(&account.email);
    let who = account.user_id.to_string();
    let forgiven = [
        (PASSWORD_BY_NETWORK, at_network.as_str()),
        (PASSWORD_BY_STRANGERS, account.email.as_str()),
        (PASSWORD_BY_USER, who.as_str()),
    ];
    let (ended, revoked) = db::unscoped_tx(&state.pool, "password reset", async |conn| {
        let Some(user_id) = store::unscoped_spend_reset(conn, &tokens::hash(token)).await? else {
            return Err(AccountError::ResetLink);
        };
        throttle::give_back(conn, &Taken::default(), &forgiven).await?;
        let Some(account) = store::find_account(conn, user_id)
            .await?
            .filter(|account| account.active)
        else {
            return Err(AccountError::ResetLink);
        };
        store::update_password_hash(conn, user_id, &hash).await?;
        let ended = store::end_sessions_of(conn, user_id, None, "password reset").await?;
        let (firm, reason) = (account.customer_id, "password reset");
        events::session_revoked(conn, firm, user_id, &ended, reason).await?;
        let revoked = revoke_tokens_of(conn, firm, user_id, user_id, reason).await?;
        Ok((ended, revoked))
    })
    .await?;
    state.revoke(&ended);
    state.introspection.revoke(&revoked);
    Ok(())
}

/// Changes the signed-in user's password and ends the user's other sessions.
pub async fn change_password(
    state: &AppState,
    customer_id: CustomerId,
    user_id: UserId,
    keep: SessionId,
    current: String,
    new_password: String,
) -> Result<(), AccountError> {
    let (account, firm) = session_info(state, customer_id, user_id).await?;
    let password = new_password_of(&account, &firm, new_password)?;
    prove_password(state, customer_id, user_id, current).await?;
    let hash = state.passwords.hash(password.reveal().to_owned()).await?;
    let ended = db::tenant_tx(&state.pool, customer_id, async |conn| {
        store::update_password_hash(conn, user_id, &hash).await?;
        let ended = store::end_sessions_of(conn, user_id, Some(keep), "password changed").await?;
        events::session_revoked(conn, customer_id, user_id, &ended, "password changed").await?;
        Ok::<_, diesel::result::Error>(ended)
    })
    .await?;
    state.revoke(&ended);
    Ok(())
}

/// Checks the new password against the rules and the account's own words.
fn new_password_of(
    account: &AccountRow,
    firm: &str,
    text: String,
) -> Result<NewPassword, AccountError> {
    NewPassword::parse(text, &[&account.email, &account.fname, firm])
        .map_err(AccountError::NewPassword)
}

/// Checks the signed-in user's password before a change that could hand over the account.
pub async fn prove_password(
    state: &AppState,
    customer_id: CustomerId,
    user_id: UserId,
    password: String,
) -> Result<AccountRow, AccountError> {
    let (account, _) = session_info(state, customer_id, user_id).await?;
    let who = user_id.to_string();
    let wanted = (PASSWORD_BY_USER, who.as_str());
    let taken = throttle::take(&state.pool, &[wanted])
        .await?
        .map_err(AccountError::TooManyAttempts)?;
    let stored = account.password_hash.clone();
    if state.passwords.check(stored, password).await? == Check::Wrong {
        return Err(AccountError::CurrentPassword);
    }
    db::system_tx(&state.pool, async |conn| {
        throttle::give_back(conn, &taken, &[wanted]).await
    })
    .await?;
    Ok(account)
}
