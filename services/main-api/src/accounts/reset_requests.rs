//! Requests for reset links.
//!
//! The endpoint only enqueues the address. The work that depends on whether the account exists is
//! done here, where response times cannot reveal it.

use std::time::Duration;

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use jobs::{Attempt, Job, JobError};
use serde::{Deserialize, Serialize};

use super::throttle::{self, RESET_BY_ACCOUNT};
use super::tokens::OpaqueToken;
use super::{mail, store};
use crate::config::Config;
use crate::state::AppState;

/// A request for this address, lower case.
#[derive(Debug, Serialize, Deserialize)]
pub struct ResetRequest {
    pub email: String,
}

impl Job for ResetRequest {
    const KIND: &'static str = "reset_request";
    // Only the database can fail.
    const RETRY: &'static [Duration] = &[Duration::from_secs(10); 5];
    type Context = AppState;

    async fn run(self, state: &AppState, attempt: &Attempt) -> Result<(), JobError> {
        // Requests above the hourly limit are dropped without notice.
        let within = throttle::take(&state.pool, &[(RESET_BY_ACCOUNT, &self.email)])
            .await?
            .is_ok();
        if !within {
            return Ok(());
        }
        db::unscoped_tx(&state.pool, "reset link", async |conn| {
            // In the same transaction, so that nobody gets two links for one request.
            if attempt.complete(conn).await? {
                send_link(conn, &state.config, &self.email).await?;
            }
            Ok::<_, diesel::result::Error>(())
        })
        .await?;
        Ok(())
    }
}

async fn send_link(conn: &mut AsyncPgConnection, config: &Config, email: &str) -> QueryResult<()> {
    let Some(account) = store::unscoped_find_by_email(conn, email)
        .await?
        .filter(|account| account.active)
    else {
        return Ok(());
    };
    let token = OpaqueToken::generate();
    let expires_at = Utc::now() + chrono::Duration::minutes(store::RESET_MINUTES);
    let (customer_id, hash) = (account.customer_id, token.hash());
    store::insert_reset(conn, customer_id, account.user_id, &hash, expires_at).await?;
    let body = mail::reset_text(&account.fname, &config.reset_link(token.reveal()));
    mail::enqueue(conn, customer_id, &account.email, mail::RESET_SUBJECT, body).await
}
