//! Request and response bodies of the webhook endpoint.

use domain::ProjectId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The parcel to send to the operator's webhook.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CallWebhookRequest {
    pub uuid: String,
    #[serde(default)]
    pub owner: Option<String>,
    /// Determines whether the live or the test webhook is called.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
}

/// Whether the call was queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookStatus {
    /// It will be delivered.
    Queued,
    /// No webhook is configured; nothing happens.
    NotConfigured,
}

/// Response of `call_webhook`.
#[derive(Debug, Serialize, ToSchema)]
pub struct CallWebhookResponse {
    /// Whether the call was queued.
    pub status: WebhookStatus,
    /// Message for the user.
    pub message: String,
}
