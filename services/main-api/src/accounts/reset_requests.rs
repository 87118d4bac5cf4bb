//! Requests for reset links.
//!
//! The endpoint only stores the address. The work that depends on whether the account exists is
//! done here, where response times cannot reveal it.

use chrono::{Duration, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::store;
use super::throttle::{self, RESET_BY_ACCOUNT};
use super::tokens::OpaqueToken;
use crate::config::Config;
use crate::schema::reset_requests;

/// Stores a request for this address.
pub async fn insert(conn: &mut AsyncPgConnection, email: &str) -> QueryResult<usize> {
    diesel::insert_into(reset_requests::table)
        .values(reset_requests::email.eq(email))
        .execute(conn)
        .await
}

/// Handles one request: creates link and mail; false when none is pending. Several replicas may run
/// it concurrently.
pub async fn handle_next(pool: &Pool, config: &Config) -> QueryResult<bool> {
    let next = db::system_tx(pool, async |conn| {
        reset_requests::table
            .order(reset_requests::request_id)
            .select((reset_requests::request_id, reset_requests::email))
            .first::<(i64, String)>(conn)
            .await
            .optional()
    })
    .await?;
    let Some((request_id, email)) = next else {
        return Ok(false);
    };
    // Requests above the hourly limit are dropped without notice.
    let within = throttle::take(pool, &[(RESET_BY_ACCOUNT, &email)])
        .await?
        .is_ok();
    db::unscoped_tx(pool, "reset link", async |conn| {
        let taken = diesel::delete(reset_requests::table.find(request_id))
            .execute(conn)
            .await?;
        // Another replica may have handled it first.
        if taken == 1 && within {
            send_link(conn, config, &email).await?;
        }
        Ok::<_, diesel::result::Error>(())
    })
    .await?;
    Ok(true)
}

async fn send_link(conn: &mut AsyncPgConnection, config: &Config, email: &str) -> QueryResult<()> {
    let Some(account) = store::unscoped_find_by_email(conn, email)
        .await?
        .filter(|account| account.active)
    else {
        return Ok(());
    };
    let token = OpaqueToken::generate();
    let expires_at = Utc::now() + Duration::minutes(store::RESET_MINUTES);
    let (customer_id, hash) = (account.customer_id, token.hash());
    store::insert_reset(conn, customer_id, account.user_id, &hash, expires_at).await?;
    let body = super::mail::reset_text(&account.fname, &config.reset_link(token.reveal()));
    let subject = super::mail::RESET_SUBJECT;
    store::insert_mail(conn, customer_id, &account.email, subject, &body).await?;
    Ok(())
}
