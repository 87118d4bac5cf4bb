//! Changes of an e-mail address: request, link, confirmation.
//!
//! Passwords are reset through this address, so nothing changes until the link mailed to the new
//! address is opened. The response does not reveal whether another account uses the address; only
//! the owner of the address learns it, when opening the link.

use chrono::{DateTime, Duration, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::UserId;

use super::store::{self, AccountRow};
use super::throttle::{self, EMAIL_BY_USER, LINK_BY_ADDRESS};
use super::tokens::{self, OpaqueToken};
use super::{AccountError, mail};
use crate::schema::{email_changes, users};
use crate::state::AppState;

/// Validity of the link.
const LINK_HOURS: i64 = 24;

/// A change that awaits confirmation.
pub struct Wish {
    account: AccountRow,
    email: String,
    token: OpaqueToken,
}

impl Wish {
    /// Counts against the user's hourly limit of changes. The caller has already checked the
    /// password of `account`.
    pub async fn new(
        state: &AppState,
        account: AccountRow,
        email: String,
    ) -> Result<Self, AccountError> {
        let who = account.user_id.to_string();
        throttle::take(&state.pool, &[(EMAIL_BY_USER, &who)])
            .await?
            .map_err(AccountError::TooManyAttempts)?;
        Ok(Self {
            account,
            email,
            token: OpaqueToken::generate(),
        })
    }

    /// Stores the change in place of an earlier one, with a link to the new address and a notice to
    /// the old one.
    pub async fn store(&self, conn: &mut AsyncPgConnection, state: &AppState) -> QueryResult<()> {
        let Self {
            account,
            email,
            token,
        } = self;
        let expires_at: DateTime<Utc> = Utc::now() + Duration::hours(LINK_HOURS);
        forget(conn, account.user_id).await?;
        diesel::insert_into(email_changes::table)
            .values((
                email_changes::token_hash.eq(token.hash()),
                email_changes::customer_id.eq(account.customer_id),
                email_changes::user_id.eq(account.user_id),
                email_changes::email.eq(email),
                email_changes::expires_at.eq(expires_at),
            ))
            .execute(conn)
            .await?;
        let link = state.config.confirm_link(token.reveal());
        let letters = [
            (
                email,
                mail::CONFIRM_SUBJECT,
                mail::confirm_text(&account.fname, &link),
            ),
            (
                &account.email,
                mail::NOTICE_SUBJECT,
                mail::notice_text(&account.fname, email),
            ),
        ];
        for (to, subject, body) in letters {
            mail::enqueue(conn, account.customer_id, to, subject, body).await?;
        }
        Ok(())
    }
}

/// The unconfirmed address of the user's latest change.
pub async fn pending(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<Option<String>> {
    email_changes::table
        .filter(email_changes::user_id.eq(user_id))
        .filter(email_changes::expires_at.gt(Utc::now()))
        .select(email_changes::email)
        .first(conn)
        .await
        .optional()
}

/// Applies the confirmed address and invalidates reset links sent to the old one.
pub async fn confirm(state: &AppState, token: &str, address: &str) -> Result<String, AccountError> {
    let counted = throttle::take(&state.pool, &[(LINK_BY_ADDRESS, address)])
        .await?
        .map_err(AccountError::TooManyAttempts)?;
    db::unscoped_tx(&state.pool, "e-mail change", async |conn| {
        let (user_id, email) = spend(conn, &tokens::hash(token))
            .await?
            .ok_or(AccountError::ConfirmLink)?;
        store::find_account(conn, user_id)
            .await?
            .filter(|account| account.active)
            .ok_or(AccountError::ConfirmLink)?;
        update_email(conn, user_id, &email).await?;
        store::spend_resets_of(conn, user_id).await?;
        throttle::give_back(conn, &counted, &[]).await?;
        Ok(email)
    })
    .await
}

pub async fn unscoped_delete_expired(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::delete(email_changes::table.filter(email_changes::expires_at.lt(Utc::now())))
        .execute(conn)
        .await
}

async fn forget(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<usize> {
    diesel::delete(email_changes::table.filter(email_changes::user_id.eq(user_id)))
        .execute(conn)
        .await
}

async fn spend(conn: &mut AsyncPgConnection, hash: &[u8]) -> QueryResult<Option<(UserId, String)>> {
    diesel::delete(email_changes::table)
        .filter(email_changes::token_hash.eq(hash))
        .filter(email_changes::expires_at.gt(Utc::now()))
        .returning((email_changes::user_id, email_changes::email))
        .get_result(conn)
        .await
        .optional()
}

async fn update_email(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    email: &str,
) -> Result<(), AccountError> {
    let updated = diesel::update(users::table.find(user_id))
        .set((
            users::email.eq(email),
            users::version.eq(users::version + 1),
            users::updated_at.eq(Utc::now()),
        ))
        .execute(conn)
        .await;
    match updated {
        Ok(_) => Ok(()),
        Err(error) if db::violation(&error).is_some_and(|it| it.name == "users_email_unique") => {
            Err(AccountError::EmailTaken)
        }
        Err(error) => Err(error.into()),
    }
}
