//! Undoes a sending in one transaction: its recipients, and what was noted when it was queued.

use auth::CurrentUser;
use chrono::Utc;
use domain::{MailId, SendingId};

use super::domain::{Stand, stand};
use super::{SendingError, letters};
use crate::campaigns;
use crate::mail::{events, hold, quota};
use crate::state::AppState;

/// Takes back all of it, or nothing. States and stages follow a message only when it was sent, so there are none to set
/// back.
pub async fn undo(
    state: &AppState,
    user: &CurrentUser,
    sending_id: SendingId,
) -> Result<(), SendingError> {
    let name = state.main_api.name_of(user).await;
    let firm = user.customer_id;
    db::tenant_tx(&state.pool, firm, async |conn| {
        let rows = hold::lock_sending(conn, sending_id).await?;
        let first = rows.first().ok_or(SendingError::NotFound)?;
        let states = rows.iter().map(|row| row.status.as_str());
        match stand(states, first.held_until, Utc::now()) {
            Stand::Held => {}
            Stand::Undone => return Ok(()),
            Stand::Left => return Err(SendingError::Left),
        }
        let mut mails: Vec<MailId> = rows.iter().map(|row| row.mail_id).collect();
        mails.dedup();
        hold::take_back(conn, &mails).await?;
        letters::take_back(conn, user, &name, &mails).await?;
        let campaign = campaigns::ops::finish_of(conn, firm, first.mail_id).await?;
        if campaign.is_none() {
            for mail_id in &mails {
                events::updated(conn, firm, *mail_id).await?;
            }
        }
        let day = first.created_at.date_naive();
        quota::give_back(conn, first.sent_by, day, rows.len()).await?;
        tracing::info!(messages = mails.len(), "a sending was undone");
        Ok(())
    })
    .await
}
