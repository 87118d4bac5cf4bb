//! Bodies of the webhook call, as on the wire.

use domain::ProjectId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What to relay to the operator's webhook.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CallWebhookRequest {
    /// The parcel's identity.
    pub uuid: String,
    /// Owner of record.
    #[serde(default)]
    pub owner: Option<String>,
    /// The project: one that uses the test webhook relays there.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookStatus {
    /// It will be delivered.
    Queued,
    /// The operator has configured no webhook; nothing happens.
    NotConfigured,
}

/// Answer of `call_webhook`.
#[derive(Debug, Serialize, ToSchema)]
pub struct CallWebhookResponse {
    /// What became of it.
    pub status: WebhookStatus,
    /// A sentence for the screen.
    pub message: String,
}
