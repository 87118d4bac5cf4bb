//! A webhook call, delivered with retries.
//!
//! Redirects are not followed: only the configured URL may be called. The response body is not
//! read.

use std::time::Duration;

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::CustomerId;
use jobs::{Attempt, Job, JobError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::sign;
use crate::state::AppState;

/// Timeout of the receiver.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// A call to be made.
#[derive(Debug, Serialize, Deserialize)]
pub struct WebhookCall {
    /// `live` or `test`: which of the operator's webhooks.
    target: String,
    /// What has happened.
    r#type: String,
    data: Value,
}

impl Job for WebhookCall {
    const KIND: &'static str = "webhook_call";
    // Nine attempts in about a day.
    const RETRY: &'static [Duration] = &[
        Duration::from_secs(5),
        Duration::from_secs(30),
        Duration::from_mins(2),
        Duration::from_mins(10),
        Duration::from_mins(30),
        Duration::from_hours(2),
        Duration::from_hours(6),
        Duration::from_hours(16),
    ];
    type Context = AppState;

    async fn run(self, state: &AppState, attempt: &Attempt) -> Result<(), JobError> {
        let webhooks = &state.config.webhooks;
        let url = webhooks
            .url(&self.target)
            .ok_or_else(|| JobError::retry("no webhook is configured any more"))?;
        let body = json!({
            "type": self.r#type,
            "timestamp": attempt.enqueued_at,
            "customer_id": attempt.customer_id,
            "data": self.data,
        })
        .to_string();
        // The receiver's idempotency key.
        let id = attempt.job_id.to_string();
        let timestamp = Utc::now().timestamp();
        let mut request = state
            .http
            .post(url.clone())
            .timeout(REQUEST_TIMEOUT)
            .header("content-type", "application/json")
            .header("webhook-id", &id)
            .header("webhook-timestamp", timestamp);
        if let Some(secret) = &webhooks.secret
            && let Some(signature) =
                sign::signature(&sign::key(secret.expose()), &id, timestamp, &body)
        {
            request = request.header("webhook-signature", signature);
        }
        let answer = request
            .body(body)
            .send()
            .await
            .map_err(|error| JobError::retry(error.without_url()))?;
        if answer.status().is_success() {
            Ok(())
        } else {
            Err(JobError::retry(format!("status {}", answer.status())))
        }
    }
}

/// Enqueues a call if the operator has configured that webhook; returns false otherwise.
pub async fn enqueue_if_configured(
    conn: &mut AsyncPgConnection,
    state: &AppState,
    customer_id: CustomerId,
    test: bool,
    kind: &str,
    data: Value,
) -> QueryResult<bool> {
    let target = if test { "test" } else { "live" };
    if state.config.webhooks.url(target).is_none() {
        return Ok(false);
    }
    let call = WebhookCall {
        target: target.to_owned(),
        r#type: kind.to_owned(),
        data,
    };
    jobs::enqueue(conn, customer_id, &call).await?;
    Ok(true)
}
