//! Delivers webhook calls with retries.
//!
//! A call is leased, made outside any transaction, and its result stored. Redirects are not
//! followed: only the configured URL may be called. The response body is not read.

use std::sync::Arc;
use std::time::Duration;

use chrono::Utc;
use diesel::QueryResult;
use http_kit::Shutdown;
use reqwest::Client;
use serde_json::json;
use tokio::sync::Notify;

use super::sign;
use super::store::{self, DeliveryRow};
use crate::config::WebhookConfig;

/// Poll interval when nothing wakes the worker.
const SWEEP: Duration = Duration::from_secs(10);
/// Timeout of the receiver.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Back-off: seconds before the second, third, … attempt, about a day in all.
const PAUSES: [i64; 8] = [5, 30, 120, 600, 1800, 7200, 21600, 57600];

/// Delivers queued calls until the service stops. Several replicas may run it concurrently.
pub async fn work(
    pool: db::Pool,
    config: WebhookConfig,
    http: Client,
    wake: Arc<Notify>,
    shutdown: Shutdown,
) {
    while !shutdown.has_begun() {
        match deliver_next(&pool, &config, &http).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(error.cause = %error, "waiting webhook calls could not be read");
            }
        }
        tokio::select! {
            () = wake.notified() => {}
            () = tokio::time::sleep(SWEEP) => {}
            () = shutdown.begun() => {}
        }
    }
}

async fn deliver_next(pool: &db::Pool, config: &WebhookConfig, http: &Client) -> QueryResult<bool> {
    let leased = db::unscoped_tx(pool, "webhook calls", async |conn| {
        store::unscoped_lease(conn).await
    })
    .await?;
    let Some(delivery) = leased else {
        return Ok(false);
    };
    let outcome = call(config, http, &delivery).await;
    db::unscoped_tx(pool, "webhook calls", async |conn| match &outcome {
        Ok(()) => store::unscoped_update_delivered(conn, delivery.delivery_id).await,
        Err(reason) => {
            let made = usize::try_from(delivery.attempts).unwrap_or(PAUSES.len());
            let pause = PAUSES.get(made.saturating_sub(1)).map(|seconds| chrono::Duration::seconds(*seconds));
            tracing::warn!(webhook.id = %delivery.delivery_id, webhook.attempts = delivery.attempts, webhook.given_up = pause.is_none(), error.cause = reason, "a webhook call failed");
            store::unscoped_update_failed(conn, delivery.delivery_id, reason, pause).await
        }
    })
    .await?;
    Ok(true)
}

async fn call(config: &WebhookConfig, http: &Client, delivery: &DeliveryRow) -> Result<(), String> {
    let url = config
        .url(&delivery.target)
        .ok_or("no webhook is configured any more")?;
    let body = json!({
        "type": delivery.kind,
        "timestamp": delivery.created_at,
        "customer_id": delivery.customer_id,
        "data": delivery.payload,
    })
    .to_string();
    let (id, timestamp) = (delivery.delivery_id.to_string(), Utc::now().timestamp());
    let mut request = http
        .post(url.clone())
        .timeout(REQUEST_TIMEOUT)
        .header("content-type", "application/json")
        .header("webhook-id", &id)
        .header("webhook-timestamp", timestamp);
    if let Some(secret) = &config.secret
        && let Some(signature) = sign::signature(&sign::key(secret.expose()), &id, timestamp, &body)
    {
        request = request.header("webhook-signature", signature);
    }
    let answer = request
        .body(body)
        .send()
        .await
        .map_err(|error| error.without_url().to_string())?;
    if answer.status().is_success() {
        Ok(())
    } else {
        Err(format!("status {}", answer.status()))
    }
}
